"""Draws up proposals: what would change, until when it may be agreed to, and what a card shows."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

from memory.facts.conflict import Decision, Verdict
from memory.facts.redaction import without_secrets
from memory.ports import Clock, NewId
from memory.records import Change, Fact, Memory, Proposal, Scope, Source, SourceKind

_CHANGES: Final = {Verdict.UPDATE: Change.UPDATE, Verdict.ASK: Change.CHOOSE}


class Drafts:
    """Makes proposals; keeps none. What they carry of a raw message is without its secrets."""

    def __init__(self, *, clock: Clock, new_id: NewId, proposal_ttl: timedelta) -> None:
        self._clock = clock
        self._new_id = new_id
        self._proposal_ttl = proposal_ttl

    def judged(self, scope: Scope, fact: Fact, source: Source, decision: Decision) -> Proposal:
        """To remember a fact, as it was judged."""
        change = _CHANGES.get(decision.verdict, Change.ADD)
        return self._draft(scope, change, fact, source, decision.target)

    def change(self, target: Memory, fact: Fact, source: Source) -> Proposal:
        """To make this fact of a memory."""
        return self._draft(target.scope, Change.UPDATE, fact, source, target)

    def forgetting(self, target: Memory, source: Source) -> Proposal:
        """To forget a memory."""
        return self._draft(target.scope, Change.FORGET, target.fact, source, target)

    def way_back(self, target: Memory, versions: Sequence[Memory]) -> Proposal:
        """To bring back the version before this one; to forget it when there was none.

        What comes back keeps its source: where a thing was told decides where it may be spoken.
        """
        for earlier in versions:
            if earlier.id == target.supersedes:
                return self.change(target, earlier.fact, earlier.source)
        return self.forgetting(target, Source(SourceKind.COMMAND, "", self._clock()))

    def _draft(
        self, scope: Scope, change: Change, fact: Fact, source: Source, target: Memory | None
    ) -> Proposal:
        now = self._clock()
        return Proposal(
            id=self._new_id(),
            scope=scope,
            change=change,
            fact=fact,
            source=replace(source, text=without_secrets(source.text)),
            created_at=now,
            expires_at=now + self._proposal_ttl,
            target=target.id if target else None,
            target_text=target.text if target else "",
        )
