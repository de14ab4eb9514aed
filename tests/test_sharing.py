"""Private memory stays private: what may be spoken where."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.facts.reading import read_fact
from memory.notebook import Notebook, Proposed, Saved
from memory.records import Source, SourceKind
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep
from memory.sharing import pointer, speakable
from tests.agent_kit import NOW, SCOPE, memory, turn
from tests.fakes import FakeClock, FakeLedger, SequentialIds
from tests.fakes_books import FakePreferences, FakeWriteLog
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

IN_THE_DM = turn("", channel="D1")
IN_THE_CHANNEL = turn("", channel="C1")
OPEN_KINDS = [SourceKind.WISH, SourceKind.EXTRACTION, SourceKind.SHORTCUT]


def test_a_memory_told_in_a_dm_is_not_speakable_in_a_channel() -> None:
    assert not speakable(memory("또리 생일은 10월 27일", pointer="D1/1.0"), IN_THE_CHANNEL)


@pytest.mark.parametrize("kind", OPEN_KINDS)
def test_a_memory_told_in_a_channel_is_speakable_there(kind: SourceKind) -> None:
    assert speakable(memory("회의는 월요일", pointer="C1/1.0", kind=kind), IN_THE_CHANNEL)


def test_a_memory_told_in_one_channel_is_not_speakable_in_another() -> None:
    assert not speakable(memory("회의는 월요일", pointer="C2/1.0"), IN_THE_CHANNEL)


def test_a_channel_whose_id_begins_alike_is_another_channel() -> None:
    assert not speakable(memory("회의는 월요일", pointer="C12/1.0"), IN_THE_CHANNEL)


@pytest.mark.parametrize("kind", sorted(set(SourceKind) - set(OPEN_KINDS)))
def test_what_was_typed_into_a_command_or_a_form_stays_private(kind: SourceKind) -> None:
    assert not speakable(memory("회의는 월요일", pointer="C1/1.0", kind=kind), IN_THE_CHANNEL)


@pytest.mark.parametrize("lost", ["", "C1"])
def test_a_memory_of_unknown_origin_stays_private(lost: str) -> None:
    assert not speakable(memory("회의는 월요일", pointer=lost), IN_THE_CHANNEL)


@pytest.mark.parametrize("told_at", ["D1/1.0", "C1/1.0", "C2/1.0", ""])
@pytest.mark.parametrize("kind", list(SourceKind))
def test_everything_is_speakable_in_the_dm(told_at: str, kind: SourceKind) -> None:
    assert speakable(memory("회의는 월요일", pointer=told_at, kind=kind), IN_THE_DM)


def test_a_pointer_is_read_as_it_was_made() -> None:
    assert speakable(memory("회의는 월요일", pointer=pointer("C1", "1.0")), IN_THE_CHANNEL)


def open_notebook() -> Notebook:
    ledger, index, embedder = FakeLedger(), FakeVectorIndex(), FakeEmbedder()
    shelf = Shelf(ledger)
    upkeep = Upkeep(ledger=ledger, index=index, embedder=embedder, shelf=shelf)
    return Notebook(
        ledger=ledger,
        preferences=FakePreferences(ledger.store),
        write_log=FakeWriteLog(ledger.store),
        retrieval=Retrieval(
            ledger=ledger, index=index, embedder=embedder, shelf=shelf, upkeep=upkeep
        ),
        upkeep=upkeep,
        clock=FakeClock(NOW),
        new_id=SequentialIds(),
        proposal_ttl=timedelta(days=7),
    )


@pytest.mark.parametrize(("typed", "is_speakable"), [(None, True), ("회의 장소: 집 (비밀)", False)])
async def test_what_was_typed_over_a_channels_proposal_stays_private(
    typed: str | None, *, is_speakable: bool
) -> None:
    notebook = open_notebook()
    said_here = Source(SourceKind.WISH, "회의 장소는 3층", NOW, pointer("C1", "1.0"))
    proposed = await notebook.propose(SCOPE, read_fact("회의 장소는 3층"), said_here)
    assert isinstance(proposed, Proposed)

    saved = await notebook.confirm(SCOPE, proposed.proposal.id, text=typed)

    assert isinstance(saved, Saved)
    assert speakable(saved.memory, IN_THE_CHANNEL) is is_speakable
