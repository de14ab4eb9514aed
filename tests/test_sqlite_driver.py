from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path
from sqlite3 import OperationalError

import pytest
from sqlalchemy.engine import URL

from memory.adapters.sqlite_driver import QuickConnection, connector


@pytest.fixture
async def connection(tmp_path: Path) -> AsyncIterator[QuickConnection]:
    url = URL.create("sqlite+aiosqlite", database=str(tmp_path / "some.db"))
    opened = await connector(url, isolation_level=None)()
    assert isinstance(opened, QuickConnection)
    await opened.cursor().execute("CREATE TABLE cups (id INTEGER PRIMARY KEY, tea TEXT)")
    yield opened
    await opened.close()


async def test_rows_are_there_when_a_statement_was_executed(connection: QuickConnection) -> None:
    await connection.cursor().executemany("INSERT INTO cups (tea) VALUES (?)", [["a"], ["b"]])

    cursor = await connection.cursor().execute("SELECT id, tea FROM cups WHERE tea > ?", ["a"])

    assert cursor.description is not None
    assert [name for name, *_ in cursor.description] == ["id", "tea"]
    assert await cursor.fetchall() == [(2, "b")]
    assert await cursor.fetchall() == []


async def test_a_write_tells_how_many_rows_and_the_last_id(connection: QuickConnection) -> None:
    inserted = await connection.cursor().execute("INSERT INTO cups (id, tea) VALUES (7, 'a')")
    changed = await connection.cursor().execute("UPDATE cups SET tea = 'b'")

    assert inserted.lastrowid == 7
    assert changed.rowcount == 1
    assert changed.description is None


async def test_what_was_rolled_back_is_not_there(connection: QuickConnection) -> None:
    await connection.cursor().execute("BEGIN IMMEDIATE")
    await connection.cursor().execute("INSERT INTO cups (tea) VALUES ('a')")

    await connection.rollback()

    count = await connection.cursor().execute("SELECT count(*) FROM cups")
    assert await count.fetchall() == [(0,)]


async def test_a_statement_that_fails_says_why(connection: QuickConnection) -> None:
    with pytest.raises(OperationalError, match="no such table"):
        await connection.cursor().execute("SELECT * FROM spoons")
