"""After a restore: the workspaces that have left or come back since the backup was made."""

from __future__ import annotations

import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from datetime import datetime
from pathlib import Path
from typing import Final

from sqlalchemy import delete, or_

from bot.wiring.workspaces import workspace_tables
from memory.adapters.database import DATABASE_NAME, Database, open_database
from memory.adapters.sql_departures import SqlDepartures

_NOTED: Final = "SELECT team, erase_at FROM departures"
_INSTALLED: Final = "SELECT coalesce(nullif(enterprise_id, ''), team_id) FROM slack_bots"
_HAS_BOTH: Final = (
    "SELECT count(*) = 2 FROM sqlite_master WHERE name IN ('departures', 'slack_bots')"
)


@dataclass(frozen=True, slots=True)
class _Roll:
    """What one database tells: who has left, until when they are kept, and who is installed."""

    left: Mapping[str, datetime]
    installed: frozenset[str]


async def follow_departures(home: Path, former: Path) -> int:
    """Treat the workspaces as the former database of a home does; how many left since the backup.

    Whoever left loses the tokens at once, and the memories when the time that is noted there is
    up. Of whoever came back nothing is erased. What cannot be read changes nothing. Raises
    `StorageFault`.
    """
    then, now = _read(home / DATABASE_NAME), _read(former)
    left = [team for team in now.left if team not in then.left]
    back = [team for team in then.left if team not in now.left and team in now.installed]
    if not left and not back:
        return 0
    async with await open_database(home) as database:
        book = SqlDepartures(database)
        for team in left:
            await book.note(team, now.left[team])
            await _remove_tokens(database, team)
        for team in back:
            await book.strike(team)
        await database.flush()
    return len(left)


def _read(file: Path) -> _Roll:
    try:
        address = f"{file.absolute().as_uri()}?mode=rw"
        with closing(sqlite3.connect(address, uri=True)) as database:
            if not database.execute(_HAS_BOTH).fetchone()[0]:
                return _Roll({}, frozenset())
            left = {team: datetime.fromisoformat(at) for team, at in database.execute(_NOTED)}
            return _Roll(left, frozenset(key for (key,) in database.execute(_INSTALLED) if key))
    except (sqlite3.Error, ValueError):
        return _Roll({}, frozenset())


async def _remove_tokens(database: Database, team: str) -> None:
    """Delete every installation by which this team's people are served."""
    async with database.writing() as connection:
        for table in workspace_tables().tables.values():
            if "team_id" in table.c:
                served = or_(table.c.enterprise_id == team, table.c.team_id == team)
                await connection.execute(delete(table).where(served))
