"""A whole memory side on a real folder: SQLite and Chroma, with an embedder that needs no model."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import uuid4

import numpy as np

from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.database import open_database
from memory.adapters.former_files import FormerFiles
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_books import SqlPreferences, SqlWriteLog
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.erasure import Erasure
from memory.facts.reading import read_fact
from memory.notebook import Notebook, Proposed, Saved
from memory.records import Exchange, Memory, Proposal, Scope, Source, SourceKind
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import FACT, Upkeep
from memory.vectors import Vector
from tests.fakes import FakeClock
from tests.fakes_search import FakeEmbedder

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@dataclass(frozen=True, slots=True)
class House:
    """The memory side of one home, opened."""

    home: Path
    notebook: Notebook
    erasure: Erasure
    upkeep: Upkeep
    ledger: SqlLedger
    journal: SqlJournal
    index: ChromaIndex
    embedder: FakeEmbedder
    clock: FakeClock

    async def propose(self, scope: Scope, text: str) -> Proposal:
        """Have somebody wish for something to be remembered."""
        said = Source(SourceKind.WISH, f"{text} 기억해줘", self.clock(), f"D1/{text}")
        asked = await self.notebook.propose(scope, read_fact(text), said)
        assert isinstance(asked, Proposed)
        return asked.proposal

    async def remember(self, scope: Scope, text: str) -> Memory:
        """Have something remembered by a wish and a yes, and talked about."""
        asked = await self.propose(scope, text)
        saved = await self.notebook.confirm(scope, asked.id)
        assert isinstance(saved, Saved)
        await self.talk(scope, f"{text} 맞지?", asked.id)
        return saved.memory

    async def talk(self, scope: Scope, said: str, *named: str) -> None:
        """Keep an exchange and claim its message."""
        at = self.clock()
        await self.journal.claim(f"T/D/{uuid4().hex}", at, owner=scope)
        place = f"D-{scope.user}"
        await self.journal.keep(Exchange(uuid4().hex, scope, place, said, said, at, named))

    async def texts(self, scope: Scope) -> list[str]:
        """What is remembered of somebody, in alphabetical order."""
        return sorted(each.text for each in await self.ledger.memories(scope))

    async def is_indexed_truly(self, scope: Scope) -> bool:
        """Whether the index holds just what is remembered."""
        active = {each.id for each in await self.ledger.memories(scope)}
        return await self.index.ids(scope, kind=FACT) == active

    def files_with_vector(self, text: str) -> list[str]:
        """The files anywhere under the home that hold the text's vector, to the last bits."""
        vector = self.embedder.vector(text)
        return [
            str(file.relative_to(self.home))
            for file in sorted(self.home.rglob("*"))
            if file.is_file() and holds_vector(file.read_bytes(), vector)
        ]


@asynccontextmanager
async def open_house(home: Path, clock: FakeClock | None = None) -> AsyncIterator[House]:
    """Open a home as the bot does: broken off erasures are ended, the index is made true."""
    clock = clock or FakeClock(NOON)
    async with await open_database(home) as database:
        ledger, embedder = SqlLedger(database), FakeEmbedder()
        index, shelf = ChromaIndex(home / "index"), Shelf(ledger)
        upkeep = Upkeep(ledger=ledger, index=index, embedder=embedder, shelf=shelf)
        notebook = Notebook(
            ledger=ledger,
            preferences=SqlPreferences(database),
            write_log=SqlWriteLog(database),
            retrieval=Retrieval(
                ledger=ledger, index=index, embedder=embedder, shelf=shelf, upkeep=upkeep
            ),
            upkeep=upkeep,
            clock=clock,
            new_id=lambda: uuid4().hex,
            proposal_ttl=timedelta(days=7),
        )
        erasure = Erasure(
            notebook=notebook,
            ledger=ledger,
            archive=SqlArchive(database),
            upkeep=upkeep,
            clock=clock,
            former=FormerFiles(home),
        )
        try:
            await erasure.resume()
            await (upkeep.rebuild() if await upkeep.check() else upkeep.sweep())
            yield House(
                home,
                notebook,
                erasure,
                upkeep,
                ledger,
                SqlJournal(database),
                index,
                embedder,
                clock,
            )
        finally:
            await index.close()


def files_with(home: Path, needle: bytes) -> list[str]:
    """The files anywhere under a home that hold these bytes."""
    return [
        str(file.relative_to(home))
        for file in sorted(home.rglob("*"))
        if file.is_file() and needle in file.read_bytes()
    ]


def holds_vector(content: bytes, vector: Vector) -> bool:
    """Whether a stretch of the bytes points where the vector points: Chroma scales it anew."""
    if vector.tobytes() in content:
        return True
    for start in range(vector.itemsize):
        length = (len(content) - start) // vector.itemsize
        if length < len(vector):
            continue
        numbers = np.frombuffer(content, dtype=np.float32, offset=start, count=length)
        plain = np.where(np.abs(numbers) <= 1, numbers, 0).astype(np.float64)  # NaN is not <= 1
        along = np.correlate(plain, vector.astype(np.float64), "valid")
        squares = np.correlate(plain**2, np.ones(len(vector)), "valid")
        if np.any((squares > 0.99) & (along > 0.99999 * np.sqrt(squares))):
            return True
    return False
