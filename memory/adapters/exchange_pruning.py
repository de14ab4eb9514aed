"""How exchanges go: with all that was made of them."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import ColumnElement, Table, delete, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.dialogue_tables import (
    exchange_tags,
    session_exchanges,
    sessions,
    tag_weights,
    topic_exchanges,
    topics,
)
from memory.adapters.exchange_rows import as_list
from memory.adapters.rows import in_portions, owned
from memory.adapters.tables import exchanges
from memory.records import Scope


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
