"""A refused fact is known again by its mark, in other words too, and by nothing else."""

from __future__ import annotations

import re

import pytest

from memory.facts.reading import read_fact
from memory.facts.refusals import mark_of
from memory.records import Scope

MINA, JUN = Scope("T1", "U1"), Scope("T1", "U2")


def mark(text: str, scope: Scope = MINA) -> str:
    return mark_of(scope, read_fact(text))


@pytest.mark.parametrize(
    ("told", "told_again"),
    [
        ("또리 생일: 10월 27일", "또리 생일은 10월 27일이야"),
        ("또리 생일: 10월 27일", "또리  생일: 10월27일."),
        ("나 사는 곳: 부산", "나는 부산에 살고 있어"),
        ("My dog's birthday is October 27", "my dog's birthday: Oct 27"),
        ("취미: 사진, 등산", "취미: 등산, 사진"),
        ("매일 아침 커피를 마신다", "아침에 매일 커피를 마신다"),
    ],
)
def test_the_same_in_other_words_has_the_same_mark(told: str, told_again: str) -> None:
    assert mark(told) == mark(told_again)


@pytest.mark.parametrize(
    ("told", "another"),
    [
        ("또리 생일: 10월 27일", "또리 생일: 1월 1일"),
        ("또리 생일: 10월 27일", "모카 생일: 10월 27일"),
        ("나 사는 곳: 부산", "나 사는 곳: 대전"),
        ("나는 커피를 좋아한다", "나는 커피를 안 좋아한다"),
        ("회의: 월요일 3시", "회의: 화요일 3시"),
    ],
)
def test_another_fact_has_another_mark(told: str, another: str) -> None:
    assert mark(told) != mark(another)


def test_the_same_fact_of_another_person_has_another_mark() -> None:
    assert mark("나 사는 곳: 부산") != mark("나 사는 곳: 부산", JUN)


def test_a_mark_shows_no_word() -> None:
    assert re.fullmatch("[0-9a-f]{64}", mark("나 사는 곳: 부산"))
