"""What the contract suites of ledger and journal share: both kinds of books, and what to write."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

from memory.adapters.database import open_database
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.ports import Journal, Ledger
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from tests.fakes import FakeJournal, FakeLedger, FakeStore

MINA = Scope("T1", "U1")
JUN = Scope("T1", "U2")
MINA_ELSEWHERE = Scope("T2", "U1")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class Books:
    """A ledger and a journal over the same store."""

    ledger: Ledger
    journal: Journal


@asynccontextmanager
async def open_books(kind: str, home: Path) -> AsyncIterator[Books]:
    """Open the books of a kind: "fake" or "sqlite"."""
    if kind == "fake":
        store = FakeStore()
        yield Books(FakeLedger(store), FakeJournal(store))
        return
    async with await open_database(home) as database:
        yield Books(SqlLedger(database), SqlJournal(database))


def minutes(count: int) -> datetime:
    return NOON + timedelta(minutes=count)


def a_memory(
    memory_id: str,
    text: str = "",
    *,
    scope: Scope = MINA,
    at: datetime = NOON,
    supersedes: str | None = None,
) -> Memory:
    return Memory(
        id=memory_id,
        scope=scope,
        fact=Fact(text or f"주어 {memory_id}: 값"),
        source=Source(SourceKind.WISH, f"{memory_id}라고 기억해줘", at, f"T1/D1/{memory_id}"),
        created_at=at,
        updated_at=at,
        supersedes=supersedes,
    )


def a_proposal(
    proposal_id: str,
    text: str = "또리 생일: 10월 27일",
    *,
    scope: Scope = MINA,
    change: Change = Change.ADD,
    target: str | None = None,
    at: datetime = NOON,
) -> Proposal:
    return Proposal(
        id=proposal_id,
        scope=scope,
        change=change,
        fact=Fact(text),
        source=Source(SourceKind.WISH, f"{text} 기억해줘", at, f"T1/D1/{proposal_id}"),
        created_at=at,
        expires_at=at + timedelta(days=7),
        target=target,
        target_text="예전 글" if target else "",
    )


async def forget(ledger: Ledger, memory: Memory, proposal_id: str = "forget") -> list[str] | None:
    asked = replace(
        a_proposal(proposal_id, memory.text, change=Change.FORGET, target=memory.id),
        scope=memory.scope,
        target_text=memory.text,
    )
    await ledger.add_proposal(asked)
    return await ledger.commit_forgetting(asked, minutes(9))


async def state_of(ledger: Ledger, proposal_id: str, scope: Scope = MINA) -> ProposalState:
    found = await ledger.proposal(scope, proposal_id)
    assert found is not None
    return found.state
