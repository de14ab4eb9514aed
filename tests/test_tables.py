"""The schema itself refuses what must never be written."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import insert, text

from memory.adapters.database import Database, RowExists, open_database
from memory.adapters.rows import memory_values
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.tables import memories
from memory.records import (
    Memory,
)
from tests.fakes import remember
from tests.ledger_kit import JUN, a_memory, a_proposal


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_database(tmp_path) as opened:
        yield opened


async def test_it_refuses_a_memory_without_a_proposal(database: Database) -> None:
    await _refuses(database, a_memory("m1"), "unheard of", "FOREIGN KEY")


async def test_it_refuses_a_memory_by_another_persons_proposal(database: Database) -> None:
    await SqlLedger(database).add_proposal(a_proposal("p1"))

    theirs = replace(a_memory("m1"), scope=JUN)

    await _refuses(database, theirs, "p1", "FOREIGN KEY")


async def test_it_refuses_a_second_memory_by_the_same_proposal(database: Database) -> None:
    await remember(SqlLedger(database), a_memory("m1"))

    await _refuses(database, a_memory("m2", "다른 것: 하나"), "consent-to-m1", "proposal_id")


async def test_it_refuses_the_same_content_twice(database: Database) -> None:
    await remember(SqlLedger(database), a_memory("m1"))
    await SqlLedger(database).add_proposal(a_proposal("p2"))

    await _refuses(database, a_memory("m2", a_memory("m1").text), "p2", "content_key")


@pytest.mark.parametrize("column", ["text", "value", "proposal_id", "user", "supersedes"])
async def test_it_refuses_other_words_for_a_written_memory(database: Database, column: str) -> None:
    await remember(SqlLedger(database), a_memory("m1"))

    with pytest.raises(RowExists, match="written once"):
        async with database.writing() as connection:
            await connection.execute(memories.update().values({column: "other"}))


async def test_it_refuses_a_tombstone_with_content(database: Database) -> None:
    await remember(SqlLedger(database), a_memory("m1"))

    with pytest.raises(RowExists, match="ck_memories_forgotten"):
        async with database.writing() as connection:
            await connection.execute(
                text("UPDATE memories SET active = 0, forgotten_at = '2026-03-02'")
            )


async def _refuses(database: Database, memory: Memory, proposal_id: str, reason: str) -> None:
    values = memory_values(memory, proposal_id=proposal_id, first_version=memory.id, version=1)
    with pytest.raises(RowExists, match=reason):
        async with database.writing() as connection:
            await connection.execute(insert(memories).values(values))
