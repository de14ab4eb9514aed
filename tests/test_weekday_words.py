"""A weekday that means one day is kept with its date, and one that comes again is left alone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.calendar_words import date_relative_words
from memory.facts.reading import read_fact
from memory.facts.weekday_words import last_before, next_after

# Monday, November 30, 2026, noon in Seoul.
_AT = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("금요일에 치과 예약 있어", "금요일(2026-12-04)에 치과 예약 있어"),
        ("금요일 오후 3시에 면접 있어", "금요일(2026-12-04) 오후 3시에 면접 있어"),
        ("목요일까지 보고서 내야 해", "목요일(2026-12-03)까지 보고서 내야 해"),
        ("토요일에 지우 만나기로 했어", "토요일(2026-12-05)에 지우 만나기로 했어"),
        ("일요일에 부산 갈 거야", "일요일(2026-12-06)에 부산 갈 거야"),
        ("수요일에 회의 있어", "수요일(2026-12-02)에 회의 있어"),
        ("회의가 목요일로 바뀌었어", "회의가 목요일(2026-12-03)로 바뀌었어"),
        ("월요일에 시험이야", "월요일(2026-12-07)에 시험이야"),
        ("오는 금요일 여행", "오는 금요일(2026-12-04) 여행"),
        ("이번 금요일에 여행 가", "이번 금요일(2026-12-04)에 여행 가"),
        ("다음 주 화요일에 여행 가", "다음 주 화요일(2026-12-08)에 여행 가"),
        ("다다음 주 화요일", "다다음 주 화요일(2026-12-15)"),
        ("I have a dentist appointment on Friday", None),
        ("My flight is on Friday at 3:30 p.m.", None),
        ("The report is due Friday", None),
        ("I'm flying to Berlin on Friday", None),
        ("I'll meet Anna on Friday", None),
        ("The meeting was moved to Friday", None),
        ("I have a team meeting on Friday", None),
        ("the interview this coming Friday", None),
        ("I booked a table for Friday", None),
        ("금요일로 미용실 예약했어", "금요일(2026-12-04)로 미용실 예약했어"),
        ("금요일에 미용실 예약해 놨어", "금요일(2026-12-04)에 미용실 예약해 놨어"),
        ("목요일에 출장 가게 됐어", "목요일(2026-12-03)에 출장 가게 됐어"),
    ],
)
def test_what_is_to_come_is_dated_by_the_next_such_day(text: str, dated: str | None) -> None:
    expected = dated or text.replace("Friday", "Friday (2026-12-04)")
    assert date_relative_words(text, _AT) == expected


@pytest.mark.parametrize(
    ("text", "dated"),
    [
        ("금요일에 치과 갔어", "금요일(2026-11-27)에 치과 갔어"),
        ("지난 금요일에 치과 갔어", "지난 금요일(2026-11-27)에 치과 갔어"),
        ("저번 월요일에 만난 사람", "저번 월요일(2026-11-23)에 만난 사람"),
        ("토요일에 또리랑 산책했어요", "토요일(2026-11-28)에 또리랑 산책했어요"),
        ("I went to the dentist on Friday", "I went to the dentist on Friday (2026-11-27)"),
        ("My interview was on Friday", "My interview was on Friday (2026-11-27)"),
        ("last Friday I met Anna", "last Friday (2026-11-27) I met Anna"),
    ],
)
def test_what_is_past_is_dated_by_the_last_such_day(text: str, dated: str) -> None:
    assert date_relative_words(text, _AT) == dated


@pytest.mark.parametrize(
    "text",
    [
        "매주 금요일에 치과 예약 있어",
        "금요일마다 약속이 있어",
        "보통 금요일에 회의 있어",
        "월요일과 수요일에 약속 있어",
        "회의: 월요일 오전 10시",
        "회의는 월요일 10시야",
        "월요일 헬스장",
        "화요일 요가",
        "치과는 금요일에 쉬어",
        "금요일에는 배포한다",
        "금요일에 배포하면 안 된다",
        "금요일에 약속 안 잡아",
        "금요일에 약속이 있으면 알려줘",
        "12월 4일 금요일에 치과 예약 있어",
        "금요일(2026-12-04)에 치과 예약 있어",
        "다음 금요일에 치과 예약 있어",  # of this week, or of the next
        "every Friday I have a dentist appointment",
        "I have a party on Fridays",
        "Deploys are not allowed on Friday",
        "Parking is free on Sunday",
        "The dentist is closed on Friday",
        "Monday gym",
        "I usually have a meeting on Monday",
        "Yoga on Tuesday",
        "dentist appointment on Friday, December 4",
        "If it rains on Friday I will stay",
        "금요일에 미용실 예약했어",  # on that day, or for it
        "금요일에 면접 본다고 했어",
        "I was told the interview is on Friday",
    ],
)
def test_what_comes_again_or_may_mean_two_days_is_left_alone(text: str) -> None:
    assert date_relative_words(text, _AT) == text


def test_on_that_very_weekday_the_next_one_is_a_week_away() -> None:
    assert date_relative_words("월요일에 면접 있어", _AT) == "월요일(2026-12-07)에 면접 있어"
    assert date_relative_words("월요일에 면접 봤어", _AT) == "월요일(2026-11-23)에 면접 봤어"


def test_the_day_is_that_of_the_persons_time_zone() -> None:
    friday_in_seoul = datetime(2026, 12, 3, 16, 0, tzinfo=UTC)
    text = "금요일에 면접 있어"

    in_seoul = date_relative_words(text, friday_in_seoul, ZoneInfo("Asia/Seoul"))
    in_new_york = date_relative_words(text, friday_in_seoul, ZoneInfo("America/New_York"))

    assert in_seoul == "금요일(2026-12-11)에 면접 있어"
    assert in_new_york == "금요일(2026-12-04)에 면접 있어"


def test_one_clause_is_dated_and_another_that_comes_again_is_not() -> None:
    text = "금요일에 치과 예약 있어. 매주 월요일에 헬스장 가."
    expected = "금요일(2026-12-04)에 치과 예약 있어. 매주 월요일에 헬스장 가."
    assert date_relative_words(text, _AT) == expected


def test_the_fact_that_is_proposed_has_the_date() -> None:
    assert (
        read_fact("금요일에 치과 예약 있어", at=_AT).text == "금요일(2026-12-04)에 치과 예약 있어"
    )


@given(st.integers(0, 6), st.dates(date(2020, 1, 1), date(2040, 1, 1)))
def test_the_next_and_the_last_such_day_are_within_a_week(place: int, today: date) -> None:
    ahead, back = next_after(place, today), last_before(place, today)

    assert {ahead.weekday(), back.weekday()} == {place}
    assert timedelta() < ahead - today <= timedelta(days=7)
    assert timedelta() < today - back <= timedelta(days=7)


@given(
    st.lists(
        st.sampled_from(
            [
                "금요일에",
                "월요일까지",
                "치과",
                "예약",
                "있어",
                "갔어",
                "지난",
                "이번",
                "매주",
                "2시",
                ",",
                ".",
                "Friday",
                "on",
                "last",
                "next",
                "this",
                "week",
                "dentist",
                "went",
                "due",
                "Monday",
            ]
        )
    ).map(" ".join)
)
def test_dating_twice_is_dating_once(text: str) -> None:
    once = date_relative_words(text, _AT)

    assert date_relative_words(once, _AT) == once
