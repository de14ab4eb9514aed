"""Which tags widen a search."""

from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from memory.dialogue.expansion import (
    SEEN_AT_LEAST,
    TAGS_AT_MOST,
    generic_tags,
    tags_to_follow,
)
from memory.dialogue.records import Tag

THEN = datetime(2026, 11, 1, tzinfo=UTC)


def tag(name: str, uses: int) -> Tag:
    return Tag(name, uses, THEN, THEN)


def test_all_tags_of_a_single_match_are_followed() -> None:
    assert tags_to_follow([("음악", "아이유")]) == ("음악", "아이유")


def test_among_several_matches_only_a_shared_tag_is_followed() -> None:
    matches = [("비트코인",), ("비트코인", "운동", "요약"), ("비트코인",)]

    assert tags_to_follow(matches) == ("비트코인",)


def test_several_matches_without_a_shared_tag_widen_nothing() -> None:
    assert tags_to_follow([("음악",), ("운동",)]) == ()


def test_a_tag_that_a_match_bears_twice_is_seen_once() -> None:
    assert tags_to_follow([("운동", "운동"), ("음악",)]) == ()


def test_generic_tags_are_not_followed() -> None:
    assert tags_to_follow([("잡담", "음악")], generic={"잡담"}) == ("음악",)


def test_a_question_that_names_a_generic_tag_gets_it() -> None:
    assert tags_to_follow([("음악",)], generic={"프로젝트"}, named=["프로젝트"]) == (
        "프로젝트",
        "음악",
    )


def test_a_tag_that_the_question_names_needs_no_match() -> None:
    assert tags_to_follow([], named=["음악"]) == ("음악",)


@given(st.lists(st.lists(st.sampled_from("abcdef"), max_size=4), max_size=6))
def test_a_followed_tag_is_borne_often_enough(matches: list[list[str]]) -> None:
    followed = tags_to_follow(matches)

    least = SEEN_AT_LEAST if len(matches) > 1 else 1
    assert len(followed) <= TAGS_AT_MOST
    assert all(sum(name in tags for tags in matches) >= least for name in followed)


def test_a_tag_of_more_than_fifteen_percent_is_generic() -> None:
    assert generic_tags([tag("잡담", 16), tag("음악", 15)], 100) == {"잡담"}


def test_no_tag_is_generic_among_a_few_exchanges() -> None:
    assert generic_tags([tag("음악", 3)], 10) == frozenset()
