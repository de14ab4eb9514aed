"""A statement taken apart: of whom it speaks, which attribute, and the value it gives."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.facts.attributes import attribute_of, split_attribute
from memory.facts.hangul import bare_name, split_particle
from memory.facts.words_en import CLASS_NOUNS as ENGLISH_CLASS_NOUNS
from memory.facts.words_en import FIRST_PERSON as ENGLISH_FIRST_PERSON
from memory.facts.words_ko import CLASS_NOUNS, FIRST_PERSON, NOUNS_LIKE_PARTICLES

LONGEST_LEFT_CHARS = 48
_MOST_WORDS_BEFORE_VALUE = 7
_APOSTROPHE_S = re.compile(r"['’]s?$")
_COLON = re.compile(r"^(?P<left>[^:：]+?)\s*[:：](?P<gap>\s*)(?P<value>\S.*)$")


@dataclass(frozen=True, slots=True)
class Subject:
    """Of whom or what: the words as said, without particles; `first_person` for "내" and "my"."""

    words: tuple[str, ...] = ()
    first_person: bool = False


@dataclass(frozen=True, slots=True)
class Statement:
    """One statement. `attribute` is "" when it only says what the subject is.

    `slot` tells that it has the form "subject attribute: value" and not that of a free sentence
    ("lives in …"). `changed` tells that the words speak of a change ("로 연기", "moved to"),
    `added` of one more value ("등산도"), `canonical` is the line to keep, "" for all as told.
    """

    subject: Subject
    attribute: str
    value: str
    slot: bool = True
    changed: bool = False
    added: bool = False
    canonical: str = ""


def read_colon(line: str) -> Statement | None:
    """Read "subject attribute: value"."""
    found = _COLON.match(line)
    if found is None or len(found["left"]) > LONGEST_LEFT_CHARS:
        return None
    left, value = found["left"], found["value"]
    if not found["gap"] and (left[-1:].isdigit() or value.startswith("//")):
        return None
    if len(left.split()) > _MOST_WORDS_BEFORE_VALUE or re.search(r"[.!?]\s", left):
        return None
    subject, attribute = read_left(left)
    return Statement(subject, attribute, value)


def read_left(left: str) -> tuple[Subject, str]:
    """Divide what stands before a value ("고양이 나비의 생일", "my dog's birthday") into two.

    The attribute is "" for a person alone ("친구 민수", "나").
    """
    words: list[str] = []
    first_person = False
    owner_ends = 0
    said = [_APOSTROPHE_S.sub("'s", word).strip(",\"'“”‘’") for word in left.split()]
    for place, word in enumerate(said):
        of_me = word in FIRST_PERSON or word.casefold() in ENGLISH_FIRST_PERSON
        if of_me and not words and not _means_former(word, said[place + 1 :]):
            first_person = True
            continue
        owned = _owner(word)
        if owned and place + 1 < len(said):
            words.append(bare_name(owned))
            owner_ends = len(words)
            continue
        words.append(_without_topic(word))
    if owner_ends:
        owner, rest = tuple(words[:owner_ends]), tuple(words[owner_ends:])
        return Subject(owner, first_person), " ".join(rest)
    if not words:
        return Subject((), first_person), ""
    if _is_person_alone(words):
        return Subject(_named(tuple(words)), first_person), ""
    owner, attribute = split_attribute(tuple(words))
    return Subject(_named(owner), first_person), " ".join(attribute)


def _means_former(word: str, rest: list[str]) -> bool:
    """Whether "전" is no "저는" but stands before what one had ("전 회사")."""
    phrase = " ".join((word, *map(_without_topic, rest)))
    return word == "전" and attribute_of(phrase).concept.startswith("former ")


def _owner(word: str) -> str:
    """The owner in a possessive ("또리의", "Toto's"), "" in another word."""
    if word.endswith("'s"):
        return word[:-2]
    if word.endswith("의") and word not in NOUNS_LIKE_PARTICLES:
        return word[:-1]
    return ""


def _without_topic(word: str) -> str:
    stem, particle = split_particle(word)
    return stem if particle in {"은", "는", "가", "은요", "는요"} else word


def _named(words: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(bare_name(word) for word in words)


def _is_person_alone(words: list[str]) -> bool:
    """Whether the words are a class and a name ("친구 민수", "brother Tom"), with no attribute."""
    classes = CLASS_NOUNS | ENGLISH_CLASS_NOUNS
    if len(words) == 1:
        return words[0].casefold() in classes and not attribute_of(words[0]).known
    return (
        len(words) == 2  # noqa: PLR2004 - class and name
        and words[0].casefold() in classes
        and words[1].casefold() not in classes
        and not attribute_of(words[1]).known
        and not attribute_of(" ".join(words)).known
        and (words[1][:1].isupper() or words[0] in CLASS_NOUNS)
        and not words[1].endswith(("일", "데모", "서버", "마감", "회의", "미팅"))
    )
