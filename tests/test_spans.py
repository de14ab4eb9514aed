"""The time that a question looks back to."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from memory.dialogue.spans import read_span

SEOUL = ZoneInfo("Asia/Seoul")
MONDAY = datetime(2026, 11, 30, 1, tzinfo=UTC)
"""10:00 in Seoul."""


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("어제 뭐 하기로 했었지?", date(2026, 11, 29), date(2026, 11, 29)),
        ("What did I say yesterday?", date(2026, 11, 29), date(2026, 11, 29)),
        ("그제 무슨 얘기 했지?", date(2026, 11, 28), date(2026, 11, 28)),
        ("오늘 아침에 뭐랬지?", date(2026, 11, 30), date(2026, 11, 30)),
        ("지난주에 뭐 했지?", date(2026, 11, 23), date(2026, 11, 29)),
        ("지난주 화요일 얘기", date(2026, 11, 24), date(2026, 11, 24)),
        ("last Friday's talk", date(2026, 11, 27), date(2026, 11, 27)),
        ("저번 주말에 뭐 했지?", date(2026, 11, 28), date(2026, 11, 29)),
        ("지난달에 읽은 책", date(2026, 10, 1), date(2026, 10, 31)),
        ("3일 전에 말한 거", date(2026, 11, 27), date(2026, 11, 27)),
        ("2 weeks ago", date(2026, 11, 13), date(2026, 11, 19)),
        ("10월 3일에 뭐랬지?", date(2026, 10, 3), date(2026, 10, 3)),
        ("12월 24일 얘기", date(2025, 12, 24), date(2025, 12, 24)),
        ("지지난주에 뭐라고 했지?", date(2026, 11, 16), date(2026, 11, 22)),
        ("the week before last", date(2026, 11, 16), date(2026, 11, 22)),
        ("저저번 달 얘기", date(2026, 9, 1), date(2026, 9, 30)),
        ("이틀 전 얘기", date(2026, 11, 28), date(2026, 11, 28)),
        ("사흘 전에 뭐랬지?", date(2026, 11, 27), date(2026, 11, 27)),
        ("며칠 전에 말한 거", date(2026, 11, 23), date(2026, 11, 29)),
        ("the other day", date(2026, 11, 23), date(2026, 11, 29)),
        ("two days ago", date(2026, 11, 28), date(2026, 11, 28)),
        ("일주일 전 얘기", date(2026, 11, 20), date(2026, 11, 26)),
        ("a week ago", date(2026, 11, 20), date(2026, 11, 26)),
        ("a couple of weeks ago", date(2026, 11, 13), date(2026, 11, 19)),
        ("두 달 전 얘기", date(2026, 9, 21), date(2026, 10, 11)),
        ("1년 전에 한 말", date(2025, 9, 1), date(2026, 2, 28)),
        ("작년에 뭐 했지?", date(2025, 1, 1), date(2025, 12, 31)),
        ("작년 10월 얘기", date(2025, 10, 1), date(2025, 10, 31)),
        ("what did I plan last year?", date(2025, 1, 1), date(2025, 12, 31)),
        ("지난 10월에 뭐랬지?", date(2026, 10, 1), date(2026, 10, 31)),
        ("last November", date(2025, 11, 1), date(2025, 11, 30)),
        ("지난 여름 여행 얘기", date(2026, 6, 1), date(2026, 8, 31)),
        ("last winter", date(2025, 12, 1), date(2026, 2, 28)),
        ("오늘 무슨 얘기 했지?", date(2026, 11, 30), date(2026, 11, 30)),
    ],
)
def test_a_word_for_the_past_is_a_span_of_the_persons_days(
    text: str, first: date, last: date
) -> None:
    span = read_span(text, MONDAY, SEOUL)

    assert span is not None
    assert span.since.astimezone(SEOUL) == datetime(
        first.year, first.month, first.day, tzinfo=SEOUL
    )
    assert (span.until - timedelta(seconds=1)).astimezone(SEOUL).date() == last


@pytest.mark.parametrize(
    "text",
    [
        "내일 뭐 하지?",
        "비트코인 얘기 했었지?",
        "2월 31일",
        "오늘 날씨 어때?",
        "내년 목표",
        "다음 주 일정",
    ],
)
def test_what_names_no_past_time_has_no_span(text: str) -> None:
    assert read_span(text, MONDAY, SEOUL) is None


@pytest.mark.parametrize(
    ("text", "is_long"), [("지난주", False), ("2주 전", False), ("작년", True)]
)
def test_a_year_is_long_and_a_week_is_not(text: str, *, is_long: bool) -> None:
    span = read_span(text, MONDAY, SEOUL)

    assert span is not None
    assert span.is_long is is_long


def test_a_span_ends_before_the_next_midnight() -> None:
    span = read_span("어제", MONDAY, UTC)

    assert span is not None
    assert span.holds(datetime(2026, 11, 29, 23, 59, tzinfo=UTC))
    assert not span.holds(datetime(2026, 11, 30, tzinfo=UTC))
