"""Comparing two values by what they mean: dates, times and amounts, and the words besides."""

from __future__ import annotations

import re
from collections.abc import Callable
from enum import StrEnum
from typing import TypeVar

from memory.expressions import Expression
from memory.facts.attributes import one_spelling, singular
from memory.facts.copula import strip_change, strip_copula
from memory.facts.dates import (
    Moments,
    days_agree,
    hours_agree,
    plain_amounts,
    read_moments,
)
from memory.facts.hangul import bare, has_hangul
from memory.facts.sentences_en import strip_english_change

_WORD = Expression(r"[\w가-힣@.+#&/-]*[\w가-힣+#]")
_LISTED = Expression(r"[,·/&]|(?:와|과|랑|하고|그리고)\s|\band\b", re.IGNORECASE)
_COUNT = Expression(
    r"(?:\d+|하나|한|둘|두|셋|세|넷|네|다섯|여섯|일곱|여덟|아홉|열"
    r"|one|two|three|four|five|six|seven|eight|nine|ten)이?\s?(?:명|마리|개|대)?\.?",
    re.IGNORECASE,
)
_EMPTY_WORDS = frozenset(
    ["a", "an", "the", "is", "are", "at", "on", "in", "of", "my", "매년", "every", "음력아님"]
)


_Time = TypeVar("_Time")


class Likeness(StrEnum):
    """How a new value stands to an old one. VAGUER_TIME lacks only the year or half of the day."""

    SAME = "same"
    FINER = "finer"
    VAGUER_TIME = "vaguer_time"
    VAGUER = "vaguer"
    DIFFERENT = "different"


def likeness(old: str, new: str) -> Likeness:
    """How the new value stands to the old: the same, finer, vaguer, or different."""
    before, after = _moments(old), _moments(new)
    words_before, words_after = _words(before.rest), _words(after.rest)
    time = _time_likeness(before, after)
    listed = _LISTED.search(old) and _LISTED.search(new)
    reordered = bool(listed) and set(words_before) == set(words_after)
    if "".join(words_before) == "".join(words_after) or reordered:
        return time
    if time is Likeness.DIFFERENT:
        return time
    if set(words_before) < set(words_after) and time in {Likeness.SAME, Likeness.FINER}:
        return Likeness.FINER
    if set(words_after) < set(words_before) and time is not Likeness.FINER:
        return Likeness.VAGUER
    return Likeness.DIFFERENT


def gist_of(value: str) -> str:
    """A value in one form for all its spellings: values of one gist are `Likeness.SAME`."""
    moments = _moments(value)
    words = _words(moments.rest)
    return f"{''.join(sorted(words) if _LISTED.search(value) else words)} {times_of(moments)}"


def times_of(moments: Moments) -> str:
    """Days, hours and weekdays in one form."""
    return repr((moments.days, moments.hours, sorted(moments.weekdays)))


def same_script(old: str, new: str) -> bool:
    """Whether two values can be compared by their letters: "서울" and "Seoul" cannot."""
    letters = [re.sub(r"[^A-Za-z가-힣]", "", value) for value in (old, new)]
    return not all(letters) or has_hangul(letters[0]) == has_hangul(letters[1])


def is_count(value: str) -> bool:
    """Whether a value tells how many there are, and no more."""
    return bool(_COUNT.fullmatch(value.strip()))


def moments_likeness(before: Moments, after: Moments) -> Likeness:
    """How the times of a new sentence stand to those of an old one."""
    return _time_likeness(before, after)


def _moments(value: str) -> Moments:
    text, _ = strip_change(value.strip(" .!~"))
    text, _ = strip_english_change(text)
    text = strip_copula(text) or text
    return read_moments(plain_amounts(one_spelling(text)))


def _words(rest: str) -> list[str]:
    words = [singular(bare(word.strip("."))) for word in _WORD.findall(rest)]
    # Of blood type "A" the letter is all there is.
    return [word for word in words if word not in _EMPTY_WORDS] or words


def _time_likeness(before: Moments, after: Moments) -> Likeness:
    sides = [
        _each(before.days, after.days, days_agree, lambda day: day.year is not None),
        _each(before.hours, after.hours, hours_agree, lambda hour: not hour.vague),
    ]
    if before.weekdays != after.weekdays:
        if before.weekdays and after.weekdays:
            return Likeness.DIFFERENT
        sides.append(Likeness.VAGUER if before.weekdays else Likeness.FINER)
    kinds = set(sides) - {Likeness.SAME}
    if not kinds:
        return Likeness.SAME
    return kinds.pop() if len(kinds) == 1 else Likeness.DIFFERENT


def _each(
    before: tuple[_Time, ...],
    after: tuple[_Time, ...],
    agree: Callable[[_Time, _Time], bool],
    is_exact: Callable[[_Time], bool],
) -> Likeness:
    if len(before) != len(after):
        if before and after:
            return Likeness.DIFFERENT
        return Likeness.VAGUER if before else Likeness.FINER
    if not all(agree(one, other) for one, other in zip(before, after, strict=True)):
        return Likeness.DIFFERENT
    exact_before = sum(map(is_exact, before))
    exact_after = sum(map(is_exact, after))
    if exact_before == exact_after:
        return Likeness.SAME
    return Likeness.VAGUER_TIME if exact_before > exact_after else Likeness.FINER
