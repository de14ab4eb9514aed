from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from memory.adapters.local_digester import LocalDigester
from memory.backfill import Backfill, FilingBehind, Flaw, Piece, Talk, Tally
from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget
from memory.records import Scope
from tests.fakes import FakeClock, FakeStore
from tests.fakes_dialogue import FakeChronicle
from tests.ledger_kit import JUN, MINA, NOON

SONG = Talk(MINA, "T1/D1", "블루밍 들려줘", "재생할게요.", NOON, is_private=True)
HELLO = replace(SONG, said="안녕!", at=NOON + timedelta(minutes=1))
THEIRS = replace(SONG, scope=JUN, place="T1/C1/1.0", is_private=False)


class Filed:
    """What was filed, batch by batch."""

    def __init__(self) -> None:
        self.batches: list[tuple[Scope, list[str]]] = []

    async def digested(self, scope: Scope, ids: Sequence[str]) -> None:
        self.batches.append((scope, list(ids)))


class Room:
    """A chronicle and what takes talk into it."""

    def __init__(self) -> None:
        self.chronicle = FakeChronicle(FakeStore())
        self.filed = Filed()

    async def take_in(self, *pieces: Piece) -> Tally:
        tally, clock = Tally(), FakeClock(NOON)
        filing = FilingBehind(self.filed)
        backfill = Backfill(
            chronicle=self.chronicle,
            digesting=Digesting(
                chronicle=self.chronicle,
                upkeep=filing,
                budget=CallBudget(clock=clock),
                clock=clock,
                local=LocalDigester(),
            ),
            filing=filing,
        )
        await backfill.take_in(iter(pieces), tally, lambda _: None)
        return tally


@pytest.fixture
def room() -> Room:
    return Room()


async def test_talk_is_kept_tagged_and_filed_and_a_greeting_is_not_filed(room: Room) -> None:
    tally = await room.take_in(Piece([SONG, HELLO, THEIRS]))

    assert (tally.imported, tally.tagged, tally.null) == (3, 2, 1)
    assert "음악" in tally.tags
    assert room.filed.batches == [(MINA, [SONG.id]), (JUN, [THEIRS.id])]


async def test_taken_in_twice_it_stands_there_once(room: Room) -> None:
    await room.take_in(Piece([SONG, SONG]))

    again = await room.take_in(Piece([SONG, HELLO]))

    assert (again.imported, again.known, again.null, again.tagged) == (1, 1, 1, 0)
    assert await room.chronicle.count(MINA) == 2


async def test_what_was_kept_and_not_tagged_when_it_broke_off_is_tagged(room: Room) -> None:
    await room.chronicle.keep_all([SONG.exchange(), HELLO.exchange()])

    tally = await room.take_in(Piece([SONG, HELLO]))

    assert (tally.imported, tally.known, tally.tagged, tally.null) == (0, 2, 1, 1)
    assert await room.chronicle.undigested(None, 9) == []


async def test_what_the_bot_heard_itself_does_not_come_again(room: Room) -> None:
    await room.chronicle.keep(replace(SONG.exchange(), id="live"))

    tally = await room.take_in(Piece([SONG]))

    assert (tally.imported, tally.known) == (0, 1)
    assert await room.chronicle.count(MINA) == 1


async def test_secrets_are_left_out_of_both_sides(room: Room) -> None:
    telling = replace(SONG, said="비밀번호는 hunter2!xyz 야", answered="password: hunter2!xyz")

    await room.take_in(Piece([telling]))

    (kept,) = (await room.chronicle.exchanges(MINA, [telling.id], audience=None)).values()
    assert "hunter2" not in f"{kept.said}{kept.answered}"


async def test_who_may_hear_it_is_as_in_live_talk(room: Room) -> None:
    await room.take_in(Piece([SONG, replace(THEIRS, scope=MINA)]))

    in_channel = await room.chronicle.with_keywords(MINA, ["블루밍"], audience="C1", limit=9)

    assert [each.place for each in in_channel] == ["T1/C1/1.0"]


async def test_flaws_are_all_counted_and_the_first_are_told(room: Room) -> None:
    flaws = [Flaw(f"line {number}", "not JSON") for number in range(30)]

    tally = await room.take_in(Piece(flaws=flaws[:15]), Piece(flaws=flaws[15:]))

    assert tally.flawed == 30
    assert tally.flaws == flaws[:20]
