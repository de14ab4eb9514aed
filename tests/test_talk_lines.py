"""The sections of earlier talk: what they hold, what gives way, and that data stays data."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agent.talk_lines import (
    Spoken,
    is_course,
    read_talk_lines,
    write_sections,
    write_talk_line,
    write_talk_lines,
    write_time,
)
from bot.agent.tokens import estimate_tokens
from memory.dialogue.lookback import Earlier, TalkedOf
from memory.dialogue.records import Session, Topic
from memory.records import Exchange
from tests.agent_kit import SCOPE

AMPLE = 8_000
START = datetime(2026, 11, 20, 9, tzinfo=UTC)
SEOUL = ZoneInfo("Asia/Seoul")


def talk(day: int, said: str, answered: str = "네.") -> Exchange:
    return Exchange(f"x{day}", SCOPE, "T1/D1", said, answered, START + timedelta(days=day))


def said_in(text: str) -> list[str]:
    return [each.said for each in read_talk_lines(text)]


BLOOMING = talk(0, "블루밍 들려줘")
NIGHT_LETTER = talk(1, "밤편지 틀어줘")
UPBEAT = talk(2, "신나는 거 하나 추천해줘")


def test_a_time_is_the_persons_to_the_minute() -> None:
    assert write_time(START, SEOUL) == "2026-11-20 18:00 (금)"


def test_both_sections_stand_with_their_headings_in_the_order_of_time() -> None:
    earlier = Earlier(related=(BLOOMING,), tags=("음악",), same_topic=(NIGHT_LETTER, UPBEAT))

    text = write_sections(earlier, UTC, limit_tokens=AMPLE)

    assert text.split("\n") == [
        "## 관련 이전 대화",
        '- 2026-11-20 09:00 (금) 사람: "블루밍 들려줘" → 또리: "네."',
        "",
        "## 같은 주제 대화 이력 (태그: 음악)",
        '- 2026-11-21 09:00 (토) 사람: "밤편지 틀어줘" → 또리: "네."',
        '- 2026-11-22 09:00 (일) 사람: "신나는 거 하나 추천해줘" → 또리: "네."',
    ]


def test_what_matches_best_stands_in_the_order_of_time_too() -> None:
    text = write_sections(Earlier(related=(UPBEAT, BLOOMING)), UTC, limit_tokens=AMPLE)

    assert said_in(text) == ["블루밍 들려줘", "신나는 거 하나 추천해줘"]


def test_without_anything_there_is_no_section() -> None:
    assert write_sections(Earlier(), UTC, limit_tokens=AMPLE) == ""


def test_the_least_near_gives_way_and_not_the_oldest() -> None:
    both = estimate_tokens(
        write_sections(Earlier(related=(BLOOMING, UPBEAT)), UTC, limit_tokens=AMPLE)
    )
    earlier = Earlier(related=(BLOOMING, UPBEAT))

    text = write_sections(earlier, UTC, limit_tokens=both - 10)

    assert said_in(text) == ["블루밍 들려줘"]


def test_of_the_same_topic_the_oldest_gives_way() -> None:
    course = tuple(talk(day, f"노래 {day}번") for day in range(8))
    earlier = Earlier(tags=("음악",), same_topic=course)

    kept = said_in(write_sections(earlier, UTC, limit_tokens=140))

    assert 0 < len(kept) < 8
    assert kept == [each.said for each in course[-len(kept) :]]


def test_of_a_course_the_first_and_the_last_stay() -> None:
    course = tuple(talk(day, f"상태 {day}번") for day in range(8))
    earlier = Earlier(same_topic=course, is_timeline=True)

    text = write_sections(earlier, UTC, limit_tokens=140)

    kept = said_in(text)
    assert is_course(text)
    assert 2 <= len(kept) < 8
    assert (kept[0], kept[-1]) == ("상태 0번", "상태 7번")


def test_earlier_topics_stand_under_their_titles() -> None:
    topic = Topic("t", SCOPE, "T1/D1", "DB 이전", ("외래키",), ("x0",), START, START)
    earlier = Earlier(topics=(TalkedOf(topic, (BLOOMING, NIGHT_LETTER)),))

    lines = write_sections(earlier, UTC, limit_tokens=AMPLE).split("\n")

    assert lines[:2] == ["## 이전에 나눈 관련 대화", "[주제: DB 이전]"]
    assert said_in("\n".join(lines)) == ["블루밍 들려줘", "밤편지 틀어줘"]


def test_an_exchange_stands_in_one_section_only() -> None:
    topic = Topic("t", SCOPE, "T1/D1", "음악", (), ("x0",), START, START)
    earlier = Earlier(
        related=(BLOOMING,),
        tags=("음악",),
        same_topic=(BLOOMING, NIGHT_LETTER),
        topics=(TalkedOf(topic, (BLOOMING, NIGHT_LETTER, UPBEAT)),),
    )

    text = write_sections(earlier, UTC, limit_tokens=AMPLE)

    assert [text.count(each.said) for each in (BLOOMING, NIGHT_LETTER, UPBEAT)] == [1, 1, 1]


def test_summaries_of_sessions_give_way_first() -> None:
    session = Session("s", SCOPE, "T1/D1", START, START, START, ("음악",), "노래를 골랐다")
    earlier = Earlier(related=(BLOOMING,), sessions=(session,))

    ample = write_sections(earlier, UTC, limit_tokens=AMPLE)
    tight = write_sections(earlier, UTC, limit_tokens=estimate_tokens(ample) - 10)

    assert '"노래를 골랐다"' in ample
    assert said_in(ample) == ["블루밍 들려줘"]
    assert "노래를 골랐다" not in tight
    assert said_in(tight) == ["블루밍 들려줘"]


@pytest.mark.parametrize("limit_tokens", [0, 30, 100, 300, 1_000])
def test_the_sections_keep_within_their_limit(limit_tokens: int) -> None:
    topic = Topic("t", SCOPE, "T1/D1", "주제", (), (), START, START)
    session = Session("s", SCOPE, "T1/D1", START, START, START, ("음악",), "요약" * 40)
    many = tuple(talk(day, "말" * 400, "답" * 400) for day in range(12))
    earlier = Earlier(
        related=many[:3],
        tags=("음악",),
        same_topic=many[3:9],
        topics=(TalkedOf(topic, many[9:]),),
        sessions=(session, replace(session, id="s2")),
    )

    text = write_sections(earlier, UTC, limit_tokens=limit_tokens)

    assert estimate_tokens(text) <= limit_tokens


@given(st.text(max_size=60), st.text(max_size=60))
def test_what_was_said_cannot_break_out_of_its_line(said: str, answered: str) -> None:
    text = write_sections(Earlier(related=(talk(0, said, answered),)), UTC, limit_tokens=AMPLE)

    assert read_talk_lines(text) == [Spoken("2026-11-20 09:00 (금)", said, answered)]
    assert len(text.split("\n")) == 2


def test_of_the_first_ones_as_many_as_fit_are_written() -> None:
    one = estimate_tokens(write_talk_line(BLOOMING, UTC)) + 1

    text, count = write_talk_lines([UPBEAT, BLOOMING], UTC, limit_tokens=2 * one)

    assert (count, said_in(text)) == (1, ["신나는 거 하나 추천해줘"])
