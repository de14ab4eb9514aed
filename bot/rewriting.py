"""Answers a click, a command or a form: rewrites the card it came from, or tells its person alone.

The way that Slack hands out with the click (`response_url`: five times within 30 minutes) comes
first; when it is spent, the message itself is changed. `bot.amending` does what follows on that.
"""

from __future__ import annotations

import json
import logging
from dataclasses import asdict, dataclass
from enum import StrEnum
from http import HTTPStatus
from typing import Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.webhook.async_client import AsyncWebhookClient

from bot.posting import Thread, post_in_dm, show_privately
from bot.slack_answers import UNREACHABLE, is_passing, told_by
from bot.views.blocks import Message

_RESPONSE_SECONDS: Final = 10

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Spot:
    """Where on the screen something was pressed. Every field may be "" where Slack tells none.

    `ts` is the message pressed on; `is_ephemeral` that only its reader sees it, and `response_url`
    alone can change it; `in_home` that it was the Home tab, in the state `home`; `modal` is the id
    of the modal it was in.
    """

    user: str
    channel: str = ""
    ts: str = ""
    thread_ts: str = ""
    response_url: str = ""
    is_ephemeral: bool = False
    in_home: bool = False
    home: str = ""
    modal: str = ""

    def packed(self) -> str:
        """The spot as text that a view can carry."""
        return json.dumps(asdict(self), separators=(",", ":"), ensure_ascii=False)

    @classmethod
    def unpacked(cls, text: str) -> Spot:
        """The spot that `packed` wrote. Raises `ValueError` or `TypeError` for anything else."""
        return cls(**json.loads(text))


class Replaced(StrEnum):
    """Whether a message stands in place of what was pressed."""

    DONE = "done"
    LATER = "later"
    NEVER = "never"


async def replace(client: AsyncWebClient, spot: Spot, message: Message) -> Replaced:
    """Put a message in place of what was pressed, by one way or the other, at once. Never fails."""
    by_url = await _respond(client, spot, message, replace=bool(spot.ts))
    is_shown_to_one = not (spot.channel and spot.ts) or spot.is_ephemeral
    if by_url is Replaced.DONE or is_shown_to_one:
        return by_url
    try:
        await client.chat_update(
            channel=spot.channel,
            ts=spot.ts,
            text=message.text,
            blocks=list(message.blocks),
        )
    except SlackApiError as error:
        log.info("[slack] the card could not be changed: %s", told_by(error))
        return Replaced.LATER if is_passing(error) else by_url
    except UNREACHABLE as error:
        log.info("[slack] the card could not be changed: %s", told_by(error))
        return Replaced.LATER
    return Replaced.DONE


async def answer(client: AsyncWebClient, spot: Spot, message: Message) -> None:
    """Tell the person alone, and leave what was pressed as it is. Raises `SlackApiError`."""
    if await _respond(client, spot, message, replace=False) is Replaced.DONE:
        return
    if not spot.channel:
        await post_in_dm(client, spot.user, message)
        return
    here = Thread(
        team="",
        channel=spot.channel,
        thread_ts=spot.thread_ts,
        user=spot.user,
        is_direct=spot.channel.startswith("D"),
    )
    await show_privately(client, here, message)


async def _respond(
    client: AsyncWebClient, spot: Spot, message: Message, *, replace: bool
) -> Replaced:
    if not spot.response_url:
        return Replaced.NEVER
    hook = AsyncWebhookClient(spot.response_url, timeout=_RESPONSE_SECONDS, ssl=client.ssl)
    hook.proxy = client.proxy
    body: dict[str, object] = {
        "text": message.text,
        "blocks": list(message.blocks),
        "replace_original": replace,
    }
    if not replace:
        body["response_type"] = "ephemeral"
        if spot.thread_ts:
            body["thread_ts"] = spot.thread_ts
    try:
        response = await hook.send_dict(body)
    except UNREACHABLE as error:
        log.info("[slack] the response_url did not answer: %r", error)
        return Replaced.LATER
    status = response.status_code
    if status < HTTPStatus.BAD_REQUEST and '"ok":false' not in response.body.replace(" ", ""):
        return Replaced.DONE
    log.info("[slack] the response_url is not taken: %s", status)
    is_failing = status >= HTTPStatus.INTERNAL_SERVER_ERROR
    return (
        Replaced.LATER if is_failing or status == HTTPStatus.TOO_MANY_REQUESTS else Replaced.NEVER
    )
