"""The teams that have left, in SQL."""

from __future__ import annotations

from datetime import datetime

from sqlalchemy import delete, insert, select

from memory.adapters.database import Database, RowExists
from memory.adapters.tables import departures


class SqlDepartures:
    """The `DepartureBook` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, team: str, erase_at: datetime) -> None:
        """Note when a team's people are to be erased, unless that is noted already."""
        try:
            async with self._database.writing() as connection:
                await connection.execute(
                    insert(departures).values({"team": team, "erase_at": erase_at})
                )
        except RowExists:
            return

    async def strike(self, team: str) -> bool:
        """Take the note back; whether there was one."""
        async with self._database.writing() as connection:
            gone = await connection.execute(delete(departures).where(departures.c.team == team))
        return bool(gone.rowcount)

    async def due(self, at: datetime) -> list[str]:
        """List the teams whose time is up, earliest first."""
        query = (
            select(departures.c.team)
            .where(departures.c.erase_at <= at)
            .order_by(departures.c.erase_at, departures.c.team)
        )
        async with self._database.reading() as connection:
            return list((await connection.execute(query)).scalars())
