"""Finding a person's memories: by letters and by meaning at once, in the order of a ranking.

Every hit is resolved through the ledger: a stale list or index can cost a find, never bring back
what was forgotten or show what belongs to somebody else.
"""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import Protocol

from memory.errors import EmbeddingUnavailable, IndexUnavailable
from memory.evidence import Considered
from memory.ports import ActiveMemories, Clock
from memory.records import Fact, Memory, MemoryType, Recall, Recollection, Scope
from memory.search.checks import recheck
from memory.search.distribution import Distribution
from memory.search.explaining import evidence_of
from memory.search.hits import Hits, recollections
from memory.search.lexical import LexicalHit
from memory.search.noise import Calibration, Question
from memory.search.ranking import DEFAULT_RANKING, Candidate, Ranking
from memory.search.shelf import Kinship, Shelf
from memory.search.upkeep import FACT
from memory.vectors import Embedder, Vector, VectorHit, VectorSearch

log = logging.getLogger(__name__)

_DEPTH = 30
# How far a memory stands out in meaning is told from as many of the person's others.
_COMPARED = 100
_MEANING_PATIENCE_SECONDS = 5.0
_MOST_KIN = 100
_EXPLAINED = 20
# Of a longer question the beginning and the end count: embedding it takes 2 ms a token.
_LONGEST_MEANING_CHARS = 300
_LONGEST_LETTERS_CHARS = 2_000


class Debts(Protocol):
    """Is told whose index is not true to the ledger, and who was searched."""

    def touched(self, scope: Scope) -> None:
        """Someone's memories are being searched."""
        ...

    def owe(self, scope: Scope, *, broken: bool = False) -> None:
        """Their index lacks something, holds too much, or (`broken`) does not answer."""
        ...


def _utc_now() -> datetime:
    return datetime.now(UTC)


class Retrieval:
    """One for a process. Safe for concurrent calls; `StorageFault` comes through."""

    def __init__(
        self,
        *,
        ledger: ActiveMemories,
        index: VectorSearch,
        embedder: Embedder,
        shelf: Shelf,
        upkeep: Debts,
        ranking: Ranking = DEFAULT_RANKING,
        calibration: Calibration | None = None,
        clock: Clock = _utc_now,
        seconds: Callable[[], float] = time.perf_counter,
    ) -> None:
        """`seconds` is a clock that only goes forward, by which a search is timed."""
        self._ledger = ledger
        self._index = index
        self._embedder = embedder
        self._shelf = shelf
        self._upkeep = upkeep
        self._ranking = ranking
        self._calibration = calibration
        self._clock = clock
        self._seconds = seconds

    async def recall(
        self, scope: Scope, query: str, *, limit: int, of_type: MemoryType | None = None
    ) -> Recall:
        """The person's memories that may answer the query, best first, at most `limit`.

        `of_type` keeps to one kind. When nothing can be searched by meaning, letters alone are
        searched. Without a calibration of the embedding model nothing is taken for noise.
        """
        began = self._seconds()
        self._upkeep.touched(scope)
        if limit < 1 or not query.strip() or not await self._shelf.size(scope):
            return Recall()
        asked = _condensed(query, _LONGEST_MEANING_CHARS)
        depth = max(_DEPTH, limit)
        hits = await self._hits(
            scope, query, lambda: self._embedder.query(asked), depth=depth, of_type=of_type
        )
        memories = await self._resolve(scope, hits, list(hits.fused))
        ordered = self._ranking.order(self._candidates(hits, memories))
        checked = recheck(query, ordered, memories, self._clock().date())
        explained = checked[: max(limit, _EXPLAINED)]
        evidence = evidence_of(explained, hits.letters, hits.meaning or ())
        ranked = {each.id: score for each, score in checked[:limit]}
        found = recollections(hits, memories, ranked, evidence)
        failed = hits.meaning is None
        is_noise = await self._is_noise(scope, query, hits, memories)
        way = "bm25 only" if failed else f"vec+bm25 {self._ranking.name}"
        doubt = ", none seems to answer" if is_noise else ""
        log.info("[memory] hybrid search found=%d (%s)%s", len(found), way, doubt)
        return Recall(
            tuple(found),
            vector_failed=failed,
            is_noise=is_noise,
            considered=tuple(
                Considered(each.id, evidence[each.id]) for each, _ in checked[:_EXPLAINED]
            ),
            ranking=self._ranking.name,
            took_ms=(self._seconds() - began) * 1_000,
        )

    async def kin(self, scope: Scope, fact: Fact, *, limit: int) -> Sequence[Recollection]:
        """The active memories that the fact may repeat or change, closest first.

        First all that have its content, or its subject and attribute, or one of the two (of these
        at most 100, the nearest first); then the nearest by letters and meaning up to `limit`.
        Here `similarity` compares text with text: the same text has 1.
        """
        if not await self._shelf.size(scope):
            return []
        kinship = await self._shelf.kin(scope, fact)
        depth = max(_DEPTH, limit)
        hits = await self._hits(scope, fact.text, lambda: self._passage(fact.text), depth=depth)
        fused = hits.fused
        scores = {id_: fused.get(id_, 0.0) + kinship.get(id_, 0) for id_ in kinship | fused}
        newest_last = {id_: place for place, id_ in enumerate(kinship)}
        related = sorted(kinship, key=lambda id_: (scores[id_], newest_last[id_]), reverse=True)
        certain = sum(kinship[id_] >= Kinship.SUBJECT_AND_ATTRIBUTE for id_ in related)
        first = related[: max(certain, _MOST_KIN)]
        near = [id_ for id_ in fused if id_ not in kinship]
        ranked = {id_: scores[id_] for id_ in [*first, *near[: max(0, limit - len(first))]]}
        return recollections(hits, await self._resolve(scope, hits, list(ranked)), ranked)

    async def forget_cache(self, scope: Scope) -> None:
        """Drop what is kept in memory of this person; it is read anew when next needed."""
        await self._shelf.drop(scope)

    async def _is_noise(
        self, scope: Scope, query: str, hits: Hits, memories: Mapping[str, Memory]
    ) -> bool:
        """Whether nothing that was found answers; False where that cannot be told."""
        if self._calibration is None or hits.vector is None or hits.meaning is None:
            return False
        asked = _condensed(query, _LONGEST_LETTERS_CHARS)
        names_unknown = await self._shelf.names_unknown(scope, asked)
        near = [(memories[hit.id], hit.similarity) for hit in hits.meaning if hit.id in memories]
        question = Question(asked, hits.vector, names_unknown)
        return self._calibration.is_noise(question, near, of=len(hits.meaning))

    async def _passage(self, text: str) -> Vector:
        vectors = await self._embedder.passages([text])
        return vectors.reshape(self._embedder.dimensions)

    async def _hits(
        self,
        scope: Scope,
        text: str,
        embed: Callable[[], Awaitable[Vector]],
        *,
        depth: int,
        of_type: MemoryType | None = None,
    ) -> Hits:
        letters = _condensed(text, _LONGEST_LETTERS_CHARS)
        # The embedding first: it takes longest, and a core of its own once it has begun.
        by_meaning, by_letters = await asyncio.gather(
            self._by_meaning(scope, embed, depth, of_type),
            self._by_letters(scope, letters, depth, of_type),
        )
        return Hits(*by_letters, *by_meaning, depth)

    async def _by_letters(
        self, scope: Scope, letters: str, depth: int, of_type: MemoryType | None
    ) -> tuple[list[LexicalHit], Mapping[str, Memory]]:
        """What shares letters with the text, and read already while the text is embedded."""
        hits = await self._shelf.search(scope, letters, limit=depth, of_type=of_type)
        return hits, await self._ledger.memories_by_id(scope, [hit.id for hit in hits])

    async def _by_meaning(
        self,
        scope: Scope,
        embed: Callable[[], Awaitable[Vector]],
        depth: int,
        of_type: MemoryType | None,
    ) -> tuple[list[VectorHit] | None, Vector | None]:
        """What lies near the text, and the text's vector."""
        try:
            async with asyncio.timeout(_MEANING_PATIENCE_SECONDS):
                vector = await embed()
                hits = await self._index.nearest(
                    scope, vector, kind=FACT, limit=max(_COMPARED, depth), of_type=of_type
                )
                return hits, vector
        except (EmbeddingUnavailable, TimeoutError) as error:
            log.warning("[memory] vector search failed, letters alone: %r", error)
        except IndexUnavailable as error:
            log.warning("[memory] vector search failed, letters alone: %r", error)
            self._upkeep.owe(scope, broken=True)
        return None, None

    async def _resolve(self, scope: Scope, hits: Hits, ids: Sequence[str]) -> Mapping[str, Memory]:
        """Those of the ids that the ledger still knows as active memories of this person."""
        lettered = {hit.id for hit in hits.letters}
        others = await self._ledger.memories_by_id(
            scope, [id_ for id_ in ids if id_ not in lettered]
        )
        memories = {**hits.lettered, **others}
        if stale := [id_ for id_ in ids if id_ not in memories]:
            log.info("[memory] stale hits dropped: %d", len(stale))
            self._upkeep.owe(scope)
            if not lettered.isdisjoint(stale):
                await self._shelf.drop(scope)
        return memories

    def _candidates(self, hits: Hits, memories: Mapping[str, Memory]) -> list[Candidate]:
        now, letters = self._clock(), {hit.id: hit for hit in hits.letters}
        similarities = {hit.id: hit.similarity for hit in hits.meaning or ()}
        others = Distribution.of(list(similarities.values()))
        candidates = []
        for id_ in hits.fused:
            if id_ not in memories:
                continue
            memory, letter, similarity = memories[id_], letters.get(id_), similarities.get(id_)
            candidates.append(
                Candidate(
                    id_,
                    similarity,
                    others.nearness(similarity),
                    letter.score if letter else 0.0,
                    letter.share if letter else 0.0,
                    (now - memory.created_at) / timedelta(days=1),
                    memory.fact.importance,
                    memory.fact.confidence,
                )
            )
        return candidates


def _condensed(text: str, limit_chars: int) -> str:
    if len(text) <= limit_chars:
        return text
    half = limit_chars // 2
    return f"{text[:half]} {text[-half:]}"
