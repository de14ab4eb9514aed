"""What the books beside the ledger promise, held for the fakes and for SQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest

from memory.adapters.database import open_database
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_books import SqlPreferences, SqlWriteLog
from memory.adapters.sql_journal import SqlJournal
from memory.adapters.sql_ledger import SqlLedger
from memory.books import LOG_DAYS, LOG_ROWS, Archive, Preferences, WriteLog
from memory.ports import LASTING_CLAIM, Journal, Ledger, Unanswered
from memory.records import (
    AutoMode,
    Exchange,
    Fact,
    MemoryType,
    Origin,
    Scope,
    SourceKind,
    Stats,
    WriteEntry,
    WriteVerdict,
)
from tests.fakes import FakeJournal, FakeLedger, FakeStore, remember
from tests.fakes_books import FakeArchive, FakePreferences, FakeWriteLog
from tests.ledger_kit import (
    JUN,
    MINA,
    MINA_ELSEWHERE,
    NOON,
    a_memory,
    a_proposal,
    forget,
    minutes,
)

KEPT_ROWS = 5
_numbers = count()


@dataclass(frozen=True, slots=True)
class Books:
    """All books over one store; the write log keeps KEPT_ROWS."""

    ledger: Ledger
    journal: Journal
    preferences: Preferences
    write_log: WriteLog
    archive: Archive


@pytest.fixture(params=["fake", "sqlite"])
async def books(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Books]:
    if request.param == "fake":
        store = FakeStore()
        yield Books(
            FakeLedger(store),
            FakeJournal(store),
            FakePreferences(store),
            FakeWriteLog(store, keep_rows=KEPT_ROWS),
            FakeArchive(store),
        )
        return
    async with await open_database(tmp_path) as database:
        yield Books(
            SqlLedger(database),
            SqlJournal(database),
            SqlPreferences(database),
            SqlWriteLog(database, keep_rows=KEPT_ROWS),
            SqlArchive(database),
        )


def an_entry(
    candidate: str = "모카 나이: 3살",
    *,
    scope: Scope = MINA,
    at: datetime = NOON,
    pointer: str = "D1/other",
    proposal_id: str | None = None,
    memory_id: str | None = None,
) -> WriteEntry:
    return WriteEntry(
        id=f"e{next(_numbers)}",
        scope=scope,
        at=at,
        candidate=candidate,
        verdict=WriteVerdict.NEW,
        reason="nothing alike is known",
        source_kind=SourceKind.EXTRACTION,
        pointer=pointer,
        proposal_id=proposal_id,
        memory_id=memory_id,
    )


async def noted(books: Books, *entries: WriteEntry) -> None:
    for entry in entries:
        await books.write_log.note(entry)


class TestPreferences:
    async def test_who_chose_nothing_is_asked(self, books: Books) -> None:
        assert await books.preferences.auto_mode(MINA) is AutoMode.ASK

    async def test_the_last_choice_of_each_person_holds(self, books: Books) -> None:
        await books.preferences.set_auto_mode(MINA, AutoMode.ON)
        await books.preferences.set_auto_mode(MINA, AutoMode.OFF)
        await books.preferences.set_auto_mode(JUN, AutoMode.ON)

        chosen = [await books.preferences.auto_mode(each) for each in (MINA, JUN, MINA_ELSEWHERE)]

        assert chosen == [AutoMode.OFF, AutoMode.ON, AutoMode.ASK]


class TestWriteLog:
    async def test_entries_come_back_whole_newest_first(self, books: Books) -> None:
        first = an_entry(proposal_id="p1", memory_id="m1")
        second = replace(an_entry(""), verdict=WriteVerdict.REFUSED, reason="secret", pointer="")
        await noted(books, first, second)

        assert await books.write_log.entries(MINA, 10) == [second, first]
        assert await books.write_log.entries(MINA, 1) == [second]

    async def test_nobody_reads_anothers(self, books: Books) -> None:
        await noted(books, an_entry())

        assert await books.write_log.entries(JUN, 10) == []
        assert await books.write_log.entries(MINA_ELSEWHERE, 10) == []

    async def test_lines_lapse_with_the_cards_though_nothing_new_is_noted(
        self, books: Books
    ) -> None:
        old, new = an_entry("낡은: 줄", at=minutes(1)), an_entry("새: 줄", at=minutes(2))
        await noted(books, old, new)

        await books.ledger.lapse(minutes(2))

        assert await books.write_log.entries(MINA, 10) == [new]

    async def test_only_so_many_are_kept_of_everyone_together(self, books: Books) -> None:
        mine = [an_entry(f"사실 {number}: 값") for number in range(KEPT_ROWS)]
        await noted(books, *mine)
        await noted(books, an_entry(scope=JUN), an_entry(scope=JUN))

        assert await books.write_log.entries(MINA, 10) == mine[:1:-1]
        assert len(await books.write_log.entries(JUN, 10)) == 2

    async def test_they_are_kept_for_so_long(self, books: Books) -> None:
        last_moment = NOON + timedelta(days=LOG_DAYS)
        old, younger = an_entry(), an_entry(at=minutes(1))
        new = an_entry(at=last_moment)
        await noted(books, old, younger, new)

        assert await books.write_log.entries(MINA, 10) == [new, younger]

    def test_the_bounds_are_thirty_days_and_ten_thousand_rows(self) -> None:
        assert (LOG_DAYS, LOG_ROWS) == (30, 10_000)

    @pytest.mark.parametrize(
        "make",
        [
            lambda: an_entry("또리는 10월에 났대", memory_id="v1"),
            lambda: an_entry("또리는 10월에 났대", proposal_id="consent-to-v2"),
            lambda: an_entry("또리 생일 : 10월 27일."),
            lambda: an_entry("사실은 또리 생일: 10월 27일 이었다"),
            lambda: an_entry("v1라고 기억해줘"),
            lambda: an_entry("또리는 10월에 났대", pointer="T1/D1/v1"),
        ],
        ids=["memory", "proposal", "same content", "quotes it", "the message", "same message"],
    )
    async def test_forgetting_empties_what_tells_of_it(
        self, books: Books, make: Callable[[], WriteEntry]
    ) -> None:
        await remember(books.ledger, a_memory("v1", "또리 생일: 10월 27일"))
        last = a_memory("v2", "또리 생일: 1월 5일", supersedes="v1")
        await remember(books.ledger, last)
        entry, other, theirs = make(), an_entry(), replace(make(), scope=JUN)
        await noted(books, entry, other, theirs)

        await forget(books.ledger, last)

        emptied = replace(entry, candidate="", pointer="")
        assert await books.write_log.entries(MINA, 10) == [other, emptied]
        assert await books.write_log.entries(JUN, 10) == [theirs]

    async def test_the_message_that_said_it_again_goes(self, books: Books) -> None:
        memory = await remember(books.ledger, a_memory("m1", "또리 생일: 10월 27일"))
        for name, verdict in (("again", WriteVerdict.DUPLICATE), ("other", WriteVerdict.REFUSED)):
            origin = Origin(f"T1/D1/{name}", name, "UTC")
            said = Exchange(name, MINA, "T1/D1", f"{name} 얘기", "네", NOON, origin=origin)
            await books.journal.keep(said)
            entry = an_entry("시월 말에 난 또리", pointer=origin.pointer, memory_id="m1")
            await noted(books, replace(entry, verdict=verdict))

        await forget(books.ledger, memory)

        left = await books.journal.latest(MINA, "T1/D1", 9)
        assert [each.id for each in left] == ["other"]


class TestStats:
    async def test_what_is_kept_is_counted(self, books: Books) -> None:
        rule = replace(a_memory("m3", at=minutes(3)), fact=Fact("규칙", MemoryType.PROCEDURAL))
        await remember(books.ledger, a_memory("m1", at=minutes(1)))
        await remember(books.ledger, a_memory("m2", at=minutes(2), supersedes="m1"))
        await remember(books.ledger, rule)
        await remember(books.ledger, a_memory("theirs", scope=JUN))
        await books.ledger.add_proposal(a_proposal("p1", at=minutes(5)))
        await books.ledger.add_proposal(a_proposal("p2", "모카 나이: 3살", at=minutes(6)))
        await books.journal.keep(Exchange("x1", MINA, "D1", "안녕", "네!", NOON))

        stats = await books.ledger.stats(MINA, minutes(5) + timedelta(days=7))

        assert stats == Stats(
            memories=2,
            versions=3,
            pending=1,
            exchanges=1,
            by_type={MemoryType.SEMANTIC: 1, MemoryType.PROCEDURAL: 1},
            first_at=minutes(2),
            latest_at=minutes(3),
        )

    async def test_what_is_forgotten_counts_no_more(self, books: Books) -> None:
        await forget(books.ledger, await remember(books.ledger, a_memory("m1")))

        assert await books.ledger.stats(MINA, minutes(20)) == Stats()


class TestArchive:
    async def leave_traces(self, books: Books, scope: Scope) -> None:
        for number in range(3):
            name = f"{scope.team}-{scope.user}-{number}"
            previous = f"{scope.team}-{scope.user}-{number - 1}" if number else None
            memory = a_memory(name, f"사실: {number}", scope=scope, supersedes=previous)
            await remember(books.ledger, memory)
        gone = a_memory(f"gone-{name}", scope=scope)
        await forget(books.ledger, await remember(books.ledger, gone), f"forget-{name}")
        waiting = a_proposal(f"waits-{name}", scope=scope)
        await books.ledger.add_proposal(waiting)
        exchange = Exchange(f"x-{name}", scope, "D1", "사실: 2", "네!", NOON, (name, waiting.id))
        await books.journal.keep(exchange)
        await books.journal.claim(f"D1/{name}", NOON, owner=scope)
        await books.journal.take_up(Unanswered(f"D1/waits-{name}", scope, "D1", "1.0", NOON))
        await books.journal.claim(f"{LASTING_CLAIM}{name}", NOON, owner=scope)
        await books.preferences.set_auto_mode(scope, AutoMode.ON)
        await noted(books, an_entry(scope=scope))

    async def test_nothing_of_a_person_is_left(self, books: Books) -> None:
        await self.leave_traces(books, JUN)

        await books.archive.begin_erasing(JUN, minutes(1))

        name = f"{JUN.team}-{JUN.user}-2"
        assert await books.ledger.stats(JUN, NOON) == Stats()
        assert await books.ledger.versions(JUN, name) == []
        assert await books.ledger.pending(JUN) == []
        assert await books.ledger.proposal(JUN, f"consent-to-{name}") is None
        assert await books.journal.latest(JUN, "D1", 9) == []
        assert await books.preferences.auto_mode(JUN) is AutoMode.ASK
        assert await books.write_log.entries(JUN, 9) == []
        assert await books.journal.unanswered() == []
        assert await books.journal.claim(f"D1/{name}", NOON)
        assert await books.journal.claim(f"{LASTING_CLAIM}{name}", NOON)

    async def test_others_keep_everything(self, books: Books) -> None:
        for scope in (JUN, MINA, MINA_ELSEWHERE):
            await self.leave_traces(books, scope)
        before = [await self.told_of(books, each) for each in (JUN, MINA_ELSEWHERE)]

        await books.archive.begin_erasing(MINA, minutes(1))

        assert [await self.told_of(books, each) for each in (JUN, MINA_ELSEWHERE)] == before
        assert not await books.journal.claim(f"D1/{JUN.team}-{JUN.user}-2", NOON)

    async def told_of(self, books: Books, scope: Scope) -> list[object]:
        return [
            await books.ledger.stats(scope, NOON),
            await books.ledger.memories(scope),
            await books.ledger.versions(scope, f"{scope.team}-{scope.user}-2"),
            await books.ledger.pending(scope),
            await books.journal.latest(scope, "D1", 9),
            await books.preferences.auto_mode(scope),
            await books.write_log.entries(scope, 9),
        ]

    async def test_it_is_known_when_it_happened_and_what_is_still_to_do(self, books: Books) -> None:
        await self.leave_traces(books, MINA)
        assert await books.ledger.erased_at(MINA) is None

        await books.archive.begin_erasing(MINA, minutes(1))
        begun = await books.archive.unfinished()
        await books.archive.wipe()
        await books.archive.finish_erasing(MINA)

        assert begun == [MINA]
        assert await books.archive.unfinished() == []
        assert await books.ledger.erased_at(MINA) == minutes(1)
        assert await books.ledger.erased_at(JUN) is None

    async def test_it_can_happen_again(self, books: Books) -> None:
        for at in (minutes(1), minutes(2)):
            await books.archive.begin_erasing(MINA, at)
            assert await books.archive.unfinished() == [MINA]
            await books.archive.finish_erasing(MINA)

        assert await books.ledger.erased_at(MINA) == minutes(2)

    async def test_whoever_left_any_trace_is_known(self, books: Books) -> None:
        await books.ledger.add_proposal(a_proposal("p1", scope=JUN))
        await books.preferences.set_auto_mode(MINA_ELSEWHERE, AutoMode.ON)
        await noted(books, an_entry())

        assert await books.archive.known_scopes() == [MINA, JUN, MINA_ELSEWHERE]

        await books.archive.begin_erasing(JUN, NOON)

        assert await books.archive.known_scopes() == [MINA, MINA_ELSEWHERE]

    async def test_what_was_said_before_is_not_kept_afterwards(self, books: Books) -> None:
        await books.archive.begin_erasing(MINA, minutes(1))

        for minute, scope in ((1, MINA), (2, MINA), (1, JUN)):
            name = f"{scope.user}-{minute}"
            late = Exchange(name, scope, "D1", "안녕", "네!", minutes(minute))
            await books.journal.keep(late)

        kept = await books.journal.latest(MINA, "D1", 9) + await books.journal.latest(JUN, "D1", 9)
        assert [each.id for each in kept] == [f"{MINA.user}-2", f"{JUN.user}-1"]
