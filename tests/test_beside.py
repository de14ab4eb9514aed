"""Exchanges in the index: filed when digested, mended like memories, and gone when they are."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from memory.dialogue.exchanges import FindableExchanges
from memory.dialogue.records import Digest
from memory.records import Exchange, Fact, Memory, Scope, Source, SourceKind
from memory.search.beside import EXCHANGE
from memory.search.shelf import Shelf
from memory.search.upkeep import FACT, Upkeep
from tests.fakes import FakeLedger, FakeStore, remember
from tests.fakes_dialogue import FakeChronicle
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

ME = Scope("T1", "U1")
TALKER = Scope("T1", "U2")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


class Home:
    def __init__(self) -> None:
        store = FakeStore()
        self.ledger = FakeLedger(store)
        self.chronicle = FakeChronicle(store)
        self.index = FakeVectorIndex()
        self.embedder = FakeEmbedder()
        self.upkeep = Upkeep(
            ledger=self.ledger,
            index=self.index,
            embedder=self.embedder,
            shelf=Shelf(self.ledger),
            exchanges=FindableExchanges(self.chronicle),
        )

    async def talk(self, *names: str, scope: Scope = ME, place: str = "T1/D1") -> None:
        """Exchanges that are digested, and not in the index yet."""
        for name in names:
            is_private = place == "T1/D1"
            said = Exchange(name, scope, place, f"{name} 얘기", "네", NOON, is_private=is_private)
            await self.chronicle.keep(said)
        await self.chronicle.mark_digested(scope, [Digest(each, ()) for each in names], NOON)

    def rows(self, scope: Scope = ME) -> dict[str, tuple[str, str]]:
        return {id_: (row.kind, row.type) for id_, row in self.index.rows[scope].items()}


@pytest.fixture
async def home() -> Home:
    made = Home()
    await made.index.reset(made.embedder.model_id)
    source = Source(SourceKind.WISH, "기억해", NOON)
    await remember(made.ledger, Memory("m1", ME, Fact("또리 나이: 3살"), source, NOON, NOON))
    return made


async def test_a_digested_exchange_gets_a_row_with_who_may_hear_it(home: Home) -> None:
    await home.talk("dm")
    await home.talk("channel", place="T1/C1/1.2")

    await home.upkeep.digested(ME, ["dm", "channel", "unknown"])

    assert home.rows() == {"dm": (EXCHANGE, ""), "channel": (EXCHANGE, "C1")}
    assert "dm 얘기\n네" in home.embedder.embedded


async def test_a_rebuild_fills_exchanges_and_memories_alike(home: Home) -> None:
    await home.talk("a")
    await home.talk("b", scope=TALKER)
    told: list[tuple[int, int]] = []

    await home.upkeep.rebuild(lambda done, total: told.append((done, total)))

    assert home.rows() == {"m1": (FACT, "semantic"), "a": (EXCHANGE, "")}
    assert home.rows(TALKER) == {"b": (EXCHANGE, "")}
    assert told[-1] == (3, 3)


async def test_a_sweep_mends_what_differs_and_keeps_who_only_talks(home: Home) -> None:
    await home.talk("a", "b", scope=TALKER)
    await home.upkeep.digested(TALKER, ["a"])
    del home.chronicle.store.exchanges["a"]

    await home.upkeep.sweep()

    assert home.rows(TALKER) == {"b": (EXCHANGE, "")}


async def test_forgetting_takes_the_rows_of_exchanges_along_that_went_with_it(home: Home) -> None:
    await home.talk("a", "b")
    await home.upkeep.digested(ME, ["a", "b"])
    del home.chronicle.store.exchanges["a"]

    await home.upkeep.forgotten(ME, ["m1"])

    assert home.rows() == {"b": (EXCHANGE, "")}


async def test_what_was_trimmed_has_no_row(home: Home) -> None:
    await home.talk("a", "b")
    await home.upkeep.digested(ME, ["a", "b"])

    await home.upkeep.trimmed(ME, ["a"])

    assert home.rows() == {"b": (EXCHANGE, "")}


@pytest.mark.parametrize("failing", ["index", "embedder"])
async def test_what_could_not_be_filed_is_a_debt_that_is_paid(home: Home, failing: str) -> None:
    await home.talk("a")
    broken: FakeVectorIndex | FakeEmbedder = home.index if failing == "index" else home.embedder
    broken.fails = True

    await home.upkeep.digested(ME, ["a"])
    owed = home.upkeep.debts
    broken.fails = False
    await home.upkeep.mend(ME)

    assert owed == (ME,)
    assert home.rows() == {"m1": (FACT, "semantic"), "a": (EXCHANGE, "")}
    assert home.upkeep.debts == ()


async def test_what_went_while_it_was_embedded_does_not_come_back(home: Home) -> None:
    await home.talk("a", "b")
    embed = home.embedder.vector

    def forget_meanwhile(text: str) -> object:
        home.chronicle.store.exchanges.pop("a", None)
        return embed(text)

    home.embedder.vector = forget_meanwhile  # type: ignore[assignment,method-assign]  # a hook

    await home.upkeep.digested(ME, ["a", "b"])

    assert home.rows() == {"b": (EXCHANGE, "")}
