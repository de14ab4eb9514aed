"""Which remembered lines answer a question, and how they are said."""

from __future__ import annotations

import pytest

from bot.agent.offline_answers import choose_lines, phrase
from bot.turn import Language

LINES = (
    "또리 생일: 10월 27일",
    "나는 땅콩 알레르기가 있어",
    "내 여동생 이름: 지수",
    "회의는 매주 월요일 10시",
    "My dog's name is Coco",
    "I live in Seoul",
)


@pytest.mark.parametrize(
    ("question", "answer"),
    [
        ("또리 생일이 언제야", "또리 생일: 10월 27일"),
        ("또리 생일 언제였지?", "또리 생일: 10월 27일"),
        ("또리의 생일은 며칠이야?", "또리 생일: 10월 27일"),
        ("혹시 또리 생일 알아?", "또리 생일: 10월 27일"),
        ("when is 또리's birthday?", "또리 생일: 10월 27일"),
        ("내 알레르기가 뭐야?", "나는 땅콩 알레르기가 있어"),
        ("내 여동생 이름이 뭐야", "내 여동생 이름: 지수"),
        ("회의 언제지?", "회의는 매주 월요일 10시"),
        ("What's my dog's name?", "My dog's name is Coco"),
        ("where do I live?", "I live in Seoul"),
    ],
)
def test_a_question_gets_the_line_that_answers_it(question: str, answer: str) -> None:
    assert choose_lines(question, LINES) == [answer]


@pytest.mark.parametrize(
    "question",
    [
        "모카 생일이 언제야?",
        "또리 몸무게가 얼마야?",
        "내 남동생 이름이 뭐야",
        "내 생일 언제야",
        "What's my cat's name?",
        "When is my birthday?",
        "뭐야?",
        "",
    ],
)
def test_another_subject_or_attribute_is_not_answered(question: str) -> None:
    assert choose_lines(question, LINES) == []


def test_all_lines_that_answer_are_given_in_their_order() -> None:
    lines = ["모카 생일: 3월 2일", "회의 시간: 10시", "또리 생일: 10월 27일"]

    assert choose_lines("생일이 언제야?", lines) == [lines[0], lines[2]]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("또리 생일: 10월 27일", "또리 생일은 10월 27일이에요."),
        ("모카 나이: 세 살", "모카 나이는 세 살이에요."),
        ("여동생 이름: 지수", "여동생 이름은 지수예요."),
        ("나는 땅콩 알레르기가 있어", "“나는 땅콩 알레르기가 있어”라고 기억하고 있어요."),
    ],
)
def test_a_line_is_said_with_the_particles_that_its_sounds_ask_for(
    line: str, sentence: str
) -> None:
    assert phrase(line, Language.KOREAN) == sentence


def test_a_line_is_quoted_in_english_in_the_words_it_was_told() -> None:
    said = phrase("또리 생일: 10월 27일", Language.ENGLISH)

    assert said == "I remember this: “또리 생일: 10월 27일”."
