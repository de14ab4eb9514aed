from __future__ import annotations

from datetime import UTC, datetime

import numpy as np
import pytest

from memory.search.lines import Line, LineSearch
from memory.search.ranking import DEFAULT_RANKING, RANKINGS

BLANK = np.zeros(2, dtype=np.float32)


def found(lines: list[Line], query: str) -> list[str]:
    search = LineSearch(lines, np.zeros((len(lines), 2), dtype=np.float32))
    return [line.id for line, _ in search.search(query, BLANK, DEFAULT_RANKING)]


def filler(session: str, count: int) -> list[Line]:
    return [Line(f"{session}-{at}", session, f"filler {at} {session}") for at in range(count)]


def test_an_answer_is_found_by_the_question_before_it() -> None:
    lines = [
        *filler("one", 4),
        Line("question", "one", "What did grandma give you?"),
        Line("answer", "one", "A necklace!"),
        *filler("two", 4),
    ]

    assert found(lines, "grandma gift") == ["question", "answer", *found(lines, "grandma gift")[2:]]


def test_neighbours_of_another_session_do_not_count() -> None:
    lines = [
        Line("last", "one", "grandma came"),
        Line("first", "two", "hello there"),
        Line("other", "one-more", "hello again"),
    ]

    search = LineSearch(lines, np.zeros((3, 2), dtype=np.float32))
    scores = {
        line.id: score for line, score in search.search("grandma", BLANK, RANKINGS["keyword"])
    }

    assert scores["first"] == pytest.approx(scores["other"])


def test_the_day_on_which_a_line_was_said_is_searched_too() -> None:
    lines = [
        *filler("one", 3),
        Line("said", "two", "We went hiking.", datetime(2023, 5, 8, tzinfo=UTC)),
        *filler("three", 3),
    ]

    assert found(lines, "What happened on May 8th?")[0] == "said"


def test_the_nearest_in_meaning_comes_first_where_no_letter_matches() -> None:
    lines = [Line("far", "one", "우유"), Line("near", "two", "라떼")]
    vectors = np.array([[1, 0], [0, 1]], dtype=np.float32)

    search = LineSearch(lines, vectors)
    best, _ = search.search("coffee", np.array([0, 1], dtype=np.float32), DEFAULT_RANKING)[0]

    assert best.id == "near"


def test_no_lines_find_nothing() -> None:
    empty = LineSearch([], np.empty((0, 2), dtype=np.float32))

    assert empty.search("anything", BLANK, DEFAULT_RANKING) == []


def test_one_line_alone_is_found() -> None:
    assert found([Line("only", "one", "hello")], "hello") == ["only"]


def test_the_words_of_a_whole_session_speak_for_its_lines() -> None:
    lines = [
        Line("far", "one", "the weather"),
        *[Line(f"one-{at}", "one", "well then") for at in range(4)],
        Line("grandma", "one", "grandma came"),
        Line("stranger", "two", "the weather"),
        *[Line(f"two-{at}", "two", "well then") for at in range(4)],
    ]

    order = found(lines, "weather grandma")

    assert order.index("far") < order.index("stranger")
