"""Questions about a time, what was, or what is to come: "지난 여행" is not "다음 여행".

The guess only puts a memory of the asked time before one of another time: none is hidden by it,
and one that tells no time keeps its place.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from datetime import date, timedelta
from enum import Enum
from typing import Final, TypeVar

from memory.expressions import Expression
from memory.search.analyzer import terms
from memory.search.periods import Period, read_periods, without_periods

_LOOKED_AT: Final = 10
_NEXT_LASTS: Final = timedelta(days=365)

_PAST: Final = Expression(
    r"(?:지난|저번|작년|재작년|어제|그제|그저께|엊그제|예전|이전)(?!번?\s?보다)"
    r"|(?:다녀\s?왔|갔었|갔던|했었|했던|먹었|봤었|였었)"
    r"|\b(?:last|previous|yesterday|ago|formerly|used to|went|did|was|were|visited)\b",
    re.IGNORECASE,
)
_FUTURE: Final = Expression(
    r"(?:다음|다가오는|내년|내후년|내일|모레|예정|앞으로의|향후)"
    r"|(?:[갈할볼을]\s(?:거|계획|예정)|[갈할볼]\s?건|갈\s(?:곳|데|여행|휴가)|이번에\s[갈할볼]\s)|계획(?=\s?(?:[:은이]|$))|\bplans?(?=\s?:)"
    r"|\b(?:next|upcoming|coming|tomorrow|planned|planning|going to|scheduled)\b",
    re.IGNORECASE,
)
_BEFORE_A_NOUN: Final = """
the a my his her free living do does did is was has about with and for to from of
"""
_NOT_AFTER: Final = "".join(rf"(?<!\b{word} )" for word in _BEFORE_A_NOUN.split())
_SHALL: Final = Expression(
    rf"{_NOT_AFTER}\bwill\b(?!['’]s\b)"
    r"|(?:^|[.!?]\s+)Will\s(?:not\b|[A-Z]\w*\s.*\?|(?i:i|you|he|she|it|we|they|there|this|that"
    r"|these|those|the|an?|my|our|your|his|her|their|any\w*|some\w*|all|every\w*)\b)"
    r"|\b(?i:will (?:i|you|he|she|it|we|they))\b"
    r"|\b(?i:i|you|he|she|it|we|they|that|there)['’]ll\b"
)
"""The verb "will", in small letters or before whom it asks about; Will is a name."""
_TELLING: Final = Expression(
    r"\b(?:did|was|were|have|had) (?:i|we|you) (?:say|said|tell|told|saying|telling"
    r"|mention(?:ed)?|write|wrote|written|note|noted)\b",
    re.IGNORECASE,
)
"""Asks what was told, which tells nothing of when it is."""

Scored = TypeVar("Scored")


class Side(Enum):
    """Where something lies, seen from now."""

    PAST = "past"
    FUTURE = "future"


def side_of(text: str, today: date, said_on: date | None = None) -> Side | None:
    """Where a text lies: by the days that it names, else by its words; None when unclear.

    `said_on` is when it was said, by default today. "다음 여행", said more than a year ago, may be
    long past.
    """
    said_on = said_on or today
    if periods := read_periods(text, said_on):
        return _side_of_all(periods, today)
    told = _TELLING.sub(" ", text)
    looks_back, looks_ahead = _PAST.search(told), _FUTURE.search(told) or _SHALL.search(told)
    if (looks_back is None) is (looks_ahead is None):
        return None
    if looks_back:
        return Side.PAST
    return Side.FUTURE if today - said_on <= _NEXT_LASTS else None


def prefer_asked_time(
    query: str,
    scored: Sequence[tuple[Scored, float]],
    told: Sequence[tuple[str, date]],
    today: date,
) -> list[tuple[Scored, float]]:
    """The same, best first, where what is of the asked time passes what is of another.

    Only those of the first ten are looked at that share a word with the query beside its words of
    time, and what passes takes the score of what it passed. `told` are the texts, each with the day
    on which it was said; they belong to `scored`, which is ordered best first.
    """
    periods, side = read_periods(query, today), side_of(query, today)
    if not periods and side is None:
        return list(scored)
    subject = set(terms(_FUTURE.sub(" ", _PAST.sub(" ", without_periods(query)))))
    fits = {
        place: fit
        for place, (text, said_on) in enumerate(told[:_LOOKED_AT])
        if (fit := _fits(text, said_on, periods, side, today)) is not None
        and not subject.isdisjoint(terms(text))
    }
    order = sorted(fits, key=lambda place: not fits[place])
    passed = list(scored)
    for place, came_from in zip(fits, order, strict=True):
        passed[place] = (scored[came_from][0], scored[place][1])
    return passed


def _fits(
    text: str, said_on: date, periods: Sequence[Period], side: Side | None, today: date
) -> bool | None:
    """Whether a text is of the asked time; None when it tells none that could be compared."""
    named = read_periods(text, said_on)
    if periods and named:
        return any(each.meets(asked) for each in named for asked in periods)
    lies = side_of(text, today, said_on)
    return lies is side if lies is not None and side is not None else None


def _side_of_all(periods: Sequence[Period], today: date) -> Side | None:
    if all(each.last < today for each in periods):
        return Side.PAST
    return Side.FUTURE if all(each.first > today for each in periods) else None
