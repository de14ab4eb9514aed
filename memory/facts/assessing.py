"""How sure it is that a fact which nobody asked to keep was meant as one."""

from __future__ import annotations

import re
from typing import Final

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.grounding import same_polarity
from memory.facts.policy import read_wish
from memory.facts.wishes import Tell
from memory.records import Fact

SURE: Final = 0.9
"""The rules read the same from the sentence as whoever proposed the fact."""
LIKELY: Final = 0.8
"""All of it was said, as a plain statement of the person's own."""
PARTLY: Final = 0.7
"""Some of its words were not said."""
OF_OTHERS: Final = 0.6
"""It is about somebody or something else, and no lasting attribute of theirs."""
DOUBTFUL: Final = 0.5
"""It was said as a guess, in fun or for the moment, or the fact turns it round."""

_GUESSED: Final = Expression(
    r"것 같|거 같|듯|아마|어쩌면|글쎄|혹시|대충|왠지|지도 (?:몰라|모르)|싶어"
    r"|ㅋㅋ|ㅎㅎㅎ|😂|🤣|😜|;\)"
    r"|\b(?:maybe|perhaps|probably|possibly|i think|i guess|i suppose|not sure|might|kind of"
    r"|sort of|lol|haha|lmao)\b",
    re.IGNORECASE,
)
_PASSING: Final = Expression(
    r"오늘|지금|방금|아까|이따|잠깐|내일|모레|이번 주|다음 주|주말에|피곤|배고|졸려|졸리|심심|바빠"
    r"|(?<!매주 )[월화수목금토일]요일(?!마다|\s?(?:휴무|휴일))"
    r"|\bon (?:mon|tues|wednes|thurs|fri|satur|sun)day\b"
    r"|\b(?:have|got) an? (?:meeting|call|appointment|headache|cold|fever)\b"
    r"|\b(?:today|tonight|right now|at the moment|just now|tomorrow|this week|next week"
    r"|this weekend|tired|hungry|sleepy|bored|busy)\b",
    re.IGNORECASE,
)
_PERSON: Final = frozenset({"나", "me"})


def judged_confidence(sentence: str, fact: Fact, *, share: float) -> float:
    """The confidence (0 to 1) of a fact drawn from a sentence.

    `share` is the part of its words that were said. Below `LIKELY` it is always asked about.
    """
    if _GUESSED.search(sentence) or _PASSING.search(sentence):
        return DOUBTFUL
    if not same_polarity(sentence, fact.text):
        return DOUBTFUL
    lasting = bool(fact.attribute) and attribute_of(fact.attribute).known
    if not lasting and fact.subject not in _PERSON:
        return OF_OTHERS
    if _is_read_by_rules(sentence, fact):
        return SURE
    return LIKELY if share >= 1 else PARTLY


def _is_read_by_rules(sentence: str, fact: Fact) -> bool:
    wish = read_wish(sentence)
    if not isinstance(wish, Tell):
        return False
    return any(_same(told, fact) for told in wish.facts)


def _same(one: Fact, other: Fact) -> bool:
    if one.attribute and other.attribute:
        concepts = attribute_of(one.attribute).concept, attribute_of(other.attribute).concept
        return concepts[0] == concepts[1] and one.value.casefold() == other.value.casefold()
    return one.content_key in other.content_key or other.content_key in one.content_key
