"""The end of memories: junk is purged one by one, and a person is erased as a whole.

Purging forgets through the notebook, as a click would. Erasing is more than forgetting: no row, no
log, no vector and no byte of the person is left in the home, and no index that is built later can
bring anything back, because there is nothing to build it from.
"""

from __future__ import annotations

import logging
from datetime import timedelta

from memory.books import FORMER_DAYS, Archive, FormerDatabases
from memory.errors import MemoryUnknown
from memory.facts.junk import clean_line, junk_kind
from memory.notebook import Forgotten, Notebook
from memory.ports import CARD_DAYS, Clock, Ledger
from memory.records import Memory, Scope, Source, SourceKind
from memory.search.upkeep import Upkeep

log = logging.getLogger(__name__)


class Erasure:
    """One for a process, beside the `Notebook`. Safe for concurrent calls while the bot runs."""

    def __init__(
        self,
        *,
        notebook: Notebook,
        ledger: Ledger,
        archive: Archive,
        upkeep: Upkeep,
        clock: Clock,
        former: FormerDatabases | None = None,
    ) -> None:
        """`former` are the databases that restores have put aside, where there can be any."""
        self._notebook = notebook
        self._ledger = ledger
        self._archive = archive
        self._upkeep = upkeep
        self._clock = clock
        self._former = former

    async def known_scopes(self) -> list[Scope]:
        """Everyone of whom anything is kept, also in a former database alone."""
        known = await self._archive.known_scopes()
        if self._former is None:
            return known
        known += set(await self._former.people()).difference(known)
        return sorted(known, key=lambda scope: (scope.team, scope.user))

    async def find_junk(self, scope: Scope) -> list[Memory]:
        """The person's active memories that say nothing, newest first: what `purge` forgets."""
        return [each for each in await self._ledger.memories(scope) if _is_junk(each.text)]

    async def purge(self, scope: Scope) -> int:
        """Forget the person's junk; returns how many memories that were."""
        purged = 0
        for memory in await self.find_junk(scope):
            order = Source(SourceKind.COMMAND, "", self._clock())
            try:
                asked = await self._notebook.propose_forgetting(scope, memory.id, order)
            except MemoryUnknown:  # its owner was quicker
                continue
            outcome = await self._notebook.confirm(scope, asked.proposal.id)
            purged += isinstance(outcome, Forgotten)
        log.info("[memory] purged junk: %d", purged)
        return purged

    async def erase(self, scope: Scope) -> None:
        """Erase everything of the person for good; nobody else is touched.

        Once this has begun it is carried to its end, by `resume` if the process dies. Whoever is
        erased may begin anew at once. Raises `StorageFault` and `IndexUnavailable`; what was not
        done then is done at the next `resume`.
        """
        async with self._notebook.alone(scope):
            await self._archive.begin_erasing(scope, self._clock())
            await self._wipe(scope)

    async def resume(self) -> int:
        """Carry erasures that were broken off to their end; returns how many. Raises as `erase`."""
        unfinished = await self._archive.unfinished()
        for scope in unfinished:
            async with self._notebook.alone(scope):
                await self._wipe(scope)
        return len(unfinished)

    async def lapse(self) -> int:
        """Take away what was kept long enough; how much that was. Raises `StorageFault`.

        Cards that came to nothing lose their words, and former databases go.
        """
        now = self._clock()
        emptied = await self._ledger.lapse(now - timedelta(days=CARD_DAYS))
        if emptied:
            log.info("[memory] cards that came to nothing lost their words: %d", emptied)
        if self._former is None:
            return emptied
        return emptied + await self._former.lapse(now - timedelta(days=FORMER_DAYS))

    async def _wipe(self, scope: Scope) -> None:
        await self._upkeep.erased(scope)
        await self._archive.wipe()
        if self._former is not None:
            at = await self._ledger.erased_at(scope)
            await self._former.erase(scope, at or self._clock())
        await self._archive.finish_erasing(scope)
        log.info("[memory] a person was erased")


def _is_junk(text: str) -> bool:
    cleaned = clean_line(text)
    return not cleaned or junk_kind(cleaned) is not None
