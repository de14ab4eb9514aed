from __future__ import annotations

import unicodedata
from datetime import UTC, datetime
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.reading import read_fact, read_facts
from memory.records import MemoryType

_MONDAY = datetime(2026, 11, 30, 3, 0, tzinfo=UTC)

# text, the line to keep, subject, attribute, value
_SLOTS = [
    ("내 동생 이름은 민수야", "내 동생 이름: 민수", "동생", "이름", "민수"),
    ("동생 이름은 은수예요", "동생 이름: 은수", "동생", "이름", "은수"),
    ("내 생일은 4월이라니까", "내 생일: 4월", "나", "생일", "4월"),
    ("내 나이는 31살이야", "내 나이: 31살", "나", "나이", "31살"),
    ("또리의 생일은 10월 27일이야", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은 10월 27일이다", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일이 10월 27일이에요", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은요 10월 27일이에요", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은 10월 27일입니다.", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은 10월 27일임", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은 10월 27일이거든", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은 10월 27일이래", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일은 10월 27일이라고 해", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일 10월 27일", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("또리 생일: 10월 27일", "또리 생일: 10월 27일", "또리", "생일", "10월 27일"),
    ("내 생일은 5월 5일이에요", "내 생일: 5월 5일", "나", "생일", "5월 5일"),
    ("하은이는 생일이 3월 2일이야", "하은이 생일: 3월 2일", "하은", "생일", "3월 2일"),
    ("하은이의 생일은 3월 2일이야", "하은이 생일: 3월 2일", "하은", "생일", "3월 2일"),
    ("콩이 생일은 9월 1일이야", "콩이 생일: 9월 1일", "콩이", "생일", "9월 1일"),
    ("회사는 네모소프트야", "회사: 네모소프트", "", "회사", "네모소프트"),
    ("내 반려동물은 고양이야", "내 반려동물: 고양이", "나", "반려동물", "고양이"),
    ("나는 사는 곳이 대전이야", "내 사는 곳: 대전", "나", "사는 곳", "대전"),
    (
        "내가 제일 좋아하는 색은 파랑이야",
        "내가 제일 좋아하는 색: 파랑",
        "나",
        "제일 좋아하는 색",
        "파랑",
    ),
    (
        "회의는 매주 월요일 오전 10시야",
        "회의: 매주 월요일 오전 10시",
        "",
        "회의",
        "매주 월요일 오전 10시",
    ),
    ("또리의 사료는 로얄캐닌이야", "또리 사료: 로얄캐닌", "또리", "사료", "로얄캐닌"),
    (
        "고양이 나비의 생일: 5월 5일",
        "고양이 나비의 생일: 5월 5일",
        "고양이 나비",
        "생일",
        "5월 5일",
    ),
    ("회사: 세모데이터로 이직", "회사: 세모데이터로 이직", "", "회사", "세모데이터"),
    (
        "프로젝트 마감: 12월 15일로 연기",
        "프로젝트 마감: 12월 15일로 연기",
        "프로젝트",
        "마감",
        "12월 15일",
    ),
    ("my dog's birthday is Oct 27", "my dog's birthday is Oct 27", "dog", "birthday", "Oct 27"),
    ("Toto’s birthday is Oct 27", "Toto’s birthday is Oct 27", "Toto", "birthday", "Oct 27"),
    ("My favorite color is blue", "My favorite color is blue", "me", "favorite color", "blue"),
    (
        "the birthday of my dog is Oct 27",
        "the birthday of my dog is Oct 27",
        "dog",
        "birthday",
        "Oct 27",
    ),
    ("Favorite colour: blue", "Favorite colour: blue", "", "Favorite colour", "blue"),
]

# text (kept as told), subject, attribute, value
_SENTENCES = [
    ("대전에 살아", "", "사는 곳", "대전"),
    ("나는 대전에 살고 있어", "나", "사는 곳", "대전"),
    ("작년에 부산으로 이사했다", "", "사는 곳", "부산"),
    ("네모소프트에 다닌다", "", "회사", "네모소프트"),
    ("세모데이터로 이직했어", "", "회사", "세모데이터"),
    ("동생은 네모소프트에서 일한다", "동생", "회사", "네모소프트"),
    ("통계학을 전공했다", "", "전공", "통계학"),
    ("땅콩 알레르기가 있다", "", "알레르기", "땅콩"),
    ("창가 좌석을 선호한다", "", "선호하는 좌석", "창가"),
    ("I live in Seoul now", "me", "home", "Seoul"),
    ("moved to Busan", "", "home", "Busan"),
    ("works at Acme", "", "employer", "Acme"),
    ("my brother works at Globex", "brother", "employer", "Globex"),
    ("prefers aisle seats", "", "preferred seats", "aisle"),
    ("I'm allergic to peanuts", "me", "allergy", "peanuts"),
    ("I'm 31 years old", "me", "age", "31"),
    ("my dog is named Toto", "dog", "name", "Toto"),
]

_NO_FORM = [
    "아침에 디카페인 커피를 마신다",
    "월요일 헬스장",
    "키는 크다",
    "헬스장에 다닌다",
    "Deploys are not allowed on Friday",
    "prefers tea",
    "https://example.com/a:b",
    "오후 3:30에 만난다",
]


@pytest.mark.parametrize(("text", "kept", "subject", "attribute", "value"), _SLOTS)
def test_a_plain_statement_becomes_a_line_with_fields(
    text: str, kept: str, subject: str, attribute: str, value: str
) -> None:
    fact = read_fact(text)

    assert (fact.text, fact.subject, fact.attribute, fact.value) == (
        kept,
        subject,
        attribute,
        value,
    )


@pytest.mark.parametrize(("text", "subject", "attribute", "value"), _SENTENCES)
def test_a_sentence_stays_as_told_and_gives_its_fields(
    text: str, subject: str, attribute: str, value: str
) -> None:
    fact = read_fact(text)

    assert (fact.text, fact.subject, fact.attribute, fact.value) == (
        text,
        subject,
        attribute,
        value,
    )


@pytest.mark.parametrize("text", _NO_FORM)
def test_a_sentence_without_a_form_is_kept_whole(text: str) -> None:
    fact = read_fact(text)

    assert (fact.text, fact.attribute, fact.value) == (text, "", "")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("또리 생일: 10월 27일", MemoryType.SEMANTIC),
        ("대전에 산다", MemoryType.SEMANTIC),
        ("작년에 부산으로 이사했다", MemoryType.SEMANTIC),
        ("어제 병원에 갔다", MemoryType.EPISODIC),
        ("헤르메스가 10월 2일 배포 중 디스크 부족으로 멈췄다", MemoryType.EPISODIC),
        ("보일러 점검: 10월 20일 완료", MemoryType.EPISODIC),
        ("I visited Kyoto last autumn", MemoryType.EPISODIC),
        ("앞으로는 존댓말로 답해줘", MemoryType.PROCEDURAL),
        ("답변은 존댓말로 해 주기", MemoryType.PROCEDURAL),
        ("답변 언어: 한국어로 짧게", MemoryType.PROCEDURAL),
        ("배포 실패 시 이전 이미지로 즉시 롤백한다", MemoryType.PROCEDURAL),
        ("always use metric units", MemoryType.PROCEDURAL),
        ("Deploys are not allowed on Friday", MemoryType.PROCEDURAL),
        ("I live in Daejeon", MemoryType.SEMANTIC),
        ("내일 치과에 간다", MemoryType.SEMANTIC),
    ],
)
def test_the_kind_is_read_from_the_words(text: str, kind: MemoryType) -> None:
    assert read_fact(text).type is kind


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("내일 치과에 간다", "내일(2026-12-01) 치과에 간다"),
        ("어제 또리가 아팠다", "어제(2026-11-29) 또리가 아팠다"),
        ("다음 주 금요일까지 휴가다", "다음 주 금요일(2026-12-11)까지 휴가다"),
        ("dentist next Friday", "dentist next Friday (2026-12-11)"),
        ("내일(2026-12-01) 치과에 간다", "내일(2026-12-01) 치과에 간다"),
    ],
)
def test_a_relative_day_gets_its_date(text: str, kept: str) -> None:
    assert read_fact(text, at=_MONDAY).text == kept


def test_a_relative_day_is_that_of_the_persons_time_zone() -> None:
    late = datetime(2026, 11, 30, 20, 0, tzinfo=UTC)

    fact = read_fact("내일 치과에 간다", at=late, tz=ZoneInfo("Asia/Seoul"))

    assert fact.text == "내일(2026-12-02) 치과에 간다"


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (
            "또리 생일은 10월 27일이고 모카 생일은 3월 2일이야",
            ["또리 생일: 10월 27일", "모카 생일: 3월 2일"],
        ),
        (
            "또리 생일은 10월 27일, 모카는 3월 2일이야",
            ["또리 생일: 10월 27일", "모카 생일: 3월 2일"],
        ),
        (
            "My dog's birthday is Oct 27 and my cat's birthday is Mar 2",
            ["My dog's birthday is Oct 27", "my cat's birthday is Mar 2"],
        ),
        ("취미는 등산이고 재미있어", ["취미는 등산이고 재미있어"]),
        ("I like bread and butter", ["I like bread and butter"]),
    ],
)
def test_joined_statements_are_told_apart(text: str, kept: list[str]) -> None:
    assert [fact.text for fact in read_facts(text)] == kept


def test_lines_and_invisible_characters_become_one_plain_line() -> None:
    assert read_fact("  또리\u200b 생일:\n 10월\t27일 ").text == "또리 생일: 10월 27일"


_TEXTS = st.one_of(
    st.text(max_size=80),
    st.sampled_from([row[0] for row in (*_SLOTS, *_SENTENCES)] + _NO_FORM),
    st.lists(
        st.sampled_from(
            [
                "또리",
                "생일은",
                "이름이",
                "10월",
                "27일이야",
                "나는",
                "대전에",
                "살아요",
                "my",
                "dog's",
                "is",
                ":",
                "회사",
                "의",
                "고양이",
                "내일",
                "and",
                "이고",
            ]
        ),
        max_size=8,
    ).map(" ".join),
)


@given(_TEXTS)
def test_reading_its_own_line_again_gives_the_same_fact(text: str) -> None:
    once = read_fact(text)

    assert read_fact(once.text) == once


@given(_TEXTS)
def test_composed_and_decomposed_letters_give_the_same_fact(text: str) -> None:
    composed = unicodedata.normalize("NFC", text)

    assert read_fact(unicodedata.normalize("NFD", composed)) == read_fact(composed)


@given(_TEXTS)
def test_a_line_is_one_line(text: str) -> None:
    kept = read_fact(text).text

    assert kept == " ".join(kept.split())
