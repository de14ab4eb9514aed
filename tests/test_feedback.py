"""Feedback: asked for under every answer, noted with its searches, changed by a second click."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.abilities import Abilities
from bot.app import build_client
from bot.delivery import SlackStage
from bot.posting import Thread
from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Reader
from memory.records import Recall, Scope
from memory.searches import Feedback, Searched, SearchKind
from tests.agent_kit import SCOPE, turn
from tests.fakes import FakeJournal
from tests.slack_double import TEAM, TOKEN, Call, SlackDouble, buttons, shown
from tests.slack_kit import ME, Room, click, open_room
from tests.test_conversation import RecordingStage, conversation

ANSWER = "answer-1"


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def pieces(*texts: str) -> AsyncIterator[str]:
    for text in texts:
        yield text


async def speak(slack: SlackDouble, abilities: Abilities | None = None) -> None:
    """Say an answer in the DM."""
    stage = SlackStage(
        build_client(TOKEN, slack.url),
        Thread(TEAM, "D1", "100.1", "U1", is_direct=True),
        texts=Texts.load(),
        reader=Reader(Language.KOREAN),
        abilities=abilities or Abilities(),
    )
    await stage.speak(pieces("10월 27일이에요."), ANSWER)


def kinds(call: Call) -> list[str]:
    """The kinds of blocks in a call."""
    blocks = call.args.get("blocks") or []
    assert isinstance(blocks, list)
    return [block["type"] for block in blocks]


async def answered(room: Room, scope: Scope = ME) -> None:
    """Have an answer in the search log."""
    searched = Searched(SearchKind.PREFETCH, Recall(()), ())
    room.services.traces.note(scope, [searched], at=room.clock(), answer_id=ANSWER)
    await room.services.traces.settle()


async def opinion(room: Room) -> Feedback | None:
    (entry,) = await room.services.traces.entries(ME, 5)
    return entry.feedback


async def test_the_thumbs_stand_under_the_whole_answer(room: Room) -> None:
    await speak(room.slack)
    stop = room.slack.only("chat.stopStream")
    assert kinds(stop) == ["context_actions"]
    assert f"good {ANSWER}" in str(stop.args)
    assert f"bad {ANSWER}" in str(stop.args)


async def test_where_slack_knows_no_thumbs_there_are_buttons_from_then_on(room: Room) -> None:
    room.slack.refuse("chat.stopStream", "invalid_blocks", times=1)
    abilities = Abilities()
    await speak(room.slack, abilities)
    await speak(room.slack, abilities)
    stops = room.slack.called("chat.stopStream")
    assert [kinds(stop) for stop in stops] == [["context_actions"], ["actions"], ["actions"]]
    assert set(buttons(stops[1].args["blocks"])) == {"👍 도움이 됐어요", "👎 아쉬워요"}


async def test_where_no_blocks_are_taken_the_answer_stands_alone(room: Room) -> None:
    room.slack.refuse("chat.stopStream", "invalid_blocks", times=2)
    await speak(room.slack)
    assert kinds(room.slack.called("chat.stopStream")[-1]) == []
    assert room.slack.called("chat.update", "chat.postMessage") == []


async def test_an_answer_that_is_not_streamed_has_them_too(room: Room) -> None:
    room.slack.refuse("chat.startStream", "unknown_method")
    room.slack.refuse("chat.postMessage", "invalid_blocks", times=1)
    await speak(room.slack)
    first, second = room.slack.called("chat.postMessage")
    assert kinds(first) == ["markdown", "context_actions"]
    assert kinds(second) == ["markdown", "actions"]


async def test_a_click_is_noted_and_thanked_for_and_a_second_changes_it(room: Room) -> None:
    await answered(room)
    await room.send(click(room.slack, "answer_feedback", f"good {ANSWER}"))
    assert await opinion(room) is Feedback.GOOD
    assert "고마워요" in shown(room.slack.only("respond"))
    await room.send(click(room.slack, "answer_feedback_bad", f"bad {ANSWER}"))
    assert await opinion(room) is Feedback.BAD
    assert room.slack.called("respond")[-1].args["replace_original"] is False


@pytest.mark.parametrize("value", [f"good {ANSWER}", "good other", "splendid", ""])
async def test_nobody_elses_answer_and_no_other_value_is_rated(room: Room, value: str) -> None:
    await answered(room)
    await room.send(click(room.slack, "answer_feedback", value, user="U2"))
    assert await opinion(room) is None
    assert shown(room.slack.only("respond")) != ""


async def test_an_answer_is_kept_under_the_id_that_its_buttons_have() -> None:
    stage, journal = RecordingStage(), FakeJournal()
    question = turn("또리 생일이 언제야?")
    await conversation(journal=journal).hear(question, stage)
    (kept,) = await journal.latest(SCOPE, question.place, 5)
    assert stage.spoken_ids == [kept.id]
