"""Starting and stopping, who may come in, and the controls."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from bot.local.errors import NotLoopback, PortTaken
from bot.local.people import Team, local_seed
from bot.local.server import start_workspace
from bot.local.settings import Settings
from tests.local_kit import (
    BOT,
    DM,
    GENERAL,
    JIWOO,
    Page,
    app_socket,
    client,
    refused,
    running,
    until,
)


async def test_a_taken_port_is_named() -> None:
    async with running() as served:
        with pytest.raises(PortTaken) as caught:
            await start_workspace(port=served.port)

    assert caught.value.port == served.port
    assert str(served.port) in str(caught.value)


@pytest.mark.parametrize("host", ["0.0.0.0", "192.168.0.7", "example.com"])  # noqa: S104 - refused
async def test_it_listens_on_this_machine_only(host: str) -> None:
    with pytest.raises(NotLoopback):
        await start_workspace(host)


async def test_closing_ends_open_pages_and_sockets() -> None:
    served = await start_workspace()
    async with app_socket(served) as socket, Page(served, JIWOO) as page:
        await asyncio.gather(served.close(), socket.connection.receive(timeout=5))
        assert socket.connection.closed
        with pytest.raises((TypeError, aiohttp.WSMessageTypeError)):
            await page.note("message_added")


@pytest.mark.parametrize("path", ["/page/boot", "/control/calls", "/", "/api/api.test"])
@pytest.mark.parametrize(
    "headers",
    [
        {"Host": "evil.example"},
        {"Host": "127.0.0.1.evil.example"},
        {"Origin": "https://evil.example"},
        {"Origin": "null"},
        {"Origin": "http://127.0.0.1:1"},
    ],
)
async def test_a_foreign_host_or_origin_is_refused(path: str, headers: dict[str, str]) -> None:
    async with (
        running() as served,
        aiohttp.ClientSession(served.url) as session,
        session.get(path, headers=headers) as response,
    ):
        assert response.status == 403


async def test_a_foreign_origin_cannot_open_the_live_connection() -> None:
    async with running() as served, aiohttp.ClientSession(served.url) as session:
        with pytest.raises(aiohttp.WSServerHandshakeError):
            await session.ws_connect(
                f"/page/live?user={JIWOO}", headers={"Origin": "https://evil.example"}
            )


async def test_the_pages_own_origin_comes_in() -> None:
    async with (
        running() as served,
        aiohttp.ClientSession(served.url) as session,
        session.get("/page/boot", headers={"Origin": served.url}) as response,
    ):
        assert response.status == 200


async def test_a_form_of_a_foreign_page_does_nothing() -> None:
    async with (
        running() as served,
        aiohttp.ClientSession(served.url) as session,
        session.post("/control/reset", data={"a": "b"}) as response,
    ):
        assert await response.json() == {"ok": False, "error": "json_required"}


async def test_a_second_team_stands_beside_the_first() -> None:
    other = Settings(seed=local_seed(Team("T0OTHER", "Other", "other")))
    async with running() as first, running(other) as second:
        teams = [(await client(one).auth_test())["team_id"] for one in (first, second)]

    assert teams == ["T0LOCAL", "T0OTHER"]


async def test_a_fault_is_set_from_outside() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/control/fault", method="auth.test", error="ratelimited", times=1)
        web = client(served)
        body = await refused(web.auth_test())

        assert body["error"] == "ratelimited"
        assert (await web.auth_test())["ok"]


async def test_a_delay_lasts_until_the_clock_has_passed_it() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/control/fault", method="auth.test", delay_seconds=60)
        call = asyncio.create_task(client(served).auth_test())
        await until(lambda: not served.workspace.faults.are_waiting)
        answered_early = call.done()
        await page.post("/control/clock", seconds=60)
        answer = await asyncio.wait_for(call, 5)

    assert (answered_early, answer["ok"]) == (False, True)


async def test_the_newest_event_is_delivered_again_under_its_event_id() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        served.acts.say(JIWOO, GENERAL, "@Ttori 안녕")
        first = await socket.next()
        await socket.next()
        answer = await page.post("/control/duplicate", type="app_mention")
        again = await socket.next()

    assert answer == {"ok": True, "delivered": 1}
    assert again["payload"] == first["payload"]


async def test_the_next_event_is_delivered_twice() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        await page.post("/control/duplicate", next=True, times=1)
        served.acts.say(JIWOO, DM, "하나")
        served.acts.say(JIWOO, DM, "둘")
        ids = [(await socket.next())["payload"]["event_id"] for _ in range(3)]

    assert ids[0] == ids[1] != ids[2]


async def test_unacknowledged_envelopes_are_listed_until_their_ack() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        served.acts.say(JIWOO, DM, "안녕")
        envelope = await socket.next()
        (waiting,) = (await page.get("/control/envelopes"))["unacked"]
        await socket.ack(envelope)
        while (await page.get("/control/envelopes"))["unacked"]:
            pass

    assert (waiting["what"], waiting["event_id"]) == ("message", envelope["payload"]["event_id"])


async def test_calls_are_listed_by_method() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        web = client(served)
        await web.auth_test()
        await web.chat_postMessage(channel=GENERAL, text="hi")
        calls = (await page.get("/control/calls", method="chat.postMessage"))["calls"]

    assert [(one["method"], one["args"]["text"]) for one in calls] == [("chat.postMessage", "hi")]


async def test_the_bot_is_invited_from_outside() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/control/invite", channel="C0RANDOM", user="")

        assert (await client(served).chat_postMessage(channel="C0RANDOM", text="hi"))["ok"]
        assert BOT in served.workspace.conversations.members("C0RANDOM")


async def test_a_reset_forgets_everything_and_keeps_the_bot_connected() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        before = served.acts.say(JIWOO, DM, "안녕")
        await socket.next()
        await page.post("/control/fault", method="*", error="internal_error", times=9)
        await page.post("/control/reset")
        boot = await page.get("/page/boot")
        envelopes = await page.get("/control/envelopes")
        after = served.acts.say(JIWOO, DM, "다시")
        heard = await socket.next()

    assert boot["bot_connected"] is True
    assert envelopes["unacked"] == envelopes["late"] == []
    assert [one.ts for one in served.workspace.conversations.history(DM)] == [after.ts]
    assert after.ts > before.ts
    assert heard["payload"]["event"]["text"] == "다시"
