"""Memories as a file that a person can keep: JSON to take back in, Markdown to read.

A file that comes back is a stranger's word. Of each entry only what it says is taken, through the
same filters as everything else; owner, ids and times are the server's, whatever the file claims.
"""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final, TypeAlias, TypeGuard

from memory.errors import FileUnreadable, Rejection
from memory.facts.fitness import LONGEST_FACT_CHARS
from memory.facts.junk import JunkKind, clean_line, junk_kind
from memory.facts.reading import one_line, read_fact
from memory.facts.secrets import find_secret
from memory.records import Fact, Memory, MemoryType

FORMAT: Final = "ttori-memories"
VERSION: Final = 1

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None
Flaw: TypeAlias = JunkKind | Rejection

_MARKS: Final = re.compile(r"([\\`*_\[\]<>#|~&])")
_LEADING_MARK: Final = re.compile(r"^(\d*)([-+=.)])")
_LEAST_IMPORTANCE, _MOST_IMPORTANCE = 1, 10


@dataclass(frozen=True, slots=True)
class ImportedFact:
    """What one entry of a file says. `entry` counts from 1; `flaw` is why it must not be kept."""

    entry: int
    fact: Fact
    flaw: Flaw | None = None


def export_json(memories: Sequence[Memory], at: datetime) -> str:
    """The memories as a JSON file, in this order; `at` is the time of the export.

    Read back by `read_json`, each fact that the filters pass is the same fact.
    """
    whole: dict[str, Json] = {
        "format": FORMAT,
        "version": VERSION,
        "exported_at": at.isoformat(),
        "memories": [_entry(memory) for memory in memories],
    }
    return json.dumps(whole, ensure_ascii=False, indent=2) + "\n"


def export_markdown(
    memories: Sequence[Memory],
    at: datetime,
    *,
    title: str = "또리가 기억하는 것 · What Ttori remembers",
    others: str = "그 밖에 · Other",
) -> str:
    """The memories as Markdown, by subject in order of first mention; those without one come last.

    What people wrote cannot become Markdown of its own.
    """
    by_subject: dict[str, list[Memory]] = {}
    for memory in memories:
        by_subject.setdefault(memory.fact.subject, []).append(memory)
    nameless = by_subject.pop("", [])
    groups = [(_plain(subject), held) for subject, held in by_subject.items()]
    if nameless:
        groups.append((others, nameless))
    lines = [f"# {title}", "", f"{at:%Y-%m-%d} · {len(memories)}"]
    for heading, held in groups:
        lines += ["", f"## {heading}", ""]
        lines += [f"- {_plain(each.text)} ({each.updated_at:%Y-%m-%d})" for each in held]
    return "\n".join(lines) + "\n"


def read_json(text: str) -> list[ImportedFact]:
    """What the entries of an exported file say, in order, each with its flaw if it has one.

    An entry needs a `text`; what else it may have is as in an export. Raises `FileUnreadable`,
    which names the line or the entry.
    """
    whole = _parse(text.removeprefix("\ufeff"))
    if not isinstance(whole, dict) or whole.get("format") != FORMAT:
        raise FileUnreadable(f'This is no export of memories: "format" must be "{FORMAT}".')
    if whole.get("version") != VERSION:
        raise FileUnreadable(
            f"This export is of version {whole.get('version')}, this program reads {VERSION}."
        )
    entries = whole.get("memories")
    if not isinstance(entries, list):
        raise FileUnreadable('"memories" must be a list.')
    return [_Entry(number, entry).read() for number, entry in enumerate(entries, start=1)]


def _entry(memory: Memory) -> Json:
    fact = memory.fact
    return {
        "text": fact.text,
        "type": fact.type.value,
        "subject": fact.subject,
        "attribute": fact.attribute,
        "value": fact.value,
        "tags": list(fact.tags),
        "confidence": fact.confidence,
        "importance": fact.importance,
        "created_at": memory.created_at.isoformat(),
        "updated_at": memory.updated_at.isoformat(),
        "source": {
            "kind": memory.source.kind.value,
            "text": memory.source.text,
            "at": memory.source.at.isoformat(),
        },
    }


def _plain(text: str) -> str:
    """The text as Markdown that shows just it."""
    return _LEADING_MARK.sub(r"\1\\\2", _MARKS.sub(r"\\\1", one_line(text)))


def _parse(text: str) -> Json:
    try:
        whole: Json = json.loads(text)
    except json.JSONDecodeError as error:
        raise FileUnreadable(
            f"This is not JSON: line {error.lineno}, column {error.colno}: {error.msg}."
        ) from error
    except (ValueError, RecursionError) as error:
        raise FileUnreadable(f"This is not JSON that can be read ({error}).") from error
    return whole


class _Entry:
    """One entry of a file, and its number in what is said of it."""

    def __init__(self, number: int, fields: Json) -> None:
        self._number = number
        if not isinstance(fields, dict):
            raise self._fault("must be an object")
        self._fields = fields

    def read(self) -> ImportedFact:
        """What it says. Raises `FileUnreadable`."""
        fact = self._fact()
        return ImportedFact(self._number, fact, _flaw(fact))

    def _fact(self) -> Fact:
        told = self._text("text", needed=True)
        line = clean_line(told)
        read = read_fact(line)
        if line == told and any(name in self._fields for name in ("subject", "attribute", "value")):
            read = Fact(
                line,
                type=read.type,
                subject=self._text("subject"),
                attribute=self._text("attribute"),
                value=self._text("value"),
            )
        return replace(
            read,
            type=self._type(read.type),
            tags=self._tags(),
            confidence=self._number_within("confidence", 0, 1, otherwise=1.0),
            importance=round(
                self._number_within("importance", _LEAST_IMPORTANCE, _MOST_IMPORTANCE, otherwise=5)
            ),
        )

    def _text(self, name: str, *, needed: bool = False) -> str:
        value = self._fields.get(name, None if needed else "")
        if not isinstance(value, str) or not _is_writable(value):
            raise self._fault(f"{name} must be a text")
        return one_line(value)

    def _type(self, otherwise: MemoryType) -> MemoryType:
        value = self._fields.get("type", otherwise.value)
        if value not in list(MemoryType):
            raise self._fault(f"type must be one of {', '.join(MemoryType)}")
        return MemoryType(str(value))

    def _tags(self) -> tuple[str, ...]:
        value = self._fields.get("tags", [])
        if not isinstance(value, list) or not _are_texts(value):
            raise self._fault("tags must be a list of texts")
        return tuple(tag for tag in map(one_line, value) if tag)

    def _number_within(self, name: str, least: int, most: int, *, otherwise: float) -> float:
        value = self._fields.get(name, otherwise)
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self._fault(f"{name} must be a number")
        if not least <= value <= most:
            raise self._fault(f"{name} must be between {least} and {most}")
        return value

    def _fault(self, complaint: str) -> FileUnreadable:
        return FileUnreadable(f"Entry {self._number}: {complaint}.")


def _are_texts(items: Sequence[Json]) -> TypeGuard[Sequence[str]]:
    return all(isinstance(item, str) and _is_writable(item) for item in items)


def _is_writable(text: str) -> bool:
    """Whether a text can be written as UTF-8: JSON may hold half of a surrogate pair."""
    return not any("\ud800" <= char <= "\udfff" for char in text)


def _flaw(fact: Fact) -> Flaw | None:
    """Why a fact must not be kept; hidden fields count as much as the line that people see."""
    if not fact.text:
        return Rejection.EMPTY
    told = (fact.text, fact.subject, fact.attribute, fact.value, " ".join(fact.tags))
    if any(len(part) > LONGEST_FACT_CHARS for part in told):
        return Rejection.TOO_LONG
    pair = f"{fact.subject} {fact.attribute}: {fact.value}"
    if any(find_secret(part) for part in (*told, pair)):
        return Rejection.SECRET
    return junk_kind(fact.text)
