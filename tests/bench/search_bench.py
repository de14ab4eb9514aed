"""How fast a person's memories are found, beside the plain recipe on the same data in the same run.

The plain recipe fetches every document from Chroma, builds BM25Okapi anew for each query and fuses
the whole of both rankings. Data are made by rule and the same in each run; 400 lines are embedded
by the model, the vectors of the others lie close to one of theirs. Queries are embedded for real.
Past 300 lines, because both ways and their data have to stand side by side.
"""

from __future__ import annotations

import asyncio
import random
import re
import resource
import statistics
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import TypeVar

import chromadb
import numpy as np
import psutil
from chromadb.api.models.Collection import Collection
from chromadb.config import Settings
from rank_bm25 import BM25Okapi  # type: ignore[import-untyped]  # it ships no types
from rich.console import Console
from rich.table import Table
from sqlalchemy import insert

from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.database import Database, open_database
from memory.adapters.local_embedder import LocalEmbedder
from memory.adapters.rows import memory_values, proposal_values
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.tables import memories, proposals
from memory.ports import Vector, VectorEntry
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
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import FACT, Upkeep

_Item = TypeVar("_Item")

PEOPLE = 2_000
MEMORIES_EACH = 20
SIZES = (1_000, 10_000)

_NOW = datetime(2026, 1, 1, tzinfo=UTC)
_EMBEDDED_LINES = 400
_QUERIES = 60
_PLAIN_QUERIES = 10
_OPEN_FILES = 1_024
_SUBJECTS = (
    *("또리", "모카", "나비", "엄마", "지수", "민준", "헤르메스", "회사", "서버", "자전거"),
    *("노트북", "고양이", "Acme", "Hermes", "my sister"),
)
_ATTRIBUTES = (
    "생일",
    "사는 곳",
    "좋아하는 음식",
    "배포 시간",
    "포트",
    "비밀 장소",
    "favorite tea",
    "deadline",
    "알레르기",
    "올해 목표",
    "연락 방법",
    "meeting day",
)
_VALUES = (
    "10월 27일",
    "대전 유성구 봉명동",
    "따뜻한 보이차",
    "매주 수요일 저녁 8시",
    "현관 신발장 맨 위칸",
    "green tea without sugar",
    "every second Friday",
    "땅콩이 들어간 것은 못 먹음",
    "하프마라톤 완주",
    "VN431, 오전 10시 35분",
)


@dataclass(frozen=True, slots=True)
class Timing:
    """Durations of one thing done many times, in milliseconds."""

    p50: float
    p95: float

    @classmethod
    def of(cls, seconds: Sequence[float]) -> Timing:
        """Summarise durations in seconds."""
        quantiles = statistics.quantiles(seconds, n=20, method="inclusive")
        return cls(1000 * statistics.median(seconds), 1000 * quantiles[-1])

    def cells(self) -> tuple[str, str]:
        """The two figures as text."""
        return f"{self.p50:.1f} ms", f"{self.p95:.1f} ms"


class World:
    """Database, index and search in a folder, and the vectors that lines are given."""

    def __init__(self, folder: Path, database: Database, embedder: LocalEmbedder) -> None:
        self.folder = folder
        self.database = database
        self.embedder = embedder
        self.ledger = SqlLedger(database)
        self.index = ChromaIndex(folder / "index")
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
        )

    async def fill(self, scope: Scope, lines: Sequence[str], vectors: Vector) -> None:
        """Write lines as confirmed memories, and their vectors, as quickly as can be."""
        await self.write([_memory(scope, at, line) for at, line in enumerate(lines)], vectors)

    async def write(self, kept: Sequence[Memory], vectors: Vector) -> None:
        """Write confirmed memories of one person, and their vectors."""
        async with self.database.writing() as connection:
            await connection.execute(
                insert(proposals), [proposal_values(_consent(each)) for each in kept]
            )
            rows = [
                memory_values(each, proposal_id=f"c-{each.id}", first_version=each.id, version=1)
                for each in kept
            ]
            await connection.execute(insert(memories), rows)
        entries = [
            VectorEntry(each.id, vector, FACT, each.fact.type.value)
            for each, vector in zip(kept, vectors, strict=True)
        ]
        await self.index.add(kept[0].scope, entries)


async def run(console: Console) -> None:
    """Measure and print."""
    resource.setrlimit(
        resource.RLIMIT_NOFILE, (_OPEN_FILES, resource.getrlimit(resource.RLIMIT_NOFILE)[1])
    )
    embedder = LocalEmbedder()
    lines = _lines(_EMBEDDED_LINES)
    with console.status("embedding"):
        known = await embedder.passages(lines)
    # First, so that its resident memory is its own.
    async with _world(embedder) as world:
        with console.status(f"{PEOPLE:,} people"):
            console.print(await _many_people(world, known))
    for size in SIZES:
        async with _world(embedder) as world:
            with console.status(f"one person with {size:,} memories"):
                console.print(await _one_person(world, known, size))
    await embedder.close()


async def _one_person(world: World, known: Vector, size: int) -> Table:
    scope = Scope("T-bench", "U-bench")
    lines, vectors = _lines(size), _vectors(known, size)
    await world.fill(scope, lines, vectors)
    queries = _questions(_QUERIES)
    started = time.perf_counter()
    await world.retrieval.recall(scope, queries[0], limit=5)
    cold = time.perf_counter() - started
    ours = await _timed(queries, lambda query: world.retrieval.recall(scope, query, limit=5))
    written = []
    for at, query in enumerate(queries[:20]):
        memory = _memory(scope, size + at, f"새 기억 {at}: {query}")
        await world.write([memory], known[:1])
        await world.shelf.put(memory)
        written += await _timed_each([query], lambda q: world.retrieval.recall(scope, q, limit=5))
    plain = PlainRecipe(world.folder / "plain", lines, vectors, world.embedder)
    theirs = await _timed(queries[:_PLAIN_QUERIES], plain.recall)
    await plain.close()
    table = Table("one search", "p50", "p95", title=f"One person, {size:,} memories")
    table.add_row("Ttori: letters and meaning", *ours.cells())
    table.add_row("Ttori, the first after a write", *Timing.of(written).cells())
    table.add_row("Ttori, the very first (list read from the ledger)", f"{1000 * cold:.0f} ms", "")
    table.add_row("plain recipe", *theirs.cells())
    return table


async def _many_people(world: World, known: Vector) -> Table:
    people = [Scope("T-bench", f"U{number}") for number in range(PEOPLE)]
    started = time.perf_counter()
    for number, scope in enumerate(people):
        at = number * MEMORIES_EACH
        vectors = _vectors(known, MEMORIES_EACH, seed=number)
        await world.fill(scope, _lines(MEMORIES_EACH, seed=number, first=at), vectors)
    filled = time.perf_counter() - started

    async def ask(scope: Scope) -> None:
        await world.retrieval.recall(scope, _questions(1)[0], limit=5)

    cold, missing = [], 0
    for scope in people:
        cold += await _timed_each([scope], ask)
        missing += MEMORIES_EACH - len(await world.index.ids(scope, kind=FACT))
    warm = await _timed(people[-50:] * 2, ask)
    resident = psutil.Process().memory_info().rss / 2**20
    table = Table(
        "one search", "p50", "p95", title=f"{PEOPLE:,} people with {MEMORIES_EACH} memories each"
    )
    table.add_row("the first of a person (cold)", *Timing.of(cold).cells())
    table.add_row("later ones (warm)", *warm.cells())
    table.add_section()
    table.add_row("rows missing", f"{missing}", "")
    table.add_row("resident memory", f"{resident:.0f} MB", "")
    table.add_row("open files allowed", f"{_OPEN_FILES:,}", "")
    table.add_row("time to fill", f"{filled:.0f} s", "")
    return table


class PlainRecipe:
    """What a first version does: all documents fetched and BM25Okapi built anew for each query."""

    def __init__(
        self, folder: Path, lines: Sequence[str], vectors: Vector, embedder: LocalEmbedder
    ) -> None:
        self._embedder = embedder
        self._client = chromadb.PersistentClient(folder, Settings(anonymized_telemetry=False))
        self._collection: Collection = self._client.create_collection(
            "plain", embedding_function=None, metadata={"hnsw:space": "cosine"}
        )
        for start in range(0, len(lines), 1_000):
            part = slice(start, min(start + 1_000, len(lines)))
            self._collection.add(
                ids=[str(at) for at in range(part.start, part.stop)],
                documents=list(lines[part]),
                embeddings=vectors[part].tolist(),
            )

    async def recall(self, query: str) -> list[str]:
        """The five best of both rankings, fused."""
        vector = await self._embedder.query(query)
        return await asyncio.to_thread(self._search, query, vector)

    async def close(self) -> None:
        """Let go of the files."""
        close: Callable[[], None] = getattr(self._client, "close")  # noqa: B009  # not in its type
        await asyncio.to_thread(close)

    def _search(self, query: str, vector: Vector) -> list[str]:
        everything = self._collection.get(include=["documents"])
        documents = everything["documents"] or []
        bm25 = BM25Okapi([_plain_tokens(document) for document in documents])
        scores = bm25.get_scores(_plain_tokens(query))
        by_letters = [everything["ids"][at] for at in np.argsort(-scores)]
        near = self._collection.query(query_embeddings=[vector.tolist()], n_results=50)
        fused: dict[str, float] = {}
        for ranking in (near["ids"][0], by_letters):
            for rank, id_ in enumerate(ranking, start=1):
                fused[id_] = fused.get(id_, 0.0) + 1 / (60 + rank)
        return sorted(fused, key=lambda id_: -fused[id_])[:5]


def _plain_tokens(text: str) -> list[str]:
    return re.findall(r"[A-Za-z가-힣0-9]+", text.lower())


@asynccontextmanager
async def _world(embedder: LocalEmbedder) -> AsyncIterator[World]:
    with tempfile.TemporaryDirectory() as folder:
        async with await open_database(Path(folder)) as database:
            world = World(Path(folder), database, embedder)
            await world.index.reset(embedder.model_id)
            try:
                yield world
            finally:
                await world.index.close()


def _lines(count: int, *, seed: int = 0, first: int = 0) -> list[str]:
    chance = random.Random(seed)  # noqa: S311  (data for a measurement)
    return [
        f"{chance.choice(_SUBJECTS)} {chance.choice(_ATTRIBUTES)}: {chance.choice(_VALUES)} "
        f"({first + at})"
        for at in range(count)
    ]


def _questions(count: int) -> list[str]:
    chance = random.Random(1)  # noqa: S311  (data for a measurement)
    return [
        f"{chance.choice(_SUBJECTS)} {chance.choice(_ATTRIBUTES)} 뭐였지?" for _ in range(count)
    ]


def _vectors(known: Vector, count: int, *, seed: int = 0) -> Vector:
    chance = np.random.default_rng(seed)
    noise = chance.normal(scale=0.01, size=(count, known.shape[1]))
    near = known[chance.integers(len(known), size=count)] + noise
    return np.asarray(near / np.linalg.norm(near, axis=1, keepdims=True), dtype=np.float32)


def _memory(scope: Scope, at: int, line: str) -> Memory:
    when = _NOW + timedelta(seconds=at)
    return Memory(
        id=f"{scope.user}-{at}",
        scope=scope,
        fact=Fact(line),
        source=Source(SourceKind.WISH, line, when),
        created_at=when,
        updated_at=when,
    )


def _consent(memory: Memory) -> Proposal:
    return Proposal(
        id=f"c-{memory.id}",
        scope=memory.scope,
        change=Change.ADD,
        fact=memory.fact,
        source=memory.source,
        created_at=memory.created_at,
        expires_at=memory.created_at + timedelta(days=7),
        state=ProposalState.CONFIRMED,
    )


async def _timed(items: Sequence[_Item], work: Callable[[_Item], Awaitable[object]]) -> Timing:
    return Timing.of(await _timed_each(items, work))


async def _timed_each(
    items: Sequence[_Item], work: Callable[[_Item], Awaitable[object]]
) -> list[float]:
    seconds = []
    for item in items:
        started = time.perf_counter()
        await work(item)
        seconds.append(time.perf_counter() - started)
    return seconds


if __name__ == "__main__":
    asyncio.run(run(Console()))
