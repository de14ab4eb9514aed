from __future__ import annotations

import asyncio

import pytest

from bot.background import kept_counted, kept_digested
from memory.dialogue.buffer import Done
from memory.dialogue.limiter import CallBudget
from memory.dialogue.records import Digest, Use, UseKind
from memory.errors import StorageFault
from memory.records import Exchange, Scope
from tests.fakes import FakeClock
from tests.fakes_dialogue import FakeUsage


class Buffer:
    def __init__(self, *, fails: bool = False) -> None:
        self.fails = fails
        self.picked_up = False
        self.running = asyncio.Event()
        self.ended = False
        self.told: Done | None = None

    async def pick_up(self) -> int:
        if self.fails:
            raise StorageFault("told to fail")
        self.picked_up = True
        return 0

    async def run(self, told: Done | None = None) -> None:
        self.told = told
        self.running.set()
        try:
            await asyncio.Event().wait()
        finally:
            self.ended = True


class Harvest:
    def __init__(self) -> None:
        self.running = asyncio.Event()

    async def told(self, scope: Scope, batch: list[Exchange], digests: list[Digest]) -> None:
        del scope, batch, digests

    async def run(self) -> None:
        self.running.set()
        await asyncio.Event().wait()


class Cleaning:
    def __init__(self, *, failures: int = 0) -> None:
        self.failures = failures
        self.times = 0
        self.cleaned = asyncio.Event()

    async def clean_all(self) -> int:
        self.times += 1
        if self.times <= self.failures:
            raise StorageFault("told to fail")
        self.cleaned.set()
        return 0


async def test_what_was_left_is_picked_up_before_the_work_begins_and_ends_with_the_bot() -> None:
    buffer, cleaning, harvest = Buffer(), Cleaning(), Harvest()

    async with kept_digested(buffer, cleaning, harvest):
        await buffer.running.wait()
        await harvest.running.wait()
        await cleaning.cleaned.wait()
        assert buffer.picked_up
        assert buffer.told == harvest.told

    assert buffer.ended


async def test_a_database_that_does_not_answer_ends_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    buffer, cleaning = Buffer(fails=True), Cleaning(failures=1)

    async with kept_digested(buffer, cleaning, Harvest(), cleaning_seconds=0):
        await buffer.running.wait()
        await cleaning.cleaned.wait()

    assert "waits for the next start" in caplog.text
    assert "nothing can be cleaned now" in caplog.text


async def test_what_was_used_is_kept_soon_and_counts_again_after_a_restart() -> None:
    clock, usage = FakeClock(), FakeUsage()
    first, second = CallBudget(clock=clock), CallBudget(clock=clock)

    async with kept_counted(first, usage, gather_seconds=0):
        first.talk()
        await usage.noted.wait()
        while_running = list(usage.uses)
        assert first.take_now()
        first.heard()
    async with kept_counted(second, usage):
        spending = second.spending

    assert while_running == [Use(UseKind.TALK, clock())]
    assert (spending.talk, spending.background, spending.messages) == (1, 1, 1)


async def test_counts_that_cannot_be_kept_are_kept_later() -> None:
    clock, usage = FakeClock(), FakeUsage(failures=2)
    budget = CallBudget(clock=clock)

    async with kept_counted(budget, usage, gather_seconds=0, again_seconds=0):
        budget.talk()
        await usage.noted.wait()

    assert usage.uses == [Use(UseKind.TALK, clock())]


async def test_what_is_counted_in_one_go_is_kept_in_one_writing() -> None:
    clock, usage = FakeClock(), FakeUsage()
    budget = CallBudget(clock=clock)

    async with kept_counted(budget, usage):
        budget.talk()
        await asyncio.sleep(0)  # what keeps the counts has seen it
        budget.heard()

    assert [each.kind for each in usage.uses] == [UseKind.TALK, UseKind.MESSAGE]
    assert usage.writings == 1
