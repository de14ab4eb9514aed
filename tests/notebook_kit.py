"""A notebook over fakes, and how to have something saved in it."""

from __future__ import annotations

from datetime import timedelta

from memory.facts.reading import read_fact
from memory.notebook import Notebook, Proposed, Saved
from memory.records import Memory, Scope, Source, SourceKind
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep
from tests.fakes import FakeClock, FakeLedger, FakeStore, SequentialIds
from tests.fakes_books import FakePreferences, FakeWriteLog
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

MINA = Scope("T1", "U1")
JUN = Scope("T1", "U2")


class Room:
    """A notebook over fakes."""

    def __init__(self) -> None:
        self.store, self.clock = FakeStore(), FakeClock()
        self.ledger = FakeLedger(self.store)
        self.write_log = FakeWriteLog(self.store)
        self.index, embedder, shelf = FakeVectorIndex(), FakeEmbedder(), Shelf(self.ledger)
        upkeep = Upkeep(ledger=self.ledger, index=self.index, embedder=embedder, shelf=shelf)
        self.notebook = Notebook(
            ledger=self.ledger,
            preferences=FakePreferences(self.store),
            write_log=self.write_log,
            retrieval=Retrieval(
                ledger=self.ledger,
                index=self.index,
                embedder=embedder,
                shelf=shelf,
                upkeep=upkeep,
            ),
            upkeep=upkeep,
            clock=self.clock,
            new_id=SequentialIds(),
            proposal_ttl=timedelta(days=7),
        )

    def source(self, text: str, kind: SourceKind = SourceKind.WISH) -> Source:
        """A message of the person in a channel."""
        return Source(kind, f"{text} 기억해줘", self.clock(), f"C1/{text}")

    async def save(self, text: str, *, keep_both: bool = False) -> Memory:
        """Have something remembered by a wish and a yes."""
        self.clock.advance(timedelta(seconds=1))
        asked = await self.notebook.propose(MINA, read_fact(text), self.source(text))
        assert isinstance(asked, Proposed)
        saved = await self.notebook.confirm(MINA, asked.proposal.id, keep_both=keep_both)
        assert isinstance(saved, Saved)
        return saved.memory

    async def texts(self, scope: Scope = MINA) -> list[str]:
        return sorted(each.text for each in await self.notebook.listing(scope))

    def rows(self) -> set[str]:
        return set(self.index.rows[MINA])


async def open_room() -> Room:
    """A room with an index that is ready."""
    made = Room()
    await made.index.reset("fake:64")
    return made
