"""What the search log promises, held for the fake and for SQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from memory.adapters.database import open_database
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_ledger import SqlLedger
from memory.adapters.sql_search_log import SqlSearchLog
from memory.books import SEARCH_DAYS, SEARCH_ROWS, Archive, SearchLog
from memory.evidence import Considered, Evidence
from memory.ports import Ledger
from memory.records import MemoryType, Scope
from memory.searches import Feedback, SearchEntry, SearchKind
from tests.fakes import FakeLedger, FakeStore, remember
from tests.fakes_books import FakeArchive, FakeSearchLog
from tests.ledger_kit import JUN, MINA, MINA_ELSEWHERE, NOON, a_memory, forget, minutes

KEPT_ROWS = 5
_numbers = count()


@dataclass(frozen=True, slots=True)
class Books:
    """The search log, which keeps KEPT_ROWS, beside what forgets and erases."""

    searches: SearchLog
    ledger: Ledger
    archive: Archive


@pytest.fixture(params=["fake", "sqlite"])
async def books(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Books]:
    if request.param == "fake":
        store = FakeStore()
        searches = FakeSearchLog(store, keep_rows=KEPT_ROWS)
        yield Books(searches, FakeLedger(store), FakeArchive(store))
        return
    async with await open_database(tmp_path) as database:
        yield Books(
            SqlSearchLog(database, keep_rows=KEPT_ROWS), SqlLedger(database), SqlArchive(database)
        )


def a_search(
    answer_id: str | None = "x1",
    *,
    scope: Scope = MINA,
    at: datetime = NOON,
    kind: SearchKind = SearchKind.PREFETCH,
) -> SearchEntry:
    return SearchEntry(f"s{next(_numbers)}", scope, at, kind, answer_id, "standout")


async def test_entries_come_back_whole_newest_first(books: Books) -> None:
    figures = Evidence(2, 1, 0.912345, 1.5, 3.25, 0.5, 3.0, 0.967, 9.0, 0.8, 5.625, 1)
    first = replace(
        a_search(),
        of_type=MemoryType.PROCEDURAL,
        candidates=(Considered("m1", figures), Considered("m2", Evidence(place=2))),
        used=("m1", "m2"),
        cited=("m1",),
        vector_failed=True,
        is_noise=True,
        took_ms=12.5,
        feedback=Feedback.BAD,
        feedback_at=minutes(1),
    )
    second = a_search(None, kind=SearchKind.COMMAND)
    await books.searches.note([first, second])

    assert await books.searches.entries(MINA, 10) == [second, first]
    assert await books.searches.entries(MINA, 1) == [second]


async def test_nobody_reads_or_rates_anothers(books: Books) -> None:
    entry = a_search()
    await books.searches.note([entry])

    for other in (JUN, MINA_ELSEWHERE):
        assert await books.searches.entries(other, 10) == []
        assert await books.searches.of_answer(other, "x1") == []
        assert await books.searches.of_answer(other) == []
        assert not await books.searches.rate(other, "x1", Feedback.GOOD, NOON)
    assert await books.searches.entries(MINA, 10) == [entry]


async def test_the_searches_of_one_answer_are_found_in_their_order(books: Books) -> None:
    other, first, second = a_search("x0"), a_search("x1"), a_search("x1", kind=SearchKind.TOOL)
    await books.searches.note([other, first])
    await books.searches.note([second])

    assert await books.searches.of_answer(MINA, "x1") == [first, second]
    assert await books.searches.of_answer(MINA, "unheard of") == []


async def test_the_latest_answer_is_the_one_before_later_commands(books: Books) -> None:
    assert await books.searches.of_answer(MINA) == []
    old, latest = a_search("x1"), a_search("x2")
    await books.searches.note([old, latest, a_search(None, kind=SearchKind.COMMAND)])

    assert await books.searches.of_answer(MINA) == [latest]


async def test_only_so_many_are_kept_of_each_person(books: Books) -> None:
    mine = [a_search(f"x{number}") for number in range(KEPT_ROWS + 2)]
    theirs = a_search(scope=JUN)
    await books.searches.note([theirs])
    for entry in mine:
        await books.searches.note([entry])

    assert await books.searches.entries(MINA, 10) == mine[:1:-1]
    assert await books.searches.entries(JUN, 10) == [theirs]


async def test_they_are_kept_for_so_long_whoever_writes_next(books: Books) -> None:
    old, younger = a_search(), a_search(at=minutes(1))
    await books.searches.note([old, younger])

    await books.searches.note([a_search(scope=JUN, at=NOON + timedelta(days=SEARCH_DAYS))])

    assert await books.searches.entries(MINA, 10) == [younger]


def test_the_bounds_are_thirty_days_and_two_hundred_searches() -> None:
    assert (SEARCH_DAYS, SEARCH_ROWS) == (30, 200)


async def test_an_opinion_holds_for_all_searches_of_an_answer(books: Books) -> None:
    first, second, other = a_search("x1"), a_search("x1"), a_search("x2")
    await books.searches.note([first, second, other])

    assert await books.searches.rate(MINA, "x1", Feedback.BAD, minutes(1))
    assert await books.searches.rate(MINA, "x1", Feedback.GOOD, minutes(2))

    rated = [
        replace(each, feedback=Feedback.GOOD, feedback_at=minutes(2)) for each in (first, second)
    ]
    assert await books.searches.entries(MINA, 10) == [other, *rated[::-1]]


async def test_an_opinion_can_be_given_by_the_entry_and_taken_back(books: Books) -> None:
    entry = a_search(None, kind=SearchKind.COMMAND)
    await books.searches.note([entry])

    assert await books.searches.rate(MINA, entry.id, Feedback.GOOD, minutes(1))
    assert await books.searches.rate(MINA, entry.id, None, minutes(2))

    assert await books.searches.entries(MINA, 10) == [entry]
    assert not await books.searches.rate(MINA, "unheard of", Feedback.GOOD, NOON)


async def test_forgetting_a_memory_leaves_its_id_that_leads_to_nothing(books: Books) -> None:
    memory = await remember(books.ledger, a_memory("m1"))
    entry = replace(a_search(), candidates=(Considered("m1", Evidence()),), used=("m1",))
    await books.searches.note([entry])

    await forget(books.ledger, memory)

    assert await books.searches.entries(MINA, 10) == [entry]
    assert await books.ledger.versions(MINA, "m1") == []


async def test_erasing_takes_the_persons_searches_and_leaves_the_others(books: Books) -> None:
    theirs = a_search(scope=JUN)
    await books.searches.note([a_search(), theirs])
    assert await books.archive.known_scopes() == [MINA, JUN]

    await books.archive.begin_erasing(MINA, minutes(1))

    assert await books.searches.entries(MINA, 10) == []
    assert await books.archive.known_scopes() == [JUN]
    assert await books.searches.entries(JUN, 10) == [theirs]


async def test_what_was_searched_before_an_erasure_is_not_kept_after_it(books: Books) -> None:
    await books.archive.begin_erasing(MINA, minutes(1))

    late, new = a_search(at=minutes(1)), a_search(at=minutes(2))
    await books.searches.note([late, new])

    assert await books.searches.entries(MINA, 10) == [new]
