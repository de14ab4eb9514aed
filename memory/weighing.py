"""Weighs a fact before it is asked for, and again before it is written."""

from __future__ import annotations

from typing import Final

from memory.errors import FactRejected, SaidBeforeErasure
from memory.facts.conflict import Decision, Verdict, judge
from memory.facts.fitness import LONGEST_FACT_CHARS, refuse_unfit
from memory.facts.policy import read_wish
from memory.facts.second_opinion import SecondOpinion
from memory.facts.wishes import Save
from memory.noting import Noting
from memory.ports import Ledger
from memory.records import Change, Fact, Memory, Proposal, Scope, Source, SourceKind
from memory.search.retrieval import Retrieval

CANDIDATES: Final = 20
"""Of this many memories that may be about the same, a fact is compared with."""


class Weighing:
    """Compares what would be written with what is remembered. Writes nothing but the log."""

    def __init__(self, *, ledger: Ledger, retrieval: Retrieval, noting: Noting) -> None:
        self._ledger = ledger
        self._retrieval = retrieval
        self._noting = noting
        self._second_opinion: SecondOpinion | None = None

    def consult(self, second_opinion: SecondOpinion) -> None:
        """Hear a second opinion from now on, before a card asks what is to be done."""
        self._second_opinion = second_opinion

    async def consider(self, scope: Scope, fact: Fact, source: Source) -> Decision:
        """Judge a fact that is to be asked for, as `examine` does, where in doubt twice."""
        decision = await self.examine(scope, fact, source)
        if self._second_opinion is None:
            return decision
        advised = await self._second_opinion(fact, decision)
        was_known = decision.verdict is Verdict.DUPLICATE
        if advised.verdict is Verdict.DUPLICATE and advised.target and not was_known:
            await self._noting.known(advised.target, fact, source, advised.reason)
        return advised

    async def examine(
        self, scope: Scope, fact: Fact, source: Source, *, beside: Memory | None = None
    ) -> Decision:
        """Judge a fact against what is remembered, `beside` left out.

        Raises `FactRejected` and `SaidBeforeErasure`.
        """
        if await self.is_stale(scope, source):
            raise SaidBeforeErasure
        await self.refuse_unfit(scope, fact, source)
        known = await self._retrieval.kin(scope, fact, limit=CANDIDATES)
        decision = judge(
            fact,
            [each for each in known if not beside or each.memory.id != beside.id],
            corrects=_corrects(source),
        )
        if decision.verdict is Verdict.DUPLICATE and decision.target:
            await self._noting.known(decision.target, fact, source, decision.reason)
        return decision

    async def is_stale(self, scope: Scope, source: Source) -> bool:
        """Whether it was let fall before the person had everything erased."""
        if source.kind is not SourceKind.EXTRACTION:
            return False
        erased_at = await self._ledger.erased_at(scope)
        return erased_at is not None and source.at <= erased_at

    async def refuse_unfit(self, scope: Scope, fact: Fact, source: Source) -> None:
        """Note and raise `FactRejected` for what can be no memory."""
        try:
            refuse_unfit(fact)
        except FactRejected as error:
            await self._noting.refused(scope, fact.text, source, error.reason)
            raise

    async def chosen_target(self, proposal: Proposal) -> Memory | None:
        """The memory that the person pointed at, to edit it or to return to what it was before."""
        if proposal.change is not Change.UPDATE or proposal.target is None:
            return None
        shown = await self._ledger.memory(proposal.scope, proposal.target)
        if shown is None or not shown.active:
            return None
        if proposal.source.kind is SourceKind.EDIT:
            return shown
        earlier = await self._ledger.versions(proposal.scope, shown.id)
        return shown if proposal.fact in [each.fact for each in earlier[:-1]] else None

    async def successor(self, proposal: Proposal) -> Memory | None:
        """What is remembered now in place of what the card showed; None when that still holds."""
        if proposal.target is None:
            return None
        versions = await self._ledger.versions(proposal.scope, proposal.target)
        current = [each for each in versions if each.active]
        return current[-1] if current and current[-1].id != proposal.target else None

    async def agreed_target(
        self, proposal: Proposal, decision: Decision, *, edited: bool
    ) -> Memory | Decision | None:
        """The memory that the person agreed to replace, or the decision that they did not see."""
        shown = None
        if proposal.target is not None:
            shown = await self._ledger.memory(proposal.scope, proposal.target)
        if decision.target is None:
            return (
                None if edited or proposal.target is None or not (shown and shown.active) else shown
            )
        if shown and shown.active and decision.target.id == shown.id:
            return shown
        return None if _was_seen(proposal, decision) and not edited else decision


def _was_seen(proposal: Proposal, decision: Decision) -> bool:
    """Whether the card asks to add beside a memory that was there when it was drawn up.

    Then a second opinion took the two for different matters, and nothing has changed since.
    """
    known = decision.target
    is_doubt = proposal.change is Change.ADD and decision.verdict is Verdict.ASK
    return is_doubt and known is not None and known.created_at < proposal.created_at


def _corrects(source: Source) -> bool:
    """Whether the person said in so many words that what is remembered is to be changed."""
    is_short = len(source.text) <= LONGEST_FACT_CHARS
    if not is_short or source.kind not in {SourceKind.WISH, SourceKind.COMMAND}:
        return False
    wish = read_wish(source.text)
    return isinstance(wish, Save) and wish.corrects
