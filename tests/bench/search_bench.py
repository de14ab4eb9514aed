"""How fast one person's memories are found, beside the plain recipe on the same data."""

from __future__ import annotations

import asyncio
import tempfile
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from memory.adapters.local_embedder import LocalEmbedder
from memory.records import Scope
from memory.vectors import Vector
from tests.bench.data import embed_some, make_lines, make_memory, make_questions, make_vectors
from tests.bench.figures import timed, timing_cells, timing_table
from tests.bench.plain_recipe import PlainRecipe
from tests.bench.world import World, open_world

TARGET_MS: Final = {1_000: 25, 10_000: 60}
"""Of the p95, by how many memories the person has."""

_QUERIES: Final = 100
_AFTER_WRITES: Final = 20
_PLAIN_QUERIES: Final = 20
_LIMIT: Final = 5


async def run(console: Console) -> None:
    """Measure and print."""
    embedder = LocalEmbedder()
    known = await embed_some(embedder)
    for size, target_ms in TARGET_MS.items():
        with tempfile.TemporaryDirectory() as folder, console.status(f"{size:,} memories"):
            async with open_world(Path(folder), embedder) as world:
                table = await _one_person(world, Path(folder), embedder, known, size, target_ms)
        console.print(table)
    await embedder.close()


async def _one_person(
    world: World, folder: Path, embedder: LocalEmbedder, known: Vector, size: int, target_ms: int
) -> Table:
    scope = Scope("T-bench", "U-bench")
    lines, vectors = make_lines(size), make_vectors(known, size)
    await world.fill(scope, lines, vectors)
    queries = make_questions(_QUERIES)

    async def ask(query: str) -> None:
        recall = await world.retrieval.recall(scope, query, limit=_LIMIT)
        assert len(recall.found) == _LIMIT

    async def write(query: str) -> None:
        number = await world.ledger.count(scope)
        memory = make_memory(scope, number, f"새 기억 {number}: {query}")
        await world.write([memory], known[:1])
        await world.shelf.put(memory)

    first = await timed(queries[:1], ask)
    ours = await timed(queries, ask)
    embedding = await timed(queries, embedder.query)
    after_writes = await timed(queries[:_AFTER_WRITES], ask, before_each=write)
    plain = PlainRecipe(folder / "plain", lines, vectors, embedder)
    theirs = await timed(queries[:_PLAIN_QUERIES], plain.recall)
    await plain.close()
    table = timing_table(f"A search in one person's {size:,} memories")
    table.add_row("Ttori: letters and meaning", *timing_cells(ours, target_ms))
    table.add_row("… of which the question's embedding", *timing_cells(embedding))
    table.add_row("Ttori, right after a write", *timing_cells(after_writes))
    table.add_row("Ttori, the very first (list read from the ledger)", *timing_cells(first))
    table.add_row("plain recipe", *timing_cells(theirs))
    return table


if __name__ == "__main__":
    asyncio.run(run(Console()))
