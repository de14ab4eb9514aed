"""Keyword search over exchanges: the words that count, and the order of what is found."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.dialogue.matching import join, keywords, rank, score
from memory.records import Exchange, Scope

NOW = datetime(2026, 11, 30, tzinfo=UTC)


def exchange(id_: str, said: str, answered: str = "네.", hours_ago: int = 0) -> Exchange:
    scope = Scope("T1", "U1")
    return Exchange(id_, scope, "T1/D1", said, answered, NOW - timedelta(hours=hours_ago))


@pytest.mark.parametrize(
    ("question", "words"),
    [
        ("저번에 무슨 노래 들었더라?", ("노래",)),
        ("비트코인 얘기 했었지?", ("비트코인",)),
        ("이전 프로젝트 지금 어떻게 됐어?", ("프로젝트",)),
        ("다시 마이그레이션인데, 어디까지 했었지?", ("마이그레이션",)),
        ("추천해준 식당이 뭐였지?", ("추천", "식당")),
        ("우리 강아지 병원 얘기", ("강아지", "병원")),
        ("What did we say about the Busan trip?", ("busan", "trip")),
        ("지하철 몇 호선이었지?", ("지하철", "호선")),
    ],
)
def test_the_subject_of_a_question_is_its_keywords(question: str, words: tuple[str, ...]) -> None:
    assert keywords(question) == words


@pytest.mark.parametrize(
    "question", ["그거 다시 말해줄래?", "Can you say that again?", "어제 뭐 하기로 했었지?", "???"]
)
def test_a_question_without_a_subject_has_no_keywords(question: str) -> None:
    assert keywords(question) == ()


def test_each_keyword_counts_once_on_either_side() -> None:
    talk = exchange("a", "비트코인, 비트코인!", "이더리움도 올랐어요.")

    assert score(("비트코인", "이더리움", "날씨"), talk) == 2


def test_an_english_keyword_counts_in_its_other_forms_and_in_no_other_word() -> None:
    assert score(("trip",), exchange("a", "Two trips to Busan")) == 1
    assert score(("trip",), exchange("a", "A striped shirt")) == 0


def test_the_most_keywords_come_first_and_then_the_newest() -> None:
    old_both = exchange("old both", "비트코인 매도", hours_ago=9)
    newer = exchange("newer", "비트코인 어때", hours_ago=1)
    older = exchange("older", "비트코인 얼마", hours_ago=5)

    ranked = rank(("비트코인", "매도"), [older, newer, old_both, newer])

    assert [each.exchange.id for each in ranked] == ["old both", "newer", "older"]


def test_what_holds_no_keyword_is_no_match() -> None:
    assert rank(("비트코인",), [exchange("a", "점심 다이어트 식단 짜줘")]) == []


def test_what_was_found_both_ways_stands_once_with_its_better_score() -> None:
    both = exchange("both", "비트코인 어때", hours_ago=5)
    of_topic = replace(exchange("of topic", "얼마나 올랐어?"), at=NOW)

    joined = join(rank(("비트코인",), [both]), [(of_topic, 1), (both, 2)])

    assert [each.id for each in joined] == ["both", "of topic"]
