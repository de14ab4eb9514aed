"""Why a search ranked what it found as it did: each candidate's figures, and its places."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from memory.evidence import Evidence
from memory.search.lexical import LexicalHit
from memory.search.ranking import Candidate
from memory.vectors import VectorHit


def evidence_of(
    ranked: Sequence[tuple[Candidate, float]],
    letters: Sequence[LexicalHit],
    meaning: Sequence[VectorHit],
) -> Mapping[str, Evidence]:
    """The figures of each of the ranked candidates by its id; all three come best first."""
    letters_ranks = {hit.id: rank for rank, hit in enumerate(letters, start=1)}
    meaning_ranks = {hit.id: rank for rank, hit in enumerate(meaning, start=1)}
    return {
        each.id: Evidence(
            meaning_rank=meaning_ranks.get(each.id),
            letters_rank=letters_ranks.get(each.id),
            similarity=each.similarity,
            nearness=each.nearness,
            keyword_score=each.keyword_score,
            keyword_share=each.keyword_share,
            age_days=each.age_days,
            recency=each.recency,
            importance=each.importance,
            confidence=each.confidence,
            score=score,
            place=place,
        )
        for place, (each, score) in enumerate(ranked, start=1)
    }
