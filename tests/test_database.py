"""The database opens where it may, and says what to do where it may not."""

from __future__ import annotations

import asyncio
import sqlite3
import subprocess
import sys
from collections.abc import AsyncIterator, Sequence
from contextlib import closing
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from memory.adapters.database import DATABASE_NAME, Database, RowExists, open_database
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.tables import claims
from memory.errors import (
    DatabaseCorrupt,
    DatabaseTooNew,
    HomeInUse,
    HomeUnwritable,
    StorageFault,
)
from tests.fakes import remember
from tests.ledger_kit import MINA, NOON, a_memory


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_database(tmp_path) as opened:
        yield opened


def files_in(home: Path) -> Sequence[str]:
    return sorted(file.name for file in home.glob(f"{DATABASE_NAME}*"))


class TestOpening:
    async def test_what_was_written_is_there_after_reopening(self, tmp_path: Path) -> None:
        home = tmp_path / "new" / "home"
        async with await open_database(home) as database:
            await remember(SqlLedger(database), a_memory("m1"))

        async with await open_database(home) as database:
            assert await SqlLedger(database).memories(MINA) == [a_memory("m1")]

    async def test_a_home_that_it_makes_is_its_owners_alone(self, tmp_path: Path) -> None:
        async with await open_database(tmp_path / "home"):
            assert (tmp_path / "home").stat().st_mode & 0o777 == 0o700

    async def test_a_home_with_strange_letters_will_do(self, tmp_path: Path) -> None:
        home = tmp_path / "또리의 집 100% #1?"
        async with await open_database(home) as database:
            await remember(SqlLedger(database), a_memory("m1"))

        async with await open_database(home) as database:
            assert await SqlLedger(database).count(MINA) == 1

    async def test_every_connection_is_prepared(self, database: Database) -> None:
        async with database.reading() as one, database.reading() as other:
            for connection in (one, other):
                found = [
                    (await connection.execute(text(f"PRAGMA {name}"))).scalar()
                    for name in ("journal_mode", "foreign_keys", "secure_delete", "synchronous")
                ]
                assert found == ["wal", 1, 1, 2]
                assert (await connection.execute(text("PRAGMA busy_timeout"))).scalar() == 30_000

    async def test_closing_leaves_one_whole_file(self, tmp_path: Path) -> None:
        database = await open_database(tmp_path)
        await remember(SqlLedger(database), a_memory("m1"))

        await database.close()
        await database.close()

        assert files_in(tmp_path) == [DATABASE_NAME]
        with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file:
            assert file.execute("SELECT text FROM memories").fetchall() == [(a_memory("m1").text,)]

    async def test_a_database_elsewhere_is_named_by_its_url(self, tmp_path: Path) -> None:
        elsewhere = tmp_path / "elsewhere.db"

        async with await open_database(tmp_path / "home", f"sqlite:///{elsewhere}") as database:
            await remember(SqlLedger(database), a_memory("m1"))

        assert elsewhere.exists()
        assert not (tmp_path / "home" / DATABASE_NAME).exists()


class TestRefusing:
    async def test_a_second_opener_of_a_home(self, tmp_path: Path, database: Database) -> None:
        with pytest.raises(HomeInUse, match=r"Another process works on .*TTORI_HOME"):
            await open_database(tmp_path)

        await database.close()
        async with await open_database(tmp_path):
            pass

    async def test_a_second_process_on_a_home(self, tmp_path: Path, database: Database) -> None:
        program = (
            "import asyncio, sys; from pathlib import Path\n"
            "from memory.adapters.database import open_database\n"
            "from memory.errors import HomeInUse\n"
            "try: asyncio.run(open_database(Path(sys.argv[1])))\n"
            "except HomeInUse as fault: print('refused:', fault)\n"
        )

        other = await asyncio.to_thread(
            subprocess.run,
            [sys.executable, "-c", program, str(tmp_path)],
            capture_output=True,
            text=True,
            check=True,
        )

        assert other.stdout.startswith(f"refused: Another process works on {tmp_path}")
        await remember(SqlLedger(database), a_memory("m1"))

    @pytest.mark.parametrize("home", ["a file", "a file/home"])
    async def test_a_home_that_cannot_be_a_folder(self, tmp_path: Path, home: str) -> None:
        (tmp_path / "a file").write_text("mine")

        with pytest.raises(HomeUnwritable, match=r"cannot be written.*TTORI_HOME"):
            await open_database(tmp_path / home)

        assert (tmp_path / "a file").read_text() == "mine"

    async def test_a_database_that_is_a_folder(self, tmp_path: Path) -> None:
        (tmp_path / DATABASE_NAME).mkdir()

        with pytest.raises(HomeUnwritable, match=DATABASE_NAME):
            await open_database(tmp_path)

    @pytest.mark.parametrize("damage", ["other file", "cut short", "middle overwritten"])
    async def test_a_broken_file_and_leaves_it_as_it_was(self, tmp_path: Path, damage: str) -> None:
        path = tmp_path / DATABASE_NAME
        async with await open_database(tmp_path) as database:
            for number in range(20):
                await remember(SqlLedger(database), a_memory(f"m{number}", f"사실 {number}: 값"))
        whole = path.read_bytes()
        middle = len(whole) // 2
        broken = {
            "other file": b"This is a letter, not a database. " * 500,
            "cut short": whole[: middle - 100],
            "middle overwritten": whole[: middle - 9_000] + b"\xa7" * 9_000 + whole[middle:],
        }[damage]
        path.write_bytes(broken)

        with pytest.raises(DatabaseCorrupt, match=r"not a readable database .*Restore a backup"):
            await open_database(tmp_path)

        assert path.read_bytes() == broken
        assert files_in(tmp_path) == [DATABASE_NAME]

    async def test_a_newer_programs_database_and_leaves_it_as_it_was(self, tmp_path: Path) -> None:
        async with await open_database(tmp_path):
            pass
        with closing(sqlite3.connect(tmp_path / DATABASE_NAME)) as file:
            file.execute("UPDATE alembic_version SET version_num = '9999'")
            file.commit()
        before = (tmp_path / DATABASE_NAME).read_bytes()

        with pytest.raises(DatabaseTooNew, match="Upgrade the program"):
            await open_database(tmp_path)

        assert (tmp_path / DATABASE_NAME).read_bytes() == before

    @pytest.mark.parametrize(
        ("url", "says"),
        [
            ("nonsense", "no database address"),
            ("oracle+none://host/name", "No driver for oracle\\+none"),
        ],
    )
    async def test_a_url_that_leads_nowhere(self, tmp_path: Path, url: str, says: str) -> None:
        with pytest.raises(StorageFault, match=says):
            await open_database(tmp_path, url)

    async def test_a_refused_home_is_free_again(self, tmp_path: Path) -> None:
        (tmp_path / DATABASE_NAME).write_bytes(b"not a database" * 100)
        with pytest.raises(DatabaseCorrupt):
            await open_database(tmp_path)
        (tmp_path / DATABASE_NAME).unlink()

        async with await open_database(tmp_path) as database:
            assert await SqlLedger(database).scopes() == []


class TestWriting:
    async def test_a_failed_block_leaves_nothing(self, database: Database) -> None:
        with pytest.raises(LookupError):
            await self._write_and_fail(database)

        assert await SqlJournal(database).claim("k", NOON)

    async def _write_and_fail(self, database: Database) -> None:
        async with database.writing() as connection:
            await connection.execute(insert(claims).values(key="k"))
            raise LookupError

    async def test_a_refused_row_is_told_apart(self, database: Database) -> None:
        await SqlJournal(database).claim("k", NOON)

        with pytest.raises(RowExists, match="UNIQUE"):
            async with database.writing() as connection:
                await connection.execute(insert(claims).values(key="k"))

    async def test_a_writer_that_was_cancelled_blocks_nobody(self, database: Database) -> None:
        entered = asyncio.Event()

        async def write_forever() -> None:
            async with database.writing() as connection:
                await connection.execute(insert(claims).values(key="half"))
                entered.set()
                await asyncio.Event().wait()

        writer = asyncio.create_task(write_forever())
        await entered.wait()
        writer.cancel()
        with pytest.raises(asyncio.CancelledError):
            await writer

        assert await SqlJournal(database).claim("half", NOON)
