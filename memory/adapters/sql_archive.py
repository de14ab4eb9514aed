"""The way out in SQL: all rows of a person go at once, then their bytes."""

from __future__ import annotations

from datetime import datetime
from typing import Final

from sqlalchemy import delete, insert, select, union, update
from sqlalchemy.ext.asyncio import AsyncConnection

from memory.adapters.database import Database
from memory.adapters.dialogue_tables import sessions, tag_weights, topics
from memory.adapters.log_tables import search_log, write_log
from memory.adapters.rows import owned
from memory.adapters.tables import (
    claims,
    erasures,
    events,
    exchanges,
    memories,
    preferences,
    proposals,
)
from memory.records import Scope

KEPT_TABLES: Final = (
    memories,
    proposals,
    events,
    exchanges,
    topics,
    sessions,
    tag_weights,
    preferences,
    write_log,
    search_log,
)


class SqlArchive:
    """The `Archive` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def known_scopes(self) -> list[Scope]:
        """List everyone of whom anything is kept."""
        owners = union(*(select(table.c.team, table.c.user) for table in KEPT_TABLES))
        async with self._database.reading() as connection:
            rows = (await connection.execute(owners)).all()
        return [Scope(team, user) for team, user in sorted(map(tuple, rows))]

    async def begin_erasing(self, scope: Scope, at: datetime) -> None:
        """Delete all rows of the person, and note in the same transaction that they are erased."""
        begun = {"team": scope.team, "user": scope.user, "erased_at": at, "is_wiped": False}
        async with self._database.writing() as connection:
            await connection.execute(delete(erasures).where(owned(erasures, scope)))
            # The schema lets events go only from here on.
            await connection.execute(insert(erasures).values(begun))
            await _delete_rows(connection, scope)

    async def wipe(self) -> None:
        """Write the database's file anew without its free space, and empty the log beside it."""
        await self._database.wipe()

    async def finish_erasing(self, scope: Scope) -> None:
        """Note that no byte of the person is left."""
        async with self._database.writing() as connection:
            await connection.execute(
                update(erasures).where(owned(erasures, scope)).values(is_wiped=True)
            )

    async def unfinished(self) -> list[Scope]:
        """List those whose erasure was begun and not finished."""
        query = select(erasures.c.team, erasures.c.user).where(~erasures.c.is_wiped)
        async with self._database.reading() as connection:
            return [Scope(team, user) for team, user in await connection.execute(query)]


async def _delete_rows(connection: AsyncConnection, scope: Scope) -> None:
    for table in (exchanges, topics, sessions, tag_weights):
        await connection.execute(delete(table).where(owned(table, scope)))
    await connection.execute(delete(write_log).where(owned(write_log, scope)))
    await connection.execute(delete(search_log).where(owned(search_log, scope)))
    await connection.execute(delete(preferences).where(owned(preferences, scope)))
    await connection.execute(delete(claims).where(owned(claims, scope)))
    await connection.execute(delete(events).where(owned(events, scope)))
    # Memories point at each other and at proposals: in one statement, and before these.
    await connection.execute(delete(memories).where(owned(memories, scope)))
    await connection.execute(delete(proposals).where(owned(proposals, scope)))
