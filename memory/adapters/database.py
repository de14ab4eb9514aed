"""The database: opened, brought up to date, written to by one at a time, and closed cleanly."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import AsyncIterator, Iterator
from contextlib import AsyncExitStack, asynccontextmanager, closing, contextmanager
from pathlib import Path
from types import TracebackType
from typing import Final, Self

from sqlalchemy import event
from sqlalchemy.engine import URL, make_url
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.exc import ArgumentError, DBAPIError, IntegrityError, InvalidRequestError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine, create_async_engine
from sqlalchemy.pool import ConnectionPoolEntry

from memory.adapters.home_lock import HomeLock
from memory.adapters.kept_connections import KeptConnections
from memory.adapters.schema import upgrade
from memory.adapters.sqlite_driver import connector
from memory.errors import DatabaseCorrupt, HomeUnwritable, StorageFault

DATABASE_NAME: Final = "ttori.db"

_BUSY_SECONDS: Final = 30
_EACH_FOR_ITSELF: Final = {"isolation_level": "AUTOCOMMIT"}  # or a kept one would see old rows
_READERS: Final = 4
# Up to this size the whole file is checked at each start (in under a second). In a larger one,
# what is broken in the middle shows when it is read.
_CHECKED_BYTES: Final = 64 * 1024 * 1024
_PRAGMAS: Final = (
    "PRAGMA journal_mode = WAL",
    "PRAGMA synchronous = FULL",  # "I have remembered it" must outlive a power cut
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
)
_SIGNS_OF_CORRUPTION: Final = ("malformed", "not a database", "unsupported file format")
_SIGNS_OF_A_BAD_HOME: Final = ("readonly", "unable to open", "disk is full", "disk I/O error")


class RowExists(StorageFault):
    """What may be there once only is there already: nothing was written, look at what is there."""


class Database:
    """An open database. Reads run side by side; writes one after another, each a transaction."""

    def __init__(self, engine: AsyncEngine, lock: HomeLock | None = None) -> None:
        self._engine = engine
        self._is_sqlite = engine.dialect.name == "sqlite"
        # SQLite's driver begins nothing of itself, see `_engine`.
        alone = engine if self._is_sqlite else engine.execution_options(**_EACH_FOR_ITSELF)
        self._readers = KeptConnections(alone, most=_READERS, patience_seconds=_BUSY_SECONDS)
        self._writer = KeptConnections(engine, most=1, patience_seconds=_BUSY_SECONDS)
        self._lock = lock
        self._turn = asyncio.Lock()

    @asynccontextmanager
    async def reading(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection to read by, each statement for itself. Raises `StorageFault`."""
        with _translated(self._engine.url):
            async with self._readers.lend() as connection:
                yield connection

    @asynccontextmanager
    async def writing(self) -> AsyncIterator[AsyncConnection]:
        """Give a transaction: all of the block is kept when it ends well, else none of it.

        Raises `RowExists` when a constraint refused a row, and other `StorageFault`s.
        """
        with _translated(self._engine.url):
            async with self._writing() as connection:
                # Begin at once: the driver itself would begin too late to keep writers apart.
                if self._is_sqlite:
                    await connection.exec_driver_sql("BEGIN IMMEDIATE")
                yield connection

    async def wipe(self) -> None:
        """Leave no byte of what was deleted in SQLite's files. Raises `StorageFault`.

        A database server writes its own files: there this does nothing.
        """
        if not self._is_sqlite:
            return
        with _translated(self._engine.url):
            async with self._writing() as connection:
                await connection.exec_driver_sql("VACUUM")
                told = await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")
                is_busy, *_ = told.one()
        if is_busy:
            raise StorageFault(
                f"Somebody else reads {self._engine.url.database}, so it could not be wiped. "
                "Close what reads it; the rest is done at the next start."
            )

    async def flush(self) -> None:
        """Empty SQLite's write-ahead log, so that what was forgotten does not linger in it."""
        if not self._is_sqlite:
            return
        with _translated(self._engine.url):
            async with self._writing() as connection:
                await connection.exec_driver_sql("PRAGMA wal_checkpoint(TRUNCATE)")

    async def close(self) -> None:
        """Close every connection and let the home go. Closing twice does nothing."""
        await self._readers.close()
        await self._writer.close()
        await self._engine.dispose()
        if self._lock is not None:
            self._lock.release()

    @asynccontextmanager
    async def _writing(self) -> AsyncIterator[AsyncConnection]:
        async with self._turn, self._writer.lend() as connection:
            yield connection
            await connection.commit()  # one that was left with an error is closed, and rolled back

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.close()


async def open_database(home: Path, url: str | None = None) -> Database:
    """Claim the home, open its database (or the one at `url`) and bring its tables up to date.

    `url` is an SQLAlchemy URL of SQLite or PostgreSQL; without one it is `ttori.db` in the home.
    Raises `HomeInUse`, `HomeUnwritable`, `DatabaseCorrupt`, `DatabaseTooNew` and, for a URL that
    leads nowhere, `StorageFault`. Each says what to do.
    """
    async with AsyncExitStack() as undo:
        lock = HomeLock.acquire(home)
        undo.callback(lock.release)
        database = await _open(_address(home, url), lock)
        undo.pop_all()
        return database


async def open_beside(file: Path) -> Database:
    """Open an SQLite file in a home that this process has claimed, and bring its tables up to date.

    Raises `HomeUnwritable`, `DatabaseCorrupt`, `DatabaseTooNew`.
    """
    return await _open(URL.create("sqlite+aiosqlite", database=str(file)), None)


async def _open(address: URL, lock: HomeLock | None) -> Database:
    async with AsyncExitStack() as undo:
        if address.database and address.get_backend_name() == "sqlite":
            await asyncio.to_thread(_refuse_broken_file, Path(address.database))
        engine = _engine(address)
        undo.push_async_callback(engine.dispose)
        database = Database(engine, lock)
        async with database.writing() as connection:
            await connection.run_sync(upgrade)
        # What was forgotten just before the process died stands in the log until it is emptied.
        await database.flush()
        undo.pop_all()
        return database


def _address(home: Path, url: str | None) -> URL:
    if url is None:
        return URL.create("sqlite+aiosqlite", database=str(home / DATABASE_NAME))
    try:
        address = make_url(url)
    except ArgumentError as error:
        raise StorageFault(
            "TTORI_DATABASE_URL is no database address. It looks like "
            "postgresql://person:password@host/name; leave it out to use the home folder."
        ) from error
    drivers = {"sqlite": "sqlite+aiosqlite", "postgresql": "postgresql+asyncpg"}
    return address.set(drivername=drivers.get(address.drivername, address.drivername))


def _engine(address: URL) -> AsyncEngine:
    is_sqlite = address.get_backend_name() == "sqlite"
    try:
        engine = create_async_engine(
            address,
            pool_size=_READERS + 1,
            max_overflow=0,
            hide_parameters=True,  # an error in the log must not show what people said
            async_creator=(
                connector(address, timeout=_BUSY_SECONDS, isolation_level=None)
                if is_sqlite
                else None
            ),
        )
    except (ArgumentError, InvalidRequestError, ImportError) as error:
        raise StorageFault(
            f"No driver for {address.drivername} ({error}). Ttori speaks to SQLite, and to "
            "PostgreSQL when the package asyncpg is installed."
        ) from error
    if is_sqlite:
        event.listen(engine.sync_engine, "connect", _prepare)
    return engine


def _prepare(connection: DBAPIConnection, _: ConnectionPoolEntry) -> None:
    cursor = connection.cursor()
    for pragma in _PRAGMAS:
        cursor.execute(pragma)
    cursor.close()


def _refuse_broken_file(path: Path) -> None:
    """Look at the file without writing to it or beside it."""
    try:
        if not path.exists() or path.stat().st_size == 0:
            return
        # Without a log left by a crash there is nothing that SQLite must read beside the file.
        mode = "ro" if path.with_name(f"{path.name}-wal").exists() else "ro&immutable=1"
        address = f"{path.absolute().as_uri()}?mode={mode}"
        with closing(sqlite3.connect(address, uri=True)) as file:
            file.execute("PRAGMA schema_version").fetchone()
            if path.stat().st_size <= _CHECKED_BYTES:
                (finding,) = file.execute("PRAGMA quick_check(1)").fetchone()
                if finding != "ok":
                    raise _fault(str(path), sqlite3.DatabaseError(f"malformed: {finding}"))
    except OSError as error:
        raise HomeUnwritable(f"{path} cannot be read ({error}). Mend its permissions.") from error
    except sqlite3.Error as error:
        raise _fault(str(path), error) from error


@contextmanager
def _translated(url: URL) -> Iterator[None]:
    place = url.database if url.get_backend_name() == "sqlite" else url.render_as_string()
    try:
        yield
    except IntegrityError as error:
        raise RowExists(f"A constraint refused a row ({error.orig}).") from error
    except DBAPIError as error:
        raise _fault(str(place), error.orig or error) from error
    except (PoolTimeout, OSError) as error:
        raise StorageFault(f"The database at {place} does not answer ({error}).") from error


def _fault(place: str, error: BaseException) -> StorageFault:
    reason = " ".join(str(error).split())  # SQLite's findings come in several lines
    if any(sign in reason for sign in _SIGNS_OF_CORRUPTION):
        return DatabaseCorrupt(
            f"{place} is not a readable database ({reason}). Restore a backup of it, or move it "
            "away to start anew. Nothing in it was changed."
        )
    if any(sign in reason for sign in _SIGNS_OF_A_BAD_HOME):
        return HomeUnwritable(
            f"{place} cannot be written ({reason}). Free disk space or mend its permissions, or "
            "set TTORI_HOME to another folder."
        )
    return StorageFault(f"The database at {place} refused ({reason}).")
