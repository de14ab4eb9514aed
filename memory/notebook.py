"""The notebook of everyone's memories: propose, confirm, dismiss, recall, forget, take back.

`Notebook.confirm` is the only door to a write. Everything else proposes or reads, and what saves
unasked or takes back proposes first and then goes through that door.
"""

from __future__ import annotations

import asyncio
import weakref
from dataclasses import replace
from datetime import timedelta
from typing import Final

from memory.asking import Asking
from memory.books import Preferences, WriteLog
from memory.drafting import Drafts
from memory.errors import (
    MemoryUnknown,
    UndoTooLate,
)
from memory.facts.conflict import Decision, Verdict
from memory.facts.fitness import LONGEST_FACT_CHARS
from memory.facts.reading import read_fact
from memory.facts.second_opinion import SecondOpinion
from memory.noting import Noting
from memory.outcomes import (
    AlreadyKnown,
    Forgotten,
    Outcome,
    Proposed,
    Reconsidered,
    Saved,
    Undone,
)
from memory.pages import Pages
from memory.ports import Clock, Ledger, NewId
from memory.records import (
    AutoMode,
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from memory.search.retrieval import Retrieval
from memory.search.upkeep import Upkeep
from memory.weighing import Weighing

__all__ = [
    "LONGEST_FACT_CHARS",
    "SURE_CONFIDENCE",
    "AlreadyKnown",
    "Forgotten",
    "Notebook",
    "Outcome",
    "Proposed",
    "Reconsidered",
    "Saved",
    "Undone",
]

SURE_CONFIDENCE: Final = 0.8
"""From this confidence on a new fact may be saved unasked, where the person wants that."""


class Notebook(Pages):
    """What is remembered of everyone. One instance for a process; safe for concurrent calls."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        preferences: Preferences,
        write_log: WriteLog,
        retrieval: Retrieval,
        upkeep: Upkeep,
        clock: Clock,
        new_id: NewId,
        proposal_ttl: timedelta,
    ) -> None:
        super().__init__(
            ledger=ledger,
            preferences=preferences,
            write_log=write_log,
            retrieval=retrieval,
            clock=clock,
        )
        self._upkeep = upkeep
        self._new_id = new_id
        self._drafts = Drafts(clock=clock, new_id=new_id, proposal_ttl=proposal_ttl)
        self._noting = Noting(write_log=write_log, clock=clock, new_id=new_id)
        self._asking = Asking(ledger=ledger, noting=self._noting, clock=clock)
        self._weighing = Weighing(ledger=ledger, retrieval=retrieval, noting=self._noting)
        self._locks: weakref.WeakValueDictionary[Scope, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )

    def consult(self, second_opinion: SecondOpinion) -> None:
        """Hear this opinion too, from now on, before a card asks what is to be done."""
        self._weighing.consult(second_opinion)

    async def propose(self, scope: Scope, fact: Fact, source: Source) -> Proposed | AlreadyKnown:
        """Ask to remember a fact.

        Raises `FactRejected`, and `SaidBeforeErasure` for a fact that was extracted too late.
        """
        async with self.alone(scope):
            decision = await self._weighing.consider(scope, fact, source)
            if decision.verdict is Verdict.DUPLICATE and decision.target:
                return AlreadyKnown(decision.target)
            return Proposed(await self._put(scope, fact, source, decision))

    async def save_unasked(
        self, scope: Scope, fact: Fact, source: Source
    ) -> Saved | AlreadyKnown | Proposed:
        """Save a new fact that is sure, where the person wants that unasked; else propose it.

        Raises as `propose` does.
        """
        asked = await self.propose(scope, fact, source)
        if not isinstance(asked, Proposed) or asked.proposal.change is not Change.ADD:
            return asked
        wanted = await self._preferences.auto_mode(scope) is AutoMode.ON
        if not wanted or fact.confidence < SURE_CONFIDENCE:
            return asked
        outcome = await self.confirm(scope, asked.proposal.id)
        if isinstance(outcome, Saved | AlreadyKnown):
            return outcome
        return Proposed(outcome.proposal) if isinstance(outcome, Reconsidered) else asked

    async def propose_forgetting(self, scope: Scope, memory_id: str, source: Source) -> Proposed:
        """Ask to forget a memory. Raises `MemoryUnknown`."""
        async with self.alone(scope):
            target = await self._active(scope, memory_id)
            return await self._asking.ask(
                self._drafts.forgetting(target, source), "asked to forget"
            )

    async def propose_edit(
        self, scope: Scope, memory_id: str, text: str, source: Source
    ) -> Proposed | AlreadyKnown:
        """Ask to change one memory to this text. Raises `MemoryUnknown` and `FactRejected`."""
        fact = read_fact(text)
        async with self.alone(scope):
            edit = replace(source, kind=SourceKind.EDIT)
            await self._weighing.refuse_unfit(scope, fact, edit)
            target = await self._active(scope, memory_id)
            if target.fact.content_key == fact.content_key:
                return AlreadyKnown(target)
            return await self._asking.ask(
                self._drafts.change(target, fact, edit), "edited by its owner"
            )

    async def undo(
        self, scope: Scope, memory_id: str, *, within: timedelta | None = None
    ) -> Undone:
        """Take a save back: the version before it comes back, or it is forgotten.

        Raises `MemoryUnknown` for what is not remembered (any more), and `UndoTooLate` when it was
        written longer than `within` ago.
        """
        async with self.alone(scope):
            memory = await self._active(scope, memory_id)
            if within is not None and self._clock() - memory.created_at > within:
                raise UndoTooLate(memory_id)
            versions = await self._ledger.versions(scope, memory_id)
            asked = await self._asking.ask(
                self._drafts.way_back(memory, versions), "to be taken back"
            )
        outcome = await self.confirm(scope, asked.proposal.id)
        if isinstance(outcome, Saved):
            return Undone(memory, outcome.memory)
        if isinstance(outcome, Reconsidered):  # it was changed at the very same time
            await self.dismiss(scope, outcome.proposal.id)
            raise MemoryUnknown(memory_id)
        if isinstance(outcome, Forgotten):
            return Undone(memory)
        forgetting = await self.propose_forgetting(scope, memory_id, asked.proposal.source)
        await self.confirm(scope, forgetting.proposal.id)
        return Undone(memory, outcome.memory)

    async def confirm(
        self, scope: Scope, proposal_id: str, *, text: str | None = None, keep_both: bool = False
    ) -> Outcome:
        """The owner said yes: write what the card showed, or the person's own `text` in its place.

        `keep_both` answers a CHOOSE proposal by keeping the old memory beside the new one. When the
        memories have changed so that the card no longer tells the truth, nothing is written and a
        new proposal asks (`Reconsidered`).

        Raises `ProposalUnknown`, `ProposalSettled`, `ProposalExpired`, `FactRejected`.
        """
        async with self.alone(scope):
            proposal = await self._asking.opened(scope, proposal_id)
            if proposal.change is Change.FORGET:
                return await self._forget(proposal)
            fact, source = proposal.fact, proposal.source
            if text is not None:
                fact, source = read_fact(text), replace(source, kind=SourceKind.EDIT)
            chosen = await self._weighing.chosen_target(proposal)
            if chosen and chosen.fact.content_key == fact.content_key:
                return await self._leave(proposal, chosen)
            decision = await self._weighing.examine(scope, fact, source, beside=chosen)
            if decision.verdict is Verdict.DUPLICATE and decision.target:
                return await self._leave(proposal, decision.target)
            target = chosen or await self._weighing.agreed_target(
                proposal, decision, edited=text is not None
            )
            if isinstance(target, Decision):
                await self._asking.settle(proposal, ProposalState.REPLACED)
                await self._noting.settled(proposal, ProposalState.REPLACED)
                return Reconsidered(await self._put(scope, fact, source, target))
            return await self._write(proposal, fact, source, None if keep_both else target)

    async def dismiss(self, scope: Scope, proposal_id: str) -> Proposal:
        """The owner said no. Raises `ProposalUnknown`, `ProposalSettled`, `ProposalExpired`."""
        async with self.alone(scope):
            proposal = await self._asking.opened(scope, proposal_id)
            await self._asking.settle(proposal, ProposalState.DISMISSED)
            await self._noting.settled(proposal, ProposalState.DISMISSED)
            return replace(proposal, state=ProposalState.DISMISSED)

    async def refused(self, scope: Scope, candidate: str, source: Source, reason: str) -> None:
        """Note in the write log why a text was not proposed; `reason` must not quote it."""
        async with self.alone(scope):
            if not await self._weighing.is_stale(scope, source):
                await self._noting.refused(scope, candidate, source, reason)

    async def proposal(self, scope: Scope, proposal_id: str) -> Proposal:
        """A proposal that waits for an answer. Raises as `dismiss` does."""
        return await self._asking.opened(scope, proposal_id)

    async def pending(self, scope: Scope) -> list[Proposal]:
        """The person's proposals that still wait for an answer, newest first."""
        now = self._clock()
        return [each for each in await self._ledger.pending(scope) if each.expires_at > now]

    async def set_auto_mode(self, scope: Scope, mode: AutoMode) -> None:
        """Follow the person's choice from now on."""
        await self._preferences.set_auto_mode(scope, mode)

    def alone(self, scope: Scope) -> asyncio.Lock:
        """A lock: while it is held, nothing else of this person is proposed or written."""
        lock = self._locks.get(scope)
        if lock is None:
            lock = self._locks[scope] = asyncio.Lock()
        return lock

    async def _active(self, scope: Scope, memory_id: str) -> Memory:
        found = await self._ledger.memory(scope, memory_id)
        if found is None or not found.active:
            raise MemoryUnknown(memory_id)
        return found

    async def _put(self, scope: Scope, fact: Fact, source: Source, decision: Decision) -> Proposal:
        draft = self._drafts.judged(scope, fact, source, decision)
        return (await self._asking.ask(draft, decision.reason)).proposal

    async def _leave(self, proposal: Proposal, known: Memory) -> AlreadyKnown:
        await self._asking.settle(proposal, ProposalState.DISMISSED)
        return AlreadyKnown(known)

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
            raise await self._asking.settled(proposal)
        await self._noting.saved(proposal, memory)
        await self._upkeep.remembered(memory, replaced=target.id if target else None)
        return Saved(memory, previous=target)

    async def _forget(self, proposal: Proposal) -> Outcome:
        if successor := await self._weighing.successor(proposal):
            await self._asking.settle(proposal, ProposalState.REPLACED)
            await self._noting.settled(proposal, ProposalState.REPLACED)
            anew = self._drafts.forgetting(successor, proposal.source)
            return Reconsidered((await self._asking.ask(anew, "asked to forget")).proposal)
        gone = await self._ledger.commit_forgetting(proposal, self._clock())
        if gone is None:
            raise await self._asking.settled(proposal)
        await self._noting.forgotten(proposal)
        await self._upkeep.forgotten(proposal.scope, gone)
        return Forgotten(proposal.target_text)
