"""How a subject changed over time."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.dialogue.timeline import asks_how_it_went, states, thin
from memory.records import Exchange, Scope

START = datetime(2026, 9, 1, tzinfo=UTC)


def told(day: int, said: str) -> Exchange:
    scope = Scope("T1", "U1")
    return Exchange(f"x{day}", scope, "T1/D1", said, "네.", START + timedelta(days=day))


@pytest.mark.parametrize(
    "question",
    [
        "이전 프로젝트 지금 어떻게 됐어?",
        "마이그레이션 어디까지 했었지?",
        "다이어트 진행 상황 정리해줘",
        "How is the migration going?",
        "What happened to the garden project?",
        "프로젝트 어찌 됐어?",
        "마라톤 준비 잘 돼가?",
        "다이어트는 잘 됐어?",
        "이직 건 결과가 어떻게 나왔지?",
        "프로젝트 소식 있어?",
        "마이그레이션 근황 좀",
        "프로젝트 그 후로 어땠어?",
        "프로젝트는 요새 어떤가요?",
        "프로젝트가 어떻게 달라졌어?",
        "How'd the marathon go?",
        "How’s it going with the project?",
        "how are things with the landlord?",
        "Any updates on the project?",
        "What came of the job offer?",
        "Where did we leave off on the migration?",
        "How far along is the project?",
        "What's going on with the project?",
        "catch me up on the garden",
        "Did the move work out?",
        "project status?",
    ],
)
def test_a_question_about_the_course_of_something_is_told_apart(question: str) -> None:
    assert asks_how_it_went(question)


@pytest.mark.parametrize(
    "question",
    [
        "프로젝트 이름이 뭐였지?",
        "비트코인 얘기 했었지?",
        "What was the song?",
        "어떻게 지내?",
        "내 전화번호가 어떻게 돼?",
        "요금이 어떻게 되나요?",
        "회의 어떻게 진행해야 해?",
        "여기 산 지 얼마나 됐지?",
        "너 요즘 어때?",
        "면접 잘 됐어",
        "How's it going?",
        "How is your day going?",
        "How did I go to Busan?",
        "What's the latest Python version?",
    ],
)
def test_a_question_about_one_point_asks_for_no_course(question: str) -> None:
    assert not asks_how_it_went(question)


def test_states_are_in_the_order_of_time_without_mere_questions() -> None:
    course = [
        told(60, "프로젝트 출시했어"),
        told(0, "새 프로젝트 시작했어"),
        told(40, "프로젝트 어떻게 됐어?"),
        told(30, "프로젝트 베타 끝났어"),
    ]

    assert [each.said for each in states(course)] == [
        "새 프로젝트 시작했어",
        "프로젝트 베타 끝났어",
        "프로젝트 출시했어",
    ]


def test_questions_are_better_than_nothing() -> None:
    assert len(states([told(1, "프로젝트 일정 알려줘")])) == 1


@given(st.integers(1, 60), st.integers(2, 12))
def test_thinning_keeps_the_first_the_last_and_the_order(count: int, limit: int) -> None:
    course = [told(day, "상태") for day in range(count)]

    kept = thin(course, limit)

    assert len(kept) == min(count, limit)
    assert (kept[0], kept[-1]) == (course[0], course[-1])
    assert sorted({each.at for each in kept}) == [each.at for each in kept]


def test_a_long_message_is_asked_by_its_end() -> None:
    assert asks_how_it_went("가" * 100_000 + " 이전 프로젝트 지금 어떻게 됐어?")
    assert not asks_how_it_went("그 일은 어떻게 됐어? " + "가" * 100_000)
