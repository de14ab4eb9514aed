"""The bot as it is wired, over HTTP: signed deliveries in, and every acknowledgement in time."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.settings import Transport
from tests.end_to_end.assembled import (
    LocalSlack,
    awake,
    held,
    scripted_model,
    until,
)
from tests.gemini_server import says

WISH = "또리 생일은 10월 27일이야 기억해줘"
FACT = "또리 생일: 10월 27일"

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning"  # google-genai's own
)


async def test_messages_clicks_commands_forms_and_the_home_work_over_http(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack, transport=Transport.HTTP) as bot:
        thread = slack.say(WISH)
        card = await slack.card(thread)
        await slack.press(card, "수정")
        assert await slack.fill_in("또리 생일: 10월 28일") == {}
        await bot.comes_to_remember(["또리 생일: 10월 28일"])
        assert "10월 28일" in await slack.command("목록")
        slack.acts.open_home("U0JIWOO")
        await until(lambda: bool(slack.calls("views.publish")))
        await slack.all_acked()
        assert slack.controls.late() == []
        assert not slack.served.workspace.app.sockets.is_connected


async def test_events_that_come_twice_or_whose_answer_is_lost_are_answered_once(
    slack: LocalSlack, tmp_path: Path
) -> None:
    thought = asyncio.Event()
    async with scripted_model() as model:
        model.will(held(thought, says("네, 안녕하세요!")))
        async with awake(tmp_path, slack, model=model, transport=Transport.HTTP):
            slack.controls.refuse_acks(1)
            thread = slack.say("안녕 또리야")
            await until(lambda: model.talks == 1)
            slack.controls.duplicate("message")
            await slack.all_acked()
            thought.set()

        assert [each.text for each in slack.seen(thread)] == ["네, 안녕하세요!"]
        assert model.talks == 1


async def test_a_turn_that_is_under_way_ends_before_the_bot_does(
    slack: LocalSlack, tmp_path: Path
) -> None:
    thought = asyncio.Event()
    async with scripted_model() as model:
        model.will(held(thought, says("네, 안녕하세요!")))
        async with awake(tmp_path, slack, model=model, transport=Transport.HTTP):
            thread = slack.say("안녕 또리야")
            await until(lambda: model.talks == 1)
            asyncio.get_running_loop().call_soon(thought.set)

        assert [each.text for each in slack.seen(thread)] == ["네, 안녕하세요!"]


@pytest.mark.parametrize("transport", list(Transport))
async def test_the_operators_pages_are_served_with_either_transport(
    slack: LocalSlack, tmp_path: Path, transport: Transport
) -> None:
    async with awake(tmp_path, slack, transport=transport, web_port=0) as bot:
        await slack.remember(WISH)
        await bot.comes_to_remember([FACT])
        assert await bot.asked("/healthz") == (200, '{"status": "alive"}')
        await bot.comes_to_show("/readyz", '"status": "ready"')
        page = await bot.comes_to_show("/metrics", 'ttori_turns_total{outcome="answered"} 1.0')

    assert 'ttori_proposals_total{outcome="proposed"} 1.0' in page
    assert 'ttori_proposals_total{outcome="confirmed"} 1.0' in page
    assert "ttori_turn_seconds_count 1.0" in page
    assert 'ttori_model_calls_total{kind="talk"}' in page
    assert "10월" not in page


async def test_in_socket_mode_nothing_is_served_unless_a_port_is_set(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        assert bot.web == ""
