"""Answers that Slack, the model or the clock disturbs on their way come out whole, and once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.local.faults import Fault
from bot.local.messages import Streaming
from tests.end_to_end.assembled import (
    JIWOO,
    LocalSlack,
    awake,
    until,
)
from tests.gemini_server import GeminiServer, fails, pauses, says

STREAM_SECONDS = 301
DAY_SECONDS = 86_400
SEA = "바다입니다. " * 15
LONG = "파도가 칩니다. " * 30

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning",  # google-genai's own
    "ignore:coroutine 'ClientResponse.json':RuntimeWarning",  # langchain-core's own
)


async def test_a_stream_that_slack_fails_comes_out_whole_and_once(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says(*[LONG] * 3))
    async with awake(tmp_path, slack, model=model):
        slack.controls.fault(Fault("chat.appendStream", status=500))
        thread = slack.say("바다 이야기 해 줘")
        await slack.finds("파도", thread)
        await until(lambda: bool(slack.calls("chat.update")))

    (said,) = slack.read(thread)
    assert said.count("파도가 칩니다.") == 90


async def test_a_model_that_says_nothing_is_asked_again_and_nothing_empty_is_sent(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says(" \n ", "\t"), says("네, 여기 있어요!"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("안녕 또리야")
        await slack.finds("네, 여기 있어요!", thread)

    assert slack.read(thread) == ["네, 여기 있어요!"]
    assert [call["method"] for call in slack.controls.calls() if call["error"] == "no_text"] == []


@pytest.mark.parametrize("rest", [LONG, ""])
async def test_a_stream_that_slack_closed_comes_out_whole_and_once(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path, rest: str
) -> None:
    closed = asyncio.Event()
    model.will(pauses(SEA, closed, rest))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("바다 이야기 해 줘")
        await until(lambda: [each.streaming for each in slack.seen(thread)] == [Streaming.OPEN])
        slack.controls.jump(STREAM_SECONDS)
        closed.set()
        await until(lambda: bool(slack.calls("chat.update")))

    (said,) = slack.read(thread)
    refused = {
        call["method"]
        for call in slack.controls.calls()
        if call["error"] == "message_not_in_streaming_state"
    }
    assert refused == {"chat.appendStream" if rest else "chat.stopStream"}
    assert said.count("바다입니다.") == 15
    assert said.count("파도가 칩니다.") == rest.count("파도가 칩니다.")


async def test_the_status_goes_when_the_model_fails(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(fails(403, "PERMISSION_DENIED", "no permission"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("안녕 또리야")
        await slack.finds("언어 모델 설정에 문제가 있어서", thread)

    statuses = [call["status"] for call in slack.calls("assistant.threads.setStatus")]
    sessions = [call["status"] for call in slack.calls("agents.sessions.setStatus")]
    assert statuses[0] != ""
    assert statuses[-1] == ""
    assert sessions == ["processing", "active"]
    assert slack.served.workspace.panel.status(slack.direct(JIWOO), thread) == ""


async def test_a_clock_that_jumps_in_a_turn_loses_and_doubles_nothing(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    woken = asyncio.Event()
    model.will(pauses("좋은 ", woken, "아침이에요."), says("네!"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("안녕 또리야")
        await until(lambda: model.talks == 1)
        slack.controls.jump(DAY_SECONDS)
        woken.set()
        await slack.finds("좋은 아침이에요.", thread)
        slack.say("잘 잤어?", thread=thread)
        await slack.finds("네!", thread)

    assert slack.read(thread) == ["좋은 아침이에요.", "네!"]
    assert model.talks == 2
