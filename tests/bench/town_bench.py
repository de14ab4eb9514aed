"""Many people in one process: nothing fails, nothing goes missing, and memory stays bounded."""

from __future__ import annotations

import asyncio
import resource
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Final

import psutil
from rich.console import Console
from rich.table import Table

from memory.adapters.local_embedder import LocalEmbedder
from memory.records import Memory, Scope
from memory.vectors import Vector
from tests.bench.data import embed_some, make_lines, make_memory, make_questions, make_vectors
from tests.bench.figures import timed, timing_cells, timing_table, verdict
from tests.bench.world import World, open_world

PEOPLE: Final = 2_000
MEMORIES_EACH: Final = 20
CITY_PEOPLE: Final = 5_000
CITY_MEMORIES_EACH: Final = 50
TARGET_RESIDENT_MB: Final = 1_000
VISITOR: Final = Scope("T0LOCAL", "U0JIWOO")
"""One of them, who also lives in the local workspace."""

_OPEN_FILES: Final = 1_024
_WARM_PEOPLE: Final = 50


async def run(
    console: Console,
    home: Path,
    *,
    count: int = PEOPLE,
    memories_each: int = MEMORIES_EACH,
) -> None:
    """Fill a new home, measure and print. The home stays, filled."""
    embedder = LocalEmbedder()
    with _soft_limit(_OPEN_FILES):
        async with open_world(home, embedder) as world:
            with console.status(f"{count:,} people"):
                known = await embed_some(embedder)
                for table in await _town(world, known, people(count), memories_each):
                    console.print(table)
    await embedder.close()


def people(count: int = PEOPLE) -> list[Scope]:
    """Everyone who lives there."""
    return [*(Scope("T-bench", f"U{number}") for number in range(1, count)), VISITOR]


async def _town(
    world: World, known: Vector, everyone: list[Scope], memories_each: int
) -> tuple[Table, Table]:
    started = time.perf_counter()
    for number, scope in enumerate(everyone):
        memories = _memories(number, scope, memories_each)
        await world.write(memories, make_vectors(known, memories_each, seed=number))
    filled = time.perf_counter() - started
    (question,) = make_questions(1)
    found: dict[Scope, int] = {}

    async def ask(scope: Scope) -> None:
        recall = await world.retrieval.recall(scope, question, limit=memories_each)
        found[scope] = sum(
            each.memory.scope == scope and each.similarity is not None for each in recall.found
        )

    cold = await timed(everyone, ask)
    missing = sum(memories_each - found[scope] for scope in everyone)
    warm = await timed(everyone[-_WARM_PEOPLE:] * 2, ask)
    resident = psutil.Process().memory_info().rss / 2**20
    times = timing_table(
        f"A search among {len(everyone):,} people with {memories_each} memories each"
    )
    times.add_row("the first of a person (cold)", *timing_cells(cold))
    times.add_row("later ones (warm)", *timing_cells(warm))
    facts = Table("the process that did it", title_justify="left")
    for heading in ("", "target", ""):
        facts.add_column(heading, justify="right")
    facts.add_row("memories not found by meaning", f"{missing:,}", "0", verdict(missing, 0))
    facts.add_row(
        "resident memory, MB",
        f"{resident:,.0f}",
        f"≤ {TARGET_RESIDENT_MB:,}",
        verdict(resident, TARGET_RESIDENT_MB),
    )
    facts.add_row("open files allowed", f"{_OPEN_FILES:,}", "", "")
    facts.add_row("seconds to fill", f"{filled:.0f}", "", "")
    return times, facts


def _memories(number: int, scope: Scope, count: int) -> list[Memory]:
    lines = make_lines(count, seed=number, first=number * count)
    return [make_memory(scope, at, line) for at, line in enumerate(lines)]


@contextmanager
def _soft_limit(files: int) -> Iterator[None]:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (files, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


async def _alone() -> None:
    with tempfile.TemporaryDirectory() as folder:
        await run(Console(), Path(folder))


if __name__ == "__main__":
    asyncio.run(_alone())
