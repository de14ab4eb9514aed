"""The reading side of the notebook: through it nothing can be written."""

from __future__ import annotations

from collections.abc import Sequence

from memory.books import Preferences, WriteLog
from memory.facts.conflict import Decision, judge
from memory.facts.refusals import mark_of
from memory.ports import Clock, Ledger
from memory.records import AutoMode, Fact, Memory, Proposal, Recall, Scope, Stats, WriteEntry
from memory.search.retrieval import Retrieval
from memory.weighing import CANDIDATES


class Pages:
    """What is remembered of everyone, to be read."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        preferences: Preferences,
        write_log: WriteLog,
        retrieval: Retrieval,
        clock: Clock,
    ) -> None:
        self._ledger = ledger
        self._preferences = preferences
        self._write_log = write_log
        self._retrieval = retrieval
        self._clock = clock

    async def recall(self, scope: Scope, query: str, *, limit: int = 5) -> Recall:
        """The person's memories that answer a query, best first."""
        return await self._retrieval.recall(scope, query, limit=limit)

    async def listing(
        self, scope: Scope, *, offset: int = 0, limit: int | None = 20, by_subject: bool = False
    ) -> list[Memory]:
        """The person's active memories, newest first, or subject by subject; None is no limit."""
        return await self._ledger.memories(scope, offset=offset, limit=limit, by_subject=by_subject)

    async def count(self, scope: Scope) -> int:
        """How many active memories the person has."""
        return await self._ledger.count(scope)

    async def history(self, scope: Scope, memory_id: str) -> list[Memory]:
        """Every version of a memory, oldest first."""
        return await self._ledger.versions(scope, memory_id)

    async def weigh(self, scope: Scope, fact: Fact) -> Decision:
        """What a fact would be to the person's memories now: new, the same, a change, a doubt."""
        return judge(fact, await self._retrieval.kin(scope, fact, limit=CANDIDATES))

    async def proposals(self, scope: Scope, ids: Sequence[str]) -> list[Proposal]:
        """Those of the ids that are proposals of this person, in any state, in this order."""
        found = [await self._ledger.proposal(scope, each) for each in ids]
        return [each for each in found if each is not None]

    async def dismissed(self, scope: Scope, limit: int) -> list[Proposal]:
        """The person's latest proposals that they said no to, newest first."""
        return await self._ledger.dismissed(scope, limit)

    async def was_refused(self, scope: Scope, fact: Fact) -> bool:
        """Whether the person said no to the same so long ago that its words are gone."""
        return await self._ledger.was_refused(scope, mark_of(scope, fact))

    async def stats(self, scope: Scope) -> Stats:
        """What is kept of the person, counted."""
        return await self._ledger.stats(scope, self._clock())

    async def log(self, scope: Scope, limit: int) -> list[WriteEntry]:
        """What was decided lately about what the person said, and why, newest first."""
        return await self._write_log.entries(scope, limit)

    async def auto_mode(self, scope: Scope) -> AutoMode:
        """What becomes of the facts that the person lets fall in passing."""
        return await self._preferences.auto_mode(scope)
