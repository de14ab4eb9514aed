"""Keeps the search true to the ledger: after each write, at the start, and when something failed.

The ledger is the truth. What the index could not take is a debt, which is paid in the background;
until then the keyword list, which is built from the ledger, finds what the index lacks.
"""

from __future__ import annotations

import asyncio
import logging
import weakref
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from math import inf
from typing import TypeAlias

from memory.errors import EmbeddingUnavailable, IndexUnavailable, StorageFault
from memory.ports import Ledger
from memory.recent_words import forget_words
from memory.records import Memory, Scope
from memory.search.beside import RowsBeside
from memory.search.shelf import Shelf
from memory.vectors import Embedder, Findable, VectorEntry, VectorIndex

log = logging.getLogger(__name__)

FACT = "fact"
"""The kind of the rows that stand for memories."""

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many memories are done, and of how many."""

_WRITE_PATIENCE_SECONDS = 5.0
_RETRY_SECONDS = 60.0
_BATCH = 32
_PEOPLE_AT_ONCE = 100
_MOST_REFUSALS = 3  # then the index is thrown away: it holds nothing that the ledger does not


class Upkeep:
    """One for a process, beside `Retrieval`. Safe for concurrent calls."""

    def __init__(
        self,
        *,
        ledger: Ledger,
        index: VectorIndex,
        embedder: Embedder,
        shelf: Shelf,
        exchanges: Findable | None = None,
    ) -> None:
        self._ledger = ledger
        self._index = index
        self._embedder = embedder
        self._shelf = shelf
        self._debts: dict[Scope, None] = {}
        self._broken: set[Scope] = set()
        self._seen: set[Scope] = set()
        self._wake = asyncio.Event()
        self._locks: weakref.WeakValueDictionary[Scope, asyncio.Lock] = (
            weakref.WeakValueDictionary()
        )
        self._beside: RowsBeside | None = None
        if exchanges is not None:
            self._beside = RowsBeside(
                exchanges=exchanges, index=index, embedder=embedder, lock=self._lock
            )

    @property
    def debts(self) -> tuple[Scope, ...]:
        """The people whose index is known or feared not to be true to the ledger."""
        return tuple(self._debts)

    async def remembered(self, memory: Memory, *, replaced: str | None) -> None:
        """Follow a confirmed write. Never fails: what does not work now is done later."""
        scope = memory.scope
        await self._shelf.put(memory, replaced=replaced)
        try:
            async with asyncio.timeout(_WRITE_PATIENCE_SECONDS):
                if replaced is not None:
                    await self._remove(scope, [replaced])
                await self._file(scope, [memory])
        except (EmbeddingUnavailable, IndexUnavailable, StorageFault, TimeoutError) as error:
            log.warning("[memory] index is behind after a save: %r", error)
            self.owe(scope, broken=isinstance(error, IndexUnavailable))

    async def forgotten(self, scope: Scope, ids: Sequence[str]) -> None:
        """Follow a confirmed forgetting. Never fails: what does not work now is done later."""
        forget_words()
        await self._shelf.take(scope, ids)
        try:
            await self._remove(scope, ids)
            if self._beside is not None:
                await self._beside.remove_gone(scope)
        except (IndexUnavailable, StorageFault) as error:
            log.warning("[memory] index is behind after a forgetting: %r", error)
            self.owe(scope, broken=isinstance(error, IndexUnavailable))

    async def digested(self, scope: Scope, ids: Sequence[str]) -> None:
        """File exchanges that were digested. Never fails: what does not work now is done later."""
        if self._beside is None:
            return
        try:
            await self._beside.file(scope, ids)
        except (EmbeddingUnavailable, IndexUnavailable, StorageFault) as error:
            log.warning("[memory] index is behind after a digest: %r", error)
            self.owe(scope, broken=isinstance(error, IndexUnavailable))

    async def trimmed(self, scope: Scope, ids: Sequence[str]) -> None:
        """Follow a cleaning of exchanges. Never fails: what does not work now is done later."""
        forget_words()
        try:
            await self._remove(scope, ids)
        except IndexUnavailable as error:
            log.warning("[memory] index is behind after a cleaning: %r", error)
            self.owe(scope, broken=True)

    async def erased(self, scope: Scope) -> None:
        """Follow an erasure: no row and no byte of the person stays. Raises `IndexUnavailable`."""
        forget_words()
        await self._shelf.drop(scope)
        async with self._lock(scope):
            await self._index.erase(scope)
        self._debts.pop(scope, None)
        self._broken.discard(scope)
        self._seen.discard(scope)
        self._wake.set()  # should the index have been thrown away for it, it must be filled anew

    def touched(self, scope: Scope) -> None:
        """Note that a person is here: their index is looked at before those of others."""
        if scope not in self._seen:
            self.owe(scope)

    def owe(self, scope: Scope, *, broken: bool = False) -> None:
        """Note that a person's index differs from the ledger, or (`broken`) does not answer."""
        self._debts[scope] = None
        if broken:
            self._broken.add(scope)
        self._wake.set()

    async def check(self) -> bool:
        """Whether all must be rebuilt: the index is new, unreadable, or of another model.

        Quick, however many people there are. Raises `IndexUnavailable`.
        """
        return await self._index.model_id() != self._embedder.model_id

    async def rebuild(self, progress: Progress | None = None) -> None:
        """Throw the index away and fill it from the ledger, a batch at a time.

        Broken off, it is taken up where it stopped by `sweep`. Raises `IndexUnavailable`,
        `EmbeddingUnavailable` and `StorageFault`.
        """
        log.info("[memory] rebuilding the index for %s", self._embedder.model_id)
        await self._index.reset(self._embedder.model_id)
        self._seen.clear()
        self._broken.clear()
        await self._mend_all(progress)

    async def sweep(self, progress: Progress | None = None) -> None:
        """Compare everyone's rows with the ledger and mend them. Raises as `rebuild` does."""
        await self._index.drop_others(await self._scopes())
        await self._mend_all(progress)

    async def mend(self, scope: Scope, told: Callable[[int], None] | None = None) -> None:
        """Make a person's rows what the ledger says. `told` hears how many rows were added so far.

        Rows that do not answer are dropped and filled anew. Raises as `rebuild` does; the debt then
        stays.
        """
        self._debts[scope] = None
        if scope not in self._broken:
            try:
                await self._compare(scope, told)
            except IndexUnavailable as error:
                log.warning("[memory] rows do not answer, they are filled anew: %s", error)
                self._broken.add(scope)
        if scope in self._broken:
            await self._index.drop(scope)
            self._broken.discard(scope)
            await self._compare(scope, told)
        self._debts.pop(scope, None)
        self._seen.add(scope)

    async def run(self, progress: Progress | None = None, *, calm_seconds: float = 0.0) -> None:
        """Keep at it until cancelled: check, rebuild or sweep, then pay each debt as it comes.

        The sweep lets whoever is here be answered for `calm_seconds`; it opens a new index, too.
        """
        time = asyncio.get_running_loop().time
        due, refusals = time() + calm_seconds, 0
        while True:
            self._wake.clear()
            try:
                if refusals >= _MOST_REFUSALS or await self.check():
                    await self.rebuild(progress)
                elif time() >= due:
                    await self.sweep(progress)
                    due = inf
                for scope in self.debts:
                    await self.mend(scope)
                refusals = 0
            except (EmbeddingUnavailable, IndexUnavailable, StorageFault) as error:
                log.warning("[memory] the index cannot be mended now: %r", error)
                refusals = refusals + 1 if isinstance(error, IndexUnavailable) else 0
            await self._rest(due - time() if time() < due < inf else _RETRY_SECONDS)

    async def _mend_all(self, progress: Progress | None) -> None:
        scopes = await self._scopes()
        sizes: dict[Scope, int] = {}
        for start in range(0, len(scopes), _PEOPLE_AT_ONCE):
            sizes |= await self._differing(scopes[start : start + _PEOPLE_AT_ONCE])
        done, total = 0, sum(sizes.values())
        for scope, size in sizes.items():
            for debtor in [debtor for debtor in self._debts if debtor != scope]:
                await self.mend(debtor)
            if scope in self._debts or scope not in self._seen:
                await self.mend(scope, partial(_tell, progress, done, total))
            done += size
            _tell(progress, done, total, 0)

    async def _differing(self, scopes: Sequence[Scope]) -> dict[Scope, int]:
        """Those whose rows are not what the ledger says, with the number that they should have."""
        indexed = await self._index.ids_of(scopes, kind=FACT)
        active = await self._ledger.ids_of(scopes)
        if self._beside is not None:
            filed, findable = await self._beside.held(scopes), await self._beside.wanted(scopes)
            indexed = {scope: indexed[scope] | filed[scope] for scope in scopes}
            active = {scope: active[scope] | findable[scope] for scope in scopes}
        differing = {}
        for scope in scopes:
            if scope in self._debts or indexed[scope] != active[scope]:
                differing[scope] = len(active[scope])
            else:
                self._seen.add(scope)
        return differing

    async def _compare(self, scope: Scope, told: Callable[[int], None] | None) -> None:
        # In this order: a row seen here and not in the ledger afterwards is not one just written.
        indexed = await self._index.ids(scope, kind=FACT)
        active = [memory.id for memory in await self._ledger.memories(scope)]
        stale = sorted(indexed.difference(active))
        await self._remove(scope, stale)
        missing = [id_ for id_ in active if id_ not in indexed]
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            await self._file(scope, (await self._ledger.memories_by_id(scope, batch)).values())
            if told:
                told(start + len(batch))
        if missing or stale:
            log.info("[memory] index mended: %d rows added, %d gone", len(missing), len(stale))
        if self._beside is not None:
            before = len(active)
            await self._beside.mend(scope, told and (lambda part: told(before + part)))

    async def _scopes(self) -> list[Scope]:
        """Everyone who may have rows."""
        scopes = dict.fromkeys(await self._ledger.scopes())
        if self._beside is not None:
            scopes |= dict.fromkeys(await self._beside.people())
        return list(scopes)

    async def _rest(self, seconds: float) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self._wake.wait()
        except TimeoutError:
            return

    async def _file(self, scope: Scope, memories: Iterable[Memory]) -> None:
        held = list(memories)
        if not held:
            return
        vectors = await self._embedder.passages([memory.text for memory in held])
        async with self._lock(scope):
            # Embedding takes its time: what was forgotten meanwhile must not come back.
            active = await self._ledger.memories_by_id(scope, [memory.id for memory in held])
            entries = [
                VectorEntry(memory.id, vector, FACT, memory.fact.type.value)
                for memory, vector in zip(held, vectors, strict=True)
                if memory.id in active
            ]
            if entries:
                await self._index.add(scope, entries)

    async def _remove(self, scope: Scope, ids: Sequence[str]) -> None:
        if ids:
            async with self._lock(scope):
                await self._index.remove(scope, ids)

    def _lock(self, scope: Scope) -> asyncio.Lock:
        lock = self._locks.get(scope)
        if lock is None:
            lock = self._locks[scope] = asyncio.Lock()
        return lock


def _tell(progress: Progress | None, before: int, total: int, part: int) -> None:
    if progress is not None:
        progress(min(before + part, total), total)
