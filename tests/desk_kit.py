"""What the tests of an operator's tools share: a notebook over fakes, its erasure, and people."""

from __future__ import annotations

from datetime import timedelta

from memory.erasure import Erasure
from memory.facts.reading import read_fact
from memory.notebook import Notebook, Proposed, Saved
from memory.records import Memory, Scope, Source, SourceKind
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep
from tests.fakes import FakeClock, FakeLedger, SequentialIds
from tests.fakes_books import FakeArchive, FakePreferences, FakeWriteLog
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

MINA = Scope("T1", "U1")
JUN = Scope("T1", "U2")
JUN_ELSEWHERE = Scope("T2", "U2")


class Desk:
    """A notebook, its ledger and its erasure."""

    def __init__(self) -> None:
        self.ledger = FakeLedger()
        self.clock = FakeClock()
        store, index, embedder = self.ledger.store, FakeVectorIndex(), FakeEmbedder()
        shelf = Shelf(self.ledger)
        upkeep = Upkeep(ledger=self.ledger, index=index, embedder=embedder, shelf=shelf)
        self.notebook = Notebook(
            ledger=self.ledger,
            preferences=FakePreferences(store),
            write_log=FakeWriteLog(store),
            retrieval=Retrieval(
                ledger=self.ledger, index=index, embedder=embedder, shelf=shelf, upkeep=upkeep
            ),
            upkeep=upkeep,
            clock=self.clock,
            new_id=SequentialIds(),
            proposal_ttl=timedelta(days=7),
        )
        self.erasure = Erasure(
            notebook=self.notebook,
            ledger=self.ledger,
            archive=FakeArchive(store),
            upkeep=upkeep,
            clock=self.clock,
        )

    async def texts(self, scope: Scope = MINA) -> set[str]:
        """What is remembered of a person."""
        return {each.text for each in await self.ledger.memories(scope)}


async def remember(notebook: Notebook, scope: Scope, *texts: str) -> list[Memory]:
    """Save texts as their owner would, by a proposal and a yes."""
    saved = []
    for text in texts:
        source = Source(SourceKind.WISH, text, FakeClock()())
        asked = await notebook.propose(scope, read_fact(text), source)
        assert isinstance(asked, Proposed), text
        outcome = await notebook.confirm(scope, asked.proposal.id)
        assert isinstance(outcome, Saved), text
        saved.append(outcome.memory)
    return saved
