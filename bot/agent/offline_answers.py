"""Which remembered lines answer a question, decided by words: same subject, same attribute."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.turn import Language
from memory.facts.attributes import attribute_of, one_spelling, split_attribute
from memory.facts.hangul import bare, has_final, predicate_stem
from memory.facts.reading import read_fact
from memory.facts.words_ko import FILLERS, FIRST_PERSON
from memory.records import Fact
from memory.search.analyzer import terms

_WORD: Final = re.compile(r"[^\W_]+(?:['’.\-/+][^\W_]+)*")
_ASKING_KO: Final = re.compile(
    r"(?:언제|며칠|뭐|뭘|뭔|무엇|무슨|어디|누구|누가|얼마|몇|어떻게|어떤|왜|어느)\S*"
    r"|(?:알려|말해|가르쳐|찾아|보여)\S*|줘|줄래|주세요|줄\s*수|있|있어|있나|있지|있니|있나요|있어요|있었지"
    r"|기억\S*|알아|알지|알고|아니|아는|아세요|혹시|대해|대해서|관해|관한|대한|것|거|게|건|거야|건가|이지|였지|이야|야"
)
_ASKING_WORDS: Final = """
what what's when when's where where's who who's whose which why how many much old do does did is
are was were am be been the a an of in on at to for about you your please tell me can could would
know remember remind again it's it that this there have has had i'm
"""
_ASKING_EN: Final = frozenset(_ASKING_WORDS.split())
_FIRST_EN: Final = frozenset({"i", "my", "mine", "me", "myself", "we", "our", "us"})
_COPULA: Final = re.compile(
    r"(?<=.)(?:이었더라|이더라|였더라|더라|이었지|였지|이지|인지|인가요|인가|이에요|예요|이야|지|야|요)$"
)


@dataclass(frozen=True, slots=True)
class _Question:
    """Its words but for those that only ask, and whether it asks about the person themselves."""

    words: tuple[str, ...]
    is_about_self: bool


def choose_lines(question: str, lines: Sequence[str]) -> list[str]:
    """Those of the remembered lines that answer the question, in their order."""
    asked = _read(question)
    if not asked.words:
        return []
    return [line for line in lines if _answers(asked, read_fact(line))]


def phrase(line: str, language: Language) -> str:
    """A remembered line as a sentence to say, in its own words."""
    fact = read_fact(line)
    topic = f"{fact.subject} {fact.attribute}".strip()
    said = line.rstrip(" .!。")
    if language is Language.ENGLISH:
        return f"I remember this: “{said}”."
    topical = topic and topic in line and fact.value and said.endswith(fact.value)
    if topical and not re.search(r"[다요]$", fact.value):
        return f"{topic}{'은' if has_final(topic) else '는'} {fact.value}{_copula(fact.value)}."
    return f"“{said}”라고 기억하고 있어요."


def _copula(value: str) -> str:
    return "예요" if has_final(value) is False else "이에요"


def _read(question: str) -> _Question:
    words: list[str] = []
    is_about_self = False
    for raw in _WORD.findall(one_spelling(question)):
        word = raw.removesuffix("'s").removesuffix("’s")
        if word in FIRST_PERSON or bare(word) in FIRST_PERSON or word in _FIRST_EN:
            is_about_self = True
        elif word in _ASKING_EN or _ASKING_KO.fullmatch(word) or word in FILLERS:
            continue
        elif stem := bare(_COPULA.sub("", word)):
            words.append(stem)
    return _Question(tuple(words), is_about_self)


def _answers(asked: _Question, fact: Fact) -> bool:
    subject, attribute = split_attribute(asked.words)
    concept = attribute_of(" ".join(attribute))
    is_of_self = (
        not fact.subject or fact.subject in FIRST_PERSON or (fact.subject.casefold() in _FIRST_EN)
    )
    if asked.is_about_self and not is_of_self and not _all_in(subject, fact.subject):
        return False
    same_concept = (
        concept.known
        and fact.attribute != ""
        and (attribute_of(fact.attribute).concept == concept.concept)
    )
    if same_concept:
        if asked.is_about_self and not subject:
            return is_of_self
        return _all_in(subject, fact.text)
    if asked.is_about_self and not subject and not is_of_self:
        return False
    return _all_in(asked.words, fact.text)


def _all_in(words: Sequence[str], text: str) -> bool:
    """Whether each word stands in the text, in whatever form."""
    text = one_spelling(text)
    held = [bare(each.removesuffix("'s")) for each in _WORD.findall(text)]
    stems = {predicate_stem(each) for each in held}
    found = set(terms(text))
    return all(
        word in held
        or predicate_stem(word) in stems
        or (word.isascii() and bool(found.intersection(terms(word))))
        or (len(word) > 2 and word in text.replace(" ", ""))  # noqa: PLR2004 - two may be a part of another word
        for word in words
    )
