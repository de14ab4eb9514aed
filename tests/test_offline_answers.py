"""Which remembered lines answer a question, and how they are said."""

from __future__ import annotations

import pytest

from bot.agent.offline_answers import choose_lines, phrase, related_lines
from bot.turn import Language
from memory.facts.policy import Tell, read_wish
from memory.records import FIRST_PERSON_SUBJECTS

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
    ("question", "line", "is_answer"),
    [
        ("내 좌우명 뭐야?", "내 좌우명은 정직이야", True),
        ("내 부업이 뭐였지?", "내 부업은 번역이야", True),
        ("내 팀 구호가 뭐지?", "제 팀 구호는 끝까지 간다예요", True),
        ("내 부업이 뭐였지?", "내 좌우명은 정직이야", False),
        ("내 좌우명 뭐야?", "나는 정직한 사람이 좋아", False),
        ("내 좌우명 뭐야?", "모카 좌우명은 정직이야", False),
    ],
)
def test_what_is_ones_own_is_told_by_its_name(question: str, line: str, *, is_answer: bool) -> None:
    assert choose_lines(question, [line]) == ([line] if is_answer else [])


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


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("우리집 고양이 이름이 뭐지?", "또리는 우리 집 고양이 이름이야"),
        ("우리 집 고양이 이름 뭐야?", "또리는 우리 집 고양이야"),
        ("우리 집 고양이 이름 뭐야?", "우리집 고양이 이름: 또리"),
        ("What's my cat's name?", "Mocha is my cat"),
        ("what is my cat called?", "Mocha is our cat's name."),
    ],
)
def test_a_name_may_have_been_told_by_what_bears_it(question: str, line: str) -> None:
    assert choose_lines(question, [line]) == [line]
    assert choose_lines(question, ["또리는 우리 집 고양이 밥그릇이야", "Mocha is my dog"]) == []


@pytest.mark.parametrize(
    ("question", "line"),
    [
        ("내 동생 기억해?", "내 동생 이름: 민수"),
        ("내 여동생 알아?", "내 여동생 생일: 3월 2일"),
        ("Do you remember my sister?", "my sister's name is Emma"),
    ],
)
def test_who_is_asked_about_alone_is_answered_with_what_is_known_of_them(
    question: str, line: str
) -> None:
    assert choose_lines(question, [line, "친구 이름: 지우", "회사 주소: 판교"]) == [line]


_MINE = (
    "사는 곳: 서울",
    "회사: 네모소프트",
    "나는 매운 음식을 못 먹어",
    "또리가 닭고기를 못 먹는다",
    "오이를 싫어한다",
    "나는 커피를 좋아해",
    "엄마 생신: 3월 3일",
    "민수 전화번호: 010-1234-5678",
    "내 친구 민수는 부산에 살아",
    "My friend Anna lives in Berlin",
    "코코 나이: 4살",
    "고양이 두 마리 키운다",
    "치과 예약: 12월 3일 오후 2시",
    "전 회사: 가람전자",
)


@pytest.mark.parametrize(
    ("question", "answers"),
    [
        ("나 어디 살아?", ["사는 곳: 서울"]),
        ("where do I live?", ["사는 곳: 서울"]),
        ("where does Anna live?", ["My friend Anna lives in Berlin"]),
        ("안나는 어디 살아?", ["My friend Anna lives in Berlin"]),
        ("민수는 어디 살지?", ["내 친구 민수는 부산에 살아"]),
        ("나 어디서 일해?", ["회사: 네모소프트"]),
        ("내 전 회사가 어디였지?", ["전 회사: 가람전자"]),
        ("내가 못 먹는 게 뭐야?", ["나는 매운 음식을 못 먹어"]),
        ("또리는 뭘 못 먹어?", ["또리가 닭고기를 못 먹는다"]),
        ("나 뭐 싫어해?", ["오이를 싫어한다"]),
        ("내가 싫어하는 음식 있어?", ["오이를 싫어한다"]),
        ("나 뭐 좋아해?", ["나는 커피를 좋아해"]),
        ("어머니 생신이 언제지?", ["엄마 생신: 3월 3일"]),
        ("when is my mom's birthday?", ["엄마 생신: 3월 3일"]),
        ("민수 번호 알려줘", ["민수 전화번호: 010-1234-5678"]),
        ("how old is Coco?", ["코코 나이: 4살"]),
        ("나 뭐 키워?", ["고양이 두 마리 키운다"]),
        ("치과 언제 가?", ["치과 예약: 12월 3일 오후 2시"]),
        ("나 몇 살이야?", []),
        ("아빠 생신은 언제야?", []),
        ("민지는 어디 살아?", []),
        ("또리는 뭘 좋아해?", []),
    ],
)
def test_a_verb_asks_for_what_a_noun_has_told(question: str, answers: list[str]) -> None:
    assert choose_lines(question, _MINE) == answers


def test_what_is_known_of_the_one_asked_about_is_related() -> None:
    assert related_lines("또리 몸무게는?", LINES) == ["또리 생일: 10월 27일"]
    assert related_lines("모카 몸무게는?", LINES) == []
    assert related_lines("내 몸무게는?", LINES) == []


def test_all_lines_that_answer_are_given_in_their_order() -> None:
    lines = ["모카 생일: 3월 2일", "회의 시간: 10시", "또리 생일: 10월 27일"]

    assert choose_lines("생일이 언제야?", lines) == [lines[0], lines[2]]


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ("또리 생일: 10월 27일", "또리 생일은 10월 27일이에요."),
        ("모카 나이: 세 살", "모카 나이는 세 살이에요."),
        ("여동생 이름: 지수", "여동생 이름은 지수예요."),
        ("내 혈액형: O형", "혈액형은 O형이에요."),
        ("서울 근무", "“서울 근무”라고 기억하고 있어요."),
        ("월요일 헬스장", "“월요일 헬스장”이라고 기억하고 있어요."),
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


@pytest.mark.parametrize(
    "told", ["My friend lives in Berlin", "내 친구 민수는 부산에 살아", "동생은 광주에 산다"]
)
def test_what_is_told_of_another_is_a_fact_of_theirs_alone(told: str) -> None:
    wish = read_wish(told)

    assert isinstance(wish, Tell)
    (fact,) = wish.facts
    assert fact.subject not in {"", *FIRST_PERSON_SUBJECTS}
    assert choose_lines("where do I live?", [fact.text]) == []
    assert choose_lines("나 어디 살아?", [fact.text]) == []
