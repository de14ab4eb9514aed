"""The search of the command, with its switch between memories and conversations."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta

import pytest

from memory.records import Exchange, Scope
from tests.fakes_dialogue import FakeChronicle
from tests.slack_double import Call, buttons, shown
from tests.slack_kit import ME, Room, click, open_room, slash


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def talked(room: Room, id_: str, said: str, *, days: int = 3, scope: Scope = ME) -> None:
    """Have something said in the DM, some days ago."""
    at = room.clock() - timedelta(days=days)
    kept = Exchange(id_, scope, f"{scope.team}/D1", said, "네, 들었어요.", at)
    assert await FakeChronicle(room.store).keep(kept)


def answer(room: Room) -> Call:
    """The latest answer."""
    return room.slack.called("respond")[-1]


def offered(room: Room) -> dict[str, str]:
    """The values of the buttons of the latest answer, by action."""
    return dict(buttons(answer(room).args["blocks"]).values())


async def press(room: Room, action: str, query: str) -> str:
    """Press a button of the switch; the words that then stand there."""
    await room.send(click(room.slack, action, query, ephemeral=True))
    return shown(answer(room))


async def test_a_search_of_memories_offers_to_look_in_conversations(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")

    await room.send(slash(room.slack, "검색 생일"))

    assert offered(room)["memory_search_conversations"] == "생일"


async def test_a_search_that_matches_shows_what_matches_alone(room: Room) -> None:
    for text in ("또리 생일: 10월 27일", "취미: 사진", "사는 곳: 부산"):
        await room.remember(text)

    await room.send(slash(room.slack, "검색 생일"))

    words = shown(answer(room))
    assert "또리 생일: 10월 27일" in words
    assert "사진" not in words
    assert "부산" not in words


async def test_the_switch_shows_what_was_said_with_its_time_and_the_answer(room: Room) -> None:
    await talked(room, "a", "비트코인 1억 넘었대")
    await talked(room, "b", "점심 다이어트 식단 짜줘")

    words = await press(room, "memory_search_conversations", "비트코인")

    assert "비트코인 1억 넘었대" in words
    assert "2025년 12월 29일 오후 6:00 · 또리: 네, 들었어요." in words
    assert "식단" not in words


async def test_the_switch_leads_back_to_the_memories(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")

    words = await press(room, "memory_search_memories", "생일")

    assert "또리 생일: 10월 27일" in words
    assert "memory_search_conversations" in offered(room)


async def test_the_answer_takes_the_place_of_the_one_that_was_pressed(room: Room) -> None:
    await press(room, "memory_search_conversations", "비트코인")

    assert answer(room).args["replace_original"] is True


async def test_a_search_that_finds_no_conversation_says_so(room: Room) -> None:
    words = await press(room, "memory_search_conversations", "우주선")

    assert words.startswith("‘우주선’에 맞는 대화를 찾지 못했어요.")


async def test_nobody_finds_what_another_said(room: Room) -> None:
    await talked(room, "a", "비트코인 비밀 계획", scope=Scope(ME.team, "U2"))

    words = await press(room, "memory_search_conversations", "비트코인")

    assert "비밀" not in words


async def test_the_latest_of_equal_matches_stands_first(room: Room) -> None:
    await talked(room, "old", "비트코인 살까?", days=9)
    await talked(room, "new", "비트코인 팔까?", days=1)

    words = await press(room, "memory_search_conversations", "비트코인")

    assert words.index("비트코인 팔까?") < words.index("비트코인 살까?")


async def test_a_long_query_fits_into_the_buttons(room: Room) -> None:
    await room.send(slash(room.slack, f"검색 {'가' * 2_500}"))

    assert {len(value) for value in offered(room).values()} == {2_000}
