"""Cuts text into the pieces of multilingual-e5-small, by the likeliest cut.

Kudo: Subword Regularization, ACL 2018 (the unigram language model of SentencePiece).
"""

from __future__ import annotations

import re
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
        order = np.argsort(np.array(vocabulary.pieces)).tolist()
        self._pieces = [vocabulary.pieces[id_] for id_ in order]
        self._ids = np.array(order, dtype=np.int32)
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
        low, high = 0, len(self._pieces)
        for end in range(start + 1, len(letters) + 1):
            wanted = letters[start:end].encode()
            low = bisect_left(self._pieces, wanted, low, high)
            high = bisect_left(self._pieces, wanted + _AFTER_ALL, low, high)
            if low == high:
                break
            if self._pieces[low] == wanted and (id_ := int(self._ids[low])) != self._unknown:
                found.append((end, id_))
        return found
