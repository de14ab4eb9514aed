"""Reciprocal rank fusion: several rankings to one, by rank alone.

Cormack, Clarke and Büttcher: Reciprocal Rank Fusion outperforms Condorcet and individual Rank
Learning Methods, SIGIR 2009.
"""

from __future__ import annotations

from collections.abc import Sequence

K = 60


def fuse(rankings: Sequence[Sequence[str]], *, k: int = K) -> list[tuple[str, float]]:
    """The ids of all rankings with their scores, best first.

    A ranking holds each id once, best first, and only the ids that it vouches for: what it leaves
    out earns nothing from it. The score is the sum of 1 / (k + rank), ranks from 1. Of equal scores
    the one with the better single rank comes first, then the one of the earlier ranking.
    """
    scores: dict[str, float] = {}
    best: dict[str, tuple[int, int]] = {}
    for order, ranking in enumerate(rankings):
        for rank, id_ in enumerate(ranking, start=1):
            scores[id_] = scores.get(id_, 0.0) + 1 / (k + rank)
            best[id_] = min(best.get(id_, (rank, order)), (rank, order))
    return sorted(scores.items(), key=lambda scored: (-scored[1], best[scored[0]]))
