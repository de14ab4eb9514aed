"""The searches behind the answers: noted beside the talk, explained when asked, rated."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Protocol

from memory.books import SearchLog
from memory.errors import StorageFault
from memory.evidence import Considered, Evidence
from memory.ports import Clock, NewId
from memory.records import Exchange, Memory, Scope
from memory.searches import Feedback, Searched, SearchEntry

log = logging.getLogger(__name__)


class Versions(Protocol):
    """The part of `memory.ports.Ledger` that is needed here. Raises `StorageFault`."""

    async def memory(self, scope: Scope, memory_id: str) -> Memory | None:
        """The person's memory with this id, active or not; None when forgotten or another's."""
        ...


class Exchanges(Protocol):
    """The part of `memory.dialogue.ports.Chronicle` that is needed here. Raises `StorageFault`."""

    async def exchanges(
        self, scope: Scope, ids: Collection[str], *, audience: str | None
    ) -> Mapping[str, Exchange]:
        """Those of the ids that are this person's; None is the person alone."""
        ...


@dataclass(frozen=True, slots=True)
class Picked:
    """A memory that was looked at: None when it has been forgotten since.

    `evidence` is None for one that no search brought.
    """

    memory: Memory | None
    evidence: Evidence | None


@dataclass(frozen=True, slots=True)
class Explanation:
    """How the memories of one answer were found.

    `said` is what the person said, None when that is not kept any more. `cited` are the memories
    that the answer drew on, `shown` those that the model saw besides, `passed` those that were
    looked at and left, best first.
    """

    answer_id: str
    at: datetime
    said: str | None
    cited: tuple[Picked, ...] = ()
    shown: tuple[Picked, ...] = ()
    passed: tuple[Picked, ...] = ()
    letters_only: bool = False
    is_noise: bool = False
    feedback: Feedback | None = None


class Traces:
    """The search log as the rest of the program uses it. One instance for a process.

    Apart from `note`, everything raises `StorageFault`.
    """

    def __init__(
        self,
        *,
        search_log: SearchLog,
        ledger: Versions,
        exchanges: Exchanges,
        clock: Clock,
        new_id: NewId,
    ) -> None:
        self._search_log = search_log
        self._ledger = ledger
        self._exchanges = exchanges
        self._clock = clock
        self._new_id = new_id
        self._writing: set[asyncio.Task[None]] = set()

    def note(
        self,
        scope: Scope,
        searched: Iterable[Searched],
        *,
        at: datetime,
        answer_id: str | None = None,
        cited: Collection[str] = (),
    ) -> None:
        """Begin to write searches into the log, and return at once. Never fails: the log tells."""
        entries = [
            SearchEntry(
                id=self._new_id(),
                scope=scope,
                at=at,
                kind=each.kind,
                answer_id=answer_id,
                ranking=each.recall.ranking,
                candidates=_candidates(each),
                used=each.used,
                cited=tuple(id_ for id_ in each.used if id_ in cited),
                vector_failed=each.recall.vector_failed,
                is_noise=each.recall.is_noise,
                took_ms=each.recall.took_ms,
            )
            for each in searched
        ]
        if entries:
            task = asyncio.create_task(self._write(entries), name="search log")
            self._writing.add(task)
            task.add_done_callback(self._writing.discard)

    async def settle(self) -> None:
        """Wait until all that was noted is written."""
        while self._writing:
            await asyncio.wait(set(self._writing))

    async def entries(self, scope: Scope, limit: int) -> list[SearchEntry]:
        """The person's latest searches, newest first."""
        await self.settle()
        return await self._search_log.entries(scope, limit)

    async def rate(self, scope: Scope, answer_id: str, feedback: Feedback | None) -> bool:
        """Note what the person thinks of an answer; False when its log has lapsed."""
        await self.settle()
        return await self._search_log.rate(scope, answer_id, feedback, self._clock())

    async def explain(self, scope: Scope, answer_id: str | None = None) -> Explanation | None:
        """How the memories of an answer of this person were found, or of their latest one.

        None when the log of it has lapsed, or it is another's.
        """
        await self.settle()
        entries = await self._search_log.of_answer(scope, answer_id)
        if not entries or entries[0].answer_id is None:
            return None
        answer = entries[0].answer_id
        kept = await self._exchanges.exchanges(scope, [answer], audience=None)
        cited = _in_order(id_ for entry in entries for id_ in entry.cited)
        shown = _in_order(id_ for entry in entries for id_ in entry.used)
        looked_at = _in_order(each.memory_id for entry in entries for each in entry.candidates)
        evidence = _evidence(entries)
        first = entries[0]

        async def picked(ids: Iterable[str], known: Collection[str] = ()) -> tuple[Picked, ...]:
            return tuple(
                [
                    Picked(await self._ledger.memory(scope, id_), evidence.get(id_))
                    for id_ in ids
                    if id_ not in known
                ]
            )

        return Explanation(
            answer_id=answer,
            at=first.at,
            said=kept[answer].said if answer in kept else None,
            cited=await picked(cited),
            shown=await picked(shown, cited),
            passed=await picked(looked_at, {*cited, *shown}),
            letters_only=any(entry.vector_failed for entry in entries),
            is_noise=first.is_noise,
            feedback=first.feedback,
        )

    async def _write(self, entries: Sequence[SearchEntry]) -> None:
        try:
            await self._search_log.note(entries)
        except StorageFault as error:
            log.warning("[memory] the search log could not be written: %r", error)


def _candidates(searched: Searched) -> tuple[Considered, ...]:
    """The best that were looked at, and whatever was used besides."""
    best = searched.recall.considered
    known = {each.memory_id for each in best}
    further = [
        Considered(each.memory.id, each.evidence)
        for each in searched.recall.found
        if each.evidence and each.memory.id in searched.used and each.memory.id not in known
    ]
    return (*best, *further)


def _evidence(entries: Sequence[SearchEntry]) -> Mapping[str, Evidence]:
    """The figures of each memory, of the first search that used it, else of the first it was in."""
    figures: dict[str, Evidence] = {}
    looked_at = [
        (each.memory_id not in entry.used, each) for entry in entries for each in entry.candidates
    ]
    for _, each in sorted(looked_at, key=lambda pair: pair[0]):
        figures.setdefault(each.memory_id, each.evidence)
    return figures


def _in_order(ids: Iterable[str]) -> list[str]:
    return list(dict.fromkeys(ids))
