"""A database that a restore put aside is reached by erasing, is told of, and goes after a time."""

from __future__ import annotations

import asyncio
import logging
import os
import shutil
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from typer.testing import CliRunner

from bot.cli import app
from memory.adapters.database import open_database
from memory.adapters.former_files import FormerFiles, former_files, next_former_file
from memory.adapters.sql_archive import SqlArchive
from memory.books import FORMER_DAYS
from memory.records import Scope
from tests.home_kit import NOON, files_with, open_house

MINA = Scope("T1", "U-MINA")
JUN = Scope("T1", "U-JUN")
MINAS = "다락방 금고 번호: 왼쪽 셋"
JUNS = "모카 생일: 3월 2일"


async def put_aside(home: Path, *, is_gone_from_the_home: bool = False) -> Path:
    """A home in which two people are remembered, and the same put aside beside it."""
    async with open_house(home) as house:
        await house.remember(MINA, MINAS)
        await house.remember(JUN, JUNS)
    aside = next_former_file(home)
    shutil.copyfile(home / "ttori.db", aside)
    if is_gone_from_the_home:
        (home / "ttori.db").unlink()
        shutil.rmtree(home / "index")
    return aside


async def test_erasing_leaves_no_byte_in_it_and_takes_nobody_else(tmp_path: Path) -> None:
    aside = await put_aside(tmp_path)
    assert aside.name in files_with(tmp_path, MINAS.encode())

    async with open_house(tmp_path) as house:
        await house.erasure.erase(MINA)

    assert files_with(tmp_path, MINAS.encode()) == []
    assert aside.name in files_with(tmp_path, JUNS.encode())


async def test_whoever_is_in_it_alone_is_known_and_can_be_erased(tmp_path: Path) -> None:
    await put_aside(tmp_path, is_gone_from_the_home=True)

    async with open_house(tmp_path) as house:
        before = await house.erasure.known_scopes()
        await house.erasure.erase(MINA)

        assert before == [JUN, MINA]
        assert await house.erasure.known_scopes() == [JUN]
    assert files_with(tmp_path, MINAS.encode()) == []


async def test_an_erasure_that_was_broken_off_reaches_it_at_the_next_start(tmp_path: Path) -> None:
    await put_aside(tmp_path)
    async with await open_database(tmp_path) as database:
        await SqlArchive(database).begin_erasing(MINA, NOON)

    async with open_house(tmp_path):
        assert files_with(tmp_path, MINAS.encode()) == []


@pytest.mark.parametrize("content", [MINAS.encode() * 100, b"SQLite format 3\0" + b"x" * 200])
async def test_one_that_cannot_be_opened_is_removed_for_it(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, content: bytes
) -> None:
    aside = await put_aside(tmp_path)
    aside.write_bytes(content)
    aside.with_name(f"{aside.name}-wal").write_bytes(content)

    with caplog.at_level(logging.WARNING):
        async with open_house(tmp_path) as house:
            await house.erasure.erase(MINA)

    assert former_files(tmp_path) == []
    assert files_with(tmp_path, MINAS.encode()) == []
    assert f"{aside} was removed to erase a person" in caplog.text


async def test_it_goes_when_it_was_kept_long_enough_also_after_an_erasure(tmp_path: Path) -> None:
    aside = await put_aside(tmp_path)
    os.utime(aside, (NOON.timestamp(), NOON.timestamp()))

    async with open_house(tmp_path) as house:
        await house.erasure.erase(MINA)
        house.clock.advance(timedelta(days=FORMER_DAYS))
        kept = await house.erasure.lapse()
        house.clock.advance(timedelta(seconds=1))
        removed = await house.erasure.lapse()

    assert (kept, removed) == (0, 1)
    assert former_files(tmp_path) == []


async def test_each_has_a_name_of_its_own_and_the_latest_comes_first(tmp_path: Path) -> None:
    names = []
    for _ in range(11):
        names.append(next_former_file(tmp_path))
        names[-1].touch()
    (tmp_path / "ttori.db.before-restore-11-wal").touch()

    assert former_files(tmp_path) == names[::-1]


async def test_without_any_nobody_is_known_and_nothing_lapses(tmp_path: Path) -> None:
    former = FormerFiles(tmp_path / "nowhere")

    assert await former.people() == []
    assert await former.lapse(datetime.now(UTC)) == 0
    await former.erase(MINA, NOON)


def test_check_names_it_with_its_age_and_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    aside = asyncio.run(put_aside(tmp_path))
    then = (datetime.now(UTC) - timedelta(days=3, hours=1)).timestamp()
    os.utime(aside, (then, then))
    for name in ("EMBEDDING_MODEL", "TTORI_DATABASE_URL", "SLACK_BOT_TOKEN", "SLACK_APP_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTORI_HOME", str(tmp_path))

    checked = CliRunner().invoke(app, ["check"])

    said = " ".join(checked.output.split())
    assert "former database" in said
    assert "aside 3 days ago" in said
    assert "remove it: rm" in said
