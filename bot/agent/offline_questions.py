"""What a question asks of the memories: of whom, which attribute, and which other words.

"또리가 언제 태어났지?" asks of 또리 the birthday, "where do I work?" of the person the employer.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest
from typing import Final

from bot.agent.offline_question_table import (
    ASKING_EN,
    ASKING_KO,
    ENGLISH_QUESTIONS,
    FIRST_EN,
    KOREAN_QUESTIONS,
    PRONOUNS,
    SEARCHED_NAMES,
)
from bot.agent.offline_words import SAME_KIND
from memory.facts.attributes import attribute_of, one_spelling, split_attribute
from memory.facts.hangul import bare, has_hangul
from memory.facts.romanization import romanize
from memory.facts.words_ko import CLASS_NOUNS, FILLERS, FIRST_PERSON

_WORD: Final = re.compile(r"[^\W_]+(?:['’.\-/+][^\W_]+)*")
_COPULA: Final = re.compile(
    r"(?<=.)(?:이었더라|이더라|였더라|더라|이었지|였지|이지|인지|인가요|인가|이에요|예요|이야|지|야|요)$"
)
_DOING: Final = re.compile(r"(?<=[가-힣]{2})(?:하[지나니냐더시]\S*|해요?|할\S?|했\S*)$")
_ELLIPSIS_KO: Final = re.compile(
    r"^(?:(?P<lead>그럼|그러면|그리고|그런데|근데)\s+)?(?P<what>\S{1,12}(?:\s\S{1,12})?)(?:은|는|도)요?$"
)
_ELLIPSIS_EN: Final = re.compile(
    r"^(?:(?:and|what about|how about|and what about)\s+)(?P<what>\S{1,20}(?:\s\S{1,20})?)$",
    re.IGNORECASE,
)
_ASKS_WHEN: Final = re.compile(
    r"언제|몇\s?시|며칠|몇\s?월|무슨\s?요일|\bwhen\b|what (?:time|day)", re.IGNORECASE
)
_TELL_ME: Final = re.compile(r"\b(?:tell|show|give|remind|teach|let)\s+(?:me|us)\b")
_OUR_HOUSE: Final = re.compile(r"(우리|저희) 집(?=\s\S)")
"""At the beginning of whose a thing is, it may be written apart."""
_LONGEST_LEANT_ON_CHARS: Final = 200
_LIST_CONCEPTS: Final = frozenset({"like", "dislike", "allergy", "pet", "hobby", "friend"})


@dataclass(frozen=True, slots=True)
class Question:
    """One question, taken apart.

    `subject` are the words that say of whom, `attribute` those that name what is asked of them;
    `concepts` are the attributes that either these or the verb of the question mean. `words` are
    all that an answer must hold when no attribute answers. `asks_when` tells that a day or an hour
    is asked for, `of_self` that the person asks about themselves.
    """

    subject: tuple[str, ...] = ()
    attribute: tuple[str, ...] = ()
    concepts: frozenset[str] = frozenset()
    of_self: bool = False
    asks_when: bool = False

    @property
    def words(self) -> tuple[str, ...]:
        """All that it names."""
        return self.subject + self.attribute

    @property
    def is_empty(self) -> bool:
        """Whether it names nothing at all ("뭐야?")."""
        return not self.words and not self.concepts

    @property
    def query(self) -> str:
        """The words to search with: of whom, and the attribute by its names; "" for neither."""
        names = [name for concept in sorted(self.concepts) for name in _names_of(concept)]
        others = [other for word in self.subject for other in _in_other_language(word)]
        return " ".join(dict.fromkeys((*self.subject, *self.attribute, *others, *names)))

    @property
    def may_have_many(self) -> bool:
        """Whether several memories may answer it together ("내가 좋아하는 게 뭐야?")."""
        return bool(self.concepts & _LIST_CONCEPTS) or not self.concepts


def read_question(text: str) -> Question:
    """Take one question apart."""
    said = _TELL_ME.sub(
        "", one_spelling(_OUR_HOUSE.sub(r"\1집", text)).replace("’", "'").rstrip(" ?？!.~")
    )
    concepts: set[str] = set()
    for pattern, meant in (*KOREAN_QUESTIONS, *ENGLISH_QUESTIONS):
        found = pattern.search(said)
        if found:
            concepts |= meant
            stays = found.groupdict().get("who") or ""
            said = f"{said[: found.start()]} {stays} {said[found.end() :]}"
            break
    asks_when = bool(_ASKS_WHEN.search(text))
    words, of_self = _content(said)
    if concepts:
        return Question(words, (), frozenset(concepts), of_self=of_self, asks_when=asks_when)
    subject, attribute = split_attribute(words)
    known = attribute_of(" ".join(attribute))
    if known.known and attribute:
        named = frozenset({known.concept})
        return Question(subject, attribute, named, of_self=of_self, asks_when=asks_when)
    return Question(words, of_self=of_self, asks_when=asks_when)


def resolve(text: str, earlier: Sequence[str]) -> Question:
    """Take a question apart that may lean on those before it, the latest first: "모카는?".

    What leans on nothing is read as it stands.
    """
    question = read_question(text)
    before = next((each for each in map(_whole, earlier) if each), None)
    if before is None:
        return question
    what = _elliptic(text)
    if what and not question.concepts:
        words, of_self = _content(one_spelling(what))
        return replace(before, subject=words, of_self=of_self)
    if what and question.attribute and not question.subject and not question.of_self:
        return replace(question, subject=before.subject, of_self=before.of_self)
    if question.concepts and any(word in PRONOUNS for word in _WORD.findall(text.casefold())):
        left = tuple(word for word in question.subject if word not in PRONOUNS)
        return replace(question, subject=(*before.subject, *left), of_self=before.of_self)
    return question


def _elliptic(text: str) -> str:
    """Of whom or what "모카는?" and "how about Mocha?" ask; "" for a whole question."""
    said = text.strip().rstrip("?？!. ")
    english = _ELLIPSIS_EN.match(said)
    if english:
        return english["what"]
    found = _ELLIPSIS_KO.match(said)
    asks = found is not None and (found["lead"] or re.search(r"[?？]\s*$", text))
    return found["what"] if found is not None and asks else ""


def _whole(text: str) -> Question | None:
    """An earlier message as a question that later ones may lean on."""
    if len(text) > _LONGEST_LEANT_ON_CHARS or _elliptic(text):
        return None
    question = read_question(text)
    return question if question.concepts else None


def _in_other_language(word: str) -> tuple[str, ...]:
    return SAME_KIND.get(word) or ((romanize(word),) if has_hangul(word) else ())


def _names_of(concept: str) -> tuple[str, ...]:
    return (concept, *SEARCHED_NAMES.get(concept, ()))


def _content(said: str) -> tuple[tuple[str, ...], bool]:
    """The words that say something, bare, and whether the person speaks of themselves."""
    words: list[str] = []
    of_self = False
    said_words = [raw.removesuffix("'s") for raw in _WORD.findall(said)]
    for word, after in zip_longest(said_words, said_words[1:], fillvalue=""):
        if word == "전" and attribute_of(f"전 {bare(after)}").known:
            words.append(word)  # "전 회사", and no "저는"
        elif word in FIRST_PERSON or bare(word) in FIRST_PERSON or word in FIRST_EN:
            of_self = True
        elif word in ASKING_EN or ASKING_KO.fullmatch(word) or word in FILLERS:
            continue
        elif stem := _stem(word):
            words.append(stem)
    return tuple(words), of_self


def _stem(word: str) -> str:
    """A word without its particle, a copula and a light verb: "회의하지" is "회의"."""
    if word in CLASS_NOUNS or attribute_of(word).known:
        return word
    return bare(_COPULA.sub("", _DOING.sub("", word)))
