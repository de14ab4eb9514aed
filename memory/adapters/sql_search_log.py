"""The search log in SQL: one row for each search, its candidates as a compact list."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import astuple
from datetime import datetime, timedelta
from typing import Any, Final

from sqlalchemy import Integer, Row, Select, bindparam, delete, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.database import Database
from memory.adapters.log_tables import search_log
from memory.adapters.rows import mine, owner
from memory.adapters.tables import erasures
from memory.books import SEARCH_DAYS, SEARCH_ROWS
from memory.evidence import Considered, Evidence
from memory.records import MemoryType, Scope
from memory.searches import Feedback, SearchEntry, SearchKind

_DIGITS: Final = 6

_ERASED: Final = select(erasures.c.team).where(
    mine(erasures), erasures.c.erased_at >= bindparam("said_at")
)
_NOTE: Final = insert(search_log)
_TRIM: Final = delete(search_log).where(
    or_(
        search_log.c.at <= bindparam("too_old"),
        mine(search_log)
        & (
            search_log.c.seq
            <= select(search_log.c.seq)
            .where(mine(search_log))
            .order_by(search_log.c.seq.desc())
            .offset(bindparam("most", type_=Integer))
            .limit(1)
            .scalar_subquery()
        ),
    )
)
_MINE: Final = select(search_log).where(mine(search_log))
_LATEST: Final = _MINE.order_by(search_log.c.seq.desc()).limit(bindparam("most", type_=Integer))
_OF_ANSWER: Final = _MINE.where(search_log.c.answer_id == bindparam("its_answer")).order_by(
    search_log.c.seq
)
_OF_LATEST_ANSWER: Final = _MINE.where(
    search_log.c.answer_id
    == select(search_log.c.answer_id)
    .where(mine(search_log), search_log.c.answer_id.is_not(None))
    .order_by(search_log.c.seq.desc())
    .limit(1)
    .scalar_subquery()
).order_by(search_log.c.seq)
_RATE: Final = (
    update(search_log)
    .where(
        mine(search_log),
        or_(
            search_log.c.answer_id == bindparam("its_answer"),
            search_log.c.id == bindparam("its_answer"),
        ),
    )
    .values(feedback=bindparam("its_feedback"), feedback_at=bindparam("its_time"))
)


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
                    await connection.execute(_NOTE, _values(entry))
            for scope in {entry.scope for entry in entries}:
                latest = max(entry.at for entry in entries if entry.scope == scope)
                await self._trim(connection, scope, latest)

    async def entries(self, scope: Scope, limit: int) -> list[SearchEntry]:
        """List the person's latest entries, newest first."""
        return await self._read(_LATEST, owner(scope, most=limit))

    async def of_answer(self, scope: Scope, answer_id: str | None = None) -> list[SearchEntry]:
        """List the person's entries for one answer, or for the latest, oldest first."""
        if answer_id is None:
            return await self._read(_OF_LATEST_ANSWER, owner(scope))
        return await self._read(_OF_ANSWER, owner(scope, its_answer=answer_id))

    async def rate(
        self, scope: Scope, answer_id: str, feedback: Feedback | None, at: datetime
    ) -> bool:
        """Write what the person thinks of an answer into all of its rows."""
        rated = owner(
            scope,
            its_answer=answer_id,
            its_feedback=feedback,
            its_time=None if feedback is None else at,
        )
        async with self._database.writing() as connection:
            changed = await connection.execute(_RATE, rated)
        return changed.rowcount > 0

    async def _read(
        self, query: Select[*tuple[Any, ...]], values: Mapping[str, object]
    ) -> list[SearchEntry]:
        async with self._database.reading() as connection:
            return [_entry_of(row) for row in (await connection.execute(query, values)).all()]

    async def _trim(self, connection: AsyncConnection, scope: Scope, at: datetime) -> None:
        too_old = at - timedelta(days=SEARCH_DAYS)
        await connection.execute(_TRIM, owner(scope, too_old=too_old, most=self._keep_rows))


async def _is_erased(connection: AsyncConnection, entry: SearchEntry) -> bool:
    erased = await connection.execute(_ERASED, owner(entry.scope, said_at=entry.at))
    return erased.first() is not None


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
