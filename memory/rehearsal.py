"""A person's memories as data, searched by the same code that searches the real ones.

Letters are searched by the real keyword lists and meaning by comparing all vectors exactly; nothing
is written anywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from datetime import UTC, datetime
from typing import Final

import numpy as np

from memory.records import Memory, MemoryType, Scope
from memory.search.noise import calibration_of
from memory.search.ranking import Ranking
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.vectors import Embedder, Vector, VectorHit

_BATCH: Final = 32
_NO_TIME: Final = datetime(2026, 1, 1, tzinfo=UTC)


class KnownVectors:
    """An `Embedder` that embeds each text once. Raises `EmbeddingUnavailable`."""

    def __init__(self, embedder: Embedder, told: Callable[[int], None] | None = None) -> None:
        self._embedder = embedder
        self._told = told
        self._passages: dict[str, Vector] = {}
        self._queries: dict[str, Vector] = {}

    @property
    def model_id(self) -> str:
        """Names the model and its settings; vectors of different ids do not mix."""
        return self._embedder.model_id

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        return self._embedder.dimensions

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        if text not in self._queries:
            self._queries[text] = await self._embedder.query(text)
            self._tell(1)
        return self._queries[text]

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        new = [text for text in dict.fromkeys(texts) if text not in self._passages]
        for start in range(0, len(new), _BATCH):
            batch = new[start : start + _BATCH]
            vectors = await self._embedder.passages(batch)
            self._passages.update(zip(batch, vectors, strict=True))
            self._tell(len(batch))
        if not texts:
            return np.empty((0, self.dimensions), dtype=np.float32)
        return np.stack([self._passages[text] for text in texts])

    def _tell(self, count: int) -> None:
        if self._told is not None:
            self._told(count)


class Rehearsal:
    """Memories of any number of people, to be searched in any ranking."""

    def __init__(self, memories: Iterable[Memory], embedder: Embedder) -> None:
        held = list(memories)
        self._memories = _Memories(held)
        self._vectors = _Vectors(held)
        self._embedder = embedder
        self._shelf = Shelf(self._memories)
        self._now = max((memory.created_at for memory in held), default=_NO_TIME)

    async def retrieval(self, ranking: Ranking) -> Retrieval:
        """The real search over these memories, at the time of the newest of them.

        Raises `EmbeddingUnavailable`.
        """
        await self._vectors.fill(self._embedder)
        return Retrieval(
            ledger=self._memories,
            index=self._vectors,
            embedder=self._embedder,
            shelf=self._shelf,
            upkeep=_NoDebts(),
            ranking=ranking,
            calibration=calibration_of(self._embedder.model_id),
            clock=lambda: self._now,
        )


class _Memories:
    """The active memories, newest first."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        active = [memory for memory in memories if memory.active]
        self._newest_first = sorted(active, key=lambda each: each.created_at, reverse=True)

    async def memories(
        self,
        scope: Scope,
        *,
        offset: int = 0,
        limit: int | None = None,
        by_subject: bool = False,
    ) -> list[Memory]:
        mine = [memory for memory in self._newest_first if memory.scope == scope]
        if by_subject:
            mine.sort(key=lambda each: each.fact.subject_key)
        return mine[offset : None if limit is None else offset + limit]

    async def memories_by_id(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Memory]:
        wanted = set(ids)
        return {memory.id: memory for memory in await self.memories(scope) if memory.id in wanted}


class _Vectors:
    """The vectors of the active memories, compared one by one."""

    def __init__(self, memories: Sequence[Memory]) -> None:
        self._held = [memory for memory in memories if memory.active]
        self._vectors: Vector | None = None

    async def fill(self, embedder: Embedder) -> None:
        if self._vectors is None:
            self._vectors = await embedder.passages([memory.text for memory in self._held])

    async def nearest(
        self, scope: Scope, vector: Vector, *, kind: str, limit: int, of_type: str | None = None
    ) -> list[VectorHit]:
        del kind  # there are only facts
        if self._vectors is None:
            return []
        hits = [
            VectorHit(memory.id, float(similarity))
            for memory, similarity in zip(self._held, self._vectors @ vector, strict=True)
            if memory.scope == scope
            and (of_type is None or memory.fact.type == MemoryType(of_type))
        ]
        return sorted(hits, key=lambda hit: -hit.similarity)[:limit]


class _NoDebts:
    """There is no index that could fall behind."""

    def touched(self, scope: Scope) -> None:
        pass

    def owe(self, scope: Scope, *, broken: bool = False) -> None:
        pass
