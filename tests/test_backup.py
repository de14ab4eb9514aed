"""The database as one file while the bot runs, and back."""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest
from typer.testing import CliRunner, Result

from bot.cli import app
from bot.settings import load_settings
from bot.wiring import Rooms, open_rooms
from bot.wiring.backups import back_up
from memory.records import Recall
from tests.desk_kit import MINA, remember

DONE, REFUSED, FAULT = 0, 1, 2


@pytest.fixture
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A home without anything in it."""
    for name in ("EMBEDDING_MODEL", "TTORI_DATABASE_URL"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTORI_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def in_rooms(work: Callable[[Rooms], Awaitable[None]]) -> None:
    async def enter() -> None:
        async with open_rooms(load_settings()) as rooms:
            await work(rooms)

    asyncio.run(enter())


def ttori(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, words, input=typed)


def backed_up_while_it_runs(file: Path) -> None:
    """One memory before the backup and one after it, in one run."""

    async def work(rooms: Rooms) -> None:
        await rooms.upkeep.rebuild()
        await remember(rooms.notebook, MINA, "또리 생일: 10월 27일")
        await asyncio.to_thread(back_up, load_settings(), file)
        await remember(rooms.notebook, MINA, "취미: 사진")

    in_rooms(work)


def found(question: str) -> Recall:
    answers: list[Recall] = []

    async def ask(rooms: Rooms) -> None:
        if await rooms.upkeep.check():
            await rooms.upkeep.rebuild()
        answers.append(await rooms.notebook.recall(MINA, question, limit=5))

    in_rooms(ask)
    return answers[0]


def test_after_the_home_is_lost_a_backup_answers_again(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "ttori.backup"
    backed_up_while_it_runs(file)
    shutil.rmtree(home)

    restored = ttori("restore", str(file), "--yes")
    recall = found("또리 생일이 언제야")

    assert restored.exit_code == DONE
    assert [each.memory.text for each in recall.found] == ["또리 생일: 10월 27일"]
    assert not recall.vector_failed


def test_a_backup_is_for_its_owner_alone_and_never_replaces_a_file(
    home: Path, tmp_path: Path
) -> None:
    file = tmp_path / "ttori.backup"
    backed_up_while_it_runs(file)
    before = file.read_bytes()

    again = ttori("backup", str(file))

    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert again.exit_code == FAULT
    assert "exists already" in again.output
    assert file.read_bytes() == before
    assert {each.name for each in tmp_path.iterdir()} == {file.name, home.name}


def test_what_a_backup_replaces_is_kept_beside_it(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "ttori.backup"
    backed_up_while_it_runs(file)

    restored = ttori("restore", str(file), typed="y\n")
    aside = home / "ttori.db.before-restore-1"

    assert restored.exit_code == DONE
    assert aside.name in restored.output.replace("\n", "")
    assert not (home / "index").exists()
    with sqlite3.connect(aside) as former:
        texts = {text for (text,) in former.execute("SELECT text FROM memories")}
    former.close()
    assert texts == {"또리 생일: 10월 27일", "취미: 사진"}


@pytest.mark.usefixtures("home")
def test_without_a_yes_nothing_is_restored(tmp_path: Path) -> None:
    file = tmp_path / "ttori.backup"
    backed_up_while_it_runs(file)

    refused = ttori("restore", str(file), typed="n\n")

    assert refused.exit_code == REFUSED
    assert {each.memory.text for each in found("취미").found} >= {"취미: 사진"}


@pytest.mark.usefixtures("home")
def test_a_running_bot_refuses_a_restore(tmp_path: Path) -> None:
    file = tmp_path / "ttori.backup"
    backed_up_while_it_runs(file)
    outcomes: list[Result] = []

    async def work(_: Rooms) -> None:
        outcomes.append(await asyncio.to_thread(ttori, "restore", str(file), "--yes"))

    in_rooms(work)

    assert outcomes[0].exit_code == FAULT
    assert "Stop the bot first." in outcomes[0].output.replace("\n", " ")


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 100])
def test_what_is_no_backup_is_refused_and_changes_nothing(
    home: Path, tmp_path: Path, content: bytes
) -> None:
    file = tmp_path / "other"
    file.write_bytes(content)

    refused = ttori("restore", str(file), "--yes")

    assert refused.exit_code == FAULT
    assert "no backup of Ttori" in refused.output.replace("\n", " ")
    assert not home.exists()


@pytest.mark.usefixtures("home")
def test_a_database_of_its_own_is_left_to_its_tools(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTORI_DATABASE_URL", "postgresql://host/name")

    refused = ttori("backup", str(tmp_path / "b"))

    assert refused.exit_code == FAULT
    assert "pg_dump" in refused.output
