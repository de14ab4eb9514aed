"""More than one active memory of one thing ("사는 곳: 대전", "사는 곳: 서울"): which comes first.

Each may be right, so none is hidden: the person's own word comes before a guess, the newer before
the older, and what tells otherwise than the first is brought to where it is still shown, so that
the person can be asked.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, TypeAlias, TypeVar

from memory.records import Memory, SourceKind
from memory.search.analyzer import terms

SHOWN: Final = 5
"""As many as enter a prompt at least."""

_LOOKED_AT: Final = 10
_ABOUT_EQUAL: Final = 0.3
_SURE: Final = 0.7

_Key: TypeAlias = tuple[str, str]
Scored = TypeVar("Scored")


def is_guess(memory: Memory) -> bool:
    """Whether the bot gathered it from what was said, or it is unsure."""
    return memory.source.kind is SourceKind.EXTRACTION or memory.fact.confidence < _SURE


def put_trusted_first(
    query: str, scored: Sequence[tuple[Scored, float]], memories: Sequence[Memory]
) -> list[tuple[Scored, float]]:
    """The same, best first, where of one subject's attribute the most trusted passes the others.

    One whose value the query names stays: that one was asked for. The newer passes the older only
    where both fit about equally. What passes takes the score of what it passed. `memories` belong
    to `scored`, which is ordered best first.
    """
    if not scored:
        return []
    scores = [score for _, score in scored[:_LOOKED_AT]]
    equal = _ABOUT_EQUAL * (scores[0] - scores[-1])
    asked = set(terms(query))
    places: dict[_Key, list[int]] = {}
    for place, memory in enumerate(memories[:_LOOKED_AT]):
        key = _key(memory)
        if key is not None and asked.isdisjoint(terms(memory.fact.value)):
            places.setdefault(key, []).append(place)
    passed = list(scored)
    order = list(range(len(scored)))
    for same in places.values():
        trusted = sorted(same, key=lambda place: is_guess(memories[place]))
        for kept, came_from in zip(
            same, _newest_first(trusted, memories, scores, equal), strict=True
        ):
            passed[kept] = (scored[came_from][0], scored[kept][1])
            order[kept] = came_from
    return _bring_rival(passed, [memories[place] for place in order])


def _newest_first(
    trusted: list[int], memories: Sequence[Memory], scores: Sequence[float], equal: float
) -> list[int]:
    """The places where neighbours of equal trust that fit about equally stand newest first."""
    order: list[int] = []
    for place in trusted:
        at = len(order)
        while (
            at
            and _is_newer(place, order[at - 1], memories)
            and (scores[order[at - 1]] - scores[place] <= equal)
        ):
            at -= 1
        order.insert(at, place)
    return order


def _is_newer(one: int, other: int, memories: Sequence[Memory]) -> bool:
    alike = is_guess(memories[one]) is is_guess(memories[other])
    return alike and memories[one].created_at > memories[other].created_at


def _bring_rival(
    scored: list[tuple[Scored, float]], memories: Sequence[Memory]
) -> list[tuple[Scored, float]]:
    """Bring the best of those with the first one's key into what is shown, if none is there."""
    key = _key(memories[0])
    same = [place for place, memory in enumerate(memories) if key and _key(memory) == key]
    if len(same) < 2 or same[1] < SHOWN:  # noqa: PLR2004 - the first and another
        return scored
    rival = same[1]
    order = [*range(SHOWN - 1), rival, *range(SHOWN - 1, rival), *range(rival + 1, len(scored))]
    return [(scored[from_][0], score) for from_, (_, score) in zip(order, scored, strict=True)]


def _key(memory: Memory) -> _Key | None:
    """The subject and attribute, "" being the person; None for a free sentence."""
    attribute = "".join(memory.fact.attribute.casefold().split())
    subject = memory.fact.subject_key
    return ("" if subject == "me" else subject, attribute) if attribute else None
