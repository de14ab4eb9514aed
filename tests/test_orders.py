"""Forgetting and editing: the memory that is meant is named, and nobody else's is."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from memory.records import Scope
from tests.slack_double import Call, shown
from tests.slack_kit import (
    ME,
    Json,
    Room,
    click,
    open_room,
    press,
    slash,
    submitted,
)

OTHER = Scope("T1", "U2")


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def answer(room: Room) -> Call:
    """The latest answer."""
    return room.slack.called("respond")[-1]


async def ask(room: Room, text: str, *, user: str = "U1", team: str = "T1") -> str:
    """The words of the answer to a command."""
    response = await room.send(slash(room.slack, text, user=user, team=team))
    assert response.status == 200
    return shown(answer(room))


async def test_forgetting_names_what_it_will_forget(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.remember("모카 생일: 3월 2일")
    words = await ask(room, "삭제 또리 생일")
    assert "🗑️ 이 기억을 지울까요?\n또리 생일: 10월 27일" in words
    assert len(await room.memories()) == 2
    await room.send(press(room.slack, answer(room).args["blocks"], "지우기", ephemeral=True))
    assert await room.memories() == ["모카 생일: 3월 2일"]


async def test_several_that_fit_each_get_a_button(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.remember("모카 생일: 3월 2일")
    words = await ask(room, "삭제 생일")
    assert words.startswith("어떤 기억을 지울까요?")
    pressable = [
        block["accessory"]
        for block in answer(room).args["blocks"]  # type: ignore[attr-defined]  # a list of blocks
        if "accessory" in block
    ]
    assert len(pressable) == 2
    await room.send(press(room.slack, [pressable[0]], "지우기", ephemeral=True))
    assert "이 기억을 지울까요?" in shown(answer(room))
    assert len(await room.memories()) == 2


@pytest.mark.parametrize(
    ("query", "mine", "other"),
    [
        ("내 생일", "내 생일: 5월 5일", "또리 생일: 10월 27일"),
        ("my birthday", "My birthday is May 5", "Mocha birthday is March 2"),
    ],
)
async def test_my_means_ones_own(room: Room, query: str, mine: str, other: str) -> None:
    for text in (mine, other):
        await room.remember(text)
    words = await ask(room, f"삭제 {query}")
    assert f"이 기억을 지울까요?\n{mine}" in words
    assert other not in words


async def test_forgetting_without_saying_what_offers_the_newest(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.remember("모카 생일: 3월 2일")
    assert (await ask(room, "삭제")).startswith("어떤 기억을 지울까요?")


async def test_forgetting_what_is_not_there_says_so(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    assert await ask(room, "삭제 우주선") == "‘우주선’에 맞는 기억을 찾지 못했어요."


async def form(room: Room) -> Json:
    view = room.slack.called("views.open")[-1].args["view"]
    assert isinstance(view, dict)
    return view


async def test_editing_opens_a_form_whose_text_is_saved(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(slash(room.slack, "수정 또리 생일"))
    view = await form(room)
    assert "또리 생일: 10월 27일" in str(view["blocks"])
    await room.send(submitted(view, "또리 생일: 1월 1일"))
    assert await room.memories() == ["또리 생일: 1월 1일"]
    assert shown(answer(room)) == "✅ 기억했습니다!또리 생일: 1월 1일"
    assert len(await room.notebook.history(ME, memory.id)) == 2


async def test_editing_to_the_same_text_writes_nothing(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(slash(room.slack, "수정 또리 생일"))
    await room.send(submitted(await form(room), "또리 생일: 10월 27일"))
    assert shown(answer(room)).startswith("이미 동일한 내용을 기억하고 있습니다.")
    assert len(room.store.memories) == 1


async def test_a_form_of_a_memory_that_is_gone_says_so(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(slash(room.slack, "수정 또리 생일"))
    card = await ask(room, "삭제 또리 생일")
    assert memory.text in card
    await room.send(press(room.slack, answer(room).args["blocks"], "지우기", ephemeral=True))
    await room.send(submitted(await form(room), "또리 생일: 1월 1일"))
    assert "그 기억은 이제 없어요" in shown(answer(room))
    assert await room.memories() == []


async def test_a_form_that_opens_too_late_is_offered_by_a_button(room: Room) -> None:
    room.slack.refuse("views.open", "expired_trigger_id", times=1)
    memory = await room.remember("또리 생일: 10월 27일")
    assert "아래 버튼을 눌러 주세요" in await ask(room, "수정 또리 생일")
    await room.send(press(room.slack, answer(room).args["blocks"], "수정", ephemeral=True))
    await room.send(submitted(await form(room), "또리 생일: 1월 1일"))
    assert await room.memories() == ["또리 생일: 1월 1일"]
    assert len(await room.notebook.history(ME, memory.id)) == 2


@pytest.mark.parametrize(
    "action", ["memory_history", "memory_change", "memory_forget", "memory_restore"]
)
async def test_the_buttons_of_another_persons_memory_do_nothing(room: Room, action: str) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(click(room.slack, action, memory.id, user="U2"))
    assert "10월 27일" not in shown(answer(room))
    assert room.slack.called("views.open") == []
    assert await room.notebook.pending(OTHER) == []
