"""SQLite's connections for SQLAlchemy: a statement goes to the connection's thread and back once.

aiosqlite hands each step of a statement over by itself: making a cursor, executing, fetching,
closing. On a busy machine these changes of threads take longer than the statements themselves.
"""

from __future__ import annotations

import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from functools import partial
from typing import Any, Final, Self

import aiosqlite
from sqlalchemy.engine import URL

_ROWS_AT_ONCE: Final = 64

_Rows = list[Any]
_Description = Sequence[tuple[Any, ...]] | None


def connector(url: URL, **options: Any) -> Callable[[], Awaitable[aiosqlite.Connection]]:  # noqa: ANN401  # sqlite3's own
    """What opens connections to the database at a URL, as `async_creator` of an engine."""
    arguments, told = url.get_dialect()().create_connect_args(url)
    opening = partial(sqlite3.connect, *arguments, **{**told, **options})

    async def connect() -> aiosqlite.Connection:
        connection = QuickConnection(opening, _ROWS_AT_ONCE)
        connection.end_with_process()
        return await connection

    return connect


class QuickConnection(aiosqlite.Connection):
    """A connection whose cursors fetch all rows as they execute."""

    def end_with_process(self) -> None:
        """Let the process end although this is still open."""
        self._thread.daemon = True

    # aiosqlite's cursor waits for its thread. This one begins when it is executed.
    def cursor(self) -> QuickCursor:  # type: ignore[override]
        """A cursor over rows that were fetched already."""
        return QuickCursor(self)

    async def rollback(self) -> None:
        """Undo the transaction, if one is open."""
        if self.in_transaction:
            await super().rollback()

    async def run(self, work: Callable[[sqlite3.Cursor], object]) -> _Finished:
        """Work with a new cursor in the connection's thread, fetch all rows, and close it."""
        return await self._execute(self._run, work)  # type: ignore[no-any-return,no-untyped-call]

    def _run(self, work: Callable[[sqlite3.Cursor], object]) -> _Finished:
        cursor = self._conn.cursor()
        try:
            work(cursor)
            rows = cursor.fetchall() if cursor.description else []
            return rows, cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


_Finished = tuple[_Rows, _Description, int, int | None]


class QuickCursor:
    """The part of a cursor that SQLAlchemy uses."""

    def __init__(self, connection: QuickConnection) -> None:
        self._connection = connection
        self._rows: _Rows = []
        self.description: _Description = None
        self.rowcount = -1
        self.lastrowid: int | None = None
        self.arraysize = 1

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def execute(self, statement: str, values: Sequence[Any] = ()) -> Self:
        """Execute a statement."""
        return await self._finish(lambda cursor: cursor.execute(statement, values))

    async def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Self:
        """Execute a statement for each row of values."""
        return await self._finish(lambda cursor: cursor.executemany(statement, rows))

    async def fetchall(self) -> _Rows:
        """Take the rows that are left."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Drop the rows that are left."""
        self._rows = []

    async def _finish(self, work: Callable[[sqlite3.Cursor], object]) -> Self:
        finished = await self._connection.run(work)
        self._rows, self.description, self.rowcount, self.lastrowid = finished
        return self
