"""What the tests of the local workspace share: a running one, an app's socket, a person's page."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Any, Self, TypeAlias

import aiohttp
from slack_bolt.adapter.socket_mode.aiohttp import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.local.people import Shortcut, SlashCommand
from bot.local.server import RunningWorkspace, start_workspace
from bot.local.settings import Settings

Json: TypeAlias = dict[str, Any]

JIWOO = "U0JIWOO"
ALEX = "U0ALEX"
BOT = "U0TTORI"
DM = "D0JIWOO"
GENERAL = "C0GENERAL"
RANDOM = "C0RANDOM"

BUTTON: Json = {
    "type": "button",
    "action_id": "yes",
    "value": "p1",
    "text": {"type": "plain_text", "text": "예"},
}
ACTIONS: Json = {"type": "actions", "block_id": "card", "elements": [BUTTON]}
SECTION: Json = {"type": "section", "text": {"type": "mrkdwn", "text": "기억할까요?"}}
INPUT: Json = {
    "type": "input",
    "block_id": "text",
    "label": {"type": "plain_text", "text": "기억"},
    "element": {"type": "plain_text_input", "action_id": "value"},
}


def modal(title: str = "수정", **more: object) -> Json:
    """A modal with one text input."""
    return {
        "type": "modal",
        "callback_id": "edit",
        "title": {"type": "plain_text", "text": title},
        "submit": {"type": "plain_text", "text": "저장"},
        "blocks": [INPUT],
    } | more


@asynccontextmanager
async def running(
    settings: Settings | None = None, time_source: Callable[[], float] = time.time
) -> AsyncIterator[RunningWorkspace]:
    """A workspace with /memory and a message shortcut, on a free port."""
    served = await start_workspace(
        settings=settings,
        commands=[SlashCommand("/memory")],
        shortcuts=[Shortcut("remember", "기억하기"), Shortcut("anywhere", "어디서나", "global")],
        time_source=time_source,
    )
    try:
        yield served
    finally:
        await served.close()


def client(served: RunningWorkspace, token: str = "xoxb-local") -> AsyncWebClient:
    """Slack's own client, pointed at the workspace."""
    return AsyncWebClient(token=token, base_url=served.api_url)


async def refused(call: Awaitable[AsyncSlackResponse]) -> Json:
    """The body of a call that must be refused."""
    try:
        await call
    except SlackApiError as error:
        response = error.response
        assert isinstance(response, AsyncSlackResponse)
        assert isinstance(response.data, dict)
        return response.data
    raise AssertionError("the call was not refused")


async def until(claim: Callable[[], bool]) -> None:
    """Let everything else run until the claim holds."""
    async with asyncio.timeout(5):
        while not claim():  # noqa: ASYNC110 - what is awaited happens in the server, not in a task
            await asyncio.sleep(0)


class AppSocket:
    """The app's end of one Socket Mode connection, by hand."""

    def __init__(self, connection: aiohttp.ClientWebSocketResponse) -> None:
        self.connection = connection
        self.hello: Json = {}

    async def next(self) -> Json:
        """The next message of the workspace."""
        message: Json = await self.connection.receive_json(timeout=5)
        return message

    async def event(self, event_type: str) -> Json:
        """The next event envelope of this type; others are acknowledged and left aside."""
        while True:
            envelope = await self.next()
            if envelope["payload"].get("event", {}).get("type") == event_type:
                return envelope
            await self.ack(envelope)

    async def ack(self, envelope: Json, payload: Json | None = None) -> None:
        """Acknowledge an envelope."""
        body: Json = {"envelope_id": envelope["envelope_id"]}
        await self.connection.send_json(body | ({"payload": payload} if payload else {}))


@asynccontextmanager
async def app_socket(served: RunningWorkspace) -> AsyncIterator[AppSocket]:
    """One Socket Mode connection that has been greeted."""
    web = client(served, "xapp-local")
    opened = await web.apps_connections_open(app_token="xapp-local")
    async with (
        aiohttp.ClientSession() as session,
        session.ws_connect(opened["url"]) as connection,
    ):
        socket = AppSocket(connection)
        socket.hello = await socket.next()
        yield socket


class Page:
    """One person's page: its live connection and its requests."""

    def __init__(self, served: RunningWorkspace, user: str) -> None:
        self._served = served
        self._user = user
        self._session = aiohttp.ClientSession(served.url)
        self._live: aiohttp.ClientWebSocketResponse | None = None

    async def __aenter__(self) -> Self:
        self._live = await self._session.ws_connect(f"/page/live?user={self._user}")
        await self.note("bot_connected")
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._live is not None:
            await self._live.close()
        await self._session.close()

    async def note(self, *kinds: str) -> Json:
        """The next note of one of these kinds; others are left aside."""
        assert self._live is not None
        while True:
            note: Json = await self._live.receive_json(timeout=5)
            if note["type"] in kinds:
                return note

    async def get(self, path: str, **query: str) -> Json:
        """Read something."""
        asked = {"user": self._user} | query
        async with self._session.get(path, params=asked) as response:
            body: Json = await response.json()
            return body

    async def post(self, path: str, **body: object) -> Json:
        """Do something."""
        async with self._session.post(path, json={"user": self._user} | body) as response:
            answer: Json = await response.json()
            return answer


@asynccontextmanager
async def bolt_app(served: RunningWorkspace) -> AsyncIterator[AsyncApp]:
    """A Bolt app that connects over Socket Mode as the product's bot does."""
    app = AsyncApp(client=client(served))

    @app.event({"type": "message", "subtype": "message_changed"})
    async def changed() -> None:
        """Acknowledge, as every app must."""

    handler = AsyncSocketModeHandler(app, "xapp-local", ping_interval=0.2)
    await handler.connect_async()
    try:
        yield app
    finally:
        await handler.close_async()
