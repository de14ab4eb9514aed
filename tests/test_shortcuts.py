"""The message's menu: what a message says is proposed to the one who chose it, and to no other."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from memory.facts.reading import read_fact
from memory.records import Scope, SourceKind
from tests.slack_double import shown
from tests.slack_kit import ME, USER, Json, Room, open_room


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        opened.slack.profiles["U7"] = {"profile": {"display_name": "민수"}, "real_name": "김민수"}
        yield opened


def shortcut(room: Room, text: str, *, author: str = USER, more: Json | None = None) -> Json:
    said: Json = {"type": "message", "user": author, "text": text, "ts": "1700000000.000100"}
    return {
        "type": "message_action",
        "callback_id": "remember_message",
        "user": {"id": USER, "team_id": "T1"},
        "team": {"id": "T1"},
        "channel": {"id": "C1"},
        "message": said | (more or {}),
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


async def test_the_wish_around_a_fact_is_not_kept(room: Room) -> None:
    await room.send(shortcut(room, "또리 생일은 10월 27일이야 기억해줘"))
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.fact.text == "또리 생일: 10월 27일"
    assert waiting.source.text == "또리 생일은 10월 27일이야 기억해줘"


async def test_somebody_elses_message_is_quoted_with_whose_it_was(room: Room) -> None:
    await room.send(shortcut(room, "내 취미는 등산이야", author="U7"))
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.fact.text == "민수 님이 “내 취미는 등산이야”라고 했어요 (2023년 11월 15일)"
    assert (waiting.fact.subject, waiting.fact.attribute) == ("민수", "")
    assert await room.notebook.pending(Scope("T1", "U7")) == []


async def test_an_english_message_is_quoted_in_english(room: Room) -> None:
    await room.send(shortcut(room, "The meeting is at 3", author="U7"))
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.fact.text == "민수 said “The meeting is at 3” (Nov 15, 2023)"


def _by_app(room: Room) -> Json:
    return shortcut(room, "배포가 끝났어요", author="", more={"username": "배포봇", "bot_id": "B9"})


async def test_an_apps_message_is_quoted_with_the_apps_name(room: Room) -> None:
    await room.send(_by_app(room))
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.fact.text.startswith("배포봇 님이 “배포가 끝났어요”")


async def test_what_two_people_said_stands_side_by_side(room: Room) -> None:
    room.slack.profiles["U8"] = {"real_name": "지혜"}
    for author in ("U7", "U8"):
        await room.send(shortcut(room, "내 취미는 등산이야", author=author))
        (waiting,) = await room.notebook.pending(ME)
        await room.notebook.confirm(ME, waiting.id)
    assert len(await room.memories()) == 2


async def test_each_fact_of_ones_own_message_has_a_card(room: Room) -> None:
    await room.send(shortcut(room, "또리 생일은 10월 27일이고 모카 생일은 3월 2일이야 기억해줘"))
    assert len(room.slack.called("respond")) == 2
    texts = {each.fact.text for each in await room.notebook.pending(ME)}
    assert texts == {"또리 생일: 10월 27일", "모카 생일: 3월 2일"}


@pytest.mark.parametrize(
    ("text", "more", "sentence"),
    [
        ("또리 생일이 언제야?", {}, "질문에는"),
        ("When is the meeting?", {}, "질문에는"),
        ("", {}, "기억할 글이 없어요"),
        ("  ", {}, "기억할 글이 없어요"),
        ("", {"files": [{"id": "F1", "name": "a.png"}]}, "파일만 있는 메시지"),
        ("비밀번호는 hunter2xyz!9 이야", {}, "비밀번호나 키처럼"),
        ("가" * 3_001, {}, "3,000자까지"),
    ],
)
async def test_what_cannot_be_remembered_gets_a_sentence(
    room: Room, text: str, more: Json, sentence: str
) -> None:
    await room.send(shortcut(room, text, more=more))
    assert sentence in shown(room.slack.only("respond"))
    assert room.store.proposals == {}


async def test_a_question_beside_a_statement_does_not_hide_it(room: Room) -> None:
    await room.send(shortcut(room, "회의는 3시야. 괜찮아?", author="U7"))
    (waiting,) = await room.notebook.pending(ME)
    assert "“회의는 3시야. 괜찮아?”" in waiting.fact.text


async def test_a_message_that_is_known_shows_no_card(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    await room.send(shortcut(room, "또리 생일은 10월 27일이야"))
    assert shown(room.slack.only("respond")).startswith("이미 동일한 내용을")


async def test_without_profiles_somebody_said_it(room: Room) -> None:
    room.slack.refuse("users.info", "missing_scope", needed="users:read")
    await room.send(shortcut(room, "내 취미는 등산이야", author="U7"))
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.fact.text.startswith("누군가 님이 “내 취미는 등산이야”")
