"""What is read by is kept open, and never carries anything from one reading into the next."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from pathlib import Path

import pytest
from sqlalchemy import insert, select, text
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from memory.adapters.database import DATABASE_NAME, Database, open_database
from memory.adapters.kept_connections import KeptConnections
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.tables import claims
from memory.errors import StorageFault
from tests.ledger_kit import NOON

MORE_THAN_THERE_ARE = 12


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_database(tmp_path) as opened:
        yield opened


@pytest.fixture
async def engine(tmp_path: Path) -> AsyncIterator[AsyncEngine]:
    engine = create_async_engine(f"sqlite+aiosqlite:///{tmp_path / 'any.db'}", pool_size=2)
    yield engine
    await engine.dispose()


def files_in(home: Path) -> list[str]:
    return [file.name for file in home.glob(f"{DATABASE_NAME}*")]


def keeping(engine: AsyncEngine, most: int = 2) -> KeptConnections:
    return KeptConnections(engine, most=most, patience_seconds=0)


async def keys(database: Database) -> list[str]:
    async with database.reading() as connection:
        return list(await connection.scalars(select(claims.c.key)))


async def read_and_fail(database: Database) -> None:
    async with database.reading() as connection:
        await connection.execute(select(claims.c.key))
        await connection.execute(text("SELECT * FROM nowhere"))


async def write_and_fail(database: Database) -> None:
    async with database.writing() as connection:
        await connection.execute(insert(claims).values(key="half"))
        await connection.execute(text("INSERT INTO nowhere VALUES (1)"))


class TestReading:
    async def test_what_was_just_written_is_seen(self, database: Database) -> None:
        assert await keys(database) == []

        await SqlJournal(database).claim("k", NOON)

        assert await keys(database) == ["k"]

    async def test_a_reading_under_way_sees_what_is_written_meanwhile(
        self, database: Database
    ) -> None:
        async with database.reading() as connection:
            before = (await connection.scalars(select(claims.c.key))).all()
            await SqlJournal(database).claim("k", NOON)
            after = (await connection.scalars(select(claims.c.key))).all()

        assert (before, after) == ([], ["k"])

    async def test_an_error_does_not_reach_the_next(self, database: Database) -> None:
        for _ in range(MORE_THAN_THERE_ARE):
            with pytest.raises(StorageFault, match="nowhere"):
                await read_and_fail(database)

        assert await keys(database) == []

    async def test_a_cancelled_one_leaves_its_place_to_others(self, database: Database) -> None:
        async def read_forever(entered: asyncio.Event) -> None:
            async with database.reading() as connection:
                await connection.execute(select(claims.c.key))
                entered.set()
                await asyncio.Event().wait()

        for _ in range(MORE_THAN_THERE_ARE):
            entered = asyncio.Event()
            reader = asyncio.create_task(read_forever(entered))
            await entered.wait()
            reader.cancel()
            with pytest.raises(asyncio.CancelledError):
                await reader

        assert await keys(database) == []

    async def test_more_at_once_than_there_are_connections(self, database: Database) -> None:
        await SqlJournal(database).claim("k", NOON)

        found = await asyncio.gather(*(keys(database) for _ in range(MORE_THAN_THERE_ARE)))

        assert found == [["k"]] * MORE_THAN_THERE_ARE

    async def test_nothing_stays_open_that_a_wiping_would_wait_for(
        self, database: Database
    ) -> None:
        await SqlJournal(database).claim("k", NOON)
        await asyncio.gather(keys(database), keys(database))

        await database.wipe()

        assert await keys(database) == ["k"]

    async def test_a_write_follows_a_wiping(self, database: Database) -> None:
        await database.wipe()
        await database.flush()

        assert await SqlJournal(database).claim("k", NOON)

    async def test_a_write_follows_a_refused_one(self, database: Database) -> None:
        with pytest.raises(StorageFault, match="nowhere"):
            await write_and_fail(database)

        assert await SqlJournal(database).claim("k", NOON)
        assert await keys(database) == ["k"]

    async def test_closing_ends_what_is_idle(self, tmp_path: Path) -> None:
        database = await open_database(tmp_path)
        await SqlJournal(database).claim("k", NOON)
        await asyncio.gather(keys(database), keys(database))

        await database.close()

        assert files_in(tmp_path) == [DATABASE_NAME]


class TestLending:
    async def test_one_is_lent_to_one_at_a_time(self, engine: AsyncEngine) -> None:
        kept = keeping(engine)

        async with kept.lend() as one, kept.lend() as other:
            assert one is not other

        await kept.close()

    async def test_one_that_came_back_is_lent_again(self, engine: AsyncEngine) -> None:
        kept = keeping(engine)
        async with kept.lend() as first:
            pass

        async with kept.lend() as second:
            assert second is first

        await kept.close()

    async def test_one_that_was_left_with_an_error_is_closed(self, engine: AsyncEngine) -> None:
        kept = keeping(engine, most=1)
        with pytest.raises(LookupError):
            async with kept.lend() as failed:
                raise LookupError

        async with kept.lend() as other:
            assert failed.closed
            assert not other.closed

        await kept.close()

    async def test_when_one_was_lost_the_idle_ones_are_not_trusted(
        self, engine: AsyncEngine
    ) -> None:
        kept = keeping(engine)
        async with AsyncExitStack() as stack:
            lost = await stack.enter_async_context(kept.lend())
            async with kept.lend() as idle:
                pass
            await lost.invalidate()

        assert idle.closed
        async with kept.lend() as fresh:
            assert (await fresh.execute(text("SELECT 1"))).scalar() == 1
        await kept.close()

    async def test_who_waits_too_long_is_told(self, engine: AsyncEngine) -> None:
        kept = keeping(engine, most=1)

        async with kept.lend():
            with pytest.raises(TimeoutError):
                async with kept.lend():
                    pass

        await kept.close()

    async def test_after_closing_nothing_is_kept(self, engine: AsyncEngine) -> None:
        kept = keeping(engine)
        async with kept.lend() as idle:
            pass
        async with kept.lend() as late:
            await kept.close()

        assert idle.closed
        assert late.closed
