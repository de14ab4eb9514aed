"""Tries calls of Slack's Web API again that failed there, where a second one can do no harm."""

from __future__ import annotations

from http import HTTPStatus
from typing import Final

from slack_sdk.http_retry.async_handler import AsyncRetryHandler
from slack_sdk.http_retry.request import HttpRequest
from slack_sdk.http_retry.response import HttpResponse
from slack_sdk.http_retry.state import RetryState

_REPEATABLE: Final = frozenset(
    {
        "api.test",
        "assistant.threads.setSuggestedPrompts",
        "auth.test",
        "chat.stopStream",
        "chat.update",
        "conversations.open",
        "team.info",
        "users.info",
        "views.publish",
    }
)
"""Methods that leave the same behind when they are called twice. What posts is none of them, and
the status beside an answer is not worth the wait."""


class ServerErrorRetryHandler(AsyncRetryHandler):
    """Retries what Slack answered with an HTTP status of its own failing (500 and above).

    The call may have been carried out all the same, so that only methods are tried again that may
    be called twice: a message that is posted anew would stand there twice.
    """

    async def _can_retry_async(
        self,
        *,
        state: RetryState,  # noqa: ARG002  (the SDK's signature)
        request: HttpRequest,
        response: HttpResponse | None = None,
        error: Exception | None = None,  # noqa: ARG002  (the SDK's signature)
    ) -> bool:
        if response is None or response.status_code < HTTPStatus.INTERNAL_SERVER_ERROR:
            return False
        method = request.url.partition("?")[0].rstrip("/").rpartition("/")[2]
        return method in _REPEATABLE
