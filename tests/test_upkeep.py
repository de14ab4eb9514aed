from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import UTC, datetime

import pytest

from memory.errors import EmbeddingUnavailable, IndexUnavailable, StorageFault
from memory.recent_words import Recent
from memory.records import Fact, Memory, Scope, Source, SourceKind
from memory.search.shelf import Shelf
from memory.search.upkeep import FACT, Upkeep
from memory.vectors import Vector
from tests.fakes import FakeLedger, remember
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

ME = Scope("T1", "U1")
OTHER = Scope("T1", "U2")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def memory(id_: str, text: str = "또리 생일: 10월 27일", *, scope: Scope = ME) -> Memory:
    return Memory(id_, scope, Fact(f"{text} {id_}"), Source(SourceKind.WISH, text, NOW), NOW, NOW)


class Home:
    """An upkeep over fakes."""

    def __init__(self, embedder: FakeEmbedder | None = None) -> None:
        self.ledger = FakeLedger()
        self.index = FakeVectorIndex()
        self.embedder = embedder or FakeEmbedder()
        self.shelf = Shelf(self.ledger)
        self.upkeep = Upkeep(
            ledger=self.ledger, index=self.index, embedder=self.embedder, shelf=self.shelf
        )

    async def write(self, *memories: Memory) -> None:
        """Write to the ledger alone, as if the index had missed it."""
        for each in memories:
            await remember(self.ledger, each)

    async def erase(self, *memories: Memory) -> None:
        """Take out of the ledger alone."""
        for each in memories:
            del self.ledger.store.memories[each.id]

    def rows(self, scope: Scope = ME) -> set[str]:
        return set(self.index.rows[scope])


@pytest.fixture
async def home() -> Home:
    made = Home()
    await made.index.reset(made.embedder.model_id)
    return made


async def test_what_is_remembered_gets_a_row_of_its_type(home: Home) -> None:
    await home.write(memory("a"))

    await home.upkeep.remembered(memory("a"), replaced=None)

    assert home.rows() == {"a"}
    assert home.index.rows[ME]["a"].kind == FACT
    assert home.index.rows[ME]["a"].type == "semantic"
    assert home.upkeep.debts == ()


async def test_an_erased_person_has_no_row_no_list_and_no_debt(home: Home) -> None:
    await home.write(memory("a"), memory("theirs", scope=OTHER))
    for each in (memory("a"), memory("theirs", scope=OTHER)):
        await home.upkeep.remembered(each, replaced=None)
    assert await home.shelf.size(ME) == 1
    home.upkeep.owe(ME, broken=True)
    await home.erase(memory("a"))

    await home.upkeep.erased(ME)

    assert home.rows() == set()
    assert await home.shelf.size(ME) == 0
    assert home.upkeep.debts == ()
    assert home.rows(OTHER) == {"theirs"}


async def test_rows_that_were_being_made_do_not_come_after_an_erasure(home: Home) -> None:
    await home.write(memory("a"))
    await home.erase(memory("a"))
    await home.upkeep.erased(ME)

    await home.upkeep.remembered(memory("a"), replaced=None)

    assert home.rows() == set()


async def test_what_is_replaced_loses_its_row(home: Home) -> None:
    await home.write(memory("old"))
    await home.upkeep.remembered(memory("old"), replaced=None)
    await home.write(memory("new"))
    await home.erase(memory("old"))

    await home.upkeep.remembered(memory("new"), replaced="old")

    assert home.rows() == {"new"}


async def test_what_is_forgotten_loses_its_row_and_its_letters(home: Home) -> None:
    await home.write(memory("a"), memory("b"))
    for each in (memory("a"), memory("b")):
        await home.upkeep.remembered(each, replaced=None)
    assert await home.shelf.size(ME) == 2
    await home.erase(memory("a"))

    await home.upkeep.forgotten(ME, ["a"])

    assert home.rows() == {"b"}
    assert [hit.id for hit in await home.shelf.search(ME, "또리", limit=5)] == ["b"]


async def _forget_one(home: Home) -> None:
    await home.upkeep.forgotten(ME, ["a"])


async def _erase_all(home: Home) -> None:
    await home.upkeep.erased(ME)


async def _clean(home: Home) -> None:
    await home.upkeep.trimmed(ME, ["e"])


@pytest.mark.parametrize("take_away", [_forget_one, _erase_all, _clean])
async def test_what_is_taken_away_stands_in_no_cache(
    home: Home, take_away: Callable[[Home], Awaitable[None]]
) -> None:
    read: Recent[int] = Recent(limit=10)
    read.put("또리 생일", 1)

    await take_away(home)

    assert read.get("또리 생일") is None


@pytest.mark.parametrize("failing", ["embedder", "index"])
async def test_a_failure_after_a_write_is_a_debt_that_is_paid_later(
    home: Home, failing: str, caplog: pytest.LogCaptureFixture
) -> None:
    await home.write(memory("a"))
    broken = home.embedder if failing == "embedder" else home.index
    broken.fails = True

    with caplog.at_level(logging.WARNING):
        await home.upkeep.remembered(memory("a"), replaced=None)
    owed, broken.fails = home.upkeep.debts, False
    await home.upkeep.mend(ME)

    assert "index is behind" in caplog.text
    assert owed == (ME,)
    assert home.rows() == {"a"}
    assert home.upkeep.debts == ()


async def test_a_write_is_found_by_letters_though_the_index_failed(home: Home) -> None:
    assert await home.shelf.size(ME) == 0
    home.index.fails = True
    await home.write(memory("a"))

    await home.upkeep.remembered(memory("a"), replaced=None)

    assert [hit.id for hit in await home.shelf.search(ME, "또리", limit=5)] == ["a"]


async def test_a_failure_after_a_forgetting_is_a_debt_too(home: Home) -> None:
    await home.write(memory("a"))
    await home.upkeep.remembered(memory("a"), replaced=None)
    await home.erase(memory("a"))
    home.index.fails = True

    await home.upkeep.forgotten(ME, ["a"])
    home.index.fails = False
    await home.upkeep.mend(ME)

    assert home.rows() == set()


async def test_a_debt_that_cannot_be_paid_stays(home: Home) -> None:
    await home.write(memory("a"))
    home.upkeep.owe(ME)
    home.embedder.fails = True

    with pytest.raises(EmbeddingUnavailable):
        await home.upkeep.mend(ME)

    assert home.upkeep.debts == (ME,)


async def test_a_ledger_that_fails_after_the_write_is_a_debt(home: Home) -> None:
    class Failing(FakeLedger):
        async def memories_by_id(self, scope: Scope, ids: Sequence[str]) -> dict[str, Memory]:
            raise StorageFault(f"{scope} {ids}")

    upkeep = Upkeep(ledger=Failing(), index=home.index, embedder=home.embedder, shelf=home.shelf)

    await upkeep.remembered(memory("a"), replaced=None)

    assert upkeep.debts == (ME,)


async def test_what_was_forgotten_while_it_was_embedded_gets_no_row() -> None:
    class Slow(FakeEmbedder):
        async def passages(self, texts: Sequence[str]) -> Vector:
            await here.erase(memory("a"))
            await here.upkeep.forgotten(ME, ["a"])
            return await super().passages(texts)

    here = Home(Slow())
    await here.index.reset(here.embedder.model_id)
    await here.write(memory("a"))

    await here.upkeep.remembered(memory("a"), replaced=None)

    assert here.rows() == set()


async def test_mending_adds_what_is_missing_and_removes_what_is_stale(home: Home) -> None:
    kept, missing, stale = memory("kept"), memory("missing"), memory("stale")
    await home.write(kept, stale)
    for each in (kept, stale):
        await home.upkeep.remembered(each, replaced=None)
    await home.erase(stale)
    await home.write(missing)
    home.embedder.embedded.clear()

    await home.upkeep.mend(ME)

    assert home.rows() == {"kept", "missing"}
    assert home.embedder.embedded == [missing.text]


async def test_an_index_that_does_not_answer_for_a_person_is_filled_anew(home: Home) -> None:
    await home.write(memory("a"), memory("b"))
    await home.upkeep.mend(ME)
    home.index.broken.add(ME)
    home.upkeep.owe(ME, broken=True)

    await home.upkeep.mend(ME)

    assert home.rows() == {"a", "b"}


async def test_rows_that_turn_out_not_to_answer_are_filled_anew_at_once(home: Home) -> None:
    await home.write(memory("a"), memory("b", scope=OTHER))
    await home.upkeep.sweep()
    home.index.broken.add(ME)
    home.upkeep.owe(ME)

    await home.upkeep.sweep()

    assert (home.rows(), home.rows(OTHER)) == ({"a"}, {"b"})
    assert home.upkeep.debts == ()


async def test_a_new_index_and_another_model_call_for_a_rebuild() -> None:
    home = Home()
    assert await home.upkeep.check()

    await home.upkeep.rebuild()
    assert not await home.upkeep.check()

    home.embedder.model_id = "fake:other"
    assert await home.upkeep.check()


async def test_a_rebuild_fills_everyone_and_tells_how_far_it_is() -> None:
    home = Home()
    mine = [memory(f"m{number:02}") for number in range(40)]
    theirs = [memory(f"t{number}", scope=OTHER) for number in range(3)]
    await home.write(*mine, *theirs)
    told: list[tuple[int, int]] = []

    await home.upkeep.rebuild(lambda done, total: told.append((done, total)))

    assert home.rows() == {each.id for each in mine}
    assert home.rows(OTHER) == {each.id for each in theirs}
    assert [done for done, _ in told] == sorted(done for done, _ in told)
    assert {total for _, total in told} == {43}
    assert told[-1] == (43, 43)
    assert len(told) > 3  # also in the midst of one person's


async def test_a_rebuild_begins_with_an_empty_index(home: Home) -> None:
    await home.write(memory("a"))
    await home.upkeep.remembered(memory("a"), replaced=None)
    home.embedder.model_id = "fake:other"
    home.embedder.embedded.clear()

    await home.upkeep.rebuild()

    assert home.embedder.embedded == [memory("a").text]


async def test_a_rebuild_that_was_broken_off_is_finished_by_a_sweep(home: Home) -> None:
    await home.write(memory("a"), memory("b", scope=OTHER))
    home.embedder.fails = True
    with pytest.raises(EmbeddingUnavailable):
        await home.upkeep.rebuild()
    home.embedder.fails = False

    assert not await home.upkeep.check()
    await home.upkeep.sweep()

    assert (home.rows(), home.rows(OTHER)) == ({"a"}, {"b"})


async def test_a_sweep_drops_the_rows_of_people_who_have_no_memory(home: Home) -> None:
    gone = memory("a", scope=OTHER)
    await home.write(gone, memory("b"))
    await home.upkeep.remembered(gone, replaced=None)
    await home.erase(gone)

    await home.upkeep.sweep()

    assert home.rows(OTHER) == set()
    assert home.rows() == {"b"}


async def test_a_sweep_opens_no_rows_that_are_as_they_should_be(home: Home) -> None:
    await home.write(memory("a"), memory("b", scope=OTHER), memory("c", scope=OTHER))
    for each in (memory("a"), memory("b", scope=OTHER)):
        await home.upkeep.remembered(each, replaced=None)
    opened: list[Scope] = []
    told: list[tuple[int, int]] = []

    class Watching(FakeVectorIndex):
        async def ids(self, scope: Scope, *, kind: str) -> frozenset[str]:
            opened.append(scope)
            return await super().ids(scope, kind=kind)

    home.index.__class__ = Watching
    await home.upkeep.sweep(lambda done, total: told.append((done, total)))

    assert opened == [OTHER]
    assert home.rows(OTHER) == {"b", "c"}
    assert told[-1] == (2, 2)


async def test_a_person_is_compared_once_until_something_fails(home: Home) -> None:
    await home.upkeep.mend(ME)

    home.upkeep.touched(ME)
    home.upkeep.touched(OTHER)

    assert home.upkeep.debts == (OTHER,)


async def until_rows(home: Home, expected: set[str], scope: Scope = ME) -> None:
    async with asyncio.timeout(5):
        while home.rows(scope) != expected:
            home.index.called.clear()
            await home.index.called.wait()


async def test_running_rebuilds_then_pays_each_debt_as_it_comes() -> None:
    home = Home()
    await home.write(memory("a"))

    running = asyncio.create_task(home.upkeep.run())
    await until_rows(home, {"a"})
    await home.write(memory("b", scope=OTHER))
    home.upkeep.touched(OTHER)
    await until_rows(home, {"b"}, OTHER)
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running


async def test_who_is_here_does_not_wait_until_everyone_was_looked_at(home: Home) -> None:
    await home.write(memory("a"))
    await home.write(memory("b", scope=OTHER))
    running = asyncio.create_task(home.upkeep.run(calm_seconds=3_600))

    home.upkeep.touched(OTHER)
    await until_rows(home, {"b"}, OTHER)

    assert home.rows(ME) == set()
    running.cancel()
    with pytest.raises(asyncio.CancelledError):
        await running


async def test_everyone_is_looked_at_when_the_calm_is_over(home: Home) -> None:
    await home.write(memory("a"))

    running = asyncio.create_task(home.upkeep.run(calm_seconds=0.01))
    await until_rows(home, {"a"})
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running


async def test_running_notices_that_the_index_was_thrown_away(home: Home) -> None:
    await home.write(memory("a"))
    running = asyncio.create_task(home.upkeep.run())
    await until_rows(home, {"a"})

    home.index.throw_away()
    home.upkeep.owe(ME, broken=True)
    await until_rows(home, {"a"})
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert await home.index.model_id() == home.embedder.model_id


async def test_running_outlives_an_index_that_fails(caplog: pytest.LogCaptureFixture) -> None:
    home = Home()
    await home.write(memory("a"))
    home.index.fails = True

    running = asyncio.create_task(home.upkeep.run())
    await home.index.called.wait()
    home.index.fails = False
    home.upkeep.owe(ME)
    await until_rows(home, {"a"})
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running
    assert "cannot be mended now" in caplog.text


async def test_an_index_that_refuses_again_and_again_is_thrown_away(home: Home) -> None:
    class Stubborn(FakeVectorIndex):
        resets = 0

        async def drop(self, scope: Scope) -> None:
            self._check(scope)

        async def reset(self, model_id: str) -> None:
            await super().reset(model_id)
            self.resets += 1

    home.index = stubborn = Stubborn()
    await stubborn.reset(home.embedder.model_id)
    stubborn.broken.add(ME)
    await home.write(memory("a"))
    upkeep = Upkeep(ledger=home.ledger, index=stubborn, embedder=home.embedder, shelf=home.shelf)
    running = asyncio.create_task(upkeep.run())

    async with asyncio.timeout(5):
        while stubborn.resets < 2:
            stubborn.called.clear()
            upkeep.owe(ME)
            await stubborn.called.wait()
    await until_rows(home, {"a"})
    running.cancel()

    with pytest.raises(asyncio.CancelledError):
        await running


async def test_a_rebuild_of_an_index_that_fails_says_so(home: Home) -> None:
    home.index.fails = True

    with pytest.raises(IndexUnavailable):
        await home.upkeep.rebuild()
