"""The time that a question speaks of: "어제", "last week", "10월 3일", as a span in UTC."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass
from datetime import UTC, date, datetime, time, timedelta, tzinfo
from typing import Final, TypeAlias

from memory.facts.dates import read_moments
from memory.search.periods import read_periods

_Days: TypeAlias = Callable[[date, "re.Match[str]"], tuple[date, date]]

_WEEKDAYS_KO: Final = "월화수목금토일"
_WEEKDAYS_EN: Final = ("mon", "tue", "wed", "thu", "fri", "sat", "sun")
_DAYS_OF: Final = {
    "일": 1,
    "주": 7,
    "주일": 7,
    "달": 30,
    "개월": 30,
    "년": 365,
    "해": 365,
    "day": 1,
    "week": 7,
    "month": 30,
    "year": 365,
}
_SLACK_DAYS: Final = {1: 0, 7: 3, 30: 10, 365: 90}
"""By how much "two weeks ago" may be off, by the length of its unit."""
_COUNTED_DAYS: Final = {
    "하루": 1,
    "이틀": 2,
    "사흘": 3,
    "나흘": 4,
    "닷새": 5,
    "엿새": 6,
    "열흘": 10,
    "보름": 15,
}
_NUMBERS: Final = {
    "한": 1, "일": 1, "두": 2, "세": 3, "석": 3, "네": 4, "넉": 4, "다섯": 5, "여섯": 6, "일곱": 7,
    "a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6, "seven": 7,
    "eight": 8, "nine": 9, "ten": 10, "a couple of": 2, "couple of": 2,
}  # fmt: skip
_FEW: Final = (2, 6)
"""So many are a few: "몇 주 전", "a few days ago"."""
_LONG: Final = timedelta(days=14)
_MONTHS_EN: Final = (
    "january", "february", "march", "april", "may", "june", "july", "august", "september",
    "october", "november", "december",
)  # fmt: skip
_SEASONS: Final = {"봄": 3, "여름": 6, "가을": 9, "겨울": 12,
                   "spring": 3, "summer": 6, "fall": 9, "autumn": 9, "winter": 12}  # fmt: skip
"""The month in which each begins; it has three."""


@dataclass(frozen=True, slots=True)
class Span:
    """From `since` on and before `until`, both aware and in UTC."""

    since: datetime
    until: datetime

    @property
    def is_long(self) -> bool:
        """Whether it has so many days that what was said in it need not be what is meant."""
        return self.until - self.since > _LONG

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
    for period in read_periods(folded, today):
        if period.first < today:
            return _span(period.first, min(period.last, today), zone)
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


def _named_month(today: date, found: re.Match[str]) -> tuple[date, date]:
    """The month that was last called so, the one that goes on left out."""
    name = found["month"]
    number = int(name) if name.isdigit() else _MONTHS_EN.index(name) + 1
    return _months(today.replace(day=1) - timedelta(days=1), number, 1)


def _season(today: date, found: re.Match[str]) -> tuple[date, date]:
    return _months(today, _SEASONS[found["season"]], 3)


def _months(until: date, first: int, count: int) -> tuple[date, date]:
    """So many months from the last beginning of one on, at most until a day."""
    began = date(until.year - (first > until.month), first, 1)
    years, month = divmod(first - 1 + count, 12)
    after = date(began.year + years, month + 1, 1)
    return began, min(after - timedelta(days=1), until)


def _counted(today: date, found: re.Match[str]) -> tuple[date, date]:
    return (today - timedelta(days=_COUNTED_DAYS[found["days"]]),) * 2


def _days_ago(today: date, _: re.Match[str]) -> tuple[date, date]:
    """Some days that nobody counted: a week back, and not today."""
    return today - timedelta(days=7), today - timedelta(days=1)


def _a_few(today: date, found: re.Match[str]) -> tuple[date, date]:
    unit = _DAYS_OF[found["unit"]]
    least, most = _FEW
    return today - timedelta(days=most * unit), today - timedelta(days=least * unit)


def _distance(today: date, found: re.Match[str]) -> tuple[date, date]:
    unit, number = _DAYS_OF[found["unit"]], found["n"]
    count = int(number) if number.isdigit() else _NUMBERS[number]
    day = today - timedelta(days=count * unit)
    slack = timedelta(days=_SLACK_DAYS[unit])
    return day - slack, min(day + slack, today)


def _rule(pattern: str, days: _Days) -> tuple[re.Pattern[str], _Days]:
    return re.compile(pattern), days


_TALK: Final = r"(?:얘기|이야기|말|대화|물어|뭐라|뭐랬)"
_COUNTS_KO: Final = r"\d{1,3}|한|일|두|세|석|네|넉|다섯|여섯|일곱"
_COUNTS_EN: Final = (
    r"\d{1,3}|a|an|one|two|three|four|five|six|seven|eight|nine|ten|(?:a )?couple of"
)
_MONTH_EN: Final = rf"(?P<month>{'|'.join(_MONTHS_EN)})"
_RULES: Final = (
    _rule(r"(?<![가-힣])(?:그저께|그제|엊그제)|\bday before yesterday\b", _ago(2)),
    _rule(r"(?<![가-힣])(?:어제|어젯밤|간밤)|\byesterday\b|\blast night\b", _ago(1)),
    _rule(
        rf"오늘\s*(?:아침|오전|새벽|점심)|오늘[^.?!]{{0,20}}{_TALK}\s?(?:했|나눴|나눈|한|하던|봤|어)"
        r"|\bthis morning\b|\bearlier today\b",
        _ago(0),
    ),
    _rule(rf"(?:지난|저번)\s?(?:주\s?)?(?P<day>[{_WEEKDAYS_KO}])요일", _weekday),
    _rule(r"\blast (?P<day>mon|tues|wednes|thurs|fri|satur|sun)day\b", _weekday),
    _rule(r"(?:지난|저번)\s?주말|\blast weekend\b", _weekend),
    _rule(r"(?:지지난|저저번)\s?주(?![가-힣]*말)|\bweek before last\b", _week(-2)),
    _rule(r"(?:지난|저번)\s?주(?![가-힣]*말)|\blast week\b", _week(-1)),
    _rule(r"이번\s?주|\bthis week\b", _week(0)),
    _rule(r"(?:지지난|저저번)\s?달|\bmonth before last\b", _month(-2)),
    _rule(r"(?:지난|저번)\s?달|\blast month\b", _month(-1)),
    _rule(r"이번\s?달|\bthis month\b", _month(0)),
    _rule(rf"(?<![가-힣])(?P<days>{'|'.join(_COUNTED_DAYS)})\s?전", _counted),
    _rule(r"(?<![가-힣])몇\s?(?P<unit>주일|주|달|개월|년|해)\s?전", _a_few),
    _rule(r"\b(?:a few|few|several) (?P<unit>day|week|month|year)s ago\b", _a_few),
    _rule(r"(?<![가-힣])(?:며칠\s?전|몇\s?일\s?전|요\s?며칠)|\bthe other day\b", _days_ago),
    _rule(
        rf"(?<![가-힣\d])(?P<n>{_COUNTS_KO})\s?(?P<unit>일|주일|주|달|개월|년|해)\s?전", _distance
    ),
    _rule(rf"\b(?P<n>{_COUNTS_EN}) (?P<unit>day|week|month|year)s? ago\b", _distance),
    _rule(r"지난\s?(?P<month>1[0-2]|[1-9])월(?!\s?\d)", _named_month),
    _rule(rf"\b(?:last|back in|this past) {_MONTH_EN}\b(?!\s\d)", _named_month),
    _rule(rf"지난\s?(?P<season>{'|'.join(list(_SEASONS)[:4])})", _season),
    _rule(rf"\blast (?P<season>{'|'.join(list(_SEASONS)[4:])})\b", _season),
)
