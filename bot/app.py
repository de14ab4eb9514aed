"""Makes the Bolt app: one client with its retries, one token, all listeners."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from ipaddress import ip_address
from typing import Final, cast
from urllib.parse import urlsplit

from aiohttp import ClientSession, ClientTimeout, DummyCookieJar
from slack_bolt.async_app import AsyncApp
from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncAuthorize
from slack_sdk.http_retry.builtin_async_handlers import (
    AsyncConnectionErrorRetryHandler,
    AsyncRateLimitErrorRetryHandler,
)
from slack_sdk.web.async_client import AsyncWebClient

from bot.acknowledging import keep_acknowledgements
from bot.listeners import Services, register
from bot.retrying import ServerErrorRetryHandler
from bot.slack_answers import text_in

_CALL_SECONDS: Final = 20
_RATE_LIMIT_RETRIES: Final = 2
_SERVER_ERROR_RETRIES: Final = 2
_KNOWN_NOTICES: Final = ("As you gave `client` as well", "is no longer active. Failed to send")


def open_session() -> ClientSession:
    """Connections to Slack that calls share, so that not each shakes hands anew. Close it."""
    return ClientSession(
        timeout=ClientTimeout(total=_CALL_SECONDS),
        cookie_jar=DummyCookieJar(),  # each call stands for itself
    )


def build_app(
    services: Services,
    *,
    token: str | AsyncAuthorize,
    slack_api_url: str,
    session: ClientSession | None = None,
) -> AsyncApp:
    """The bot's side of Slack, not connected yet. `slack_api_url` ends with a slash.

    Without a `session` each call opens a connection of its own.

    The token, or what finds one for each workspace, is the only authorization: with
    SLACK_CLIENT_ID and SLACK_CLIENT_SECRET in the environment Bolt would otherwise drop it and
    look for installations of its own.
    """
    logging.getLogger("slack_bolt.AsyncApp").addFilter(_is_worth_logging)
    authorize = (
        token
        if isinstance(token, AsyncAuthorize)
        else _one(services, token, slack_api_url, session)
    )
    app = AsyncApp(
        name="ttori",
        client=build_client(None, slack_api_url, session),
        authorize=cast("Callable[..., Awaitable[AuthorizeResult]]", authorize),
        signing_secret="",
        request_verification_enabled=False,  # `bot.web.slack` does it, on the bytes as they came
        process_before_response=False,
        ignoring_self_events_enabled=True,
        attaching_conversation_kwargs_enabled=False,
    )
    keep_acknowledgements(app)
    _go_the_same_way(app)
    register(app, services)
    return app


def _one(
    services: Services, token: str, slack_api_url: str, session: ClientSession | None
) -> Callable[[], Awaitable[AuthorizeResult]]:
    client = build_client(token, slack_api_url, session)
    services.connections.join(client)
    return _authorize_by(token, client, services)


def build_client(
    token: str | None, slack_api_url: str, session: ClientSession | None = None
) -> AsyncWebClient:
    """A Web API client that tries again when it came too fast or the connection broke.

    Where it is harmless it does so when Slack itself failed, too.
    """
    client = AsyncWebClient(
        token=token, base_url=slack_api_url, timeout=_CALL_SECONDS, session=session
    )
    client.retry_handlers = [
        AsyncConnectionErrorRetryHandler(),
        AsyncRateLimitErrorRetryHandler(max_retry_count=_RATE_LIMIT_RETRIES),
        ServerErrorRetryHandler(max_retry_count=_SERVER_ERROR_RETRIES),
    ]
    if is_loopback(urlsplit(slack_api_url).hostname or ""):
        client.proxy = None
    return client


def is_loopback(host: str) -> bool:
    """Whether a host is this machine, which no proxy leads to."""
    if host == "localhost":
        return True
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False


def _go_the_same_way(app: AsyncApp) -> None:
    """Bolt makes a client for each request, which would take the environment's proxy again."""

    async def go(client: AsyncWebClient, next_: Callable[[], Awaitable[None]]) -> None:
        client.proxy = app.client.proxy
        await next_()

    app.middleware(go)


def _authorize_by(
    token: str, client: AsyncWebClient, services: Services
) -> Callable[[], Awaitable[AuthorizeResult]]:
    """Every request belongs to the one token; who the bot is gets asked once.

    A team whose token works has not left, whatever was told of it before.
    """
    lock = asyncio.Lock()
    known: list[AuthorizeResult] = []

    async def authorize() -> AuthorizeResult:
        async with lock:
            if not known:
                answer = await client.auth_test()
                for key in ("enterprise_id", "team_id"):
                    if team := text_in(answer, key):
                        await services.departures.come_back(team)
                known.append(
                    AuthorizeResult.from_auth_test_response(
                        bot_token=token, auth_test_response=answer
                    )
                )
        return known[0]

    return authorize


def _is_worth_logging(record: logging.LogRecord) -> bool:
    """Bolt warns of SLACK_BOT_TOKEN beside a client, which here is how it should be.

    Of an acknowledgement on a connection that has gone `bot.socket_mode` tells what becomes.
    """
    message = record.getMessage()
    return not any(each in message for each in _KNOWN_NOTICES)
