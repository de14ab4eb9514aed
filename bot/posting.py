"""Posts the bot's words into a thread, and messages that one person alone may see."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities, Ability
from bot.slack_answers import error_code, text_in
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
_NOT_THERE_TO_HEAR: Final = frozenset(
    {
        "not_in_channel",
        "channel_not_found",
        "user_not_in_channel",
        "is_archived",
        "restricted_action",
    }
)

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
    client: AsyncWebClient, abilities: Abilities, thread: Thread, text: str
) -> None:
    """Post a text of any length as one message or several. Raises `SlackApiError`."""
    for part in split(text, LONGEST_MARKDOWN_CHARS):
        if part.text.strip():
            await _post_part(client, abilities, thread, str(part))


async def rewrite_markdown(
    client: AsyncWebClient, abilities: Abilities, thread: Thread, ts: str, text: str
) -> None:
    """Put a text (≤ 12,000 characters) in place of a posted message. Raises `SlackApiError`."""
    if abilities.has(thread.team, Ability.MARKDOWN):
        try:
            await client.chat_update(
                channel=thread.channel, ts=ts, text=_notice(text), blocks=[markdown_block(text)]
            )
        except SlackApiError as error:
            if error_code(error) not in _REFUSED_BLOCKS:
                raise
            abilities.lacks(thread.team, Ability.MARKDOWN, error)
        else:
            return
    first, *others = split(text, LONGEST_CHANGED_CHARS)
    await client.chat_update(channel=thread.channel, ts=ts, text=mrkdwn(str(first)), blocks=[])
    for other in others:
        await client.chat_postMessage(
            channel=thread.channel, thread_ts=thread.thread_ts, text=mrkdwn(str(other))
        )


async def _post_part(
    client: AsyncWebClient, abilities: Abilities, thread: Thread, text: str
) -> None:
    if abilities.has(thread.team, Ability.MARKDOWN):
        try:
            await client.chat_postMessage(
                channel=thread.channel,
                thread_ts=thread.thread_ts,
                text=_notice(text),
                blocks=[markdown_block(text)],
            )
        except SlackApiError as error:
            code = error_code(error)
            if code in _TOO_LONG and len(text) > _SHORTEST_CHARS:
                for half in split(text, len(text) // 2 + 1):
                    await _post_part(client, abilities, thread, str(half))
                return
            if code not in _REFUSED_BLOCKS:
                raise
            abilities.lacks(thread.team, Ability.MARKDOWN, error)
        else:
            return
    for piece in split(text, LONGEST_TEXT_CHARS):
        await client.chat_postMessage(
            channel=thread.channel, thread_ts=thread.thread_ts, text=mrkdwn(str(piece))
        )


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
        if error_code(error) not in _NOT_THERE_TO_HEAR:
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
        if thread.is_direct or error_code(error) not in _NOT_THERE_TO_HEAR:
            raise
        await post_in_dm(client, thread.user, message)


async def post_in_dm(client: AsyncWebClient, user: str, message: Message) -> None:
    """Post a message to a person's DM. Raises `SlackApiError`."""
    opened = await client.conversations_open(users=user)
    await client.chat_postMessage(
        channel=text_in(opened, "channel", "id"), text=message.text, blocks=list(message.blocks)
    )


def markdown_block(text: str) -> Block:
    """Markdown as Slack's own block."""
    return {"type": "markdown", "text": text}
