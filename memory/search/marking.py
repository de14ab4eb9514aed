"""Which words of a text a query shares, as spans to be marked for people."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Collection
from dataclasses import dataclass
from typing import Final

from memory.search.analyzer import terms

_WORD: Final = re.compile(r"\S+")
_LATIN: Final = re.compile(r"[A-Za-z]+")
_EDGES: Final = re.compile(r"^[^\w]+|[^\w]+$")


@dataclass(frozen=True, slots=True)
class Stretch:
    """A stretch of a text. Marked ones hold what the query and the text share."""

    text: str
    is_marked: bool


def marked(query: str, text: str) -> list[Stretch]:
    """The whole text in pieces, marked where a word has a search term of the query.

    Of a word that has more to it, such as a particle, only what is shared is marked.
    """
    asked = frozenset(terms(query))
    spans: list[tuple[int, int]] = []
    for word in _WORD.finditer(text):
        shared = asked.intersection(terms(word[0]))
        if shared:
            start, end = _shared_part(word[0], shared)
            spans.append((word.start() + start, word.start() + end))
    pieces: list[Stretch] = []
    done = 0
    for start, end in spans:
        pieces += [
            Stretch(text[done:start], is_marked=False),
            Stretch(text[start:end], is_marked=True),
        ]
        done = end
    pieces.append(Stretch(text[done:], is_marked=False))
    return [each for each in pieces if each.text]


def shared_words(query: str, text: str) -> list[str]:
    """The marked words of a text, each once, in their order."""
    words = [each.text for each in marked(query, text) if each.is_marked]
    return list({word.casefold(): word for word in reversed(words)}.values())[::-1]


def _shared_part(word: str, shared: Collection[str]) -> tuple[int, int]:
    """From the first to the last letter that the terms spell; else the word less its brackets."""
    folded = unicodedata.normalize("NFKC", word).casefold()
    if len(folded) == len(word):
        places = [(folded.find(term), len(term)) for term in shared]
        found = [(start, start + length) for start, length in places if start >= 0]
        if found:
            end = max(end for _, end in found)
            # An English stem stands for its whole word, a Korean one for itself.
            rest = _LATIN.match(word, end) if _LATIN.match(word, end - 1) else None
            return min(start for start, _ in found), rest.end() if rest else end
    bare = _EDGES.sub("", word)
    start = word.find(bare)
    return start, start + len(bare)
