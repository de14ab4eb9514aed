"""Automatic memory, numbers, the clean-up with its dry run, and the end of everything."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC

import pytest

from bot.texts import Texts
from bot.turn import Language
from bot.views import housekeeping
from bot.views.blocks import Reader
from memory.dialogue.records import Spending
from memory.records import AutoMode, Scope, Stats
from tests.fakes import remember
from tests.ledger_kit import a_memory
from tests.slack_double import Call, read_blocks, shown
from tests.slack_kit import (
    ME,
    Json,
    Room,
    choice,
    click,
    home_click,
    mention,
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
    return room.slack.called("respond")[-1]


async def ask(room: Room, text: str, *, user: str = "U1") -> str:
    await room.send(slash(room.slack, text, user=user))
    return shown(answer(room))


def home(room: Room) -> str:
    view = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(view, dict)
    return read_blocks(view["blocks"])


# --- automatic memory


async def test_auto_tells_how_it_stands_and_offers_the_others(room: Room) -> None:
    words = await ask(room, "자동")
    assert words.startswith("🤖 자동 기억: 묻기")
    assert words.endswith("묻기켜기끄기묻기")


@pytest.mark.parametrize(
    ("typed", "mode"),
    [
        ("자동 켜기", AutoMode.ON),
        ("auto ON", AutoMode.ON),
        ("자동 끄기", AutoMode.OFF),
        ("auto off", AutoMode.OFF),
        ("자동 묻기", AutoMode.ASK),
        ("auto ask", AutoMode.ASK),
    ],
)
async def test_auto_is_set_by_a_word(room: Room, typed: str, mode: AutoMode) -> None:
    await room.notebook.set_auto_mode(ME, AutoMode.OFF if mode is AutoMode.ASK else AutoMode.ASK)
    assert "바꿨어요" in await ask(room, typed)
    assert await room.notebook.auto_mode(ME) is mode
    assert await room.notebook.auto_mode(OTHER) is AutoMode.ASK


async def test_an_unknown_way_changes_nothing(room: Room) -> None:
    assert (await ask(room, "자동 <!here>")).startswith("‘@here’는 고를 수 없어요.")
    assert await room.notebook.auto_mode(ME) is AutoMode.ASK


async def test_auto_is_set_from_the_list_under_the_answer(room: Room) -> None:
    await room.send(choice(click(room.slack, "", "", ephemeral=True), "memory_auto", "off"))
    assert await room.notebook.auto_mode(ME) is AutoMode.OFF
    assert shown(answer(room)).startswith("🤖 자동 기억을 ‘끄기’로 바꿨어요.")


# --- numbers


async def test_stats_count_what_is_kept(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.remember("항상 존댓말로 답해줘")
    await room.propose("모카 생일: 3월 2일")
    words = await ask(room, "통계")
    assert "지금 기억: 2개" in words
    assert "사실 1 · 있었던 일 0 · 규칙 1" in words
    assert "답을 기다리는 카드: 1개" in words
    assert "첫 기억 2026년 1월 1일, 가장 새로운 기억 2026년 1월 1일" in words


def test_stats_tell_of_the_calls_for_each_message_of_the_last_day() -> None:
    texts, reader = Texts.load(), Reader(Language.ENGLISH, UTC)

    used = housekeeping.stats(texts, reader, Stats(), Spending(30, 4, 20, 1_500)).text
    quiet = housekeeping.stats(texts, reader, Stats(), Spending(0, 0, 0, 1_500)).text

    assert used.splitlines()[-1] == (
        "• Language model calls in the last day: 34 of 1,500 "
        "(for each message 1.50 to answer, 0.20 in the background)"
    )
    assert quiet.splitlines()[-1] == "• Language model calls in the last day: 0 of 1,500"
    assert "calls" not in housekeeping.stats(texts, reader, Stats()).text


async def test_stats_of_somebody_new_are_nought(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    assert "지금 기억: 0개" in (await ask(room, "통계", user="U2"))


# --- the clean-up


async def junk(room: Room, *texts: str, scope: Scope = ME) -> None:
    """Junk as older versions of the program could save it."""
    for number, text in enumerate(texts):
        memory = a_memory(f"junk-{number}-{scope.user}", text, scope=scope)
        await remember(room.ledger, memory)


async def test_a_dry_run_shows_what_would_go_and_removes_nothing(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await junk(room, "없음", "정보:")
    words = await ask(room, "정리")
    assert words.startswith("🧹 기억이라고 하기 어려운 것 2개")
    assert "없음" in words
    assert "정보:" in words
    assert "10월 27일" not in words
    assert len(await room.memories()) == 3


async def test_the_button_removes_what_was_shown(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await junk(room, "없음", "정보:")
    await junk(room, "없음", scope=OTHER)
    await ask(room, "정리")
    await room.send(press(room.slack, answer(room).args["blocks"], "2개 정리하기", ephemeral=True))
    assert shown(answer(room)) == "🧹 2개를 정리했어요."
    assert await room.memories() == ["또리 생일: 10월 27일"]
    assert await room.memories(OTHER) == ["없음"]


async def test_a_card_that_cannot_be_rewritten_holds_up_no_clean_up(room: Room) -> None:
    await junk(room, "없음", "정보:")
    await ask(room, "정리")
    body = press(room.slack, answer(room).args["blocks"], "2개 정리하기", ephemeral=True)
    room.slack.refuse("respond", "expired_url")
    await room.send(body)
    assert await room.memories() == []
    assert shown(room.slack.only("chat.postMessage")) == "🧹 2개를 정리했어요."


async def test_what_was_not_shown_is_not_removed(room: Room) -> None:
    await junk(room, "없음")
    await ask(room, "정리")
    shown_then = answer(room).args["blocks"]
    await remember(room.ledger, a_memory("late", "정보:", scope=ME))
    await room.send(press(room.slack, shown_then, "1개 정리하기", ephemeral=True))
    assert shown(answer(room)).startswith("그사이 기억이 달라졌어요.")
    assert len(await room.memories()) == 2


async def test_where_all_is_well_there_is_nothing_to_press(room: Room) -> None:
    await room.remember("알레르기: 없음")
    assert (await ask(room, "purge")).startswith("🧹 정리할 것이 없어요.")


async def test_the_clean_up_works_from_home(room: Room) -> None:
    await junk(room, "없음")
    await room.send(home_click("memory_purge_look", "look"))
    assert "1개 정리하기" in home(room)
    view = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(view, dict)
    await room.send(home_click("memory_purge", _value_of(view, "memory_purge")))
    assert "🧹 1개를 정리했어요." in home(room)
    assert await room.memories() == []


def _value_of(view: Json, action: str) -> str:
    found: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, dict):
            if value.get("action_id") == action:
                found.append(str(value["value"]))
            for item in value.values():
                walk(item)
        elif isinstance(value, list):
            for item in value:
                walk(item)

    walk(view)
    (only,) = found
    return only


# --- the end of everything


async def erase_form(room: Room, text: str = "삭제 전부") -> Json:
    await room.send(slash(room.slack, text))
    view = room.slack.called("views.open")[-1].args["view"]
    assert isinstance(view, dict)
    return view


@pytest.mark.parametrize("text", ["삭제 전부", "forget everything"])
async def test_erasing_opens_a_form_that_says_what_goes(room: Room, text: str) -> None:
    await room.remember("또리 생일: 10월 27일")
    words = read_blocks((await erase_form(room, text))["blocks"])
    assert "기억 1개" in words
    assert "‘전부 삭제’를 그대로 적어 주세요" in words
    assert len(await room.memories()) == 1


@pytest.mark.parametrize("typed", ["", "삭제", "전부삭제해", "yes"])
async def test_another_word_erases_nothing(room: Room, typed: str) -> None:
    await room.remember("또리 생일: 10월 27일")
    response = await room.send(submitted(await erase_form(room), typed))
    assert '"response_action": "errors"' in response.body
    assert "memory_erase_word" in response.body
    assert len(await room.memories()) == 1


@pytest.mark.parametrize(
    "typed",
    ["전부 삭제", " 전부  삭제 ", "\u110c\u1165\u11ab\u1107\u116e 삭제", "Erase Everything"],
)
async def test_the_word_erases_everything_of_ones_own_and_says_when(room: Room, typed: str) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.propose("모카 생일: 3월 2일")
    await room.notebook.set_auto_mode(ME, AutoMode.ON)
    theirs = await room.remember("내 취미: 등산", OTHER)
    await room.send(submitted(await erase_form(room), typed))
    assert shown(answer(room)).startswith("🗑️ 2026년 1월 1일 오후 6:00에 모두 지웠어요.")
    assert "백업" in shown(answer(room))
    assert await room.memories() == []
    assert await room.notebook.pending(ME) == []
    assert await room.notebook.auto_mode(ME) is AutoMode.ASK
    assert await room.memories(OTHER) == [theirs.text]
    assert "아직 기억이 없어요." in home(room)


async def test_somebody_else_who_sends_the_form_erases_only_their_own(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(submitted(await erase_form(room), "전부 삭제", user="U2"))
    assert len(await room.memories()) == 1


async def test_erasing_from_home_says_so_at_home(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_erase", "everything"))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    await room.send(submitted(view, "전부 삭제"))
    assert "에 모두 지웠어요" in home(room)
    assert "또리 생일" not in home(room)
    assert await room.memories() == []


async def test_an_old_card_cannot_bring_anything_back(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(submitted(await erase_form(room), "전부 삭제"))
    await room.send(click(room.slack, "memory_confirm", proposal.id))
    assert await room.memories() == []
    assert "찾을 수 없거나" in shown(answer(room))


async def test_what_is_asked_for_in_a_talk_is_offered_by_a_button(room: Room) -> None:
    await room.send(mention("/memory 삭제 전부"))
    offer = room.slack.only("chat.postEphemeral")
    assert "모두 지우기…" in shown(offer)
    await room.send(press(room.slack, offer.args["blocks"], "모두 지우기…", ephemeral=True))
    assert "전부 삭제" in str(room.slack.only("views.open").args["view"])
