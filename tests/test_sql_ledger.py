"""What only a ledger on a disk can promise: all or nothing, bytes gone, quick look-ups."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import datetime
from pathlib import Path

import pytest
from sqlalchemy import insert, select
from sqlalchemy.exc import StatementError

from memory.adapters.database import DATABASE_NAME, Database, open_database
from memory.adapters.rows import NO_CONTENT, memory_values, proposal_values
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.tables import events, memories, proposals
from memory.records import Exchange, ProposalState
from tests.fakes import remember
from tests.killed_writer import NEW, OLD, PROPOSAL
from tests.ledger_kit import MINA, NOON, a_memory, a_proposal, forget, minutes

SECRET = a_memory("secret", "또리의 비밀 일기장: 다락방에 있다")


@pytest.fixture
async def database(tmp_path: Path) -> AsyncIterator[Database]:
    async with await open_database(tmp_path) as opened:
        yield opened


def folders_in(folder: Path) -> list[Path]:
    return list(folder.iterdir())


def bytes_on_disk(home: Path) -> bytes:
    return b"".join(file.read_bytes() for file in sorted(home.glob(f"{DATABASE_NAME}*")))


async def test_cancelling_at_any_moment_keeps_all_or_nothing(database: Database) -> None:
    ledger = SqlLedger(database)
    outcomes = set()
    for steps in range(60):
        memory, asked = a_memory(f"m{steps}"), a_proposal(f"p{steps}", f"사실 {steps}: 값")
        await ledger.add_proposal(asked)
        writer = asyncio.create_task(ledger.commit_remembering(asked, memory, NOON))
        for _ in range(steps):
            await asyncio.sleep(0)
        writer.cancel()
        await asyncio.gather(writer, return_exceptions=True)

        kept = await ledger.proposal(MINA, asked.id)
        assert kept is not None
        written = await ledger.memory(MINA, memory.id)
        assert (kept.state is ProposalState.CONFIRMED) == (written is not None)
        outcomes.add(kept.state)
    assert ProposalState.PENDING in outcomes


async def test_a_naive_time_is_not_guessed_at(database: Database) -> None:
    naive = replace(SECRET, created_at=datetime(2026, 3, 2, 12))  # noqa: DTZ001  (naive on purpose)

    with pytest.raises(StatementError, match="without a zone"):
        await remember(SqlLedger(database), naive)


async def test_a_kill_at_any_statement_leaves_all_or_nothing(tmp_path: Path) -> None:
    await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-m", "tests.killed_writer", str(tmp_path)],
        check=True,
        cwd=Path(__file__).parent.parent,
    )

    homes = sorted(folders_in(tmp_path), key=lambda home: int(home.name))
    found = []
    for home in homes:
        async with await open_database(home) as database:
            ledger = SqlLedger(database)
            proposal = await ledger.proposal(OLD.scope, PROPOSAL.id)
            assert proposal is not None
            active = [each.id for each in await ledger.memories(OLD.scope)]
            found.append((proposal.state, active))
    assert len(homes) > 5
    assert found[:-1] == [(ProposalState.PENDING, [OLD.id])] * (len(homes) - 1)
    assert found[-1] == (ProposalState.CONFIRMED, [NEW.id])


async def test_the_bytes_leave_the_disk_while_the_database_is_open(
    tmp_path: Path, database: Database
) -> None:
    ledger = SqlLedger(database)
    for number in range(30):
        await remember(ledger, a_memory(f"n{number}", f"다른 사실 {number}: 남는다"))
    await remember(ledger, SECRET)
    asked = Exchange("x1", MINA, "T1/D1", "어디 있지?", SECRET.text, NOON, ("secret",))
    await SqlJournal(database).keep(asked)
    assert SECRET.text.encode() in bytes_on_disk(tmp_path)

    await forget(ledger, SECRET)

    assert SECRET.text.encode() not in bytes_on_disk(tmp_path)
    assert "다른 사실 7".encode() in bytes_on_disk(tmp_path)


async def test_what_happened_is_told_without_the_content(database: Database) -> None:
    ledger = SqlLedger(database)
    await remember(ledger, SECRET)
    newer = await remember(ledger, a_memory("newer", supersedes="secret"))
    await forget(ledger, newer)

    columns = events.c.kind, events.c.memory_id, events.c.proposal_id
    async with database.reading() as connection:
        told = (await connection.execute(select(*columns).order_by(events.c.seq))).all()

    assert [tuple(each) for each in told] == [
        ("created", "secret", "consent-to-secret"),
        ("superseded", "secret", "consent-to-newer"),
        ("created", "newer", "consent-to-newer"),
        ("forgotten", "secret", "forget"),
        ("forgotten", "newer", "forget"),
    ]


async def test_a_tombstone_stays_with_its_links(database: Database) -> None:
    ledger = SqlLedger(database)
    await remember(ledger, SECRET)
    newer = await remember(ledger, a_memory("newer", supersedes="secret"))
    await forget(ledger, newer)

    async with database.reading() as connection:
        rows = (await connection.execute(select(memories).order_by(memories.c.seq))).all()

    assert [(row.id, row.supersedes, row.superseded_by) for row in rows] == [
        ("secret", None, "newer"),
        ("newer", "secret", None),
    ]
    for row in rows:
        assert {name: getattr(row, name) for name in NO_CONTENT} == NO_CONTENT
        assert (row.active, row.forgotten_at) == (False, minutes(9))


async def test_look_ups_by_id_do_not_walk_through_a_persons_memories(database: Database) -> None:
    ledger = SqlLedger(database)
    await _fill(database, 300)
    plans: list[str] = []
    async with database.reading() as connection:
        raw = await connection.get_raw_connection()
        assert raw.driver_connection is not None
        await raw.driver_connection.set_trace_callback(plans.append)
    await ledger.memories_by_id(MINA, [f"m{number}" for number in range(20)])
    queries = [each for each in plans if each.startswith("SELECT")]
    assert len(queries) == 1

    async with database.reading() as connection:
        steps = await connection.exec_driver_sql(f"EXPLAIN QUERY PLAN {queries[0]}")
        plan = [row[-1] for row in steps]

    assert len(plan) == 1
    assert plan[0].endswith("(id=?)")


async def _fill(database: Database, count: int) -> None:
    async with database.writing() as connection:
        for number in range(count):
            proposal, memory = a_proposal(f"p{number}"), a_memory(f"m{number}")
            await connection.execute(insert(proposals).values(proposal_values(proposal)))
            written = memory_values(
                memory, proposal_id=proposal.id, first_version=memory.id, version=1
            )
            await connection.execute(insert(memories).values(written))
