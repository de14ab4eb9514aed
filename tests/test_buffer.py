from __future__ import annotations

import asyncio
from datetime import timedelta

import pytest

from memory.dialogue.buffer import IDLE, PATIENCE, Buffer
from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget
from memory.dialogue.records import Digest
from memory.errors import StorageFault
from memory.records import Exchange, Scope
from tests.fakes import FakeClock
from tests.fakes_dialogue import FakeChronicle, FakeDialogueThinker
from tests.test_digest import Filed

ME = Scope("T1", "U1")
OTHER = Scope("T1", "U2")


class Digests:
    """Marks what it is given as null, and notes the batches. Fails as often as it is told to."""

    def __init__(self, chronicle: FakeChronicle) -> None:
        self.chronicle = chronicle
        self.batches: list[list[str]] = []
        self.failures = 0
        self.refusals = 0
        self.called = asyncio.Event()

    async def digest(self, scope: Scope, batch: list[Exchange]) -> list[Digest]:
        self.called.set()
        if self.failures:
            self.failures -= 1
            raise StorageFault("told to fail")
        if self.refusals:
            self.refusals -= 1
            return []
        self.batches.append([each.id for each in batch])
        digests = [Digest(each.id, None) for each in batch]
        await self.chronicle.mark_digested(scope, digests, batch[-1].at)
        return digests


class Home:
    def __init__(self) -> None:
        self.clock = FakeClock()
        self.chronicle = FakeChronicle()
        self.digests = Digests(self.chronicle)
        self.buffer = self.fresh_buffer()
        self._made = 0

    def fresh_buffer(self) -> Buffer:
        return Buffer(chronicle=self.chronicle, digesting=self.digests, clock=self.clock)

    async def talk(self, count: int, *, scope: Scope = ME) -> None:
        for _ in range(count):
            self._made += 1
            at = self.clock.advance(timedelta(seconds=1))
            said = Exchange(f"x{self._made}", scope, "T1/D1", "안녕", "네", at)
            assert await self.chronicle.keep(said)
            self.buffer.add(scope)


@pytest.fixture
def home() -> Home:
    return Home()


async def test_four_wait_and_the_fifth_sets_off_a_batch(home: Home) -> None:
    await home.talk(4)
    before = await home.buffer.work_off()
    await home.talk(1)

    assert (before, await home.buffer.work_off()) == (0, 5)
    assert home.digests.batches == [["x1", "x2", "x3", "x4", "x5"]]


async def test_five_idle_minutes_set_off_whatever_has_gathered(home: Home) -> None:
    await home.talk(2)
    home.clock.advance(timedelta(minutes=4, seconds=59))
    early = await home.buffer.work_off()
    home.clock.advance(timedelta(seconds=1))

    assert (early, await home.buffer.work_off()) == (0, 2)
    assert await home.buffer.work_off() == 0


async def test_a_new_message_begins_the_idle_time_anew(home: Home) -> None:
    await home.talk(1)
    home.clock.advance(timedelta(minutes=4))
    await home.talk(1)
    home.clock.advance(timedelta(minutes=4))

    assert await home.buffer.work_off() == 0


async def test_people_do_not_fill_each_others_batches(home: Home) -> None:
    await home.talk(3)
    await home.talk(3, scope=OTHER)

    assert await home.buffer.work_off() == 0


async def test_a_hundred_messages_make_twenty_questions(home: Home) -> None:
    model = FakeDialogueThinker()
    budget = CallBudget(clock=home.clock, sleep=lambda _: asyncio.sleep(0))
    digesting = Digesting(
        chronicle=home.chronicle,
        upkeep=Filed(),
        budget=budget,
        clock=home.clock,
        local=FakeDialogueThinker(),
        thinker=model,
    )
    home.buffer = Buffer(chronicle=home.chronicle, digesting=digesting, clock=home.clock)

    for _ in range(100):
        await home.talk(1)
        home.clock.advance(timedelta(minutes=1))
        await home.buffer.work_off()

    assert len(model.batches) == budget.spending.background == 20
    assert await home.chronicle.undigested(ME, 9) == []


async def test_what_an_earlier_process_left_is_digested_at_once(home: Home) -> None:
    await home.talk(7)
    await home.talk(1, scope=OTHER)
    home.buffer = home.fresh_buffer()

    assert await home.buffer.pick_up() == 8
    assert await home.buffer.work_off() == 8
    assert home.digests.batches == [[f"x{number}" for number in range(1, 8)], ["x8"]]


async def test_whoever_asks_is_told_what_was_made(home: Home) -> None:
    told: list[tuple[Scope, int, int]] = []

    async def tell(scope: Scope, batch: list[Exchange], digests: list[Digest]) -> None:
        told.append((scope, len(batch), len(digests)))

    await home.talk(5)
    await home.buffer.work_off(tell)

    assert told == [(ME, 5, 5)]


async def test_what_is_not_digested_comes_again_after_the_idle_time(home: Home) -> None:
    await home.talk(5)
    home.digests.refusals = 1

    assert (await home.buffer.work_off(), await home.buffer.work_off()) == (0, 0)
    home.clock.advance(IDLE)
    assert await home.buffer.work_off() == 5


async def test_a_batch_that_cannot_be_afforded_waits_for_ten_or_an_hour(home: Home) -> None:
    home.buffer = Buffer(
        chronicle=home.chronicle,
        digesting=home.digests,
        clock=home.clock,
        affords=lambda: False,
    )
    await home.talk(9)
    home.clock.advance(IDLE)
    waited = await home.buffer.work_off()
    await home.talk(1)
    ten = await home.buffer.work_off()
    await home.talk(2)
    home.clock.advance(PATIENCE)

    assert (waited, ten, await home.buffer.work_off()) == (0, 10, 2)


async def test_what_could_not_be_stored_is_tried_again(home: Home) -> None:
    await home.talk(5)
    home.digests.failures = 1
    life = asyncio.create_task(home.buffer.run())
    await home.digests.called.wait()
    await asyncio.sleep(0)
    home.digests.called.clear()

    home.buffer.add(ME)
    await home.digests.called.wait()

    life.cancel()
    await asyncio.gather(life, return_exceptions=True)
    assert home.digests.batches == [["x1", "x2", "x3", "x4", "x5"]]
