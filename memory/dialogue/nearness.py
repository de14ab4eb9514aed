"""Which earlier exchanges are near a question in meaning, by a measure that fits any embedder.

A cosine says nothing by itself: with one model unrelated texts score 0.80, with another 0.10. So
each question is also held against exchanges that it cannot be about, in its own script, and what
counts is how far above these a find stands.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np

from memory.dialogue.unrelated import UNRELATED_EN, UNRELATED_KO
from memory.embedded_lines import vectors_of
from memory.errors import EmbeddingUnavailable, IndexUnavailable
from memory.facts.hangul import has_hangul
from memory.records import Scope
from memory.search.beside import EXCHANGE
from memory.vectors import Embedder, Vector, VectorHit, VectorIndex

log = logging.getLogger(__name__)

UNRELATED: Final = {"unrelated_ko": UNRELATED_KO, "unrelated_en": UNRELATED_EN}
LONGEST_QUESTION_CHARS: Final = 300

LEAST_HEIGHT: Final = 2.2
"""Deviations above the unrelated from which on an exchange counts as near. Measured: see tests."""
_SHARE_OF_BEST: Final = 0.5
_LEAST_DEVIATION: Final = 0.01
PATIENCE_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Level:
    """How near texts lie that have nothing to do with the question: middle and deviation."""

    middle: float
    deviation: float

    @classmethod
    def of(cls, cosines: Sequence[float]) -> Level:
        """The level of some unrelated texts."""
        return cls(float(np.mean(cosines)), max(float(np.std(cosines)), _LEAST_DEVIATION))


@dataclass(frozen=True, slots=True)
class Sight:
    """The nearest exchanges of a question, and the levels of unrelated Korean and other ones."""

    hits: Sequence[VectorHit]
    korean: Level
    other: Level

    def standing_out(self, texts: Mapping[str, str], *, least: float = LEAST_HEIGHT) -> list[str]:
        """Of the hits whose texts are given, the ids of those that stand out, nearest first.

        They stand at least `least` deviations above the unrelated ones of their script, and do not
        fall far behind the best.
        """
        heights = {hit.id: self._height(hit, texts[hit.id]) for hit in self.hits if hit.id in texts}
        floor = max(least, max(heights.values(), default=0.0) * _SHARE_OF_BEST)
        found = [id_ for id_, height in heights.items() if height >= floor]
        return sorted(found, key=lambda id_: heights[id_], reverse=True)

    def _height(self, hit: VectorHit, text: str) -> float:
        level = self.korean if has_hangul(text) else self.other
        return (hit.similarity - level.middle) / level.deviation


class Nearness:
    """Finds near exchanges. One for a process, safe for concurrent calls."""

    def __init__(
        self,
        *,
        index: VectorIndex,
        embedder: Embedder,
        patience_seconds: float = PATIENCE_SECONDS,
    ) -> None:
        self._patience_seconds = patience_seconds
        self._index = index
        self._embedder = embedder
        self._unrelated: asyncio.Task[tuple[Vector, Vector]] | None = None

    async def prepare(self) -> None:
        """Get what is measured against, so that no first question waits for it.

        Raises `EmbeddingUnavailable`; the next question then tries again.
        """
        await self._measure()

    async def close(self) -> None:
        """Stop measuring, before the embedder closes."""
        if (task := self._unrelated) is not None:
            task.cancel()
            await asyncio.gather(task, return_exceptions=True)

    async def look(
        self, scope: Scope, question: str, *, audience: str | None, limit: int
    ) -> Sight | None:
        """The person's nearest exchanges; None when meaning cannot be searched now.

        `audience` is what `memory.sharing.hearing` says.
        """
        try:
            async with asyncio.timeout(self._patience_seconds):
                vector = await self._embedder.query(question[:LONGEST_QUESTION_CHARS])
                hits = await self._index.nearest(
                    scope, vector, kind=EXCHANGE, limit=limit, of_type=audience
                )
                unrelated = await asyncio.shield(self._measure())
        except (EmbeddingUnavailable, IndexUnavailable, TimeoutError) as error:
            log.warning("[memory] exchanges cannot be searched by meaning: %r", error)
            return None
        korean, other = (Level.of((each @ vector).tolist()) for each in unrelated)
        return Sight(hits, korean, other)

    def _measure(self) -> asyncio.Task[tuple[Vector, Vector]]:
        """The vectors of the unrelated exchanges, made once: an impatient question ends nothing."""
        task = self._unrelated
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = asyncio.create_task(self._embed_unrelated(), name="unrelated exchanges")
            self._unrelated = task
        return task

    async def _embed_unrelated(self) -> tuple[Vector, Vector]:
        korean, other = [await self._embed_group(each) for each in UNRELATED]
        return korean, other

    async def _embed_group(self, group: str) -> Vector:
        lines = UNRELATED[group]
        known = await asyncio.to_thread(vectors_of, self._embedder.model_id, group, lines)
        return await self._embedder.passages(lines) if known is None else known
