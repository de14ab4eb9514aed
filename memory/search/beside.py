"""The rows of the index that stand beside the memories: exchanges, filed and held to the truth."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Final

from memory.records import Scope
from memory.vectors import Embedder, Findable, VectorEntry, VectorIndex

EXCHANGE: Final = "exchange"
"""The kind of the rows that stand for exchanges; their type is who may hear them."""

_BATCH: Final = 32

log = logging.getLogger(__name__)


class RowsBeside:
    """What `Upkeep` does with exchanges. `lock` gives the lock under which a person's rows change.

    Raises `EmbeddingUnavailable`, `IndexUnavailable` and `StorageFault`.
    """

    def __init__(
        self,
        *,
        exchanges: Findable,
        index: VectorIndex,
        embedder: Embedder,
        lock: Callable[[Scope], asyncio.Lock],
    ) -> None:
        self._exchanges = exchanges
        self._index = index
        self._embedder = embedder
        self._lock = lock

    async def people(self) -> list[Scope]:
        """Everyone who may have such rows."""
        return await self._exchanges.people()

    async def held(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """What the index holds, at a glance."""
        return await self._index.ids_of(scopes, kind=EXCHANGE)

    async def wanted(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """What it should hold."""
        return await self._exchanges.ids_of(scopes)

    async def remove_gone(self, scope: Scope) -> None:
        """Remove the rows of exchanges that are no more."""
        # In this order: a row seen here and not wanted afterwards is not one just written.
        held = await self._index.ids(scope, kind=EXCHANGE)
        if not held:
            return
        gone = sorted(held - (await self.wanted([scope]))[scope])
        if gone:
            async with self._lock(scope):
                await self._index.remove(scope, gone)

    async def mend(self, scope: Scope, told: Callable[[int], None] | None) -> None:
        """Make the rows what they should be. `told` hears how many were added so far."""
        await self.remove_gone(scope)
        wanted = (await self.wanted([scope]))[scope]
        missing = sorted(wanted - await self._index.ids(scope, kind=EXCHANGE))
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            await self.file(scope, batch)
            if told:
                told(start + len(batch))
        if missing:
            log.info("[memory] index mended: %d exchanges added", len(missing))

    async def file(self, scope: Scope, ids: Sequence[str]) -> None:
        """Add those of the exchanges that the index is to hold."""
        held = await self._exchanges.texts(scope, ids)
        if not held:
            return
        vectors = await self._embedder.passages([each.text for each in held])
        async with self._lock(scope):
            # Embedding takes its time: what went meanwhile must not come back.
            still = {each.id for each in await self._exchanges.texts(scope, ids)}
            entries = [
                VectorEntry(each.id, vector, EXCHANGE, each.type)
                for each, vector in zip(held, vectors, strict=True)
                if each.id in still
            ]
            if entries:
                await self._index.add(scope, entries)
