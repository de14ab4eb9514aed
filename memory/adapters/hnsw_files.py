"""The files of one collection's vectors, as Chroma's HNSW writes them, and what lingers in them.

Two things would outlive a deletion there. A deleted row is only marked, its vector stays. And when
a collection is new, Chroma saves room for rows to come just as it found that memory: with whatever
the process held there before, a piece of somebody's message or the vector of somebody who was
erased. It never reads the one or the other again, so both can be overwritten.
"""

from __future__ import annotations

import logging
import struct
from pathlib import Path
from typing import Final

import numpy as np

log = logging.getLogger(__name__)

# What hnswlib's saveIndex writes first: version, offset of level 0, room for rows, rows, bytes of a
# row, and where in a row its label and its vector begin.
_HEADER: Final = struct.Struct("<iQQQQQQ")
_KNOWN_VERSION: Final = 1
# The third byte of a row holds marks, of which hnswlib's markDelete sets the lowest.
_MARKS: Final = 2
_IS_DELETED: Final = 1


def blank_leftovers(folder: Path) -> None:
    """Overwrite deleted rows' vectors, and the room behind the rows, with zeros.

    For a moment in which nothing else writes there. Files of an unknown make are left alone, with a
    warning.
    """
    header = folder / "header.bin"
    if not header.exists():
        return
    content = header.read_bytes()
    version = int.from_bytes(content[:4], "little")
    if len(content) < _HEADER.size or version != _KNOWN_VERSION:
        log.warning("[memory] %s is of an unknown make, what was deleted stays in it", header)
        return
    _, _, _, rows, row_bytes, label, vector = _HEADER.unpack_from(content)
    dead = _blank(folder / "data_level0.bin", rows, row_bytes, vector, label)
    _blank_numbers(folder / "length.bin", rows, dead)


def _blank(path: Path, rows: int, row_bytes: int, vector: int, label: int) -> list[int]:
    """Returns which rows are deleted."""
    if path.stat().st_size == 0:
        return []
    content = np.memmap(path, dtype=np.uint8, mode="r+")
    table = content[: rows * row_bytes].reshape(rows, row_bytes)
    dead = np.flatnonzero(table[:, _MARKS] & _IS_DELETED)
    spare = content[rows * row_bytes :]
    if table[dead, vector:label].any() or spare.any():
        table[dead, vector:label] = 0
        spare[:] = 0
        content.flush()
    return [int(row) for row in dead]


def _blank_numbers(path: Path, rows: int, dead: list[int]) -> None:
    """In the file with one number for each row."""
    if path.stat().st_size == 0:
        return
    # As whole numbers: what lies behind the rows need not be a number at all.
    numbers = np.memmap(path, dtype=np.uint32, mode="r+")
    if numbers[rows:].any() or numbers[dead].any():
        numbers[rows:] = 0
        numbers[dead] = 0
        numbers.flush()
