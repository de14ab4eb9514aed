"""Text to search terms, for Korean and English in one text.

Hangul words give their letter pairs, and themselves less their particles: a name that no
dictionary knows is found by its letters, and "서울에서" finds "서울". English words give their
Snowball stems. Numbers, dates, times and names of code are brought to one spelling.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from itertools import pairwise

from snowballstemmer.english_stemmer import (  # type: ignore[import-untyped]  # it ships no types
    EnglishStemmer,
)

from memory.recent_words import cached
from memory.search.dates import moments
from memory.search.words import ENGLISH_STOP_WORDS, KOREAN_STOP_WORDS, PARTICLES

LONGEST_TERM_CHARS = 64

# A Hangul word, or a word of anything else with the signs that hold names of code together.
_WORD = re.compile(r"[가-힣]+|[^\W_가-힣]+(?:[._/:@#&+'-][^\W_가-힣]+)*")
_PIECE = re.compile(r"[a-z]+|[0-9]+|[^\W\da-z_]+")
_LATIN_WORD = re.compile(r"[A-Za-z]+")
_CAMEL_PART = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")
_THOUSANDS = re.compile(r"(?<![\d.,])\d{1,3}(?:,\d{3})+(?![\d,])")
_FIRST_UNSPACED = "\u3040"  # kana and Chinese characters come from here on; they have no spaces

_PARTICLE = re.compile(rf"([가-힣]+?)(?:{'|'.join(PARTICLES)})")


def terms(text: str) -> list[str]:
    """The search terms of a text, with repeats; empty when nothing in it can be searched for.

    They are made the same way of a question and of a text to be found: from NFKC, case folded.
    """
    whole = unicodedata.normalize("NFKC", text).replace("’", "'")
    folded = _THOUSANDS.sub(lambda number: number[0].replace(",", ""), whole.casefold())
    found = list(moments(folded))
    number = (0, "")
    for match in _WORD.finditer(folded):
        word = match[0]
        if not "가" <= word[0] <= "힣":
            found.extend(_other(word))
            number = (match.end(), word)
        elif number[0] == match.start() and number[1].isdigit():
            found.extend(_counted(number[1], word))
        else:
            found.extend(_korean(word))
    for word in _LATIN_WORD.findall(whole):
        parts = _CAMEL_PART.findall(word)
        if len(parts) > 1:
            found.extend(term for part in parts for term in _piece(part.casefold()))
    return [term for term in found if len(term) <= LONGEST_TERM_CHARS]


def _counted(number: str, unit: str) -> Iterator[str]:
    stem = _less_particle(unit)
    yield number + stem
    if len(stem) > 1:
        yield from _korean(unit)


def _korean(word: str) -> Iterator[str]:
    if word in KOREAN_STOP_WORDS:
        return
    # The pairs come from the whole word: what looks like a particle may be a part of a name.
    for left, right in pairwise(word):
        yield left + right
    stem = _less_particle(word)
    if stem not in KOREAN_STOP_WORDS:
        yield stem


def _less_particle(word: str) -> str:
    particle = _PARTICLE.fullmatch(word) if len(word) <= LONGEST_TERM_CHARS else None
    return particle[1] if particle else word


def _other(word: str) -> Iterator[str]:
    word = word.removesuffix("'s")
    if word in ENGLISH_STOP_WORDS:
        return
    pieces = _PIECE.findall(word)
    if len(pieces) > 1:
        yield word
    for piece in pieces:
        yield from _piece(piece)


def _piece(piece: str) -> Iterator[str]:
    if piece.isascii():
        if piece not in ENGLISH_STOP_WORDS:
            yield _english_stem(piece) if len(piece) <= LONGEST_TERM_CHARS else piece
    elif piece[0] >= _FIRST_UNSPACED and len(piece) > 1:
        yield from (left + right for left, right in pairwise(piece))
    else:
        yield piece


@cached(limit=50_000)
def _english_stem(word: str) -> str:
    # A new stemmer each time: it keeps state while it works, and threads make terms at once.
    return str(EnglishStemmer().stemWord(word))
