"""How memories stand in a prompt: a line each, quoted as data, with source, date and confidence."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import tzinfo
from typing import Final

from bot.agent.prompts import load_phrases
from bot.agent.tokens import estimate_tokens
from memory.facts.conflict import Reading, contradicts
from memory.records import Memory

_LINE: Final = re.compile(r'^\d+\. (?P<quote>"(?:[^"\\]|\\.)*") \(')


def quote(text: str) -> str:
    """The text as a JSON string: it cannot end its own quotes or begin a new line."""
    return json.dumps(text, ensure_ascii=False)


def write_line(number: int, memory: Memory, zone: tzinfo) -> str:
    """One memory as a numbered line; its date is the person's."""
    phrases = load_phrases("phrases")
    return phrases["block"]["line"].fill(
        number=str(number),
        quote=quote(memory.text),
        kind=phrases["kind"][memory.fact.type].text,
        source=phrases["source"][memory.source.kind].text,
        date=memory.source.at.astimezone(zone).date().isoformat(),
        confidence=f"{memory.fact.confidence:.1f}",
    )


def write_lines(memories: Iterable[Memory], zone: tzinfo, *, limit_tokens: int) -> tuple[str, int]:
    """The memories as lines, as many of the first ones as fit, and how many those are.

    One that contradicts another before it says so.
    """
    lines: list[str] = []
    left = limit_tokens
    before: list[_Line] = []
    for number, memory in enumerate(memories, start=1):
        this = _Line(memory, Reading.of(memory.fact))
        line = write_line(number, memory, zone) + _rival(this, before)
        before.append(this)
        left -= estimate_tokens(line) + 1
        if left < 0:
            break
        lines.append(line)
    return "\n".join(lines), len(lines)


@dataclass(frozen=True, slots=True)
class _Line:
    """A memory that is written, and what it claims."""

    memory: Memory
    reading: Reading


def _rival(line: _Line, before: Sequence[_Line]) -> str:
    """Name the first of the lines before it that this memory contradicts; "" when none does."""
    for number, other in enumerate(before, start=1):
        if contradicts(line.reading, other.reading):
            return load_phrases("phrases")["block"]["rival"].fill(number=str(number))
    return ""


def read_lines(text: str) -> Sequence[str]:
    """The texts of the memories that `write_line` put into a text, in order."""
    return [
        json.loads(found["quote"])
        for line in text.split("\n")
        if (found := _LINE.match(line)) is not None
    ]
