"""What an earlier process took up and never answered is owned up to, once."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.background import kept_honest
from bot.taking_up import taken_up
from bot.unanswered import LeftUnanswered
from memory.errors import StorageFault
from memory.ports import Unanswered
from memory.records import Scope
from tests.agent_kit import SCOPE, turn
from tests.fakes import FakeClock, FakeJournal

CLOCK = FakeClock()


def a_message(ts: str, *, minutes_ago: float = 1) -> Unanswered:
    return Unanswered(f"T1/D1/{ts}", SCOPE, "D1", ts, CLOCK() - timedelta(minutes=minutes_ago))


class Way:
    """Tells people, as often as it is let to fail first."""

    def __init__(self, *, failures: int = 0) -> None:
        self.failures = failures
        self.told: list[str] = []
        self.is_open = asyncio.Event()
        self.is_open.set()

    async def reached(self) -> None:
        await self.is_open.wait()

    async def own_up(self, message: Unanswered) -> bool:
        if self.failures:
            self.failures -= 1
            return False
        self.told.append(message.thread)
        return True


def left(journal: FakeJournal, way: Way) -> LeftUnanswered:
    return LeftUnanswered(journal=journal, way=way, clock=CLOCK, again_seconds=0)


@asynccontextmanager
async def after_a_crash(*messages: Unanswered) -> AsyncIterator[FakeJournal]:
    journal = FakeJournal()
    for each in messages:
        await journal.take_up(each)
    yield journal


async def test_what_was_left_is_told_of_once() -> None:
    way = Way()
    async with after_a_crash(a_message("1.0"), a_message("2.0")) as journal:
        for _ in range(2):
            each = left(journal, way)
            await each.look()
            await each.run()

    assert way.told == ["1.0", "2.0"]


async def test_what_slack_does_not_take_is_tried_again() -> None:
    way = Way(failures=2)
    async with after_a_crash(a_message("1.0")) as journal:
        here = left(journal, way)
        await here.look()
        await here.run()

    assert way.told == ["1.0"]


async def test_of_what_is_long_past_nobody_is_told_then_or_later() -> None:
    way = Way()
    async with after_a_crash(a_message("1.0", minutes_ago=11), a_message("2.0")) as journal:
        here = left(journal, way)
        await here.look()
        await here.run()

        assert await journal.unanswered() == []
    assert way.told == ["2.0"]


async def test_nothing_is_settled_before_there_is_a_way_to_slack() -> None:
    way = Way()
    way.is_open.clear()
    async with after_a_crash(a_message("1.0")) as journal:
        async with kept_honest(left(journal, way)):
            await asyncio.sleep(0)

        assert len(await journal.unanswered()) == 1


async def test_what_this_process_takes_up_is_its_own_to_answer() -> None:
    way = Way()
    async with after_a_crash() as journal, kept_honest(left(journal, way)):
        await journal.take_up(a_message("1.0"))
        await asyncio.sleep(0)

        assert len(await journal.unanswered()) == 1
    assert way.told == []


async def test_a_database_that_cannot_be_read_ends_nothing() -> None:
    class Closed(FakeJournal):
        async def unanswered(self) -> list[Unanswered]:
            raise StorageFault("told to fail")

    way = Way()
    here = left(Closed(), way)

    await here.look()
    await here.run()

    assert way.told == []


# --- what counts as answered


async def test_what_has_ended_waits_no_more_also_when_it_failed() -> None:
    journal = FakeJournal()

    async with taken_up(journal, turn("안녕", ts="1.0")) as is_first:
        waiting = await journal.unanswered()
    with pytest.raises(RuntimeError):
        async with taken_up(journal, turn("안녕", ts="2.0")):
            raise RuntimeError

    assert is_first
    assert [each.key for each in waiting] == ["T1/D1/1.0"]
    assert await journal.unanswered() == []


async def test_what_was_cancelled_is_left() -> None:
    journal = FakeJournal()

    with pytest.raises(asyncio.CancelledError):
        async with taken_up(journal, turn("안녕", ts="1.0")):
            raise asyncio.CancelledError

    assert [each.scope for each in await journal.unanswered()] == [Scope("T1", "U1")]


async def test_what_waits_for_its_place_is_claimed_already() -> None:
    journal, free = FakeJournal(), asyncio.Event()

    @asynccontextmanager
    async def place() -> AsyncIterator[None]:
        await free.wait()
        yield

    async def take() -> None:
        async with taken_up(journal, turn("안녕", ts="1.0"), place()):
            pass

    taking = asyncio.create_task(take())
    await asyncio.sleep(0)
    await asyncio.sleep(0)
    waiting = await journal.unanswered()
    free.set()
    await taking

    assert len(waiting) == 1
    assert await journal.unanswered() == []


async def test_an_answer_that_cannot_be_noted_is_an_answer() -> None:
    class Full(FakeJournal):
        async def answered(self, key: str) -> bool:
            raise StorageFault(key)

    async with taken_up(Full(), turn("안녕")) as is_first:
        pass

    assert is_first
