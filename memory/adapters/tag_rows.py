"""The tags of a person in SQL, with the weights that their talk gives them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from typing import Any

from sqlalchemy import Select, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.dialogue_tables import exchange_tags, tag_weights
from memory.adapters.exchange_rows import in_portions
from memory.adapters.rows import STATEMENTS, owned
from memory.adapters.tables import exchanges
from memory.dialogue.records import Tag
from memory.dialogue.weights import faded
from memory.records import Scope


async def read_tags(connection: AsyncConnection, scope: Scope, at: datetime) -> list[Tag]:
    """List the person's tags with their weights at a time, the most used first."""
    used = (await connection.execute(_using(scope))).all()
    weighed = {row.tag: row for row in await connection.execute(_weighing(scope))}
    tags = []
    for name, uses, first_at, last_at in used:
        row = weighed.pop(name, None)
        weight = faded(row.weight, row.weighed_at, at) if row else 0.0
        tags.append(Tag(name, uses, first_at, last_at, weight))
    tags.extend(
        Tag(row.tag, 0, row.weighed_at, row.weighed_at, weight)
        for row in weighed.values()
        if (weight := faded(row.weight, row.weighed_at, at))
    )
    tags.sort(key=lambda tag: tag.name)
    return sorted(tags, key=lambda tag: (tag.uses, tag.last_at), reverse=True)


@lru_cache(maxsize=STATEMENTS)
def _using(scope: Scope) -> Select[*tuple[Any, ...]]:
    return (
        select(
            exchange_tags.c.tag,
            func.count(),
            func.min(exchanges.c.at),
            func.max(exchanges.c.at),
        )
        .join(exchanges, exchanges.c.id == exchange_tags.c.exchange_id)
        .where(owned(exchange_tags, scope))
        .group_by(exchange_tags.c.tag)
    )


@lru_cache(maxsize=STATEMENTS)
def _weighing(scope: Scope) -> Select[*tuple[Any, ...]]:
    return select(tag_weights).where(owned(tag_weights, scope))


async def weigh_tags(
    connection: AsyncConnection, scope: Scope, gains: Mapping[str, float], at: datetime
) -> None:
    """Add to the weights of tags, after they have faded up to this time."""
    names = list(gains)
    for some in in_portions(names):
        those = owned(tag_weights, scope) & tag_weights.c.tag.in_(some)
        known = {
            row.tag: faded(row.weight, row.weighed_at, at)
            for row in await connection.execute(select(tag_weights).where(those))
        }
        await connection.execute(delete(tag_weights).where(those))
        await connection.execute(
            insert(tag_weights),
            [
                {
                    "team": scope.team,
                    "user": scope.user,
                    "tag": name,
                    "weight": known.get(name, 0.0) + gains[name],
                    "weighed_at": at,
                }
                for name in some
            ],
        )
