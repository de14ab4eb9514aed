"""Korean words that the rules look up: particles, nouns that look like them, and word classes."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from memory.facts.word_sets import word_set

PARTICLES: Mapping[str, bool | None] = MappingProxyType(
    {
        # Longest first. True: after a final consonant; False: after a vowel; None: after either.
        "에서는": None,
        "에서도": None,
        "한테는": None,
        "에게는": None,
        "까지는": None,
        "부터는": None,
        "으로는": None,
        "에서": None,
        "에게": None,
        "한테": None,
        "까지": None,
        "부터": None,
        "보다": None,
        "처럼": None,
        "마다": None,
        "에는": None,
        "에도": None,
        "에만": None,
        "으로": True,
        "이랑": True,
        "은요": True,
        "는요": False,
        "로는": None,
        "은": True,
        "는": False,
        "이": True,
        "가": False,
        "을": True,
        "를": False,
        "과": True,
        "와": False,
        "랑": False,
        "로": False,
        "의": None,
        "에": None,
        "도": None,
        "만": None,
    }
)

NOUNS_LIKE_PARTICLES = word_set(
    """
    회의 강의 주의 정의 논의 문의 합의 동의 결의 질의 편의 상의 하의 예의 호의 심의 의의 휴가 평가
    국가 작가 화가 물가 주가 전문가 음악가 소설가 사업가 기업가 증가 허가 추가 참가 요가 아가 누가
    제가 내가 네가 인도 온도 포도 지도 속도 정도 제도 파도 기도 수도 강도 태도 난이도 경기도
    강원도 제주도 밀도 습도 각도 복도 고도 빈도 한도 용도 의도 시도 선도 유도 무도 검도 태권도
    유도 장도 아이폰도 완도 독도 진도 농도 도로 회로 진로 경로 피로 서로 따로 별로 바로 새로 주로
    종로 대로 미로 위로 결과 안과 학과 성과 통과 경과 일과 전과 피부과 정형외과 소아과 사랑 자랑
    노랑 파랑 명랑 신랑 대만 미만 불만 동만 장만 낭만 가만 마을 가을 노을 고을 은 는 이 가 을 를
    이은 지은 성은 다은 주은 우와 기와 영화와 나이 아이 오이 사이 종이 차이 가입 언제나 어제는
    """
)

NOUNS_ENDING_IN_I = word_set(
    """
    고양이 나이 아이 어린이 오이 종이 사이 놀이 구이 호랑이 원숭이 차이 길이 높이 깊이 넓이 먹이
    모이 송이 우렁이 맏이 둘이 거북이 지렁이 달팽이 부엉이 곰팡이 젊은이 늙은이 옷걸이 목걸이
    귀걸이 떡볶이 라볶이 손잡이 집들이 나들이 봄맞이 해돋이 다이 하이 와이파이 파이 넥타이 스파이
    하와이 아이파이 막둥이 옹이 냉이 팽이 개미핥이 같이 많이 깊숙이 일찍이
    """
)
SUFFIXES_ENDING_IN_I = (
    "잡이",
    "쟁이",
    "둥이",
    "볶이",
    "걸이",
    "놀이",
    "살이",
    "벌이",
    "맞이",
    "풀이",
    "돌이",
)

FIRST_PERSON = word_set(
    """
    나 난 내 내가 나는 나의 나도 저 전 제 제가 저는 저의 저도 우리 저희 우리집 나한테
    """
)

# A subject may be called by its class and its name ("강아지 콩이") or by its name alone.
CLASS_NOUNS = word_set(
    """
    강아지 고양이 반려견 반려묘 반려동물 애완견 개 댕댕이 냥이 앵무새 햄스터 토끼 거북이 친구 동생
    여동생 남동생 언니 누나 오빠 형 엄마 아빠 어머니 아버지 할머니 할아버지 남편 아내 와이프 딸
    아들 아기 조카 사촌 이모 고모 삼촌 동료 선배 후배 팀장 팀장님 상사 사장 대표 부장 과장 대리
    선생님 교수 교수님 매니저 룸메이트 여자친구 남자친구 여친 남친 프로젝트 팀 서비스 회사 서버 앱
    """
)

CLASS_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        "반려견": "강아지",
        "애완견": "강아지",
        "개": "강아지",
        "댕댕이": "강아지",
        "반려묘": "고양이",
        "냥이": "고양이",
        "어머니": "엄마",
        "아버지": "아빠",
        "와이프": "아내",
        "집사람": "아내",
        "신랑": "남편",
        "여친": "여자친구",
        "남친": "남자친구",
        "팀장님": "팀장",
        "교수님": "교수",
    }
)

# More than one may be so called, so that two of their names are no contradiction.
CLASSES_OF_MANY = word_set(
    """
    강아지 고양이 반려동물 앵무새 햄스터 토끼 친구 동생 여동생 남동생 언니 누나 오빠 형 딸 아들
    아기 아이 조카 사촌 이모 고모 삼촌 동료 선배 후배 선생님 교수 프로젝트 서비스 서버 앱 자녀
    """
)

# Of these one has several, so that nothing said of "친구" need be of the same one.
CLASSES_OF_PEOPLE = word_set("친구 동료 선배 후배 사촌 조카 이모 고모 삼촌 선생님")

ADDITIVE = word_set("또한 추가로 그리고 더불어 게다가")
NOW = word_set(
    """
    이제 이제는 지금은 요즘은 더이상 더 이상 더는 앞으로는 앞으로
    """
)
FILLERS = word_set(
    """
    아 어 음 흠 오 참 저기 저기요 근데 그런데 그리고 있잖아 있지 맞다 아차 혹시 그냥 좀 꼭 잘 다시
    제발 부탁인데 그럼 그러면 자 안녕 안녕하세요 하이 야 또리야 참고로 사실 아니 아니야 아니다
    아냐 아니요 아뇨 네 응 그래 넵 예
    """
)

NEGATIONS = word_set("안 못")

LINKING_FOR_WEEK = MappingProxyType({day: place for place, day in enumerate("월화수목금토일")})
