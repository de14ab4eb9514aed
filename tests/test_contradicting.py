"""Which remembered facts cannot both hold, and which only look so."""

from __future__ import annotations

import pytest

from memory.facts.conflict import Reading, contradicts
from memory.facts.reading import read_fact

_ONE_IS_WRONG = [
    ("생일: 5월 5일", "생일: 5월 6일"),
    ("엄마 생신: 1월 2일", "엄마 생신: 1월 3일"),
    ("강아지 콩이의 생일: 9월 1일", "콩이 생일: 9월 2일"),
    ("주소: 서울 마포구 1", "주소: 서울 강남구 2"),
    ("사는 곳: 대전", "사는 곳: 부산"),
    ("서울에 산다", "부산에 산다"),
    ("사는 곳: 서울", "Home: Busan"),
    ("혈액형: A형", "혈액형: B형"),
    ("회사: 네모소프트", "회사: 세모데이터"),
    ("전화번호: 010-1111-2222", "전화번호: 010-3333-4444"),
    ("헤르메스 마감: 12월 1일", "헤르메스 마감: 12월 15일"),
    ("알레르기: 없음", "알레르기: 땅콩"),
    ("아이가 둘이다", "아이가 셋이다"),
    ("좌석 선호: 창가", "좌석 선호: 복도"),
    ("차가 있다", "차가 없다"),
    ("담배를 피운다", "담배를 끊었다"),
    ("금요일에는 배포한다", "금요일에는 배포하지 않는다"),
    ("또리는 닭고기를 좋아한다", "또리는 닭고기를 싫어한다"),
    ("회의는 오후 2시에 시작한다", "회의는 오후 3시에 시작한다"),
    ("커밋 메시지는 영어로 쓴다", "커밋 메시지는 한국어로 쓴다"),
    ("Birthday: May 3", "Birthday: May 4"),
    ("Birthday: March 3", "생일: 3월 4일"),
    ("Blood type: A", "Blood type: O"),
    ("I live in Boston", "I live in Denver"),
    ("works at Acme", "works at Globex"),
    ("drives a Kia", "drives a BMW"),
    ("allergic to nuts", "not allergic to nuts"),
    ("Pets are allowed", "Pets are prohibited"),
]
_BOTH_MAY_HOLD = [
    ("알레르기: 새우", "알레르기: 땅콩"),
    ("땅콩 알레르기가 있다", "새우 알레르기가 있다"),
    ("취미: 등산", "취미: 수영"),
    ("자녀: 하준", "자녀: 서아"),
    ("강아지: 콩이", "강아지: 보리"),
    ("친구: 소라", "친구: 재현"),
    ("좋아하는 음식: 김치찌개", "좋아하는 음식: 된장찌개"),
    ("쓰는 언어: Go", "쓰는 언어: Python"),
    ("복용 중인 약: 철분제", "복용 중인 약: 비타민 D"),
    ("약속: 금요일 치과", "약속: 토요일 미용실"),
    ("여행: 2025년 6월 리스본", "여행: 2026년 5월 삿포로"),
    ("화요일 요가", "목요일 요가"),
    ("아침에 커피를 마신다", "아침에 요거트를 먹는다"),
    ("Allergy: nuts", "Allergy: shrimp"),
    ("Hobby: chess", "Hobby: hiking"),
    ("Children: Leo", "Children: Mia"),
    ("Favorite foods: sushi", "Favorite foods: pizza"),
    ("plays tennis on Mondays", "plays tennis on Wednesdays"),
    # one tells more, or the same in another script
    ("사는 곳: 대전", "사는 곳: 대전 유성구"),
    ("노트북: 맥북", "노트북: 맥북 프로 14"),
    ("사는 곳: 서울", "Home: Seoul"),
    ("생일: 3월 3일", "Birthday: March 3"),
    # of somebody else, or of something else
    ("생일: 5월 5일", "동생 생일: 5월 8일"),
    ("콩이 생일: 9월 1일", "나비 생일: 5월 5일"),
    ("강아지 콩이의 생일: 9월 1일", "고양이 콩이의 생일: 5월 2일"),
    ("주소: 서울", "회사 주소: 부산"),
    ("전 회사: 가람", "회사: 누리"),
    ("엄마는 김치를 좋아한다", "아빠는 김치를 싫어한다"),
    ("헤르메스 서버 포트: 8443", "아틀라스 서버 포트: 9090"),
    ("I live in Seoul", "My parents live in Busan"),
]


def _contradict(one: str, other: str) -> bool:
    return contradicts(Reading.of(read_fact(one)), Reading.of(read_fact(other)))


@pytest.mark.parametrize(("one", "other"), _ONE_IS_WRONG)
def test_what_cannot_both_hold_contradicts_in_either_order(one: str, other: str) -> None:
    assert _contradict(one, other)
    assert _contradict(other, one)


@pytest.mark.parametrize(("one", "other"), _BOTH_MAY_HOLD)
def test_what_may_both_hold_contradicts_in_neither_order(one: str, other: str) -> None:
    assert not _contradict(one, other)
    assert not _contradict(other, one)
