"""Reads what Slack's Web API answers, a refusal included."""

from __future__ import annotations

import asyncio
from http import HTTPStatus
from typing import Final

import aiohttp
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_slack_response import AsyncSlackResponse

_TRIGGER_GONE: Final = frozenset(
    {"expired_trigger_id", "trigger_expired", "invalid_trigger_id", "trigger_exchanged"}
)
_PASSING: Final = frozenset(
    {
        "ratelimited",
        "rate_limited",
        "internal_error",
        "fatal_error",
        "service_unavailable",
        "request_timeout",
        "team_added_to_org",
    }
)
_CLOSED: Final = frozenset(
    {
        "not_in_channel",
        "channel_not_found",
        "user_not_in_channel",
        "is_archived",
        "restricted_action",
    }
)
_TOKENS: Final = frozenset(
    {"invalid_auth", "not_authed", "account_inactive", "token_revoked", "token_expired"}
)
_GONE: Final = frozenset(
    {"message_not_found", "thread_not_found", "user_not_found", "user_disabled", "user_is_bot"}
)
UNREACHABLE: Final = (aiohttp.ClientError, asyncio.TimeoutError, ConnectionError)
"""What the client raises when nothing answered. Whether the call was carried out is not known."""


def error_code(error: SlackApiError) -> str:
    """Slack's word for what is wrong ("not_in_channel"), "" when the answer had none."""
    return _field(error, "error")


def is_trigger_gone(error: SlackApiError) -> bool:
    """Whether a view could not be opened since the click that asked for it is too long ago."""
    return error_code(error) in _TRIGGER_GONE


def is_passing(error: SlackApiError) -> bool:
    """Whether the same call may well be taken later: Slack itself failed, or wants fewer calls."""
    status = http_status(error)
    return (
        error_code(error) in _PASSING
        or status == HTTPStatus.TOO_MANY_REQUESTS
        or status >= HTTPStatus.INTERNAL_SERVER_ERROR
    )


def is_closed_to_us(error: SlackApiError) -> bool:
    """Whether the channel is one where the bot, or the person, cannot be written to."""
    return error_code(error) in _CLOSED


def remedy(error: SlackApiError) -> str:
    """What an operator can do about a refusal that is to be expected; "" for any other."""
    if is_passing(error):
        return "Slack failed or wants fewer calls; if it lasts, look at https://slack-status.com"
    if is_closed_to_us(error):
        return "invite the bot into the channel, or write to it directly"
    if error_code(error) in _TOKENS:
        return "install the app again, and set its new token"
    if is_trigger_gone(error):
        return "nothing: a click was too old, and its person was asked to press again"
    if error_code(error) in _GONE:
        return "nothing: a message or a person was gone in the meantime"
    return ""


def told_by(error: Exception) -> str:
    """A refusal in a few words for the log: "chat.postMessage: channel_not_found"."""
    if not isinstance(error, SlackApiError):
        return repr(error)
    address = str(getattr(error.response, "api_url", ""))
    method = address.partition("?")[0].rstrip("/").rpartition("/")[2] or "Slack"
    return f"{method}: {error_code(error) or http_status(error)}"


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
