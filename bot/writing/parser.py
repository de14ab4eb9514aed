"""Reads Markdown by CommonMark, with marks that Korean particles may stand next to.

CommonMark takes a mark for the end of bold only where words end, as they do in English: in
`**"또리"**의` the mark stands between a quotation mark and a letter, and stays two stars. Here
a mark next to a letter of a language without spaces between words and particles counts, too
(the rule is that of https://github.com/tats-u/markdown-cjk-friendly).
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from typing import Final

from markdown_it import MarkdownIt
from markdown_it.parser_inline import ParserInline
from markdown_it.rules_inline import StateInline
from markdown_it.rules_inline.state_inline import Delimiter, Scanned
from markdown_it.token import Token
from markdown_it.utils import EnvType

CJK: Final = "\u1100-\u11ff\u3040-\u30ff\u3130-\u318f\u3400-\u9fff\ua960-\ua97f\uac00-\ud7ff"

_LETTER: Final = re.compile(f"[{CJK}]")


@dataclass(frozen=True, slots=True)
class Mark:
    """A run of marks that counts here and not in CommonMark. `at` is where it stands.

    `partners` are the places of single underscores at the other end, which stand for bold.
    """

    at: int
    length: int
    marker: str
    opens: bool
    partners: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class _Scan:
    at: int
    delimiters: list[Delimiter]
    first: int
    scanned: Scanned
    eased: Scanned


class _State(StateInline):
    def __init__(self, src: str, md: MarkdownIt, env: EnvType, out: list[Token]) -> None:
        super().__init__(src, md, env, out)
        self.scans: list[_Scan] = []

    def scanDelims(self, start: int, canSplitWord: bool) -> Scanned:  # noqa: N802, N803, FBT001
        scanned = super().scanDelims(start, canSplitWord)
        end = start + scanned.length
        before = self.src[start - 1] if start else " "
        after = self.src[end] if end < self.posMax else " "
        opens, closes = scanned.can_open, scanned.can_close
        if self.src[start] != "_":
            opens = opens or (bool(_LETTER.match(before)) and not after.isspace())
        if self.src[start] != "_" or scanned.length > 1:
            closes = closes or (bool(_LETTER.match(after)) and not before.isspace())
        eased = Scanned(opens, closes, scanned.length)
        self.scans.append(_Scan(start, self.delimiters, len(self.delimiters), scanned, eased))
        return eased


class _Inline(ParserInline):
    def parse(self, src: str, md: MarkdownIt, env: EnvType, tokens: list[Token]) -> list[Token]:
        _read(self, _State(src, md, env, tokens))
        return tokens


def _read(inline: ParserInline, state: _State) -> None:
    inline.tokenize(state)
    for rule in inline.ruler2.getRules(""):
        rule(state)


@cache
def parser() -> MarkdownIt:
    """CommonMark with tables and strikethrough, without HTML, which Slack does not know."""
    md = MarkdownIt("commonmark").enable(["table", "strikethrough"])
    md.disable(["html_block", "html_inline"])
    inline = _Inline()
    inline.ruler, inline.ruler2 = md.inline.ruler, md.inline.ruler2
    md.inline = inline
    return md


def eased_marks(line: str) -> Iterator[Mark]:
    """The marks in a line of text that CommonMark would leave standing, in order."""
    md = parser()
    state = _State(line, md, {}, [])
    _read(md.inline, state)
    places = {
        (id(scan.delimiters), scan.first + offset): scan.at + offset
        for scan in state.scans
        for offset in range(scan.scanned.length)
    }
    for scan in state.scans:
        run = range(scan.first, min(scan.first + scan.scanned.length, len(scan.delimiters)))
        opens = any(scan.delimiters[each].end >= 0 for each in run)
        partners = [
            place
            for place, each in enumerate(scan.delimiters)
            if each.end in run and place not in run
        ]
        is_new_opening = opens and not scan.scanned.can_open
        is_new_closing = bool(partners) and not scan.scanned.can_close
        if is_new_opening or is_new_closing:
            yield Mark(
                scan.at,
                scan.scanned.length,
                line[scan.at],
                opens=is_new_opening,
                partners=tuple(places[id(scan.delimiters), each] for each in partners),
            )
