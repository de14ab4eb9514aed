from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from pathlib import Path

import pytest
from sqlalchemy import func, select

from memory.adapters.database import open_database
from memory.adapters.dialogue_tables import exchange_tags
from memory.adapters.sql_chronicle import SqlChronicle
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.tables import exchange_memories, exchanges
from memory.dialogue.cleaning import Cleaning
from memory.dialogue.records import Digest
from memory.records import Exchange, Scope
from tests.fakes import FakeClock
from tests.fakes_dialogue import FakeChronicle

ME = Scope("T1", "U1")
OTHER = Scope("T1", "U2")


class Index:
    """Notes what is taken out of it."""

    def __init__(self) -> None:
        self.gone: list[tuple[Scope, list[str]]] = []

    async def trimmed(self, scope: Scope, ids: Sequence[str]) -> None:
        self.gone.append((scope, sorted(ids)))


class Home:
    def __init__(self) -> None:
        self.clock = FakeClock()
        self.chronicle = FakeChronicle()
        self.index = Index()

    def cleaning(self, *, ttl: timedelta | None = None, most: int = 10_000) -> Cleaning:
        return Cleaning(
            chronicle=self.chronicle, upkeep=self.index, clock=self.clock, ttl=ttl, most=most
        )

    async def talk(self, *names: str, scope: Scope = ME) -> None:
        """An exchange a day, the last one now."""
        for days, name in enumerate(reversed(names)):
            at = self.clock.now - timedelta(days=days)
            assert await self.chronicle.keep(Exchange(name, scope, "T1/D1", "안녕", "네", at))


@pytest.fixture
def home() -> Home:
    return Home()


async def test_the_oldest_of_too_many_go_from_database_and_index(home: Home) -> None:
    await home.talk("a", "b", "c", "d")

    assert await home.cleaning(most=2).clean(ME) == 2

    assert [each.id for each in await home.chronicle.latest(ME, "T1/D1", 9)] == ["c", "d"]
    assert home.index.gone == [(ME, ["a", "b"])]


async def test_what_is_older_than_its_time_goes(home: Home) -> None:
    await home.talk("a", "b", "c")

    assert await home.cleaning(ttl=timedelta(days=1)).clean(ME) == 1

    assert home.index.gone == [(ME, ["a"])]


async def test_nothing_to_clean_asks_nothing_of_the_index(home: Home) -> None:
    await home.talk("a")

    assert await home.cleaning().clean(ME) == 0

    assert home.index.gone == []


async def test_everyone_is_held_to_the_same_and_the_log_tells(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    await home.talk("a", "b")
    await home.talk("c", "d", "e", scope=OTHER)

    with caplog.at_level(logging.INFO):
        assert await home.cleaning(most=1).clean_all() == 3

    assert [each.message for each in caplog.records] == [
        "[memory] cleaned exchanges=1 of one person",
        "[memory] cleaned exchanges=2 of one person",
    ]


async def test_in_the_database_goes_with_an_exchange_all_that_hangs_on_it(tmp_path: Path) -> None:
    now = FakeClock().now
    async with await open_database(tmp_path) as database:
        journal, chronicle = SqlJournal(database), SqlChronicle(database)
        for number in range(4):
            at = now + timedelta(minutes=number)
            await journal.keep(
                Exchange(f"x{number}", ME, "T1/D1", "안녕", "네", at, memory_ids=("m1", "m2"))
            )
        await chronicle.mark_digested(
            ME, [Digest(f"x{number}", ("음악", "비"), topic="비") for number in range(4)], now
        )
        cleaning = Cleaning(chronicle=chronicle, upkeep=Index(), clock=FakeClock(), most=1)

        assert await cleaning.clean(ME) == 3

        async with database.reading() as connection:
            counted = {
                table.name: await connection.scalar(select(func.count()).select_from(table))
                for table in (exchanges, exchange_tags, exchange_memories)
            }
    assert counted == {"exchanges": 1, "exchange_tags": 2, "exchange_memories": 2}
