"""The app: its own token whatever stands in the environment, and every listener let end."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from slack_bolt.async_app import AsyncApp, AsyncBoltRequest

from bot.acknowledging import KeptAck
from bot.app import build_app, build_client, is_loopback, open_session
from bot.listeners.languages import Readers
from bot.running import Running
from bot.turn import Language, Stage, Turn
from tests.slack_double import TOKEN, shown
from tests.slack_kit import Room, click, message, open_room

UNREACHABLE_PROXY = "http://127.0.0.1:1"


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def answered(room: Room, app: AsyncApp) -> str:
    """What the app says to a message, with the words of its script."""

    async def script(_: Turn, stage: Stage) -> None:
        await stage.say("네")

    room.conversation.script = script
    running = Running.watch(app)
    body = message("안녕")
    response = await app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))
    assert response.status == 200
    assert await running.drain(5) == 0
    return shown(room.slack.only("chat.postMessage"))


async def test_an_oauth_environment_does_not_take_the_token_away(
    room: Room, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("SLACK_CLIENT_ID", "1.2")
    monkeypatch.setenv("SLACK_CLIENT_SECRET", "secret")
    monkeypatch.setenv("SLACK_BOT_TOKEN", "xoxb-another")
    with caplog.at_level(logging.WARNING):
        app = build_app(room.services, token=TOKEN, slack_api_url=room.slack.url)
    assert await answered(room, app) == "네"
    assert [record.getMessage() for record in caplog.records] == []


async def test_a_proxy_of_the_environment_is_not_used_on_this_machine(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", UNREACHABLE_PROXY)
    app = build_app(room.services, token=TOKEN, slack_api_url=room.slack.url)
    assert await answered(room, app) == "네"


async def test_a_card_is_rewritten_without_the_environments_proxy(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HTTPS_PROXY", UNREACHABLE_PROXY)
    proposal = await room.propose("또리 생일은 10월 27일이야")
    app = build_app(room.services, token=TOKEN, slack_api_url=room.slack.url)
    running = Running.watch(app)
    body = click(room.slack, "memory_confirm", proposal.id)
    await app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))
    assert await running.drain(5) == 0
    assert shown(room.slack.called("respond")[-1]).startswith("✅")


def test_slack_itself_is_reached_through_the_proxy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HTTPS_PROXY", UNREACHABLE_PROXY)
    assert build_client(TOKEN, "https://slack.com/api/").proxy == UNREACHABLE_PROXY


@pytest.mark.parametrize(
    ("host", "is_here"),
    [("127.0.0.1", True), ("::1", True), ("localhost", True), ("slack.com", False), ("", False)],
)
def test_this_machine_is_known(host: str, is_here: bool) -> None:  # noqa: FBT001  (a parameter of the table)
    assert is_loopback(host) is is_here


async def test_all_calls_of_a_turn_share_one_connection(room: Room) -> None:
    async with open_session() as session:
        app = build_app(room.services, token=TOKEN, slack_api_url=room.slack.url, session=session)
        assert await answered(room, app) == "네"
    assert len(room.slack.calls) > 1
    assert len(room.slack.peers) == 1


async def test_who_the_bot_is_gets_asked_once(room: Room) -> None:
    for number in range(3):
        await room.send(message("안녕", ts=f"170000000{number}.000100"))
    assert len(room.slack.called("auth.test")) == 1


async def test_a_refused_token_is_asked_again_at_the_next_event(room: Room) -> None:
    room.slack.refuse("auth.test", "internal_error", times=1)
    await room.send(message("하나"))
    await room.send(message("둘", ts="1700000009.000100"))
    assert [turn.text for turn in room.conversation.heard] == ["둘"]


async def test_draining_waits_for_a_listener_that_is_at_work(room: Room) -> None:
    may_end = asyncio.Event()
    ended: list[str] = []

    async def script(turn: Turn, _: Stage) -> None:
        await may_end.wait()
        ended.append(turn.text)

    room.conversation.script = script
    request = AsyncBoltRequest(mode="socket_mode", body=message("안녕"))
    assert (await room.app.async_dispatch(request)).status == 200
    drained = asyncio.create_task(room.running.drain(5))
    await asyncio.sleep(0)
    may_end.set()
    assert await drained == 0
    assert ended == ["안녕"]


async def test_draining_cancels_what_does_not_end(room: Room) -> None:
    async def script(_: Turn, __: Stage) -> None:
        await asyncio.Event().wait()

    room.conversation.script = script
    await room.app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=message("안녕")))
    assert await room.running.drain(0.05) == 1
    assert await room.running.drain(0) == 0


async def test_an_acknowledgement_cannot_be_taken_back() -> None:
    ack = KeptAck()
    answer = await ack()
    ack.response = None
    assert ack.response is answer


async def test_a_click_that_fails_at_once_is_acknowledged_in_time(room: Room) -> None:
    body = click(room.slack, "memory_confirm", "no-such-id")
    async with asyncio.timeout(2):
        response = await room.app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))
    assert response.status == 200
    assert await room.running.drain(5) == 0
    assert len(room.slack.called("respond")) == 1


async def test_a_profile_is_asked_for_again_after_an_hour(room: Room) -> None:
    now = [0.0]
    readers = Readers(seconds=lambda: now[0])

    async def language() -> Language:
        client, abilities = room.client(), room.services.abilities
        return (await readers.reader(client, abilities, "T1", "U1")).language

    assert await language() is Language.KOREAN
    room.slack.profiles["U1"] = {"locale": "en-US"}
    now[0] = 3_599.0
    assert await language() is Language.KOREAN
    now[0] = 3_600.0
    assert await language() is Language.ENGLISH


@pytest.mark.parametrize(
    ("profile", "day"),
    [
        ({"tz": "Asia/Seoul"}, "2026년 1월 2일"),
        ({"tz": "No/Where", "tz_offset": 32_400}, "2026년 1월 2일"),
        ({"tz": "../../etc/passwd", "tz_offset": 10**9}, "2026년 1월 1일"),
        ({}, "2026년 1월 1일"),
    ],
)
async def test_days_are_those_of_the_profiles_time_zone(
    room: Room, profile: dict[str, object], day: str
) -> None:
    room.slack.profiles["U1"] = profile
    reader = await Readers().reader(room.client(), room.services.abilities, "T1", "U1")
    assert reader.date(datetime(2026, 1, 1, 20, tzinfo=UTC)) == day


async def test_a_missing_permission_is_named_in_the_log_once(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.slack.refuse("users.info", "missing_scope", needed="users:read")
    with caplog.at_level(logging.WARNING, logger="bot.abilities"):
        for number in range(2):
            user = f"U{number}"
            await room.send(message("안녕", user=user, ts=f"170000000{number}.000100"))
    (record,) = caplog.records
    assert "users:read" in record.getMessage()
