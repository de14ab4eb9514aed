from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.adapters.local_digester import LocalDigester, is_bare
from memory.dialogue.records import Digest
from memory.records import Exchange, Scope

ME = Scope("T1", "U1")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


async def digested(said: str, answered: str = "네!", known: tuple[str, ...] = ()) -> Digest:
    (digest,) = await LocalDigester().digest(
        [Exchange("x", ME, "T1/D1", said, answered, NOON)], known
    )
    return digest


@pytest.mark.parametrize(
    "said",
    [
        "안녕",
        "안녕하세요!",
        "ㅋㅋㅋㅋ",
        "응 고마워!",
        "네 알겠습니다",
        "와 대박ㅎㅎ",
        "감사합니다 잘 자요",
        "🎉",
        "ok thanks",
        "Good morning!",
        "haha nice",
    ],
)
async def test_greetings_exclamations_and_acknowledgements_are_null(said: str) -> None:
    assert is_bare(said)
    assert await digested(said) == Digest("x", None)


@pytest.mark.parametrize(
    "said",
    [
        "블루밍 들려줘",
        "어제 뭐 하기로 했었지?",
        "네이버 주가 어때",
        "안녕, 비트코인 얼마야?",
        "thanks, and what about lunch?",
        "아니 부산 말고 서울",
        "응 10시",
    ],
)
async def test_whatever_says_something_is_not_null(said: str) -> None:
    assert not (await digested(said)).is_null


@pytest.mark.parametrize(
    ("said", "tag"),
    [
        ("블루밍 들려줘", "음악"),
        ("아이유 노래 추천해줘", "음악"),
        ("비트코인 지금 얼마야?", "비트코인"),
        ("삼성전자 주가 알려줘", "금융"),
        ("내일 서울 날씨 어때?", "날씨"),
        ("play some songs by Adele", "music"),
        ("my postgres migration failed", "coding"),
    ],
)
async def test_what_it_is_about_becomes_a_tag(said: str, tag: str) -> None:
    assert tag in ((await digested(said)).tags or ())


async def test_a_tag_that_the_person_has_is_taken_before_other_words() -> None:
    made = await digested("또또 새우깡 크런치 마라탕 맛집", known=("마라탕",))

    assert made.tags is not None
    assert made.tags.index("마라탕") < 2


async def test_the_answer_tells_what_a_bare_name_is_about() -> None:
    made = await digested("블루밍", "아이유의 노래 블루밍이에요!")

    assert made.tags == ("음악", "블루밍")
