"""Reads what Slack's Web API answers, a refusal included."""

from __future__ import annotations

import asyncio
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

_TRIGGER_GONE: Final = frozenset(
    {"expired_trigger_id", "trigger_expired", "invalid_trigger_id", "trigger_exchanged"}
)
UNREACHABLE: Final = (aiohttp.ClientError, asyncio.TimeoutError, ConnectionError)
"""What the client raises when nothing answered. Whether the call was carried out is not known."""


def error_code(error: SlackApiError) -> str:
    """Slack's word for what is wrong ("not_in_channel"), "" when the answer had none."""
    return _field(error, "error")


def is_trigger_gone(error: SlackApiError) -> bool:
    """Whether a view could not be opened since the click that asked for it is too long ago."""
    return error_code(error) in _TRIGGER_GONE


def needed_scope(error: SlackApiError) -> str:
    """The scope that the token lacks, "" when that is not the trouble."""
    return _field(error, "needed")


def http_status(error: SlackApiError) -> int:
    """The HTTP status of the answer, 0 when it is not known."""
    status = getattr(error.response, "status_code", None) or getattr(error.response, "status", 0)
    return status if isinstance(status, int) else 0


def text_in(answer: AsyncSlackResponse, *path: str) -> str:
    """The text at a path of an answer, "" when there is none."""
    value: object = answer.data
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value if isinstance(value, str) else ""


def _field(error: SlackApiError, name: str) -> str:
    data = getattr(error.response, "data", error.response)
    value = data.get(name) if isinstance(data, dict) else None
    return value if isinstance(value, str) else ""
