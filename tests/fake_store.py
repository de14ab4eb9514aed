"""What a database would hold, for the stand-ins of the books; and how content goes out of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime

from memory.facts.retelling import retells
from memory.ports import Unanswered
from memory.records import (
    AutoMode,
    Exchange,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    WriteEntry,
    WriteVerdict,
)
from memory.searches import SearchEntry

SETTLED = (ProposalState.DISMISSED, ProposalState.EXPIRED, ProposalState.REPLACED)


@dataclass(slots=True)
class FakeStore:
    """What a database would hold. Dictionaries keep the order in which rows came."""

    memories: dict[str, Memory] = field(default_factory=dict)
    first_versions: dict[str, str] = field(default_factory=dict)
    made_by: dict[str, str] = field(default_factory=dict)
    proposals: dict[str, Proposal] = field(default_factory=dict)
    settled_at: dict[str, datetime] = field(default_factory=dict)
    lapsed: dict[str, str | None] = field(default_factory=dict)
    exchanges: dict[str, Exchange] = field(default_factory=dict)
    claims: dict[str, datetime] = field(default_factory=dict)
    claim_owners: dict[str, Scope] = field(default_factory=dict)
    unanswered: dict[str, Unanswered] = field(default_factory=dict)
    forgotten: set[tuple[Scope, str]] = field(default_factory=set)
    auto_modes: dict[Scope, AutoMode] = field(default_factory=dict)
    write_log: list[WriteEntry] = field(default_factory=list)
    search_log: list[SearchEntry] = field(default_factory=list)
    erased_at: dict[Scope, datetime] = field(default_factory=dict)
    unfinished: list[Scope] = field(default_factory=list)
    departures: dict[str, datetime] = field(default_factory=dict)


class Forgetting:
    """One forgetting: takes the content out of everything that carried it."""

    def __init__(self, store: FakeStore, scope: Scope, versions: Sequence[Memory]) -> None:
        self._store = store
        self._scope = scope
        self._versions = versions
        self._ids = {each.id for each in versions}
        self._facts = [each.fact for each in versions]
        self._keys = {each.fact.content_key for each in versions}
        self._makers = {store.made_by[each.id] for each in versions}
        self._sources = [each.source for each in versions]

    def run(self) -> None:
        mine = [each for each in self._store.proposals.values() if each.scope == self._scope]
        carriers = [each for each in mine if self._carries(each)]
        self._sources += [each.source for each in carriers]
        for proposal in mine:
            if proposal in carriers or (proposal.state in SETTLED and self._raw(proposal.source)):
                self._blank(proposal)
            elif self._raw(proposal.source):
                self._store.proposals[proposal.id] = replace(
                    proposal, source=replace(proposal.source, text="")
                )
        for exchange in list(self._store.exchanges.values()):
            if exchange.scope == self._scope and self._tells(exchange):
                del self._store.exchanges[exchange.id]
        names = self._ids | {each.id for each in carriers}
        self._store.write_log[:] = [
            replace(each, candidate="", pointer="") if self._noted(each, names) else each
            for each in self._store.write_log
        ]
        for version in self._versions:
            del self._store.memories[version.id]
            self._store.forgotten.add((self._scope, version.id))
        for memory in list(self._store.memories.values()):
            if memory.scope == self._scope and self._raw(memory.source):
                self._store.memories[memory.id] = replace(
                    memory, source=replace(memory.source, text="")
                )

    def _carries(self, proposal: Proposal) -> bool:
        return (
            proposal.id in self._makers
            or proposal.target in self._ids
            or proposal.fact.content_key in self._keys
            or (
                proposal.state is not ProposalState.CONFIRMED
                and retells(proposal.fact.text, self._facts)
            )
        )

    def _raw(self, source: Source) -> bool:
        """Whether this is a message that the forgotten content came from."""
        return any(
            (source.pointer and source.pointer == each.pointer)
            or (source.text and source.text == each.text)
            for each in self._sources
        )

    def _tells(self, exchange: Exchange) -> bool:
        gone = self._ids | {each for scope, each in self._store.forgotten if scope == self._scope}
        return (
            not gone.isdisjoint(exchange.memory_ids)
            or any(
                exchange.said.strip() == each.text.strip() for each in self._sources if each.text
            )
            or (exchange.origin is not None and exchange.origin.pointer in self._pointers())
            or self._says(exchange.said)
            or self._says(exchange.answered)
        )

    def _says(self, text: str) -> bool:
        return any(each.text in text for each in self._facts) or retells(text, self._facts)

    def _pointers(self) -> set[str]:
        """The messages that it came from, and those that said it again."""
        again = {
            each.pointer
            for each in self._store.write_log
            if each.scope == self._scope
            and each.memory_id in self._ids
            and each.verdict is WriteVerdict.DUPLICATE
        }
        return {each for each in (*again, *(one.pointer for one in self._sources)) if each}

    def _noted(self, entry: WriteEntry, names: set[str]) -> bool:
        if entry.scope != self._scope or not entry.candidate:
            return False
        pointers = self._pointers()
        raw = {each.text.strip() for each in self._sources if each.text}
        return (
            bool({entry.memory_id, entry.proposal_id} & names)
            or Fact(entry.candidate).content_key in self._keys
            or entry.pointer in pointers
            or entry.candidate.strip() in raw
            or self._says(entry.candidate)
        )

    def _blank(self, proposal: Proposal) -> None:
        blank(
            self._store,
            proposal,
            ProposalState.REPLACED if proposal.is_pending else proposal.state,
        )
        self._store.forgotten.add((self._scope, proposal.id))


def blank(store: FakeStore, proposal: Proposal, state: ProposalState) -> None:
    """Take the content out of a proposal."""
    fact = replace(proposal.fact, text="", subject="", attribute="", value="", tags=())
    source = replace(proposal.source, text="", pointer="")
    store.proposals[proposal.id] = replace(
        proposal, fact=fact, source=source, state=state, target_text=""
    )
