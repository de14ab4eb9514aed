"""The small books in SQL: what each person chose, and what was decided about each candidate."""

from __future__ import annotations

from datetime import timedelta

from sqlalchemy import delete, insert, or_, select

from memory.adapters.database import Database
from memory.adapters.log_tables import write_log
from memory.adapters.rows import content_digest, owned
from memory.adapters.tables import preferences
from memory.books import LOG_DAYS, LOG_ROWS
from memory.records import AutoMode, Fact, Scope, SourceKind, WriteEntry, WriteVerdict


class SqlPreferences:
    """The `Preferences` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def auto_mode(self, scope: Scope) -> AutoMode:
        """Read the person's choice; ASK until they choose."""
        query = select(preferences.c.auto_mode).where(owned(preferences, scope))
        async with self._database.reading() as connection:
            chosen = (await connection.execute(query)).scalar_one_or_none()
        return AutoMode(chosen) if chosen else AutoMode.ASK

    async def set_auto_mode(self, scope: Scope, mode: AutoMode) -> None:
        """Keep the person's choice in place of the one before."""
        chosen = {"team": scope.team, "user": scope.user, "auto_mode": mode}
        async with self._database.writing() as connection:
            await connection.execute(delete(preferences).where(owned(preferences, scope)))
            await connection.execute(insert(preferences).values(chosen))


class SqlWriteLog:
    """The `WriteLog` port over a `Database`. `keep_rows` bounds it for everyone together."""

    def __init__(self, database: Database, *, keep_rows: int = LOG_ROWS) -> None:
        self._database = database
        self._keep_rows = keep_rows

    async def note(self, entry: WriteEntry) -> None:
        """Add an entry, and trim the log by age and by number."""
        too_many = (
            select(write_log.c.seq)
            .order_by(write_log.c.seq.desc())
            .offset(self._keep_rows)
            .limit(1)
            .scalar_subquery()
        )
        trim = delete(write_log).where(
            or_(
                write_log.c.at <= entry.at - timedelta(days=LOG_DAYS),
                write_log.c.seq <= too_many,
            )
        )
        async with self._database.writing() as connection:
            await connection.execute(insert(write_log).values(_values(entry)))
            await connection.execute(trim)

    async def entries(self, scope: Scope, limit: int) -> list[WriteEntry]:
        """List the person's latest entries, newest first."""
        query = (
            select(write_log)
            .where(owned(write_log, scope))
            .order_by(write_log.c.seq.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(query)).all()
        return [
            WriteEntry(
                id=row.id,
                scope=scope,
                at=row.at,
                candidate=row.candidate,
                verdict=WriteVerdict(row.verdict),
                reason=row.reason,
                source_kind=SourceKind(row.source_kind),
                pointer=row.pointer,
                proposal_id=row.proposal_id,
                memory_id=row.memory_id,
            )
            for row in rows
        ]


def _values(entry: WriteEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "team": entry.scope.team,
        "user": entry.scope.user,
        "at": entry.at,
        "candidate": entry.candidate,
        "content_key": content_digest(Fact(entry.candidate)) if entry.candidate else "",
        "verdict": entry.verdict,
        "reason": entry.reason,
        "source_kind": entry.source_kind,
        "pointer": entry.pointer,
        "proposal_id": entry.proposal_id,
        "memory_id": entry.memory_id,
    }
