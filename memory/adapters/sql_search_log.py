"""The search log in SQL: one row for each search, its candidates as a compact list."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import astuple
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Row, Select, delete, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.database import Database
from memory.adapters.log_tables import search_log
from memory.adapters.rows import owned
from memory.adapters.tables import erasures
from memory.books import SEARCH_DAYS, SEARCH_ROWS
from memory.evidence import Considered, Evidence
from memory.records import MemoryType, Scope
from memory.searches import Feedback, SearchEntry, SearchKind

_DIGITS: Final = 6


class SqlSearchLog:
    """The `SearchLog` port over a `Database`. `keep_rows` bounds it for each person."""

    def __init__(self, database: Database, *, keep_rows: int = SEARCH_ROWS) -> None:
        self._database = database
        self._keep_rows = keep_rows

    async def note(self, entries: Sequence[SearchEntry]) -> None:
        """Add entries, and trim the log by age and by number."""
        async with self._database.writing() as connection:
            for entry in entries:
                if not await _is_erased(connection, entry):
                    await connection.execute(insert(search_log).values(_values(entry)))
            for scope in {entry.scope for entry in entries}:
                latest = max(entry.at for entry in entries if entry.scope == scope)
                await self._trim(connection, scope, latest)

    async def entries(self, scope: Scope, limit: int) -> list[SearchEntry]:
        """List the person's latest entries, newest first."""
        newest_first = _of(scope).order_by(search_log.c.seq.desc()).limit(limit)
        return await self._read(newest_first)

    async def of_answer(self, scope: Scope, answer_id: str | None = None) -> list[SearchEntry]:
        """List the person's entries for one answer, or for the latest, oldest first."""
        latest = (
            select(search_log.c.answer_id)
            .where(owned(search_log, scope), search_log.c.answer_id.is_not(None))
            .order_by(search_log.c.seq.desc())
            .limit(1)
            .scalar_subquery()
        )
        wanted = search_log.c.answer_id == (latest if answer_id is None else answer_id)
        return await self._read(_of(scope).where(wanted).order_by(search_log.c.seq))

    async def rate(
        self, scope: Scope, answer_id: str, feedback: Feedback | None, at: datetime
    ) -> bool:
        """Write what the person thinks of an answer into all of its rows."""
        meant = or_(search_log.c.answer_id == answer_id, search_log.c.id == answer_id)
        rated = {"feedback": feedback, "feedback_at": None if feedback is None else at}
        async with self._database.writing() as connection:
            changed = await connection.execute(
                update(search_log).where(owned(search_log, scope), meant).values(rated)
            )
        return changed.rowcount > 0

    async def _read(self, query: Select[*tuple[Any, ...]]) -> list[SearchEntry]:
        async with self._database.reading() as connection:
            return [_entry_of(row) for row in (await connection.execute(query)).all()]

    async def _trim(self, connection: AsyncConnection, scope: Scope, at: datetime) -> None:
        mine = owned(search_log, scope)
        too_many = (
            select(search_log.c.seq)
            .where(mine)
            .order_by(search_log.c.seq.desc())
            .offset(self._keep_rows)
            .limit(1)
            .scalar_subquery()
        )
        too_old = search_log.c.at <= at - timedelta(days=SEARCH_DAYS)
        await connection.execute(
            delete(search_log).where(or_(too_old, mine & (search_log.c.seq <= too_many)))
        )


async def _is_erased(connection: AsyncConnection, entry: SearchEntry) -> bool:
    since = (owned(erasures, entry.scope), erasures.c.erased_at >= entry.at)
    counted = select(func.count()).select_from(erasures).where(*since)
    return bool((await connection.execute(counted)).scalar_one())


def _of(scope: Scope) -> Select[*tuple[Any, ...]]:
    return select(search_log).where(owned(search_log, scope))


def _values(entry: SearchEntry) -> dict[str, object]:
    return {
        "id": entry.id,
        "team": entry.scope.team,
        "user": entry.scope.user,
        "at": entry.at,
        "kind": entry.kind,
        "answer_id": entry.answer_id,
        "ranking": entry.ranking,
        "of_type": entry.of_type,
        "candidates": _packed(entry.candidates),
        "used": json.dumps(entry.used),
        "cited": json.dumps(entry.cited),
        "vector_failed": entry.vector_failed,
        "is_noise": entry.is_noise,
        "took_ms": round(entry.took_ms, _DIGITS),
        "feedback": entry.feedback,
        "feedback_at": entry.feedback_at,
    }


def _entry_of(row: Row[*tuple[Any, ...]]) -> SearchEntry:
    return SearchEntry(
        id=row.id,
        scope=Scope(row.team, row.user),
        at=row.at,
        kind=SearchKind(row.kind),
        answer_id=row.answer_id,
        ranking=row.ranking,
        of_type=None if row.of_type is None else MemoryType(row.of_type),
        candidates=tuple(
            Considered(id_, Evidence(*figures)) for id_, *figures in json.loads(row.candidates)
        ),
        used=tuple(json.loads(row.used)),
        cited=tuple(json.loads(row.cited)),
        vector_failed=row.vector_failed,
        is_noise=row.is_noise,
        took_ms=row.took_ms,
        feedback=None if row.feedback is None else Feedback(row.feedback),
        feedback_at=row.feedback_at,
    )


def _packed(candidates: Sequence[Considered]) -> str:
    """Write each as a list: its id, then its figures in the order of `Evidence`."""
    rows = [
        [each.memory_id, *(_short(figure) for figure in astuple(each.evidence))]
        for each in candidates
    ]
    return json.dumps(rows, separators=(",", ":"))


def _short(figure: float | None) -> float | None:
    return round(figure, _DIGITS) if isinstance(figure, float) else figure
