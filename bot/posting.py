"""Posts the bot's words into a thread, and messages that one person alone may see."""

from __future__ import annotations

import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Final, TypeAlias

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities, Ability
from bot.slack_answers import UNREACHABLE, error_code, is_closed_to_us, text_in, told_by
from bot.views.blocks import Block, Message
from bot.writing.mrkdwn import mrkdwn
from bot.writing.splitting import (
    LONGEST_CHANGED_CHARS,
    LONGEST_MARKDOWN_CHARS,
    LONGEST_TEXT_CHARS,
    split,
)

_REFUSED_BLOCKS: Final = frozenset({"invalid_blocks", "invalid_blocks_format", "unsupported_block"})
_TOO_LONG: Final = frozenset({"msg_blocks_too_long", "msg_too_long"})
_SHORTEST_CHARS: Final = 500
"""A text that is too long at this length is refused for another reason."""
_REPLIES_LOOKED_AT: Final = 200

Forms: TypeAlias = Sequence[tuple[Block, ...]]
"""The same blocks in several forms, the best first."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Thread:
    """Where an answer goes. `team` is the workspace as Slack names it, `user` the person."""

    team: str
    channel: str
    thread_ts: str
    user: str
    is_direct: bool


async def post_markdown(
    client: AsyncWebClient, abilities: Abilities, thread: Thread, text: str, under: Forms = ()
) -> None:
    """Post a text of any length as one message or several. Raises `SlackApiError`.

    The last one gets the first form of blocks `under` it that Slack takes.
    """
    parts = [str(each) for each in split(text, LONGEST_MARKDOWN_CHARS) if each.text.strip()]
    for place, part in enumerate(parts, start=1):
        await _post_part(client, abilities, thread, part, under if place == len(parts) else ())


async def rewrite_markdown(
    client: AsyncWebClient,
    abilities: Abilities,
    thread: Thread,
    ts: str,
    text: str,
    under: Forms = (),
) -> None:
    """Put a text (≤ 12,000 characters) in place of a posted message. Raises `SlackApiError`."""

    async def change(blocks: list[Block]) -> None:
        await client.chat_update(channel=thread.channel, ts=ts, text=_notice(text), blocks=blocks)

    if await _is_taken_as_block(abilities, thread, text, under, change):
        return
    first, *others = split(text, LONGEST_CHANGED_CHARS)
    await client.chat_update(channel=thread.channel, ts=ts, text=mrkdwn(str(first)), blocks=[])
    for other in others:
        await client.chat_postMessage(
            channel=thread.channel, thread_ts=thread.thread_ts, text=mrkdwn(str(other))
        )


async def _post_part(
    client: AsyncWebClient, abilities: Abilities, thread: Thread, text: str, under: Forms
) -> None:
    async def post(blocks: list[Block]) -> None:
        await client.chat_postMessage(
            channel=thread.channel, thread_ts=thread.thread_ts, text=_notice(text), blocks=blocks
        )

    try:
        if await _is_taken_as_block(abilities, thread, text, under, post):
            return
    except SlackApiError as error:
        if error_code(error) not in _TOO_LONG or len(text) <= _SHORTEST_CHARS:
            raise
        *halves, last = split(text, len(text) // 2 + 1)
        for half in halves:
            await _post_part(client, abilities, thread, str(half), ())
        await _post_part(client, abilities, thread, str(last), under)
        return
    for piece in split(text, LONGEST_TEXT_CHARS):
        await client.chat_postMessage(
            channel=thread.channel, thread_ts=thread.thread_ts, text=mrkdwn(str(piece))
        )


async def _is_taken_as_block(
    abilities: Abilities,
    thread: Thread,
    text: str,
    under: Forms,
    send: Callable[[list[Block]], Awaitable[None]],
) -> bool:
    """Send the text as a block of Markdown, with what Slack takes under it. False: not known."""
    if not abilities.has(thread.team, Ability.MARKDOWN):
        return False
    for form in (*under, ()):
        try:
            await send([markdown_block(text), *form])
        except SlackApiError as error:
            if not is_refused(error):
                raise
            if not form:
                abilities.lacks(thread.team, Ability.MARKDOWN, error)
        else:
            return True
    return False


def is_refused(error: SlackApiError) -> bool:
    """Whether Slack does not know a kind of block that it was sent."""
    return error_code(error) in _REFUSED_BLOCKS


def _notice(markdown: str) -> str:
    """The text beside a block of Markdown: for notifications and screen readers."""
    first, *others = split(markdown, LONGEST_CHANGED_CHARS)
    return mrkdwn(str(first)) + (" …" if others else "")


async def show_privately(client: AsyncWebClient, thread: Thread, message: Message) -> None:
    """Show a message to the person alone: in the DM's thread, or as an ephemeral message.

    Where the bot is no member, or the person is none, it goes to their DM. Raises `SlackApiError`.
    """
    if thread.is_direct:
        await client.chat_postMessage(
            channel=thread.channel,
            thread_ts=thread.thread_ts,
            text=message.text,
            blocks=list(message.blocks),
        )
        return
    try:
        await client.chat_postEphemeral(
            channel=thread.channel,
            user=thread.user,
            thread_ts=thread.thread_ts or None,
            text=message.text,
            blocks=list(message.blocks),
        )
    except SlackApiError as error:
        if not is_closed_to_us(error):
            raise
        log.info("[slack] %s: to the DM instead", error_code(error))
        await post_in_dm(client, thread.user, message)


async def show_openly(client: AsyncWebClient, thread: Thread, message: Message) -> None:
    """Show a message to everyone in the thread, or in the person's DM where the bot may not post.

    Raises `SlackApiError`.
    """
    try:
        await client.chat_postMessage(
            channel=thread.channel,
            thread_ts=thread.thread_ts,
            text=message.text,
            blocks=list(message.blocks),
        )
    except SlackApiError as error:
        if thread.is_direct or not is_closed_to_us(error):
            raise
        await post_in_dm(client, thread.user, message)


async def post_in_dm(client: AsyncWebClient, user: str, message: Message) -> None:
    """Post a message to a person's DM. Raises `SlackApiError`."""
    opened = await client.conversations_open(users=user)
    await client.chat_postMessage(
        channel=text_in(opened, "channel", "id"), text=message.text, blocks=list(message.blocks)
    )


async def stands_in(client: AsyncWebClient, thread: Thread, ids: Sequence[str]) -> bool:
    """Whether a card with one of these stands in the thread, told by what its buttons say.

    Only what everyone there sees can be looked at. Never fails: what cannot be seen is not there.
    """
    try:
        answer = await client.conversations_replies(
            channel=thread.channel, ts=thread.thread_ts, limit=_REPLIES_LOOKED_AT
        )
    except (SlackApiError, *UNREACHABLE) as error:
        log.info("[slack] the thread cannot be looked at: %s", told_by(error))
        return False
    told = json.dumps(answer.data if isinstance(answer.data, dict) else {})
    return any(id_ in told for id_ in ids)


def markdown_block(text: str) -> Block:
    """Markdown as Slack's own block."""
    return {"type": "markdown", "text": text}
