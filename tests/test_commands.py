"""The command: acknowledged at once, answered to its person alone, writing nothing by itself."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from memory.facts.reading import read_fact
from tests.slack_double import Call, buttons, shown
from tests.slack_kit import (
    CHANNEL,
    Room,
    click,
    open_room,
    press,
    slash,
)


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


# --- list and search


async def test_without_a_word_it_lists_the_newest_first(room: Room) -> None:
    for text in ("또리 생일: 10월 27일", "모카 생일: 3월 2일"):
        await room.remember(text)
    words = await ask(room, "")
    assert words.startswith("🧠 기억 2개")
    assert words.index("모카 생일: 3월 2일") < words.index("또리 생일: 10월 27일")


async def test_the_answer_is_for_its_person_alone(room: Room) -> None:
    await ask(room, "")
    assert answer(room).args["response_type"] == "ephemeral"
    assert room.slack.called("chat.postMessage", "chat.postEphemeral") == []


async def test_another_person_sees_nothing_of_it(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    for text in ("", "검색 또리", "기록 또리", "삭제 또리", "수정 또리"):
        assert "10월 27일" not in (await ask(room, text, user="U2")).replace(
            "내 생일은 10월 27일", ""
        )


async def test_the_same_user_id_in_another_team_sees_nothing_of_it(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    for text in ("", "검색 또리", "기록 또리", "삭제 또리", "수정 또리"):
        words = await ask(room, text, team="T2")
        assert "또리 생일" not in words


async def test_a_long_list_is_turned_over_page_by_page(room: Room) -> None:
    names = "가나다라마바사아자차카타"
    for name in names:
        await room.remember(f"{name}{name} 좋아하는 과일: {name}{name}{name}")
    first = await ask(room, "목록")
    assert "1–10번째" in first
    await room.send(press(room.slack, answer(room).args["blocks"], "다음 페이지", ephemeral=True))
    assert answer(room).args["replace_original"] is True
    assert "11–12번째" in shown(answer(room))
    assert "가가가" in shown(answer(room))
    await room.send(press(room.slack, answer(room).args["blocks"], "이전 페이지", ephemeral=True))
    assert "타타타" in shown(answer(room))


@pytest.mark.parametrize("value", ["", "-5", "99999999", "zehn", "1e9"])
async def test_a_page_that_is_not_there_shows_one_that_is(room: Room, value: str) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(click(room.slack, "memory_list_older", value, ephemeral=True))
    assert "또리 생일: 10월 27일" in shown(answer(room))


async def test_a_search_brings_what_fits_and_nothing_else(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.remember("커피 취향: 아메리카노")
    words = await ask(room, "검색 생일")
    assert "또리 생일: 10월 27일" in words
    assert "아메리카노" not in words


async def test_a_search_that_finds_nothing_says_so(room: Room) -> None:
    assert (await ask(room, "검색 우주선")).startswith("‘우주선’에 맞는 기억을 찾지 못했어요.")


@pytest.mark.parametrize("text", ["검색", "추가"])
async def test_a_word_without_its_object_asks_for_it(room: Room, text: str) -> None:
    assert f"예: /memory {text}" in await ask(room, text)


async def test_escaped_text_is_searched_as_it_was_typed(room: Room) -> None:
    assert "‘a<b & c’" in await ask(room, "검색 a&lt;b &amp; c")


# --- add


async def test_the_card_shows_the_date_of_a_weekday(room: Room) -> None:
    # It is Thursday, January 1, 2026.
    assert "금요일(2026-01-02)에 치과 예약 있어" in await ask(room, "추가 금요일에 치과 예약 있어")


async def test_adding_asks_before_it_writes(room: Room) -> None:
    words = await ask(room, "추가 또리 생일은 10월 27일이야")
    assert words.startswith("💾 이렇게 기억할게요: ")
    assert await room.memories() == []
    await room.send(press(room.slack, answer(room).args["blocks"], "예", ephemeral=True))
    assert await room.memories() == [read_fact("또리 생일은 10월 27일이야").text]


async def test_adding_what_is_known_shows_no_card(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    words = await ask(room, "추가 또리 생일은 10월 27일이야")
    assert words.startswith("이미 동일한 내용을 기억하고 있습니다.")
    assert buttons(answer(room).args["blocks"]) == {}


@pytest.mark.parametrize("text", ["없음", "(내용 없음)", "n/a", "정보:"])
async def test_adding_what_says_nothing_asks_for_it(room: Room, text: str) -> None:
    assert (await ask(room, f"추가 {text}")).startswith("무엇을 기억할까요?")
    assert room.store.proposals == {}


async def test_adding_too_much_says_how_much_is_possible(room: Room) -> None:
    assert "3,000자까지" in await ask(room, "추가 " + "가" * 3001)
    assert room.store.proposals == {}


# --- the rest


@pytest.mark.parametrize("text", ["help", "도움말"])
async def test_help_names_every_word(room: Room, text: str) -> None:
    words = await ask(room, text)
    for word in ("목록", "검색", "추가", "수정", "삭제", "기록", "도움말"):
        assert f"/memory {word}" in words


async def test_help_speaks_english_to_english_readers(room: Room) -> None:
    room.slack.profiles["U2"] = {"locale": "en-US"}
    words = await ask(room, "help", user="U2")
    for word in ("list", "search", "add", "edit", "forget", "history", "help"):
        assert f"/memory {word}" in words


async def test_a_slip_is_told_what_was_meant_and_does_nothing(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    before = set(room.store.proposals)
    words = await ask(room, "삭재 생일")
    assert words.startswith("‘삭재’는 제가 모르는 말이에요. 혹시 ‘/memory 삭제 생일’")
    assert set(room.store.proposals) == before


async def test_an_unknown_word_is_quoted_and_help_follows(room: Room) -> None:
    words = await ask(room, "<!channel> 뭐")
    assert words.startswith("‘@channel’는 제가 모르는 말이에요.")
    assert "/memory 검색" in words


async def test_where_the_bot_is_no_member_the_answer_still_comes(room: Room) -> None:
    for method in ("chat.postMessage", "chat.postEphemeral"):
        room.slack.refuse(method, "not_in_channel")
    assert (await ask(room, "목록")).startswith("아직 기억이 없어요.")


async def test_a_spent_response_url_falls_back_to_an_ephemeral_message(room: Room) -> None:
    room.slack.refuse("respond", "used_url")
    await room.send(slash(room.slack, "도움말"))
    sent = room.slack.only("chat.postEphemeral")
    assert (sent.text("channel"), sent.text("user")) == (CHANNEL, "U1")
