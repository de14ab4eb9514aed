from __future__ import annotations

import json
import logging
import re
import resource
import shutil
import sqlite3
from collections.abc import AsyncIterator
from contextlib import closing
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.adapters.chroma_index import ChromaIndex, _name
from memory.errors import IndexUnavailable
from memory.records import Scope
from memory.vectors import Vector, VectorEntry, VectorIndex
from tests.fakes_search import FakeVectorIndex

ME = Scope("T1", "U1")
OTHER = Scope("T1", "U2")
ELSEWHERE = Scope("T2", "U1")


def vector(*numbers: float) -> Vector:
    """A unit vector of three numbers."""
    raw = np.array(numbers, dtype=np.float32)
    return np.asarray(raw / np.linalg.norm(raw), dtype=np.float32)


EAST, NORTH, UP = vector(1, 0, 0), vector(0, 1, 0), vector(0, 0, 1)


def entry(id_: str, at: Vector = EAST, *, kind: str = "fact") -> VectorEntry:
    return VectorEntry(id_, at, kind, "semantic")


@pytest.fixture
async def chroma(tmp_path: Path) -> AsyncIterator[ChromaIndex]:
    index = ChromaIndex(tmp_path / "index")
    await index.reset("m1")
    yield index
    await index.close()


@pytest.fixture(params=["chroma", "fake"])
async def index(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[VectorIndex]:
    if request.param == "fake":
        fake = FakeVectorIndex()
        await fake.reset("m1")
        yield fake
    else:
        real = ChromaIndex(tmp_path / "index")
        await real.reset("m1")
        yield real
        await real.close()


async def nearest(index: VectorIndex, scope: Scope = ME, to: Vector = EAST) -> list[str]:
    return [hit.id for hit in await index.nearest(scope, to, kind="fact", limit=10)]


class TestContract:
    async def test_the_nearest_come_first_with_their_cosines(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("up", UP), entry("between", vector(1, 1, 0)), entry("east")])

        hits = await index.nearest(ME, EAST, kind="fact", limit=10)

        assert [hit.id for hit in hits] == ["east", "between", "up"]
        assert [hit.similarity for hit in hits] == pytest.approx([1, 2**-0.5, 0], abs=1e-5)

    async def test_the_limit_holds(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a"), entry("b", NORTH), entry("c", UP)])

        assert len(await index.nearest(ME, EAST, kind="fact", limit=2)) == 2

    async def test_nobody_finds_the_rows_of_another(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("mine")])

        assert await nearest(index, OTHER) == []
        assert await nearest(index, ELSEWHERE) == []
        assert await index.ids(OTHER, kind="fact") == frozenset()

    async def test_rows_of_another_kind_are_not_found(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("fact", NORTH)])
        await index.add(ME, [entry("talk", EAST, kind="exchange")])

        assert await nearest(index) == ["fact"]
        assert await index.ids(ME, kind="fact") == {"fact"}
        assert await index.ids(ME, kind="exchange") == {"talk"}
        assert await index.ids(ME, kind="nothing") == frozenset()

    async def test_a_type_keeps_the_others_out(self, index: VectorIndex) -> None:
        await index.add(ME, [VectorEntry("rule", NORTH, "fact", "procedural"), entry("fact")])
        await index.add(ME, [VectorEntry("talk", EAST, "exchange", "procedural")])

        hits = await index.nearest(ME, EAST, kind="fact", limit=1, of_type="procedural")

        assert [hit.id for hit in hits] == ["rule"]

    async def test_only_rows_of_a_type_are_found_where_one_is_asked_for(
        self, index: VectorIndex
    ) -> None:
        rows = [
            VectorEntry("here", NORTH, "exchange", "C1"),
            VectorEntry("there", EAST, "exchange", "C2"),
            VectorEntry("alone", EAST, "exchange", ""),
            VectorEntry("fact", EAST, "fact", "C1"),
        ]
        await index.add(ME, rows)

        async def found(of_type: str | None) -> set[str]:
            hits = await index.nearest(ME, EAST, kind="exchange", limit=9, of_type=of_type)
            return {hit.id for hit in hits}

        assert await found("C1") == {"here"}
        assert await found("") == {"alone"}
        assert await found("C9") == set()
        assert await found(None) == {"here", "there", "alone"}

    async def test_a_known_id_keeps_its_vector(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a", EAST)])
        await index.add(ME, [entry("a", NORTH), entry("b", UP)])

        (first, *_) = await index.nearest(ME, EAST, kind="fact", limit=1)

        assert first.id == "a"
        assert first.similarity == pytest.approx(1, abs=1e-5)
        assert await index.ids(ME, kind="fact") == {"a", "b"}

    async def test_one_id_twice_in_a_call_is_one_row(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a"), entry("a")])

        assert await nearest(index) == ["a"]

    async def test_removed_rows_are_gone_and_unknown_ids_ignored(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a"), entry("b", NORTH)])

        await index.remove(ME, ["a", "unknown"])

        assert await nearest(index) == ["b"]

    async def test_a_person_without_rows_can_be_asked_and_cleaned(self, index: VectorIndex) -> None:
        await index.remove(ME, ["a"])
        await index.drop(ME)
        await index.add(ME, [])

        assert await nearest(index) == []

    async def test_a_person_whose_rows_all_went_finds_nothing(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a")])
        await index.remove(ME, ["a"])

        assert await nearest(index) == []

    async def test_removing_nothing_removes_nothing(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a")])

        await index.remove(ME, [])

        assert await nearest(index) == ["a"]

    async def test_drop_takes_one_person_and_leaves_the_others(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("mine")])
        await index.add(OTHER, [entry("theirs")])

        await index.drop(ME)

        assert await nearest(index) == []
        assert await nearest(index, OTHER) == ["theirs"]

    async def test_after_a_drop_the_person_can_begin_anew(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("old")])
        await index.drop(ME)

        await index.add(ME, [entry("new", NORTH)])

        assert await nearest(index) == ["new"]

    async def test_erasing_takes_one_person_and_leaves_the_others(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("mine"), entry("talk", kind="exchange")])
        await index.add(OTHER, [entry("theirs")])

        await index.erase(ME)
        await index.erase(ELSEWHERE)

        assert await nearest(index) == []
        assert await index.ids(ME, kind="exchange") == frozenset()
        assert await nearest(index, OTHER) == ["theirs"]
        await index.add(ME, [entry("new")])
        assert await nearest(index) == ["new"]

    async def test_the_ids_of_several_people_are_told_at_once(self, index: VectorIndex) -> None:
        await index.add(ME, [entry("a"), entry("b", NORTH), entry("talk", kind="exchange")])
        await index.add(OTHER, [entry("c")])
        await index.remove(ME, ["b"])
        nobody = Scope("T1", "nobody")

        assert await index.ids_of([ME, nobody], kind="fact") == {
            ME: frozenset({"a"}),
            nobody: frozenset(),
        }
        assert await index.ids_of([], kind="fact") == {}

    async def test_drop_others_leaves_only_those_named(self, index: VectorIndex) -> None:
        for scope in (ME, OTHER, ELSEWHERE):
            await index.add(scope, [entry("row")])

        await index.drop_others([OTHER])

        assert await nearest(index) == await nearest(index, ELSEWHERE) == []
        assert await nearest(index, OTHER) == ["row"]

    async def test_reset_empties_all_and_takes_vectors_of_a_new_length(
        self, index: VectorIndex
    ) -> None:
        await index.add(ME, [entry("old")])

        await index.reset("m2")
        await index.add(ME, [entry("new", vector(1, 0))])

        assert await index.model_id() == "m2"
        assert await nearest(index, to=vector(1, 0)) == ["new"]


async def test_a_new_index_has_no_model_and_does_not_answer(tmp_path: Path) -> None:
    index = ChromaIndex(tmp_path / "index")

    assert await index.model_id() is None
    with pytest.raises(IndexUnavailable):
        await index.add(ME, [entry("a")])
    await index.close()


async def test_an_index_begun_anew_does_without_chroma_until_its_first_row(tmp_path: Path) -> None:
    folder = tmp_path / "index"
    index = ChromaIndex(folder)
    await index.reset("m1")

    assert await index.model_id() == "m1"
    assert await nearest(index) == []
    assert await index.ids(ME, kind="fact") == frozenset()
    await index.remove(ME, ["a"])
    assert not list(folder.glob("rows-*/chroma.sqlite3"))

    await index.add(ME, [entry("a")])
    assert await nearest(index) == ["a"]
    await index.close()


async def test_an_index_that_was_begun_and_never_used_is_begun_anew_after_a_restart(
    tmp_path: Path,
) -> None:
    before = ChromaIndex(tmp_path / "index")
    await before.reset("m1")
    await before.close()

    after = ChromaIndex(tmp_path / "index")

    assert await after.model_id() is None
    await after.reset("m1")
    await after.add(ME, [entry("a")])
    assert await nearest(after) == ["a"]
    await after.close()


async def test_a_folder_thrown_away_before_its_first_row_is_noticed(
    chroma: ChromaIndex, tmp_path: Path
) -> None:
    await chroma.reset("m1")
    shutil.rmtree(tmp_path / "index")

    assert await chroma.model_id() is None


async def test_rows_and_model_are_there_after_a_restart(tmp_path: Path) -> None:
    before = ChromaIndex(tmp_path / "index")
    await before.reset("m1")
    await before.add(ME, [entry("a"), entry("b", NORTH)])
    await before.close()

    after = ChromaIndex(tmp_path / "index")

    assert await after.model_id() == "m1"
    assert await nearest(after) == ["a", "b"]
    await after.close()


async def test_many_people_in_a_small_cache_lose_no_row(tmp_path: Path) -> None:
    index = ChromaIndex(tmp_path / "index", open_collections=1)
    await index.reset("m1")
    people = [Scope("T", f"U{number}") for number in range(40)]

    for at, vector_ in enumerate((EAST, NORTH, UP)):
        for person in people:
            await index.add(person, [entry(f"{person.user}-{at}", vector_)])

    for person in people:
        found = await nearest(index, person)
        assert found[0] == f"{person.user}-0"
        assert set(found) == {f"{person.user}-{at}" for at in range(3)}
    await index.close()


async def test_the_limit_of_open_files_is_left_as_it_was(tmp_path: Path) -> None:
    before = resource.getrlimit(resource.RLIMIT_NOFILE)
    index = ChromaIndex(tmp_path / "index", open_collections=7)

    await index.reset("m1")

    assert resource.getrlimit(resource.RLIMIT_NOFILE) == before
    await index.close()


async def test_the_folder_thrown_away_while_running_is_noticed_and_begun_anew(
    chroma: ChromaIndex, tmp_path: Path
) -> None:
    await chroma.add(ME, [entry("a")])
    shutil.rmtree(tmp_path / "index")

    assert await chroma.model_id() is None
    await chroma.reset("m1")
    await chroma.add(ME, [entry("b")])

    assert await nearest(chroma) == ["b"]


@pytest.mark.parametrize("junk", [b"", b"no database at all" * 500])
async def test_an_unreadable_database_has_no_model_and_can_be_begun_anew(
    tmp_path: Path, junk: bytes, caplog: pytest.LogCaptureFixture
) -> None:
    folder = tmp_path / "index"
    before = ChromaIndex(folder)
    await before.reset("m1")
    await before.add(ME, [entry("a")])
    await before.close()
    (database,) = folder.glob("rows-*/chroma.sqlite3")
    database.write_bytes(junk)
    index = ChromaIndex(folder)

    with caplog.at_level(logging.WARNING):
        model_id = await index.model_id()
        if model_id is not None:  # Chroma takes an empty file for a new database
            assert await nearest(index) == []
    await index.reset("m1")
    await index.add(ME, [entry("b")])

    assert await nearest(index) == ["b"]
    await index.close()


@pytest.mark.parametrize("marker", ["", "[]", "{}", '{"model_id": "m1", "rows": "gone"}', "\0"])
async def test_a_marker_that_tells_nothing_means_no_model(tmp_path: Path, marker: str) -> None:
    folder = tmp_path / "index"
    folder.mkdir()
    (folder / "index.json").write_text(marker, encoding="utf-8")
    index = ChromaIndex(folder)

    assert await index.model_id() is None
    await index.close()


async def test_a_folder_that_cannot_be_made_is_unavailable(tmp_path: Path) -> None:
    (tmp_path / "index").write_text("a file in the way", encoding="utf-8")
    index = ChromaIndex(tmp_path / "index")

    assert await index.model_id() is None
    with pytest.raises(IndexUnavailable):
        await index.reset("m1")
    await index.close()


async def test_a_vector_of_the_wrong_length_is_unavailable_and_harms_nothing(
    chroma: ChromaIndex,
) -> None:
    await chroma.add(ME, [entry("a")])

    with pytest.raises(IndexUnavailable):
        await chroma.add(ME, [entry("b", vector(1, 0))])
    with pytest.raises(IndexUnavailable):
        await chroma.nearest(ME, vector(1, 0), kind="fact", limit=5)

    assert await nearest(chroma) == ["a"]


async def test_a_closed_index_is_unavailable(tmp_path: Path) -> None:
    index = ChromaIndex(tmp_path / "index")
    await index.reset("m1")
    await index.close()

    with pytest.raises(IndexUnavailable):
        await index.ids(ME, kind="fact")


async def test_drop_deletes_the_files_with_the_vectors(chroma: ChromaIndex, tmp_path: Path) -> None:
    await chroma.add(ME, [entry("mine")])
    await chroma.add(OTHER, [entry("theirs")])
    assert len(vector_files(tmp_path)) == 2

    await chroma.drop(ME)

    assert len(vector_files(tmp_path)) == 1


async def test_erasing_leaves_no_name_and_no_id_in_any_file(
    chroma: ChromaIndex, tmp_path: Path
) -> None:
    await chroma.add(ME, [entry("row-of-mine")])
    await chroma.add(OTHER, [entry("row-of-theirs", NORTH)])
    assert contents_with(tmp_path, b"row-of-mine", _name(ME).encode()) != []

    await chroma.erase(ME)

    assert contents_with(tmp_path, b"row-of-mine", _name(ME).encode()) == []
    assert contents_with(tmp_path, b"row-of-theirs") != []


async def test_an_index_that_cannot_be_read_is_thrown_away_to_erase(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    index = ChromaIndex(tmp_path / "index")
    await index.reset("m1")
    await index.add(ME, [entry("row-of-mine")])
    (tmp_path / "index" / "index.json").unlink()

    with caplog.at_level(logging.WARNING):
        await index.erase(ME)

    assert contents_with(tmp_path, b"row-of-mine") == []
    assert await index.model_id() is None
    assert "thrown away" in caplog.text
    await index.close()


async def test_files_that_a_crash_left_behind_are_deleted_at_the_next_start(tmp_path: Path) -> None:
    before = ChromaIndex(tmp_path / "index")
    await before.reset("m1")
    await before.add(ME, [entry("mine")])
    await before.close()
    (rows,) = (tmp_path / "index").glob("rows-*")
    shutil.copytree(vector_files(tmp_path)[0].parent, rows / "left-behind")

    after = ChromaIndex(tmp_path / "index")
    await after.model_id()

    assert len(vector_files(tmp_path)) == 1
    assert await nearest(after) == ["mine"]
    await after.close()


async def test_no_text_and_no_name_of_a_person_is_written(
    chroma: ChromaIndex, tmp_path: Path
) -> None:
    person = Scope("TEAMXYZ", "USERXYZ")

    await chroma.add(person, [entry("a")])

    told = database_dump(tmp_path)
    assert "semantic" in told
    assert "XYZ" not in told


async def test_the_marker_names_the_model(chroma: ChromaIndex, tmp_path: Path) -> None:
    told = json.loads((tmp_path / "index" / "index.json").read_text(encoding="utf-8"))

    assert told["model_id"] == await chroma.model_id() == "m1"


parts = st.text(min_size=1, max_size=12)


@given(parts, parts)
def test_any_person_has_a_legal_collection_name(team: str, user: str) -> None:
    assert re.fullmatch(r"[a-zA-Z0-9][a-zA-Z0-9._-]{1,510}[a-zA-Z0-9]", _name(Scope(team, user)))


@given(st.text("ab:1", min_size=2, max_size=8), st.data())
def test_the_border_between_team_and_user_matters(joined: str, data: st.DataObject) -> None:
    border = st.integers(1, len(joined) - 1)
    one, two = data.draw(border), data.draw(border)
    names = {_name(Scope(joined[:at], joined[at:])) for at in (one, two)}

    assert len(names) == len({one, two})


def vector_files(tmp_path: Path) -> list[Path]:
    return list((tmp_path / "index").glob("rows-*/*/data_level0.bin"))


def contents_with(folder: Path, *needles: bytes) -> list[Path]:
    return [
        file
        for file in folder.rglob("*")
        if file.is_file() and any(needle in file.read_bytes() for needle in needles)
    ]


def database_dump(tmp_path: Path) -> str:
    (database,) = tmp_path.glob("index/rows-*/chroma.sqlite3")
    with closing(sqlite3.connect(database)) as rows:
        return "\n".join(rows.iterdump())
