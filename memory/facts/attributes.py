"""Attributes by concept: 회사, 직장 and employer are one; some hold one value, others many."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memory.facts.attribute_table import MANY, ONE, rows
from memory.facts.hangul import has_hangul
from memory.recent_words import cached

_ONE_SUFFIXES = [
    "번호",
    "이름",
    "날짜",
    "시간",
    "주소",
    "위치",
    "장소",
    "요일",
    "기한",
    "기종",
    "힌트",
    "언어",
    "말투",
    "형식",
    "방식",
    "색깔",
    "크기",
    "가격",
    "비용",
    "금액",
    "나이",
    "생일",
    "이메일",
    "비율",
    "한도",
    "버전",
    "담당자",
    "마감일",
    "결제일",
    "배출일",
    "시작일",
    "종료일",
    "예정일",
    "출시일",
    "점검일",
    "정기휴일",
    "휴무일",
    "개업일",
    "출발일",
    "도착일",
    "기일",
    "주기",
    "횟수",
    "출발",
    "도착",
    "규칙",
]
_NOW_PREFIXES = ("현재", "지금", "최근", "요즘", "current", "currently", "latest", "present")
_THEN_PREFIXES = ("전", "이전", "예전", "옛", "former", "previous", "ex")
_OUTLIVED = frozenset(
    {"employer", "job", "job title", "department", "boss", "home", "address", "school", "partner"}
    | {"phone number", "email", "car", "laptop", "phone model", "name", "owner", "leader", "salary"}
    | {"doctor", "bank", "team", "nickname", "seat", "room"}
)
"""What one may have had before: "전 회사" is not "회사"."""
_LIKING = re.compile(r"^(?:(?P<most>가장|제일|최애)\s*)?(?:좋아하는|즐겨 \S+는)\s+(?P<head>.+)$")
_FAVOURITE = re.compile(r"^(?:최애\s*|(?:my\s+)?(?:most\s+)?favorite\s+)(?P<head>.+)$")
_DISLIKING = re.compile(r"^(?:싫어하는|못 먹는|안 먹는|least favorite)\s+(?P<head>.+)$")
_PREFERRING = re.compile(
    r"^(?:선호하는|선호|preferred)\s+(?P<head>.+)$|^(?P<tail>.+?)\s+(?:선호|선호도|취향"
    r"|preference)$"
)
_DAY_OF = re.compile(r"^[가-힣]{2,}(?<!스타)(?<!파)(?<!메)(?<!과)(?<!평)(?<!휴)(?<!매)일$")
_OF_A_BOOKING = re.compile(r"^(?:예약|주문|송장|티켓|접수|카드|회원)\s?번호$")
_SPELLINGS = (
    (re.compile(r"\b(colo|favo|neighbo|behavio|hono|labo)ur"), r"\1r"),
    (re.compile(r"\bgrey\b"), "gray"),
    (re.compile(r"\b(cent|theat)re\b"), r"\1er"),
    (re.compile(r"\b(program)me\b"), r"\1"),
    (re.compile(r"\b(organ|real|recogn)is"), r"\1iz"),
    (re.compile(r"\b(licen)ce\b"), r"\1se"),
    (re.compile(r"\btyre"), "tire"),
    (re.compile(r"알러지|앨러지"), "알레르기"),
)


@dataclass(frozen=True, slots=True)
class Attribute:
    """What a statement is about. `concept` is its key; `single` tells that it holds one value.

    `known` tells that the word was in a table or has a telling shape; of an unknown one nothing is
    sure, and `single` is False.
    """

    concept: str
    single: bool
    known: bool


@cached(limit=5_000)
def one_spelling(text: str) -> str:
    """The text, case folded, with British and loan spellings made one."""
    text = text.casefold()
    for pattern, spelling in _SPELLINGS:
        text = pattern.sub(spelling, text)
    return text


def split_attribute(words: tuple[str, ...]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Divide the words before a value into the subject's and the attribute's.

    The longest known attribute at the end is taken; when none is known, the last word.
    """
    for start in range(max(0, len(words) - _LONGEST), len(words)):
        if attribute_of(" ".join(words[start:])).known:
            return words[:start], words[start:]
    return words[:-1], words[-1:]


@cached(limit=5_000)
def attribute_of(phrase: str) -> Attribute:
    """The attribute that a phrase names: "직장" and "employer" are one."""
    phrase = " ".join(one_spelling(phrase).split())
    liking = _concept_of_liking(phrase)
    if liking is not None:
        return liking
    first, _, rest = phrase.partition(" ")
    found = _concept_in_time(first, rest) or _CONCEPTS.get(phrase)
    if found:
        return found
    shaped = phrase.endswith(tuple(_ONE_SUFFIXES)) or _DAY_OF.match(phrase)
    if " " not in phrase and has_hangul(phrase) and shaped:
        return Attribute(phrase, single=True, known=True)
    if _OF_A_BOOKING.match(phrase):
        return Attribute(phrase.replace(" ", ""), single=False, known=True)
    return Attribute(phrase, single=False, known=False)


def _concept_in_time(first: str, rest: str) -> Attribute | None:
    """What one has now ("현재 직장") or had before ("전 직장")."""
    if not rest or first not in (*_NOW_PREFIXES, *_THEN_PREFIXES):
        return None
    inner = attribute_of(rest)
    if first in _NOW_PREFIXES:
        return Attribute(inner.concept, inner.single or not inner.known, known=True)
    is_former = inner.concept in _OUTLIVED
    return Attribute(f"former {inner.concept}", single=False, known=True) if is_former else None


def singular(word: str) -> str:
    """An English noun or verb without its final s; other words as they are."""
    if has_hangul(word) or len(word) <= 3 or word.endswith(("ss", "us", "is")):  # noqa: PLR2004
        return word
    if word.endswith("ies"):
        return word[:-3] + "y"
    if word.endswith(("ches", "shes", "xes", "sses")):
        return word[:-2]
    return word.removesuffix("s")


def _concept_of_liking(phrase: str) -> Attribute | None:
    found = _FAVOURITE.match(phrase)
    if found:
        head = found["head"]
        return Attribute(f"favorite {singular(head)}", single=singular(head) == head, known=True)
    found = _LIKING.match(phrase)
    if found and found["head"] not in {"것", "거", "건"}:
        kind = "favorite" if found["most"] else "like"
        return Attribute(f"{kind} {found['head']}", single=kind == "favorite", known=True)
    found = _DISLIKING.match(phrase)
    if found and phrase not in _CONCEPTS:
        return Attribute(f"dislike {found['head']}", single=False, known=True)
    found = _PREFERRING.match(phrase)
    if found:
        head = found["head"] or found["tail"]
        return Attribute(f"prefer {singular(head)}", single=True, known=True)
    return None


def _read_table(table: str, *, single: bool) -> dict[str, Attribute]:
    concepts: dict[str, Attribute] = {}
    for concept, names in rows(table):
        attribute = Attribute(one_spelling(concept), single=single, known=True)
        for name in names:
            concepts[one_spelling(name)] = attribute
    return concepts


_CONCEPTS: Mapping[str, Attribute] = MappingProxyType(
    _read_table(ONE, single=True) | _read_table(MANY, single=False)
)
_LONGEST = 4
