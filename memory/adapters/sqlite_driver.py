"""SQLite's connections for SQLAlchemy, made for statements shorter than a change of threads.

aiosqlite hands each step of a statement over to the connection's thread: making a cursor,
executing, fetching, closing. On a busy machine these changes of threads take longer than the
statements themselves. Here a statement goes there and back once, and a short reading not at all:
it is tried where it is asked for, within so few steps of SQLite's that nobody waits for it, and
only what does not end within them goes to the thread.
"""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Awaitable, Callable, Iterable, Sequence
from contextlib import suppress
from functools import partial
from typing import Any, Final, Self, cast

import aiosqlite
from sqlalchemy.engine import URL

SHORT_STEPS: Final = 10_000
"""How many instructions of SQLite's virtual machine a short reading takes at most: about 1 ms."""

_ROWS_AT_ONCE: Final = 64

_Rows = list[Any]
_Description = Sequence[tuple[Any, ...]] | None


def connector(url: URL, **options: Any) -> Callable[[], Awaitable[aiosqlite.Connection]]:  # noqa: ANN401  # sqlite3's own
    """What opens connections to the database at a URL, as `async_creator` of an engine."""
    arguments, told = url.get_dialect()().create_connect_args(url)
    # The two threads take turns: nothing is read here while the other has work.
    options["check_same_thread"] = False
    opening = partial(sqlite3.connect, *arguments, **{**told, **options})

    async def connect() -> aiosqlite.Connection:
        connection = QuickConnection(opening, _ROWS_AT_ONCE)
        connection.end_with_process()
        return await connection

    return connect


class QuickConnection(aiosqlite.Connection):
    """A connection whose cursors fetch all rows as they execute.

    `_sent` counts what was given to the thread and `_done` what it has finished, each written by
    one side alone: also what nobody awaits any more keeps the connection busy until it is done.
    """

    _sent = 0
    _done = 0

    def end_with_process(self) -> None:
        """Let the process end although this is still open."""
        self._thread.daemon = True

    # aiosqlite's cursor waits for its thread. This one begins when it is executed.
    def cursor(self) -> QuickCursor:  # type: ignore[override]
        """A cursor over rows that were fetched already."""
        return QuickCursor(self)

    async def rollback(self) -> None:
        """Undo the transaction, if one is open."""
        if self._sent != self._done or self.in_transaction:
            await super().rollback()

    async def run(self, statement: str, work: Callable[[sqlite3.Cursor], object]) -> _Finished:
        """Work with a new cursor, fetch all rows, and close it."""
        if statement.startswith("SELECT") and self._sent == self._done:
            await asyncio.sleep(0)  # so that many in a row do not keep others waiting
            with suppress(_TooLong):
                return self._read_shortly(work)
        return cast("_Finished", await self._execute(self._run, work))

    def _read_shortly(self, work: Callable[[sqlite3.Cursor], object]) -> _Finished:
        self._conn.set_progress_handler(_stop, SHORT_STEPS)
        try:
            return self._run(work)
        except sqlite3.OperationalError as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_INTERRUPT:
                raise _TooLong from error
            raise
        finally:
            self._conn.set_progress_handler(None, 0)

    async def _execute(self, fn: Callable[..., object], *args: object, **kwargs: object) -> object:
        self._sent += 1
        return await super()._execute(self._counted, fn, *args, **kwargs)  # type: ignore[no-untyped-call]

    def _counted(self, fn: Callable[..., object], *args: object, **kwargs: object) -> object:
        try:
            return fn(*args, **kwargs)
        finally:
            self._done += 1

    def _run(self, work: Callable[[sqlite3.Cursor], object]) -> _Finished:
        cursor = self._conn.cursor()
        try:
            work(cursor)
            rows = cursor.fetchall() if cursor.description else []
            return rows, cursor.description, cursor.rowcount, cursor.lastrowid
        finally:
            cursor.close()


class _TooLong(Exception):
    """A reading took more than a short one's steps."""


def _stop() -> int:
    return 1


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
        return await self._finish(statement, lambda cursor: cursor.execute(statement, values))

    async def executemany(self, statement: str, rows: Iterable[Sequence[Any]]) -> Self:
        """Execute a statement for each row of values."""
        return await self._finish(statement, lambda cursor: cursor.executemany(statement, rows))

    async def fetchall(self) -> _Rows:
        """Take the rows that are left."""
        rows, self._rows = self._rows, []
        return rows

    async def close(self) -> None:
        """Drop the rows that are left."""
        self._rows = []

    async def _finish(self, statement: str, work: Callable[[sqlite3.Cursor], object]) -> Self:
        finished = await self._connection.run(statement, work)
        self._rows, self.description, self.rowcount, self.lastrowid = finished
        return self
