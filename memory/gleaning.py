"""Gleaning: what people let fall in passing becomes proposals, or memories where they want that."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.errors import FactRejected, SaidBeforeErasure
from memory.facts.conflict import Verdict, judge
from memory.facts.extraction import Candidate, Extraction, Overheard, candidates_among
from memory.notebook import AlreadyKnown, Notebook, Proposed, Saved
from memory.records import (
    AutoMode,
    Change,
    Fact,
    Memory,
    Proposal,
    Recollection,
    Scope,
    Source,
    SourceKind,
)

MOST_FACTS: Final = 5
"""Of one gleaning: more would be no quiet card."""

_REFUSALS_LOOKED_AT: Final = 500

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Gleaned:
    """What came of it: memories saved unasked, and proposals of which the person is to be asked."""

    saved: tuple[Memory, ...] = ()
    asked: tuple[Proposal, ...] = ()


class Gleaning:
    """Looks for facts in what a person said, and puts them before the notebook.

    Nothing is asked of what is known, what waits for an answer, or what was said no to before.
    """

    def __init__(self, *, extraction: Extraction, notebook: Notebook) -> None:
        self._extraction = extraction
        self._notebook = notebook

    async def glean(
        self, scope: Scope, overheard: Sequence[Overheard], known: Sequence[str] = ()
    ) -> Gleaned:
        """Glean from messages of one person, oldest first; at most `MOST_FACTS`.

        Calls for the same person must not overlap. `known` are texts that are remembered already.
        Raises `ThinkerUnavailable` and `StorageFault`.
        """
        if await self._notebook.auto_mode(scope) is AutoMode.OFF:
            return Gleaned()
        return await self._put_all(scope, await self._extraction.candidates(overheard, known))

    async def glean_found(
        self, scope: Scope, found: Sequence[tuple[Overheard, Sequence[str]]]
    ) -> Gleaned:
        """Glean from lines that were found in messages of one person, oldest first, already.

        The same call again, after one that was broken off, brings what that one had proposed and
        saved: so a card can be shown of it all. Otherwise as `glean`. Raises `StorageFault`.
        """
        if await self._notebook.auto_mode(scope) is AutoMode.OFF:
            return Gleaned()
        return await self._put_all(scope, candidates_among(found), goes_on=True)

    async def asked_in(self, scope: Scope, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of those of these proposals that ask to remember. Raises `StorageFault`."""
        proposals = await self._notebook.proposals(scope, list(ids))
        return tuple(each.fact for each in proposals if each.change is not Change.FORGET)

    async def _put_all(
        self, scope: Scope, candidates: Sequence[Candidate], *, goes_on: bool = False
    ) -> Gleaned:
        saved: dict[str, Memory] = {}
        asked: dict[str, Proposal] = {}
        fresh: list[Candidate] = []
        for candidate in candidates:
            waiting = await self._waiting(scope, candidate)
            if goes_on and waiting is not None and _is_of(waiting.source, candidate.source):
                asked[waiting.id] = waiting
            elif waiting is None and not await self._is_refused(scope, candidate):
                fresh.append(candidate)
        for candidate in fresh[: MOST_FACTS - len(asked)]:
            match await self._put(scope, candidate):
                case Saved(memory):
                    saved[memory.id] = memory
                case Proposed(proposal):
                    asked[proposal.id] = proposal
                case AlreadyKnown(memory) if goes_on and _is_of(memory.source, candidate.source):
                    saved[memory.id] = memory
                case AlreadyKnown() | None:
                    continue
        log.info("[memory] gleaned saved=%d asked=%d", len(saved), len(asked))
        return Gleaned(tuple(saved.values()), tuple(asked.values()))

    async def _waiting(self, scope: Scope, candidate: Candidate) -> Proposal | None:
        """The proposal of the same that waits for an answer."""
        for proposal in await self._notebook.pending(scope):
            if _says_same(candidate.fact, [proposal]):
                return proposal
        return None

    async def _is_refused(self, scope: Scope, candidate: Candidate) -> bool:
        """Whether the same was said no to."""
        refusals = await self._notebook.dismissed(scope, _REFUSALS_LOOKED_AT)
        if not _says_same(candidate.fact, refusals) and not await self._notebook.was_refused(
            scope, candidate.fact
        ):
            return False
        reason = "the owner said no to it before"
        await self._notebook.refused(scope, candidate.fact.text, candidate.source, reason)
        return True

    async def _put(
        self, scope: Scope, candidate: Candidate
    ) -> Saved | Proposed | AlreadyKnown | None:
        try:
            return await self._notebook.save_unasked(scope, candidate.fact, candidate.source)
        except (FactRejected, SaidBeforeErasure) as error:
            log.info("[memory] not proposed: %s", type(error).__name__)
            return None


def _is_of(kept: Source, source: Source) -> bool:
    """Whether something was gleaned from this very message."""
    return kept.kind is SourceKind.EXTRACTION and kept.pointer == source.pointer != ""


def _says_same(fact: Fact, proposals: Sequence[Proposal]) -> bool:
    """Whether one of the proposals is for the same content, in whatever words."""
    known = [
        Recollection(
            Memory(each.id, each.scope, each.fact, each.source, each.created_at, each.created_at),
            0.0,
        )
        for each in proposals
        if each.change is not Change.FORGET
    ]
    return judge(fact, known).verdict is Verdict.DUPLICATE
