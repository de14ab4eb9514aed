"""Which remembered lines answer a question, decided by words: same subject, same attribute."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Final

from bot.agent.offline_questions import Question, read_question
from bot.agent.offline_words import SAME_KIND
from bot.turn import Language
from memory.facts.attributes import one_spelling
from memory.facts.claims import Claim, claim_of
from memory.facts.copula import strip_copula
from memory.facts.dates import read_moments
from memory.facts.hangul import bare, has_final, has_hangul, predicate_stem
from memory.facts.reading import read_fact
from memory.facts.romanization import sounds
from memory.facts.words_en import CLASS_NOUNS as ENGLISH_CLASS_NOUNS
from memory.facts.words_ko import CLASS_NOUNS, CLASS_SYNONYMS, FIRST_PERSON
from memory.records import FIRST_PERSON_SUBJECTS, Fact
from memory.search.analyzer import terms

_WORD: Final = re.compile(r"[^\W_]+(?:['’.\-/+][^\W_]+)*")
_TASTES: Final = {
    # what the verb of a question asks for, and the attributes and words that tell it
    "like": (
        ("like", "favorite", "prefer"),
        frozenset({"좋아하", "lik", "lov", "prefer", "enjoy"}),
    ),
    "dislike": (("dislike",), frozenset({"좋아하", "lik"})),
    "allergy": (("allergy",), frozenset({"먹", "마시", "eat", "drink"})),
    "pet": (("pet",), frozenset({"키우", "기르", "rais"})),
}
_WIDER: Final = {"like": "like", "favorite": "like", "prefer": "like", "dislike": "dislike"}
_PETS: Final = frozenset({"강아지", "고양이", "반려동물", "dog", "cat", "pet"})
_GENERAL: Final = frozenset({"번호", "이름", "날짜", "시간", "주소", "number", "date", "time"})
_NAMED: Final = re.compile(
    r"^(?P<name>\S+?)(?:은|는)\s(?P<who>.+?)(?:\s?이름)?$"
    r"|^(?P<called>\S+) is (?:my|our|the) (?P<whose>.+?)(?:'s name)?$",
    re.IGNORECASE,
)
"""A name told by what bears it: "또리는 우리 집 고양이 이름이야", "Mocha is my cat"."""
_OWN: Final = re.compile(r"(?:내|제|나의|저의)\s(\S+(?:\s\S+)?)(?:은|는|이|가)\s")
"""What is one's own, told by a name that no table of attributes knows: "내 좌우명은 정직이야"."""
_DENIED: Final = frozenset({"dislike", "allergy"})
"""Of these a sentence tells only when it denies: "못 먹는다", "싫어한다"."""


def choose_lines(question: str | Question, lines: Sequence[str]) -> list[str]:
    """Those of the remembered lines that answer the question, in their order."""
    asked = read_question(question) if isinstance(question, str) else question
    if asked.is_empty:
        return []
    answering = [line for line in lines if _answers(asked, read_fact(line))]
    if not answering and _asks_of_somebody(asked):
        return [line for line in lines if _all_in(asked.attribute, read_fact(line).subject)]
    wider = frozenset(each.partition(" ")[0] for each in asked.concepts if " " in each)
    if answering or not wider & _WIDER.keys():
        return answering
    # nothing tells which food is liked: what is liked at all may be one
    asked = replace(
        asked, attribute=(), concepts=frozenset(_WIDER[each] for each in wider & _WIDER.keys())
    )
    return [line for line in lines if _answers(asked, read_fact(line))]


def related_lines(question: str | Question, lines: Sequence[str]) -> list[str]:
    """Those that are about whom the question names, whatever they say of them, in their order.

    None when the person asks about themselves, or names nobody.
    """
    asked = read_question(question) if isinstance(question, str) else question
    if not asked.subject:
        return []
    return [line for line in lines if _all_in(asked.subject, _topic(read_fact(line)))]


def phrase(line: str, language: Language) -> str:
    """A remembered line as a sentence to say, in its own words."""
    fact = read_fact(line)
    whose = "" if fact.subject in FIRST_PERSON else fact.subject
    topic = f"{whose} {fact.attribute}".strip()
    said = line.rstrip(" .!。")
    if language is Language.ENGLISH:
        return f"I remember this: “{said}”."
    topical = topic and topic in line and fact.value and said.endswith(fact.value)
    if topical and not re.search(r"[다요]$", fact.value):
        return f"{topic}{'은' if has_final(topic) else '는'} {fact.value}{_copula(fact.value)}."
    return f"“{said}”{'이라고' if has_final(said) else '라고'} 기억하고 있어요."


def _copula(value: str) -> str:
    return "예요" if has_final(value) is False else "이에요"


def _asks_of_somebody(asked: Question) -> bool:
    """Whether all that is asked for is somebody or something of theirs ("내 동생 기억해?")."""
    kinds = CLASS_NOUNS | ENGLISH_CLASS_NOUNS
    return bool(asked.attribute) and not asked.subject and kinds.issuperset(asked.attribute)


def _names(asked: Question, fact: Fact) -> bool:
    """Whether a name is asked for, and a sentence tells whose or what it is."""
    if "name" not in asked.concepts or not asked.subject:
        return False
    said = fact.text.rstrip(" .!")
    found = _NAMED.match(said if said.isascii() else strip_copula(said) or "")
    if found is None:
        return False
    who = (found["who"] or found["whose"]).split()
    return _all_in(asked.subject[-1:], who[-1]) and _all_in(asked.subject, " ".join(who))


def _answers(asked: Question, fact: Fact) -> bool:
    if _names(asked, fact):
        return True
    claim = claim_of(fact)
    if "pet" in asked.concepts and not asked.subject and claim.who.name in _PETS:
        return True
    is_of_self = _is_of_self(fact, claim) or _is_own(asked, fact)
    if asked.of_self and not asked.subject and not is_of_self:
        return False
    if _tells(asked, fact, claim):
        return _all_in(asked.subject, fact.text)
    is_named = _all_in(asked.subject, _topic(fact)) and not _is_anothers(asked, fact)
    is_of_another = asked.of_self and not is_of_self and not is_named
    return not is_of_another and _holds_words(asked, fact)


def _holds_words(asked: Question, fact: Fact) -> bool:
    """Whether a fact answers by its words, where no attribute of its own does."""
    if asked.concepts and not asked.attribute:
        return False
    is_timeless = asked.asks_when and not asked.attribute and not read_moments(fact.text).any
    return not is_timeless and _all_in(asked.words, fact.text)


def _tells(asked: Question, fact: Fact, claim: Claim) -> bool:
    """Whether a fact gives what is asked for a value."""
    if claim.concept in asked.concepts or _is_sort_of(fact.attribute, asked.attribute):
        return True
    for concept in asked.concepts & _TASTES.keys():
        attributes, verbs = _TASTES[concept]
        if claim.concept.partition(" ")[0] in attributes:
            return True
        if verbs.intersection(claim.terms) and claim.negative == (concept in _DENIED):
            return True
    is_who = {"name", "job"} <= asked.concepts and not asked.subject
    return is_who and fact.subject in FIRST_PERSON_SUBJECTS and not fact.attribute


def _is_sort_of(told: str, asked: Sequence[str]) -> bool:
    """Whether "번호" was asked for and "전화번호" told."""
    return len(asked) == 1 and asked[0] in _GENERAL and told.casefold().endswith(asked[0])


def _is_of_self(fact: Fact, claim: Claim) -> bool:
    if fact.subject:
        return fact.subject in FIRST_PERSON or fact.subject in FIRST_PERSON_SUBJECTS
    return not claim.topic


def _is_anothers(asked: Question, fact: Fact) -> bool:
    """Whether a fact is of somebody whom the question names in no word."""
    return bool(fact.subject) and not any(_all_in([each], fact.subject) for each in asked.words)


def _is_own(asked: Question, fact: Fact) -> bool:
    """Whether a sentence without fields tells of just what a person asks of themselves."""
    owned = _OWN.match(fact.text)
    return owned is not None and {bare(each) for each in owned[1].split()} == set(asked.words)


def _topic(fact: Fact) -> str:
    """The words that say of whom a fact speaks; all but its value, where it gives one."""
    if fact.value and fact.text.endswith(fact.value):
        return fact.text.removesuffix(fact.value)
    first, _, _ = fact.text.partition(" ")
    return f"{fact.subject} {first}" if claim_of(fact).topic else fact.subject


def _all_in(words: Sequence[str], text: str) -> bool:
    """Whether each word stands in the text, in whatever form or script."""
    text = one_spelling(text)
    held = [bare(each.removesuffix("'s")) for each in _WORD.findall(text)]
    return all(_is_in(word, text, held) for word in words)


def _is_in(word: str, text: str, held: Sequence[str]) -> bool:
    forms = {word, *SAME_KIND.get(word, ())}
    if forms.intersection(held) or _is_named(word, held):
        return True
    if not has_hangul(word):
        return bool(set(terms(text)).intersection(terms(word)))
    if predicate_stem(word) in {predicate_stem(each) for each in held}:
        return True
    return len(word) > 2 and word in text.replace(" ", "")  # noqa: PLR2004 - two may be a part of another word


def _is_named(word: str, held: Sequence[str]) -> bool:
    """Whether a name is told in the other script, or a class by another word for it."""
    if any(sounds(each) == sounds(word) for each in held if has_hangul(each) != has_hangul(word)):
        return True
    if word in CLASS_NOUNS and any(each.endswith(word) for each in held):
        return True  # "여동생" is a "동생"
    kind = CLASS_SYNONYMS.get(word, word)
    return kind in {CLASS_SYNONYMS.get(each, each) for each in held}
