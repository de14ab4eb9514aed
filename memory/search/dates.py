"""Dates and times of day as search terms: "10월 27일" and "October 27th" meet."""

from __future__ import annotations

import re
from collections.abc import Iterator

_MONTHS = {
    name: number
    for number, names in enumerate(
        (
            ("january", "jan"),
            ("february", "feb"),
            ("march", "mar"),
            ("april", "apr"),
            ("may",),
            ("june", "jun"),
            ("july", "jul"),
            ("august", "aug"),
            ("september", "sept", "sep"),
            ("october", "oct"),
            ("november", "nov"),
            ("december", "dec"),
        ),
        start=1,
    )
    for name in names
}
_NAME = "|".join(_MONTHS)
_DATES = (
    re.compile(r"(?<!\d)\d{4}\s?[-./]\s?(?P<month>\d{1,2})\s?[-./]\s?(?P<day>\d{1,2})(?!\d)"),
    re.compile(r"(?<!\d)(?P<month>\d{1,2})\s?월\s?(?P<day>\d{1,2})\s?일"),
    re.compile(r"(?<![\d/.-])(?P<month>\d{1,2})/(?P<day>\d{1,2})(?![\d/])"),
    re.compile(rf"\b(?P<name>{_NAME})\.?\s(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\b(?!:)"),
    re.compile(rf"\b(?P<day>\d{{1,2}})(?:st|nd|rd|th)?\s(?:of\s)?(?P<name>{_NAME})\b"),
)
_MONTH_ALONE = re.compile(rf"(?<!\d)(?P<month>\d{{1,2}})\s?월|\b(?P<name>{_NAME})\b")
_TIME = re.compile(
    r"(?<![\d:])(?P<hour>\d{1,2})(?:\s?시\s?(?P<minute>\d{1,2})\s?분|:(?P<clock>\d{2})(?![\d:]))"
)
_LAST_MONTH, _LAST_DAY, _LAST_HOUR, _LAST_MINUTE = 12, 31, 24, 59


def moments(folded: str) -> Iterator[str]:
    """The months ("10월"), days ("10월27일") and times of day ("10:05") in a case-folded text.

    Numbers that cannot be a date or a time give nothing. The year stays a number of the text.
    """
    days = set()
    for pattern in _DATES:
        for match in pattern.finditer(folded):
            month, day = _month(match), int(match["day"])
            if 1 <= month <= _LAST_MONTH and 1 <= day <= _LAST_DAY:
                days.add((match.start(), month, day))
    for _, month, day in sorted(days):
        yield f"{month}월{day}일"
        yield f"{month}월"
    told = {month for _, month, _ in days}
    for match in _MONTH_ALONE.finditer(folded):
        month = _month(match)
        if month not in told and 1 <= month <= _LAST_MONTH:
            yield f"{month}월"
    for match in _TIME.finditer(folded):
        hour, minute = int(match["hour"]), int(match["minute"] or match["clock"])
        if hour <= _LAST_HOUR and minute <= _LAST_MINUTE:
            yield f"{hour}:{minute:02}"


def _month(match: re.Match[str]) -> int:
    name = match.groupdict().get("name")
    return _MONTHS[name] if name else int(match["month"])
