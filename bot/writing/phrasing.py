"""Lets a model's text through as it comes, so that every reader of Markdown sees what was meant.

Two things are changed on the way: Slack's special mentions lose their power, and marks that stand
between a sign and a Korean letter get a hair space, so that they count by CommonMark as well.
"""

from __future__ import annotations

import re
from typing import Final

from bot.writing.parser import CJK, eased_marks

HAIR_SPACE: Final = "\u200a"

_BROADCAST: Final = re.compile(r"<!(?:subteam\^\w+|(\w+))(?:\|([^>]*))?>")
_OPENING: Final = re.compile(r"<(?:![^>\s]{0,60}(?:\|[^>]{0,200})?)?$")
_MARKS_AT_END: Final = re.compile(r"[*_~`]+$")
_FENCE: Final = re.compile(r"\s*(?:>\s*)*(?:[-*+]\s+|\d+[.)]\s+)?(`{3,}|~{3,})")
_WORTH_READING: Final = re.compile(
    rf"[^\w\s*_~][*_~]+[{CJK}]|[{CJK}][*~]+[^\w\s*_~]|_{{2,}}[{CJK}]|[{CJK}][*~]+_|_[*~]+[{CJK}]"
)
_UNDERSCORES: Final = re.compile(r"_{2,}")


def defuse(text: str) -> str:
    """The text without Slack's special mentions: `<!channel>` becomes `@channel`: no call."""
    return _BROADCAST.sub(lambda found: "@" + (found[2] or found[1] or "group").lstrip("@"), text)


def phrased(text: str) -> str:
    """A whole text, let through."""
    phrasing = Phrasing()
    return phrasing.feed(text) + phrasing.close()


class Phrasing:
    """One text on its way through."""

    def __init__(self) -> None:
        self._line = ""
        self._let_out = 0
        self._fence = ""

    def feed(self, piece: str) -> str:
        """Take in a piece; returns what may be let out now, perhaps ""."""
        self._line = self._line[: self._let_out] + defuse(self._line[self._let_out :] + piece)
        told = ""
        while (end := self._line.find("\n") + 1) > 0:
            told += self._up_to(end)
            self._pass_fence(self._line[:end])
            self._line, self._let_out = self._line[end:], 0
        return told + self._up_to(self._settled())

    def close(self) -> str:
        """Nothing more comes; returns the rest."""
        return self._up_to(len(self._line))

    def _settled(self) -> int:
        """Up to where nothing that may follow can change the line."""
        ends = [len(self._line)]
        if opening := _OPENING.search(self._line):
            ends.append(opening.start())
        if not self._fence:
            if marks := _MARKS_AT_END.search(self._line):
                ends.append(marks.start())
            runs = list(_UNDERSCORES.finditer(self._line))
            if runs and runs[-1].end() == len(self._line):
                runs.pop()  # what it closes may still be changed
            if len(runs) % 2:
                ends.append(runs[-1].start())
        return max(self._let_out, min(ends))

    def _up_to(self, end: int) -> str:
        line = self._line[: self._line.find("\n") + 1 or len(self._line)]
        is_plain = self._fence or not _WORTH_READING.search(line)
        chars = line if is_plain else _eased(line)
        told = "".join(chars[self._let_out : end])
        self._let_out = max(end, self._let_out)
        return told

    def _pass_fence(self, line: str) -> None:
        found = _FENCE.match(line)
        if not found:
            return
        marks, after = found[1], line[found.end() :]
        if self._fence:
            if marks.startswith(self._fence) and not after.strip():
                self._fence = ""
        elif marks[0] not in after:
            self._fence = marks


def _eased(line: str) -> list[str]:
    """The line's characters, each with what is to stand in its place."""
    chars = list(line)
    for mark in eased_marks(line):
        end = mark.at + mark.length
        if mark.marker == "_":
            for place in (*range(mark.at, end), *mark.partners):
                chars[place] = chars[place].replace("_", "*")
        if mark.opens:
            chars[mark.at] = HAIR_SPACE + chars[mark.at]
        elif not line[mark.at - 1].isalnum():
            chars[end] = HAIR_SPACE + chars[end]
    return chars
