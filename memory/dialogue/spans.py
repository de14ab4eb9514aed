"""The time that a question speaks of: "어제", "last week", "10월 3일", as a span in UTC."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, TypeAlias

from memory.facts.dates import read_moments

_Days: TypeAlias = Callable[[date, "re.Match[str]"], tuple[date, date]]

_WEEKDAYS_KO: Final = "월화수목금토일"
_WEEKDAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAYS_OF: Final = {
    "일": 1,
    "주": 7,
    "주일": 7,
    "달": 30,
    "개월": 30,
    "day": 1,
    "week": 7,
    "month": 30,
}
_SLACK_DAYS: Final = {1: 0, 7: 3, 30: 10}
"""By how much "two weeks ago" may be off, by the length of its unit."""


@dataclass(frozen=True, slots=True)
class Span:
    """From `since` on and before `until`, both aware and in UTC."""

    since: datetime
    until: datetime

    def holds(self, at: datetime) -> bool:
        """Whether a time lies in it."""
        return self.since <= at < self.until


def read_span(text: str, at: datetime, zone: tzinfo) -> Span | None:
    """The span of days that a text looks back to; None when it names none, or only the future.

    `at` is when it was said, `zone` whose days are meant.
    """
    today = at.astimezone(zone).date()
    folded = text.casefold()
    for pattern, days in _RULES:
        if found := pattern.search(folded):
            first, last = days(today, found)
            return _span(first, last, zone)
    for day in read_moments(text).days:
        named = _latest(day.year, day.month, day.day, today)
        if named is not None:
            return _span(named, named, zone)
    return None


def _span(first: date, last: date, zone: tzinfo) -> Span:
    return Span(_midnight(first, zone), _midnight(last + timedelta(days=1), zone))


def _midnight(day: date, zone: tzinfo) -> datetime:
    return datetime.combine(day, time(), tzinfo=zone).astimezone(UTC)


def _latest(year: int | None, month: int, day: int, today: date) -> date | None:
    """The date that was last called so, today included; None for one that never was or will be."""
    for candidate in (year,) if year else (today.year, today.year - 1):
        try:
            named = date(candidate, month, day)
        except ValueError:
            continue
        if named <= today:
            return named
    return None


def _ago(days: int) -> _Days:
    return lambda today, _: (today - timedelta(days=days),) * 2


def _week(offset: int) -> _Days:
    def days(today: date, _: re.Match[str]) -> tuple[date, date]:
        monday = today - timedelta(days=today.weekday()) + timedelta(weeks=offset)
        return monday, monday + timedelta(days=6)

    return days


def _weekend(today: date, found: re.Match[str]) -> tuple[date, date]:
    _, sunday = _week(-1)(today, found)
    return sunday - timedelta(days=1), sunday


def _month(offset: int) -> _Days:
    def days(today: date, _: re.Match[str]) -> tuple[date, date]:
        months = today.year * 12 + today.month - 1 + offset
        first = date(months // 12, months % 12 + 1, 1)
        following = date((months + 1) // 12, (months + 1) % 12 + 1, 1)
        return first, following - timedelta(days=1)

    return days


def _weekday(today: date, found: re.Match[str]) -> tuple[date, date]:
    """That weekday of the week before this one ("지난주 화요일"), else the last one gone by."""
    name = found["day"]
    place = _WEEKDAYS_KO.index(name) if name in _WEEKDAYS_KO else _WEEKDAYS_EN.index(name[:3])
    back = (today.weekday() - place - 1) % 7 + 1
    day = today - timedelta(days=back)
    if "주" in found[0]:
        day = today - timedelta(days=today.weekday() + 7 - place)
    return day, day


def _distance(today: date, found: re.Match[str]) -> tuple[date, date]:
    unit = _DAYS_OF[found["unit"]]
    day = today - timedelta(days=int(found["n"]) * unit)
    slack = timedelta(days=_SLACK_DAYS[unit])
    return day - slack, min(day + slack, today)


def _rule(pattern: str, days: _Days) -> tuple[re.Pattern[str], _Days]:
    return re.compile(pattern), days


_RULES: Final = (
    _rule(r"(?<![가-힣])(?:그저께|그제|엊그제)|\bday before yesterday\b", _ago(2)),
    _rule(r"(?<![가-힣])(?:어제|어젯밤|간밤)|\byesterday\b|\blast night\b", _ago(1)),
    _rule(r"(?<![가-힣])오늘\s*(?:아침|오전|새벽|점심)|\bthis morning\b", _ago(0)),
    _rule(rf"(?:지난|저번)\s?(?:주\s?)?(?P<day>[{_WEEKDAYS_KO}])요일", _weekday),
    _rule(r"\blast (?P<day>mon|tues|wednes|thurs|fri|satur|sun)day\b", _weekday),
    _rule(r"(?:지난|저번)\s?주말|\blast weekend\b", _weekend),
    _rule(r"(?:지난|저번)\s?주(?![가-힣]*말)|\blast week\b", _week(-1)),
    _rule(r"이번\s?주|\bthis week\b", _week(0)),
    _rule(r"(?:지난|저번)\s?달|\blast month\b", _month(-1)),
    _rule(r"이번\s?달|\bthis month\b", _month(0)),
    _rule(r"(?P<n>\d{1,3})\s?(?P<unit>일|주일|주|달|개월)\s?전", _distance),
    _rule(r"\b(?P<n>\d{1,3}) (?P<unit>day|week|month)s? ago\b", _distance),
)
