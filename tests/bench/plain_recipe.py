"""What a first version does: all documents fetched and BM25Okapi built anew for each query.

The whole of both rankings is fused, so that a document without a matching term earns a rank too.
"""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final

import chromadb
import numpy as np
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]  # it ships no types

from memory.adapters.local_embedder import LocalEmbedder
from memory.vectors import Vector

_TOKEN: Final = re.compile(r"[A-Za-z가-힣0-9]+")
_BATCH: Final = 1_000
_NEAREST: Final = 50
_K: Final = 60


class PlainRecipe:
    """One person's lines, with their vectors, in a Chroma of their own."""

    def __init__(
        self, folder: Path, lines: Sequence[str], vectors: Vector, embedder: LocalEmbedder
    ) -> None:
        self._embedder = embedder
        self._client = chromadb.PersistentClient(folder, Settings(anonymized_telemetry=False))
        self._collection: Collection = self._client.create_collection(
            "plain", embedding_function=None, metadata={"hnsw:space": "cosine"}
        )
        for start in range(0, len(lines), _BATCH):
            part = slice(start, min(start + _BATCH, len(lines)))
            self._collection.add(
                ids=[str(at) for at in range(part.start, part.stop)],
                documents=list(lines[part]),
                embeddings=vectors[part].tolist(),
            )

    async def recall(self, query: str, limit: int = 5) -> list[int]:
        """The places of the best lines of both rankings, fused."""
        vector = await self._embedder.query(query)
        return await asyncio.to_thread(self._search, query, vector, limit)

    async def close(self) -> None:
        """Let go of the files."""
        close: Callable[[], None] = getattr(self._client, "close")  # noqa: B009  # not in its type
        await asyncio.to_thread(close)

    def _search(self, query: str, vector: Vector, limit: int) -> list[int]:
        everything = self._collection.get(include=["documents"])
        documents = everything["documents"] or []
        bm25 = BM25Okapi([_TOKEN.findall(document.lower()) for document in documents])
        scores = bm25.get_scores(_TOKEN.findall(query.lower()))
        by_letters = [everything["ids"][at] for at in np.argsort(-scores)]
        near = self._collection.query(query_embeddings=[vector.tolist()], n_results=_NEAREST)
        fused: dict[str, float] = {}
        for ranking in (near["ids"][0], by_letters):
            for rank, id_ in enumerate(ranking, start=1):
                fused[id_] = fused.get(id_, 0.0) + 1 / (_K + rank)
        return [int(id_) for id_ in sorted(fused, key=lambda id_: -fused[id_])[:limit]]
