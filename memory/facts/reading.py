"""Reading a fact from a sentence: the line to keep, and its subject, attribute and value."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, tzinfo

from memory.facts.attributes import attribute_of
from memory.facts.calendar_words import date_relative_words
from memory.facts.clauses import split_clauses
from memory.facts.copula import strip_change
from memory.facts.hangul import has_hangul
from memory.facts.kinds import kind_of
from memory.facts.sentences_en import read_english, strip_english_change
from memory.facts.sentences_ko import read_korean
from memory.facts.statement import Statement, read_colon
from memory.records import Fact, MemoryType

_INVISIBLE = re.compile(
    r"[\u200b-\u200f\u2028-\u202e\u2060-\u2064\ufeff\x00-\x08\x0b\x0c\x0e-\x1f\x7f]"
)
_POLITE = (
    (re.compile(r"(?<=[아어해여와워봐줘])요$"), ""),
    (re.compile(r"(?<=[이])에요$"), "야"),
)


def read_fact(text: str, *, at: datetime | None = None, tz: tzinfo | None = None) -> Fact:
    """Read the fact that a sentence states, in the language it was told in.

    A plain "S(의) A은/는 V이야" becomes the line "S A: V"; any other sentence stays as told, on one
    line, in NFC. The subject "나" or "me" is the person; "" when none was said. `at` is the
    message's time and `tz` the person's time zone: with them "어제" gets its date.

    Reading the fact's own text again gives the same fact.
    """
    line = one_line(text)
    if at is not None:
        line = date_relative_words(line, at, tz)
    fact = _read_line(line)
    while fact.text != line:  # shorter each time, or "subject attribute: value", which stays
        line = fact.text
        fact = _read_line(line)
    return fact


def read_facts(
    text: str, *, at: datetime | None = None, tz: tzinfo | None = None
) -> tuple[Fact, ...]:
    """Read every fact that a text states: "A는 B이고 C는 D야" states two."""
    return tuple(read_fact(clause, at=at, tz=tz) for clause in split_clauses(one_line(text)))


def one_line(text: str) -> str:
    """The text in NFC, on one line, without invisible characters and outer space."""
    composed = unicodedata.normalize("NFC", text)
    return " ".join(_INVISIBLE.sub(" ", composed).split())


def read_statement(line: str) -> Statement | None:
    """Take one line apart; None when it gives no attribute a value."""
    statement = read_colon(line)
    if statement is not None:
        value, _ = strip_change(statement.value)
        value, _ = strip_english_change(value)
        return Statement(
            statement.subject,
            statement.attribute,
            value.strip(" .!\"'"),
            changed=value != statement.value,
            canonical=line.rstrip(" .") if not line.endswith("다.") else line,
        )
    return read_english(line) or read_korean(line)


def _read_line(line: str) -> Fact:
    statement = read_statement(line)
    told = _without_politeness(line)
    if statement is None:
        return Fact(told, type=kind_of(told))
    is_slot = bool(statement.canonical) and read_colon(statement.canonical) is not None
    kept = one_line(statement.canonical) if is_slot else told
    return Fact(
        kept,
        type=_kind(statement, kept),
        subject=_subject(statement, line),
        attribute=statement.attribute,
        value=statement.value,
    )


def _kind(statement: Statement, text: str) -> MemoryType:
    """The kind of a memory; one that gives an attribute a value is no event."""
    if attribute_of(statement.attribute).concept.startswith("answer "):
        return MemoryType.PROCEDURAL
    kind = kind_of(text)
    done = statement.value.endswith(("완료", "done"))
    if kind is MemoryType.EPISODIC and statement.attribute and not done:
        return MemoryType.SEMANTIC
    return kind


def _subject(statement: Statement, line: str) -> str:
    if statement.subject.words:
        return " ".join(statement.subject.words)
    if not statement.subject.first_person:
        return ""
    return "나" if has_hangul(line) else "me"


def _without_politeness(line: str) -> str:
    """The sentence without a politeness that its plain form can lose safely ("먹어요" → "먹어")."""
    plain = line
    for ending, shorter in _POLITE:
        plain = ending.sub(shorter, plain)
    return plain
