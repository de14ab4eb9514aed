"""Socket Mode on the wire: greeting, envelopes, acknowledgements, redelivery, lost sockets."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

import aiohttp
import pytest

from bot.local.delivery import Kind, Missed
from tests.local_kit import (
    ALEX,
    BOT,
    DM,
    GENERAL,
    JIWOO,
    RANDOM,
    app_socket,
    client,
    running,
    until,
)


async def test_a_socket_is_greeted_with_the_apps_id() -> None:
    async with running() as served, app_socket(served) as socket:
        assert socket.hello["type"] == "hello"
        assert socket.hello["num_connections"] == 1
        assert socket.hello["connection_info"] == {"app_id": "A0TTORI"}


async def test_a_socket_address_opens_once() -> None:
    async with running() as served:
        web = client(served, "xapp-local")
        url = (await web.apps_connections_open(app_token="xapp-local"))["url"]
        async with aiohttp.ClientSession() as session:
            await (await session.ws_connect(url)).close()
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(url)


async def test_a_socket_address_opens_nothing_after_half_a_minute() -> None:
    async with running() as served:
        web = client(served, "xapp-local")
        url = (await web.apps_connections_open(app_token="xapp-local"))["url"]
        served.controls.jump(31)
        async with aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.WSServerHandshakeError):
                await session.ws_connect(url)


async def test_a_direct_message_arrives_as_slack_sends_it() -> None:
    async with running() as served, app_socket(served) as socket:
        said = served.acts.say(JIWOO, DM, "a < b")
        envelope = await socket.next()

    payload, event = envelope["payload"], envelope["payload"]["event"]
    assert (envelope["type"], envelope["accepts_response_payload"]) == ("events_api", False)
    assert (payload["type"], payload["team_id"], payload["api_app_id"]) == (
        "event_callback",
        "T0LOCAL",
        "A0TTORI",
    )
    assert payload["authorizations"] == [
        {
            "enterprise_id": None,
            "team_id": "T0LOCAL",
            "user_id": BOT,
            "is_bot": True,
            "is_enterprise_install": False,
        }
    ]
    del event["blocks"], event["client_msg_id"]
    assert event == {
        "type": "message",
        "user": JIWOO,
        "text": "a &lt; b",
        "ts": said.ts,
        "event_ts": said.ts,
        "team": "T0LOCAL",
        "channel": DM,
        "channel_type": "im",
    }


async def test_a_mention_in_a_channel_arrives_twice_under_two_event_ids() -> None:
    async with running() as served, app_socket(served) as socket:
        served.acts.say(JIWOO, GENERAL, "@Ttori 안녕")
        payloads = [(await socket.next())["payload"] for _ in range(2)]

    events = [one["event"] for one in payloads]
    assert [one["type"] for one in events] == ["app_mention", "message"]
    assert ["channel_type" in one for one in events] == [False, True]
    assert events[0]["ts"] == events[1]["ts"]
    assert payloads[0]["event_id"] != payloads[1]["event_id"]


async def test_a_channel_without_the_bot_sends_nothing_until_it_is_invited() -> None:
    async with running() as served, app_socket(served) as socket:
        served.acts.say(JIWOO, RANDOM, "@Ttori 거기 있어?")
        served.acts.invite(RANDOM, BOT)
        first = (await socket.next())["payload"]["event"]

    assert (first["type"], first["user"], first["channel"]) == (
        "member_joined_channel",
        BOT,
        RANDOM,
    )


async def test_the_bots_own_post_comes_back_with_its_bot_id() -> None:
    async with running() as served, app_socket(served) as socket:
        await client(served).chat_postMessage(channel=GENERAL, text="@Ttori <@U0TTORI>")
        event = (await socket.next())["payload"]["event"]

    assert (event["type"], event["bot_id"], event["user"]) == ("message", "B0TTORI", BOT)


async def test_an_edit_an_unfurl_and_a_reply_change_the_message_hidden() -> None:
    async with running() as served, app_socket(served) as socket:
        said = served.acts.say(JIWOO, DM, "하나")
        served.acts.edit(JIWOO, DM, said.ts, "둘")
        served.acts.unfurl(DM, said.ts)
        served.acts.say(JIWOO, DM, "답", said.ts)
        events = [(await socket.next())["payload"]["event"] for _ in range(5)]

    changes = [one for one in events if one.get("subtype") == "message_changed"]
    assert all(one["hidden"] for one in changes)
    texts = [(one["previous_message"]["text"], one["message"]["text"]) for one in changes]
    assert texts == [("하나", "둘"), ("둘", "둘"), ("둘", "둘")]
    assert changes[2]["message"]["reply_count"] == 1
    assert changes[0]["ts"] != said.ts


async def test_a_deletion_is_told_with_what_stood_there() -> None:
    async with running() as served, app_socket(served) as socket:
        said = served.acts.say(JIWOO, DM, "하나")
        served.acts.delete(JIWOO, DM, said.ts)
        await socket.next()
        event = (await socket.next())["payload"]["event"]

    assert (event["subtype"], event["deleted_ts"]) == ("message_deleted", said.ts)
    assert event["previous_message"]["text"] == "하나"


async def test_opening_home_and_the_messages_tab_are_told_apart() -> None:
    async with running() as served, app_socket(served) as socket:
        served.acts.open_home(JIWOO)
        served.acts.open_home(JIWOO, "messages")
        events = [(await socket.next())["payload"]["event"] for _ in range(2)]

    assert [(one["type"], one["tab"], one["channel"]) for one in events] == [
        ("app_home_opened", "home", DM),
        ("app_home_opened", "messages", DM),
    ]


async def test_stopping_a_session_names_the_streams_in_its_thread() -> None:
    async with running() as served, app_socket(served) as socket:
        root = served.acts.say(JIWOO, DM, "안녕")
        started = await client(served).chat_startStream(channel=DM, thread_ts=root.ts)
        served.acts.stop(JIWOO, DM, root.ts)
        event = (await socket.event("agent_session_stopped"))["payload"]["event"]

    assert (event["user"], event["thread_ts"]) == (JIWOO, root.ts)
    assert event["streaming_message_ts"] == [started["ts"]]


async def test_an_event_without_an_ack_comes_again_with_the_same_event_id() -> None:
    async with running() as served, app_socket(served) as socket:
        served.acts.say(JIWOO, DM, "안녕")
        first = await socket.next()
        served.controls.jump(3)
        served.controls.jump(0.001)
        second = await socket.next()

    assert (first["retry_attempt"], second["retry_attempt"]) == (0, 1)
    assert second["retry_reason"] == "timeout"
    assert second["payload"]["event_id"] == first["payload"]["event_id"]
    assert second["envelope_id"] != first["envelope_id"]


async def test_an_acknowledged_event_never_comes_again() -> None:
    async with running() as served, app_socket(served) as socket:
        served.acts.say(JIWOO, DM, "안녕")
        await socket.ack(await socket.next())
        await until(lambda: not served.workspace.app.unacknowledged())
        served.controls.jump(400)
        served.acts.say(JIWOO, DM, "다음")
        following = await socket.next()

    assert following["payload"]["event"]["text"] == "다음"


async def test_an_event_is_tried_four_times_and_then_given_up() -> None:
    async with running() as served, app_socket(served) as socket:
        served.acts.say(JIWOO, DM, "안녕")
        attempts = [(await socket.next())["retry_attempt"]]
        for seconds in (3, 0.001, 3, 60, 3, 300, 3, 600):
            served.controls.jump(seconds)
        served.acts.say(JIWOO, DM, "끝")
        while (envelope := await socket.next())["payload"]["event"]["text"] == "안녕":
            attempts.append(envelope["retry_attempt"])

    assert attempts == [0, 1, 2, 3]


async def test_a_lost_ack_leaves_the_envelope_unacknowledged_and_late() -> None:
    async with running() as served, app_socket(served) as socket:
        app = served.workspace.app
        served.controls.refuse_acks(1)
        served.acts.say(JIWOO, DM, "안녕")
        await socket.ack(await socket.next())
        served.controls.jump(3)
        served.controls.jump(0.001)
        late = app.late()
        await socket.ack(await socket.next())
        await until(lambda: not app.unacknowledged())

    assert [(one["what"], one["attempt"]) for one in late] == [("message", 2)]


async def test_two_sockets_share_the_events() -> None:
    async with (
        running() as served,
        app_socket(served) as one,
        app_socket(served) as other,
    ):
        assert other.hello["num_connections"] == 2
        for text in ("1", "2", "3", "4"):
            served.acts.say(JIWOO, DM, text)
        texts = [
            [(await socket.next())["payload"]["event"]["text"] for _ in range(2)]
            for socket in (one, other)
        ]

    assert texts == [["1", "3"], ["2", "4"]]


async def test_an_eleventh_socket_is_sent_away() -> None:
    async with running() as served, AsyncExitStack() as sockets:
        opened = [await sockets.enter_async_context(app_socket(served)) for _ in range(11)]

    assert opened[9].hello["num_connections"] == 10
    assert opened[10].hello == {
        "type": "disconnect",
        "reason": "too_many_websockets",
        "debug_info": {"host": "local"},
    }


async def test_events_wait_for_a_socket_and_arrive_in_order() -> None:
    async with running() as served:
        served.acts.say(JIWOO, DM, "1")
        served.acts.say(JIWOO, DM, "2")
        async with app_socket(served) as socket:
            texts = [(await socket.next())["payload"]["event"]["text"] for _ in range(2)]

    assert texts == ["1", "2"]


async def test_what_a_dropped_socket_took_along_comes_on_the_next_one() -> None:
    async with running() as served, app_socket(served) as lost:
        served.acts.say(JIWOO, DM, "안녕")
        first = await lost.next()
        served.workspace.app.sockets.drop_sockets()
        await until(lambda: not served.workspace.app.is_connected)
        async with app_socket(served) as socket:
            second = await socket.next()

    assert second["payload"]["event_id"] == first["payload"]["event_id"]
    assert second["retry_attempt"] == 1


async def test_a_refreshed_socket_gets_nothing_more() -> None:
    async with running() as served, app_socket(served) as old, app_socket(served) as new:
        served.workspace.app.sockets.disconnect("refresh_requested")
        asked = [await one.next() for one in (old, new)]
        async with app_socket(served) as fresh:
            served.acts.say(JIWOO, DM, "안녕")
            event = (await fresh.next())["payload"]["event"]

    assert [one["reason"] for one in asked] == ["refresh_requested"] * 2
    assert event["text"] == "안녕"


async def test_a_command_without_a_socket_fails_at_once() -> None:
    async with running() as served:
        answer = await served.workspace.app.ask(Kind.COMMAND, {"command": "/memory"})

    assert answer.missed is Missed.NOT_CONNECTED


async def test_a_command_without_an_ack_fails_after_three_seconds_and_is_not_repeated() -> None:
    async with running() as served, app_socket(served) as socket:
        asked = asyncio.create_task(served.workspace.app.ask(Kind.COMMAND, {"command": "/memory"}))
        await socket.next()
        served.controls.jump(3)
        answer = await asked
        served.controls.jump(60)
        served.acts.say(ALEX, GENERAL, "다음")
        following = await socket.next()

    assert answer.missed is Missed.TIMED_OUT
    assert following["type"] == "events_api"


async def test_a_ping_is_answered_with_its_own_words() -> None:
    async with running() as served:
        web = client(served, "xapp-local")
        url = (await web.apps_connections_open(app_token="xapp-local"))["url"]
        async with (
            aiohttp.ClientSession() as session,
            session.ws_connect(url, autoping=False) as connection,
        ):
            await connection.receive()
            await connection.ping(b"sdk-ping-pong:12.5")
            pong = await connection.receive(timeout=5)

    assert (pong.type, pong.data) == (aiohttp.WSMsgType.PONG, b"sdk-ping-pong:12.5")
