"""The Home tab: everything of one's own, and only that, true after every change."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.turn import Stage, Turn
from bot.views.home import HomeState
from memory.records import AutoMode, ProposalState, Scope
from tests.slack_double import buttons, read_blocks
from tests.slack_kit import (
    ME,
    USER,
    Json,
    Room,
    choice,
    click,
    event_callback,
    home_click,
    message,
    open_room,
    slash,
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
    (row,) = [each for each in blocks(room) if each.get("block_id") == f"memory:{memory.id}"]
    assert buttons(row) == {
        "수정": ("memory_change", memory.id),
        "기록": ("memory_history", memory.id),
        "지우기": ("memory_home_forget", memory.id),
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
    await room.send(home_click("memory_cancel", proposal.id, state=HomeState(10)))
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


async def test_forgetting_at_home_is_asked_by_slack_and_done_by_the_press(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(opened())
    (row,) = [each for each in blocks(room) if each.get("block_id") == f"memory:{memory.id}"]
    assert "이 기억을 지울까요?또리 생일: 10월 27일지우기취소" in read_blocks([row])
    await room.send(home_click("memory_home_forget", memory.id))
    assert await room.memories() == []
    assert "🗑️ 잊었습니다." in words(room)
    assert "또리 생일: 10월 27일" not in words(room)


async def test_nobody_else_can_forget_it_at_home(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_home_forget", memory.id, user="U2"))
    assert await room.memories() == [memory.text]


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


# --- by subject, search, settings


async def test_memories_stand_under_their_subjects_the_newest_subject_first(room: Room) -> None:
    for text in (
        "또리 생일: 10월 27일",
        "커피를 좋아해",
        "모카 생일: 3월 2일",
        "내 생일은 5월 5일이야",
        "또리 간식: 고구마",
    ):
        await room.remember(text)
    await room.send(opened())
    order = ["🏷️ 또리", "또리 간식", "또리 생일", "🙋 나", "내 생일", "🏷️ 모카", "모카 생일"]
    order += ["🗂️ 그 밖에", "커피를 좋아해"]
    places = [words(room).index(each) for each in order]
    assert places == sorted(places)
    assert words(room).count("🏷️ 또리") == 1


@pytest.mark.parametrize("action", ["memory_home_search", "memory_home_query"])
async def test_a_search_shows_what_was_found_and_leads_back(room: Room, action: str) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.remember("커피 취향: 아메리카노")
    await room.send(home_click(action, "search", typed="  생일 "))
    assert "🔎 ‘생일’ 검색 결과" in words(room)
    assert "아메리카노" not in words(room)
    view = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(view, dict)
    assert HomeState.unpacked(view["private_metadata"]) == HomeState(0, "생일")
    await room.send(home_click("memory_home_all", "all", state=HomeState(0, "생일"), typed="생일"))
    assert "아메리카노" in words(room)


async def test_a_search_that_finds_nothing_says_so_and_keeps_the_search(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_home_search", "search", typed="우주선"))
    assert "‘우주선’에 맞는 기억을 찾지 못했어요." in words(room)
    assert "전체 보기" in buttons(blocks(room))


@pytest.mark.parametrize("metadata", ["", "10", "[]", "{", '["a", 1]', '[-1, ""]', "[true]"])
async def test_a_view_of_another_time_begins_at_the_beginning(metadata: str) -> None:
    assert HomeState.unpacked(metadata) == HomeState()


async def test_automatic_memory_is_chosen_at_home(room: Room) -> None:
    await room.send(choice(home_click("", ""), "memory_auto", "on"))
    assert await room.notebook.auto_mode(ME) is AutoMode.ON
    settings = next(each for each in blocks(room) if "accessory" in each)
    assert "켜기" in str(settings["accessory"]["initial_option"])  # type: ignore[index]  # a block
    assert await room.notebook.auto_mode(Scope("T1", "U2")) is AutoMode.ASK


async def test_a_memory_is_added_at_home_by_its_form(room: Room) -> None:
    await room.send(home_click("memory_add", "add"))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    assert "initial_value" not in str(view)
    await room.send(submitted(view, "또리 생일은 10월 27일이야"))
    assert await room.memories() == ["또리 생일: 10월 27일"]
    assert "✅ 기억했습니다!" in words(room)


async def test_what_is_added_and_would_change_another_memory_asks_with_a_card(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_add", "add"))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    await room.send(submitted(view, "또리 생일: 1월 1일"))
    assert await room.memories() == ["또리 생일: 10월 27일"]
    assert words(room).count("• 수정: 또리 생일: 1월 1일") == 1


# --- true after every change


async def test_a_change_in_a_conversation_redraws_home_where_it_was(room: Room) -> None:
    for name in "가나다라마바사아자차카타":
        await room.remember(f"{name}{name} 좋아하는 과일: {name}{name}{name}")
    await room.send(home_click("memory_home_older", "10"))
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(click(room.slack, "memory_confirm", proposal.id))
    assert "11–13번째" in words(room)


async def test_what_changes_nothing_at_home_does_not_redraw_it(room: Room) -> None:
    await room.send(opened())
    await room.send(slash(room.slack, "목록"))
    assert len(room.slack.called("views.publish")) == 1


async def test_a_card_that_a_talk_brings_appears_at_home(room: Room) -> None:
    async def ask(_turn: Turn, stage: Stage) -> None:
        await stage.show_card(await room.propose("또리 생일은 10월 27일이야"))

    room.conversation.script = ask
    await room.send(opened())
    await room.send(message("또리 생일은 10월 27일이야 기억해줘"))
    assert "⏳ 답을 기다리는 카드 1개" in words(room)


async def test_a_workspace_without_home_is_tried_once_and_loses_nothing(room: Room) -> None:
    room.slack.refuse("views.publish", "not_enabled")
    for text in ("또리 생일은 10월 27일이야", "모카 생일은 3월 2일이야"):
        proposal = await room.propose(text)
        await room.send(click(room.slack, "memory_confirm", proposal.id))
    assert len(await room.memories()) == 2
    assert len(room.slack.called("views.publish")) == 1
