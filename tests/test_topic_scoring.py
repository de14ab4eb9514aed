from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from datetime import timedelta
from pathlib import Path

import pytest

from memory.adapters.local_embedder import LocalEmbedder
from memory.dialogue.topics import SURE, Judgement, TopicJudge
from memory.evaluation import DatasetFault, Example, Json, evaluate, read_examples
from memory.topic_scoring import TopicScore, topic_scorer
from tests.fakes_search import FakeEmbedder

DATA = Path(__file__).parent / "data" / "topics_extra.jsonl"


class ScriptedJudge(TopicJudge):
    """Of each message the judgement that its script names."""

    def __init__(self, script: dict[str, Judgement]) -> None:
        super().__init__(FakeEmbedder())
        self._script = script

    async def judge(
        self, before: Sequence[str], message: str, *, gap: timedelta = timedelta()
    ) -> Judgement:
        del before, gap
        return self._script[message]


def case(message: Json, expect: Json, before: Json = None) -> Example:
    fields: dict[str, Json] = {"kind": "topic", "before": before or ["앞말"]}
    return Example("f", 1, {**fields, "message": message, "expect": expect})


async def test_sure_cases_are_counted_apart_from_guesses() -> None:
    judge = ScriptedJudge(
        {
            "a": Judgement(is_shift=True, confidence=SURE),
            "b": Judgement(is_shift=True, confidence=SURE),
            "c": Judgement(is_shift=False, confidence=0.6),
            "d": Judgement(is_shift=False, confidence=0.6),
        }
    )
    cases = [case("a", "shift"), case("b", "same"), case("c", "same"), case("d", "same")]

    score = (await topic_scorer(judge).score(cases)).as_json()

    assert (score["n"], score["accuracy"]) == (4, 0.75)
    assert (score["decided"], score["decided_accuracy"]) == (0.5, 0.5)
    assert score["wrong"] == [{**cases[1].fields, "got": "shift", "sure": True}]


@pytest.mark.parametrize(
    ("fields", "complaint"),
    [
        (case("x", "maybe"), "expect must be"),
        (case(None, "same"), "message must be a text"),
        (case("x", "same", before="x"), "before must be a list"),
        (case("x", "same", before=[1]), "each of before must be a text"),
    ],
)
async def test_a_line_that_makes_no_sense_is_named(fields: Example, complaint: str) -> None:
    with pytest.raises(DatasetFault, match=complaint):
        await topic_scorer(TopicJudge(FakeEmbedder())).score([fields])


@pytest.fixture
async def judge() -> AsyncIterator[TopicJudge]:
    embedder = LocalEmbedder()
    yield TopicJudge(embedder)
    await embedder.close()


async def test_the_judge_is_right_where_it_is_sure_and_mostly_where_it_guesses(
    judge: TopicJudge,
) -> None:
    with DATA.open(encoding="utf-8") as lines:
        result = await evaluate(read_examples(DATA.name, lines), [topic_scorer(judge)])

    score = result.parts["topic"]
    assert isinstance(score, TopicScore)
    assert score.decided / score.total >= 0.5
    assert score.decided_accuracy >= 0.97
    assert score.accuracy >= 0.85
