"""Slack's door over HTTP: events, interactivity and commands at one address, signed.

Bolt acknowledges as over Socket Mode; what is delivered again (`x-slack-retry-num`) is answered
once by the journal's claim of each message.
"""

from __future__ import annotations

import logging
from http import HTTPStatus
from typing import Final

from aiohttp import web
from slack_bolt.async_app import AsyncApp
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.request.internals import parse_body
from slack_bolt.response import BoltResponse

from bot.web.signature import Signature

EVENTS: Final = "/slack/events"
LARGEST_BODY_BYTES: Final = 1024 * 1024
"""Slack's own deliveries stay far below this."""

_TIMESTAMP: Final = "X-Slack-Request-Timestamp"
_SIGNATURE: Final = "X-Slack-Signature"

log = logging.getLogger(__name__)


class SlackDoor:
    """Lets in what Slack has signed, and hands it to the app."""

    def __init__(self, app: AsyncApp, signature: Signature) -> None:
        self._app = app
        self._signature = signature

    def routes(self) -> list[web.RouteDef]:
        """Where it stands."""
        return [web.post(EVENTS, self._receive)]

    async def _receive(self, request: web.Request) -> web.Response:
        body = await request.read()
        timestamp = request.headers.get(_TIMESTAMP, "")
        if not self._signature.holds(body, timestamp, request.headers.get(_SIGNATURE, "")):
            log.warning("[slack] a request was refused: no valid signature, or too old")
            return _refusal(HTTPStatus.UNAUTHORIZED, "invalid_signature")
        read = _read(body, request)
        if read is None:
            log.warning("[slack] a request was refused: its body cannot be read")
            return _refusal(HTTPStatus.BAD_REQUEST, "invalid_body")
        return _answer(await self._app.async_dispatch(read))


def _read(body: bytes, request: web.Request) -> AsyncBoltRequest | None:
    """A signed body as Bolt takes it; None when there is no object in it."""
    try:
        text = body.decode("utf-8")
        content: object = parse_body(text, request.content_type)
    except ValueError:
        return None
    if not isinstance(content, dict):
        return None
    return AsyncBoltRequest(body=text, headers=dict(request.headers), mode="http")


def _answer(response: BoltResponse) -> web.Response:
    is_object = response.body.startswith("{")
    return web.Response(
        status=response.status,
        text=response.body,
        content_type="application/json" if is_object else "text/plain",
    )


def _refusal(status: HTTPStatus, error: str) -> web.Response:
    return web.json_response({"error": error}, status=status)
