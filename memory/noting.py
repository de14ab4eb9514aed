"""Writes the decisions of the notebook into the write log, each with its reason."""

from __future__ import annotations

import logging
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from memory.books import WriteLog
from memory.errors import StorageFault
from memory.facts.fitness import LONGEST_FACT_CHARS
from memory.facts.secrets import find_secret
from memory.ports import Clock, NewId
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    WriteEntry,
    WriteVerdict,
)

log = logging.getLogger(__name__)

_ASKED: Final[Mapping[Change, WriteVerdict]] = {
    Change.ADD: WriteVerdict.NEW,
    Change.UPDATE: WriteVerdict.UPDATE,
    Change.CHOOSE: WriteVerdict.ASK,
    Change.FORGET: WriteVerdict.FORGET,
}
_SETTLED: Final[Mapping[ProposalState, tuple[WriteVerdict, str]]] = {
    ProposalState.DISMISSED: (WriteVerdict.DISMISSED, "the owner said no"),
    ProposalState.EXPIRED: (WriteVerdict.EXPIRED, "nobody answered in time"),
    ProposalState.REPLACED: (WriteVerdict.RECONSIDERED, "the memories have changed, asked anew"),
}


@dataclass(frozen=True, slots=True)
class _Matter:
    """What a decision was about."""

    scope: Scope
    candidate: str
    source: Source
    proposal_id: str | None = None
    memory_id: str | None = None


class Noting:
    """The notebook's pen. Never fails: what was decided stands even where it cannot be noted."""

    def __init__(self, *, write_log: WriteLog, clock: Clock, new_id: NewId) -> None:
        self._write_log = write_log
        self._clock = clock
        self._new_id = new_id

    async def asked(self, proposal: Proposal, reason: str) -> None:
        """Note that a card is due."""
        await self._note(_ASKED[proposal.change], reason, _of(proposal, proposal.target))

    async def known(self, memory: Memory, fact: Fact, source: Source, reason: str) -> None:
        """Note that a fact is remembered already."""
        matter = _Matter(memory.scope, fact.text, source, memory_id=memory.id)
        await self._note(WriteVerdict.DUPLICATE, reason, matter)

    async def refused(self, scope: Scope, candidate: str, source: Source, reason: str) -> None:
        """Note that a text is no fact. One that holds a secret is left out."""
        matter = _Matter(scope, candidate, source)
        await self._note(WriteVerdict.REFUSED, reason, matter)

    async def settled(self, proposal: Proposal, state: ProposalState) -> None:
        """Note that a proposal ended without a write."""
        await self._note(*_SETTLED[state], _of(proposal, proposal.target))

    async def saved(self, proposal: Proposal, memory: Memory) -> None:
        """Note that a memory was written."""
        matter = _Matter(memory.scope, memory.text, memory.source, proposal.id, memory.id)
        await self._note(WriteVerdict.SAVED, f"agreed to: {proposal.change}", matter)

    async def forgotten(self, proposal: Proposal) -> None:
        """Note that a memory was forgotten, without its content."""
        source = Source(proposal.source.kind, "", proposal.source.at)
        matter = _Matter(proposal.scope, "", source, proposal.id, proposal.target)
        await self._note(WriteVerdict.FORGOTTEN, "agreed to: forget", matter)

    async def _note(self, verdict: WriteVerdict, reason: str, matter: _Matter) -> None:
        source, candidate = matter.source, matter.candidate
        log.info("[memory] %s: %s (%s)", verdict, reason, source.kind)
        entry = WriteEntry(
            id=self._new_id(),
            scope=matter.scope,
            at=self._clock(),
            candidate="" if find_secret(candidate) else candidate[:LONGEST_FACT_CHARS],
            verdict=verdict,
            reason=reason,
            source_kind=source.kind,
            pointer=source.pointer,
            proposal_id=matter.proposal_id,
            memory_id=matter.memory_id,
        )
        try:
            await self._write_log.note(entry)
        except StorageFault as error:
            log.warning("[memory] the write log could not be written: %r", error)


def _of(proposal: Proposal, memory_id: str | None) -> _Matter:
    return _Matter(proposal.scope, proposal.fact.text, proposal.source, proposal.id, memory_id)
