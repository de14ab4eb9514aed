"""Questions about what was or is to come."""

from __future__ import annotations

from datetime import date

import pytest

from memory.search.times import Side, prefer_asked_time, side_of

TODAY = date(2026, 11, 30)


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("지난 여행은 어디였지?", Side.PAST),
        ("작년 워크숍 장소", Side.PAST),
        ("where was my last trip?", Side.PAST),
        ("다음 여행은 어디야?", Side.FUTURE),
        ("내년 목표가 뭐였지", Side.FUTURE),
        ("when is the next release?", Side.FUTURE),
        ("여행: 2026년 3월 2일 부산", Side.PAST),
        ("여행: 2027-03-02 부산", Side.FUTURE),
        ("여행: 2026년 3월 2일, 2027년 3월 2일", None),
        ("오늘: 2026-11-30", None),
        ("2026년 13월 40일", None),
        ("좋아하는 음식은 국수", None),
        ("지난번보다 다음번이 낫다", Side.FUTURE),
        ("last year I planned a trip", None),
    ],
)
def test_the_side_of_a_text_is_read_from_its_days_then_its_words(
    text: str, side: Side | None
) -> None:
    assert side_of(text, TODAY) is side


TRIPS = {
    "next": "다음 여행: 제주",
    "food": "좋아하는 음식: 국수",
    "last": "지난 여행: 부산",
    "hobby": "취미: 등산",
}


@pytest.mark.parametrize(
    ("query", "order"),
    [
        ("지난 여행 어디로 갔지?", ["last", "food", "next", "hobby"]),
        ("다음 여행은 어디로 가?", ["next", "food", "last", "hobby"]),
        ("여행은 어디로?", ["next", "food", "last", "hobby"]),
    ],
)
def test_what_lies_on_the_asked_side_passes_the_other_and_hides_nothing(
    query: str, order: list[str]
) -> None:
    scored = [(name, 4.0 - place) for place, name in enumerate(TRIPS)]

    passed = prefer_asked_time(query, scored, list(TRIPS.values()), TODAY)

    assert [name for name, _ in passed] == order
    assert [score for _, score in passed] == [4.0, 3.0, 2.0, 1.0]


def test_a_memory_of_something_else_passes_nothing() -> None:
    scored = [("next", 2.0), ("other", 1.0)]

    passed = prefer_asked_time("지난 여행", scored, ["다음 여행: 제주", "지난 회의: 화요일"], TODAY)

    assert passed == scored


def test_nothing_is_lifted_from_beyond_the_tenth_place() -> None:
    texts = ["다음 여행", *["국수"] * 9, "지난 여행"]
    scored = [(place, 1.0) for place in range(11)]

    assert prefer_asked_time("지난 여행", scored, texts, TODAY) == scored
