"""A copy of the database that is whole although the bot goes on writing, and the way back.

The index is no part of it: it is built anew from the database.
"""

from __future__ import annotations

import shutil
import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from memory.adapters.database import DATABASE_NAME
from memory.adapters.home_lock import HomeLock
from memory.errors import HomeUnwritable, StorageFault

_BESIDE: Final = ("-wal", "-shm")
_OWNER_ONLY: Final = 0o600
_BUSY_SECONDS: Final = 30.0


def back_up(home: Path, file: Path) -> int:
    """Copy the database of a home into a new file that only its owner can read; its bytes.

    The bot may run meanwhile: the copy is of one moment. Source of the method: SQLite's Online
    Backup API. Raises `StorageFault`, which says what to do.
    """
    database = home / DATABASE_NAME
    if not database.is_file():
        raise StorageFault(f"There is no database in {home}. Set TTORI_HOME to where the bot's is.")
    if file.exists():
        raise StorageFault(f"{file} exists already. Name a file that does not.")
    part = file.with_name(f"{file.name}.part")
    try:
        part.unlink(missing_ok=True)
        part.touch(mode=_OWNER_ONLY)
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part, timeout=_BUSY_SECONDS)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
        _check(part)
        part.replace(file)
    except OSError as error:
        raise StorageFault(f"{file} cannot be written ({error}). Name another place.") from error
    except sqlite3.Error as error:
        raise StorageFault(f"{database} could not be copied ({error}). Try again.") from error
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def restore(file: Path, home: Path, *, index: Path) -> Path | None:
    """Make a backup the database of a home, and throw the `index` of the former one away.

    The former database is kept beside it; its new name comes back, None where there was none.
    Raises `HomeInUse` while the bot runs, and other `StorageFault`s.
    """
    if not file.is_file():
        raise StorageFault(f"There is no file {file}.")
    try:
        _check(file)
    except sqlite3.Error as error:
        raise StorageFault(f"{file} is no backup of Ttori ({error}). Name another.") from error
    lock = HomeLock.acquire(home)
    try:
        return _put_in_place(file, home / DATABASE_NAME, index)
    except OSError as error:
        raise HomeUnwritable(
            f"{home} cannot be written ({error}). Mend its permissions."
        ) from error
    finally:
        lock.release()


def _put_in_place(file: Path, database: Path, index: Path) -> Path | None:
    part = database.with_name(f"{database.name}.part")
    shutil.copyfile(file, part)
    part.chmod(_OWNER_ONLY)
    former = _set_aside(database) if database.exists() else None
    part.replace(database)
    if index.exists():
        shutil.rmtree(index)
    return former


def _set_aside(database: Path) -> Path:
    """Give the database, with what stands in its log, the first free name beside it."""
    with closing(sqlite3.connect(database)) as former:
        former.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    number = 1
    while (aside := database.with_name(f"{database.name}.before-restore-{number}")).exists():
        number += 1
    database.rename(aside)
    for ending in _BESIDE:
        database.with_name(f"{database.name}{ending}").unlink(missing_ok=True)
    return aside


def _check(file: Path) -> None:
    """Raise `sqlite3.Error` when the file is broken or holds no memories."""
    with closing(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    ) as it:
        (finding,) = it.execute("PRAGMA quick_check(1)").fetchone()
        if finding != "ok":
            raise sqlite3.DatabaseError(finding)
        it.execute("SELECT count(*) FROM memories").fetchone()
