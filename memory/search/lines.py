"""Finding lines of a long conversation, each alone and in its surroundings.

An answer rarely stands in one line: the question before it, or the line after it, has the words
that are asked for. So a line earns from its neighbours in the same session, the nearer the more,
from the best line of its session, and from the words of the session as a whole.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory.search.distribution import Distribution
from memory.search.lexical import LexicalList
from memory.search.ranking import LEFT_OUT, Candidate, Ranking
from memory.vectors import Vector

_NEIGHBOURS: Final = (0.5, 0.25)
_SESSION: Final = 0.5

_Scores: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Line:
    """A line, with the session that it was said in and when; lines of a session stand together."""

    id: str
    session: str
    text: str
    at: datetime | None = None


class LineSearch:
    """The lines of one conversation, in order, with their vectors, shape (lines, dimensions)."""

    def __init__(self, lines: Sequence[Line], vectors: Vector) -> None:
        self._lines = list(lines)
        self._vectors = vectors
        # The day is searched for like a word: "on May 8" finds what was said then.
        self._letters = LexicalList((line.id, _dated(line)) for line in self._lines)
        sessions = {line.session: None for line in self._lines}
        numbers = {session: number for number, session in enumerate(sessions)}
        self._sessions = np.array([numbers[line.session] for line in self._lines], dtype=np.int64)
        whole: dict[str, list[str]] = {}
        for line in self._lines:
            whole.setdefault(line.session, []).append(_dated(line))
        self._names = list(whole)
        self._session_letters = LexicalList((name, "\n".join(said)) for name, said in whole.items())

    def search(self, query: str, vector: Vector, ranking: Ranking) -> list[tuple[Line, float]]:
        """All lines with their scores for the query, best first; of equals the earlier one."""
        if not self._lines:
            return []
        alone = _finite(ranking.scores(self._candidates(query, vector)))
        sessions = _finite(ranking.scores(self._session_candidates(query)))
        total = self._in_surroundings(alone - alone.mean()) + sessions[self._sessions]
        order = np.argsort(-total, kind="stable").tolist()
        return [(self._lines[place], float(total[place])) for place in order]

    def _candidates(self, query: str, vector: Vector) -> list[Candidate]:
        similarities: list[float] = (self._vectors @ vector).tolist()
        others = Distribution.of(similarities)
        hits = {hit.id: hit for hit in self._letters.search(query, limit=len(self._lines))}
        candidates = []
        for line, similarity in zip(self._lines, similarities, strict=True):
            hit = hits.get(line.id)
            candidates.append(
                Candidate(
                    line.id,
                    similarity,
                    others.nearness(similarity),
                    hit.score if hit else 0.0,
                    hit.share if hit else 0.0,
                )
            )
        return candidates

    def _session_candidates(self, query: str) -> list[Candidate]:
        found = self._session_letters.search(query, limit=len(self._names))
        hits = {hit.id: hit for hit in found}
        return [
            Candidate(name, keyword_score=hits[name].score, keyword_share=hits[name].share)
            if name in hits
            else Candidate(name)
            for name in self._names
        ]

    def _in_surroundings(self, alone: _Scores) -> _Scores:
        """Scores with a mean of 0 in, so that a missing neighbour counts like an average one."""
        total = alone.copy()
        for distance, weight in enumerate(_NEIGHBOURS, start=1):
            together = self._sessions[distance:] == self._sessions[:-distance]
            total[distance:] += weight * alone[:-distance] * together
            total[:-distance] += weight * alone[distance:] * together
        best = np.full(int(self._sessions.max()) + 1, -np.inf)
        np.maximum.at(best, self._sessions, alone)
        return np.asarray(total + _SESSION * best[self._sessions], dtype=np.float64)


def _finite(scores: Sequence[float]) -> _Scores:
    return np.array([0.0 if score == LEFT_OUT else score for score in scores], dtype=np.float64)


def _dated(line: Line) -> str:
    return f"{line.at:%Y-%m-%d}\n{line.text}" if line.at else line.text
