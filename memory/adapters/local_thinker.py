"""Finds facts by rules, for when there is no model: "내 X는 Y", "X 생일은 Y", "I prefer …"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memory.expressions import Expression
from memory.facts import words_en, words_ko
from memory.facts.attributes import attribute_of
from memory.facts.dates import read_moments
from memory.facts.hangul import has_hangul
from memory.facts.own_words import own_words
from memory.facts.policy import read_wish
from memory.facts.policy_en import plain_english
from memory.facts.policy_ko import plain_sentence
from memory.facts.wishes import Tell
from memory.records import Fact

_I: Final = re.IGNORECASE
_SELF_KO: Final = Expression(r"^(?:나는|나도|나|난|저는|저도|저|전|제가|내가)\s+(?=\S)")
_COPULA: Final = r"(?:이야|야|이에요|예요|입니다|이다|임)$"
_PASSING: Final = Expression(
    r"오늘|지금|방금|이따|내일|이번|today|tonight|now|tomorrow|this week", _I
)
_CALLED_ONE: Final = Expression(
    r"^(?:나는|난|저는|전|나|저)\s+(?P<what>(?:[가-힣A-Za-z]+\s)?[가-힣]*"
    r"(?:자|사|원|생|가|인|관|장|이너|니어|수|부|비건|[EI][NS][TF][JP]|[ABO]{1,2}형))" + _COPULA,
    _I,
)
_LIVES: Final = Expression(
    r"^(?:(?:나는|난|저는|전|나|저|우리는?)\s+)?"
    r"(?P<what>[가-힣A-Za-z]{2,}?(?:\s[가-힣]{2,}?)?)(?:에서|에)?\s"
    r"(?:살아|살고 있어|삽니다|산다|사는데|살고 있는데|살아서|거주해|거주 중이야)(?:요)?(?:$|\s)"
)
_WORKS: Final = Expression(
    r"^(?:(?:나는|난|저는|전|나|저)\s+)?(?:\S+에서\s)?(?P<what>[가-힣A-Za-z]{2,}?)(?:으로|로)\s"
    r"일(?:해|한다|하고 있어|합니다|하는데|하고 있는데)(?:요)?(?:$|\s)"
)
_BETTER: Final = Expression(
    r"^(?P<of>[가-힣]{2,})[은는]\s(?P<what>[가-힣A-Za-z ]+?)(?:이|가|쪽이)\s"
    r"(?:좋아|편해|더 좋아|낫더라|제일 좋아)(?:요)?$"
)
_OURS_IS_IN: Final = Expression(
    r"^(?:우리|내|제)\s?(?P<of>집|회사|사무실|학교|본가|팀|가게|병원)[은는이]\s"
    r"(?P<what>[가-힣A-Za-z0-9 ]+?)(?:에 있어|이야|야|에 있습니다|에 있어요)$"
)
_I_AM_ONE: Final = Expression(
    r"^i(?:'m| am) an? (?!bit\b|little\b|lot\b|fan\b|few\b|mess\b)\w[\w-]*(?: \w[\w-]*){0,2}$",
    _I,
)
_I_HAVE: Final = Expression(r"^i have (?:\d+|two|three|four|five|six)\s\w+", _I)
_MY_IS: Final = Expression(
    r"^(?P<label>(?:my|our)\s.+?)\s(?:is|are)\s(?!called\b|named\b)(?P<what>\S.*)$", _I
)


class LocalThinker:
    """The `Thinker` port without any model. Never unavailable."""

    async def extract(self, said: Sequence[str], known: Sequence[str]) -> str:
        """The facts that the rules read, one a line, "subject: information"."""
        del known  # whoever asks compares with them
        lines = [line for message in said for line in _lines(message)]
        return "\n".join(dict.fromkeys(lines))


def _lines(message: str) -> Iterator[str]:
    for sentence in own_words(message):
        line = _by_form(plain_english(plain_sentence(sentence)[0]))
        if line:
            yield line
            continue
        wish = read_wish(sentence)
        if isinstance(wish, Tell):
            yield from (_line(fact) for fact in wish.facts if _is_of_ones_world(fact))


def _is_of_ones_world(fact: Fact) -> bool:
    """Whether a fact is the person's, or tells something that people have; no general knowledge."""
    first = fact.text.partition(" ")[0]
    is_own = first in words_ko.FIRST_PERSON or first.casefold() in words_en.FIRST_PERSON
    attribute = fact.attribute
    if not attribute or is_own or attribute_of(attribute).known:
        return True
    return read_moments(fact.value).any


def _by_form(sentence: str) -> str:
    """What forms say that the reading of wishes leaves to talk; "" when none of them fits."""
    if _PASSING.search(sentence):
        return ""
    for pattern, label in ((_CALLED_ONE, "나"), (_LIVES, "나 사는 곳"), (_WORKS, "나 직업")):
        if found := pattern.match(sentence):
            return f"{label}: {found['what']}"
    if found := _BETTER.match(sentence):
        return f"나 {found['of']} 선호: {found['what']}"
    if found := _OURS_IS_IN.match(sentence):
        return f"우리 {found['of']} 위치: {found['what']}"
    if _I_AM_ONE.match(sentence) or _I_HAVE.match(sentence):
        return f"me: {sentence}"
    return ""


def _line(fact: Fact) -> str:
    """A fact as "subject: information"."""
    text = fact.text
    if ":" in text:
        return text
    if has_hangul(text):
        return f"나: {_SELF_KO.sub('', text)}"
    found = _MY_IS.match(text)
    return f"{found['label']}: {found['what']}" if found else f"me: {text}"
