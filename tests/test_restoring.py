"""A restore brings nobody back who was erased, and nothing that was forgotten, since the backup."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from collections.abc import Awaitable, Callable
from contextlib import closing
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine
from typer.testing import CliRunner, Result

from bot.cli import app
from bot.settings import load_settings
from bot.wiring import Rooms, open_rooms
from bot.wiring.backups import back_up
from memory.adapters.partings import Partings, read_partings
from memory.adapters.schema import migrations
from memory.notebook import Forgotten
from memory.records import Scope, Source, SourceKind
from tests.desk_kit import JUN, MINA, remember
from tests.fakes import FakeClock
from tests.home_kit import files_with

DONE, FAULT = 0, 2
MINAS = "다락방 금고 번호: 왼쪽 셋"
JUNS = ["모카 생일: 3월 2일", "우산 자리: 현관 옆"]


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home without anything in it."""
    for name in ("EMBEDDING_MODEL", "TTORI_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTORI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def file(home: Path, tmp_path: Path) -> Path:
    """A backup of a home in which Mina remembers one thing and Jun two."""
    made = tmp_path / "ttori.backup"

    async def work(rooms: Rooms) -> None:
        await remember(rooms.notebook, MINA, MINAS)
        await remember(rooms.notebook, JUN, *JUNS)
        await asyncio.to_thread(back_up, load_settings(), made)

    in_rooms(work)
    assert files_with(home, MINAS.encode())
    return made


def in_rooms(work: Callable[[Rooms], Awaitable[None]]) -> None:
    async def enter() -> None:
        async with open_rooms(load_settings()) as rooms:
            await work(rooms)

    asyncio.run(enter())


def ttori(*words: str) -> Result:
    return CliRunner().invoke(app, words)


def restore(file: Path) -> str:
    """Restore a backup; what was said about it, on one line."""
    done = ttori("restore", str(file), "--yes")
    assert done.exit_code == DONE, done.output
    return " ".join(done.output.split())


def forget(scope: Scope, text: str) -> None:
    async def work(rooms: Rooms) -> None:
        (memory,) = [each for each in await rooms.ledger.memories(scope) if each.text == text]
        order = Source(SourceKind.COMMAND, "", FakeClock()())
        asked = await rooms.notebook.propose_forgetting(scope, memory.id, order)
        assert isinstance(await rooms.notebook.confirm(scope, asked.proposal.id), Forgotten)

    in_rooms(work)


def remembered(scope: Scope) -> list[str]:
    """What a started bot remembers."""
    answers: list[str] = []

    async def ask(rooms: Rooms) -> None:
        answers.extend(sorted(each.text for each in await rooms.ledger.memories(scope)))

    in_rooms(ask)
    return answers


def test_who_was_erased_after_the_backup_is_erased_again(home: Path, file: Path) -> None:
    assert ttori("erase", MINA.user, "--yes").exit_code == DONE

    said = restore(file)

    assert "people erased again: 1," in said
    assert "Not everything could be checked" not in said
    assert "After 30 days it goes by itself." in said
    assert files_with(home, MINAS.encode()) == []
    assert remembered(MINA) == []
    assert remembered(JUN) == sorted(JUNS)


@pytest.mark.usefixtures("home")
def test_the_note_of_an_erasure_outlives_the_restore(file: Path) -> None:
    ttori("erase", MINA.user, "--yes")
    restore(file)

    again = restore(file)

    assert "people erased again: 1," in again
    assert remembered(MINA) == []


@pytest.mark.usefixtures("home")
def test_who_was_erased_before_the_backup_keeps_what_came_after(file: Path, tmp_path: Path) -> None:
    later = tmp_path / "later.backup"
    ttori("erase", MINA.user, "--yes")
    in_rooms(begin_anew)
    assert ttori("backup", str(later)).exit_code == DONE
    restore(file)

    said = restore(later)

    assert "people erased again: 0," in said
    assert remembered(MINA) == ["취미: 사진"]


async def begin_anew(rooms: Rooms) -> None:
    await remember(rooms.notebook, MINA, "취미: 사진")


def test_what_was_forgotten_after_the_backup_is_forgotten_again(home: Path, file: Path) -> None:
    forget(JUN, JUNS[0])

    said = restore(file)
    former = home / "ttori.db.before-restore-1"
    former.unlink()

    assert "memories forgotten again: 1." in said
    assert files_with(home, JUNS[0].encode()) == []
    assert remembered(JUN) == JUNS[1:]
    assert remembered(MINA) == [MINAS]


def test_nothing_that_was_neither_erased_nor_forgotten_goes(home: Path, file: Path) -> None:
    said = restore(file)

    assert "people erased again: 0, memories forgotten again: 0." in said
    assert not (home / "ttori.db.part").exists()
    assert remembered(MINA) == [MINAS]


def test_without_a_former_database_the_backup_is_restored_and_the_doubt_told(
    home: Path, file: Path
) -> None:
    ttori("erase", MINA.user, "--yes")
    shutil.rmtree(home)

    said = restore(file)

    assert "Not everything could be checked: there is no former database." in said
    assert remembered(MINA) == [MINAS]


def test_a_broken_former_database_is_kept_as_it_is_and_the_doubt_told(
    home: Path, file: Path
) -> None:
    (home / "ttori.db").write_bytes(b"no database at all" * 500)

    said = restore(file)

    assert "Not everything could be checked: ttori.db could not be read" in said
    assert (home / "ttori.db.before-restore-1").read_bytes() == b"no database at all" * 500
    assert remembered(MINA) == [MINAS]


def test_a_restore_that_was_broken_off_still_knows_who_was_erased(home: Path, file: Path) -> None:
    ttori("erase", MINA.user, "--yes")
    (home / "ttori.db").rename(home / "ttori.db.before-restore-1")

    said = restore(file)

    assert "people erased again: 1," in said
    assert "Not everything could be checked" not in said


def test_a_backup_of_a_newer_program_is_refused_and_changes_nothing(home: Path, file: Path) -> None:
    with closing(sqlite3.connect(file)) as backup, backup:
        backup.execute("UPDATE alembic_version SET version_num = '9999'")
    before = (home / "ttori.db").read_bytes()

    refused = ttori("restore", str(file), "--yes")

    assert refused.exit_code == FAULT
    assert "Upgrade the program" in refused.output.replace("\n", " ")
    assert (home / "ttori.db").read_bytes() == before
    assert not (home / "ttori.db.part").exists()


def test_a_former_database_from_before_there_was_erasing_notes_nobody(tmp_path: Path) -> None:
    file = tmp_path / "ttori.db"
    engine = create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
    engine.dispose()

    assert read_partings(file) == Partings()


def test_erasing_reaches_the_database_that_a_restore_put_aside(home: Path, file: Path) -> None:
    in_rooms(begin_anew)
    restore(file)
    assert files_with(home, "취미: 사진".encode()) == ["ttori.db.before-restore-1"]

    erased = ttori("erase", MINA.user, "--yes")

    assert erased.exit_code == DONE
    assert "from databases that a restore put aside, too" in " ".join(erased.output.split())
    assert files_with(home, "취미: 사진".encode()) == []
    assert (home / "ttori.db.before-restore-1").exists()


async def leave(rooms: Rooms) -> None:
    await rooms.departures.leave(MINA.team)


def test_a_workspace_that_left_after_the_backup_has_left(home: Path, file: Path) -> None:
    in_rooms(leave)

    said = restore(file)

    assert "Workspaces that removed Ttori since then: 1." in said
    with closing(sqlite3.connect(home / "ttori.db")) as database:
        assert database.execute("SELECT team FROM departures").fetchall() == [(MINA.team,)]
    assert remembered(MINA) == [MINAS]
