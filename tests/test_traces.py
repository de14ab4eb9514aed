"""Searches are noted beside the talk, and explained by what is still remembered."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from memory.errors import StorageFault
from memory.evidence import Considered, Evidence
from memory.records import Exchange, Memory, Recall, Recollection
from memory.searches import Feedback, Searched, SearchEntry, SearchKind
from memory.traces import Explanation, Picked, Traces
from tests.fakes import FakeClock, FakeJournal, FakeLedger, FakeStore, SequentialIds, remember
from tests.fakes_books import FakeSearchLog
from tests.fakes_dialogue import FakeChronicle
from tests.ledger_kit import JUN, MINA, NOON, a_memory, forget


class Desk:
    """Traces over fakes, and an exchange that they belong to."""

    def __init__(self, search_log: FakeSearchLog | None = None) -> None:
        self.store = search_log.store if search_log else FakeStore()
        self.search_log = search_log or FakeSearchLog(self.store)
        self.ledger = FakeLedger(self.store)
        self.traces = Traces(
            search_log=self.search_log,
            ledger=self.ledger,
            exchanges=FakeChronicle(self.store),
            clock=FakeClock(NOON),
            new_id=SequentialIds("s"),
        )

    async def remember(self, *ids: str) -> list[Memory]:
        return [await remember(self.ledger, a_memory(id_)) for id_ in ids]

    async def talk(self, answer_id: str = "x1", said: str = "또리 생일이 언제야?") -> None:
        exchange = Exchange(answer_id, MINA, "T1/D1", said, "네!", NOON)
        await FakeJournal(self.store).keep(exchange)


def figures(place: int, **more: float) -> Evidence:
    return Evidence(place=place, **more)  # type: ignore[arg-type]  # whatever a test gives


def recall(found: Sequence[Memory], *passed: Memory, **more: object) -> Recall:
    """A search that found some memories and looked at others."""
    ranked = [
        Recollection(each, 1.0, evidence=figures(place)) for place, each in enumerate(found, 1)
    ]
    beside = [
        Considered(each.id, figures(place)) for place, each in enumerate(passed, len(found) + 1)
    ]
    looked_at = [
        *(Considered(each.memory.id, each.evidence or figures(0)) for each in ranked),
        *beside,
    ]
    return Recall(tuple(ranked), considered=tuple(looked_at), ranking="standout", **more)  # type: ignore[arg-type]  # whatever a test gives


async def test_an_answers_searches_tell_what_was_cited_shown_and_passed() -> None:
    desk = Desk()
    await desk.talk()
    first, second, third = await desk.remember("m1", "m2", "m3")
    searched = Searched(SearchKind.PREFETCH, recall([first, second], third), ("m1", "m2"))

    desk.traces.note(MINA, [searched], at=NOON, answer_id="x1", cited={"m2"})

    assert await desk.traces.explain(MINA, "x1") == Explanation(
        answer_id="x1",
        at=NOON,
        said="또리 생일이 언제야?",
        cited=(Picked(second, figures(2)),),
        shown=(Picked(first, figures(1)),),
        passed=(Picked(third, figures(3)),),
    )


async def test_without_an_id_the_latest_answer_is_explained() -> None:
    desk = Desk()
    for answer in ("x1", "x2"):
        searched = [Searched(SearchKind.PREFETCH, Recall())]
        desk.traces.note(MINA, searched, at=NOON, answer_id=answer)
    desk.traces.note(MINA, [Searched(SearchKind.COMMAND, Recall())], at=NOON)

    explained = await desk.traces.explain(MINA)

    assert explained == Explanation(answer_id="x2", at=NOON, said=None)


async def test_the_log_holds_no_word_of_anybodys() -> None:
    desk = Desk()
    await desk.talk()
    (memory,) = await desk.remember("m1")
    found = replace(recall([memory]).found[0], matched_terms=("비밀",))
    searched = Searched(SearchKind.PREFETCH, replace(recall([memory]), found=(found,)), ("m1",))

    desk.traces.note(MINA, [searched], at=NOON, answer_id="x1", cited={"m1"})

    written = str(await desk.traces.entries(MINA, 9))
    assert not any(word in written for word in ("비밀", memory.text, "또리"))


async def test_what_was_used_is_noted_with_its_figures_however_low_it_came() -> None:
    desk = Desk()
    first, low = await desk.remember("m1", "m2")
    whole = recall([first, low])
    searched = Searched(SearchKind.TOOL, replace(whole, considered=whole.considered[:1]), ("m2",))

    desk.traces.note(MINA, [searched], at=NOON, answer_id="x1", cited={"m2"})

    (entry,) = await desk.traces.entries(MINA, 9)
    assert [each.memory_id for each in entry.candidates] == ["m1", "m2"]


async def test_a_memory_has_the_figures_of_the_search_that_used_it() -> None:
    desk = Desk()
    (memory,) = await desk.remember("m1")
    passing = Recall(considered=(Considered("m1", figures(9)),))
    searched = [
        Searched(SearchKind.PREFETCH, passing),
        Searched(SearchKind.TOOL, recall([memory]), ("m1",)),
    ]

    desk.traces.note(MINA, searched, at=NOON, answer_id="x1", cited={"m1"})

    explained = await desk.traces.explain(MINA, "x1")
    assert explained is not None
    assert explained.cited == (Picked(memory, figures(1)),)


async def test_what_was_seen_without_a_search_has_no_figures() -> None:
    desk = Desk()
    (memory,) = await desk.remember("m1")

    lookup = Searched(SearchKind.LOOKUP, Recall(), ("m1",))
    desk.traces.note(MINA, [lookup], at=NOON, answer_id="x1", cited={"m1"})

    explained = await desk.traces.explain(MINA, "x1")
    assert explained is not None
    assert explained.cited == (Picked(memory, None),)


async def test_a_memory_forgotten_since_leads_to_nothing() -> None:
    desk = Desk()
    (memory,) = await desk.remember("m1")
    searched = Searched(SearchKind.PREFETCH, recall([memory]), ("m1",))
    desk.traces.note(MINA, [searched], at=NOON, answer_id="x1", cited={"m1"})
    await desk.traces.settle()

    await forget(desk.ledger, memory)

    explained = await desk.traces.explain(MINA, "x1")
    assert explained is not None
    assert explained.cited == (Picked(None, figures(1)),)


async def test_a_memory_changed_since_is_shown_as_it_was() -> None:
    desk = Desk()
    (memory,) = await desk.remember("m1")
    searched = Searched(SearchKind.PREFETCH, recall([memory]), ("m1",))
    desk.traces.note(MINA, [searched], at=NOON, answer_id="x1", cited={"m1"})
    await remember(desk.ledger, a_memory("m2", "새 값", supersedes="m1"))

    explained = await desk.traces.explain(MINA, "x1")

    assert explained is not None
    (picked,) = explained.cited
    assert picked.memory is not None
    assert (picked.memory.text, picked.memory.active) == (memory.text, False)


async def test_nobody_is_told_of_anothers_answer() -> None:
    desk = Desk()
    desk.traces.note(MINA, [Searched(SearchKind.PREFETCH, Recall())], at=NOON, answer_id="x1")

    assert await desk.traces.explain(JUN, "x1") is None
    assert await desk.traces.explain(JUN) is None
    assert not await desk.traces.rate(JUN, "x1", Feedback.GOOD)


async def test_an_opinion_stands_with_the_explanation() -> None:
    desk = Desk()
    desk.traces.note(MINA, [Searched(SearchKind.PREFETCH, Recall())], at=NOON, answer_id="x1")

    assert await desk.traces.rate(MINA, "x1", Feedback.BAD)

    explained = await desk.traces.explain(MINA, "x1")
    assert explained is not None
    assert explained.feedback is Feedback.BAD


async def test_doubts_of_the_search_are_told() -> None:
    desk = Desk()
    searched = Searched(SearchKind.PREFETCH, Recall(vector_failed=True, is_noise=True))

    desk.traces.note(MINA, [searched], at=NOON, answer_id="x1")

    explained = await desk.traces.explain(MINA, "x1")
    assert explained is not None
    assert (explained.letters_only, explained.is_noise) == (True, True)


async def test_a_log_that_cannot_be_written_disturbs_nothing(
    caplog: pytest.LogCaptureFixture,
) -> None:
    class Full(FakeSearchLog):
        async def note(self, entries: Sequence[SearchEntry]) -> None:
            raise StorageFault(f"no room for {len(entries)}")

    desk = Desk(Full())
    with caplog.at_level(logging.WARNING):
        desk.traces.note(MINA, [Searched(SearchKind.PREFETCH, Recall())], at=NOON, answer_id="x1")
        await desk.traces.settle()

    assert "the search log could not be written" in caplog.text


async def test_it_is_noted_when_the_question_was_asked() -> None:
    desk = Desk()
    asked_at = NOON - timedelta(seconds=5)

    desk.traces.note(MINA, [Searched(SearchKind.COMMAND, Recall(took_ms=3.5))], at=asked_at)

    (entry,) = await desk.traces.entries(MINA, 9)
    assert (entry.at, entry.took_ms, entry.answer_id) == (asked_at, 3.5, None)
