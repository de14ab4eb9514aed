"""Whether a fact that somebody drew from a sentence is really said there, and of the same being."""

from __future__ import annotations

import re
from typing import Final

from memory.facts import words_en, words_ko
from memory.facts.attributes import attribute_of
from memory.facts.hangul import bare, has_hangul, predicate_stem, split_particle
from memory.facts.terms import english_stem, read_terms

_WORD: Final = re.compile(r"[0-9]+|[A-Za-z]+(?:['’][A-Za-z]+)?|[가-힣]+|[^\W\d_]+")
_FREE: Final = frozenset(
    "것 거 수 때 곳 중 함 임 있음 없음 이다 입니다 사용자 나 저 내 제 우리"
    " the a an of to in on at for and is are am was with user me my i their his her they".split()
)
_KOREAN_TOPIC: Final = frozenset({"은", "는", "이", "가", "도"})
_ENGLISH_OWNED: Final = re.compile(r"^(?:my|our|his|her|their|the)\s+([a-z-]+)", re.IGNORECASE)
_ENGLISH_NAMED: Final = re.compile(
    r"^([A-Z][a-z]+)(?:'s)?\s+(?:is|was|has|had|will|can|wants?|plans?|likes?|lives?|works?|and)\b"
)
_WORDS_BEFORE_TOPIC: Final = 3
_LEAST_STEM_CHARS: Final = 4


def grounding(info: str, said: str) -> float:
    """The share of an information's words that were said, from 0 to 1; 0 without any word.

    Numbers have to be said as they are: one that was not makes it 0.
    """
    heard = _flat(said)
    stems = {english_stem(word.casefold()) for word in _WORD.findall(said)}
    words = [word for word in _WORD.findall(info) if word.casefold() not in _FREE]
    numbers = set(_WORD.findall(said))
    if any(word.isdigit() and word.lstrip("0") not in _plain(numbers) for word in words):
        return 0.0
    if not words:
        return 0.0
    return sum(_is_said(word, heard, stems) for word in words) / len(words)


def speaks_of_another(sentence: str, fact: str) -> bool:
    """Whether a sentence is about somebody or something that the fact drawn from it leaves out."""
    subject = _subject(sentence)
    return bool(subject) and _flat(subject) not in _flat(fact)


def same_polarity(sentence: str, fact: str) -> bool:
    """Whether both affirm or both deny."""
    return read_terms(sentence).negative == read_terms(fact).negative


def _is_said(word: str, heard: str, stems: set[str]) -> bool:
    if word.isdigit():
        return True
    if not has_hangul(word):
        stem = english_stem(word.casefold())
        return stem in stems or any(
            len(stem) >= _LEAST_STEM_CHARS and each.startswith(stem[:_LEAST_STEM_CHARS])
            for each in stems
        )
    forms = {word, bare(word), predicate_stem(word)}
    if len(word) > 2:  # noqa: PLR2004 - "간호사" is heard in "간호 일"
        forms.add(word[:-1])
    return any(_flat(form) in heard for form in forms if form)


def _plain(words: set[str]) -> set[str]:
    return {word.lstrip("0") for word in words if word.isdigit()}


def _subject(sentence: str) -> str:
    """Who or what a sentence is about, when it is not the person; "" when it is, or unknown."""
    owned = _ENGLISH_OWNED.match(sentence)
    if owned:
        return "" if attribute_of(owned[1].casefold()).known else owned[1]
    named = _ENGLISH_NAMED.match(sentence)
    if named and named[1].casefold() not in words_en.FIRST_PERSON:
        return named[1]
    for word in sentence.split()[:_WORDS_BEFORE_TOPIC]:
        if word in words_ko.FIRST_PERSON:
            if word.endswith(("는", "은", "가", "도")) or word in {"난", "전"}:
                return ""
            continue
        stem, particle = split_particle(word)
        if particle in _KOREAN_TOPIC:
            return "" if attribute_of(stem).known or stem in words_ko.FIRST_PERSON else stem
    return ""


def _flat(text: str) -> str:
    return "".join(_WORD.findall(text)).casefold()
