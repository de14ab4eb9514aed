"""Writes to databases and is killed in the middle: run by the tests as a process of its own.

`python -m tests.killed_writer FOLDER` makes a home for each statement of a write, `FOLDER/0`,
`FOLDER/1`, …, and in each a child that kills itself before that statement. It ends after the first
child that survived, because the write had no such statement.
"""

from __future__ import annotations

import asyncio
import os
import signal
import sys
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import count
from pathlib import Path

from sqlalchemy import event
from sqlalchemy.engine import Engine

from memory.adapters.database import open_database
from memory.adapters.sql_ledger import SqlLedger
from memory.records import Change, Fact, Memory, Proposal, Scope, Source, SourceKind
from tests.fakes import remember

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
OLD = Memory(
    id="old",
    scope=Scope("T1", "U1"),
    fact=Fact("또리 생일: 10월 27일"),
    source=Source(SourceKind.WISH, "또리 생일은 10월 27일이야", NOON, "T1/D1/1"),
    created_at=NOON,
    updated_at=NOON,
)
NEW = replace(OLD, id="new", fact=Fact("또리 생일: 1월 1일"), supersedes="old")
PROPOSAL = Proposal(
    id="p1",
    scope=OLD.scope,
    change=Change.UPDATE,
    fact=NEW.fact,
    source=NEW.source,
    created_at=NOON,
    expires_at=NOON + timedelta(days=1),
    target="old",
    target_text=OLD.text,
)


async def write(home: Path, *, dies_before: int) -> None:
    """Supersede OLD by NEW, dying before the statement of that number; COMMIT is the last."""
    async with await open_database(home) as database:
        ledger = SqlLedger(database)
        await remember(ledger, OLD)
        await ledger.add_proposal(PROPOSAL)
        statements = count()

        def die_in_time(*_: object) -> None:
            if next(statements) == dies_before:
                os.kill(os.getpid(), signal.SIGKILL)

        event.listen(Engine, "before_cursor_execute", die_in_time)
        event.listen(Engine, "commit", die_in_time)
        await ledger.commit_remembering(PROPOSAL, NEW, NOON)


def main(folder: Path) -> None:
    """Let children die until one survives."""
    for statement in count():
        child = os.fork()
        if child == 0:
            asyncio.run(write(folder / str(statement), dies_before=statement))
            os._exit(0)
        _, status = os.waitpid(child, 0)
        if os.WIFEXITED(status):
            sys.exit(os.waitstatus_to_exitcode(status))


if __name__ == "__main__":
    main(Path(sys.argv[1]))
