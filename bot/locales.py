"""Dates, times and numbers as people write them in each language, by CLDR through Babel."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from babel.dates import format_skeleton, format_time, format_timedelta, get_datetime_format
from babel.numbers import format_decimal

from bot.turn import Language

_NARROW_SPACE: Final = "\u202f"
"""CLDR sets it before "PM"; not every font has it, and nobody searches for it."""
_TODAY_AND_YESTERDAY: Final = {
    Language.KOREAN: ("오늘", "어제"),
    Language.ENGLISH: ("today", "yesterday"),
}


def number(language: Language, value: int) -> str:
    """A whole number with its thousands set apart."""
    return format_decimal(value, locale=language.value)


def day(language: Language, moment: datetime) -> str:
    """The day of a moment in its own time zone: 2026년 11월 29일, Nov 29, 2026."""
    return format_skeleton("yMMMd", moment, locale=language.value)


def minute(language: Language, moment: datetime) -> str:
    """The same with the minute: 2026년 11월 29일 오후 6:05, Nov 29, 2026, 6:05 PM."""
    time = format_time(moment, "short", locale=language.value).replace(_NARROW_SPACE, " ")
    pattern = get_datetime_format("medium", locale=language.value)
    return str(pattern).format(time, day(language, moment))


def days_ago(language: Language, days: int) -> str:
    """How long ago a day was: 오늘, 어제, 3일 전. `days` is no negative number."""
    words = _TODAY_AND_YESTERDAY[language]
    if days < len(words):
        return words[days]
    return format_timedelta(
        timedelta(days=-days),
        granularity="day",
        threshold=days + 1,
        add_direction=True,
        locale=language.value,
    )
