"""Stand-ins for the embedder and the vector index, which can be told to fail."""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from hashlib import blake2b
from itertools import pairwise

import numpy as np

from memory.errors import EmbeddingUnavailable, IndexUnavailable
from memory.records import Scope
from memory.vectors import Vector, VectorEntry, VectorHit


class FakeEmbedder:
    """Texts that share letter pairs lie near each other. `synonyms` makes a word mean another."""

    def __init__(
        self, *, model_id: str = "fake:64", synonyms: dict[str, str] | None = None
    ) -> None:
        self.model_id = model_id
        self.dimensions = 64
        self.fails = False
        self.queries: list[str] = []
        self.embedded: list[str] = []
        self._synonyms = synonyms or {}

    async def query(self, text: str) -> Vector:
        self._check()
        self.queries.append(text)
        return self.vector(text)

    async def passages(self, texts: Sequence[str]) -> Vector:
        self._check()
        self.embedded.extend(texts)
        vectors = [self.vector(text) for text in texts]
        return np.stack(vectors) if vectors else np.empty((0, self.dimensions), dtype=np.float32)

    def _check(self) -> None:
        if self.fails:
            raise EmbeddingUnavailable("told to fail")

    def vector(self, text: str) -> Vector:
        """The vector of a text."""
        for word, meaning in self._synonyms.items():
            text = text.replace(word, meaning)
        vector = np.full(self.dimensions, 0.01, dtype=np.float32)
        for pair in pairwise(text):
            place = blake2b("".join(pair).encode(), digest_size=2).digest()
            vector[int.from_bytes(place) % self.dimensions] += 1
        return np.asarray(vector / np.linalg.norm(vector), dtype=np.float32)


class FakeVectorIndex:
    """The `VectorIndex` port in memory; as new, it holds no model."""

    def __init__(self) -> None:
        self.rows: defaultdict[Scope, dict[str, VectorEntry]] = defaultdict(dict)
        self.fails = False
        self.broken: set[Scope] = set()
        self.called = asyncio.Event()
        self._model_id: str | None = None

    async def add(self, scope: Scope, entries: Sequence[VectorEntry]) -> None:
        self._check(scope)
        for entry in entries:
            self.rows[scope].setdefault(entry.id, entry)

    async def remove(self, scope: Scope, ids: Sequence[str]) -> None:
        self._check(scope)
        for id_ in ids:
            self.rows[scope].pop(id_, None)

    async def nearest(
        self, scope: Scope, vector: Vector, *, kind: str, limit: int, of_type: str | None = None
    ) -> list[VectorHit]:
        self._check(scope)
        hits = [
            VectorHit(entry.id, float(entry.vector @ vector))
            for entry in self.rows[scope].values()
            if entry.kind == kind and of_type in {None, entry.type}
        ]
        return sorted(hits, key=lambda hit: -hit.similarity)[:limit]

    async def ids(self, scope: Scope, *, kind: str) -> frozenset[str]:
        self._check(scope)
        return frozenset(entry.id for entry in self.rows[scope].values() if entry.kind == kind)

    async def ids_of(
        self, scopes: Collection[Scope], *, kind: str
    ) -> Mapping[Scope, frozenset[str]]:
        self._check(None)
        return {
            scope: frozenset(id_ for id_, entry in self.rows[scope].items() if entry.kind == kind)
            for scope in scopes
        }

    async def drop(self, scope: Scope) -> None:
        self.broken.discard(scope)
        self._check(scope)
        self.rows.pop(scope, None)

    async def erase(self, scope: Scope) -> None:
        self.called.set()
        if self.fails or self._model_id is None or scope in self.broken:
            self.throw_away()
        else:
            self.rows.pop(scope, None)

    async def drop_others(self, scopes: Collection[Scope]) -> None:
        self._check(None)
        for scope in [known for known in self.rows if known not in scopes]:
            del self.rows[scope]

    async def reset(self, model_id: str) -> None:
        self.called.set()
        if self.fails:
            raise IndexUnavailable("told to fail")
        self.rows.clear()
        self.broken.clear()
        self._model_id = model_id

    async def model_id(self) -> str | None:
        return self._model_id

    def throw_away(self) -> None:
        """As if the folder were deleted."""
        self.rows.clear()
        self.broken.clear()
        self._model_id = None

    def _check(self, scope: Scope | None) -> None:
        self.called.set()
        if self.fails or self._model_id is None or scope in self.broken:
            raise IndexUnavailable("told to fail, or never reset")
