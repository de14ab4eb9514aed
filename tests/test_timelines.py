"""The history of a memory: every version with its time, and a way back to each."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from memory.notebook import Proposed
from memory.records import Memory, Source, SourceKind
from tests.slack_double import Call, buttons, read_blocks, shown
from tests.slack_kit import ME, Room, click, modal_click, open_room, slash


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def change(room: Room, memory: Memory, text: str) -> None:
    """The person edits a memory, a day later."""
    room.clock.advance(timedelta(days=1))
    source = Source(SourceKind.EDIT, text, room.clock())
    asked = await room.notebook.propose_edit(ME, memory.id, text, source)
    assert isinstance(asked, Proposed)
    await room.notebook.confirm(ME, asked.proposal.id)


async def changed_twice(room: Room) -> list[Memory]:
    """A memory with three versions, oldest first."""
    first = await room.remember("또리 생일: 10월 27일")
    await change(room, first, "또리 생일: 1월 1일")
    (second,) = await room.notebook.listing(ME)
    await change(room, second, "또리 생일: 2월 2일")
    return await room.notebook.history(ME, first.id)


def answer(room: Room) -> Call:
    return room.slack.called("respond")[-1]


async def history(room: Room) -> str:
    await room.send(slash(room.slack, "기록 또리 생일"))
    return shown(answer(room))


async def test_each_version_stands_with_the_time_for_which_it_held(room: Room) -> None:
    await changed_twice(room)
    words = await history(room)
    first, second, third = (f"2026년 1월 {day}일 오후 6:00" for day in (1, 2, 3))
    assert f"또리 생일: 10월 27일되돌리기⚪ {first} – {second} · 대화에서" in words
    assert f"또리 생일: 1월 1일되돌리기⚪ {second} – {third} · 직접 고침" in words
    assert words.endswith(f"또리 생일: 2월 2일🟢 {third}부터 지금까지 · 직접 고침")


async def test_a_memory_that_never_changed_has_no_way_back(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await history(room)
    assert buttons(answer(room).args["blocks"]) == {}


async def test_the_version_before_comes_back_as_a_new_one(room: Room) -> None:
    versions = await changed_twice(room)
    await room.send(click(room.slack, "memory_restore", versions[1].id, ephemeral=True))
    assert await room.memories() == ["또리 생일: 1월 1일"]
    assert len(await room.notebook.history(ME, versions[0].id)) == 4
    assert shown(answer(room)).startswith("↩️ 되돌렸어요.")
    assert answer(room).args["replace_original"] is True


async def test_a_version_long_before_comes_back_as_well(room: Room) -> None:
    versions = await changed_twice(room)
    await room.send(click(room.slack, "memory_restore", versions[0].id, ephemeral=True))
    assert await room.memories() == ["또리 생일: 10월 27일"]


async def test_a_second_press_changes_nothing_more(room: Room) -> None:
    versions = await changed_twice(room)
    for _ in range(2):
        await room.send(click(room.slack, "memory_restore", versions[1].id, ephemeral=True))
    assert len(await room.notebook.history(ME, versions[0].id)) == 4
    assert "바로 이 내용이에요" in shown(answer(room))


async def test_in_the_modal_the_history_is_drawn_anew_there_and_home_follows(room: Room) -> None:
    versions = await changed_twice(room)
    await room.send(click(room.slack, "memory_history", versions[2].id))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    assert "10월 27일" in read_blocks(view["blocks"])
    await room.send(modal_click("memory_restore", versions[1].id))
    updated = room.slack.only("views.update")
    assert updated.text("view_id") == "V9"
    drawn = updated.args["view"]
    assert isinstance(drawn, dict)
    assert read_blocks(drawn["blocks"]).startswith("↩️ 되돌렸어요.")
    home = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(home, dict)
    assert "또리 생일: 1월 1일" in read_blocks(home["blocks"])


async def test_a_forgotten_memory_has_no_way_back(room: Room) -> None:
    versions = await changed_twice(room)
    source = Source(SourceKind.COMMAND, "", room.clock())
    asked = await room.notebook.propose_forgetting(ME, versions[2].id, source)
    await room.notebook.confirm(ME, asked.proposal.id)
    await room.send(click(room.slack, "memory_restore", versions[0].id, ephemeral=True))
    assert "그 기억은 이제 없어요" in shown(answer(room))
    assert await room.memories() == []


async def test_a_very_long_history_keeps_to_its_end(room: Room) -> None:
    memory = await room.remember("또리 몸무게: 1킬로")
    for number in range(2, 31):
        (memory,) = await room.notebook.listing(ME)
        await change(room, memory, f"또리 몸무게: {number}킬로")
    await room.send(slash(room.slack, "기록 또리 몸무게"))
    assert "이보다 앞선 기록 15개는 줄였어요." in shown(answer(room))
    assert "또리 몸무게: 30킬로🟢" in shown(answer(room))
    blocks = answer(room).args["blocks"]
    assert isinstance(blocks, list)
    assert len(blocks) <= 50
