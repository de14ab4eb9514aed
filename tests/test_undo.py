"""A save can be taken back: what was before comes back, and what was new is forgotten."""

from __future__ import annotations

from datetime import timedelta

import pytest

from memory.errors import MemoryUnknown, UndoTooLate
from memory.notebook import Proposed, Saved
from memory.records import Change, ProposalState, WriteVerdict
from tests.notebook_kit import JUN, MINA, Room, open_room

TEN_MINUTES = timedelta(minutes=10)


@pytest.fixture
async def room() -> Room:
    return await open_room()


async def test_what_was_new_is_forgotten(room: Room) -> None:
    stays = await room.save("모카 생일: 3월 2일")
    saved = await room.save("또리 생일: 10월 27일")

    undone = await room.notebook.undo(MINA, saved.id)

    assert (undone.removed, undone.restored) == (saved, None)
    assert await room.texts() == ["모카 생일: 3월 2일"]
    assert await room.notebook.history(MINA, saved.id) == []
    assert room.rows() == {stays.id}


async def test_the_version_before_comes_back_as_a_new_one(room: Room) -> None:
    first = await room.save("또리 생일: 10월 27일")
    second = await room.save("또리 생일: 1월 5일")

    undone = await room.notebook.undo(MINA, second.id)

    assert undone.restored is not None
    assert undone.removed.id == second.id
    assert undone.restored.fact == first.fact
    assert [each.id for each in await room.notebook.history(MINA, first.id)] == [
        first.id,
        second.id,
        undone.restored.id,
    ]
    assert await room.texts() == [first.text]
    assert room.rows() == {undone.restored.id}


async def test_what_comes_back_may_be_spoken_where_it_was_told(room: Room) -> None:
    first = await room.save("또리 생일: 10월 27일")
    second = await room.save("또리 생일: 1월 5일")

    undone = await room.notebook.undo(MINA, second.id)

    assert undone.restored is not None
    assert undone.restored.source == first.source


async def test_taking_back_what_was_taken_back(room: Room) -> None:
    await room.save("또리 생일: 10월 27일")
    second = await room.save("또리 생일: 1월 5일")
    undone = await room.notebook.undo(MINA, second.id)
    assert undone.restored is not None

    again = await room.notebook.undo(MINA, undone.restored.id)

    assert again.restored is not None
    assert await room.texts() == [second.text]


async def test_a_vaguer_value_comes_back_too(room: Room) -> None:
    first = await room.save("주간 회의 시간: 오후 2시")
    typed = "주간 회의 시간: 오후 2시 30분"
    asked = await room.notebook.propose_edit(MINA, first.id, typed, room.source(typed))
    assert isinstance(asked, Proposed)
    second = await room.notebook.confirm(MINA, asked.proposal.id)
    assert isinstance(second, Saved)

    undone = await room.notebook.undo(MINA, second.memory.id)

    assert undone.restored is not None
    assert await room.texts() == [first.text]


async def test_one_person_takes_nothing_back_for_another(room: Room) -> None:
    saved = await room.save("또리 생일: 10월 27일")

    with pytest.raises(MemoryUnknown):
        await room.notebook.undo(JUN, saved.id)

    assert await room.texts() == [saved.text]


@pytest.mark.parametrize("gone", ["replaced", "forgotten", "never there"])
async def test_what_is_no_longer_remembered_cannot_be_taken_back(room: Room, gone: str) -> None:
    saved = await room.save("또리 생일: 10월 27일")
    if gone == "replaced":
        await room.save("또리 생일: 1월 5일")
    elif gone == "forgotten":
        await room.notebook.undo(MINA, saved.id)
    before = await room.texts()

    with pytest.raises(MemoryUnknown):
        await room.notebook.undo(MINA, saved.id if gone != "never there" else "unheard of")

    assert await room.texts() == before


@pytest.mark.parametrize(("late", "is_refused"), [(0, False), (1, True)])
async def test_it_can_be_taken_back_for_so_long(room: Room, late: int, *, is_refused: bool) -> None:
    saved = await room.save("또리 생일: 10월 27일")
    room.clock.advance(TEN_MINUTES + timedelta(seconds=late))

    if is_refused:
        with pytest.raises(UndoTooLate):
            await room.notebook.undo(MINA, saved.id, within=TEN_MINUTES)
    else:
        await room.notebook.undo(MINA, saved.id, within=TEN_MINUTES)

    assert await room.texts() == ([saved.text] if is_refused else [])


async def test_what_came_before_is_not_written_twice(room: Room) -> None:
    first = await room.save("또리 생일: 10월 27일")
    second = await room.save("또리 생일: 1월 5일")
    again = await room.save(first.text, keep_both=True)

    undone = await room.notebook.undo(MINA, second.id)

    assert undone.restored == again
    assert await room.texts() == [first.text]


async def test_it_goes_through_the_door_and_into_the_log(room: Room) -> None:
    await room.save("또리 생일: 10월 27일")
    second = await room.save("또리 생일: 1월 5일")

    undone = await room.notebook.undo(MINA, second.id)

    asked, saved = (await room.notebook.log(MINA, 2))[::-1]
    assert (asked.verdict, asked.reason) == (WriteVerdict.UPDATE, "to be taken back")
    assert undone.restored is not None
    assert (saved.verdict, saved.memory_id) == (WriteVerdict.SAVED, undone.restored.id)
    assert saved.proposal_id == asked.proposal_id
    consent = await room.ledger.proposal(MINA, saved.proposal_id or "")
    assert consent is not None
    assert (consent.state, consent.change) == (ProposalState.CONFIRMED, Change.UPDATE)
