"""Everyday facts that a person may not have told, which memories are held against.

They are the attributes that the facts room knows, and what people like: names without a value
("혈액형:", "blood type:"), in either language.
"""

from __future__ import annotations

from collections.abc import Callable
from hashlib import sha256
from typing import Final

from memory.facts.attribute_table import MANY, ONE, rows
from memory.facts.attributes import attribute_of
from memory.facts.hangul import has_hangul

_KOREAN_MORE: Final = """
좋아하는 색, 좋아하는 영화, 좋아하는 음식, 좋아하는 노래, 좋아하는 가수, 좋아하는 배우, 좋아하는 책,
좋아하는 과일, 좋아하는 계절, 좋아하는 운동선수, 싫어하는 음식, 알람 시간, 인터넷 요금, 보험
"""
_ENGLISH_MORE: Final = """
favorite color, favorite movie, favorite food, favorite song, favorite singer, favorite actor,
favorite book, favorite fruit, favorite season, favorite athlete, least favorite food, alarm time,
internet fee, insurance
"""


def _names(more: str, wanted: Callable[[str], bool]) -> tuple[str, ...]:
    """Of each attribute its first name in the language, and the others that are told in full."""
    first = (
        next((name for name in names if wanted(name)), "")
        for table in (ONE, MANY)
        for _, names in rows(table)
    )
    return tuple(name for name in (*first, *(each.strip() for each in more.split(","))) if name)


KOREAN: Final = _names(_KOREAN_MORE, has_hangul)
ENGLISH: Final = _names(_ENGLISH_MORE, lambda name: not has_hangul(name))


def line(name: str) -> str:
    """The text that is embedded of it, as a memory begins that tells it."""
    return f"{name}:"


def concept(name: str) -> str:
    """What the attribute is called in both languages."""
    return attribute_of(name).concept


def digest() -> str:
    """What tells these lines from all others, their order included."""
    return sha256("\0".join(line(name) for name in (*KOREAN, *ENGLISH)).encode()).hexdigest()
