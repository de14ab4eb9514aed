"""The chat.* methods: post, change, delete, stream."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.local.blocks import LONGEST_MARKDOWN_CHARS, check_message_blocks, with_ids
from bot.local.errors import Refusal
from bot.local.json_values import Json, decoded, object_of, rows_of, text_of
from bot.local.messages import Message, Streaming
from bot.local.method import Method
from bot.local.mrkdwn import rich_text, to_wire
from bot.local.people import Channel
from bot.local.streams import Content
from bot.local.workspace import Workspace

_LONGEST_POST_CHARS = 40_000
_LONGEST_UPDATE_CHARS = 4_000


def post_message(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.postMessage."""
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    message = workspace.conversations.post(_draft(workspace, channel, args))
    return _posted(workspace, message)


def post_ephemeral(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.postEphemeral."""
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    user = text_of(args, "user")
    if user not in channel.members:
        raise Refusal("user_not_in_channel")
    draft = replace(_draft(workspace, channel, args), only_for=user, metadata=None)
    return {"ok": True, "message_ts": workspace.conversations.post(draft).ts}


def update(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.update; blocks left out stay."""
    old = _own(workspace, args, "cant_update_message")
    if old.streaming is Streaming.OPEN:
        raise Refusal("streaming_state_conflict")
    blocks = _blocks(args)
    text, markdown = text_of(args, "text"), _markdown(args)
    attachments = tuple(rows_of(args, "attachments"))
    if len(text) > _LONGEST_UPDATE_CHARS:
        raise Refusal("msg_too_long")
    if not text.strip() and not blocks and not markdown and not attachments:
        raise Refusal("no_text")
    new = replace(
        old,
        text=to_wire(markdown, {}) if markdown else text or old.text,
        attachments=attachments or old.attachments,
        metadata=object_of(args, "metadata") or None if "metadata" in args else old.metadata,
    )
    if blocks is not None:
        new = replace(new, blocks=with_ids(blocks, workspace.new_id), made=frozenset())
    elif text.strip() or markdown:
        new = _with_words(workspace, new, markdown)
    if not blocks:
        new = replace(
            new, edited={"user": workspace.bot.user_id, "ts": workspace.clock.timestamp()}
        )
    changed = workspace.conversations.change(new)
    seen = changed.as_slack(workspace.team, workspace.bot)
    return {
        "ok": True,
        "channel": changed.channel,
        "ts": changed.ts,
        "text": changed.text,
        "message": seen,
    }


def delete(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.delete."""
    message = _own(workspace, args, "cant_delete_message")
    if message.streaming is Streaming.OPEN:
        raise Refusal("cant_delete_message")
    workspace.conversations.remove(message)
    return {"ok": True, "channel": message.channel, "ts": message.ts}


def get_permalink(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.getPermalink."""
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    message = workspace.conversations.find(channel.id, text_of(args, "message_ts"))
    thread = f"/{message.thread_ts}" if message.is_reply else ""
    return {"ok": True, "channel": channel.id, "permalink": f"/#{channel.id}{thread}"}


def start_stream(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.startStream."""
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    if not text_of(args, "thread_ts"):
        raise Refusal("invalid_arguments", messages=["missing required field: thread_ts"])
    if not channel.is_im:
        for needed in ("recipient_user_id", "recipient_team_id"):
            if not text_of(args, needed):
                raise Refusal(f"missing_{needed}")
        workspace.person(text_of(args, "recipient_user_id"))
    message = workspace.streams.start(
        channel.id,
        text_of(args, "thread_ts"),
        _content(args),
        as_plan=text_of(args, "task_display_mode") == "plan",
    )
    return {"ok": True, "channel": channel.id, "ts": message.ts}


def append_stream(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.appendStream."""
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    message = workspace.streams.append(channel.id, text_of(args, "ts"), _content(args))
    return {"ok": True, "channel": channel.id, "ts": message.ts}


def stop_stream(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/chat.stopStream."""
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    message = workspace.streams.stop(
        channel.id,
        text_of(args, "ts"),
        _content(args),
        _blocks(args) or [],
        object_of(args, "metadata"),
    )
    if workspace.panel.session(channel.id, message.thread_ts):
        status = text_of(args, "session_status") or "active"
        workspace.panel.set_session(channel.id, message.thread_ts, status)
    return _posted(workspace, message)


def _posted(workspace: Workspace, message: Message) -> Json:
    seen = message.as_slack(workspace.team, workspace.bot, with_metadata=True)
    return {"ok": True, "channel": message.channel, "ts": message.ts, "message": seen}


def _draft(workspace: Workspace, channel: Channel, args: Json) -> Message:
    blocks = _blocks(args) or []
    markdown = _markdown(args)
    attachments = tuple(rows_of(args, "attachments"))
    text = to_wire(markdown, {}) if markdown else text_of(args, "text")
    if not text.strip() and not blocks and not attachments:
        raise Refusal("no_text")
    draft = Message(
        channel=channel.id,
        ts="",
        user=workspace.bot.user_id,
        bot_id=workspace.bot.bot_id,
        text=text[:_LONGEST_POST_CHARS],
        blocks=with_ids(blocks, workspace.new_id),
        attachments=attachments,
        thread_ts=text_of(args, "thread_ts"),
        metadata=object_of(args, "metadata") or None,
    )
    return _with_words(workspace, draft, markdown) if markdown else draft


def _with_words(workspace: Workspace, message: Message, markdown: str) -> Message:
    """The message with new words in place of the blocks made from the old; given blocks stay."""
    given = tuple(one for one in message.blocks if one["block_id"] not in message.made)
    if given and not message.made:
        return message
    block_id = workspace.new_id()
    words: Json = {"type": "markdown", "text": markdown, "block_id": block_id}
    if not markdown:
        words = rich_text(message.text, block_id)
    return replace(message, blocks=(words, *given), made=frozenset({block_id}))


def _blocks(args: Mapping[str, object]) -> list[Json] | None:
    """The blocks of a call, checked; None when it sends none. Raises `Refusal`."""
    given = args.get("blocks")
    if given is None or given == "":
        return None
    if not isinstance(decoded(given), list):
        raise Refusal("invalid_blocks_format")
    blocks = rows_of(args, "blocks")
    check_message_blocks(blocks)
    return blocks


def _markdown(args: Mapping[str, object]) -> str:
    markdown = text_of(args, "markdown_text")
    if markdown and (args.get("text") or args.get("blocks")):
        raise Refusal("markdown_text_conflict")
    if len(markdown) > LONGEST_MARKDOWN_CHARS:
        raise Refusal("msg_too_long")
    return markdown


def _content(args: Mapping[str, object]) -> Content:
    return Content.of(text_of(args, "markdown_text"), rows_of(args, "chunks"))


def _own(workspace: Workspace, args: Json, otherwise: str) -> Message:
    """The bot's own message that a call means. Raises `Refusal`, `otherwise` for others'."""
    channel = workspace.conversations.channel(text_of(args, "channel"), workspace.bot.user_id)
    ts = text_of(args, "ts")
    if workspace.conversations.is_private(channel.id, ts):
        raise Refusal(otherwise)
    message = workspace.conversations.find(channel.id, ts)
    if message.bot_id != workspace.bot.bot_id:
        raise Refusal(otherwise)
    return message


_WRITE = ("chat:write",)
METHODS = {
    "chat.postMessage": Method(post_message, _WRITE),
    "chat.postEphemeral": Method(post_ephemeral, _WRITE),
    "chat.update": Method(update, _WRITE),
    "chat.delete": Method(delete, _WRITE),
    "chat.getPermalink": Method(get_permalink),
    "chat.startStream": Method(start_stream, _WRITE),
    "chat.appendStream": Method(append_stream, _WRITE),
    "chat.stopStream": Method(stop_stream, _WRITE),
}
