"""What was deleted does not linger in the files of vectors, nor does what was never theirs."""

from __future__ import annotations

import logging
import os
import subprocess
import sys
from collections.abc import AsyncIterator
from pathlib import Path

import numpy as np
import pytest

from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.hnsw_files import blank_leftovers
from memory.records import Scope
from memory.vectors import Vector, VectorEntry
from tests.home_kit import holds_vector

ME = Scope("T1", "U1")
DIMENSIONS = 48
FILES = ("data_level0.bin", "length.bin")
# Fills with this byte all memory that is handed out: a stand-in for what others left there.
HEAP_BYTE = 0xBE

WRITES_A_NEW_COLLECTION = """
import asyncio, sys
from pathlib import Path
from tests.test_hnsw_files import ME, a_vector, entries
from memory.adapters.chroma_index import ChromaIndex

async def write():
    index = ChromaIndex(Path(sys.argv[1]))
    await index.reset("m1")
    await index.add(ME, entries(range(3)))
    await index.close()

asyncio.run(write())
"""


def a_vector(number: int) -> Vector:
    """A unit vector, another for each number."""
    raw = np.random.default_rng(number).normal(size=DIMENSIONS).astype(np.float32)
    return np.asarray(raw / np.linalg.norm(raw), dtype=np.float32)


def entries(numbers: range) -> list[VectorEntry]:
    return [VectorEntry(str(each), a_vector(each), "fact", "semantic") for each in numbers]


def holds(folder: Path, number: int) -> bool:
    return holds_vector((folder / FILES[0]).read_bytes(), a_vector(number))


@pytest.fixture
async def index(tmp_path: Path) -> AsyncIterator[ChromaIndex]:
    opened = ChromaIndex(tmp_path / "index", open_collections=1)
    await opened.reset("m1")
    yield opened
    await opened.close()


def folder_in(tmp_path: Path) -> Path:
    (header,) = tmp_path.glob("**/rows-*/*/header.bin")
    return header.parent


async def test_a_removed_rows_vector_is_overwritten_at_once(
    index: ChromaIndex, tmp_path: Path
) -> None:
    await index.add(ME, entries(range(30)))
    folder = folder_in(tmp_path)
    gone, kept = range(0, 30, 3), [each for each in range(30) if each % 3]
    assert all(holds(folder, each) for each in range(30))

    await index.remove(ME, [str(each) for each in gone])
    await index.add(ME, entries(range(30, 40)))

    assert not any(holds(folder, each) for each in gone)
    assert all(holds(folder, each) for each in [*kept, *range(30, 40)])


async def test_the_others_are_found_as_before(index: ChromaIndex) -> None:
    await index.add(ME, entries(range(60)))
    await index.remove(ME, [str(each) for each in range(0, 60, 2)])
    await index.add(Scope("T1", "U2"), entries(range(1)))  # the cache holds one: it is read anew
    await index.add(ME, entries(range(60, 70)))

    for number in [*range(1, 60, 2), *range(60, 70)]:
        (hit,) = await index.nearest(ME, a_vector(number), kind="fact", limit=1)
        assert hit.id == str(number)
        assert hit.similarity == pytest.approx(1, abs=1e-5)
    assert len(await index.nearest(ME, a_vector(0), kind="fact", limit=100)) == 40


async def test_a_person_whose_rows_all_went_can_begin_anew(index: ChromaIndex) -> None:
    await index.add(ME, entries(range(5)))
    await index.remove(ME, [str(each) for each in range(5)])
    await index.add(Scope("T1", "U2"), entries(range(1)))

    await index.add(ME, entries(range(7, 8)))

    assert [hit.id for hit in await index.nearest(ME, a_vector(7), kind="fact", limit=9)] == ["7"]


def test_a_new_collection_holds_nothing_of_the_processs_memory(tmp_path: Path) -> None:
    subprocess.run(  # noqa: S603  (the words above)
        [sys.executable, "-c", WRITES_A_NEW_COLLECTION, str(tmp_path)],
        check=True,
        cwd=Path(__file__).parent.parent,
        env=os.environ | {"MALLOC_PERTURB_": str(0xFF - HEAP_BYTE)},
    )

    for name in FILES:
        assert bytes([HEAP_BYTE]) * 8 not in (folder_in(tmp_path) / name).read_bytes()


async def test_the_spare_room_is_empty(index: ChromaIndex, tmp_path: Path) -> None:
    await index.add(ME, entries(range(3)))
    lengths = folder_in(tmp_path) / FILES[1]
    rows = np.frombuffer(lengths.read_bytes(), dtype=np.float32)

    assert len(rows) > 3
    assert rows[:3] == pytest.approx([1, 1, 1], abs=1e-5)
    assert not rows[3:].any()


@pytest.mark.parametrize("header", [b"", b"\2\0\0\0" + bytes(100), b"\1\0\0\0\0"])
def test_files_of_an_unknown_make_are_left_alone(
    tmp_path: Path, header: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "header.bin").write_bytes(header)
    for name in FILES:
        (tmp_path / name).write_bytes(b"as it was")

    with caplog.at_level(logging.WARNING):
        blank_leftovers(tmp_path)

    assert "unknown make" in caplog.text
    assert [(tmp_path / name).read_bytes() for name in FILES] == [b"as it was"] * 2


def test_a_folder_without_vectors_is_left_alone(tmp_path: Path) -> None:
    blank_leftovers(tmp_path)

    assert list(tmp_path.iterdir()) == []
