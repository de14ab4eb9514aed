"""The stretches of conversations in SQL: topics, sessions, and the weights they give to tags."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterable, Sequence
from datetime import datetime
from functools import lru_cache
from typing import Any, TypeAlias

from sqlalchemy import Row, Select, Table, delete, insert, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.database import Database
from memory.adapters.dialogue_tables import (
    session_exchanges,
    sessions,
    topic_exchanges,
    topics,
)
from memory.adapters.exchange_rows import as_list, heard, in_portions
from memory.adapters.rows import STATEMENTS, owned, select_by_id
from memory.adapters.tables import exchanges
from memory.adapters.tag_rows import weigh_tags
from memory.dialogue.records import Session, Topic
from memory.dialogue.weights import ENDED_GAIN
from memory.records import Exchange, Scope
from memory.sharing import OWNER_ALONE, audience

_Row: TypeAlias = Row[*tuple[Any, ...]]


class SqlStretches:
    """The part of the `Chronicle` port that keeps topics and sessions."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def open_topic(self, topic: Topic) -> None:
        """Keep a new topic, with the exchanges that it names, as far as they are kept."""
        async with self._database.writing() as connection:
            await _open_topic(connection, topic)

    async def add_to_topic(self, scope: Scope, topic_id: str, exchange_id: str) -> None:
        """Add an exchange to a topic; it leaves the one that it was in."""
        known = select(topics.c.id).where(owned(topics, scope), topics.c.id == topic_id)
        async with self._database.writing() as connection:
            if (await connection.execute(known)).first():
                await _link(connection, topic_exchanges, scope, topic_id, exchange_id)

    async def close_topic(
        self, scope: Scope, topic_id: str, *, title: str, keywords: Sequence[str], at: datetime
    ) -> bool:
        """End an open topic; False when it was not open."""
        async with self._database.writing() as connection:
            closed = await connection.execute(
                update(topics)
                .where(owned(topics, scope), topics.c.id == topic_id, topics.c.ended_at.is_(None))
                .values(title=title, keywords=as_list(keywords), ended_at=at)
            )
        return closed.rowcount == 1

    async def current_topic(self, scope: Scope, place: str) -> Topic | None:
        """Find the topic that is open in this place."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(open_here(topics, scope, place))).all()
            found = await _topics_of(connection, rows)
        return found[0] if found else None

    async def topics(
        self, scope: Scope, *, audience: str | None, limit: int | None = None
    ) -> list[Topic]:
        """List the person's ended topics, newest first."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(_ended(topics, scope, audience).limit(limit))).all()
            return await _topics_of(connection, rows)

    async def open_session(self, session: Session) -> None:
        """Keep a new session, with the exchanges that it names, as far as they are kept."""
        async with self._database.writing() as connection:
            await _open_session(connection, session)

    async def add_to_session(
        self, scope: Scope, session_id: str, exchange_id: str, at: datetime
    ) -> None:
        """Add an exchange to an open session and note when it was last heard of."""
        async with self._database.writing() as connection:
            await _prolong(connection, scope, session_id, exchange_id, at)

    async def follow(self, exchange: Exchange, *, topic: Topic, session: Session) -> None:
        """Add an exchange to what is open in its place; where nothing is, open what is given."""
        scope, place = exchange.scope, exchange.place
        async with self._database.writing() as connection:
            current = (await connection.execute(open_here(topics, scope, place))).first()
            if current is None:
                await _open_topic(connection, topic)
            else:
                await _link(connection, topic_exchanges, scope, current.id, exchange.id)
            current = (await connection.execute(open_here(sessions, scope, place))).first()
            if current is None:
                await _open_session(connection, session)
            else:
                await _prolong(connection, scope, current.id, exchange.id, exchange.at)

    async def current_session(self, scope: Scope, place: str) -> Session | None:
        """Find the session that is open in this place."""
        async with self._database.reading() as connection:
            rows = (await connection.execute(open_here(sessions, scope, place))).all()
            found = await sessions_of(connection, rows)
        return found[0] if found else None

    async def idle_sessions(self, since: datetime) -> list[Session]:
        """List everyone's open sessions that were last heard of at this time or before."""
        query = (
            select(sessions)
            .where(sessions.c.ended_at.is_(None), sessions.c.last_at <= since)
            .order_by(sessions.c.last_at, sessions.c.seq)
        )
        async with self._database.reading() as connection:
            return await sessions_of(connection, (await connection.execute(query)).all())

    async def end_session(
        self, scope: Scope, session_id: str, *, tags: Sequence[str], summary: str, at: datetime
    ) -> bool:
        """End an open session and add ENDED_GAIN to each of its tags, as one."""
        once = list(dict.fromkeys(tags))
        async with self._database.writing() as connection:
            ended = await connection.execute(
                update(sessions)
                .where(*_open(scope, session_id))
                .values(tags=as_list(once), summary=summary, ended_at=at)
            )
            if ended.rowcount != 1:
                return False
            await weigh_tags(connection, scope, dict.fromkeys(once, ENDED_GAIN), at)
        return True

    async def sessions(
        self,
        scope: Scope,
        *,
        audience: str | None,
        tags: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[Session]:
        """List the person's ended sessions, newest first; only those with one of the tags."""
        query = _ended(sessions, scope, audience)
        async with self._database.reading() as connection:
            rows: Iterable[_Row] = (await connection.execute(query)).all()
            if tags is not None:
                wanted = set(tags)
                rows = [row for row in rows if wanted.intersection(json.loads(row.tags))]
            return await sessions_of(connection, list(rows)[:limit])


async def _open_topic(connection: AsyncConnection, topic: Topic) -> None:
    told = {"title": topic.title, "keywords": as_list(topic.keywords)}
    await connection.execute(insert(topics).values({**_stretch_values(topic), **told}))
    for exchange_id in topic.exchange_ids:
        await _link(connection, topic_exchanges, topic.scope, topic.id, exchange_id)


async def _open_session(connection: AsyncConnection, session: Session) -> None:
    told = {
        "last_at": session.last_at,
        "tags": as_list(session.tags),
        "summary": session.summary,
    }
    await connection.execute(insert(sessions).values({**_stretch_values(session), **told}))
    for exchange_id in session.exchange_ids:
        await _link(connection, session_exchanges, session.scope, session.id, exchange_id)


async def _prolong(
    connection: AsyncConnection, scope: Scope, session_id: str, exchange_id: str, at: datetime
) -> None:
    is_open = _open(scope, session_id)
    last_at = await connection.scalar(select(sessions.c.last_at).where(*is_open))
    if last_at is None:
        return
    await connection.execute(update(sessions).where(*is_open).values(last_at=max(last_at, at)))
    await _link(connection, session_exchanges, scope, session_id, exchange_id)


def _stretch_values(stretch: Topic | Session) -> dict[str, object]:
    return {
        "id": stretch.id,
        "team": stretch.scope.team,
        "user": stretch.scope.user,
        "place": stretch.place,
        "audience": audience(stretch.place, is_private=stretch.is_private),
        "started_at": stretch.started_at,
        "ended_at": stretch.ended_at,
    }


def _open(scope: Scope, session_id: str) -> tuple[Any, ...]:
    return owned(sessions, scope), sessions.c.id == session_id, sessions.c.ended_at.is_(None)


@lru_cache(maxsize=STATEMENTS)
def open_here(table: Table, scope: Scope, place: str) -> Select[*tuple[Any, ...]]:
    """Look for the topic or session that is open in a place: for the latest of several."""
    return (
        select(table)
        .where(owned(table, scope), table.c.place == place, table.c.ended_at.is_(None))
        .order_by(table.c.started_at.desc(), table.c.seq.desc())
        .limit(1)
    )


def _ended(table: Table, scope: Scope, wanted: str | None) -> Select[*tuple[Any, ...]]:
    return (
        select(table)
        .where(owned(table, scope), table.c.ended_at.is_not(None), *heard(table, wanted))
        .order_by(table.c.started_at.desc(), table.c.seq.desc())
    )


async def _link(
    connection: AsyncConnection, links: Table, scope: Scope, stretch_id: str, exchange_id: str
) -> None:
    """Put an exchange into a stretch, out of the one that it was in. An unknown id does nothing."""
    known = select_by_id(exchanges, scope, [exchange_id], exchanges.c.id)
    if (await connection.execute(known)).first() is None:
        return
    other_end = "topic_id" if links is topic_exchanges else "session_id"
    await connection.execute(delete(links).where(links.c.exchange_id == exchange_id))
    await connection.execute(
        insert(links).values({"exchange_id": exchange_id, other_end: stretch_id})
    )


async def _held_by(
    connection: AsyncConnection, links: Table, rows: Sequence[_Row]
) -> dict[str, tuple[str, ...]]:
    """The exchanges of each of these stretches, oldest first."""
    other_end = links.c.topic_id if links is topic_exchanges else links.c.session_id
    held: dict[str, list[str]] = {row.id: [] for row in rows}
    for some in in_portions(list(held)):
        query = (
            select(other_end, links.c.exchange_id)
            .join(exchanges, exchanges.c.id == links.c.exchange_id)
            .where(other_end.in_(some))
            .order_by(exchanges.c.at, exchanges.c.seq)
        )
        for stretch_id, exchange_id in await connection.execute(query):
            held[stretch_id].append(exchange_id)
    return {stretch_id: tuple(ids) for stretch_id, ids in held.items()}


async def _topics_of(connection: AsyncConnection, rows: Sequence[_Row]) -> list[Topic]:
    held = await _held_by(connection, topic_exchanges, rows)
    return [
        Topic(
            id=row.id,
            scope=Scope(row.team, row.user),
            place=row.place,
            title=row.title,
            keywords=tuple(json.loads(row.keywords)),
            exchange_ids=held[row.id],
            started_at=row.started_at,
            ended_at=row.ended_at,
            is_private=row.audience == OWNER_ALONE,
        )
        for row in rows
    ]


async def sessions_of(connection: AsyncConnection, rows: Sequence[_Row]) -> list[Session]:
    """Read sessions from rows of their table, in their order."""
    held = await _held_by(connection, session_exchanges, rows)
    return [
        Session(
            id=row.id,
            scope=Scope(row.team, row.user),
            place=row.place,
            started_at=row.started_at,
            last_at=row.last_at,
            ended_at=row.ended_at,
            tags=tuple(json.loads(row.tags)),
            summary=row.summary,
            exchange_ids=held[row.id],
            is_private=row.audience == OWNER_ALONE,
        )
        for row in rows
    ]
