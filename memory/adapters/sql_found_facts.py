"""The facts that digests found, in SQL, until their owner was asked of them."""

from __future__ import annotations

import json
from collections.abc import Collection

from sqlalchemy import select, update

from memory.adapters.database import Database
from memory.adapters.exchange_rows import read_exchanges
from memory.adapters.rows import in_portions, owned
from memory.adapters.tables import exchanges
from memory.dialogue.records import Found
from memory.records import Scope


class SqlFoundFacts:
    """The `FoundFacts` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def waiting(self, scope: Scope) -> list[Found]:
        """List the person's exchanges that wait to be gleaned, oldest first."""
        waits = owned(exchanges, scope) & exchanges.c.facts.is_not(None)
        query = select(exchanges).where(waits).order_by(exchanges.c.at, exchanges.c.seq)
        lines = select(exchanges.c.id, exchanges.c.facts).where(waits)
        async with self._database.reading() as connection:
            found = await read_exchanges(connection, query)
            facts = {row.id: json.loads(row.facts) for row in await connection.execute(lines)}
        return [Found(each, tuple(facts.get(each.id, ()))) for each in found]

    async def people_waiting(self) -> list[Scope]:
        """List everyone of whom an exchange waits to be gleaned."""
        owner = exchanges.c.team, exchanges.c.user
        query = select(*owner).where(exchanges.c.facts.is_not(None)).distinct().order_by(*owner)
        async with self._database.reading() as connection:
            return [Scope(team, user) for team, user in await connection.execute(query)]

    async def gleaned(self, scope: Scope, ids: Collection[str]) -> None:
        """Note that these exchanges were gleaned: their facts go."""
        async with self._database.writing() as connection:
            for some in in_portions(list(ids)):
                mine = owned(exchanges, scope) & exchanges.c.id.in_(some)
                await connection.execute(update(exchanges).where(mine).values(facts=None))
