"""A correction said in so many words changes the one memory it is about, and asks about several."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.facts.conflict import judge
from memory.facts.policy import Save, read_wish
from memory.facts.reading import read_fact
from memory.notebook import Proposed
from memory.records import Change, Memory, Recollection, Scope, Source, SourceKind
from tests.notebook_kit import MINA, open_room

AT = datetime(2026, 11, 30, 9, tzinfo=UTC)


def decided(known: list[str], text: str, *, corrects: bool) -> str:
    source = Source(SourceKind.WISH, "", AT)
    memories = [
        Memory(f"m{place}", Scope("T1", "U1"), read_fact(each), source, AT, AT)
        for place, each in enumerate(known, start=1)
    ]
    found = [Recollection(each, score=1.0) for each in memories]
    decision = judge(read_fact(text), found, corrects=corrects)
    target = f":{decision.target.id}" if decision.target else ""
    return f"{decision.verdict}{target}"


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("취미: 수영", "취미: 낚시"),
        ("화요일 영어 수업", "목요일 영어 수업"),
        ("사는 곳: 서울", "사는 곳: Busan"),
        ("알레르기: 새우, 게", "알레르기: 새우"),
    ],
)
def test_a_correction_changes_what_would_be_asked_about(known: str, text: str) -> None:
    assert decided([known], text, corrects=False) == "ask:m1"
    assert decided([known], text, corrects=True) == "update:m1"


def test_a_correction_that_may_mean_several_asks() -> None:
    known = ["취미: 수영", "취미: 등산"]

    assert decided(known, "취미: 낚시", corrects=True).startswith("ask:")


@pytest.mark.parametrize(
    ("known", "text"),
    [
        ("누리 공원 위치: 3층", "누리 위치: 4층"),  # perhaps of something else
        ("취미: 수영", "취미: 낚시도 시작했다"),  # one more, in so many words
    ],
)
def test_a_correction_of_what_is_not_surely_the_same_asks(known: str, text: str) -> None:
    assert decided([known], text, corrects=True) == "ask:m1"


@pytest.mark.parametrize(
    ("known", "text"), [("취미: 수영", "취미: 수영"), ("취미: 수영", "생일: 5월 5일")]
)
def test_a_correction_of_nothing_known_is_as_any_other_fact(known: str, text: str) -> None:
    assert decided([known], text, corrects=True) == decided([known], text, corrects=False)


@pytest.mark.parametrize(
    "said",
    [
        "정정: 취미는 낚시",
        "아니야, 내 취미는 낚시야 기억해줘",
        "다시 내 취미는 낚시로 기억해줘",
        "내 취미를 낚시로 바꿔줘",
        "change my hobby to fishing",
        "Correction: my hobby is fishing",
        "No, remember that my hobby is fishing",
    ],
)
def test_words_of_correction_are_heard(said: str) -> None:
    wish = read_wish(said)

    assert isinstance(wish, Save)
    assert wish.corrects


@pytest.mark.parametrize("said", ["내 취미는 낚시야 기억해줘", "Remember that I know no Korean"])
def test_a_plain_wish_is_no_correction(said: str) -> None:
    wish = read_wish(said)

    assert isinstance(wish, Save)
    assert not wish.corrects


async def test_the_notebook_hears_a_correction_in_the_message_itself() -> None:
    room = await open_room()
    hobby = await room.save("취미: 수영")
    plain = Source(SourceKind.WISH, "취미는 낚시야 기억해줘", room.clock())
    correction = Source(SourceKind.WISH, "정정: 취미는 낚시", room.clock())

    asked = await room.notebook.propose(MINA, read_fact("취미: 낚시"), plain)
    corrected = await room.notebook.propose(MINA, read_fact("취미: 낚시"), correction)

    assert isinstance(asked, Proposed)
    assert isinstance(corrected, Proposed)
    assert asked.proposal.change is Change.CHOOSE
    assert (corrected.proposal.change, corrected.proposal.target) == (Change.UPDATE, hobby.id)


async def test_what_was_found_in_talk_corrects_nothing() -> None:
    room = await open_room()
    await room.save("취미: 수영")
    found = Source(SourceKind.EXTRACTION, "정정: 취미는 낚시", room.clock())

    asked = await room.notebook.propose(MINA, read_fact("취미: 낚시"), found)

    assert isinstance(asked, Proposed)
    assert asked.proposal.change is Change.CHOOSE
