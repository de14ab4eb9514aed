"""The tags of a person in SQL, with the weights that their talk gives them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.dialogue_tables import exchange_tags, tag_weights
from memory.adapters.rows import in_portions, mine, owner
from memory.adapters.tables import exchanges
from memory.dialogue.records import Tag
from memory.dialogue.weights import faded, gained
from memory.records import Scope

_USED: Final = (
    select(exchange_tags.c.tag, func.count(), func.min(exchanges.c.at), func.max(exchanges.c.at))
    .join(exchanges, exchanges.c.id == exchange_tags.c.exchange_id)
    .where(mine(exchange_tags))
    .group_by(exchange_tags.c.tag)
)
_WEIGHED: Final = select(tag_weights.c.tag, tag_weights.c.weight, tag_weights.c.weighed_at).where(
    mine(tag_weights)
)
_THOSE: Final = tag_weights.c.tag.in_(bindparam("names", expanding=True))
_WEIGHED_OF_THOSE: Final = _WEIGHED.where(_THOSE)
_TAKE_OFF: Final = delete(tag_weights).where(mine(tag_weights), _THOSE)
_PUT_ON: Final = insert(tag_weights)


async def read_tags(connection: AsyncConnection, scope: Scope, at: datetime) -> list[Tag]:
    """List the person's tags with their weights at a time, the most used first."""
    used = (await connection.execute(_USED, owner(scope))).all()
    weighing = (await connection.execute(_WEIGHED, owner(scope))).all()
    weighed = {row.tag: row for row in weighing}
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


async def weigh_tags(
    connection: AsyncConnection, scope: Scope, gains: Mapping[str, float], at: datetime
) -> None:
    """Add to the weights of tags what they gained at this time."""
    names = list(gains)
    for some in in_portions(names):
        those = owner(scope, names=some)
        known = {
            row.tag: (row.weight, row.weighed_at)
            for row in await connection.execute(_WEIGHED_OF_THOSE, those)
        }
        weighed = [gained(*known.get(name, (0.0, at)), gains[name], at) for name in some]
        await connection.execute(_TAKE_OFF, those)
        await connection.execute(
            _PUT_ON,
            [
                {
                    "team": scope.team,
                    "user": scope.user,
                    "tag": name,
                    "weight": weight,
                    "weighed_at": since,
                }
                for name, (weight, since) in zip(some, weighed, strict=True)
            ],
        )
