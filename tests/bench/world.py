"""A home with memories in it, filled as quickly as can be, and the search over it."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

from sqlalchemy import insert

from bot.wiring.rooms import INDEX_FOLDER
from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.database import Database, open_database
from memory.adapters.local_embedder import LocalEmbedder
from memory.adapters.rows import memory_values, proposal_values
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.tables import memories, proposals
from memory.records import Memory, Scope
from memory.search.noise import calibration_of
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import FACT, Upkeep
from memory.vectors import Vector, VectorEntry
from tests.bench.data import make_consent, make_memory


class World:
    """The memory side of the house, laid out in a home as the bot itself does."""

    def __init__(self, home: Path, database: Database, embedder: LocalEmbedder) -> None:
        self._database = database
        self.ledger = SqlLedger(database)
        self.index = ChromaIndex(home / INDEX_FOLDER)
        self.shelf = Shelf(self.ledger)
        self.upkeep = Upkeep(
            ledger=self.ledger, index=self.index, embedder=embedder, shelf=self.shelf
        )
        self.retrieval = Retrieval(
            ledger=self.ledger,
            index=self.index,
            embedder=embedder,
            shelf=self.shelf,
            upkeep=self.upkeep,
            calibration=calibration_of(embedder.model_id),
        )

    async def fill(self, scope: Scope, lines: Sequence[str], vectors: Vector) -> None:
        """Write lines as confirmed memories of one person, and their vectors."""
        await self.write([make_memory(scope, at, line) for at, line in enumerate(lines)], vectors)

    async def write(self, kept: Sequence[Memory], vectors: Vector) -> None:
        """Write confirmed memories of one person, and their vectors."""
        await self.write_down(kept)
        await self.index_them(kept, vectors)

    async def write_down(self, kept: Sequence[Memory]) -> None:
        """Write confirmed memories of anyone, with the proposals by which they were agreed to."""
        async with self._database.writing() as connection:
            await connection.execute(
                insert(proposals), [proposal_values(make_consent(each)) for each in kept]
            )
            rows = [
                memory_values(each, proposal_id=f"c-{each.id}", first_version=each.id, version=1)
                for each in kept
            ]
            await connection.execute(insert(memories), rows)

    async def index_them(self, kept: Sequence[Memory], vectors: Vector) -> None:
        """Add the vectors of one person's memories to the index."""
        entries = [
            VectorEntry(each.id, vector, FACT, each.fact.type.value)
            for each, vector in zip(kept, vectors, strict=True)
        ]
        await self.index.add(kept[0].scope, entries)


@asynccontextmanager
async def open_world(home: Path, embedder: LocalEmbedder) -> AsyncIterator[World]:
    """A world in a new home."""
    async with await open_database(home) as database:
        world = World(home, database, embedder)
        await world.index.reset(embedder.model_id)
        try:
            yield world
        finally:
            await world.index.close()
