"""Exchanges to rows and back, for every book that reads or writes them."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any, Final

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Integer,
    Row,
    Select,
    Table,
    bindparam,
    insert,
    or_,
    select,
    union_all,
)
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.rows import in_portions, mine, mine_by_id, owner
from memory.adapters.tables import erasures, exchange_memories, exchanges, memories, proposals
from memory.records import Exchange, Origin, Scope
from memory.sharing import OWNER_ALONE, audience


def newest_of(query: Select[*tuple[Any, ...]]) -> Select[*tuple[Any, ...]]:
    """The newest of the exchanges that a query finds, newest first, at most `most`."""
    newest_first = exchanges.c.at.desc(), exchanges.c.seq.desc()
    return query.order_by(*newest_first).limit(bindparam("most", type_=Integer))


# What an exchange names and is forgotten, and an erasure since then.
_LOST: Final = union_all(
    *(
        mine_by_id(table, table.c.id).where(table.c.forgotten_at.is_not(None))
        for table in (memories, proposals)
    ),
    select(erasures.c.team).where(mine(erasures), erasures.c.erased_at >= bindparam("said_at")),
)
_KEEP: Final = insert(exchanges)
_NAME: Final = insert(exchange_memories)
_NAMED: Final = (
    select(exchange_memories.c.exchange_id, exchange_memories.c.memory_id)
    .where(exchange_memories.c.exchange_id.in_(bindparam("ids", expanding=True)))
    .order_by(exchange_memories.c.position)
)
_LATEST: Final = newest_of(
    select(exchanges).where(mine(exchanges), exchanges.c.place == bindparam("here"))
)


async def insert_exchange(connection: AsyncConnection, exchange: Exchange) -> bool:
    """Write an exchange, unless what it names has been forgotten or all has been erased."""
    scope, named = exchange.scope, exchange.memory_ids
    lost = await connection.execute(_LOST, owner(scope, ids=named, said_at=exchange.at))
    if lost.first():
        return False
    values = {
        "id": exchange.id,
        "team": scope.team,
        "user": scope.user,
        "place": exchange.place,
        "audience": audience(exchange.place, is_private=exchange.is_private),
        "said": exchange.said,
        "answered": exchange.answered,
        "at": exchange.at,
        **(asdict(exchange.origin) if exchange.origin else {}),
    }
    await connection.execute(_KEEP, values)
    if named:
        await connection.execute(
            _NAME,
            [
                {"exchange_id": exchange.id, "position": position, "memory_id": memory_id}
                for position, memory_id in enumerate(named)
            ],
        )
    return True


async def read_exchanges(
    connection: AsyncConnection,
    query: Select[*tuple[Any, ...]],
    values: Mapping[str, object] | None = None,
) -> list[Exchange]:
    """The exchanges that a query of the whole table's columns finds, in its order."""
    rows = (await connection.execute(query, values)).all()
    named: dict[str, list[str]] = {row.id: [] for row in rows}
    for some in in_portions(list(named)):
        for exchange_id, memory_id in (await connection.execute(_NAMED, {"ids": some})).all():
            named[exchange_id].append(memory_id)
    return [_exchange_of(row, tuple(named[row.id])) for row in rows]


async def latest_exchanges(
    connection: AsyncConnection, scope: Scope, place: str, limit: int
) -> list[Exchange]:
    """The person's latest exchanges in a place, oldest first."""
    values = owner(scope, here=place, most=limit)
    return (await read_exchanges(connection, _LATEST, values))[::-1]


def heard(table: Table) -> ColumnElement[bool]:
    """Restrict a query to what the audience of `heard_by` may hear."""
    return or_(bindparam("hears_all", type_=Boolean), table.c.audience == bindparam("hears"))


def heard_by(audience: str | None) -> dict[str, object]:
    """The values of `heard`, from what `memory.sharing.hearing` tells: None hears everything."""
    return {"hears_all": audience is None, "hears": audience}


def as_list(words: Sequence[str]) -> str:
    """Words as the JSON array that a column holds."""
    return json.dumps(list(words), ensure_ascii=False)


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
