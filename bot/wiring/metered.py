"""The parts of memory whose work is counted, counting it."""

from __future__ import annotations

import time
from datetime import datetime
from typing import TypedDict, Unpack

from bot.metering import Meter
from memory.adapters.database import Database
from memory.adapters.sql_ledger import SqlLedger
from memory.ports import Clock
from memory.records import Memory, MemoryType, Proposal, ProposalState, Recall, Scope
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


class MeteredLedger(SqlLedger):
    """A `SqlLedger` that tells what becomes of proposals."""

    def __init__(self, database: Database, meter: Meter) -> None:
        super().__init__(database)
        self._meter = meter

    async def add_proposal(self, proposal: Proposal) -> None:
        """Keep it, and count it."""
        await super().add_proposal(proposal)
        self._meter.proposal("proposed")

    async def settle(
        self, scope: Scope, proposal_id: str, state: ProposalState, at: datetime
    ) -> bool:
        """Settle it, and count it when it was pending."""
        is_settled = await super().settle(scope, proposal_id, state, at)
        if is_settled:
            self._meter.proposal(state)
        return is_settled

    async def commit_remembering(self, proposal: Proposal, memory: Memory, at: datetime) -> bool:
        """Write the memory, and count it when it was written."""
        is_written = await super().commit_remembering(proposal, memory, at)
        if is_written:
            self._meter.proposal(ProposalState.CONFIRMED)
        return is_written

    async def commit_forgetting(self, proposal: Proposal, at: datetime) -> list[str] | None:
        """Empty the memory, and count it when that was still asked for."""
        emptied = await super().commit_forgetting(proposal, at)
        if emptied is not None:
            self._meter.proposal(ProposalState.CONFIRMED)
        return emptied
