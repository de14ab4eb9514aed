"""The days that a text names."""

from __future__ import annotations

from datetime import date

import pytest

from memory.search.periods import Period, read_periods, without_periods

MONDAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "first", "last"),
    [
        ("여행: 2025년 3월 2일 부산", date(2025, 3, 2), date(2025, 3, 2)),
        ("2025-03-02", date(2025, 3, 2), date(2025, 3, 2)),
        ("2025.3.2", date(2025, 3, 2), date(2025, 3, 2)),
        ("trip on March 2nd, 2025", date(2025, 3, 2), date(2025, 3, 2)),
        ("trip on 2 March 2025", date(2025, 3, 2), date(2025, 3, 2)),
        ("2024년 2월", date(2024, 2, 1), date(2024, 2, 29)),
        ("February 2024", date(2024, 2, 1), date(2024, 2, 29)),
        ("due 2024-02", date(2024, 2, 1), date(2024, 2, 29)),
        ("2024년에 입사", date(2024, 1, 1), date(2024, 12, 31)),
        ("joined in 2024", date(2024, 1, 1), date(2024, 12, 31)),
        ("재작년", date(2024, 1, 1), date(2024, 12, 31)),
        ("작년 3월", date(2025, 3, 1), date(2025, 3, 31)),
        ("last year", date(2025, 1, 1), date(2025, 12, 31)),
        ("올해", date(2026, 1, 1), date(2026, 12, 31)),
        ("내년", date(2027, 1, 1), date(2027, 12, 31)),
        ("내후년", date(2028, 1, 1), date(2028, 12, 31)),
        ("지난달", date(2026, 10, 1), date(2026, 10, 31)),
        ("next month", date(2026, 12, 1), date(2026, 12, 31)),
        ("이번 주", date(2026, 11, 30), date(2026, 12, 6)),
        ("last week", date(2026, 11, 23), date(2026, 11, 29)),
        ("다음 주 화요일", date(2026, 12, 7), date(2026, 12, 13)),
        ("어제", date(2026, 11, 29), date(2026, 11, 29)),
        ("the day before yesterday", date(2026, 11, 28), date(2026, 11, 28)),
        ("모레", date(2026, 12, 2), date(2026, 12, 2)),
    ],
)
def test_a_period_is_read_from_its_words(text: str, first: date, last: date) -> None:
    assert read_periods(text, MONDAY) == (Period(first, last),)


@pytest.mark.parametrize(
    "text",
    [
        "생일: 10월 27일",
        "회의록 위치: docs/minutes/2026",
        "비타민 D 2000IU",
        "2026년 13월 40일",
        "포트 8443",
        "전화: 010-2025-0302",
    ],
)
def test_what_names_no_year_and_no_day_has_no_period(text: str) -> None:
    assert read_periods(text, MONDAY) == ()


def test_the_month_after_december_is_in_the_next_year() -> None:
    (period,) = read_periods("다음 달", date(2026, 12, 31))

    assert period == Period(date(2027, 1, 1), date(2027, 1, 31))


def test_a_text_may_name_several() -> None:
    assert len(read_periods("2025년 3월 2일, 2027년 3월 2일", MONDAY)) == 2


def test_periods_meet_where_they_have_a_day_in_common() -> None:
    year = Period(date(2026, 1, 1), date(2026, 12, 31))

    assert year.meets(Period(date(2026, 12, 31), date(2027, 1, 1)))
    assert not year.meets(Period(date(2027, 1, 1), date(2027, 1, 1)))


def test_the_words_of_time_can_be_taken_out() -> None:
    assert without_periods("작년 3월 여행").split() == ["여행"]
