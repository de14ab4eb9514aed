"""What every journal promises, and how forgetting reaches it, for the fake and for SQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest

from memory.facts.reading import read_fact
from memory.ports import CLAIM_DAYS, Journal, Ledger, Unanswered
from memory.records import (
    Change,
    Exchange,
    Fact,
    Memory,
    Origin,
    Proposal,
    Scope,
    Source,
    SourceKind,
)
from tests.fakes import remember
from tests.ledger_kit import JUN, MINA, NOON, Books, open_books

WISH = "또리 생일은 10월 27일이야 기억해줘"
BIRTHDAY = Memory(
    id="m1",
    scope=MINA,
    fact=Fact("또리 생일: 10월 27일"),
    source=Source(SourceKind.WISH, WISH, NOON, "T1/D1/1"),
    created_at=NOON,
    updated_at=NOON,
)
TOLD = replace(BIRTHDAY, fact=read_fact("또리 생일: 10월 27일"))


@pytest.fixture(params=["fake", "sqlite"])
async def books(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Books]:
    async with open_books(request.param, tmp_path) as opened:
        yield opened


def an_exchange(
    exchange_id: str,
    said: str = "안녕",
    answered: str = "안녕하세요!",
    *,
    scope: Scope = MINA,
    place: str = "T1/D1",
    minute: int = 0,
    memory_ids: tuple[str, ...] = (),
) -> Exchange:
    at = NOON + timedelta(minutes=minute)
    return Exchange(exchange_id, scope, place, said, answered, at, memory_ids)


def a_message(ts: str, *, minute: int = 0) -> Unanswered:
    at = NOON + timedelta(minutes=minute)
    return Unanswered(f"T1/D1/{ts}", MINA, "D1", f"thread {ts}", at)


def forgetting(memory: Memory) -> Proposal:
    return Proposal(
        id="forget",
        scope=memory.scope,
        change=Change.FORGET,
        fact=memory.fact,
        source=Source(SourceKind.WISH, "또리 생일 잊어줘", NOON, "T1/D1/9"),
        created_at=NOON,
        expires_at=NOON + timedelta(days=1),
        target=memory.id,
        target_text=memory.text,
    )


async def forget(ledger: Ledger, memory: Memory) -> None:
    asked = forgetting(memory)
    await ledger.add_proposal(asked)
    assert await ledger.commit_forgetting(asked, NOON) is not None


async def kept(journal: Journal, scope: Scope = MINA, place: str = "T1/D1") -> list[str]:
    return [each.id for each in await journal.latest(scope, place, 50)]


class TestClaims:
    async def test_a_message_is_taken_up_once(self, books: Books) -> None:
        claims = [await books.journal.claim("T1/D1/1.0", NOON) for _ in range(3)]

        assert claims == [True, False, False]
        assert await books.journal.claim("T1/D1/2.0", NOON)

    async def test_of_many_at_once_one_gets_it(self, books: Books) -> None:
        claims = await asyncio.gather(*(books.journal.claim("k", NOON) for _ in range(20)))

        assert sorted(claims) == [False] * 19 + [True]

    async def test_a_claim_is_remembered_for_its_days(self, books: Books) -> None:
        await books.journal.claim("k", NOON)
        end = NOON + timedelta(days=CLAIM_DAYS)

        assert not await books.journal.claim("k", end - timedelta(seconds=1))
        assert await books.journal.claim("k", end)

    async def test_a_lasting_claim_is_remembered_for_good(self, books: Books) -> None:
        await books.journal.claim("notice:offline/T1/U1", NOON)

        decades_later = NOON + timedelta(days=20_000)

        assert not await books.journal.claim("notice:offline/T1/U1", decades_later)


class TestAnswers:
    async def test_what_is_taken_up_waits_until_it_is_answered(self, books: Books) -> None:
        first, second = a_message("1.0"), a_message("2.0", minute=1)
        assert [await books.journal.take_up(each) for each in (second, first)] == [True, True]

        before = await books.journal.unanswered()
        answers = [await books.journal.answered(first.key) for _ in range(2)]

        assert before == [first, second]
        assert answers == [True, False]
        assert await books.journal.unanswered() == [second]

    async def test_what_is_kept_of_an_answer_tells_that_it_was_given(self, books: Books) -> None:
        first, second = a_message("1.0"), a_message("2.0", minute=1)
        for message in (first, second):
            await books.journal.take_up(message)

        await books.journal.keep(an_exchange("e1"), answers=first.key)
        await books.journal.keep(an_exchange("e2"))

        assert await books.journal.unanswered() == [second]
        assert await kept(books.journal) == ["e1", "e2"]

    async def test_what_has_its_answer_is_not_taken_up_again(self, books: Books) -> None:
        message = a_message("1.0")
        await books.journal.take_up(message)
        await books.journal.answered(message.key)

        assert not await books.journal.take_up(message)
        assert not await books.journal.claim(message.key, NOON)
        assert await books.journal.unanswered() == []

    async def test_a_notice_waits_for_nothing(self, books: Books) -> None:
        await books.journal.claim("notice:offline/T1/U1", NOON, owner=MINA)

        assert await books.journal.unanswered() == []
        assert not await books.journal.answered("notice:offline/T1/U1")


class TestExchanges:
    async def test_an_exchange_comes_back_whole(self, books: Books) -> None:
        said = "긴 말 🎂 <&> " * 4_000
        exchange = an_exchange("x1", said, "答え\n둘째 줄", memory_ids=("m2", "m1"))

        await books.journal.keep(exchange)

        assert await books.journal.latest(MINA, "T1/D1", 5) == [exchange]

    async def test_the_latest_come_oldest_first(self, books: Books) -> None:
        for minute in (3, 1, 2, 4):
            await books.journal.keep(an_exchange(f"x{minute}", minute=minute))

        latest = await books.journal.latest(MINA, "T1/D1", 3)

        assert [each.id for each in latest] == ["x2", "x3", "x4"]

    async def test_of_the_same_moment_the_last_kept_is_the_latest(self, books: Books) -> None:
        for name in ("z", "a", "m"):
            await books.journal.keep(an_exchange(name))

        assert [each.id for each in await books.journal.latest(MINA, "T1/D1", 2)] == ["a", "m"]

    async def test_none_are_given_when_none_are_wanted(self, books: Books) -> None:
        await books.journal.keep(an_exchange("x1"))

        assert await books.journal.latest(MINA, "T1/D1", 0) == []

    async def test_other_people_and_places_stay_apart(self, books: Books) -> None:
        await books.journal.keep(an_exchange("mine"))
        await books.journal.keep(an_exchange("theirs", scope=JUN))
        await books.journal.keep(an_exchange("elsewhere", place="T1/C1"))
        await books.journal.keep(an_exchange("other team", scope=Scope("T2", "U1")))

        assert await kept(books.journal) == ["mine"]
        assert await kept(books.journal, JUN) == ["theirs"]
        assert await kept(books.journal, place="T1/C1") == ["elsewhere"]


class TestForgetting:
    async def test_exchanges_that_drew_on_the_memory_go(self, books: Books) -> None:
        await remember(books.ledger, BIRTHDAY)
        await books.journal.keep(
            an_exchange("drew on it", "언제야?", "10월 27일", memory_ids=("m0", "m1"))
        )
        await books.journal.keep(an_exchange("drew on another", memory_ids=("m0",)))

        await forget(books.ledger, BIRTHDAY)

        assert await kept(books.journal) == ["drew on another"]

    @pytest.mark.parametrize(
        ("said", "answered"),
        [
            (WISH, "이렇게 기억할까요?"),
            ("또리 생일 잊어줘", "잊을까요?"),
            ("(참고) 또리 생일: 10월 27일", "네"),
            ("뭘 기억해?", "• 또리 생일: 10월 27일\n• 모카 나이: 3살"),
        ],
        ids=["the wish", "the wish to forget", "said", "answered"],
    )
    async def test_the_exchange_that_told_it_goes(
        self, books: Books, said: str, answered: str
    ) -> None:
        await remember(books.ledger, BIRTHDAY)
        await books.journal.keep(an_exchange("told it", said, answered))
        await books.journal.keep(an_exchange("told nothing", "기억해줘", "무엇을요?"))
        await books.journal.keep(an_exchange("theirs", said, answered, scope=JUN))

        await forget(books.ledger, BIRTHDAY)

        assert await kept(books.journal) == ["told nothing"]
        assert await kept(books.journal, JUN) == ["theirs"]

    async def test_what_told_the_same_in_other_words_goes(self, books: Books) -> None:
        await remember(books.ledger, TOLD)
        await books.journal.keep(
            an_exchange("before", "참고로 또리 생일이 10월 27일이라 케이크 사야 해", "네")
        )
        await books.journal.keep(
            an_exchange("answered", "언제더라?", "또리 생일은 10월 27일이에요.")
        )
        await books.journal.keep(an_exchange("another's", "모카 생일은 10월 27일이야", "네"))
        await books.journal.keep(an_exchange("that day", "10월 27일 날씨 어때?", "맑아요."))

        await forget(books.ledger, TOLD)

        assert await kept(books.journal) == ["another's", "that day"]

    async def test_the_message_goes_however_it_was_kept(self, books: Books) -> None:
        await remember(books.ledger, TOLD)
        redacted = an_exchange("redacted", "비밀번호는 (뺐어요) 그리고 둘째 생일", "네")
        other = replace(an_exchange("next"), origin=Origin("T1/D1/2", "2", "UTC"))
        await books.journal.keep(replace(redacted, origin=Origin("T1/D1/1", "1", "UTC")))
        await books.journal.keep(other)

        await forget(books.ledger, TOLD)

        assert await kept(books.journal) == ["next"]

    async def test_exchanges_of_an_older_version_go_too(self, books: Books) -> None:
        await remember(books.ledger, BIRTHDAY)
        newer = replace(
            BIRTHDAY,
            id="m2",
            fact=Fact("또리 생일: 1월 1일"),
            source=replace(BIRTHDAY.source, text="1월 1일로 바꿔줘", pointer="T1/D1/2"),
            supersedes="m1",
        )
        await remember(books.ledger, newer)
        await books.journal.keep(an_exchange("of the older", memory_ids=("m1",)))
        await books.journal.keep(an_exchange("the older wish", WISH, "네"))

        await forget(books.ledger, newer)

        assert await kept(books.journal) == []

    async def test_an_exchange_that_names_the_proposal_goes(self, books: Books) -> None:
        await remember(books.ledger, BIRTHDAY)
        await books.journal.keep(an_exchange("asked", memory_ids=("consent-to-m1",)))

        await forget(books.ledger, BIRTHDAY)

        assert await kept(books.journal) == []

    @pytest.mark.parametrize("named", ["m1", "consent-to-m1", "forget"])
    async def test_an_answer_that_comes_after_the_forgetting_is_not_kept(
        self, books: Books, named: str
    ) -> None:
        await remember(books.ledger, BIRTHDAY)
        await forget(books.ledger, BIRTHDAY)

        await books.journal.keep(
            an_exchange("too late", "언제야?", "10월 27일", memory_ids=(named,))
        )
        await books.journal.keep(an_exchange("of somebody else", scope=JUN, memory_ids=(named,)))

        assert await kept(books.journal) == []
        assert await kept(books.journal, JUN) == ["of somebody else"]
