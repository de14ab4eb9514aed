from __future__ import annotations

import pytest

from memory.dialogue.tags import LONGEST_TAG_CHARS, TAGS_AT_MOST, clean_tags


@pytest.mark.parametrize(
    ("written", "kept"),
    [
        ("#음악", "음악"),
        (' "Music". ', "music"),
        ("주식 투자", "주식투자"),
        ("C++", "c++"),
        ("e\u0301tude", "étude"),
    ],
)
def test_a_tag_is_brought_to_one_spelling(written: str, kept: str) -> None:
    assert clean_tags([written]) == (kept,)


@pytest.mark.parametrize(
    "generic",
    [
        "대화",
        "질문",
        "답변",
        "인사",
        "채팅",
        "소통",
        "응답",
        "요청",
        "확인",
        "문의",
        "Question",
        "answers",
        "GREETING",
        "chat",
        "request",
    ],
)
def test_generic_tags_are_dropped(generic: str) -> None:
    assert clean_tags([generic, "음악"]) == ("음악",)


def test_a_known_tag_is_taken_as_it_is_spelled() -> None:
    assert clean_tags(["redis", "주식 투자"], known=["Redis", "주식투자"]) == ("Redis", "주식투자")


def test_each_tag_counts_once_and_few_are_kept() -> None:
    assert clean_tags(["b", "B", "a", "c", "d"]) == ("b", "a", "c")[:TAGS_AT_MOST]


def test_what_is_no_word_is_dropped() -> None:
    assert clean_tags(["", " # ", "x" * (LONGEST_TAG_CHARS + 1)]) == ()


def test_a_secret_becomes_no_tag() -> None:
    assert clean_tags(["900101-1234568"]) == ()
