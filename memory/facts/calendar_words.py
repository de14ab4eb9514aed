"""Words like "어제" and "next Friday", dated by the message's own time."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date, datetime, timedelta, tzinfo
from typing import TypeAlias

from memory.expressions import Expression
from memory.facts.weekday_words import (
    ENGLISH_WEEKDAYS,
    KOREAN_WEEKDAYS,
    date_weekdays,
    last_before,
    place_of,
)

_Dated: TypeAlias = Callable[[date, "re.Match[str]"], str]

_WEEK_OFFSETS = {
    "지지난": -2, "지난": -1, "저번": -1, "이번": 0, "다음": 1, "담": 1, "다다음": 2,
    "last": -1, "this": 0, "next": 1,
}  # fmt: skip
_ENGLISH_DAY = "|".join(ENGLISH_WEEKDAYS)
_UNIT_DAYS = {"일": 1, "주": 7, "주일": 7, "day": 1, "days": 1, "week": 7, "weeks": 7}
_AHEAD = frozenset({"후", "뒤", "in"})
_END = r"(?=$|[\s,.!?)]|부터|까지|에|은|는|의|도|이|로|엔)(?!\s*\()"


def date_relative_words(text: str, at: datetime, tz: tzinfo | None = None) -> str:
    """Put the date in brackets behind each relative word: "내일" becomes "내일(2026-12-01)".

    `at` is an aware datetime; the day is that of `tz` (default: its own zone). "next Friday" is the
    Friday of the next calendar week (from Monday), as "다음 주 금요일" is. A weekday by itself is
    dated as `weekday_words` says. A word that has its date in brackets already keeps it.
    """
    today = (at.astimezone(tz) if tz else at).date()
    for pattern, dated in _RULES:

        def put(found: re.Match[str], dated: _Dated = dated) -> str:
            space = "" if re.search(r"[가-힣]$", found[0]) else " "
            return f"{found[0]}{space}({dated(today, found)})"

        text = pattern.sub(put, text)
    return date_weekdays(text, today)


def _shifted(days: int) -> _Dated:
    return lambda today, _: (today + timedelta(days=days)).isoformat()


def _weekday(today: date, found: re.Match[str]) -> str:
    place = place_of(found["day"])
    monday = today - timedelta(days=today.weekday())
    week = _WEEK_OFFSETS[found["week"].lower()]
    return (monday + timedelta(days=place, weeks=week)).isoformat()


def _last_weekday(today: date, found: re.Match[str]) -> str:
    return last_before(place_of(found["day"]), today).isoformat()


def _month(today: date, found: re.Match[str]) -> str:
    months = today.year * 12 + today.month - 1 + _WEEK_OFFSETS[found["week"].lower()]
    return f"{months // 12}-{months % 12 + 1:02d}"


def _year(offset: int) -> _Dated:
    return lambda today, _: str(today.year + offset)


def _named_year(today: date, found: re.Match[str]) -> str:
    return str(today.year + _WEEK_OFFSETS[found["week"].lower()])


def _distance(today: date, found: re.Match[str]) -> str:
    days = int(found["n"]) * _UNIT_DAYS[found["unit"].lower()]
    ahead = found["way"].lower() in _AHEAD
    return (today + timedelta(days=days if ahead else -days)).isoformat()


def _rule(pattern: str, dated: _Dated) -> tuple[Expression, _Dated]:
    return Expression(pattern, re.IGNORECASE), dated


def _korean(word: str, dated: _Dated) -> tuple[Expression, _Dated]:
    return _rule(rf"(?<![가-힣]){word}{_END}", dated)


def _english(word: str, dated: _Dated) -> tuple[Expression, _Dated]:
    return _rule(rf"\b{word}\b(?!\s*\()", dated)


_RULES: tuple[tuple[Expression, _Dated], ...] = (
    _korean("(?:그저께|그제|엊그제)", _shifted(-2)),
    _korean("어제", _shifted(-1)),
    _korean("오늘", _shifted(0)),
    _korean("(?:내일모레|모레)", _shifted(2)),
    _korean("내일", _shifted(1)),
    _korean("글피", _shifted(3)),
    _korean(
        rf"(?P<week>지지난|지난|저번|이번|다다음|다음|담)\s?주\s?(?P<day>[{KOREAN_WEEKDAYS}])요일",
        _weekday,
    ),
    _korean(r"(?P<week>지난|저번|이번|다음|담)\s?달", _month),
    _korean("작년", _year(-1)),
    _korean("(?:올해|금년)", _year(0)),
    _korean("내년", _year(1)),
    _korean(r"(?P<n>\d{1,3})\s?(?P<unit>일|주일|주)\s?(?P<way>전|후|뒤)", _distance),
    _english("day before yesterday", _shifted(-2)),
    _english(r"(?<!before )yesterday", _shifted(-1)),
    _english("day after tomorrow", _shifted(2)),
    _english(r"(?<!after )tomorrow", _shifted(1)),
    _english("today", _shifted(0)),
    _english(rf"(?P<day>{_ENGLISH_DAY}) (?:of )?(?P<week>last|this|next) week", _weekday),
    _english(rf"last (?P<day>{_ENGLISH_DAY})", _last_weekday),
    _english(rf"(?P<week>this|next) (?P<day>{_ENGLISH_DAY})", _weekday),
    _english("(?P<week>last|this|next) month", _month),
    _english("(?P<week>last|this|next) year", _named_year),
    _english(r"(?P<n>\d{1,3}) (?P<unit>days?|weeks?) (?P<way>ago)", _distance),
    _english(r"(?P<way>in) (?P<n>\d{1,3}) (?P<unit>days?|weeks?)", _distance),
)
