"""Dates, times and amounts by value: "오후 2시" is "14시" is "2pm"."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.recent_words import cached

_MONTHS = ["jan", "feb", "mar", "apr", "may", "jun", "jul", "aug", "sep", "oct", "nov", "dec"]
_MONTH = (
    r"(?P<m>jan(?:uary)?|feb(?:ruary)?|mar(?:ch)?|apr(?:il)?|may|june?|july?|aug(?:ust)?"
    r"|sept?(?:ember)?|oct(?:ober)?|nov(?:ember)?|dec(?:ember)?)\b\.?"
)
_DATES = tuple(
    re.compile(pattern, re.IGNORECASE)
    for pattern in (
        r"(?P<y>\d{4})\s*년\s*(?P<m>\d{1,2})\s*월\s*(?P<d>\d{1,2})\s*일",
        r"(?<![\d.])(?P<y>(?:19|20)\d{2})[-./]\s?(?P<m>\d{1,2})[-./]\s?(?P<d>\d{1,2})(?![\d])\.?",
        r"(?<!\d)(?P<m>\d{1,2})\s*월\s*(?P<d>\d{1,2})\s*일",
        r"(?<![\d/.])(?P<m>\d{1,2})/(?P<d>\d{1,2})(?:/(?P<y>\d{4}))?(?![\d/])",
        rf"\b{_MONTH}\s+(?:the\s+)?(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\b(?:,?\s+(?P<y>\d{{4}})\b)?",
        rf"\b(?P<d>\d{{1,2}})(?:st|nd|rd|th)?\s+(?:of\s+)?{_MONTH}(?:,?\s+(?P<y>\d{{4}})\b)?",
    )
)
_KOREAN_TIME = re.compile(
    r"(?:(?P<half>오전|오후|아침|저녁|밤|새벽|낮)\s*(?:에\s*)?)?"
    r"(?<!\d)(?P<h>\d{1,2})\s*시(?!간|즌|리)(?:\s*(?:(?P<min>\d{1,2})\s*분"
    r"|(?P<thirty>반)(?![가-힣])))?"
)
_CLOCK = re.compile(
    r"(?:(?P<half>오전|오후|아침|저녁|밤|새벽"
    r"|낮)\s*)?(?<![\d:.])(?P<h>\d{1,2}):(?P<min>\d{2})(?![\d:])"
    r"(?:\s*(?P<ampm>[ap]\.?m\b\.?))?",
    re.IGNORECASE,
)
_AM_PM = re.compile(r"(?<![\d:.])(?P<h>\d{1,2})\s*(?P<ampm>[ap]\.?m\b\.?)", re.IGNORECASE)
_NOON = re.compile(r"정오|\bnoon\b", re.IGNORECASE)
_MIDNIGHT = re.compile(r"자정|\bmidnight\b", re.IGNORECASE)
_KOREAN_DAYS = "월화수목금토일"
_KOREAN_DAY = re.compile(rf"([{_KOREAN_DAYS}])요일")
_KOREAN_DAYS_RUN = re.compile(rf"(?<![가-힣])([{_KOREAN_DAYS}]{{2,7}})(?![가-힣])")
_ENGLISH_DAY = re.compile(
    r"\b(mon|tues?|wed(?:nes)?|thu(?:rs?)?|fri|sat(?:ur)?|sun)(?:days?)?\b\.?", re.IGNORECASE
)
_ENGLISH_DAYS = {"mo": 0, "tu": 1, "we": 2, "th": 3, "fr": 4, "sa": 5, "su": 6}
_AMOUNT = re.compile(
    r"(?<![\w.])(\d[\d,]*(?:\.\d+)?)\s*(억|천만|백만|만|천)?(?=\s?(?:원|명|개|보|회|[^\w가-힣]|$))"
)
_SCALE = {"억": 10**8, "천만": 10**7, "백만": 10**6, "만": 10**4, "천": 10**3, None: 1}
_AFTERNOON, _MORNING = frozenset({"오후", "저녁"}), frozenset({"오전", "아침", "새벽"})
_NIGHT_STARTS, _NOON_HOUR = 6, 12


@dataclass(frozen=True, slots=True)
class Day:
    """A calendar date; the year is None when it was not said."""

    year: int | None
    month: int
    day: int


@dataclass(frozen=True, slots=True)
class Hour:
    """A time of day, 24 hours. `vague` tells that 2 o'clock may be 14 o'clock."""

    hour: int
    minute: int
    vague: bool = False


@dataclass(frozen=True, slots=True)
class Moments:
    """What a text says of time, by value, and `rest`, the text without it."""

    days: tuple[Day, ...]
    hours: tuple[Hour, ...]
    weekdays: frozenset[int]
    rest: str

    @property
    def any(self) -> bool:
        """Whether the text says anything of time."""
        return bool(self.days or self.hours or self.weekdays)


@cached(limit=2_000)
def read_moments(text: str) -> Moments:
    """Read all dates, times of day and weekdays (0 is Monday) of a text."""
    days: list[tuple[int, Day]] = []
    hours: list[tuple[int, Hour]] = []

    def take_day(found: re.Match[str]) -> str:
        day = _day(found)
        if day is None:
            return found[0]
        days.append((found.start(), day))
        return " " * len(found[0])

    def take_hour(found: re.Match[str]) -> str:
        hour = _hour(found)
        if hour is None:
            return found[0]
        hours.append((found.start(), hour))
        return " " * len(found[0])

    rest = text
    for pattern in _DATES:
        rest = pattern.sub(take_day, rest)
    for pattern in (_KOREAN_TIME, _CLOCK, _AM_PM):
        rest = pattern.sub(take_hour, rest)
    for pattern, hour in ((_NOON, Hour(12, 0)), (_MIDNIGHT, Hour(0, 0))):
        hours.extend((found.start(), hour) for found in pattern.finditer(rest))
        rest = pattern.sub(" ", rest)
    weekdays, rest = _weekdays(rest)
    return Moments(
        days=tuple(day for _, day in sorted(days, key=lambda pair: pair[0])),
        hours=tuple(hour for _, hour in sorted(hours, key=lambda pair: pair[0])),
        weekdays=weekdays,
        rest=" ".join(rest.split()),
    )


def _weekdays(text: str) -> tuple[frozenset[int], str]:
    """The weekdays of a text (0 is Monday), and the text without them."""
    found = {_KOREAN_DAYS.index(day) for day in _KOREAN_DAY.findall(text)}
    rest = _KOREAN_DAY.sub(" ", text)
    for run in _KOREAN_DAYS_RUN.findall(rest):
        if list(run) == sorted(set(run), key=_KOREAN_DAYS.index):
            found |= {_KOREAN_DAYS.index(day) for day in run}
            rest = rest.replace(run, " ")
    found |= {_ENGLISH_DAYS[day[:2].lower()] for day in _ENGLISH_DAY.findall(rest)}
    return frozenset(found), _ENGLISH_DAY.sub(" ", rest)


def plain_amounts(text: str) -> str:
    """The text with its numbers written out: "30만원" and "300,000원" are "300000원"."""

    def write_out(found: re.Match[str]) -> str:
        if "," not in found[1] and not found[2]:
            return found[0]
        number = float(found[1].replace(",", "") or "0") * _SCALE[found[2]]
        return f"{number:g}" if number % 1 else str(int(number))

    return _AMOUNT.sub(write_out, text)


def days_agree(one: Day, other: Day) -> bool:
    """Whether both may be the same date."""
    same = (one.month, one.day) == (other.month, other.day)
    return same and (one.year is None or other.year is None or one.year == other.year)


def hours_agree(one: Hour, other: Hour) -> bool:
    """Whether both may be the same time of day."""
    if one.minute != other.minute:
        return False
    if one.vague or other.vague:
        return one.hour % 12 == other.hour % 12
    return one.hour == other.hour


def _day(found: re.Match[str]) -> Day | None:
    month_text = found["m"].lower()
    month = int(month_text) if month_text.isdigit() else _MONTHS.index(month_text[:3]) + 1
    day = int(found["d"])
    year = found["y"] if "y" in found.re.groupindex else None
    if not (1 <= month <= 12 and 1 <= day <= 31):  # noqa: PLR2004 - months and days
        return None
    return Day(int(year) if year else None, month, day)


def _hour(found: re.Match[str]) -> Hour | None:
    groups = found.groupdict()
    hour, minute = int(groups["h"]), int(groups.get("min") or 0)
    if groups.get("thirty"):
        minute = 30
    if hour > 24 or minute > 59:  # noqa: PLR2004 - hours and minutes
        return None
    half = groups.get("half") or ""
    ampm = (groups.get("ampm") or "")[:1].lower()
    afternoon = half in _AFTERNOON or ampm == "p"
    morning = half in _MORNING or ampm == "a"
    if half == "낮":
        afternoon = hour < _NIGHT_STARTS or hour == _NOON_HOUR
        morning = not afternoon
    if half == "밤":
        afternoon = _NIGHT_STARTS <= hour < _NOON_HOUR
        morning = not afternoon
    if afternoon and hour < _NOON_HOUR:
        hour += _NOON_HOUR
    if morning and hour == _NOON_HOUR:
        hour = 0
    is_of_24 = groups["h"].startswith("0")  # "09:30" is written on a clock of 24 hours
    vague = not (afternoon or morning or is_of_24) and 1 <= hour <= _NOON_HOUR
    return Hour(hour % 24, minute, vague)
