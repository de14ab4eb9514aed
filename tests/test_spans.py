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
    "text", ["내일 뭐 하지?", "비트코인 얘기 했었지?", "2월 31일", "오늘 날씨 어때?"]
)
def test_what_names_no_past_time_has_no_span(text: str) -> None:
    assert read_span(text, MONDAY, SEOUL) is None


def test_a_span_ends_before_the_next_midnight() -> None:
    span = read_span("어제", MONDAY, UTC)

    assert span is not None
    assert span.holds(datetime(2026, 11, 29, 23, 59, tzinfo=UTC))
    assert not span.holds(datetime(2026, 11, 30, tzinfo=UTC))
