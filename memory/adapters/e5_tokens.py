"""Cuts text into the pieces of multilingual-e5-small, by the likeliest cut.

Kudo: Subword Regularization, ACL 2018 (the unigram language model of SentencePiece).
"""

from __future__ import annotations

import re
from array import array
from bisect import bisect_left
from typing import Final

import numpy as np

from memory.adapters.e5_file import Vocabulary

_SPACE: Final = "\u2581"
"""What SentencePiece writes for a space."""
_UNKNOWN_LOSS: Final = 10.0
_AFTER_ALL: Final = b"\xff"
"""Above every byte of UTF-8."""


class E5Tokens:
    """Reads text as ids of pieces. Safe for several threads at once."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self._letters = vocabulary.letters
        self._ends = array("I", vocabulary.ends.astype(np.uintc).tobytes())
        self._sorted = _sorted(vocabulary)
        self._ranges: dict[str, tuple[int, int]] = {}
        self._scores = vocabulary.scores
        self._readings = vocabulary.readings
        self._unknown = vocabulary.unknown
        self._unknown_score = float(vocabulary.scores.min()) - _UNKNOWN_LOSS

    def read(self, text: str) -> list[int]:
        """The ids of the pieces of a text, without those that mark its beginning and its end."""
        spelled = re.sub(" {2,}", " ", text.translate(self._readings))
        letters = _SPACE + spelled.removeprefix(" ").replace(" ", _SPACE)
        # For each place: the score of the best cut up to it, its last piece, and where that began.
        best: list[tuple[float, int, int]] = [(0.0, self._unknown, 0)]
        best += [(-np.inf, self._unknown, 0)] * len(letters)
        for start in range(len(letters)):
            before = best[start][0]
            for end, id_ in self._pieces_at(letters, start):
                score = before + float(self._scores[id_])
                if score > best[end][0]:
                    best[end] = score, id_, start
            alone = before + self._unknown_score
            if alone > best[start + 1][0]:
                best[start + 1] = alone, self._unknown, start
        ids, place = [], len(letters)
        while place:
            _, id_, place = best[place]
            ids.append(id_)
        return ids[::-1]

    def _pieces_at(self, letters: str, start: int) -> list[tuple[int, int]]:
        """The known pieces that begin at a place: where each ends, and its id."""
        found = []
        low, high = self._starting(letters[start])
        for end in range(start + 1, len(letters) + 1):
            wanted = letters[start:end].encode()
            if end > start + 1:
                low, high = self._narrowed(wanted, low, high)
            if low == high:
                break
            id_ = self._sorted[low]
            if id_ != self._unknown and self._piece(id_) == wanted:
                found.append((end, id_))
        return found

    def _starting(self, letter: str) -> tuple[int, int]:
        """The range of the pieces that begin with a letter, looked for once."""
        found = self._ranges.get(letter)
        if found is None:
            found = self._narrowed(letter.encode(), 0, len(self._sorted))
            self._ranges[letter] = found
        return found

    def _narrowed(self, beginning: bytes, low: int, high: int) -> tuple[int, int]:
        """Of a range of pieces the part that begins with these bytes."""
        low = bisect_left(self._sorted, beginning, low, high, key=self._piece)
        after = beginning + _AFTER_ALL
        return low, bisect_left(self._sorted, after, low, high, key=self._piece)

    def _piece(self, id_: int) -> bytes:
        return self._letters[self._ends[id_] : self._ends[id_ + 1]]


def _sorted(vocabulary: Vocabulary) -> array[int]:
    """The ids of the pieces, in the order of their bytes."""
    starts, lengths = vocabulary.ends[:-1], np.diff(vocabulary.ends)
    letters = np.frombuffer(vocabulary.letters, np.uint8)
    width = int(lengths.max())
    table = np.zeros((len(starts), width), np.uint8)
    for place in range(width):
        (longer,) = np.nonzero(lengths > place)
        table[longer, place] = letters[starts[longer] + place]
    order = np.argsort(table.view(f"S{width}")[:, 0])
    return array("i", order.astype(np.intc).tobytes())
