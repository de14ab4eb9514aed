"""Topics and sessions to rows and back, and the exchanges that they hold."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Any, Final, TypeAlias

from sqlalchemy import (
    Column,
    Integer,
    Row,
    Select,
    Table,
    bindparam,
    case,
    delete,
    insert,
    select,
    update,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.dialogue_tables import (
    session_exchanges,
    sessions,
    topic_exchanges,
    topics,
)
from memory.adapters.exchange_rows import as_list, heard
from memory.adapters.rows import in_portions, mine, mine_by_id, owner
from memory.adapters.tables import exchanges
from memory.dialogue.records import Session, Topic
from memory.records import Scope
from memory.sharing import OWNER_ALONE, audience

_Row: TypeAlias = Row[*tuple[Any, ...]]
_Query: TypeAlias = Select[*tuple[Any, ...]]


def _open_here(table: Table) -> _Query:
    """Look for the topic or session that is open in a place: for the latest of several."""
    return (
        select(table)
        .where(mine(table), table.c.place == bindparam("here"), table.c.ended_at.is_(None))
        .order_by(table.c.started_at.desc(), table.c.seq.desc())
        .limit(1)
    )


def _ended(table: Table) -> _Query:
    return (
        select(table)
        .where(mine(table), table.c.ended_at.is_not(None), heard(table))
        .order_by(table.c.started_at.desc(), table.c.seq.desc())
    )


def _held(links: Table, other_end: Column[str]) -> _Query:
    """Look for the exchanges of stretches, oldest first."""
    return (
        select(other_end, links.c.exchange_id)
        .join(exchanges, exchanges.c.id == links.c.exchange_id)
        .where(other_end.in_(bindparam("ids", expanding=True)))
        .order_by(exchanges.c.at, exchanges.c.seq)
    )


TOPIC_HERE: Final = _open_here(topics)
SESSION_HERE: Final = _open_here(sessions)
ENDED_TOPICS: Final = _ended(topics).limit(bindparam("most", type_=Integer))
ENDED_SESSIONS: Final = _ended(sessions)
IDLE_SESSIONS: Final = (
    select(sessions)
    .where(sessions.c.ended_at.is_(None), sessions.c.last_at <= bindparam("since"))
    .order_by(sessions.c.last_at, sessions.c.seq)
)
_HELD_BY_TOPICS: Final = _held(topic_exchanges, topic_exchanges.c.topic_id)
_HELD_BY_SESSIONS: Final = _held(session_exchanges, session_exchanges.c.session_id)
_KEPT: Final = mine_by_id(exchanges, exchanges.c.id)
KNOWN_TOPICS: Final = mine_by_id(topics, topics.c.id)
_IS_OPEN: Final = (
    mine(sessions),
    sessions.c.id == bindparam("its_id"),
    sessions.c.ended_at.is_(None),
)
_BEGIN_TOPIC: Final = insert(topics)
_BEGIN_SESSION: Final = insert(sessions)
END_TOPIC: Final = (
    update(topics)
    .where(mine(topics), topics.c.id == bindparam("its_id"), topics.c.ended_at.is_(None))
    .values(
        title=bindparam("its_title"),
        keywords=bindparam("its_keywords"),
        ended_at=bindparam("its_end"),
    )
)
END_SESSION: Final = (
    update(sessions)
    .where(*_IS_OPEN)
    .values(
        tags=bindparam("its_tags"),
        summary=bindparam("its_summary"),
        ended_at=bindparam("its_end"),
    )
)
_PROLONG: Final = (
    update(sessions)
    .where(*_IS_OPEN)
    .values(
        last_at=case(
            (sessions.c.last_at < bindparam("its_time"), bindparam("its_time")),
            else_=sessions.c.last_at,
        )
    )
)

_TO_TOPIC: Final = insert(topic_exchanges)
_TO_SESSION: Final = insert(session_exchanges)
_OFF_TOPIC: Final = delete(topic_exchanges).where(
    topic_exchanges.c.exchange_id == bindparam("its_id")
)
_OFF_SESSION: Final = delete(session_exchanges).where(
    session_exchanges.c.exchange_id == bindparam("its_id")
)


async def kept_of(connection: AsyncConnection, scope: Scope, ids: Sequence[str]) -> list[str]:
    """Those of the ids that are exchanges of this person, each once, in their order."""
    kept: set[str] = set()
    for some in in_portions(ids):
        kept.update(await connection.scalars(_KEPT, owner(scope, ids=some)))
    return [each for each in dict.fromkeys(ids) if each in kept]


async def begin_topic(connection: AsyncConnection, topic: Topic) -> None:
    """Write a new topic, with the exchanges that it names, as far as they are kept."""
    told = {"title": topic.title, "keywords": as_list(topic.keywords)}
    await connection.execute(_BEGIN_TOPIC, {**_stretch_values(topic), **told})
    kept = await kept_of(connection, topic.scope, topic.exchange_ids)
    await put_in_topic(connection, topic.id, kept)


async def begin_session(connection: AsyncConnection, session: Session) -> None:
    """Write a new session, with the exchanges that it names, as far as they are kept."""
    told = {
        "last_at": session.last_at,
        "tags": as_list(session.tags),
        "summary": session.summary,
    }
    await connection.execute(_BEGIN_SESSION, {**_stretch_values(session), **told})
    kept = await kept_of(connection, session.scope, session.exchange_ids)
    await _put_in_session(connection, session.id, kept)


async def put_in_topic(connection: AsyncConnection, topic_id: str, kept: Sequence[str]) -> None:
    """Put exchanges that are kept into a topic, out of the one that each was in."""
    for each in kept:
        await connection.execute(_OFF_TOPIC, {"its_id": each})
        await connection.execute(_TO_TOPIC, {"exchange_id": each, "topic_id": topic_id})


async def _put_in_session(
    connection: AsyncConnection, session_id: str, kept: Sequence[str]
) -> None:
    for each in kept:
        await connection.execute(_OFF_SESSION, {"its_id": each})
        await connection.execute(_TO_SESSION, {"exchange_id": each, "session_id": session_id})


async def prolong(
    connection: AsyncConnection, scope: Scope, session_id: str, kept: Sequence[str], at: datetime
) -> None:
    """Put exchanges that are kept into a session, if it is open, and note when it was heard of."""
    prolonged = await connection.execute(_PROLONG, owner(scope, its_id=session_id, its_time=at))
    if prolonged.rowcount == 1:
        await _put_in_session(connection, session_id, kept)


async def topics_of(connection: AsyncConnection, rows: Sequence[_Row]) -> list[Topic]:
    """Read topics from rows of their table, in their order."""
    held = await _held_by(connection, _HELD_BY_TOPICS, rows)
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
    held = await _held_by(connection, _HELD_BY_SESSIONS, rows)
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


async def _held_by(
    connection: AsyncConnection, query: _Query, rows: Sequence[_Row]
) -> Mapping[str, tuple[str, ...]]:
    """The exchanges of each of these stretches, oldest first."""
    held: dict[str, list[str]] = {row.id: [] for row in rows}
    for some in in_portions(list(held)):
        for stretch_id, exchange_id in (await connection.execute(query, {"ids": some})).all():
            held[stretch_id].append(exchange_id)
    return {stretch_id: tuple(ids) for stretch_id, ids in held.items()}


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
