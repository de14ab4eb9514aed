"""What the model was used for in the last day, in SQL."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from sqlalchemy import bindparam, delete, insert, select

from memory.adapters.database import Database
from memory.adapters.log_tables import usage
from memory.dialogue.records import Use, UseKind

_NOTE: Final = insert(usage)
_LET_GO: Final = delete(usage).where(usage.c.at <= bindparam("since"))
_AFTER: Final = (
    select(usage).where(usage.c.at > bindparam("since")).order_by(usage.c.at, usage.c.seq)
)


class SqlUsage:
    """The `Usage` port over a `Database`."""

    def __init__(self, database: Database) -> None:
        self._database = database

    async def note(self, uses: Sequence[Use], *, since: datetime) -> None:
        """Add uses, and let those go that are not later than `since`."""
        rows = [{"kind": each.kind, "at": each.at} for each in uses]
        async with self._database.writing() as connection:
            if rows:
                await connection.execute(_NOTE, rows)
            await connection.execute(_LET_GO, {"since": since})

    async def after(self, since: datetime) -> list[Use]:
        """List the uses later than `since`, oldest first."""
        async with self._database.reading() as connection:
            rows = await connection.execute(_AFTER, {"since": since})
            return [Use(UseKind(row.kind), row.at) for row in rows]
