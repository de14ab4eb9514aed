"""Exchanges to rows and back, for every book that reads or writes them; and how they go."""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from dataclasses import asdict
from functools import lru_cache
from typing import Any, Final

from sqlalchemy import ColumnElement, Row, Select, Table, delete, insert, select, union_all, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.dialogue_tables import (
    exchange_tags,
    session_exchanges,
    sessions,
    tag_weights,
    topic_exchanges,
    topics,
)
from memory.adapters.rows import STATEMENTS, owned, select_by_id
from memory.adapters.tables import erasures, exchange_memories, exchanges, memories, proposals
from memory.records import Exchange, Origin, Scope
from memory.sharing import OWNER_ALONE, audience

# Fewer bound values than any of the databases allows in one statement.
_IDS_AT_ONCE: Final = 5_000


async def insert_exchange(connection: AsyncConnection, exchange: Exchange) -> bool:
    """Write an exchange, unless what it names has been forgotten or all has been erased."""
    scope, named = exchange.scope, exchange.memory_ids
    forgotten = union_all(
        *(
            select_by_id(table, scope, named, table.c.id).where(table.c.forgotten_at.is_not(None))
            for table in (memories, proposals)
        )
    )
    erased = select(erasures.c.erased_at).where(
        owned(erasures, scope), erasures.c.erased_at >= exchange.at
    )
    if named and (await connection.execute(forgotten)).first():
        return False
    if (await connection.execute(erased)).first():
        return False
    await connection.execute(
        insert(exchanges).values(
            id=exchange.id,
            team=scope.team,
            user=scope.user,
            place=exchange.place,
            audience=audience(exchange.place, is_private=exchange.is_private),
            said=exchange.said,
            answered=exchange.answered,
            at=exchange.at,
            **(asdict(exchange.origin) if exchange.origin else {}),
        )
    )
    if named:
        await connection.execute(
            insert(exchange_memories),
            [
                {"exchange_id": exchange.id, "position": position, "memory_id": memory_id}
                for position, memory_id in enumerate(named)
            ],
        )
    return True


async def read_exchanges(
    connection: AsyncConnection, query: Select[*tuple[Any, ...]]
) -> list[Exchange]:
    """The exchanges that a query of the whole table's columns finds, in its order."""
    rows = (await connection.execute(query)).all()
    named: dict[str, list[str]] = {row.id: [] for row in rows}
    for some in in_portions(list(named)):
        naming = (
            select(exchange_memories)
            .where(exchange_memories.c.exchange_id.in_(some))
            .order_by(exchange_memories.c.position)
        )
        for row in await connection.execute(naming):
            named[row.exchange_id].append(row.memory_id)
    return [_exchange_of(row, tuple(named[row.id])) for row in rows]


async def latest_exchanges(
    connection: AsyncConnection, scope: Scope, place: str, limit: int
) -> list[Exchange]:
    """The person's latest exchanges in a place, oldest first."""
    return (await read_exchanges(connection, _latest_here(scope, place, limit)))[::-1]


@lru_cache(maxsize=STATEMENTS)
def _latest_here(scope: Scope, place: str, limit: int) -> Select[*tuple[Any, ...]]:
    here = select(exchanges).where(owned(exchanges, scope), exchanges.c.place == place)
    return newest_of(here, limit)


def newest_of(query: Select[*tuple[Any, ...]], limit: int) -> Select[*tuple[Any, ...]]:
    """The newest of the exchanges that a query finds, newest first."""
    return query.order_by(exchanges.c.at.desc(), exchanges.c.seq.desc()).limit(limit)


def heard(table: Table, wanted: str | None) -> tuple[ColumnElement[bool], ...]:
    """Restrict a query to what `memory.sharing.hearing` lets through."""
    return () if wanted is None else (table.c.audience == wanted,)


async def delete_exchanges(connection: AsyncConnection, scope: Scope, ids: Collection[str]) -> None:
    """Delete exchanges of a person with all that was made of them.

    Topics and sessions that they were in go too when nothing else is in them; else they lose what
    may tell of the deleted: a title, a summary, and words that the rest of them does not bear out.
    """
    touched: dict[str, set[str]] = {"topics": set(), "sessions": set()}
    for some in in_portions(list(ids)):
        for links, held in (
            (topic_exchanges, touched["topics"]),
            (session_exchanges, touched["sessions"]),
        ):
            holding = select(_other_end(links)).where(links.c.exchange_id.in_(some))
            held.update((await connection.execute(holding)).scalars())
        await connection.execute(
            delete(exchanges).where(owned(exchanges, scope), exchanges.c.id.in_(some))
        )
    for topic_id in sorted(touched["topics"]):
        await _prune_topic(connection, scope, topic_id)
    for session_id in sorted(touched["sessions"]):
        await _prune_session(connection, scope, session_id)
    if ids:
        await _drop_unborne_weights(connection, scope)


def in_portions(ids: Sequence[str]) -> Iterator[Sequence[str]]:
    """Cut a list of ids into pieces that a statement can hold."""
    for start in range(0, len(ids), _IDS_AT_ONCE):
        yield ids[start : start + _IDS_AT_ONCE]


def _exchange_of(row: Row[*tuple[Any, ...]], memory_ids: tuple[str, ...]) -> Exchange:
    return Exchange(
        id=row.id,
        scope=Scope(row.team, row.user),
        place=row.place,
        said=row.said,
        answered=row.answered,
        at=row.at,
        memory_ids=memory_ids,
        is_private=row.audience == OWNER_ALONE,
        origin=Origin(row.pointer, row.thread, row.zone) if row.pointer else None,
    )


def _other_end(links: Table) -> ColumnElement[str]:
    return links.c.topic_id if links is topic_exchanges else links.c.session_id


async def _prune_topic(connection: AsyncConnection, scope: Scope, topic_id: str) -> None:
    mine = owned(topics, scope) & (topics.c.id == topic_id)
    left = (
        select(exchanges.c.said, exchanges.c.answered)
        .join(topic_exchanges, topic_exchanges.c.exchange_id == exchanges.c.id)
        .where(topic_exchanges.c.topic_id == topic_id)
    )
    words = "\n".join(f"{said}\n{answered}" for said, answered in await connection.execute(left))
    if not words:
        await connection.execute(delete(topics).where(mine))
        return
    known = (await connection.execute(select(topics.c.keywords).where(mine))).scalar()
    keywords = [each for each in json.loads(known or "[]") if each.lower() in words.lower()]
    await connection.execute(
        update(topics).where(mine).values(title="", keywords=as_list(keywords))
    )


async def _prune_session(connection: AsyncConnection, scope: Scope, session_id: str) -> None:
    mine = owned(sessions, scope) & (sessions.c.id == session_id)
    inside = session_exchanges.c.session_id == session_id
    left = select(session_exchanges.c.exchange_id).where(inside)
    if (await connection.execute(left)).first() is None:
        await connection.execute(delete(sessions).where(mine))
        return
    borne = set(
        (
            await connection.execute(
                select(exchange_tags.c.tag).where(exchange_tags.c.exchange_id.in_(left))
            )
        ).scalars()
    )
    known = (await connection.execute(select(sessions.c.tags).where(mine))).scalar()
    tags = [each for each in json.loads(known or "[]") if each in borne]
    await connection.execute(update(sessions).where(mine).values(summary="", tags=as_list(tags)))


async def _drop_unborne_weights(connection: AsyncConnection, scope: Scope) -> None:
    """Forget the weights of tags that stand nowhere any more: a tag's name tells something too."""
    weighed = select(tag_weights.c.tag).where(owned(tag_weights, scope))
    unborne = set((await connection.execute(weighed)).scalars())
    if not unborne:
        return
    borne = select(exchange_tags.c.tag).where(owned(exchange_tags, scope)).distinct()
    unborne.difference_update((await connection.execute(borne)).scalars())
    ended = select(sessions.c.tags).where(owned(sessions, scope))
    for tags in (await connection.execute(ended)).scalars():
        unborne.difference_update(json.loads(tags))
    for some in in_portions(sorted(unborne)):
        await connection.execute(
            delete(tag_weights).where(owned(tag_weights, scope), tag_weights.c.tag.in_(some))
        )


def as_list(words: Sequence[str]) -> str:
    """Words as the JSON array that a column holds."""
    return json.dumps(list(words), ensure_ascii=False)
