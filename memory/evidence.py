"""What speaks for a memory in a search, in numbers alone."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Evidence:
    """The figures by which a search ranked one memory.

    `meaning_rank` and `letters_rank` are its places in the two legs, from 1, None where a leg did
    not bring it. `similarity` is the cosine (−1 to 1) and `nearness` by how many standard
    deviations it lies above those of the person's other memories. `keyword_score` is BM25+ (0
    without a matching term), `keyword_share` its share of the best possible one (0 to 1).
    `recency` (0 to 1) is what the age makes; `importance` runs from 1 to 10, `confidence` from 0 to
    1. `score` is what the ranking made of it all, higher is better, and `place` where it came in
    the end, from 1.
    """

    meaning_rank: int | None = None
    letters_rank: int | None = None
    similarity: float | None = None
    nearness: float = 0.0
    keyword_score: float = 0.0
    keyword_share: float = 0.0
    age_days: float = 0.0
    recency: float = 1.0
    importance: float = 5.0
    confidence: float = 1.0
    score: float = 0.0
    place: int = 1


@dataclass(frozen=True, slots=True)
class Considered:
    """A memory that a search looked at, by its id, whether or not it was used."""

    memory_id: str
    evidence: Evidence
