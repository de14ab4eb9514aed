"""The parts of memory whose work is counted, counting it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from typing import Final, TypedDict, Unpack

from bot.metering import Meter
from memory.adapters.database import Database
from memory.adapters.sql_books import SqlWriteLog
from memory.adapters.sql_ledger import SqlLedger
from memory.ports import Clock
from memory.records import MemoryType, ProposalState, Recall, Scope, WriteEntry, WriteVerdict
from memory.search.noise import Calibration
from memory.search.ranking import Ranking
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep
from memory.vectors import Embedder, VectorSearch


class Parts(TypedDict):
    """What a `Retrieval` is made of."""

    ledger: SqlLedger
    index: VectorSearch
    embedder: Embedder
    shelf: Shelf
    upkeep: Upkeep
    ranking: Ranking
    calibration: Calibration | None
    clock: Clock


class MeteredRetrieval(Retrieval):
    """A `Retrieval` that tells how long each search took."""

    def __init__(self, meter: Meter, **parts: Unpack[Parts]) -> None:
        super().__init__(**parts)
        self._meter = meter

    async def recall(
        self, scope: Scope, query: str, *, limit: int, of_type: MemoryType | None = None
    ) -> Recall:
        """Search, and tell the time."""
        begun = time.monotonic()
        found = await super().recall(scope, query, limit=limit, of_type=of_type)
        self._meter.search(time.monotonic() - begun)
        return found


_OUTCOMES: Final[Mapping[WriteVerdict, str]] = {
    WriteVerdict.NEW: "proposed",
    WriteVerdict.UPDATE: "proposed",
    WriteVerdict.ASK: "proposed",
    WriteVerdict.FORGET: "proposed",
    WriteVerdict.SAVED: ProposalState.CONFIRMED,
    WriteVerdict.FORGOTTEN: ProposalState.CONFIRMED,
    WriteVerdict.DISMISSED: ProposalState.DISMISSED,
    WriteVerdict.EXPIRED: ProposalState.EXPIRED,
    WriteVerdict.RECONSIDERED: ProposalState.REPLACED,
}


class MeteredWriteLog(SqlWriteLog):
    """A `SqlWriteLog` that tells what becomes of proposals."""

    def __init__(self, database: Database, meter: Meter) -> None:
        super().__init__(database)
        self._meter = meter

    async def note(self, entry: WriteEntry) -> None:
        """Note it, and count what it says of a proposal."""
        await super().note(entry)
        if entry.verdict in _OUTCOMES:
            self._meter.proposal(_OUTCOMES[entry.verdict])
