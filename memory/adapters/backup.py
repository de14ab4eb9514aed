"""A copy of the database that is whole although the bot goes on writing.

The index is no part of it: it is built anew from the database. `restoring` is the way back.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path
from typing import Final

from memory.adapters.database import DATABASE_NAME
from memory.errors import StorageFault

OWNER_ONLY: Final = 0o600
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
        part.touch(mode=OWNER_ONLY)
        with (
            closing(sqlite3.connect(f"{database.absolute().as_uri()}?mode=ro", uri=True)) as source,
            closing(sqlite3.connect(part, timeout=_BUSY_SECONDS)) as copy,
        ):
            source.backup(copy)
            copy.execute("PRAGMA journal_mode = DELETE")  # so that the copy is one file
        check(part)
        part.replace(file)
    except OSError as error:
        raise StorageFault(f"{file} cannot be written ({error}). Name another place.") from error
    except sqlite3.Error as error:
        raise StorageFault(f"{database} could not be copied ({error}). Try again.") from error
    finally:
        part.unlink(missing_ok=True)
    return file.stat().st_size


def check(file: Path) -> None:
    """Raise `sqlite3.Error` when the file is broken or holds no memories."""
    with closing(
        sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)
    ) as it:
        (finding,) = it.execute("PRAGMA quick_check(1)").fetchone()
        if finding != "ok":
            raise sqlite3.DatabaseError(finding)
        it.execute("SELECT count(*) FROM memories").fetchone()
