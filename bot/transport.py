"""The two ways to Slack: Socket Mode, and HTTP with one address for all that Slack sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import web
from slack_bolt.adapter.socket_mode.async_handler import AsyncSocketModeHandler
from slack_bolt.async_app import AsyncApp

from bot.app import build_app, open_session
from bot.listeners import Services
from bot.running import Running
from bot.settings import WEB_PORT, Settings, SettingsFault, Transport
from bot.web.server import Address, served
from bot.web.signature import Signature
from bot.web.slack import LARGEST_BODY_BYTES, SlackDoor

LAST_WORDS_SECONDS: Final = 2
"""What a turn needs to say that its time is up."""
PING_SECONDS: Final = 5
"""How often the connection is looked at: so long a lost one may go unnoticed."""

log = logging.getLogger(__name__)


@asynccontextmanager
async def in_slack(settings: Settings, services: Services) -> AsyncIterator[str | None]:
    """Joined to Slack, by the transport of the settings; gives the web server's URL, if any.

    At the end no new event comes in, and running turns are let end. Raises `SettingsFault`.
    """
    if settings.slack_bot_token is None:
        raise SettingsFault("Set SLACK_BOT_TOKEN to join Slack.")
    async with open_session() as session:
        app = build_app(
            services,
            token=settings.slack_bot_token.get_secret_value(),
            slack_api_url=settings.slack_api_url,
            session=session,
        )
        app.logger.setLevel(logging.WARNING)  # Bolt tells of each session that it opens
        running = Running.watch(app)
        if settings.transport is Transport.HTTP:
            try:
                async with _over_http(settings, app) as url:
                    yield url
            finally:
                await _let_end(settings, services, running)
        else:
            handler = await _connect(settings, app)
            try:
                yield None
            finally:
                await handler.disconnect_async()
                await _let_end(settings, services, running)
                await handler.close_async()


async def _connect(settings: Settings, app: AsyncApp) -> AsyncSocketModeHandler:
    if settings.slack_app_token is None:
        raise SettingsFault("Set SLACK_APP_TOKEN to join Slack in Socket Mode.")
    handler = AsyncSocketModeHandler(
        app, settings.slack_app_token.get_secret_value(), ping_interval=PING_SECONDS
    )
    handler.client.proxy = app.client.proxy
    await handler.connect_async()
    return handler


@asynccontextmanager
async def _over_http(settings: Settings, app: AsyncApp) -> AsyncIterator[str]:
    if settings.slack_signing_secret is None:
        raise SettingsFault("Set SLACK_SIGNING_SECRET to join Slack over HTTP.")
    application = web.Application(client_max_size=LARGEST_BODY_BYTES)
    door = SlackDoor(app, Signature(settings.slack_signing_secret))
    application.add_routes(door.routes())
    port = WEB_PORT if settings.web_port is None else settings.web_port
    where = Address(settings.web_host, port, "The web server", "TTORI_WEB_PORT or TTORI_WEB_HOST")
    async with served(application, where) as url:
        log.info("[slack] listening on %s", url)
        yield url


async def _let_end(settings: Settings, services: Services, running: Running) -> None:
    loop = asyncio.get_running_loop()
    seconds = settings.reply_timeout_seconds + LAST_WORDS_SECONDS
    end = loop.time() + seconds
    late = await running.drain(seconds)
    late += await services.conversation.drain(max(0.0, end - loop.time()))
    if late:
        log.warning("[turn] gave up %d that did not end in %d s", late, seconds)
