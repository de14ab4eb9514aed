"""The Home tab and the message's menu: everything of one's own, and only that."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from memory.facts.reading import read_fact
from memory.records import ProposalState, Scope, SourceKind
from tests.slack_double import buttons, read_blocks, shown
from tests.slack_kit import (
    ME,
    USER,
    Json,
    Room,
    event_callback,
    home_click,
    open_room,
    submitted,
)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def opened(tab: str = "home", *, user: str = USER, team: str = "T1") -> Json:
    event = {"type": "app_home_opened", "user": user, "channel": "D1", "tab": tab}
    return event_callback(event, team=team)


def blocks(room: Room) -> list[Json]:
    """The blocks of the Home tab as it is now."""
    view = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(view, dict)
    found = view["blocks"]
    assert isinstance(found, list)
    return found


def words(room: Room) -> str:
    return read_blocks(blocks(room))


async def test_an_empty_home_teaches(room: Room) -> None:
    await room.send(opened())
    assert "아직 기억이 없어요." in words(room)
    assert "기억해줘" in words(room)


async def test_home_shows_memories_newest_first_with_their_buttons(room: Room) -> None:
    for text in ("또리 생일: 10월 27일", "모카 생일: 3월 2일"):
        memory = await room.remember(text)
    await room.send(opened())
    assert words(room).index("모카") < words(room).index("또리 생일")
    first_row = next(each for each in blocks(room) if each.get("type") == "actions")
    assert buttons(first_row) == {
        "수정": ("memory_change", memory.id),
        "지우기": ("memory_forget", memory.id),
        "기록": ("memory_history", memory.id),
    }


async def test_home_is_published_to_the_one_who_opened_it(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(opened(user="U2"))
    assert room.slack.only("views.publish").text("user_id") == "U2"
    assert "10월 27일" not in words(room).replace("내 생일은 10월 27일", "").replace(
        "October 27", ""
    )


async def test_the_same_user_id_of_another_team_has_another_home(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.propose("모카 생일: 3월 2일")
    await room.send(opened(team="T2"))
    assert "또리 생일" not in words(room)
    assert "모카" not in words(room)


async def test_a_long_home_has_pages(room: Room) -> None:
    for name in "가나다라마바사아자차카타":
        await room.remember(f"{name}{name} 좋아하는 과일: {name}{name}{name}")
    await room.send(opened())
    assert "가가가" not in words(room)
    action, value = buttons(blocks(room))["다음 페이지"]
    await room.send(home_click(action, value))
    assert "가가가" in words(room)
    assert "11–12번째" in words(room)


async def test_a_change_stays_on_its_page(room: Room) -> None:
    for name in "가나다라마바사아자차카타":
        await room.remember(f"{name}{name} 좋아하는 과일: {name}{name}{name}")
    proposal = await room.propose("또리 생일: 10월 27일")
    await room.send(home_click("memory_cancel", proposal.id, offset=10))
    assert "11–12번째" in words(room)


async def test_a_waiting_card_can_be_confirmed_at_home(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(opened())
    assert "⏳ 답을 기다리는 카드 1개" in words(room)
    action, value = buttons(blocks(room))["예"]
    await room.send(home_click(action, value))
    assert await room.memories() == [proposal.fact.text]
    assert "✅ 기억했습니다!" in words(room)
    assert "답을 기다리는 카드" not in words(room)


async def test_an_answer_at_home_writes_into_no_conversation(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(home_click("memory_confirm", proposal.id))
    assert [call.method for call in room.slack.calls if call.method.startswith("chat.")] == []


async def test_forgetting_at_home_asks_first(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_forget", memory.id))
    assert "🗑️ 이 기억을 지울까요?\n또리 생일: 10월 27일" in words(room)
    assert await room.memories() == [memory.text]
    (waiting,) = await room.notebook.pending(ME)
    await room.send(home_click("memory_confirm", waiting.id))
    assert await room.memories() == []
    assert "또리 생일" not in words(room)


async def test_editing_at_home_is_shown_at_home(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_change", memory.id))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    await room.send(submitted(view, "또리 생일: 1월 1일"))
    assert await room.memories() == ["또리 생일: 1월 1일"]
    assert "또리 생일: 1월 1일" in words(room)
    assert "또리 생일: 10월 27일" not in words(room)


async def test_an_unknown_card_at_home_is_refused_at_home(room: Room) -> None:
    await room.send(home_click("memory_confirm", "no-such-id"))
    assert "다른 분의 것이에요" in words(room)


async def test_an_answered_card_at_home_says_so(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    for _ in range(2):
        await room.send(home_click("memory_cancel", proposal.id))
    assert "이미 취소한 카드예요." in words(room)
    assert room.store.proposals[proposal.id].state is ProposalState.DISMISSED


# --- the DM's empty page


async def test_opening_the_dm_suggests_first_words_without_a_thread(room: Room) -> None:
    await room.send(opened("messages"))
    call = room.slack.only("assistant.threads.setSuggestedPrompts")
    assert "thread_ts" not in call.args
    prompts = call.args["prompts"]
    assert isinstance(prompts, list)
    assert 1 <= len(prompts) <= 4
    assert room.slack.called("views.publish") == []


async def test_suggestions_that_slack_does_not_know_are_tried_once(room: Room) -> None:
    room.slack.refuse("assistant.threads.setSuggestedPrompts", "unknown_method")
    for _ in range(2):
        await room.send(opened("messages"))
    assert len(room.slack.called("assistant.threads.setSuggestedPrompts")) == 1


# --- the message's menu


def shortcut(room: Room, text: str, *, user: str = USER) -> Json:
    return {
        "type": "message_action",
        "callback_id": "remember_message",
        "user": {"id": user, "team_id": "T1"},
        "team": {"id": "T1"},
        "channel": {"id": "C1"},
        "message": {"type": "message", "user": "U7", "text": text, "ts": "1700000000.000100"},
        "message_ts": "1700000000.000100",
        "response_url": room.slack.response_url(),
        "trigger_id": "trigger-1",
    }


async def test_a_message_is_proposed_to_the_one_who_chose_it(room: Room) -> None:
    await room.send(shortcut(room, "또리 생일은 10월 27일이야"))
    card = room.slack.only("respond")
    assert shown(card).startswith("💾 이렇게 기억할게요: ")
    assert card.args["response_type"] == "ephemeral"
    assert await room.memories() == []
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.fact.text == read_fact("또리 생일은 10월 27일이야").text
    assert waiting.source.kind is SourceKind.SHORTCUT
    assert waiting.source.pointer == "C1/1700000000.000100"
    assert await room.notebook.pending(Scope("T1", "U7")) == []


async def test_a_message_without_words_is_refused(room: Room) -> None:
    await room.send(shortcut(room, ""))
    assert "기억할 내용이 없어요" in shown(room.slack.only("respond"))
    assert room.store.proposals == {}


async def test_a_message_that_is_known_shows_no_card(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    await room.send(shortcut(room, "또리 생일은 10월 27일이야"))
    assert shown(room.slack.only("respond")).startswith("이미 동일한 내용을")
