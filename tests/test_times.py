"""Questions about what was or is to come."""

from __future__ import annotations

from datetime import date, timedelta

import pytest

from memory.search.times import Side, prefer_asked_time, side_of

TODAY = date(2026, 11, 30)


def told(*texts: str, on: date = TODAY) -> list[tuple[str, date]]:
    return [(text, on) for text in texts]


def first_for(query: str, *memories: tuple[str, date]) -> str:
    scored = [(text, -float(place)) for place, (text, _) in enumerate(memories)]
    return prefer_asked_time(query, scored, memories, TODAY)[0][0]


@pytest.mark.parametrize(
    ("text", "side"),
    [
        ("지난 여행은 어디였지?", Side.PAST),
        ("작년 워크숍 장소", Side.PAST),
        ("where was my last trip?", Side.PAST),
        ("다음 여행은 어디야?", Side.FUTURE),
        ("내년 목표가 뭐였지", Side.FUTURE),
        ("when is the next release?", Side.FUTURE),
        ("이번에 갈 여행지는?", Side.FUTURE),
        ("여름에 갈 곳이 어디였지", Side.FUTURE),
        ("여행: 2026년 3월 2일 부산", Side.PAST),
        ("여행: 2027-03-02 부산", Side.FUTURE),
        ("여행: 2026년 3월 2일, 2027년 3월 2일", None),
        ("오늘: 2026-11-30", None),
        ("2026년 13월 40일", None),
        ("좋아하는 음식은 국수", None),
        ("지난번보다 다음번이 낫다", Side.FUTURE),
        ("last year I planned a trip", Side.PAST),
        ("when did I say the dentist is?", None),
        ("여행: 2026년 3월 부산", Side.PAST),
        ("올해 목표: 완주", None),
        ("2024년 여행지", Side.PAST),
        ("the trip in 2027", Side.FUTURE),
        ("휴가 계획: 3월 첫째 주 다낭", Side.FUTURE),
        ("Travel plan: Da Nang in March", Side.FUTURE),
        ("계획표는 서랍에 있다", None),
        ("지난 휴가 계획: 다낭", None),
        ("Will's birthday", None),
        ("When is Will's birthday?", None),
        ("where does will live?", None),
        ("Will lives in Boston", None),
        ("Will and Sam's wedding", None),
        ("my cousin Will", None),
        ("the will is in the safe", None),
        ("When will the launch happen?", Side.FUTURE),
        ("Will we meet in Paris?", Side.FUTURE),
        ("Will Sam come along?", Side.FUTURE),
        ("What will Will do?", Side.FUTURE),
        ("I'll move to Seoul", Side.FUTURE),
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

    passed = prefer_asked_time(query, scored, told(*TRIPS.values()), TODAY)

    assert [name for name, _ in passed] == order
    assert [score for _, score in passed] == [4.0, 3.0, 2.0, 1.0]


def test_a_memory_of_something_else_passes_nothing() -> None:
    scored = [("next", 2.0), ("other", 1.0)]

    texts = told("다음 여행: 제주", "지난 회의: 화요일")
    passed = prefer_asked_time("지난 여행", scored, texts, TODAY)

    assert passed == scored


def test_nothing_is_lifted_from_beyond_the_tenth_place() -> None:
    texts = told("다음 여행", *["국수"] * 9, "지난 여행")
    scored = [(place, 1.0) for place in range(11)]

    assert prefer_asked_time("지난 여행", scored, texts, TODAY) == scored


@pytest.mark.parametrize(
    ("query", "first"),
    [
        ("작년 여행은 어디였지?", "여행: 2025년 3월 부산"),
        ("올해 여행 어디로 갔더라", "여행: 2026년 5월 제주"),
        ("내년 여행은 어디로 가?", "여행: 2027년 1월 다낭"),
        ("where was the 여행 in 2025?", "여행: 2025년 3월 부산"),
        ("next year 여행?", "여행: 2027년 1월 다낭"),
        ("지난 여행", "여행: 2026년 5월 제주"),
    ],
)
def test_a_year_that_is_asked_for_passes_the_other_years(query: str, first: str) -> None:
    trips = told("여행: 2026년 5월 제주", "여행: 2027년 1월 다낭", "여행: 2025년 3월 부산")

    assert first_for(query, *trips) == first


@pytest.mark.parametrize(
    ("query", "first"), [("올해 목표", "내년 목표: 완주"), ("작년 목표", "올해 목표: 저축")]
)
def test_a_memorys_words_of_time_count_from_when_it_was_said(query: str, first: str) -> None:
    said_on = date(2025, 12, 1)

    goals = told("목표: 2030년 은퇴", "올해 목표: 저축", "내년 목표: 완주", on=said_on)

    assert first_for(query, *goals) == first


def test_what_was_next_more_than_a_year_ago_is_no_longer_sure_to_come() -> None:
    assert side_of("다음 여행: 제주", TODAY, TODAY - timedelta(days=365)) is Side.FUTURE
    assert side_of("다음 여행: 제주", TODAY, TODAY - timedelta(days=366)) is None


def test_a_year_that_is_asked_for_is_compared_with_words_of_time_too() -> None:
    assert first_for("작년 여행", *told("다음 여행: 제주", "지난 여행: 부산")) == "지난 여행: 부산"
    assert first_for("올해 여행", *told("다음 여행: 제주", "지난 여행: 부산")) == "다음 여행: 제주"
