"""The order of what was found: named ways to turn a candidate's signals into one score.

A candidate brings how near it is in meaning, how many of the query's letters it has, and what is
known of it apart from the query. The ways differ in how they weigh these. Which one is the default
is decided by measurement.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from types import MappingProxyType
from typing import Final, TypeAlias

from memory.search.fusion import fuse

LEFT_OUT: Final = -math.inf

_RECENCY_DAYS: Final = 90
_LETTERS_WEIGHT: Final = 8.0
_SMALL_WEIGHT: Final = 0.1


@dataclass(frozen=True, slots=True)
class Candidate:
    """What may answer a query, and the signals that speak for it.

    `similarity` is the cosine, None where the meaning was not compared; `nearness` says by how many
    standard deviations it lies above what the query has with the other texts (0 when not compared).
    `keyword_score` is BM25+, 0 without a matching term, and `keyword_share` its share of the best
    possible score (0 to 1). `importance` runs from 1 to 10, `confidence` from 0 to 1.
    """

    id: str
    similarity: float | None = None
    nearness: float = 0.0
    keyword_score: float = 0.0
    keyword_share: float = 0.0
    age_days: float = 0.0
    importance: float = 5.0
    confidence: float = 1.0

    @property
    def recency(self) -> float:
        """1 for what is new, 1/e after 90 days; 1 too for what lies in the future."""
        return math.exp(-max(self.age_days, 0.0) / _RECENCY_DAYS)


Scores: TypeAlias = Callable[[Sequence[Candidate]], Sequence[float]]


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to order candidates: `scores` gives one score each, higher is better.

    LEFT_OUT is the score of what this ranking does not find.
    """

    name: str
    scores: Scores

    def order(self, candidates: Sequence[Candidate]) -> list[tuple[Candidate, float]]:
        """The candidates found with their scores, best first; of equals the one given first."""
        scored = zip(candidates, self.scores(candidates), strict=True)
        found = [(each, score) for each, score in scored if score != LEFT_OUT]
        return sorted(found, key=lambda pair: -pair[1])


def _rrf(candidates: Sequence[Candidate]) -> list[float]:
    """Rank alone: what a leg did not bring earns nothing from it."""
    compared = [each for each in candidates if each.similarity is not None]
    matching = [each for each in candidates if each.keyword_score > 0]
    by_meaning = sorted(compared, key=lambda each: -(each.similarity or 0.0))
    by_letters = sorted(matching, key=lambda each: -each.keyword_score)
    fused = dict(fuse([[each.id for each in by_meaning], [each.id for each in by_letters]]))
    return [fused.get(each.id, 0.0) for each in candidates]


def _weighted(candidates: Sequence[Candidate]) -> list[float]:
    """Fixed shares of meaning, letters, recency, importance and confidence."""
    meaning = _scaled(_similarities(candidates))
    return [
        0.30 * near
        + 0.45 * each.keyword_share
        + 0.08 * each.recency
        + 0.12 * each.importance / 10
        + 0.05 * each.confidence
        for each, near in zip(candidates, meaning, strict=True)
    ]


def _generative(candidates: Sequence[Candidate]) -> list[float]:
    """Recency, importance and relevance, each scaled over the candidates, in equal shares.

    Park et al.: Generative Agents, UIST 2023.
    """
    parts = (
        _scaled([each.recency for each in candidates]),
        _scaled([each.importance for each in candidates]),
        _scaled(_similarities(candidates)),
    )
    return [sum(each) for each in zip(*parts, strict=True)]


def _standout(candidates: Sequence[Candidate]) -> list[float]:
    """How far a text stands out in meaning, and how well its letters fit.

    Recency, importance and confidence only decide between those that fit about equally well.
    """
    return [
        each.nearness
        + _LETTERS_WEIGHT * each.keyword_share
        + _SMALL_WEIGHT * (each.recency + each.importance / 10 + each.confidence)
        for each in candidates
    ]


def _letters(candidates: Sequence[Candidate]) -> list[float]:
    return [each.keyword_score or LEFT_OUT for each in candidates]


def _meaning(candidates: Sequence[Candidate]) -> list[float]:
    return _similarities(candidates)


def _similarities(candidates: Sequence[Candidate]) -> list[float]:
    """What was not compared counts like the farthest of those that were."""
    known = [each.similarity for each in candidates if each.similarity is not None]
    lowest = min(known, default=0.0)
    return [lowest if each.similarity is None else each.similarity for each in candidates]


def _scaled(values: Sequence[float]) -> list[float]:
    """The values from 0 (the lowest) to 1 (the highest); 0 each when all are equal."""
    lowest, highest = min(values, default=0.0), max(values, default=0.0)
    width = highest - lowest
    return [(value - lowest) / width if width else 0.0 for value in values]


DEFAULT_RANKING: Final = Ranking("standout", _standout)

RANKINGS: Final[Mapping[str, Ranking]] = MappingProxyType(
    {
        ranking.name: ranking
        for ranking in (
            DEFAULT_RANKING,
            Ranking("rrf", _rrf),
            Ranking("weighted", _weighted),
            Ranking("generative", _generative),
            Ranking("keyword", _letters),
            Ranking("dense", _meaning),
        )
    }
)
"""Every ranking by its name. `keyword` and `dense` use one signal alone, for comparing."""
