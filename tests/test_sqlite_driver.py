from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from sqlite3 import OperationalError
from threading import Event, get_ident

import pytest
from sqlalchemy.engine import URL

from memory.adapters.sqlite_driver import SHORT_STEPS, QuickConnection, connector

COUNTING = """
    FROM (
        WITH RECURSIVE numbers(n) AS (
            VALUES (1) UNION ALL SELECT n + 1 FROM numbers WHERE n < ?
        )
        SELECT n FROM numbers
    )
"""


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


class Marker:
    """A function in SQL that keeps in which thread it was called, for each row."""

    def __init__(self) -> None:
        self.threads: list[int] = []

    def __call__(self, value: int) -> int:
        self.threads.append(get_ident())
        return value


async def test_a_short_reading_is_done_where_it_is_asked_for(connection: QuickConnection) -> None:
    mark = Marker()
    await connection.create_function("mark", 1, mark)

    await connection.cursor().execute("SELECT mark(1)")

    assert mark.threads == [get_ident()]


async def test_a_long_reading_goes_to_the_thread_and_comes_whole(
    connection: QuickConnection,
) -> None:
    mark = Marker()
    await connection.create_function("mark", 1, mark)

    cursor = await connection.cursor().execute(f"SELECT mark(n) {COUNTING}", [SHORT_STEPS])

    assert await cursor.fetchall() == [(number,) for number in range(1, SHORT_STEPS + 1)]
    assert mark.threads[0] == get_ident() != mark.threads[-1]


async def test_a_long_reading_within_a_transaction_leaves_it_open(
    connection: QuickConnection,
) -> None:
    await connection.cursor().execute("BEGIN IMMEDIATE")
    await connection.cursor().execute("INSERT INTO cups (tea) VALUES ('a')")

    cursor = await connection.cursor().execute(f"SELECT count(*) {COUNTING}", [SHORT_STEPS])
    await connection.commit()

    assert await cursor.fetchall() == [(SHORT_STEPS,)]
    count = await connection.cursor().execute("SELECT count(*) FROM cups")
    assert await count.fetchall() == [(1,)]


async def test_nothing_is_read_beside_what_the_thread_still_does(
    connection: QuickConnection,
) -> None:
    mark, may_go_on = Marker(), Event()
    await connection.create_function("mark", 1, mark)
    await connection.create_function("wait", 0, lambda: may_go_on.wait(10))
    writing = "INSERT INTO cups (tea) VALUES (wait())"
    waiting = asyncio.create_task(connection.cursor().execute(writing))
    await asyncio.sleep(0)
    waiting.cancel()  # the thread goes on with it all the same

    reading = asyncio.create_task(connection.cursor().execute("SELECT mark(1)"))
    await asyncio.sleep(0)
    may_go_on.set()
    await reading

    assert mark.threads != [get_ident()]


async def test_a_reading_that_fails_says_why_at_once(connection: QuickConnection) -> None:
    with pytest.raises(OperationalError, match="no such column"):
        await connection.cursor().execute("SELECT milk FROM cups")
