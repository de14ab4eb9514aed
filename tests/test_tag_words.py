"""The nouns of a message, told from verbs by their form and what stands around them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.dialogue.tag_words import noun_of, tag_words


@pytest.mark.parametrize(
    "noun",
    [
        "바다",
        "피자",
        "영어",
        "냉장고",
        "라면",
        "가게",
        "동네",
        "기린",
        "보고서",
        "미래",
        "강아지",
        "나이",
        "meeting",
        "wedding",
        "family",
        "bed",
        "c++",
        "next.js",
    ],
)
def test_a_noun_that_ends_as_a_verb_does_is_a_noun(noun: str) -> None:
    assert noun_of(noun) == noun


@pytest.mark.parametrize(
    "word",
    [
        "먹을까",
        "살아",
        "줄이고",
        "시작하려는데",
        "가려고",
        "좋은",
        "온다",
        "했었나",
        "재밌었어",
        "끓이는",
        "갈게",
        "너무",
        "많이",
        "10",
        "금요일",
        "카드",
        "기억",
        "walked",
        "quickly",
        "card",
        "don't",
        "drinking",
    ],
)
def test_what_names_nothing_is_none(word: str) -> None:
    assert noun_of(word) == ""


@pytest.mark.parametrize(
    ("word", "noun"),
    [
        ("부산에서", "부산"),
        ("지우야", "지우"),
        ("고양이고", "고양이"),
        ("사진이에요", "사진"),
        ("예매해야", "예매"),
        ("팀장님이", "팀장"),
        ("dog's", "dog"),
    ],
)
def test_what_stands_behind_a_noun_is_taken_off(word: str, noun: str) -> None:
    assert noun_of(word) == noun


def test_each_noun_comes_once_in_its_order() -> None:
    assert tag_words("커피보다 녹차가 좋아. 커피는 이제 안 마셔") == ("커피", "녹차")


@given(st.text(max_size=200))
def test_any_text_can_be_read(text: str) -> None:
    assert all(word == word.casefold() and word for word in tag_words(text))
