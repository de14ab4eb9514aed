"""The stand-ins behave as their tests rely on; the contract suites hold the rest."""

from __future__ import annotations

from dataclasses import fields
from datetime import UTC, datetime, timedelta

import pytest

from memory.ports import Clock, Journal, Ledger, NewId
from memory.records import Change, Exchange
from tests.fakes import FakeClock, FakeJournal, FakeLedger, FakeStore, SequentialIds, remember
from tests.ledger_kit import MINA, NOON, a_memory, a_proposal, forget


def test_the_clock_stands_still_until_it_is_advanced() -> None:
    clock = FakeClock(datetime(2026, 3, 2, 12, tzinfo=UTC))

    assert clock() == clock()
    assert clock.advance(timedelta(hours=1)) == datetime(2026, 3, 2, 13, tzinfo=UTC)
    assert clock() == datetime(2026, 3, 2, 13, tzinfo=UTC)


def test_ids_count_and_never_repeat() -> None:
    new_id = SequentialIds("m")

    assert [new_id() for _ in range(3)] == ["m-1", "m-2", "m-3"]


def test_they_fit_their_ports() -> None:
    ledger: Ledger = FakeLedger()
    journal: Journal = FakeJournal()
    clock: Clock = FakeClock()
    new_id: NewId = SequentialIds()

    assert all(each is not None for each in (ledger, journal, clock, new_id))


async def test_forgetting_in_the_ledger_reaches_the_journal_on_the_same_store() -> None:
    store = FakeStore()
    ledger, journal = FakeLedger(store), FakeJournal(store)
    memory = await remember(ledger, a_memory("m1"))
    await journal.keep(Exchange("x1", MINA, "T1/D1", "뭐였지?", "그거요", NOON, ("m1",)))

    await forget(ledger, memory)

    assert await journal.latest(MINA, "T1/D1", 5) == []


async def test_two_stores_know_nothing_of_each_other() -> None:
    await remember(FakeLedger(), a_memory("m1"))

    assert await FakeLedger().count(MINA) == 0


async def test_nothing_of_a_forgotten_memory_is_left_anywhere_in_the_store() -> None:
    store = FakeStore()
    ledger = FakeLedger(store)
    memory = await remember(ledger, a_memory("m1", "또리의 비밀: 다락방"))
    await ledger.add_proposal(
        a_proposal("p1", "또리의 새 비밀: 서랍", change=Change.UPDATE, target="m1")
    )

    await forget(ledger, memory)

    everything = repr([getattr(store, each.name) for each in fields(store)])
    assert "비밀" not in everything


async def test_remembering_fails_loudly_when_the_ledger_refuses() -> None:
    ledger = FakeLedger()
    await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))

    with pytest.raises(AssertionError):
        await remember(ledger, a_memory("m2", "또리 생일: 10월 27일"))
