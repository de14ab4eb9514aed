"""Gleaning: what people let fall in passing becomes proposals, or memories where they want that."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.errors import FactRejected, SaidBeforeErasure
from memory.facts.conflict import Verdict, judge
from memory.facts.extraction import Candidate, Extraction, Overheard
from memory.notebook import AlreadyKnown, Notebook, Proposed, Saved
from memory.records import AutoMode, Change, Fact, Memory, Proposal, Recollection, Scope

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
        candidates = await self._extraction.candidates(overheard, known)
        fresh = [each for each in candidates if not await self._is_settled(scope, each)]
        saved: list[Memory] = []
        asked: list[Proposal] = []
        for candidate in fresh[:MOST_FACTS]:
            match await self._put(scope, candidate):
                case Saved(memory):
                    saved.append(memory)
                case Proposed(proposal):
                    asked.append(proposal)
                case AlreadyKnown() | None:
                    continue
        log.info("[memory] gleaned saved=%d asked=%d", len(saved), len(asked))
        return Gleaned(tuple(saved), tuple(asked))

    async def _is_settled(self, scope: Scope, candidate: Candidate) -> bool:
        """Whether the same waits for an answer, or was said no to."""
        if _says_same(candidate.fact, await self._notebook.pending(scope)):
            return True
        refusals = await self._notebook.dismissed(scope, _REFUSALS_LOOKED_AT)
        if not _says_same(candidate.fact, refusals):
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
