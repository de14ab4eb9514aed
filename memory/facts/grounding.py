"""Whether a fact that somebody drew from a sentence is really said there, and of the same being."""

from __future__ import annotations

import re
from typing import Final

from memory.expressions import Expression
from memory.facts import words_en, words_ko
from memory.facts.attributes import attribute_of
from memory.facts.hangul import bare, has_hangul, predicate_stem, split_particle
from memory.facts.policy_ko import plain_sentence
from memory.facts.terms import english_stem, read_terms
from memory.facts.word_sets import word_set

_WORD: Final = Expression(r"[0-9]+|[A-Za-z]+|[가-힣]+|[^\W\d_]+")
_FREE: Final = frozenset(
    {"것", "거", "수", "때", "곳", "중", "함", "임", "있음", "없음", "이다", "입니다", "사용자"}
    | {"나", "저", "내", "제", "우리", "the", "a", "an", "of", "to", "in", "on", "at", "for", "and"}
    | {"is", "are", "am", "was", "with", "user", "me", "my", "i", "their", "his", "her", "they"}
    | {"s", "m", "t", "ve", "re"}
)
_TIMES: Final = word_set(
    """
    오늘 어제 그제 내일 모레 지금 요즘 최근 현재 평일 주말 아침 점심 저녁 밤 새벽 오전 오후 평소
    보통 올해 작년 내년 예전 주 달 월요일 화요일 수요일 목요일 금요일 토요일 일요일
    """
)
_KOREAN_TOPIC: Final = frozenset({"은", "는", "이", "가", "도"})
_ENGLISH_OWNED: Final = Expression(r"^(?:my|our|his|her|their|the)\s+([a-z-]+)", re.IGNORECASE)
_ENGLISH_NAMED: Final = Expression(
    r"^([A-Z][a-z]+)(?:'s)?\s+(?:is|was|has|had|will|can|wants?|plans?|likes?|lives?|works?|and)\b"
)
_COUNTS: Final = (
    {"하나": "1", "한": "1", "둘": "2", "두": "2", "셋": "3", "세": "3", "넷": "4", "네": "4"}
    | {"다섯": "5", "여섯": "6", "일곱": "7", "여덟": "8", "아홉": "9", "열": "10"}
    | {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6", "seven": "7"}
    | {"eight": "8", "nine": "9", "ten": "10"}
)
_PEOPLE: Final = word_set(
    """
    친구 동생 여동생 남동생 언니 누나 오빠 형 엄마 아빠 어머니 아버지 할머니 할아버지 남편 아내
    와이프 딸 아들 조카 사촌 이모 고모 삼촌 동료 선배 후배 팀장 상사 사장 선생님 교수 여자친구
    남자친구 friend brother sister mom mum mother dad father grandma grandmother grandpa grandfather
    husband wife partner son daughter nephew niece cousin uncle aunt colleague coworker boss manager
    teacher girlfriend boyfriend neighbor
    """
)
_WORDS_BEFORE_TOPIC: Final = 3
_LEAST_STEM_CHARS: Final = 4


def grounding(info: str, said: str) -> float:
    """The share of an information's words that were said, from 0 to 1; 0 without any word.

    Numbers have to be said as they are: one that was not makes it 0.
    """
    heard, flat = _WORD.findall(said), _flat(said)
    stems = {_stem(word) for word in heard}
    numbers = {_COUNTS.get(word.casefold(), word.lstrip("0")) for word in heard}
    words = [word for word in _WORD.findall(info) if word.casefold() not in _FREE]
    if any(word.isdigit() and word.lstrip("0") not in numbers for word in words):
        return 0.0
    if not words:
        return 0.0
    found = [word for word in words if word.isdigit() or _is_said(word, flat, stems)]
    return len(found) / len(words)


def adds_somebody(fact: str, said: str) -> bool:
    """Whether a fact names a person by a class ("엄마", "wife") that nobody spoke of."""
    named = {bare(word.casefold()) for word in _WORD.findall(fact)} & _PEOPLE
    return any(name not in _flat(said) for name in named)


def speaks_of_another(sentence: str, fact: str) -> bool:
    """Whether a sentence is about somebody or something that the fact drawn from it leaves out."""
    subject = _subject(sentence)
    return bool(subject) and _flat(subject) not in _flat(fact)


def same_polarity(sentence: str, fact: str) -> bool:
    """Whether both affirm or both deny."""
    return read_terms(sentence).negative == read_terms(fact).negative


def _is_said(word: str, flat: str, stems: set[str]) -> bool:
    stem = _stem(word)
    if stem in stems:
        return True
    if not has_hangul(word):
        start = stem[:_LEAST_STEM_CHARS]
        return len(start) == _LEAST_STEM_CHARS and any(each.startswith(start) for each in stems)
    forms = {word, bare(word)}
    if len(word) > 2:  # noqa: PLR2004 - "간호사" is heard in "간호 일"
        forms.add(word[:-1])
    return any(form in flat for form in forms if form)


def _stem(word: str) -> str:
    return predicate_stem(word) if has_hangul(word) else english_stem(word.casefold())


def _subject(sentence: str) -> str:
    """Who or what a sentence is about, when it is not the person; "" when it is, or unknown."""
    owned = _ENGLISH_OWNED.match(sentence)
    if owned:
        return "" if _is_attribute(owned[1].casefold()) else owned[1]
    named = _ENGLISH_NAMED.match(sentence)
    if named and named[1].casefold() not in words_en.FIRST_PERSON:
        return named[1]
    for word in plain_sentence(sentence)[0].split()[:_WORDS_BEFORE_TOPIC]:
        if word in words_ko.FIRST_PERSON:
            if word.endswith(("는", "은", "가", "도")) or word in {"난", "전"}:
                return ""
            continue
        stem, particle = split_particle(word)
        if particle in _KOREAN_TOPIC and bare(stem) not in _TIMES:
            return "" if _is_attribute(stem) or stem in words_ko.FIRST_PERSON else stem
    return ""


def _is_attribute(word: str) -> bool:
    """Whether a word names what somebody has, and not somebody."""
    return attribute_of(word).known and word not in words_ko.CLASS_NOUNS | words_en.CLASS_NOUNS


def _flat(text: str) -> str:
    return "".join(_WORD.findall(text)).casefold()
