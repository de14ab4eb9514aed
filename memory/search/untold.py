"""Everyday facts that a person may not have told, which memories are held against.

They are the attributes that the facts room knows, and more of what people have, do and like: names
without a value ("혈액형:", "blood type:"), in either language. What stands here is recognised when
it is asked for and was not told. What people tell in many words ("치과", "여행") is left out: a
question about it would lie nearer to its name than to what was told.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

from memory.facts.attribute_table import MANY, ONE, rows
from memory.facts.attributes import attribute_of
from memory.facts.hangul import has_hangul

_KOREAN_MORE: Final = """
좋아하는 색, 좋아하는 영화, 좋아하는 음식, 좋아하는 노래, 좋아하는 가수, 좋아하는 배우,
좋아하는 책, 좋아하는 과일, 좋아하는 계절, 좋아하는 꽃, 좋아하는 동물, 좋아하는 운동선수,
좋아하는 팀, 좋아하는 게임, 좋아하는 브랜드, 싫어하는 음식, 단골 식당, 단골 카페, 커피 취향,
주량, 알람 시간, 수면 시간, 인터넷 요금, 전기 요금, 보험, 통장 잔고, 신용 점수, 주식,
와이파이 비밀번호, 현관 비밀번호, 아이디, 아파트 동호수, 평수, 냉장고, 텔레비전, 향수,
헤어스타일, 별자리, 띠, 좌우명, 장래 희망, 첫사랑, 학번, 학점, 졸업 연도, 유치원, 학원,
면접 날짜, 경력, 첫 직장, 회사 복지, 성과급, 동료, 혈압, 혈당, 체온, 수술, 백신, 건강검진 날짜,
진료 결과, 마일리지, 연비, 군번, 교회
"""
_ENGLISH_MORE: Final = """
favorite color, favorite movie, favorite food, favorite song, favorite singer, favorite actor,
favorite band, favorite book, favorite fruit, favorite season, favorite flower, favorite animal,
favorite athlete, favorite team, favorite game, favorite restaurant, favorite brand,
least favorite food, usual cafe, coffee order, alarm time, sleep hours, internet bill,
electricity bill, insurance, account balance, credit score, stocks, wifi password, door code,
username, gamer tag, apartment number, fridge, TV, perfume, jacket size, hairstyle, zodiac sign,
motto, dream job, first love, student number, GPA, graduation year, kindergarten, interview date,
work experience, first job, benefits, bonus, coworker, blood pressure, blood sugar,
body temperature, surgery, vaccine, checkup date, test results, miles, church, military service
"""


def _names(more: str, wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """Of each attribute its first name in the language, and the others that are told in full."""
    first = (
        next((name for name in names if wanted(name)), "")
        for table in (ONE, MANY)
        for _, names in rows(table)
    )
    names = (*first, *(each.strip() for each in more.split(",")))
    return tuple(dict.fromkeys(name for name in names if name))


KOREAN: Final = _names(_KOREAN_MORE, has_hangul)
ENGLISH: Final = _names(_ENGLISH_MORE, lambda name: not has_hangul(name))


def line(name: str) -> str:
    """The text that is embedded of it, as a memory begins that tells it."""
    return f"{name}:"


UNTOLD: Final = {
    "untold_korean": tuple(map(line, KOREAN)),
    "untold_english": tuple(map(line, ENGLISH)),
}
"""The lines by language."""


def concept(name: str) -> str:
    """What the attribute is called in both languages."""
    return attribute_of(name).concept
