"""Keeps proposals: puts them before their owner, opens them for an answer, and settles them."""

from __future__ import annotations

from memory.errors import ProposalExpired, ProposalSettled, ProposalUnknown
from memory.noting import Noting
from memory.outcomes import Proposed
from memory.ports import Clock, Ledger
from memory.records import Proposal, ProposalState, Scope


class Asking:
    """Moves proposals to every state but CONFIRMED, which comes with a write."""

    def __init__(self, *, ledger: Ledger, noting: Noting, clock: Clock) -> None:
        self._ledger = ledger
        self._noting = noting
        self._clock = clock

    async def ask(self, proposal: Proposal, reason: str) -> Proposed:
        """Keep a proposal; its card is due."""
        await self._ledger.add_proposal(proposal)
        await self._noting.asked(proposal, reason)
        return Proposed(proposal)

    async def opened(self, scope: Scope, proposal_id: str) -> Proposal:
        """A proposal that waits for an answer.

        Raises `ProposalUnknown`, `ProposalSettled`, `ProposalExpired`.
        """
        proposal = await self._ledger.proposal(scope, proposal_id)
        if proposal is None:
            raise ProposalUnknown(proposal_id)
        if not proposal.is_pending:
            raise ProposalSettled(proposal.state)
        now = self._clock()
        if proposal.expires_at <= now:
            if await self._ledger.settle(scope, proposal.id, ProposalState.EXPIRED, now):
                await self._noting.settled(proposal, ProposalState.EXPIRED)
            raise ProposalExpired(proposal_id)
        return proposal

    async def settle(self, proposal: Proposal, state: ProposalState) -> None:
        """Move a proposal that was open. Raises `ProposalSettled` when somebody was quicker."""
        if not await self._ledger.settle(proposal.scope, proposal.id, state, self._clock()):
            raise await self.settled(proposal)

    async def settled(self, proposal: Proposal) -> ProposalSettled:
        """How a proposal was answered meanwhile, to be raised."""
        current = await self._ledger.proposal(proposal.scope, proposal.id)
        return ProposalSettled(current.state if current else ProposalState.DISMISSED)
