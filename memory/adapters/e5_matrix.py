"""Matrices in blocks of 4-bit weights, as the model's file holds them, and rounded to 8 bits."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final, Self

import numpy as np
from numpy.typing import NDArray

from memory.vectors import Vector

BLOCK: Final = 32
"""How many weights share a scale."""

_SCALE_BYTES: Final = 2
BLOCK_BYTES: Final = _SCALE_BYTES + BLOCK // 2
_LEAST: Final = -8
_LARGEST_INT8: Final = 127


@dataclass(frozen=True, slots=True)
class Matrix:
    """Weights from -8 to 7, shape (rows, blocks, BLOCK), with scales, shape (rows, blocks, 1)."""

    values: NDArray[np.int8]
    scales: Vector

    @classmethod
    def of_blocks(cls, blocks: NDArray[np.uint8]) -> Self:
        """Unpack blocks of shape (rows, blocks, BLOCK_BYTES): a half-precision scale, then pairs.

        The low halves of the pairs come first (the `Q4_0` of GGML).
        """
        scales = np.ascontiguousarray(blocks[..., :_SCALE_BYTES]).view(np.float16)
        pairs = blocks[..., _SCALE_BYTES:]
        values = np.concatenate([pairs & 15, pairs >> 4], axis=-1).view(np.int8)
        values += _LEAST
        return cls(values, scales.astype(np.float32))

    @classmethod
    def stacked(cls, matrices: Sequence[Matrix]) -> Self:
        """Matrices below each other."""
        return cls(
            np.concatenate([each.values for each in matrices]),
            np.concatenate([each.scales for each in matrices]),
        )

    @property
    def largest_of_row(self) -> Vector:
        """The largest weight of each row in the file, without its sign, shape (rows,).

        In each block it is the one that was rounded to -8.
        """
        return np.asarray(np.abs(self.scales).max(axis=(1, 2)) * np.float32(-_LEAST))

    def full(self) -> Vector:
        """The weights in single precision, shape (rows, columns)."""
        return np.asarray((self.values * self.scales).reshape(len(self.values), -1))

    def columns(self, wanted: NDArray[np.int64]) -> Vector:
        """Some columns in single precision, shape (rows, wanted)."""
        blocks, places = np.divmod(wanted, BLOCK)
        return np.asarray(self.values[:, blocks, places] * self.scales[:, blocks, 0])

    def without(self, columns: NDArray[np.int64]) -> Matrix:
        """The same matrix with zeros in these columns."""
        blocks, places = np.divmod(columns, BLOCK)
        values = self.values.copy()
        values[:, blocks, places] = 0
        return Matrix(values, self.scales)

    def in_8_bits(self) -> tuple[NDArray[np.int8], Vector]:
        """The weights from -127 to 127, shape (rows, columns), and a scale for each row."""
        scales = self.largest_of_row / np.float32(_LARGEST_INT8)
        whole = self.values * (self.scales / scales[:, None, None])
        np.rint(whole, out=whole)
        return whole.astype(np.int8).reshape(len(whole), -1), scales
