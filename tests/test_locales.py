"""Locales: dates and numbers as CLDR writes them in Korean and in English."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot import locales
from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Reader

EVENING = datetime(2026, 11, 29, 18, 5, tzinfo=UTC)
SEOUL = ZoneInfo("Asia/Seoul")


@pytest.mark.parametrize(
    ("language", "day", "minute"),
    [
        (Language.KOREAN, "2026년 11월 29일", "2026년 11월 29일 오후 6:05"),
        (Language.ENGLISH, "Nov 29, 2026", "Nov 29, 2026, 6:05 PM"),
    ],
)
def test_a_moment_is_written_as_the_language_does(
    language: Language, day: str, minute: str
) -> None:
    assert locales.day(language, EVENING) == day
    assert locales.minute(language, EVENING) == minute


@pytest.mark.parametrize(
    ("days", "korean", "english"),
    [
        (0, "오늘", "today"),
        (1, "어제", "yesterday"),
        (3, "3일 전", "3 days ago"),
        (30, "30일 전", "30 days ago"),
    ],
)
def test_days_are_counted_back_in_words(days: int, korean: str, english: str) -> None:
    assert locales.days_ago(Language.KOREAN, days) == korean
    assert locales.days_ago(Language.ENGLISH, days) == english


def test_a_number_has_its_thousands_set_apart_in_every_text() -> None:
    said = Texts.load().say(Language.KOREAN, "list.title", total=12345)
    assert said == "🧠 기억 12,345개"


def test_a_recent_day_tells_how_long_ago_it_is_where_the_reader_lives() -> None:
    """18:05 in London is 03:05 of the next day in Seoul."""
    reader = Reader(Language.KOREAN, SEOUL, now=EVENING + timedelta(days=2))
    assert reader.date(EVENING) == "2026년 11월 30일 (2일 전)"


@pytest.mark.parametrize("away", [timedelta(days=31), timedelta(days=-1)])
def test_a_day_that_is_far_or_yet_to_come_is_a_date_alone(away: timedelta) -> None:
    reader = Reader(Language.ENGLISH, UTC, now=EVENING + away)
    assert reader.date(EVENING) == "Nov 29, 2026"
