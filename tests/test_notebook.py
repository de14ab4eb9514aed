"""The notebook edits, saves unasked where that is wanted, and notes each decision."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

import pytest

from memory.errors import FactRejected, ProposalExpired, StorageFault
from memory.facts.reading import read_fact
from memory.notebook import LONGEST_FACT_CHARS, AlreadyKnown, Proposed, Reconsidered, Saved
from memory.records import (
    AutoMode,
    Fact,
    ProposalState,
    SourceKind,
    WriteEntry,
    WriteVerdict,
)
from tests.notebook_kit import JUN, MINA, Room, open_room

BIRTHDAY = "또리 생일: 10월 27일"


@pytest.fixture
async def room() -> Room:
    return await open_room()


class TestEdit:
    async def test_an_edit_may_tell_less_than_before(self, room: Room) -> None:
        saved = await room.save("주간 회의 시간: 오후 2시 30분")
        typed = "주간 회의 시간: 오후 2시"
        asked = await room.notebook.propose_edit(MINA, saved.id, typed, room.source(typed))
        assert isinstance(asked, Proposed)

        outcome = await room.notebook.confirm(MINA, asked.proposal.id)

        assert isinstance(outcome, Saved)
        assert outcome.previous == saved
        assert await room.texts() == [typed]


class TestSavingUnasked:
    @pytest.mark.parametrize(
        ("mode", "confidence", "is_saved"),
        [
            (AutoMode.ON, 0.8, True),
            (AutoMode.ON, 0.79, False),
            (AutoMode.ASK, 1.0, False),
        ],
    )
    async def test_a_sure_fact_is_saved_where_that_is_wanted(
        self, room: Room, mode: AutoMode, confidence: float, *, is_saved: bool
    ) -> None:
        await room.notebook.set_auto_mode(MINA, mode)
        fact = replace(read_fact("또리 생일: 10월 27일"), confidence=confidence)
        source = room.source(fact.text, SourceKind.EXTRACTION)

        outcome = await room.notebook.save_unasked(MINA, fact, source)

        assert isinstance(outcome, Saved) is is_saved
        assert isinstance(outcome, Proposed) is not is_saved
        assert await room.texts() == ([fact.text] if is_saved else [])

    async def test_what_would_change_a_memory_is_asked(self, room: Room) -> None:
        await room.notebook.set_auto_mode(MINA, AutoMode.ON)
        known = await room.save("또리 생일: 10월 27일")
        fact = read_fact("또리 생일: 1월 5일")

        outcome = await room.notebook.save_unasked(MINA, fact, room.source(fact.text))

        assert isinstance(outcome, Proposed)
        assert outcome.proposal.target == known.id
        assert await room.texts() == [known.text]

    async def test_it_leaves_the_trace_of_a_yes(self, room: Room) -> None:
        await room.notebook.set_auto_mode(MINA, AutoMode.ON)
        fact = Fact("또리 생일: 10월 27일", subject="또리", attribute="생일", value="10월 27일")

        saved = await room.notebook.save_unasked(MINA, fact, room.source(fact.text))

        assert isinstance(saved, Saved)
        noted = (await room.notebook.log(MINA, 1))[0]
        assert (noted.verdict, noted.memory_id) == (WriteVerdict.SAVED, saved.memory.id)
        consent = await room.ledger.proposal(MINA, noted.proposal_id or "")
        assert consent is not None
        assert consent.state is ProposalState.CONFIRMED

    async def test_one_persons_choice_is_not_anothers(self, room: Room) -> None:
        await room.notebook.set_auto_mode(JUN, AutoMode.ON)
        fact = read_fact("또리 생일: 10월 27일")

        outcome = await room.notebook.save_unasked(MINA, fact, room.source(fact.text))

        assert isinstance(outcome, Proposed)
        assert await room.notebook.auto_mode(MINA) is AutoMode.ASK


async def notes(room: Room, limit: int = 50) -> list[tuple[WriteVerdict, str]]:
    """What was noted, oldest first: verdicts and candidates."""
    entries = await room.notebook.log(MINA, limit)
    return [(each.verdict, each.candidate) for each in entries[::-1]]


class TestNotes:
    async def test_a_wish_and_the_yes_to_it_are_noted_with_their_source(self, room: Room) -> None:
        memory = await room.save(BIRTHDAY)

        wished, saved = (await room.notebook.log(MINA, 9))[::-1]

        assert (wished.verdict, saved.verdict) == (WriteVerdict.NEW, WriteVerdict.SAVED)
        assert wished.reason == "nothing alike is known"
        assert wished.proposal_id == saved.proposal_id
        assert (wished.memory_id, saved.memory_id) == (None, memory.id)
        for each in (wished, saved):
            assert each.candidate == BIRTHDAY
            assert (each.source_kind, each.pointer) == (SourceKind.WISH, memory.source.pointer)
            assert each.at == room.clock()

    async def test_what_is_known_is_noted_with_the_memory(self, room: Room) -> None:
        memory = await room.save(BIRTHDAY)

        again = await room.notebook.propose(MINA, read_fact(BIRTHDAY), room.source(BIRTHDAY))

        assert again == AlreadyKnown(memory)
        (noted,) = await room.notebook.log(MINA, 1)
        assert (noted.verdict, noted.reason) == (WriteVerdict.DUPLICATE, "same content")
        assert noted.memory_id == memory.id

    async def test_a_change_is_noted_with_what_it_would_replace(self, room: Room) -> None:
        memory = await room.save(BIRTHDAY)
        changed = "또리 생일: 1월 5일"

        await room.notebook.propose(MINA, read_fact(changed), room.source(changed))

        (noted,) = await room.notebook.log(MINA, 1)
        assert (noted.verdict, noted.memory_id) == (WriteVerdict.UPDATE, memory.id)

    async def test_a_no_is_noted(self, room: Room) -> None:
        asked = await room.notebook.propose(MINA, read_fact(BIRTHDAY), room.source(BIRTHDAY))
        assert isinstance(asked, Proposed)

        await room.notebook.dismiss(MINA, asked.proposal.id)

        assert await notes(room) == [
            (WriteVerdict.NEW, BIRTHDAY),
            (WriteVerdict.DISMISSED, BIRTHDAY),
        ]

    async def test_silence_is_noted_once(self, room: Room) -> None:
        asked = await room.notebook.propose(MINA, read_fact(BIRTHDAY), room.source(BIRTHDAY))
        assert isinstance(asked, Proposed)
        room.clock.advance(timedelta(days=7))

        with pytest.raises(ProposalExpired):
            await room.notebook.confirm(MINA, asked.proposal.id)

        assert [verdict for verdict, _ in await notes(room)] == [
            WriteVerdict.NEW,
            WriteVerdict.EXPIRED,
        ]

    async def test_a_card_that_is_no_longer_true_is_noted(self, room: Room) -> None:
        asked = await room.notebook.propose(MINA, read_fact(BIRTHDAY), room.source(BIRTHDAY))
        assert isinstance(asked, Proposed)
        await room.save("또리 생일: 1월 5일")

        outcome = await room.notebook.confirm(MINA, asked.proposal.id)

        assert isinstance(outcome, Reconsidered)
        assert [verdict for verdict, _ in await notes(room)][-2:] == [
            WriteVerdict.RECONSIDERED,
            WriteVerdict.UPDATE,
        ]

    async def test_a_secret_is_noted_without_its_text(self, room: Room) -> None:
        secret = "메일 비밀번호: hunter2!Xq"

        with pytest.raises(FactRejected):
            await room.notebook.propose(MINA, read_fact(secret), room.source(secret))

        (noted,) = await room.notebook.log(MINA, 1)
        assert (noted.verdict, noted.reason) == (WriteVerdict.REFUSED, "secret")
        assert noted.candidate == ""

    async def test_what_a_filter_refused_can_be_noted(self, room: Room) -> None:
        question = "이사 가면 어떨까?"

        await room.notebook.refused(MINA, question, room.source(question), "a question")

        (noted,) = await room.notebook.log(MINA, 1)
        assert (noted.verdict, noted.candidate) == (WriteVerdict.REFUSED, question)
        assert noted.reason == "a question"

    async def test_a_huge_candidate_is_noted_in_part(self, room: Room) -> None:
        with pytest.raises(FactRejected):
            await room.notebook.propose(MINA, Fact("가나 " * 2_000), room.source("가"))

        (noted,) = await room.notebook.log(MINA, 1)
        assert (noted.reason, len(noted.candidate)) == ("too_long", LONGEST_FACT_CHARS)

    async def test_forgetting_leaves_the_decisions_without_the_words(self, room: Room) -> None:
        stays = await room.save("모카 생일: 3월 2일")
        memory = await room.save(BIRTHDAY)
        await room.notebook.propose(MINA, read_fact(BIRTHDAY), room.source("또 말해 둔다"))

        await room.notebook.undo(MINA, memory.id)

        assert await notes(room) == [
            (WriteVerdict.NEW, stays.text),
            (WriteVerdict.SAVED, stays.text),
            (WriteVerdict.NEW, ""),
            (WriteVerdict.SAVED, ""),
            (WriteVerdict.DUPLICATE, ""),
            (WriteVerdict.FORGET, ""),
            (WriteVerdict.FORGOTTEN, ""),
        ]

    async def test_each_person_reads_their_own(self, room: Room) -> None:
        await room.save(BIRTHDAY)

        assert await room.notebook.log(JUN, 10) == []

    async def test_a_log_that_cannot_be_written_stops_no_write(
        self, room: Room, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        async def refuse(_: WriteEntry) -> None:
            raise StorageFault("the disk is full")

        monkeypatch.setattr(room.write_log, "note", refuse)

        await room.save(BIRTHDAY)

        assert await room.texts() == [BIRTHDAY]


async def test_the_counts_are_of_what_waits_now(room: Room) -> None:
    await room.save(BIRTHDAY)
    await room.notebook.propose(MINA, read_fact("모카 나이: 3살"), room.source("모카"))
    assert (await room.notebook.stats(MINA)).pending == 1

    room.clock.advance(timedelta(days=7))

    stats = await room.notebook.stats(MINA)
    assert (stats.memories, stats.pending) == (1, 0)
