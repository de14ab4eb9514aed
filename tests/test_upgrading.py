"""What people had in the first release's database is theirs after an upgrade, and can be used."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest
from alembic import command
from sqlalchemy import create_engine, text

from memory.adapters.database import DATABASE_NAME, open_database
from memory.adapters.schema import migrations
from memory.adapters.sql_chronicle import SqlChronicle
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.records import Scope

MINA = Scope("T1", "U1")
AT = datetime(2026, 3, 2, 12, 0, tzinfo=UTC)
STORED = "2026-03-02T12:00:00.000000+00:00"
CONTENT = {
    "type": "semantic",
    "subject": "또리",
    "attribute": "생일",
    "tags": '["생일"]',
    "confidence": 1.0,
    "importance": 5,
    "source_kind": "wish",
    "source_at": STORED,
    "source_pointer": "D1/1.0",
}


def first_rows() -> list[tuple[str, dict[str, object]]]:
    """A birthday that was corrected once, a card that waits, and what was said."""
    old = {**CONTENT, "value": "10월 27일", "text": "또리 생일: 10월 27일", "content_key": "old"}
    new = {**CONTENT, "value": "1월 1일", "text": "또리 생일: 1월 1일", "content_key": "new"}
    waiting = {**CONTENT, "subject": "", "attribute": "취미", "value": "사진", "text": "취미: 사진"}
    owner = {"team": MINA.team, "user": MINA.user}
    times = {"created_at": STORED, "expires_at": "2026-03-09T12:00:00.000000+00:00"}
    card = {**owner, **times, "target": None, "target_text": ""}
    done = {"state": "confirmed", "settled_at": STORED}
    stamps = {"created_at": STORED, "updated_at": STORED}
    said = {"source_text": "또리 생일 기억해줘"}
    talk: dict[str, object] = {"said": "안녕 😀", "answered": "네!", "at": STORED}
    return [
        ("proposals", {**card, **old, **said, **done, "id": "p1", "change": "add"}),
        ("proposals", {**card, **new, **said, **done, "id": "p2", "change": "update"}),
        (
            "proposals",
            {**card, **waiting, "id": "p3", "change": "add", "state": "pending"}
            | {"content_key": "waits", "source_text": "내 취미는 사진이야", "settled_at": None},
        ),
        (
            "memories",
            {**owner, **old, **said, **stamps, "id": "m1", "proposal_id": "p1", "active": False}
            | {"first_version": "m1", "version": 1, "supersedes": None},
        ),
        (
            "memories",
            {**owner, **new, **said, **stamps, "id": "m2", "proposal_id": "p2", "active": True}
            | {"first_version": "m1", "version": 2, "supersedes": "m1"},
        ),
        (
            "events",
            {**owner, "memory_id": "m1", "proposal_id": "p1", "kind": "created", "at": STORED},
        ),
        ("exchanges", {**talk, **owner, "id": "e1", "place": "T1/D1"}),
        ("claims", {"key": "T1/D1/1.0", "expires_at": "2126-03-09T12:00:00.000000+00:00"}),
    ]


@pytest.fixture
def home(tmp_path: Path) -> Path:
    """A home of the first release."""
    engine = create_engine(f"sqlite:///{tmp_path / DATABASE_NAME}")
    with engine.begin() as connection:
        config = migrations()
        config.attributes["connection"] = connection
        command.upgrade(config, "0001")
        for table, row in first_rows():
            names = ", ".join(row)
            values = ", ".join(f":{name}" for name in row)
            connection.execute(text(f"INSERT INTO {table} ({names}) VALUES ({values})"), row)  # noqa: S608  (fixed names)
        connection.execute(text("UPDATE memories SET superseded_by = 'm2' WHERE id = 'm1'"))
    engine.dispose()
    return tmp_path


async def test_memories_and_their_history_are_there_after_an_upgrade(home: Path) -> None:
    async with await open_database(home) as database:
        ledger = SqlLedger(database)
        active = await ledger.memories(MINA)
        versions = await ledger.versions(MINA, "m2")

    assert [each.text for each in active] == ["또리 생일: 1월 1일"]
    assert sorted(each.text for each in versions) == ["또리 생일: 10월 27일", "또리 생일: 1월 1일"]
    assert active[0].source.text == "또리 생일 기억해줘"
    assert active[0].created_at == AT


async def test_a_card_that_waited_can_be_answered_after_an_upgrade(home: Path) -> None:
    async with await open_database(home) as database:
        waiting = await SqlLedger(database).pending(MINA)

    assert [each.fact.text for each in waiting] == ["취미: 사진"]


async def test_talk_and_claims_are_there_after_an_upgrade(home: Path) -> None:
    async with await open_database(home) as database:
        talk = await SqlChronicle(database).latest(MINA, "T1/D1", 10)
        is_new = await SqlJournal(database).claim("T1/D1/1.0", AT, owner=MINA)

    assert [(each.said, each.answered) for each in talk] == [("안녕 😀", "네!")]
    assert not is_new
