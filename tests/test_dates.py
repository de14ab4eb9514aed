from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.calendar_words import date_relative_words
from memory.facts.dates import Day, Hour, days_agree, hours_agree, plain_amounts, read_moments
from memory.facts.values import Likeness, likeness

# A Monday, noon in Seoul.
_AT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "day"),
    [
        ("10월 27일", Day(None, 10, 27)),
        ("2024년 3월 30일", Day(2024, 3, 30)),
        ("2024-03-30", Day(2024, 3, 30)),
        ("2024.3.30.", Day(2024, 3, 30)),
        ("10/27", Day(None, 10, 27)),
        ("Oct 27", Day(None, 10, 27)),
        ("October 27th, 2024", Day(2024, 10, 27)),
        ("27 Oct", Day(None, 10, 27)),
        ("the 27th of October", Day(None, 10, 27)),
    ],
)
def test_a_date_is_read_by_value(text: str, day: Day) -> None:
    assert read_moments(text).days == (day,)


@pytest.mark.parametrize(
    ("text", "hour"),
    [
        ("오후 2시", Hour(14, 0)),
        ("14시", Hour(14, 0)),
        ("2pm", Hour(14, 0)),
        ("2:00 p.m.", Hour(14, 0)),
        ("14:00", Hour(14, 0)),
        ("오후 2시 반", Hour(14, 30)),
        ("저녁 8시", Hour(20, 0)),
        ("밤 11시", Hour(23, 0)),
        ("밤 12시", Hour(0, 0)),
        ("새벽 2시", Hour(2, 0)),
        ("낮 12시", Hour(12, 0)),
        ("낮 1시", Hour(13, 0)),
        ("오전 12시", Hour(0, 0)),
        ("12am", Hour(0, 0)),
        ("12pm", Hour(12, 0)),
        ("정오", Hour(12, 0)),
        ("midnight", Hour(0, 0)),
        ("2시", Hour(2, 0, vague=True)),
    ],
)
def test_a_time_of_day_is_read_by_value(text: str, hour: Hour) -> None:
    assert read_moments(text).hours == (hour,)


@pytest.mark.parametrize(
    ("text", "weekdays"),
    [
        ("월요일", {0}),
        ("화요일과 금요일 밤", {1, 4}),
        ("화목 7시", {1, 3}),
        ("every Monday", {0}),
        ("Tues and Thursday", {1, 3}),
    ],
)
def test_weekdays_are_read_by_value(text: str, weekdays: set[int]) -> None:
    assert read_moments(text).weekdays == weekdays


@pytest.mark.parametrize(
    "text", ["13월 45일", "25시", "3시간", "may I", "010-1234-5678", "버전 1.2.3"]
)
def test_what_is_no_moment_is_left_alone(text: str) -> None:
    assert not read_moments(text).any


def test_an_hour_without_its_half_of_the_day_may_be_either() -> None:
    vague = Hour(2, 0, vague=True)

    assert hours_agree(vague, Hour(14, 0))
    assert hours_agree(vague, Hour(2, 0))
    assert not hours_agree(Hour(2, 0), Hour(14, 0))


def test_a_date_without_a_year_may_be_of_any() -> None:
    assert days_agree(Day(None, 3, 30), Day(2024, 3, 30))
    assert not days_agree(Day(2023, 3, 30), Day(2024, 3, 30))


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("30만원", "300000원"),
        ("300,000원", "300000원"),
        ("1억 원", "100000000 원"),
        ("1.5만원", "15000원"),
        ("14:00", "14:00"),
        ("2만", "20000"),
    ],
)
def test_amounts_are_written_out(text: str, plain: str) -> None:
    assert plain_amounts(text) == plain


@pytest.mark.parametrize(
    ("old", "new", "alike"),
    [
        ("오후 2시", "14시", Likeness.SAME),
        ("10월 27일", "Oct 27", Likeness.SAME),
        ("Blue", "blue", Likeness.SAME),
        ("12월 1일", "12월 1일로 변경", Likeness.SAME),
        ("2024년 3월 30일", "3월 30일", Likeness.VAGUER_TIME),
        ("3월 30일", "2024년 3월 30일", Likeness.FINER),
        ("월요일 오전 10시", "오전 10시", Likeness.VAGUER),
        ("대전", "대전 유성구", Likeness.FINER),
        ("대전 유성구", "대전", Likeness.VAGUER),
        ("수영, 등산", "등산, 수영", Likeness.SAME),
        ("서울 부산", "부산 서울", Likeness.DIFFERENT),
        ("12월 1일", "12월 15일", Likeness.DIFFERENT),
        ("월요일", "수요일", Likeness.DIFFERENT),
    ],
)
def test_values_are_compared_by_value(old: str, new: str, alike: Likeness) -> None:
    assert likeness(old, new) is alike


@given(st.integers(1, 12), st.integers(1, 28))
def test_every_way_to_write_a_day_is_the_same(month: int, day: int) -> None:
    name = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"][
        month - 1
    ]

    assert likeness(f"{month}월 {day}일", f"{name} {day}") is Likeness.SAME
    assert likeness(f"{month}월 {day}일", f"{month}/{day}") is Likeness.SAME


@given(st.integers(0, 11), st.integers(0, 59))
def test_every_way_to_write_an_hour_is_the_same(hour: int, minute: int) -> None:
    said = hour or 12

    assert likeness(f"오후 {said}시 {minute}분", f"{said}:{minute:02d} pm") is Likeness.SAME
    assert likeness(f"오전 {said}시 {minute}분", f"{said}:{minute:02d} am") is Likeness.SAME


@given(st.text(max_size=40), st.text(max_size=40))
def test_finer_is_the_mirror_of_vaguer(one: str, other: str) -> None:
    there, back = likeness(one, other), likeness(other, one)

    assert (there is Likeness.SAME) == (back is Likeness.SAME)
    assert (there is Likeness.DIFFERENT) == (back is Likeness.DIFFERENT)


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("어제 갔다", "어제(2026-11-29) 갔다"),
        ("그저께 갔다", "그저께(2026-11-28) 갔다"),
        ("오늘부터", "오늘(2026-11-30)부터"),
        ("모레까지", "모레(2026-12-02)까지"),
        ("이번 주 금요일", "이번 주 금요일(2026-12-04)"),
        ("지난주 월요일", "지난주 월요일(2026-11-23)"),
        ("다음 달", "다음 달(2026-12)"),
        ("지난달", "지난달(2026-10)"),
        ("작년에", "작년(2025)에"),
        ("3일 뒤", "3일 뒤(2026-12-03)"),
        ("2주 전에", "2주 전(2026-11-16)에"),
        ("yesterday", "yesterday (2026-11-29)"),
        ("the day after tomorrow", "the day after tomorrow (2026-12-02)"),
        ("this Friday", "this Friday (2026-12-04)"),
        ("next Friday", "next Friday (2026-12-11)"),
        ("next month", "next month (2026-12)"),
        ("two days, 5 days ago", "two days, 5 days ago (2026-11-25)"),
        ("in 2 weeks", "in 2 weeks (2026-12-14)"),
        ("오늘날", "오늘날"),
        ("내일(2026-12-01)", "내일(2026-12-01)"),
    ],
)
def test_a_relative_word_is_dated_by_the_message(text: str, dated: str) -> None:
    assert date_relative_words(text, _AT) == dated


@given(
    st.lists(
        st.sampled_from(
            [
                "어제",
                "오늘",
                "내일",
                "모레",
                "tomorrow",
                "yesterday",
                "다음",
                "달",
                "작년에",
                "갔다",
                "next",
                "Friday",
            ]
        )
    ).map(" ".join)
)
def test_dating_twice_is_dating_once(text: str) -> None:
    once = date_relative_words(text, _AT)

    assert date_relative_words(once, _AT) == once
