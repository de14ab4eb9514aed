"""Makes a backup the database of a home again, without those who were erased since it was made."""

from __future__ import annotations

import os
import shutil
import sqlite3
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

from memory.adapters.backup import OWNER_ONLY, check
from memory.adapters.database import DATABASE_NAME, open_beside
from memory.adapters.former_files import BESIDE, former_files, next_former_file, unlink
from memory.adapters.home_lock import HomeLock
from memory.adapters.partings import part_again, read_partings
from memory.errors import HomeUnwritable, StorageFault


@dataclass(frozen=True, slots=True)
class Restored:
    """What a restore did.

    `former` is where the former database was put, None where there was none. `erased` people and
    `forgotten` memories were in the backup, and are gone from it as they were from the former
    database. `unchecked` says why that could not be told, or not for all; None when it was.
    """

    former: Path | None
    erased: int
    forgotten: int
    unchecked: str | None


async def restore(file: Path, home: Path, *, index: Path) -> Restored:
    """Make a backup the database of a home, and throw the `index` of the former one away.

    Who was erased and what was forgotten since the backup was made, by the notes of the former
    database and of any that an earlier restore kept, is taken out before the backup takes its
    place. The former database is kept beside it. Raises `HomeInUse` while the bot runs, and other
    `StorageFault`s; then the home is as it was.
    """
    _refuse_other(file)
    lock = HomeLock.acquire(home)
    part = home / f"{DATABASE_NAME}.part"
    try:
        unlink(part)
        _copy(file, part)
        erased, forgotten, unchecked = await _part_again(part, home)
        former = _put_in_place(part, home / DATABASE_NAME, index)
    except OSError as error:
        raise HomeUnwritable(
            f"{home} cannot be written ({error}). Mend its permissions."
        ) from error
    finally:
        unlink(part)
        lock.release()
    return Restored(former, erased, forgotten, unchecked)


async def _part_again(part: Path, home: Path) -> tuple[int, int, str | None]:
    """Take out of the copy what the databases of the home note; how much, and what is unsure."""
    database = home / DATABASE_NAME
    former = former_files(home)
    if database.exists():
        former.insert(0, database)
    erased = forgotten = 0
    fault = None if former else "there is no former database"
    async with await open_beside(part) as copy:
        for file in former:
            notes = read_partings(file)
            people, memories = await part_again(copy, notes)
            erased, forgotten = erased + people, forgotten + memories
            if notes.fault is not None:
                fault = fault or f"{file.name} could not be read ({notes.fault})"
        await copy.flush()
    return erased, forgotten, fault


def _refuse_other(file: Path) -> None:
    """Raise `StorageFault` unless the file is a backup."""
    if not file.is_file():
        raise StorageFault(f"There is no file {file}.")
    try:
        check(file)
    except sqlite3.Error as error:
        raise StorageFault(f"{file} is no backup of Ttori ({error}). Name another.") from error


def _copy(file: Path, part: Path) -> None:
    part.touch(mode=OWNER_ONLY)
    shutil.copyfile(file, part)


def _put_in_place(part: Path, database: Path, index: Path) -> Path | None:
    """Set the database aside and put the part in its place; where the former one is now."""
    former = _set_aside(database) if database.exists() else None
    part.replace(database)
    if index.exists():
        shutil.rmtree(index)
    return former


def _set_aside(database: Path) -> Path:
    """Give the database, with what stands in its log, the next name beside it."""
    try:
        with closing(sqlite3.connect(database)) as former:
            former.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        is_whole = True
    except sqlite3.Error:  # a broken one is kept as it is, with its log
        is_whole = False
    aside = next_former_file(database.parent)
    database.rename(aside)
    os.utime(aside)  # from now on it is kept for a time
    for ending in BESIDE:
        log = database.with_name(f"{database.name}{ending}")
        if is_whole:
            log.unlink(missing_ok=True)
        elif log.exists():
            log.rename(aside.with_name(f"{aside.name}{ending}"))
    return aside
