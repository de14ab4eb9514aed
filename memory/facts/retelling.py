"""Tells whether a text says once more what facts say, in whatever words."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from datetime import UTC, datetime
from typing import Final

from memory.facts.clauses import split_sentences
from memory.facts.conflict import Verdict, judge
from memory.facts.grounding import speaks_of_another
from memory.facts.reading import read_fact
from memory.records import Fact, Memory, Recollection, Scope, Source, SourceKind

_PERSON: Final = frozenset({"", "나", "me"})
_LEAST_CHARS: Final = 2
_START_CHARS: Final = 5
_LONGEST_SENTENCE_CHARS: Final = 120
"""Of one that is read as a fact, which takes a millisecond."""
_NOWHERE: Final = Scope("-", "-")
_NEVER: Final = datetime.min.replace(tzinfo=UTC)


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
    known = Memory("-", _NOWHERE, fact, Source(SourceKind.WISH, "", _NEVER), _NEVER, _NEVER)
    if speaks_of_another(sentence, fact.text):
        return False
    return judge(read_fact(sentence), [Recollection(known, 0.0)]).verdict is Verdict.DUPLICATE


def _has_value(folded: str, fact: Fact) -> bool:
    value = _folded(fact.value)
    return bool(fact.attribute) and len(value) >= _LEAST_CHARS and value in folded


def _start(word: str) -> str:
    """What a word has in common with its other forms: "allergy", "allergic"."""
    return word[:_START_CHARS] if word.isascii() else word


def _folded(text: str) -> str:
    return unicodedata.normalize("NFC", text).casefold()
