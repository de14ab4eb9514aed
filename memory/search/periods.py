"""The days that a text names: "2025년 3월", "작년", "next week", as periods.

Words like "작년" are understood from the day on which they were said, so that "내년 목표", said two
years ago, speaks of last year.
"""

from __future__ import annotations

import calendar
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from datetime import MAXYEAR, MINYEAR, date, timedelta
from typing import Final

from memory.expressions import Expression

_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_MONTH: Final = (
    r"(?P<name>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)"
)
_YEARS: Final = (
    (-2, r"재작년|(?:the )?year before last"),
    (-1, r"작년|지난\s?해|last year"),
    (0, r"올해|금년|this year"),
    (2, r"내후년|(?:the )?year after next"),
    (1, r"내년|next year"),
)
_SAID_YEARS: Final = "|".join(rf"(?P<y{at}>{words})" for at, (_, words) in enumerate(_YEARS))
_IN_A_YEAR: Final = Expression(
    rf"(?:(?<!\d)(?P<year>\d{{4}})\s?년|{_SAID_YEARS})(?:\s?(?P<month>\d{{1,2}})\s?월"
    r"(?:\s?(?P<day>\d{1,2})\s?일)?)?",
    re.IGNORECASE,
)
_DAY: Final = r"(?P<day>\d{1,2})(?:st|nd|rd|th)?"
_WRITTEN: Final = tuple(
    Expression(pattern, re.IGNORECASE)
    for pattern in (
        r"(?<![\w./-])(?P<year>\d{4})\s?[-./]\s?(?P<month>\d{1,2})\s?[-./]\s?(?P<day>\d{1,2})(?!\d)",
        r"(?<![\w./-])(?P<year>(?:19|20)\d{2})[-.](?P<month>\d{2})(?![\w-]|\.\d)",
        rf"\b{_DAY}\s(?:of\s)?{_MONTH}\.?,?\s(?P<year>\d{{4}})\b",
        rf"\b{_MONTH}\.?\s(?:{_DAY},?\s)?(?P<year>\d{{4}})\b",
        r"\b(?:in|during|since|of|for)\s(?P<year>(?:19|20)\d{2})\b(?![-./]\d)",
    )
)
_AROUND_NOW: Final = tuple(
    (Expression(pattern, re.IGNORECASE), unit, steps)
    for pattern, unit, steps in (
        (r"(?:지난|저번)\s?달|\blast month\b", "month", -1),
        (r"이번\s?달|\bthis month\b", "month", 0),
        (r"다음\s?달|\bnext month\b", "month", 1),
        (r"(?:지난|저번)\s?주|\blast week\b", "week", -1),
        (r"이번\s?주|\bthis week\b", "week", 0),
        (r"다음\s?주|\bnext week\b", "week", 1),
        (r"그저께|그제|\bday before yesterday\b", "day", -2),
        (r"어제|(?<!before )\byesterday\b", "day", -1),
        (r"오늘|\btoday\b", "day", 0),
        (r"내일|(?<!after )\btomorrow\b", "day", 1),
        (r"모레|\bday after tomorrow\b", "day", 2),
    )
)


@dataclass(frozen=True, slots=True)
class Period:
    """From the day `first` to the day `last`, both in it."""

    first: date
    last: date

    def meets(self, other: Period) -> bool:
        """Whether they have a day in common."""
        return self.first <= other.last and other.first <= self.last


def read_periods(text: str, said_on: date) -> tuple[Period, ...]:
    """The days, months and years that a text names with their year, or from when it was said.

    "10월 27일" alone names none: it comes back each year.
    """
    return tuple(_of_years(text, said_on)) + tuple(_around(text, said_on))


def without_periods(text: str) -> str:
    """The text less the words that name such periods."""
    for pattern in (_IN_A_YEAR, *_WRITTEN, *(each for each, _, _ in _AROUND_NOW)):
        text = pattern.sub(" ", text)
    return text


def _of_years(text: str, said_on: date) -> Iterator[Period]:
    for pattern in (_IN_A_YEAR, *_WRITTEN):
        for found in pattern.finditer(text):
            told = found.groupdict()
            year = int(told["year"]) if told["year"] else said_on.year + _steps(told)
            name, month, day = told.get("name"), told.get("month"), told.get("day")
            number = _MONTHS.index(name[:3].lower()) + 1 if name else int(month) if month else None
            period = _period(year, number, int(day) if day else None)
            if period is not None:
                yield period
        text = pattern.sub(" ", text)


def _steps(told: Mapping[str, str | None]) -> int:
    """How many years later than the one in which it was said."""
    return next(steps for at, (steps, _) in enumerate(_YEARS) if told[f"y{at}"] is not None)


def _period(year: int, month: int | None, day: int | None) -> Period | None:
    """The day, else the month, else the year; None when there is no such."""
    try:
        if month is None:
            return Period(date(year, 1, 1), date(year, 12, 31))
        if day is not None:
            return Period(date(year, month, day), date(year, month, day))
        first = date(year, month, 1)
    except ValueError:
        return None
    return Period(first, first.replace(day=calendar.monthrange(year, month)[1]))


def _around(text: str, said_on: date) -> Iterator[Period]:
    for pattern, unit, steps in _AROUND_NOW:
        if pattern.search(text) is None:
            continue
        if unit == "month":
            year, month = divmod(said_on.year * 12 + said_on.month - 1 + steps, 12)
            period = _period(year, month + 1, None) if MINYEAR <= year <= MAXYEAR else None
            if period is not None:
                yield period
        elif unit == "week":
            monday = said_on - timedelta(days=said_on.weekday()) + timedelta(weeks=steps)
            yield Period(monday, monday + timedelta(days=6))
        else:
            day = said_on + timedelta(days=steps)
            yield Period(day, day)
