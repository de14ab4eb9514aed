"""The journal in SQL: what was said, and which messages have been taken up."""

from __future__ import annotations

from datetime import datetime, timedelta

from sqlalchemy import delete, insert, select, union_all

from memory.adapters.database import Database, RowExists
from memory.adapters.rows import owned, select_by_id
from memory.adapters.tables import (
    claims,
    erasures,
    exchange_memories,
    exchanges,
    memories,
    proposals,
)
from memory.ports import CLAIM_DAYS, LASTING_CLAIM
from memory.records import Exchange, Scope


class SqlJournal:
    """The `Journal` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def claim(self, key: str, at: datetime, *, owner: Scope | None = None) -> bool:
        """Take a key up: True for the first caller, as long as the claim is remembered."""
        lasting = key.startswith(LASTING_CLAIM)
        claim = {
            "key": key,
            "expires_at": None if lasting else at + timedelta(days=CLAIM_DAYS),
            "team": owner.team if owner else None,
            "user": owner.user if owner else None,
        }
        try:
            async with self._database.writing() as connection:
                await connection.execute(delete(claims).where(claims.c.expires_at <= at))
                await connection.execute(insert(claims).values(claim))
        except RowExists:
            return False
        return True

    async def keep(self, exchange: Exchange) -> None:
        """Keep an exchange, unless what it names has been forgotten or all has been erased."""
        scope, named = exchange.scope, exchange.memory_ids
        forgotten = union_all(
            *(
                select_by_id(table, scope, named, table.c.id).where(
                    table.c.forgotten_at.is_not(None)
                )
                for table in (memories, proposals)
            )
        )
        erased = select(erasures.c.erased_at).where(
            owned(erasures, scope), erasures.c.erased_at >= exchange.at
        )
        async with self._database.writing() as connection:
            if named and (await connection.execute(forgotten)).first():
                return
            if (await connection.execute(erased)).first():
                return
            await connection.execute(
                insert(exchanges).values(
                    id=exchange.id,
                    team=scope.team,
                    user=scope.user,
                    place=exchange.place,
                    said=exchange.said,
                    answered=exchange.answered,
                    at=exchange.at,
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

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        """List the person's latest exchanges in this place, oldest first."""
        newest_first = (
            select(exchanges)
            .where(owned(exchanges, scope), exchanges.c.place == place)
            .order_by(exchanges.c.at.desc(), exchanges.c.seq.desc())
            .limit(limit)
        )
        async with self._database.reading() as connection:
            rows = (await connection.execute(newest_first)).all()
            named: dict[str, list[str]] = {row.id: [] for row in rows}
            naming = (
                select(exchange_memories)
                .where(exchange_memories.c.exchange_id.in_(named))
                .order_by(exchange_memories.c.position)
            )
            for row in await connection.execute(naming):
                named[row.exchange_id].append(row.memory_id)
        return [
            Exchange(row.id, scope, row.place, row.said, row.answered, row.at, tuple(named[row.id]))
            for row in reversed(rows)
        ]
