"""Cuts Markdown where it pauses: nothing is lost, and every part stands on its own.

Best to worst: between blocks (never right after a heading), between items of a list, between rows
of a table, whose head is then repeated, between lines of code, whose fence is closed and opened
again with its language, between lines, after a sentence, after a word, anywhere.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import IntEnum
from typing import Final

from markdown_it.token import Token

from bot.writing.parser import parser

LONGEST_MARKDOWN_CHARS: Final = 12_000
"""Of all markdown in one message (https://docs.slack.dev/reference/block-kit/blocks/markdown-block)."""
LONGEST_TEXT_CHARS: Final = 7_500
"""Of a plain message: Slack cuts at 40,000, and escaping makes one character five at most."""
LONGEST_CHANGED_CHARS: Final = 3_500
"""Of a changed message's text: Slack has 4,000 (https://docs.slack.dev/reference/methods/chat.update)."""

_LINE_END: Final = re.compile(r"\r\n|\r|\n")
_SENTENCE: Final = re.compile(r"(?<=[.!?。…])\s+")
_SPACE: Final = re.compile(r"\s+")
_QUOTED: Final = frozenset("> \t")
_HEAD_LINES: Final = 2
"""Of a table: the names of its columns and the rule below them."""
_INDENTED: Final = 4
"""Spaces before a fence that make it no fence any more."""


class _Pause(IntEnum):
    BLOCK = 0
    ITEM = 1
    ROW = 2
    CODE_LINE = 3
    LINE = 4
    SENTENCE = 5
    SPACE = 6
    AFTER_HEADING = 7
    ANYWHERE = 8


@dataclass(frozen=True, slots=True)
class Cut:
    """Where a text is cut. `closing` is to follow the part before, `opening` to lead the rest."""

    end: int
    closing: str = ""
    opening: str = ""


@dataclass(frozen=True, slots=True)
class Part:
    """A part of a text, with what makes it stand on its own: a table's head, a code's fences."""

    text: str
    opening: str = ""
    closing: str = ""

    def __str__(self) -> str:
        return self.opening + self.text + self.closing


@dataclass(frozen=True, slots=True)
class _Span:
    """A block of code or the body of a table: from its first to its last place to cut.

    A cut there needs repair.
    """

    start: int
    end: int
    closing: str
    opening: str


def split(text: str, limit_chars: int) -> list[Part]:
    """The text in parts of at most so many characters each; their `text` joined is the text."""
    parts: list[Part] = []
    opening = ""
    while len(opening) + len(text) > limit_chars:
        cut = cut_at(opening + text, at_least=len(opening) + 1, at_most=limit_chars)
        end = cut.end - len(opening)
        parts.append(Part(text[:end], opening, cut.closing))
        text, opening = text[end:], cut.opening
    if text or not parts:
        parts.append(Part(text, opening))
    return parts


def cut_at(text: str, *, at_least: int, at_most: int) -> Cut:
    """The best place to cut a text, so that what stands before it has that many characters.

    `at_most` counts the closing, too. The opening is left out where it would fill half a part.
    """
    starts = _line_starts(text)
    tokens = parser().parse(text)
    spans = list(_spans(text, tokens, starts))
    reserved = max((len(span.closing) + 1 for span in spans if span.closing), default=0)
    if at_most - reserved < max(at_least, at_most // 2):
        spans, reserved = [], 0
    latest = at_most - reserved
    earliest = max(at_least, min(at_most // 2, latest))
    pauses = _line_pauses(tokens, starts)
    for start in starts:
        pauses.setdefault(start, _Pause.LINE)
    for span in spans:
        for start in starts:
            if span.closing and span.start <= start <= span.end:
                is_edge = start in {span.start, span.end}
                pauses[start] = _Pause.ANYWHERE if is_edge else _Pause.CODE_LINE
    for pattern, pause in ((_SENTENCE, _Pause.SENTENCE), (_SPACE, _Pause.SPACE)):
        for found in pattern.finditer(text, 0, latest):
            pauses.setdefault(found.end(), pause)
    fitting = [(pause, -end) for end, pause in pauses.items() if earliest <= end <= latest]
    end = -min(fitting, default=(_Pause.ANYWHERE, -latest))[1]
    return _repaired(text, end, spans, at_most)


def _repaired(text: str, end: int, spans: Sequence[_Span], at_most: int) -> Cut:
    for span in spans:
        if span.start <= end <= span.end:
            is_inside_line = text[end - 1] not in "\r\n"
            closing = f"\n{span.closing}" if span.closing and is_inside_line else span.closing
            opening = span.opening if len(span.opening) < at_most // 2 else ""
            return Cut(end, closing, opening)
    return Cut(end)


def _line_starts(text: str) -> list[int]:
    """Where each line starts, and where the text ends."""
    starts = [0, *(found.end() for found in _LINE_END.finditer(text))]
    return starts if starts[-1] == len(text) else [*starts, len(text)]


def _line_pauses(tokens: Sequence[Token], starts: Sequence[int]) -> dict[int, _Pause]:
    """How good a place the start of each block is to cut before it."""
    pauses: dict[int, _Pause] = {}
    is_headed = False
    for token in tokens:
        if token.map is None or token.nesting < 0 or token.type in {"inline", "thead_open"}:
            continue
        start = starts[min(token.map[0], len(starts) - 1)]
        if token.type in {"tr_open", "tbody_open"}:
            pause = _Pause.ROW if token.type == "tr_open" else _Pause.ANYWHERE
        else:
            pause = _Pause.ITEM if token.level else _Pause.BLOCK
        pauses.setdefault(start, _Pause.AFTER_HEADING if is_headed else pause)
        is_headed = token.type == "heading_open"
        if is_headed:
            pauses[starts[min(token.map[1], len(starts) - 1)]] = _Pause.AFTER_HEADING
    return pauses


def _spans(text: str, tokens: Sequence[Token], starts: Sequence[int]) -> Iterator[_Span]:
    for token in tokens:
        if token.map is None or token.type not in {"fence", "table_open"}:
            continue
        first, last = (min(each, len(starts) - 1) for each in token.map)
        lines = [text[starts[each] : starts[each + 1]] for each in range(first, last)]
        if token.type == "table_open":
            if last - first > _HEAD_LINES:
                head = "".join(lines[:_HEAD_LINES])
                yield _Span(starts[first + _HEAD_LINES], starts[last - 1], "", head)
            continue
        lead = lines[0][: lines[0].find(token.markup)]
        lead = lead if _QUOTED.issuperset(lead) else " " * len(lead)
        if ">" not in lead and len(lead) >= _INDENTED:
            continue
        is_closed = len(lines) > 1 and lines[-1].strip("> \t\r\n").startswith(token.markup)
        yield _Span(
            starts[first + 1],
            starts[last - 1] if is_closed else starts[last],
            f"{lead}{token.markup}",
            f"{lead}{token.markup}{token.info}\n",
        )
