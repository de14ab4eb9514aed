"""What digests found is shown where it was said, and waits until it was."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.harvest import Harvest
from bot.lanes import Lanes
from memory.adapters.local_thinker import LocalThinker
from memory.dialogue.records import Digest
from memory.facts.extraction import Extraction
from memory.facts.reading import read_fact
from memory.gleaning import Gleaned, Gleaning
from memory.records import AutoMode, Exchange, Fact, Origin, Source
from tests.fakes_dialogue import FakeChronicle
from tests.notebook_kit import MINA, Room, open_room

DM, CHANNEL = "T1/D1", "T1/C1/5.0"
NAME, HOME = ("내 이름은 지우야", "내 이름: 지우"), ("나 부산 살아", "나 사는 곳: 부산")


class Shown:
    """Keeps what is shown: where, what, and whether perhaps again. Fails as often as told to."""

    def __init__(self) -> None:
        self.cards: list[tuple[str, list[str]]] = []
        self.again: list[bool] = []
        self.failures = 0
        self.was_shown = asyncio.Event()

    async def reached(self) -> None:
        return

    async def show(self, exchange: Exchange, gleaned: Gleaned, *, perhaps_again: bool) -> bool:
        self.again.append(perhaps_again)
        if self.failures:
            self.failures -= 1
            return False
        facts = [each.text for each in gleaned.saved] + [each.fact.text for each in gleaned.asked]
        self.cards.append((exchange.id, facts))
        self.was_shown.set()
        return True


class House:
    def __init__(self, room: Room) -> None:
        self.room = room
        self.chronicle = FakeChronicle(room.store)
        self.shown = Shown()
        self.harvest = self.fresh_harvest()

    def fresh_harvest(self) -> Harvest:
        return Harvest(
            facts=self.chronicle,
            gleaning=Gleaning(extraction=Extraction(LocalThinker()), notebook=self.room.notebook),
            shows=self.shown,
            lanes=Lanes(),
            again_seconds=0,
        )

    async def digested(
        self, *said: tuple[str, str], place: str = DM, memory_ids: tuple[str, ...] = ()
    ) -> list[Digest]:
        digests = []
        for text, fact in said:
            at = self.room.clock.advance(timedelta(minutes=1))
            ts = f"{at.timestamp()}"
            channel = place.split("/")[1]
            exchange = Exchange(text, MINA, place, text, "네", at, memory_ids, place == DM)
            origin = Origin(f"{channel}/{ts}", ts, "Asia/Seoul")
            await self.chronicle.keep(replace(exchange, origin=origin))
            digests.append(Digest(text, (), (fact,) if fact else ()))
        await self.chronicle.mark_digested(MINA, digests, self.room.clock())
        return digests


@pytest.fixture
async def house() -> House:
    return House(await open_room())


async def test_a_batch_brings_one_card_at_its_last_message_with_a_fact(house: House) -> None:
    await house.digested(NAME, HOME, ("고마워", ""))

    assert await house.harvest.harvest(MINA, perhaps_again=False)

    assert house.shown.cards == [(HOME[0], [NAME[1], HOME[1]])]
    assert await house.chronicle.people_waiting() == []


async def test_each_place_has_a_card_of_what_was_said_there(house: House) -> None:
    await house.digested(NAME)
    await house.digested(HOME, place=CHANNEL)

    await house.harvest.harvest(MINA, perhaps_again=False)

    assert house.shown.cards == [(NAME[0], [NAME[1]]), (HOME[0], [HOME[1]])]


async def test_where_it_is_off_nothing_is_shown_and_nothing_waits(house: House) -> None:
    await house.room.notebook.set_auto_mode(MINA, AutoMode.OFF)
    await house.digested(NAME)

    assert await house.harvest.harvest(MINA, perhaps_again=False)
    assert house.shown.cards == []
    assert await house.chronicle.people_waiting() == []


@pytest.mark.parametrize("mode", [AutoMode.ASK, AutoMode.ON])
async def test_what_was_broken_off_before_its_card_goes_on_and_doubles_nothing(
    house: House, mode: AutoMode
) -> None:
    await house.room.notebook.set_auto_mode(MINA, mode)
    await house.digested(NAME)
    house.shown.failures = 1
    broken_off = await house.harvest.harvest(MINA, perhaps_again=False)

    assert await house.fresh_harvest().harvest(MINA, perhaps_again=True)

    assert not broken_off
    assert house.shown.cards == [(NAME[0], [NAME[1]])]
    kept = len(await house.room.notebook.pending(MINA)) + len(await house.room.texts())
    assert kept == 1


async def test_a_wish_that_has_its_card_is_not_asked_of_again(house: House) -> None:
    proposal = (await house.room.notebook.propose(MINA, *_wish(house))).proposal  # type: ignore[union-attr]
    await house.room.notebook.dismiss(MINA, proposal.id)
    await house.digested(NAME, memory_ids=(proposal.id,))

    await house.harvest.harvest(MINA, perhaps_again=False)

    assert house.shown.cards == []


async def test_what_an_earlier_process_left_comes_first_and_may_have_been_shown(
    house: House,
) -> None:
    await house.digested(NAME)
    house.shown.failures = 1

    await _run_until_shown(house)

    assert house.shown.cards == [(NAME[0], [NAME[1]])]
    assert house.shown.again == [True, True]


async def test_what_the_buffer_tells_of_is_shown_for_the_first_time(house: House) -> None:
    digests = await house.digested(NAME)
    waiting = await house.chronicle.waiting(MINA)
    await house.chronicle.gleaned(MINA, [NAME[0]])
    life = asyncio.create_task(house.harvest.run())
    await asyncio.sleep(0)
    house.chronicle._facts[NAME[0]] = waiting[0].facts
    await house.harvest.told(MINA, [], digests)
    async with asyncio.timeout(5):
        await house.shown.was_shown.wait()
    life.cancel()
    await asyncio.gather(life, return_exceptions=True)

    assert house.shown.again == [False]


async def _run_until_shown(house: House) -> None:
    life = asyncio.create_task(house.harvest.run())
    async with asyncio.timeout(5):
        await house.shown.was_shown.wait()
    life.cancel()
    await asyncio.gather(life, return_exceptions=True)


def _wish(house: House) -> tuple[Fact, Source]:
    return read_fact(NAME[1]), house.room.source(NAME[0])
