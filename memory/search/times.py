"""Questions about what was or what is to come: "지난 여행" is not "다음 여행".

The guess only puts a memory of the asked time before one of the other time: none is hidden by it,
and one that tells no time keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date
from enum import Enum
from typing import Final, TypeVar

from memory.search.analyzer import terms

_LOOKED_AT: Final = 10

_PAST: Final = re.compile(
    r"(?:지난|저번|작년|재작년|어제|그제|그저께|엊그제|예전|이전)(?!번?\s?보다)"
    r"|(?:다녀\s?왔|갔었|했었|먹었|봤었|였었)"
    r"|\b(?:last|previous|yesterday|ago|formerly|used to|went|did|was|were|visited)\b",
    re.IGNORECASE,
)
_FUTURE: Final = re.compile(
    r"(?:다음|다가오는|내년|내후년|내일|모레|예정|앞으로의|향후)"
    r"|(?:[갈할볼을]\s(?:거|계획|예정)|[갈할볼]\s?건)"
    r"|\b(?:next|upcoming|coming|tomorrow|planned|planning|will|going to|scheduled)\b",
    re.IGNORECASE,
)
_DAY: Final = re.compile(
    r"(?P<year>\d{4})\s?(?:년|[-./])\s?(?P<month>\d{1,2})\s?(?:월|[-./])\s?(?P<day>\d{1,2})"
)

Scored = TypeVar("Scored")


class Side(Enum):
    """Where something lies, seen from now."""

    PAST = "past"
    FUTURE = "future"


def side_of(text: str, today: date) -> Side | None:
    """Where a text lies: by the days that it names, else by its words; None when unclear."""
    if days := [day for found in _DAY.finditer(text) if (day := _day(found)) is not None]:
        if max(days) < today:
            return Side.PAST
        return Side.FUTURE if min(days) > today else None
    looks_back, looks_ahead = _PAST.search(text), _FUTURE.search(text)
    if (looks_back is None) is (looks_ahead is None):
        return None
    return Side.PAST if looks_back else Side.FUTURE


def prefer_asked_time(
    query: str, scored: Sequence[tuple[Scored, float]], texts: Sequence[str], today: date
) -> list[tuple[Scored, float]]:
    """The same, best first, where what lies on the asked side of now passes what does not.

    Only those of the first ten are looked at that share a word with the query beside its words of
    time, and what passes takes the score of what it passed. `texts` belong to `scored`, which is
    ordered best first.
    """
    asked = side_of(query, today)
    if asked is None:
        return list(scored)
    subject = set(terms(_FUTURE.sub(" ", _PAST.sub(" ", query))))
    sides = [side_of(text, today) for text in texts[:_LOOKED_AT]]
    told = [
        place
        for place, side in enumerate(sides)
        if side is not None and not subject.isdisjoint(terms(texts[place]))
    ]
    agreeing = [place for place in told if sides[place] is asked]
    order = [*agreeing, *(place for place in told if sides[place] is not asked)]
    passed = list(scored)
    for place, came_from in zip(told, order, strict=True):
        passed[place] = (scored[came_from][0], scored[place][1])
    return passed


def _day(found: re.Match[str]) -> date | None:
    try:
        return date(int(found["year"]), int(found["month"]), int(found["day"]))
    except ValueError:
        return None
