"""Messages: each of a person's is heard once, in the right conversation, and nothing else is."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.turn import Language, Stage, Turn
from memory.records import Exchange, Scope
from tests.slack_double import buttons, shown
from tests.slack_kit import (
    CHANNEL,
    ME,
    Json,
    Room,
    event_callback,
    from_bot,
    from_itself,
    mention,
    message,
    open_room,
)

ROOT = "1700000000.000100"
LATER = "1700000009.000100"


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def test_a_direct_message_is_heard(room: Room) -> None:
    response = await room.send(message("또리 생일이 언제야"))
    assert response.status == 200
    (turn,) = room.conversation.heard
    assert (turn.scope, turn.text, turn.is_direct) == (ME, "또리 생일이 언제야", True)


async def test_a_mention_in_a_channel_is_heard_in_a_thread(room: Room) -> None:
    await room.send(mention("안녕"))
    (turn,) = room.conversation.heard
    assert (turn.text, turn.is_direct, turn.thread_ts) == ("안녕", False, ROOT)


async def test_the_stage_speaks_in_the_thread_of_the_message(room: Room) -> None:
    async def script(turn: Turn, stage: Stage) -> None:
        await stage.say(f"들었어요: {turn.text}")

    room.conversation.script = script
    await room.send(mention("안녕", thread_ts="1600000000.000100"))
    post = room.slack.only("chat.postMessage")
    assert (post.text("channel"), post.text("thread_ts")) == (CHANNEL, "1600000000.000100")
    assert shown(post) == "들었어요: 안녕"


async def test_only_a_mention_is_heard_as_an_empty_text(room: Room) -> None:
    await room.send(mention(""))
    assert [turn.text for turn in room.conversation.heard] == [""]


SILENT: dict[str, Json] = {
    "another bot": from_bot("hi"),
    "the bot itself": from_itself("hi"),
    "an edit": event_callback(
        {
            "type": "message",
            "subtype": "message_changed",
            "channel": "D1",
            "channel_type": "im",
            "hidden": True,
            "ts": LATER,
            "message": {"type": "message", "user": "U1", "text": "hi", "ts": ROOT},
            "previous_message": {"type": "message", "user": "U1", "text": "hi", "ts": ROOT},
        }
    ),
    "a deletion": event_callback(
        {
            "type": "message",
            "subtype": "message_deleted",
            "channel": "D1",
            "channel_type": "im",
            "deleted_ts": ROOT,
            "ts": LATER,
        }
    ),
    "someone joining": message("joined", channel="C1", subtype="channel_join"),
    "an event that nobody asked for": event_callback({"type": "reaction_added", "user": "U1"}),
    "a channel message that is not for the bot": message("점심?", channel="C1"),
    "an unknown button": {
        "type": "block_actions",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "actions": [{"type": "button", "action_id": "somebody_elses", "block_id": "b"}],
    },
    "an unknown command": {
        "command": "/other",
        "text": "",
        "user_id": "U1",
        "team_id": "T1",
        "channel_id": "C1",
    },
    "an unknown view": {
        "type": "view_submission",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "view": {"id": "V", "callback_id": "other", "type": "modal"},
    },
    "a closed view": {
        "type": "view_closed",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
        "view": {"id": "V", "callback_id": "memory_form", "type": "modal"},
    },
    "an unknown shortcut": {
        "type": "shortcut",
        "callback_id": "other",
        "user": {"id": "U1"},
        "team": {"id": "T1"},
    },
}


@pytest.mark.parametrize("what", SILENT)
async def test_what_is_not_for_the_bot_is_acknowledged_and_left(room: Room, what: str) -> None:
    response = await room.send(SILENT[what])
    assert response.status == 200
    assert room.conversation.heard == []
    assert [call.method for call in room.slack.calls if call.method.startswith("chat.")] == []


@pytest.mark.parametrize("subtype", ["file_share", "thread_broadcast"])
async def test_a_persons_message_with_a_file_is_heard(room: Room, subtype: str) -> None:
    await room.send(message("이거 봐", subtype=subtype))
    assert [turn.text for turn in room.conversation.heard] == ["이거 봐"]


async def test_the_person_who_called_the_bot_may_go_on_without_calling(room: Room) -> None:
    await room.send(mention("안녕"))
    await room.send(message("그리고", channel=CHANNEL, ts=LATER, thread_ts=ROOT))
    assert [turn.text for turn in room.conversation.heard] == ["안녕", "그리고"]
    first, second = room.conversation.heard
    assert first.lane == second.lane


async def test_others_in_the_thread_are_not_answered(room: Room) -> None:
    await room.send(mention("안녕"))
    await room.send(message("ㅋㅋ", channel=CHANNEL, user="U2", ts=LATER, thread_ts=ROOT))
    assert [turn.text for turn in room.conversation.heard] == ["안녕"]


async def test_another_bot_in_the_thread_is_not_answered(room: Room) -> None:
    await room.send(mention("안녕"))
    await room.send(message("beep", channel=CHANNEL, ts=LATER, thread_ts=ROOT, bot_id="BOTHER"))
    assert [turn.text for turn in room.conversation.heard] == ["안녕"]


async def test_a_thread_is_known_from_the_journal_after_a_restart(room: Room) -> None:
    place = f"T1/{CHANNEL}/{ROOT}"
    await room.services.journal.keep(Exchange("x1", ME, place, "안녕", "안녕하세요", room.clock()))
    await room.send(message("그리고", channel=CHANNEL, ts=LATER, thread_ts=ROOT))
    assert [turn.text for turn in room.conversation.heard] == ["그리고"]


async def test_the_two_events_of_one_mention_carry_the_same_claim(room: Room) -> None:
    await room.send(mention("안녕"))
    await room.send(message("<@UBOT> 안녕", channel=CHANNEL))
    assert len({turn.claim for turn in room.conversation.heard}) == 1


async def test_the_same_user_id_in_another_team_is_another_person(room: Room) -> None:
    await room.send(message("안녕", team="T2"))
    assert [turn.scope for turn in room.conversation.heard] == [Scope("T2", "U1")]


# --- languages


@pytest.mark.parametrize(
    ("profile", "text", "language"),
    [
        ({"locale": "ko-KR"}, "hello", Language.KOREAN),
        ({"locale": "en-GB"}, "안녕", Language.ENGLISH),
        ({"locale": "ja-JP"}, "hello", Language.ENGLISH),
        ({"locale": "ja-JP"}, "안녕 hello", Language.KOREAN),
        ({}, "hello", Language.ENGLISH),
        ({}, "😀😀", Language.KOREAN),
    ],
)
async def test_the_language_is_the_profiles_else_the_texts(
    room: Room, profile: dict[str, object], text: str, language: Language
) -> None:
    room.slack.profiles["U1"] = profile
    await room.send(message(text))
    assert [turn.language for turn in room.conversation.heard] == [language]


async def test_a_profile_is_asked_for_once(room: Room) -> None:
    await room.send(message("하나"))
    await room.send(message("둘", ts=LATER))
    assert len(room.slack.called("users.info")) == 1


@pytest.mark.parametrize("error", ["missing_scope", "internal_error"])
async def test_a_missing_profile_stops_nobody(room: Room, error: str) -> None:
    room.slack.refuse("users.info", error, needed="users:read")
    await room.send(message("hello"))
    assert [turn.language for turn in room.conversation.heard] == [Language.ENGLISH]


# --- the command as a message, for threads


@pytest.mark.parametrize("text", ["/memory", "/memory 목록", "목록", "list"])
async def test_a_command_in_a_mention_is_answered_to_the_asker_alone(room: Room, text: str) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(mention(text))
    assert room.conversation.heard == []
    answer = room.slack.only("chat.postEphemeral")
    assert "또리 생일: 10월 27일" in shown(answer)
    assert (answer.text("user"), answer.text("thread_ts")) == ("U1", ROOT)


async def test_a_command_in_a_message_is_answered_once_by_its_two_events(room: Room) -> None:
    await room.send(mention("목록"))
    await room.send(message("<@UBOT> 목록", channel=CHANNEL))
    assert len(room.slack.called("chat.postEphemeral")) == 1


async def test_a_command_in_a_direct_message_is_answered_in_its_thread(room: Room) -> None:
    await room.send(message("/memory 도움말", thread_ts="1600000000.000100"))
    answer = room.slack.only("chat.postMessage")
    assert "/memory 쓰는 법" in shown(answer)
    assert answer.text("thread_ts") == "1600000000.000100"


async def test_editing_by_message_offers_a_button_where_no_form_can_open(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(message("/memory 수정 또리 생일"))
    answer = room.slack.only("chat.postMessage")
    assert buttons(answer.args["blocks"]) == {"수정": ("memory_change", memory.id)}


@pytest.mark.parametrize("text", ["목록 좀 만들어줘", "help me with this", "list of colours"])
async def test_a_sentence_that_begins_like_a_command_is_talk(room: Room, text: str) -> None:
    await room.send(message(text))
    assert [turn.text for turn in room.conversation.heard] == [text]
