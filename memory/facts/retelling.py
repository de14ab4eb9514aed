"""Tells whether a text says once more what facts say, in whatever words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from memory.facts.clauses import split_sentences
from memory.facts.conflict import Reading, repeats
from memory.facts.grounding import speaks_of_another
from memory.facts.reading import read_fact
from memory.records import Fact

_PERSON: Final = frozenset({"", "나", "me"})
_LEAST_CHARS: Final = 2
_START_CHARS: Final = 5
_LONGEST_SENTENCE_CHARS: Final = 120
"""Of one that is read as a fact, which takes a millisecond."""


def retells(text: str, facts: Sequence[Fact]) -> bool:
    """Whether a sentence of the text has the value of a fact as that fact has it.

    It names whose and which value that is ("내 혈액형은 …이라서"), or says the same as the fact.
    Quick where no value stands in the text.
    """
    folded = _folded(text)
    near = [each for each in facts if _has_value(folded, each)]
    if not near:
        return False
    return any(_tells(line, each) for line in split_sentences(text) for each in near)


def _tells(sentence: str, fact: Fact) -> bool:
    folded = _folded(sentence)
    if not _has_value(folded, fact):
        return False
    named = fact.attribute if fact.subject in _PERSON else f"{fact.subject} {fact.attribute}"
    if all(_start(word) in folded for word in _folded(named).split()):
        return not speaks_of_another(sentence, fact.text)
    return len(sentence) <= _LONGEST_SENTENCE_CHARS and _says_same(sentence, fact)


def _says_same(sentence: str, fact: Fact) -> bool:
    if speaks_of_another(sentence, fact.text):
        return False
    return repeats(Reading.of(read_fact(sentence)), Reading.of(fact))


def _has_value(folded: str, fact: Fact) -> bool:
    value = _folded(fact.value)
    return bool(fact.attribute) and len(value) >= _LEAST_CHARS and value in folded


def _start(word: str) -> str:
    """What a word has in common with its other forms: "allergy", "allergic"."""
    return word[:_START_CHARS] if word.isascii() else word


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
