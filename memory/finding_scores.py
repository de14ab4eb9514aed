"""How well searches found what they should: any@k, all@k, MRR, and what was left unanswered."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Final

from memory.evaluation import Json

ANY_AT: Final = (1, 3, 5, 10)
ALL_AT: Final = (5, 10)
_DIGITS: Final = 4


@dataclass(frozen=True, slots=True)
class Asked:
    """One query with what it should find and what it found (best first, each id once).

    `sessions` are the same for the sessions of turns; None where there are none.
    """

    expected: frozenset[str]
    found: Sequence[str]
    tag: str = ""
    sessions: tuple[frozenset[str], Sequence[str]] | None = None


@dataclass(slots=True)
class FindingScore:
    """The scores of one way of finding. All but `unanswered` are of queries that have an answer."""

    asked: list[Asked] = field(default_factory=list)

    @property
    def _answerable(self) -> list[Asked]:
        return [each for each in self.asked if each.expected]

    def any_at(self, k: int) -> float | None:
        """The share of queries with one of the expected among the first k; None without any."""
        return _mean([_any(each.expected, each.found[:k]) for each in self._answerable])

    def all_at(self, k: int) -> float | None:
        """The mean share of the expected that stands among the first k; None without any."""
        return _mean([_share(each.expected, each.found[:k]) for each in self._answerable])

    def sessions_at(self, k: int) -> float | None:
        """The same for sessions, ranked by their best turn; None where there are no turns."""
        of_turns = [each.sessions for each in self._answerable if each.sessions]
        return _mean([_share(expected, found[:k]) for expected, found in of_turns])

    @property
    def mrr(self) -> float | None:
        """The mean of 1 / the rank of the first expected, 0 where none was found."""
        return _mean([_reciprocal(each.expected, each.found) for each in self._answerable])

    @property
    def rightly_unanswered(self) -> float | None:
        """Of the queries that nothing answers, the share for which nothing was returned."""
        return _mean([not each.found for each in self.asked if not each.expected])

    @property
    def wrongly_unanswered(self) -> float | None:
        """Of the others, the share for which nothing was returned."""
        return _mean([not each.found for each in self._answerable])

    def of_tag(self, tag: str) -> FindingScore:
        """The scores of the queries with this tag."""
        return FindingScore([each for each in self.asked if each.tag == tag])

    @property
    def tags(self) -> list[str]:
        """The tags of the queries."""
        return sorted({each.tag for each in self.asked if each.tag})

    def as_json(self) -> dict[str, Json]:
        """The part of the printed result. What no query could show is null."""
        whole = self._figures()
        whole["by_tag"] = {tag: self.of_tag(tag)._figures() for tag in self.tags}  # noqa: SLF001  (its own kind)
        if any(each.sessions for each in self.asked):
            whole["sessions"] = {f"all@{k}": _rounded(self.sessions_at(k)) for k in ALL_AT}
        return whole

    def _figures(self) -> dict[str, Json]:
        return {
            "queries": len(self.asked),
            **{f"any@{k}": _rounded(self.any_at(k)) for k in ANY_AT},
            **{f"all@{k}": _rounded(self.all_at(k)) for k in ALL_AT},
            "mrr": _rounded(self.mrr),
            "unanswered": {
                "right": _rounded(self.rightly_unanswered),
                "wrongly": _rounded(self.wrongly_unanswered),
            },
        }


@dataclass(frozen=True, slots=True)
class FindingScores:
    """The scores of each ranking, by name, the one that counts first."""

    by_ranking: Mapping[str, FindingScore]

    def as_json(self) -> dict[str, Json]:
        """That of the first ranking; beside it `rankings` with each, if there are several."""
        each: dict[str, Json] = {name: score.as_json() for name, score in self.by_ranking.items()}
        first = next(iter(self.by_ranking.values())).as_json()
        return {**first, "rankings": each} if len(each) > 1 else first


def _any(expected: Collection[str], found: Sequence[str]) -> bool:
    return any(id_ in expected for id_ in found)


def _share(expected: Collection[str], found: Sequence[str]) -> float:
    return len(set(expected).intersection(found)) / len(expected)


def _reciprocal(expected: Collection[str], found: Sequence[str]) -> float:
    ranks = (rank for rank, id_ in enumerate(found, start=1) if id_ in expected)
    return 1 / next(ranks, float("inf"))


def _mean(values: Sequence[float]) -> float | None:
    return sum(values) / len(values) if values else None


def _rounded(value: float | None) -> float | None:
    return None if value is None else round(value, _DIGITS)
