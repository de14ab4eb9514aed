"""Dividing a message into sentences, and a sentence into the facts that it joins with "and"."""

from __future__ import annotations

import re

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.copula import strip_copula
from memory.facts.dates import read_moments
from memory.facts.sentences_en import read_english
from memory.facts.sentences_ko import read_korean
from memory.facts.statement import read_colon

LONGEST_JOINED_CHARS = 600
_SENTENCE_END = Expression(r"(?<=[.!?。？！…])\s+(?=\S)|\n+|(?<=[ㅋㅎㅠㅜ~♡])\s+(?=[가-힣A-Z])")
_ABBREVIATIONS = Expression(
    r"(?:\b(?:Mr|Mrs|Ms|Dr|St|vs|etc|e\.g|i\.e|a\.m|p\.m|No)\.|^\d{1,3}\.)$", re.IGNORECASE
)
_KOREAN_AND = Expression(r"(?<=[가-힣\d\w])(?:이고|고|이며|며)[, ]+|,\s+|\s+그리고\s+")
_ENGLISH_AND = Expression(
    r"(?:,\s*)?\band\s+(?=(?:my|our|the|i|i'm|[a-z]+'s|he|she)\b)|;\s*|,\s+(?=my\b)", re.IGNORECASE
)


def split_sentences(text: str) -> list[str]:
    """The sentences of a text, in order, without empty ones."""
    sentences: list[str] = []
    start = 0
    for end in _SENTENCE_END.finditer(text):
        piece = text[start : end.start()].strip()
        if _ABBREVIATIONS.search(piece):
            continue
        if piece:
            sentences.append(piece)
        start = end.end()
    rest = text[start:].strip()
    return [*sentences, rest] if rest else sentences


def split_clauses(sentence: str) -> list[str]:
    """The facts that a sentence joins; the sentence itself when its parts do not each state one."""
    if len(sentence) > LONGEST_JOINED_CHARS or read_colon(sentence) is not None:
        return [sentence]
    for split in (_split_korean, _split_english):
        parts = split(sentence)
        if len(parts) > 1:
            return parts
    return [sentence]


def _split_korean(sentence: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for joint in _KOREAN_AND.finditer(sentence):
        before = sentence[start : joint.start()]
        if not joint[0].strip().startswith((",", "그리고")):
            before = f"{before}{joint[0].rstrip(', ')}"
        statement = read_korean(before) if before.strip() else None
        rest = read_korean(sentence[joint.end() :])
        if statement is None or rest is None or not statement.attribute:
            continue
        parts.append(statement.canonical or _plain(before))
        start = joint.end()
    return _with_shared_attribute([*parts, sentence[start:]])


def _with_shared_attribute(clauses: list[str]) -> list[str]:
    """Give "모카는 3월 2일이야" the attribute of "또리 생일: 10월 27일" before it."""
    told: list[str] = []
    shared = ""
    for clause in clauses:
        statement = read_colon(clause) or read_korean(clause)
        if statement is None:
            told.append(clause)
            continue
        days = read_moments(statement.value).days
        known = attribute_of(statement.attribute).known
        if shared and days and statement.slot and not known and not statement.subject.words:
            told.append(f"{statement.attribute} {shared}: {statement.value}")
            continue
        told.append(clause)
        shared = statement.attribute if days and known else ""
    return told


def _plain(clause: str) -> str:
    """A clause that ended in "고" as a sentence of its own."""
    noun = strip_copula(clause, weak=True)
    return f"{noun}이다" if noun else re.sub(r"고$", "다", clause)


def _split_english(sentence: str) -> list[str]:
    parts: list[str] = []
    start = 0
    for joint in _ENGLISH_AND.finditer(sentence):
        before, rest = sentence[start : joint.start()], sentence[joint.end() :]
        if read_english(before) is None or read_english(rest) is None:
            continue
        parts.append(before.strip())
        start = joint.end()
    return [*parts, sentence[start:].strip()]
