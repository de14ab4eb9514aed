"""Socket Mode over connections that may go at any moment: at a refresh, a cut, or the end."""

from __future__ import annotations

import asyncio
import logging
import time
from typing import Final

from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.adapter.socket_mode.async_internals import (
    run_async_bolt_app,
    send_async_response,
)
from slack_bolt.app.async_app import AsyncApp
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.socket_mode.aiohttp import SocketModeClient
from slack_sdk.socket_mode.request import SocketModeRequest

from bot.slack_answers import UNREACHABLE

_LAST_ACKS_SECONDS: Final = 1.0
"""For what is being acknowledged when the end begins."""

log = logging.getLogger(__name__)


class SteadySocketMode(AsyncSocketModeHandler):
    """Acknowledges on the next connection what the last one no longer took.

    What cannot be acknowledged at all Slack delivers again: an event within minutes, or at the next
    start. It is heard once all the same, since its message is claimed.
    """

    def __init__(self, app: AsyncApp, app_token: str, ping_interval: float) -> None:
        """`ping_interval` is in seconds: how often the connection is looked at."""
        super().__init__(app, app_token, ping_interval=ping_interval)
        self._under_way: set[asyncio.Task[object]] = set()

    async def join(self) -> None:
        """Connect, however often it takes."""
        await self.client.connect()

    async def handle(  # type: ignore[override]  # as Bolt's own is
        self, client: SocketModeClient, req: SocketModeRequest
    ) -> None:
        """Have the app hear a request, and acknowledge it."""
        if task := asyncio.current_task():
            self._under_way.add(task)
            task.add_done_callback(self._under_way.discard)
        answer = await run_async_bolt_app(self.app, req)
        if await _is_sent(client, req, answer) or client.closed:
            return
        try:
            await client.connect_to_new_endpoint()
        except (SlackApiError, *UNREACHABLE) as error:
            log.info("[slack] no new connection yet: %r", error)
        if not await _is_sent(client, req, answer) and not client.closed:
            log.warning("[slack] an acknowledgement was lost; Slack delivers the event again")

    async def leave(self) -> None:
        """Take in nothing more, and do not come back. What is just being acknowledged still is."""
        if self._under_way:
            await asyncio.wait(set(self._under_way), timeout=_LAST_ACKS_SECONDS)
        await self.client.close()


async def _is_sent(client: SocketModeClient, req: SocketModeRequest, answer: BoltResponse) -> bool:
    try:
        await send_async_response(client, req, answer, time.time())
    except ConnectionError as error:
        log.info("[slack] the connection took no acknowledgement: %s", error)
        return False
    return True
