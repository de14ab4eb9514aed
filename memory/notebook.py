"""The notebook of everyone's memories: propose, confirm, dismiss, recall, forget.

`Notebook.confirm` is the only door to a write. Everything else proposes or reads.
"""

from __future__ import annotations

import asyncio
import weakref
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import TypeAlias

from memory.errors import (
    FactRejected,
    MemoryUnknown,
    ProposalExpired,
    ProposalSettled,
    ProposalUnknown,
    Rejection,
)
from memory.facts.conflict import Decision, Verdict, judge
from memory.facts.reading import read_fact
from memory.facts.secrets import find_secret
from memory.ports import Clock, Ledger, NewId
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Recall,
    Scope,
    Source,
    SourceKind,
)
from memory.search.retrieval import Retrieval
from memory.search.upkeep import Upkeep

LONGEST_FACT_CHARS = 3_000
_CANDIDATES = 20


@dataclass(frozen=True, slots=True)
class Proposed:
    """A card should be shown: the proposal waits for its owner's word."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class AlreadyKnown:
    """Nothing to do: this is remembered already."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Saved:
    """Written. `previous` is the version that it superseded, if any."""

    memory: Memory
    previous: Memory | None = None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Gone from every layer."""

    text: str


@dataclass(frozen=True, slots=True)
class Reconsidered:
    """What the card said is no longer so; nothing was written, and this proposal asks anew."""

    proposal: Proposal


Outcome: TypeAlias = Saved | Forgotten | AlreadyKnown | Reconsidered


class Notebook:
    """What is remembered of everyone. One instance for a process; safe for concurrent calls."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        retrieval: Retrieval,
        upkeep: Upkeep,
        clock: Clock,
        new_id: NewId,
        proposal_ttl: timedelta,
    ) -> None:
        self._ledger = ledger
        self._retrieval = retrieval
        self._upkeep = upkeep
        self._clock = clock
        self._new_id = new_id
        self._proposal_ttl = proposal_ttl
        self._locks: weakref.WeakValueDictionary[Scope, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    async def propose(self, scope: Scope, fact: Fact, source: Source) -> Proposed | AlreadyKnown:
        """Ask to remember a fact. Raises `FactRejected`."""
        _check(fact)
        async with self._lock(scope):
            decision = await self._judge(scope, fact)
            if decision.verdict is Verdict.DUPLICATE and decision.target:
                return AlreadyKnown(decision.target)
            return Proposed(await self._put(scope, fact, source, decision))

    async def propose_forgetting(self, scope: Scope, memory_id: str, source: Source) -> Proposed:
        """Ask to forget a memory. Raises `MemoryUnknown`."""
        async with self._lock(scope):
            target = await self._ledger.memory(scope, memory_id)
            if target is None or not target.active:
                raise MemoryUnknown(memory_id)
            proposal = self._draft(scope, Change.FORGET, target.fact, source, target)
            await self._ledger.add_proposal(proposal)
            return Proposed(proposal)

    async def propose_edit(
        self, scope: Scope, memory_id: str, text: str, source: Source
    ) -> Proposed | AlreadyKnown:
        """Ask to change one memory to this text. Raises `MemoryUnknown` and `FactRejected`."""
        fact = read_fact(text)
        _check(fact)
        async with self._lock(scope):
            target = await self._ledger.memory(scope, memory_id)
            if target is None or not target.active:
                raise MemoryUnknown(memory_id)
            if target.fact.content_key == fact.content_key:
                return AlreadyKnown(target)
            edit = replace(source, kind=SourceKind.EDIT)
            proposal = self._draft(scope, Change.UPDATE, fact, edit, target)
            await self._ledger.add_proposal(proposal)
            return Proposed(proposal)

    async def confirm(
        self, scope: Scope, proposal_id: str, *, text: str | None = None, keep_both: bool = False
    ) -> Outcome:
        """The owner said yes: write what the card showed, or the person's own `text` in its place.

        `keep_both` answers a CHOOSE proposal by keeping the old memory beside the new one. When the
        memories have changed so that the card no longer tells the truth, nothing is written and a
        new proposal asks (`Reconsidered`).

        Raises `ProposalUnknown`, `ProposalSettled`, `ProposalExpired`, `FactRejected`.
        """
        async with self._lock(scope):
            proposal = await self._open(scope, proposal_id)
            if proposal.change is Change.FORGET:
                return await self._forget(proposal)
            fact, source = proposal.fact, proposal.source
            if text is not None:
                fact, source = read_fact(text), replace(source, kind=SourceKind.EDIT)
            _check(fact)
            decision = await self._judge(scope, fact)
            if decision.verdict is Verdict.DUPLICATE and decision.target:
                await self._settle(proposal, ProposalState.DISMISSED)
                return AlreadyKnown(decision.target)
            target = await self._agreed_target(proposal, decision, edited=text is not None)
            if isinstance(target, Decision):
                await self._settle(proposal, ProposalState.REPLACED)
                return Reconsidered(await self._put(scope, fact, source, target))
            return await self._write(proposal, fact, source, None if keep_both else target)

    async def dismiss(self, scope: Scope, proposal_id: str) -> Proposal:
        """The owner said no. Raises `ProposalUnknown`, `ProposalSettled`, `ProposalExpired`."""
        async with self._lock(scope):
            proposal = await self._open(scope, proposal_id)
            await self._settle(proposal, ProposalState.DISMISSED)
            return replace(proposal, state=ProposalState.DISMISSED)

    async def proposal(self, scope: Scope, proposal_id: str) -> Proposal:
        """A proposal that waits for an answer. Raises as `dismiss` does."""
        return await self._open(scope, proposal_id)

    async def pending(self, scope: Scope) -> list[Proposal]:
        """The person's proposals that still wait for an answer, newest first."""
        now = self._clock()
        return [each for each in await self._ledger.pending(scope) if each.expires_at > now]

    async def recall(self, scope: Scope, query: str, *, limit: int = 5) -> Recall:
        """The person's memories that answer a query, best first."""
        return await self._retrieval.recall(scope, query, limit=limit)

    async def listing(self, scope: Scope, *, offset: int = 0, limit: int = 20) -> list[Memory]:
        """The person's active memories, newest first."""
        return await self._ledger.memories(scope, offset=offset, limit=limit)

    async def count(self, scope: Scope) -> int:
        """How many active memories the person has."""
        return await self._ledger.count(scope)

    async def history(self, scope: Scope, memory_id: str) -> list[Memory]:
        """Every version of a memory, oldest first."""
        return await self._ledger.versions(scope, memory_id)

    def _lock(self, scope: Scope) -> asyncio.Lock:
        lock = self._locks.get(scope)
        if lock is None:
            lock = self._locks[scope] = asyncio.Lock()
        return lock

    async def _judge(self, scope: Scope, fact: Fact) -> Decision:
        known = await self._retrieval.kin(scope, fact, limit=_CANDIDATES)
        return judge(fact, known)

    def _draft(
        self, scope: Scope, change: Change, fact: Fact, source: Source, target: Memory | None
    ) -> Proposal:
        now = self._clock()
        return Proposal(
            id=self._new_id(),
            scope=scope,
            change=change,
            fact=fact,
            source=source,
            created_at=now,
            expires_at=now + self._proposal_ttl,
            target=target.id if target else None,
            target_text=target.text if target else "",
        )

    async def _put(
        self, scope: Scope, fact: Fact, source: Source, decision: Decision
    ) -> Proposal:
        change = {Verdict.UPDATE: Change.UPDATE, Verdict.ASK: Change.CHOOSE}.get(
            decision.verdict, Change.ADD
        )
        proposal = self._draft(scope, change, fact, source, decision.target)
        await self._ledger.add_proposal(proposal)
        return proposal

    async def _open(self, scope: Scope, proposal_id: str) -> Proposal:
        proposal = await self._ledger.proposal(scope, proposal_id)
        if proposal is None:
            raise ProposalUnknown(proposal_id)
        if not proposal.is_pending:
            raise ProposalSettled(proposal.state)
        if proposal.expires_at <= self._clock():
            await self._ledger.settle(scope, proposal.id, ProposalState.EXPIRED, self._clock())
            raise ProposalExpired(proposal_id)
        return proposal

    async def _settle(self, proposal: Proposal, state: ProposalState) -> None:
        if not await self._ledger.settle(proposal.scope, proposal.id, state, self._clock()):
            raise await self._settled(proposal)

    async def _settled(self, proposal: Proposal) -> ProposalSettled:
        current = await self._ledger.proposal(proposal.scope, proposal.id)
        return ProposalSettled(current.state if current else ProposalState.DISMISSED)

    async def _agreed_target(
        self, proposal: Proposal, decision: Decision, *, edited: bool
    ) -> Memory | None | Decision:
        """The memory that the person agreed to replace, or the decision that they have not seen yet."""
        shown = None
        if proposal.target is not None:
            shown = await self._ledger.memory(proposal.scope, proposal.target)
        if proposal.source.kind is SourceKind.EDIT and shown and shown.active:
            return shown
        if decision.target is None:
            return None if edited or proposal.target is None or not (shown and shown.active) else shown
        if shown and shown.active and decision.target.id == shown.id:
            return shown
        return decision

    async def _write(
        self, proposal: Proposal, fact: Fact, source: Source, target: Memory | None
    ) -> Outcome:
        now = self._clock()
        memory = Memory(
            id=self._new_id(),
            scope=proposal.scope,
            fact=fact,
            source=source,
            created_at=now,
            updated_at=now,
            supersedes=target.id if target else None,
        )
        if not await self._ledger.commit_remembering(proposal, memory, now):
            raise await self._settled(proposal)
        await self._upkeep.remembered(memory, replaced=target.id if target else None)
        return Saved(memory, previous=target)

    async def _forget(self, proposal: Proposal) -> Outcome:
        gone = await self._ledger.commit_forgetting(proposal, self._clock())
        if gone is None:
            raise await self._settled(proposal)
        await self._upkeep.forgotten(proposal.scope, gone)
        return Forgotten(proposal.target_text)


def _check(fact: Fact) -> None:
    if not fact.text.strip():
        raise FactRejected(Rejection.EMPTY)
    if len(fact.text) > LONGEST_FACT_CHARS:
        raise FactRejected(Rejection.TOO_LONG)
    if find_secret(fact.text) or find_secret(f"{fact.attribute}: {fact.value}"):
        raise FactRejected(Rejection.SECRET)
