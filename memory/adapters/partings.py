"""Who was erased and what was forgotten, as one database notes it, done once more in another.

A backup knows nothing of what came after it. The database that it replaces does: it keeps ids and
times of both, and no content.
"""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Final

from memory.adapters.database import Database
from memory.adapters.forgetting import forget_content
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_ledger import SqlLedger
from memory.records import Scope

_ERASED: Final = 'SELECT team, "user", erased_at FROM erasures'
_FORGOTTEN: Final = """
    SELECT m.team, m."user", m.id, m.forgotten_at, coalesce(max(e.proposal_id), '')
    FROM memories m LEFT JOIN events e ON e.memory_id = m.id AND e.kind = 'forgotten'
    WHERE m.forgotten_at IS NOT NULL GROUP BY m.seq ORDER BY m.forgotten_at, m.seq
"""
_HAS_ERASURES: Final = "SELECT 1 FROM sqlite_master WHERE name = 'erasures'"
_BUSY_SECONDS: Final = 30.0


@dataclass(frozen=True, slots=True)
class ForgottenMemory:
    """One version of a memory that was forgotten, when, and by which consent ("" if unknown)."""

    scope: Scope
    id: str
    at: datetime
    consent: str


@dataclass(slots=True)
class Partings:
    """What one database notes. `fault` says what of it could not be read; what could is here."""

    erased: dict[Scope, datetime] = field(default_factory=dict)
    forgotten: list[ForgottenMemory] = field(default_factory=list)
    fault: str | None = None


def read_partings(file: Path) -> Partings:
    """Read the notes of a database of any version that this program wrote. Never raises."""
    found = Partings()
    try:
        address = f"{file.absolute().as_uri()}?mode=rw"  # its log, if it has one, must be read too
        with closing(sqlite3.connect(address, uri=True, timeout=_BUSY_SECONDS)) as database:
            if database.execute(_HAS_ERASURES).fetchone():
                for team, user, at in database.execute(_ERASED):
                    found.erased[Scope(team, user)] = datetime.fromisoformat(at)
            for team, user, id_, at, consent in database.execute(_FORGOTTEN):
                when = datetime.fromisoformat(at)
                found.forgotten.append(ForgottenMemory(Scope(team, user), id_, when, consent))
    except (sqlite3.Error, OSError, ValueError) as error:
        found.fault = " ".join(str(error).split())
    return found


async def part_again(database: Database, partings: Partings) -> tuple[int, int]:
    """Erase and forget what the notes tell and the database does not know of, to the last byte.

    Returns how many people and how many memories that were. The notes keep their own times, so that
    what was said since then stays. Raises `StorageFault`.
    """
    archive, ledger = SqlArchive(database), SqlLedger(database)
    known = set(await archive.known_scopes())
    erased: list[Scope] = []
    for scope, at in partings.erased.items():
        noted = await ledger.erased_at(scope)
        if noted is None or noted < at:
            await archive.begin_erasing(scope, at)
            erased.append(scope)
    forgotten = 0
    for each in partings.forgotten:
        async with database.writing() as connection:
            ids = await forget_content(
                connection, each.scope, target=each.id, consent=each.consent, at=each.at
            )
        forgotten += bool(ids)
    if erased or forgotten:
        await archive.wipe()
    for scope in erased:
        await archive.finish_erasing(scope)
    return len(known.intersection(erased)), forgotten
