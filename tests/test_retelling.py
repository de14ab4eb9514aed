"""What says a fact once more, and what only shares a word with it."""

from __future__ import annotations

import pytest

from memory.facts.reading import read_fact
from memory.facts.retelling import retells


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("나 혈액형 RH마이너스형이야", "내 혈액형: RH마이너스형"),
        ("참고로 내 혈액형은 RH마이너스형이라서 헌혈을 자주 해", "내 혈액형: RH마이너스형"),
        ("나 부산에 살아", "내 사는 곳: 부산"),
        ("안녕! 저는 땅콩 알레르기 있어요. 메뉴 추천해 주세요.", "땅콩 알레르기가 있다"),
        ("또리 생일이 10월 27일이라 케이크 사야 해", "또리 생일: 10월 27일"),
        ("I'm allergic to peanuts so no satay", "I am allergic to peanuts"),
        ("Hi there. I live in Busan.", "I live in Busan"),
    ],
)
def test_the_same_in_other_words_is_told(text: str, fact: str) -> None:
    assert retells(text, [read_fact(fact)])


@pytest.mark.parametrize(
    ("text", "fact"),
    [
        ("부산 날씨 어때?", "내 사는 곳: 부산"),
        ("내 동생은 땅콩 알레르기가 있어", "땅콩 알레르기가 있다"),
        ("My sister is allergic to peanuts", "I am allergic to peanuts"),
        ("모카 생일은 10월 27일이야", "또리 생일: 10월 27일"),
        ("내 혈액형이 뭐였지?", "내 혈액형: RH마이너스형"),
        ("오늘 점심은 김밥", "기억할 것 없음"),
    ],
)
def test_what_shares_a_word_alone_tells_nothing(text: str, fact: str) -> None:
    assert not retells(text, [read_fact(fact)])
