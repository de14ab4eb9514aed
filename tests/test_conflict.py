from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.conflict import Decision, Verdict, judge
from memory.facts.reading import read_fact
from memory.records import Fact, Memory, Recollection, Scope, Source, SourceKind

_AT = datetime(2026, 11, 30, 9, 0, tzinfo=UTC)
_SCOPE = Scope("T1", "U1")


def _known(*texts: str) -> list[Recollection]:
    return [
        Recollection(
            Memory(
                id=f"m{place}",
                scope=_SCOPE,
                fact=read_fact(text),
                source=Source(SourceKind.WISH, text, _AT),
                created_at=_AT,
                updated_at=_AT,
            ),
            score=1.0,
        )
        for place, text in enumerate(texts, start=1)
    ]


def _told(decision: Decision) -> str:
    if decision.verdict is Verdict.UPDATE:
        assert decision.target is not None
        return f"update:{decision.target.id}"
    return decision.verdict.value


_KOREAN: Sequence[tuple[Sequence[str], str, str]] = [
    # a new value of an attribute that holds one
    (["나비 생일: 5월 5일"], "나비 생일: 6월 6일", "update:m1"),
    (["나비 생일: 5월 5일"], "나비의 생일은 6월 6일이야", "update:m1"),
    (["고양이 나비의 생일: 5월 5일"], "나비 생일: 6월 6일", "update:m1"),
    (["직장: 하늘전자"], "회사: 바다물산", "update:m1"),
    (["회사: 하늘전자"], "바다물산으로 이직했다", "update:m1"),
    (["사는 곳: 광주"], "전주로 이사했다", "update:m1"),
    (["거주지: 광주"], "사는 곳: 전주", "update:m1"),
    (["광주에 산다"], "전주에 살고 있다", "update:m1"),
    (["보고서 제출일: 4월 3일"], "보고서 제출일: 4월 10일로 연기", "update:m1"),
    (["보고서 마감은 4월 3일이다"], "보고서 마감이 4월 10일로 바뀌었다", "update:m1"),
    (["음료 취향: 라떼"], "음료 취향: 아메리카노", "update:m1"),
    (["창가 자리를 선호한다"], "복도 자리를 선호한다", "update:m1"),
    (["답변 말투: 반말"], "답변 말투: 존댓말", "update:m1"),
    (["회의 시간: 오전 10시"], "회의 시간: 오후 3시", "update:m1"),
    (["서버 포트: 8080"], "서버 포트: 9090", "update:m1"),
    (["알레르기: 없음"], "알레르기: 새우", "update:m1"),
    (["취미: 수영"], "취미: 수영에서 달리기로 바꿈", "update:m1"),
    (["매일 아침 7시에 일어난다"], "매일 아침 6시에 일어난다", "update:m1"),
    (["제일 좋아하는 색: 노랑"], "가장 좋아하는 색: 초록", "update:m1"),
    # a replacement, an end, an opposite
    (["점심에 김밥을 먹는다"], "점심에는 김밥 대신 샐러드를 먹는다", "update:m1"),
    (["퇴근하고 버스를 탄다"], "퇴근하고 버스 말고 자전거를 탄다", "update:m1"),
    (["커피를 마신다"], "이제 커피를 안 마신다", "update:m1"),
    (["담배를 피운다"], "더 이상 담배를 피우지 않는다", "update:m1"),
    (["고수를 좋아한다"], "고수를 싫어한다", "update:m1"),
    (["고수를 좋아한다"], "고수를 좋아하지 않는다", "update:m1"),
    (["땅콩 알레르기가 있다"], "이제 땅콩 알레르기가 없다", "update:m1"),
    (["회의실에서 음식이 허용된다"], "회의실에서 음식이 허용되지 않는다", "update:m1"),
    # the same again
    (["모카 생일: 3월 2일"], "모카의 생일은 3월 2일이에요", "duplicate"),
    (["모카 생일: 3월 2일"], "모카 생일: 3/2", "duplicate"),
    (["모카 생일: 2021년 3월 2일"], "모카 생일: 3월 2일", "duplicate"),
    (["회의 시간: 오후 2시"], "회의 시간: 14시", "duplicate"),
    (["회의 시간: 오후 2시 30분"], "회의 시간: 14:30", "duplicate"),
    (["회사: 하늘전자"], "직장: 하늘전자", "duplicate"),
    (["사는 곳: 광주"], "광주에 살아", "duplicate"),
    (["예산: 30만원"], "예산: 300,000원", "duplicate"),
    (["알러지: 복숭아"], "알레르기: 복숭아", "duplicate"),
    (["내 이름은 서준이야"], "이름: 서준", "duplicate"),
    (["저녁에 산책을 한다"], "저녁에 산책을 해요", "duplicate"),
    # somebody or something else
    (["나비 생일: 5월 5일"], "초코 생일: 5월 5일", "new"),
    (["나비 생일: 5월 5일"], "내 생일: 6월 6일", "new"),
    (["이메일: a@example.com"], "회사 이메일: b@example.com", "new"),
    (["고향: 광주"], "사는 곳: 전주", "new"),
    (["출근 시간: 9시"], "퇴근 시간: 18시", "new"),
    (["하늘전자에 다닌다"], "동생은 바다물산에 다닌다", "new"),
    (["친구 민수 생일: 1월 2일"], "동생 민수 생일: 3월 4일", "new"),
    (["고수를 좋아한다"], "재즈를 좋아한다", "new"),
    (["우유를 못 마신다"], "유당불내증이 있다", "new"),
    (["나는 채식주의자다"], "친구 재현은 채식주의자다", "new"),
    (["나비 병원: 봄동물병원"], "초코 병원: 봄동물병원", "new"),
    (["나비 생일: 5월 5일"], "나비 몸무게: 4kg", "new"),
    (["땅콩 알레르기가 있다"], "새우 알레르기가 있다", "new"),
    (["프로젝트 알파 마감: 1월 5일"], "프로젝트 베타 마감: 2월 5일", "new"),
    # a doubt
    (["취미: 수영"], "취미: 등산", "ask"),
    (["취미: 수영"], "취미: 등산도 함", "ask"),
    (["좋아하는 음식: 초밥"], "좋아하는 음식: 파스타", "ask"),
    (["알레르기: 새우"], "알레르기: 없음", "ask"),
    (["화요일 수영"], "목요일 수영", "ask"),
    (["피아노 레슨: 수요일"], "피아노 레슨: 금요일", "ask"),
    (["헤르메스 서버 포트: 8443"], "헤르메스 포트: 9443", "ask"),
    (["프로젝트 마감: 12월 1일"], "마감: 12월 20일", "ask"),
    (["사는 곳: 전주 완산구"], "사는 곳: 전주", "ask"),
    (["동생 이름: 지우"], "동생 이름: 지호", "ask"),
    (["사는 곳: 서울"], "사는 곳: Seoul", "ask"),
    (["반려동물: 고양이"], "반려동물: 앵무새", "ask"),
    (["나비 생일: 5월 5일", "나비 생일: 6월 6일"], "나비 생일: 7월 7일", "ask"),
    # the right one of several
    (["나비 생일: 5월 5일", "초코 생일: 1월 1일"], "초코 생일: 2월 2일", "update:m2"),
    (["사는 곳: 광주", "고향: 광주"], "고향: 목포", "update:m2"),
    (["회사: 하늘전자", "회사 주소: 서울 중구"], "회사 주소: 서울 종로구", "update:m2"),
    ([], "사는 곳: 광주", "new"),
]

_ENGLISH: Sequence[tuple[Sequence[str], str, str]] = [
    (["lives in Lisbon"], "moved to Porto", "update:m1"),
    (["I live in Lisbon"], "I live in Porto now", "update:m1"),
    (["home: Lisbon"], "lives in Porto", "update:m1"),
    (["works for Initech"], "works at Umbrella", "update:m1"),
    (["employer: Initech"], "company: Umbrella", "update:m1"),
    (["my cat's birthday is May 5"], "my cat's birthday is June 6", "update:m1"),
    (["Favorite color: green"], "favourite colour: red", "update:m1"),
    (["prefers paper books"], "prefers audio books", "update:m1"),
    (["prefers tea over coffee"], "prefers coffee over tea", "update:m1"),
    (["the report deadline is April 3"], "the report deadline moved to April 10", "update:m1"),
    (["Guests are allowed in the lab"], "Guests are not allowed in the lab", "update:m1"),
    (["loves olives"], "hates olives", "update:m1"),
    (["smokes"], "no longer smokes", "update:m1"),
    (["drinks coffee in the morning"], "drinks tea instead of coffee in the morning", "update:m1"),
    (["reply language: German"], "reply language: French", "update:m1"),
    (["wakes up at 7am"], "wakes up at 6am", "update:m1"),
    (["works at Initech"], "no longer works at Initech", "update:m1"),
    (["dentist phone: 555-0100"], "dentist phone number: 555-0199", "update:m1"),
    (["birthday: Oct 27"], "my birthday is October 27th", "duplicate"),
    (["birthday: Oct 27"], "birthday: 10/27", "duplicate"),
    (["standup time: 2pm"], "standup time: 14:00", "duplicate"),
    (["lives in Lisbon"], "I live in Lisbon.", "duplicate"),
    (["loves olives"], "I like olives", "duplicate"),
    (["employer: Initech"], "works at Initech", "duplicate"),
    (["favorite color: grey"], "Favourite colour: Gray", "duplicate"),
    (["lives in Lisbon"], "my sister lives in Porto", "new"),
    (["lives in Lisbon"], "grew up in Porto", "new"),
    (["phone: 555-0100"], "work phone: 555-0199", "new"),
    (["birthday: Oct 27"], "my mom's birthday is Jan 3", "new"),
    (["likes coffee"], "likes jazz", "new"),
    (["dislikes peanuts"], "allergic to peanuts", "new"),
    (["allergic to peanuts"], "allergic to shellfish", "new"),
    (["likes coffee"], "Tom likes coffee", "new"),
    (["Monday gym"], "Wednesday gym", "ask"),
    (["hobby: chess"], "hobby: sailing", "ask"),
    (["hobby: chess"], "hobbies: also sailing", "ask"),
    (["uses vim at work"], "uses emacs at work", "ask"),
    (["my friend's name is Ann"], "my friend's name is Eva", "ask"),
    (
        ["my dog's birthday: May 5", "my cat's birthday: June 6"],
        "my cat's birthday: July 7",
        "update:m2",
    ),
]


@pytest.mark.parametrize(("known", "text", "expected"), [*_KOREAN, *_ENGLISH])
def test_a_fact_is_told_apart_from_what_is_known(
    known: Sequence[str], text: str, expected: str
) -> None:
    decision = judge(read_fact(text), _known(*known))

    assert _told(decision) == expected, decision.reason


def test_another_subjects_attribute_is_never_updated() -> None:
    names = ["또리", "모카", "나비", "초코", "하은이", "서버", "my dog", "Toto"]

    for one, other in permutations(names, 2):
        decision = judge(read_fact(f"{one} 생일: 3월 5일"), _known(f"{other} 생일: 10월 27일"))

        assert decision.verdict in {Verdict.NEW, Verdict.ASK}, (one, other)


def test_fields_count_where_the_text_has_no_form() -> None:
    told = Fact(
        "Ttori was born on the first of January", subject="또리", attribute="생일", value="1월 1일"
    )

    decision = judge(told, _known("또리 생일: 10월 27일"))

    assert _told(decision) == "update:m1"


def test_a_decision_says_why() -> None:
    decision = judge(read_fact("회사: 바다물산"), _known("직장: 하늘전자"))

    assert decision.reason == "same subject and attribute, new value"


_TEXTS = st.one_of(
    st.text(min_size=1, max_size=60).filter(lambda text: bool(text.strip())),
    st.sampled_from([text for _, text, _ in (*_KOREAN, *_ENGLISH)]),
)


@given(_TEXTS)
def test_equal_text_is_a_duplicate(text: str) -> None:
    fact = read_fact(text)

    assert judge(fact, _known(text)).verdict is Verdict.DUPLICATE


@given(_TEXTS, st.lists(_TEXTS, max_size=4))
def test_a_target_is_one_of_the_known(text: str, known: list[str]) -> None:
    memories = _known(*known)

    decision = judge(read_fact(text), memories)

    assert (decision.target is None) == (decision.verdict is Verdict.NEW)
    assert decision.target is None or decision.target in [found.memory for found in memories]


@given(st.lists(_TEXTS, min_size=1, max_size=4), _TEXTS)
def test_the_verdict_does_not_hang_on_the_order_of_the_known(known: list[str], text: str) -> None:
    memories = _known(*known)

    forwards = judge(read_fact(text), memories)
    backwards = judge(read_fact(text), memories[::-1])

    assert forwards.verdict is backwards.verdict
