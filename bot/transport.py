"""The two ways to Slack: Socket Mode, and HTTP with one address for all that Slack sends."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final
from urllib.parse import urlsplit

from aiohttp import ClientSession, web
from slack_bolt.async_app import AsyncApp
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_app, build_client, is_loopback, open_session
from bot.listeners import Services
from bot.listeners.connections import Connection
from bot.running import Running
from bot.settings import WEB_PORT, Settings, SettingsFault, Transport
from bot.socket_mode import SteadySocketMode
from bot.web.health import Check, Readiness
from bot.web.installing import InstallingDoor
from bot.web.metrics import Metrics
from bot.web.server import Address, served
from bot.web.signature import Signature
from bot.web.slack import LARGEST_BODY_BYTES, SlackDoor
from bot.workspaces.authorizing import Authorizing

LAST_WORDS_SECONDS: Final = 2
"""What a turn needs to say that its time is up."""
PING_SECONDS: Final = 5
"""How often the connection is looked at: so long a lost one may go unnoticed."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Operating:
    """What an operator's tools read on the web server; `checks` are those of the memory side."""

    metrics: Metrics
    checks: Mapping[str, Check]


@asynccontextmanager
async def in_slack(
    settings: Settings, services: Services, operating: Operating | None = None
) -> AsyncIterator[str | None]:
    """Joined to Slack, by the transport of the settings; gives the web server's URL, if any.

    At the end no new event comes in, and running turns are let end. Raises `SettingsFault`.
    """
    async with open_session() as session:
        own_client = build_client(None, settings.slack_api_url, session)
        authorizing = _authorizing(settings, services, own_client)
        if authorizing is None:
            own_client.token = _own_token(settings)
        app = build_app(
            services,
            token=authorizing or _own_token(settings),
            slack_api_url=settings.slack_api_url,
            session=session,
        )
        app.logger.setLevel(logging.WARNING)  # Bolt tells of each session that it opens
        running = Running.watch(app)
        handler = None if settings.transport is Transport.HTTP else await _connect(settings, app)

        async def slack_is_well() -> bool:
            ask = own_client.auth_test if own_client.token else own_client.api_test
            answer = await ask()
            is_connected = handler is None or await handler.client.is_connected()
            return bool(answer.get("ok")) and is_connected

        routes = [] if handler is not None else _door(settings, app).routes()
        installing: InstallingDoor | None = None
        if authorizing is not None:
            client = build_client(None, settings.slack_api_url, session)
            installing = _installing(settings, services, client)
            routes += installing.routes()
            _find_ways(services, authorizing, settings, session)
        if operating is not None:
            routes += operating.metrics.routes()
            model = {"slack": slack_is_well, "model": _asked(services.model_is_well)}
            routes += Readiness({**operating.checks, **model}).routes()
        try:
            async with _web(settings, routes) as url:
                if installing is not None and (public_url := _public(settings, url)):
                    installing.stand_at(public_url)
                yield url
        finally:
            if handler is not None:
                await handler.leave()
            await _let_end(settings, services, running)


def _own_token(settings: Settings) -> str:
    if settings.slack_bot_token is None:
        raise SettingsFault("Set SLACK_BOT_TOKEN to join Slack.")
    return settings.slack_bot_token.get_secret_value()


def _authorizing(
    settings: Settings, services: Services, client: AsyncWebClient
) -> Authorizing | None:
    """What finds the token of each workspace; None where there is one workspace alone."""
    if services.tenancy is None or not settings.is_for_many:
        return None
    client_id, client_secret = _credentials(settings)
    return Authorizing(services.tenancy, client, client_id=client_id, client_secret=client_secret)


def _installing(settings: Settings, services: Services, client: AsyncWebClient) -> InstallingDoor:
    if services.tenancy is None:
        raise SettingsFault("Set TTORI_TOKEN_KEY to let workspaces install the bot.")
    client_id, client_secret = _credentials(settings)
    return InstallingDoor(
        services.tenancy,
        client,
        services.texts,
        client_id=client_id,
        client_secret=client_secret,
    )


def _public(settings: Settings, url: str | None) -> str | None:
    """How browsers reach the web server: as set, and for a Slack on this machine as it listens."""
    is_here = is_loopback(urlsplit(settings.slack_api_url).hostname or "")
    return settings.public_url or (url if is_here else None)


def _credentials(settings: Settings) -> tuple[str, str]:
    if settings.slack_client_id is None or settings.slack_client_secret is None:
        raise SettingsFault("Set SLACK_CLIENT_ID and SLACK_CLIENT_SECRET.")
    return settings.slack_client_id, settings.slack_client_secret.get_secret_value()


def _find_ways(
    services: Services, authorizing: Authorizing, settings: Settings, session: ClientSession
) -> None:
    async def find(key: str) -> Connection | None:
        found = await authorizing.token_for(key)
        if found is None:
            return None
        place, token = found
        client = build_client(token, settings.slack_api_url, session)
        return Connection(client, place.team_id or key, place.enterprise_id or "")

    services.connections.find_by(find)


async def _connect(settings: Settings, app: AsyncApp) -> SteadySocketMode:
    if settings.slack_app_token is None:
        raise SettingsFault("Set SLACK_APP_TOKEN to join Slack in Socket Mode.")
    handler = SteadySocketMode(
        app, settings.slack_app_token.get_secret_value(), ping_interval=PING_SECONDS
    )
    handler.client.proxy = app.client.proxy
    await handler.join()
    return handler


def _door(settings: Settings, app: AsyncApp) -> SlackDoor:
    if settings.slack_signing_secret is None:
        raise SettingsFault("Set SLACK_SIGNING_SECRET to join Slack over HTTP.")
    return SlackDoor(app, Signature(settings.slack_signing_secret))


@asynccontextmanager
async def _web(settings: Settings, routes: Sequence[web.RouteDef]) -> AsyncIterator[str | None]:
    """The web server: always over HTTP, in Socket Mode when a port was set."""
    is_wanted = settings.transport is Transport.HTTP or settings.web_port is not None
    if not routes or not is_wanted:
        yield None
        return
    application = web.Application(client_max_size=LARGEST_BODY_BYTES)
    application.add_routes(routes)
    port = WEB_PORT if settings.web_port is None else settings.web_port
    where = Address(settings.web_host, port, "The web server", "TTORI_WEB_PORT or TTORI_WEB_HOST")
    async with served(application, where) as url:
        log.info("[web] listening on %s", url)
        yield url


def _asked(is_well: Callable[[], bool]) -> Check:
    async def check() -> bool:
        return is_well()

    return check


async def _let_end(settings: Settings, services: Services, running: Running) -> None:
    loop = asyncio.get_running_loop()
    seconds = settings.reply_timeout_seconds + LAST_WORDS_SECONDS
    end = loop.time() + seconds
    late = await running.drain(seconds)
    late += await services.conversation.drain(max(0.0, end - loop.time()))
    await services.amends.close()
    if late:
        log.warning("[turn] gave up %d that did not end in %d s", late, seconds)
