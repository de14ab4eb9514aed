from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import cast

import numpy as np
import pytest

from memory.adapters.local_embedder import LocalEmbedder
from memory.evaluation import Json, evaluate, read_examples
from memory.finding_evaluation import finding_scorer
from memory.records import Fact, Memory, Scope, Source, SourceKind
from memory.rehearsal import KnownVectors
from memory.search import untold
from memory.search.noise import FEWEST, Calibration, Question, Untold, calibration_of
from memory.search.ranking import DEFAULT_RANKING
from memory.search.untold import UNTOLD
from memory.vectors import Vector

AT = datetime(2026, 11, 30, tzinfo=UTC)
DATA = Path(__file__).parent / "data"
MODEL = LocalEmbedder().model_id


def at_angle(cosine: float) -> Vector:
    """A vector that has this cosine with the question."""
    return np.array([cosine, (1 - cosine**2) ** 0.5], dtype=np.float32)


ASKED = at_angle(1)
BLOOD_TYPE, CAR = 0.8, 0.7
CALIBRATION = Calibration(
    korean=Untold(("blood type", "car"), np.stack([at_angle(BLOOD_TYPE), at_angle(CAR)])),
    english=Untold(("blood type",), np.stack([at_angle(0.9)])),
    least_lead_korean=-0.05,
    least_lead_english=-0.15,
    least_lead_unknown=0.05,
)


def memory(text: str, subject: str = "", attribute: str = "") -> Memory:
    fact = Fact(text, subject=subject, attribute=attribute)
    return Memory(text, Scope("T1", "U1"), fact, Source(SourceKind.WISH, text, AT), AT, AT)


def is_noise(
    *found: tuple[Memory, float], text: str = "뭐였지", unknown: bool = False, of: int = FEWEST
) -> bool:
    return CALIBRATION.is_noise(Question(text, ASKED, unknown), found, of)


LAPTOP = memory("노트북: 검은색")


@pytest.mark.parametrize(("cosine", "is_nothing"), [(0.74, True), (0.76, False)])
def test_a_memory_answers_that_lies_about_as_near_as_anything_untold(
    cosine: float,
    is_nothing: bool,  # noqa: FBT001 - a parameter
) -> None:
    assert is_noise((LAPTOP, cosine), (memory("집: 대전"), 0.1)) is is_nothing


@pytest.mark.parametrize(("cosine", "is_nothing"), [(0.84, True), (0.86, False)])
def test_where_something_unknown_is_named_it_must_lie_nearer(
    cosine: float,
    is_nothing: bool,  # noqa: FBT001 - a parameter
) -> None:
    assert is_noise((LAPTOP, cosine), unknown=True) is is_nothing


def test_what_was_told_is_not_held_against_it() -> None:
    told = memory("혈액형: A형", attribute="혈액형")

    # The nearest that is untold is now the car.
    assert not is_noise((told, 0.66))
    assert is_noise((told, 0.64))


def test_what_was_told_of_another_is_still_untold_of_the_person() -> None:
    told = memory("하은의 혈액형: A형", subject="하은", attribute="혈액형")

    assert is_noise((told, 0.66))
    assert not is_noise((told, 0.66), text="하은이 혈액형")


def test_a_text_is_compared_with_its_own_language() -> None:
    assert not is_noise((memory("laptop: black"), 0.86))
    assert is_noise((memory("laptop: black"), 0.84))
    assert not is_noise((memory("laptop: black"), 0.84), (LAPTOP, 0.76))


def test_a_question_in_english_may_lie_farther_from_its_answer() -> None:
    assert not is_noise((LAPTOP, 0.66), text="what was it")
    assert is_noise((LAPTOP, 0.64), text="what was it")


def test_among_a_few_nothing_is_judged() -> None:
    assert not is_noise((LAPTOP, 0.1), of=FEWEST - 1)
    assert not is_noise()


def test_a_model_that_was_not_measured_has_no_calibration() -> None:
    assert calibration_of("fake:64") is None


def test_the_lines_are_attributes_in_both_languages() -> None:
    assert {"혈액형", "전화번호", "좋아하는 영화"} <= set(untold.KOREAN)
    assert {"blood type", "phone number", "favorite movie"} <= set(untold.ENGLISH)
    assert untold.concept("혈액형") == untold.concept("blood type")


def test_vectors_of_other_lines_are_of_no_use(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(UNTOLD, "untold_korean", UNTOLD["untold_korean"][::-1])

    assert calibration_of.__wrapped__(MODEL) is None


async def test_nothing_is_found_where_nothing_answers_and_what_answers_is_kept() -> None:
    """What was reached on the data that chose nothing; the decision on noise has the figures."""
    embedder = LocalEmbedder()
    found = {}
    for name in ("finding_report", "finding_extra"):
        file = DATA / f"{name}.jsonl"
        lines = file.read_text(encoding="utf-8").splitlines()
        scorer = finding_scorer(KnownVectors(embedder), [DEFAULT_RANKING])
        result = await evaluate(read_examples(file.name, lines), [scorer])
        found[name] = cast("dict[str, Json]", result.as_json()["retrieval"])
    await embedder.close()

    unanswered = {name: cast("dict[str, float]", of["unanswered"]) for name, of in found.items()}
    assert unanswered["finding_report"]["right"] >= 0.6
    assert unanswered["finding_extra"]["right"] >= 0.4
    assert max(each["wrongly"] for each in unanswered.values()) <= 0.03
    assert found["finding_report"]["any@1"] >= 0.88  # type: ignore[operator]
    assert found["finding_extra"]["any@1"] >= 0.82  # type: ignore[operator]
    assert found["finding_report"]["any@3"] >= 0.97  # type: ignore[operator]
    assert found["finding_extra"]["any@3"] >= 0.94  # type: ignore[operator]
