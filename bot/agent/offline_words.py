"""Words for the same in both languages: who asks for "my sister" may have told of "여동생"."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

_KINDS: Final = """
    sister 여동생 누나 언니 동생
    brother 남동생 형 오빠 동생
    mom mother mum 엄마 어머니
    dad father 아빠 아버지
    parents 부모님 부모
    wife 아내 와이프
    husband 남편 신랑
    son 아들
    daughter 딸
    child kid 아이 자녀
    grandmother grandma 할머니
    grandfather grandpa 할아버지
    friend 친구
    boss manager 팀장 상사 매니저
    colleague coworker 동료
    dog puppy 강아지 반려견 개
    cat kitten 고양이 반려묘
    pet 반려동물 강아지 고양이
    meeting 회의 미팅
    team 팀
    project 프로젝트
    company 회사
    dentist 치과
    hospital 병원
    coffee 커피
    food 음식
    color 색 색깔 색상
    movie 영화
    song 노래
    book 책
    wedding 결혼식
    trip 여행
    vacation 휴가
    report 보고서
    presentation 발표
    exam test 시험
    class lesson 수업
"""


def _read(lines: str) -> dict[str, tuple[str, ...]]:
    kinds: dict[str, set[str]] = {}
    for line in lines.strip().splitlines():
        words = line.split()
        for word in words:
            others = (each for each in words if each.isascii() != word.isascii())
            kinds.setdefault(word, set()).update(others)
    return {word: tuple(sorted(others)) for word, others in kinds.items()}


SAME_KIND: Final[Mapping[str, tuple[str, ...]]] = MappingProxyType(_read(_KINDS))
"""For each word those of the other language that mean it."""
