"""The databases that restores put aside: erasing reaches them, and they do not stay for good."""

from __future__ import annotations

import asyncio
import logging
import os
import sqlite3
from contextlib import closing
from datetime import datetime
from pathlib import Path
from typing import Final

from memory.adapters.database import DATABASE_NAME, open_beside
from memory.adapters.sql_archive import KEPT_TABLES, SqlArchive
from memory.errors import DatabaseCorrupt, DatabaseTooNew, HomeUnwritable
from memory.records import Scope

BESIDE: Final = ("-wal", "-shm")
"""What SQLite may keep beside a database's file, by the ending."""

log = logging.getLogger(__name__)


def former_files(home: Path) -> list[Path]:
    """The databases that were put aside in a home, the latest first."""
    kept = [
        file for file in home.glob(f"{DATABASE_NAME}.before-restore-*") if _number(file).isdecimal()
    ]
    return sorted(kept, key=lambda file: int(_number(file)), reverse=True)


def next_former_file(home: Path) -> Path:
    """The name under which the next one is put aside."""
    latest = former_files(home)[:1]
    number = int(_number(latest[0])) + 1 if latest else 1
    return home / f"{DATABASE_NAME}.before-restore-{number}"


class FormerFiles:
    """The `FormerDatabases` port over the files of a home that this process has claimed."""

    def __init__(self, home: Path) -> None:
        self._home = home
        self._turn = asyncio.Lock()

    async def people(self) -> list[Scope]:
        """List everyone of whom they keep anything; one that cannot be read tells of nobody."""
        files = await asyncio.to_thread(former_files, self._home)
        found: set[Scope] = set()
        for file in files:
            found |= await asyncio.to_thread(_people_in, file)
        return sorted(found, key=lambda scope: (scope.team, scope.user))

    async def erase(self, scope: Scope, at: datetime) -> None:
        """Erase the person from each; one that this program cannot open is removed."""
        async with self._turn:
            for file in await asyncio.to_thread(former_files, self._home):
                kept_since = file.stat().st_mtime
                try:
                    await _erase_from(file, scope, at)
                except (DatabaseCorrupt, DatabaseTooNew) as error:
                    log.warning("[memory] %s was removed to erase a person: %s", file, error)
                    await asyncio.to_thread(_remove, file)
                else:
                    os.utime(file, (kept_since, kept_since))

    async def lapse(self, before: datetime) -> int:
        """Remove those that were put aside before this time."""
        async with self._turn:
            return await asyncio.to_thread(_remove_older, self._home, before)


async def _erase_from(file: Path, scope: Scope, at: datetime) -> None:
    async with await open_beside(file) as database:
        archive = SqlArchive(database)
        await archive.begin_erasing(scope, at)
        await archive.wipe()
        await archive.finish_erasing(scope)
        await database.flush()


def _people_in(file: Path) -> set[Scope]:
    found: set[Scope] = set()
    try:
        with closing(sqlite3.connect(f"{file.absolute().as_uri()}?mode=rw", uri=True)) as database:
            there = {name for (name,) in database.execute("SELECT name FROM sqlite_master")}
            for table in KEPT_TABLES:
                if table.name in there:
                    owners = f'SELECT DISTINCT team, "user" FROM {table.name}'  # noqa: S608  (ours)
                    found |= {Scope(team, user) for team, user in database.execute(owners)}
    except (sqlite3.Error, OSError) as error:
        log.warning("[memory] %s cannot be read: %s", file, error)
    return found


def _remove_older(home: Path, before: datetime) -> int:
    old = [file for file in former_files(home) if file.stat().st_mtime < before.timestamp()]
    for file in old:
        _remove(file)
        log.info("[memory] %s was put aside long ago and is removed", file)
    return len(old)


def unlink(file: Path) -> None:
    """Remove a database with what stands beside it, as far as it is there. Raises OSError."""
    for ending in ("", *BESIDE):
        file.with_name(f"{file.name}{ending}").unlink(missing_ok=True)


def _remove(file: Path) -> None:
    try:
        unlink(file)
    except OSError as error:
        raise HomeUnwritable(f"{file} cannot be removed ({error}). Remove it.") from error


def _number(file: Path) -> str:
    return file.name.rpartition("-")[2]
