"""Stand-ins for the ports that keep everything in memory, and a clock that is set by hand.

`FakeLedger` and `FakeJournal` on one `FakeStore` see each other's data, as the real ones do in one
database. They pass the same contract suite.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

from memory.facts.refusals import mark_of
from memory.ports import CLAIM_DAYS, LASTING_CLAIM, Ledger, Unanswered
from memory.records import (
    Change,
    Exchange,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Stats,
)
from tests.fake_store import SETTLED, FakeStore, Forgetting, blank

__all__ = ["FakeClock", "FakeJournal", "FakeLedger", "FakeStore", "SequentialIds", "remember"]


class FakeClock:
    """A clock that stands still until it is advanced. Starts at 2026-01-01 09:00 UTC."""

    def __init__(self, now: datetime = datetime(2026, 1, 1, 9, tzinfo=UTC)) -> None:
        self.now = now

    def __call__(self) -> datetime:
        return self.now

    def advance(self, span: timedelta) -> datetime:
        """Move on; returns the new time."""
        self.now += span
        return self.now


class SequentialIds:
    """Ids that count: id-1, id-2, …"""

    def __init__(self, prefix: str = "id") -> None:
        self._prefix = prefix
        self._made = 0

    def __call__(self) -> str:
        self._made += 1
        return f"{self._prefix}-{self._made}"


class FakeLedger:
    """The `Ledger` port over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None) -> None:
        self.store = store or FakeStore()

    async def memory(self, scope: Scope, memory_id: str) -> Memory | None:
        found = self.store.memories.get(memory_id)
        return found if found and found.scope == scope else None

    async def memories(
        self,
        scope: Scope,
        *,
        offset: int = 0,
        limit: int | None = None,
        by_subject: bool = False,
    ) -> list[Memory]:
        found = sorted(self._active(scope), key=lambda each: each.created_at)[::-1]
        if by_subject:
            newest = {each.fact.subject_key: each.created_at for each in found[::-1]}
            found.sort(key=lambda each: each.fact.subject_key)
            found.sort(key=lambda each: newest[each.fact.subject_key], reverse=True)
            found.sort(key=lambda each: each.fact.subject_key == "")
        return found[offset : None if limit is None else offset + limit]

    async def memories_by_id(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Memory]:
        wanted = set(ids)
        return {each.id: each for each in self._active(scope) if each.id in wanted}

    async def count(self, scope: Scope) -> int:
        return len(self._active(scope))

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        if await self.memory(scope, memory_id) is None:
            return []
        first = self.store.first_versions[memory_id]
        return [
            each
            for each in self.store.memories.values()
            if each.scope == scope and self.store.first_versions[each.id] == first
        ]

    async def scopes(self) -> list[Scope]:
        owners = {each.scope for each in self.store.memories.values() if each.active}
        return sorted(owners, key=lambda scope: (scope.team, scope.user))

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        return {scope: frozenset(each.id for each in self._active(scope)) for scope in scopes}

    async def stats(self, scope: Scope, at: datetime) -> Stats:
        active = self._active(scope)
        written = [each.created_at for each in active]
        kept = self.store.memories.values(), self.store.exchanges.values()
        versions, exchanges = (sum(each.scope == scope for each in some) for some in kept)
        return Stats(
            memories=len(active),
            versions=versions,
            pending=sum(each.expires_at > at for each in await self.pending(scope)),
            exchanges=exchanges,
            by_type=Counter(each.fact.type for each in active),
            first_at=min(written, default=None),
            latest_at=max(written, default=None),
        )

    async def erased_at(self, scope: Scope) -> datetime | None:
        return self.store.erased_at.get(scope)

    async def touch(self, scope: Scope, ids: Sequence[str], at: datetime) -> None:
        for memory_id in await self.memories_by_id(scope, ids):
            self._change(memory_id, last_accessed_at=at)

    async def add_proposal(self, proposal: Proposal) -> None:
        for older in await self.pending(proposal.scope):
            same_content = older.fact.content_key == proposal.fact.content_key
            if same_content and older.change is proposal.change:
                self._settle(older.id, ProposalState.REPLACED, proposal.created_at)
        self.store.proposals[proposal.id] = proposal

    async def proposal(self, scope: Scope, proposal_id: str) -> Proposal | None:
        found = self.store.proposals.get(proposal_id)
        return found if found and found.scope == scope else None

    async def pending(self, scope: Scope) -> list[Proposal]:
        mine = [each for each in self.store.proposals.values() if each.scope == scope]
        waiting = [each for each in mine if each.is_pending]
        return sorted(waiting, key=lambda each: each.created_at)[::-1]

    async def dismissed(self, scope: Scope, limit: int) -> list[Proposal]:
        refused = [
            each
            for each in self.store.proposals.values()
            if each.scope == scope
            and each.state is ProposalState.DISMISSED
            and (scope, each.id) not in self.store.forgotten
            and each.id not in self.store.lapsed
        ]
        return sorted(refused, key=lambda each: each.created_at)[::-1][:limit]

    async def lapse(self, before: datetime) -> int:
        due = [each for each in self.store.proposals.values() if self._is_due(each, before)]
        for each in due:
            keeps = each.state is ProposalState.DISMISSED and each.change is not Change.FORGET
            self.store.lapsed[each.id] = mark_of(each.scope, each.fact) if keeps else None
            blank(self.store, each, ProposalState.EXPIRED if each.is_pending else each.state)
        self.store.write_log[:] = [each for each in self.store.write_log if each.at >= before]
        return len(due)

    async def was_refused(self, scope: Scope, mark: str) -> bool:
        return any(
            kept == mark and self.store.proposals[id_].scope == scope
            for id_, kept in self.store.lapsed.items()
        )

    async def settle(
        self, scope: Scope, proposal_id: str, state: ProposalState, at: datetime
    ) -> bool:
        if state not in SETTLED:
            raise ValueError(state)
        found = await self.proposal(scope, proposal_id)
        if found is None or not found.is_pending:
            return False
        self._settle(proposal_id, state, at)
        return True

    async def commit_remembering(self, proposal: Proposal, memory: Memory, at: datetime) -> bool:
        scope, old = proposal.scope, None
        waiting = await self.proposal(scope, proposal.id)
        if waiting is None or not waiting.is_pending or waiting.change is Change.FORGET:
            return False
        if memory.scope != scope:
            return False
        if memory.supersedes is not None:
            old = await self.memory(scope, memory.supersedes)
            if old is None or not old.active:
                return False
        others = [each for each in self._active(scope) if each is not old]
        if any(each.fact.content_key == memory.fact.content_key for each in others):
            return False
        self._settle(proposal.id, ProposalState.CONFIRMED, at)
        if old:
            self._change(old.id, active=False, superseded_by=memory.id, updated_at=at)
        self.store.memories[memory.id] = memory
        first = self.store.first_versions[old.id] if old else memory.id
        self.store.first_versions[memory.id] = first
        self.store.made_by[memory.id] = proposal.id
        return True

    async def commit_forgetting(self, proposal: Proposal, at: datetime) -> list[str] | None:
        scope = proposal.scope
        waiting = await self.proposal(scope, proposal.id)
        if waiting is None or not waiting.is_pending or waiting.change is not Change.FORGET:
            return None
        self._settle(proposal.id, ProposalState.CONFIRMED, at)
        versions = await self.versions(scope, waiting.target or "")
        texts = {each.fact.content_key for each in versions}
        versions += [
            each
            for each in self.store.memories.values()
            if each.scope == scope
            and not each.active
            and each.fact.content_key in texts
            and each not in versions
        ]
        Forgetting(self.store, scope, versions).run()
        return [each.id for each in versions]

    def _is_due(self, proposal: Proposal, before: datetime) -> bool:
        gone = (proposal.scope, proposal.id) in self.store.forgotten
        if gone or proposal.id in self.store.lapsed:
            return False
        if proposal.state not in {*SETTLED, ProposalState.PENDING}:
            return False
        return self.store.settled_at.get(proposal.id, proposal.expires_at) < before

    def _active(self, scope: Scope) -> list[Memory]:
        return [
            each for each in self.store.memories.values() if each.scope == scope and each.active
        ]

    def _change(self, memory_id: str, **changes: object) -> None:
        self.store.memories[memory_id] = replace(self.store.memories[memory_id], **changes)  # type: ignore[arg-type]  # a field each

    def _settle(self, proposal_id: str, state: ProposalState, at: datetime) -> None:
        self.store.settled_at[proposal_id] = at
        self.store.proposals[proposal_id] = replace(self.store.proposals[proposal_id], state=state)


class FakeJournal:
    """The `Journal` port over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None) -> None:
        self.store = store or FakeStore()

    async def claim(self, key: str, at: datetime, *, owner: Scope | None = None) -> bool:
        oldest = at - timedelta(days=CLAIM_DAYS)
        for known, claimed_at in list(self.store.claims.items()):
            if claimed_at <= oldest and not known.startswith(LASTING_CLAIM):
                del self.store.claims[known]
                self.store.unanswered.pop(known, None)
        if key in self.store.claims:
            return False
        self.store.claims[key] = at
        if owner is not None:
            self.store.claim_owners[key] = owner
        return True

    async def take_up(self, message: Unanswered) -> bool:
        if not await self.claim(message.key, message.at, owner=message.scope):
            return False
        self.store.unanswered[message.key] = message
        return True

    async def answered(self, key: str) -> bool:
        return self.store.unanswered.pop(key, None) is not None

    async def unanswered(self) -> list[Unanswered]:
        return sorted(self.store.unanswered.values(), key=lambda each: each.at)

    async def keep(self, exchange: Exchange, *, answers: str | None = None) -> None:
        if answers is not None:
            self.store.unanswered.pop(answers, None)
        named = {(exchange.scope, each) for each in exchange.memory_ids}
        erased_at = self.store.erased_at.get(exchange.scope)
        is_stale = erased_at is not None and exchange.at <= erased_at
        if named.isdisjoint(self.store.forgotten) and not is_stale:
            self.store.exchanges[exchange.id] = exchange

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        here = [
            each
            for each in self.store.exchanges.values()
            if each.scope == scope and each.place == place
        ]
        return sorted(here, key=lambda each: each.at)[-limit:] if limit > 0 else []


async def remember(ledger: Ledger, memory: Memory) -> Memory:
    """Write a memory as a confirmed proposal would; fails when the ledger refuses it."""
    proposal = Proposal(
        id=f"consent-to-{memory.id}",
        scope=memory.scope,
        change=Change.UPDATE if memory.supersedes else Change.ADD,
        fact=memory.fact,
        source=memory.source,
        created_at=memory.created_at,
        expires_at=memory.created_at + timedelta(days=1),
        target=memory.supersedes,
    )
    await ledger.add_proposal(proposal)
    assert await ledger.commit_remembering(proposal, memory, memory.created_at)
    return memory
