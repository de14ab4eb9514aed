"""Keyword search over one person's texts: BM25+ on the analyzer's terms.

Lv and Zhai: Lower-Bounding Term Frequency Normalization, CIKM 2011. Its idf is never negative, so
the match of a single text counts, and a text without one of the query's terms is never a hit.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray
from rank_bm25 import BM25Plus  # type: ignore[import-untyped]  # it ships no types

from memory.facts.mentions import attributes_named, people_named, says_little_unnamed
from memory.search.analyzer import terms

_MOST_QUERY_TERMS = 100
_ATTRIBUTE, _PERSON = "=", "@"
"""The beginnings of terms for attributes and people, by whatever word they are named."""
_BEST_GAIN = 1 + 2.5
"""What BM25+ gives a term at most, in its idf: delta 1, and k1 + 1 however often it is there."""


@dataclass(frozen=True, slots=True)
class LexicalHit:
    """A text found by its letters: `score` is BM25+, above 0, higher is better.

    `share` is the score as a share of the best that any text could have for the query (above 0,
    below 1), which can be compared across queries. `covered` is the share of the query's terms that
    the text has, each weighing as much as it is rare (above 0, at most 1).
    """

    id: str
    score: float
    share: float
    covered: float
    matched_terms: tuple[str, ...]


class LexicalList:
    """Texts by id, and an inverted list over their terms. Not for several threads at once."""

    def __init__(self, texts: Iterable[tuple[str, str]] = ()) -> None:
        self._ids: list[str] = []
        self._places: dict[str, int] = {}
        self._postings: dict[str, list[int]] = {}
        self._bm25 = _empty_bm25()
        lengths = []
        for id_, text in dict(texts).items():
            found = _all_terms(text)
            lengths.append(len(found))
            self._place(id_, found)
        self._measure(np.array(lengths, dtype=np.int64))

    def __len__(self) -> int:
        return len(self._ids)

    @property
    def ids(self) -> frozenset[str]:
        """The ids of all texts."""
        return frozenset(self._ids)

    def add(self, id_: str, text: str) -> None:
        """Add a text; a known id keeps the text that it has."""
        if id_ in self._places:
            return
        found = _all_terms(text)
        self._place(id_, found)
        self._measure(np.append(self._bm25.doc_len, len(found)))

    def remove(self, id_: str) -> None:
        """Take a text out; an unknown id changes nothing."""
        place = self._places.pop(id_, None)
        if place is None:
            return
        last = len(self._ids) - 1
        self._move(place, None)
        if place != last:
            self._move(last, place)
            self._ids[place] = self._ids[last]
            self._places[self._ids[place]] = place
            self._bm25.doc_freqs[place] = self._bm25.doc_freqs[last]
            self._bm25.doc_len[place] = self._bm25.doc_len[last]
        self._ids.pop()
        self._bm25.doc_freqs.pop()
        self._measure(self._bm25.doc_len[:-1].copy())

    def names_unknown(self, query: str) -> bool:
        """Whether the query names somebody, or an attribute, that no text names.

        Attributes that are often told without their name are not looked for.
        """
        people, attributes = people_named(query), attributes_named(query)
        by_name = [each for each in attributes if says_little_unnamed(each)]
        return any(
            bool(named) and all(f"{sign}{each}" not in self._postings for each in named)
            for sign, named in ((_PERSON, people), (_ATTRIBUTE, by_name))
        )

    def search(
        self, query: str, *, limit: int, among: Collection[str] | None = None
    ) -> list[LexicalHit]:
        """The texts that share a term with the query, best first; of equals the latest added.

        `among` restricts them to these ids before anything is ranked.
        """
        wanted = list(dict.fromkeys(_all_terms(query)))
        asked = [term for term in wanted if term in self._postings][:_MOST_QUERY_TERMS]
        if not asked:
            return []
        scores, covered = np.zeros(len(self._ids)), np.zeros(len(self._ids))
        for term in asked:
            posting, idf = self._postings[term], self._idf(term)
            self._bm25.idf = {term: idf}
            # Each term is scored over its own texts alone: BM25Plus pays its lower bound to every
            # text that it is shown, with the term or without.
            scores[posting] += self._bm25.get_batch_scores([term], posting)
            covered[posting] += idf
        whole = sum(self._idf(term) for term in wanted)
        candidates = np.flatnonzero(scores)
        if among is not None:
            inside = [place for place in candidates.tolist() if self._ids[place] in among]
            candidates = np.array(inside, dtype=np.int64)
        order = np.lexsort((-candidates, -scores[candidates]))[:limit]
        return [
            LexicalHit(
                self._ids[place],
                float(scores[place]),
                float(scores[place]) / (whole * _BEST_GAIN),
                min(float(covered[place]) / whole, 1.0),
                self._shared(place, asked),
            )
            for place in candidates[order].tolist()
        ]

    def _idf(self, term: str) -> float:
        return math.log((len(self._ids) + 1) / len(self._postings.get(term, ("",))))

    def _place(self, id_: str, found: list[str]) -> None:
        place = self._places[id_] = len(self._ids)
        self._ids.append(id_)
        counts = dict(Counter(found))
        self._bm25.doc_freqs.append(counts)
        for term in counts:
            self._postings.setdefault(term, []).append(place)

    def _move(self, place: int, to: int | None) -> None:
        for term in self._bm25.doc_freqs[place]:
            posting = self._postings[term]
            posting.remove(place)
            if to is not None:
                posting.append(to)
            elif not posting:
                del self._postings[term]

    def _measure(self, lengths: NDArray[np.int64]) -> None:
        self._bm25.doc_len = lengths
        self._bm25.corpus_size = len(lengths)
        self._bm25.avgdl = float(lengths.mean()) if len(lengths) else 0.0

    def _shared(self, place: int, asked: Sequence[str]) -> tuple[str, ...]:
        return tuple(
            term
            for term in asked
            if term in self._bm25.doc_freqs[place] and term[0] not in {_ATTRIBUTE, _PERSON}
        )


def _all_terms(text: str) -> list[str]:
    """The terms of a text, and what it names: "생일" and "birthday" have one term in common."""
    named = (f"{_ATTRIBUTE}{each}" for each in sorted(attributes_named(text)))
    people = (f"{_PERSON}{each}" for each in sorted(people_named(text)))
    return [*terms(text), *named, *people]


class _Bm25(Protocol):
    """What is used of `rank_bm25.BM25Plus`, which is made for a corpus that stays.

    Growing and shrinking its lists in place spares building it anew after each write, which takes
    39 ms at 10,000 texts.
    """

    corpus_size: int
    avgdl: float
    doc_freqs: list[dict[str, int]]
    doc_len: NDArray[np.int64]
    idf: dict[str, float]

    def get_batch_scores(self, query: list[str], doc_ids: list[int]) -> list[float]: ...


def _empty_bm25() -> _Bm25:
    # It refuses an empty corpus, so it is made with one text, which is then taken out.
    bm25: _Bm25 = BM25Plus([[""]])
    bm25.doc_freqs = []
    return bm25
