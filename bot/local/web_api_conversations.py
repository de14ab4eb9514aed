"""The methods about channels, what was said in them, and reactions."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TypeVar

from bot.local.errors import Refusal
from bot.local.json_values import Json, as_rows, flag_of, names_of, text_of, whole_of
from bot.local.messages import Message
from bot.local.method import Method
from bot.local.people import Channel
from bot.local.workspace import Workspace

Item = TypeVar("Item")

_DEFAULT_LIMIT = 100
_MOST = 999


def open_conversation(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.open; with one person."""
    if text_of(args, "channel"):
        channel = _room(workspace, args)
    else:
        users = names_of(args, "users")
        if not users:
            raise Refusal("users_list_not_supplied")
        if len(users) > 1:
            raise Refusal("not_enough_users", messages=["group messages are not offered here"])
        channel = workspace.conversations.direct(users[0])
    shown: Json = {"id": channel.id}
    if flag_of(args, "return_im"):
        shown = _shown(workspace, channel)
    return {"ok": True, "no_op": True, "already_open": True, "channel": shown}


def info(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.info."""
    channel = _room(workspace, args)
    _need(workspace, channel, "read")
    shown = _shown(workspace, channel)
    if flag_of(args, "include_num_members"):
        shown["num_members"] = len(channel.members)
    return {"ok": True, "channel": shown}


def list_conversations(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.list."""
    types = names_of(args, "types") or ["public_channel"]
    if "im" in types:
        _need_scope(workspace, "im:read")
    if "public_channel" in types:
        _need_scope(workspace, "channels:read")
    rooms = [
        channel
        for channel in workspace.conversations.rooms_of(workspace.bot.user_id)
        if ("im" if channel.is_im else "public_channel") in types
    ]
    page, cursor = _page(rooms, args)
    return {
        "ok": True,
        "channels": [_shown(workspace, channel) for channel in page],
        "response_metadata": {"next_cursor": cursor},
    }


def members(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.members."""
    channel = _room(workspace, args)
    _need(workspace, channel, "read")
    page, cursor = _page(sorted(channel.members), args)
    return {"ok": True, "members": page, "response_metadata": {"next_cursor": cursor}}


def history(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.history: newest first."""
    channel = _joined_room(workspace, args)
    messages = _between(workspace.conversations.history(channel.id), args)
    page, cursor = _page(messages[::-1], args)
    return _said(workspace, page, cursor, args)


def replies(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/conversations.replies; root first."""
    channel = _joined_room(workspace, args)
    root, *rest = workspace.conversations.thread(channel.id, text_of(args, "ts"))
    page, cursor = _page([root, *_between(rest, args)], args)
    return _said(workspace, page, cursor, args)


def add_reaction(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/reactions.add."""
    message, name, rows = _reacted(workspace, args)
    me = workspace.bot.user_id
    users = next((names_of(one, "users") for one in rows if one["name"] == name), [])
    if me in users:
        raise Refusal("already_reacted")
    others = [one for one in rows if one["name"] != name]
    mine: Json = {"name": name, "users": [*users, me], "count": len(users) + 1}
    workspace.conversations.change(replace(message, reactions=(*others, mine)), quietly=True)
    return {"ok": True}


def remove_reaction(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/reactions.remove."""
    message, name, rows = _reacted(workspace, args)
    me = workspace.bot.user_id
    users = next((names_of(one, "users") for one in rows if one["name"] == name), [])
    if me not in users:
        raise Refusal("no_reaction")
    left = [one for one in users if one != me]
    others = [one for one in rows if one["name"] != name]
    rest: list[Json] = [{"name": name, "users": left, "count": len(left)}] if left else []
    workspace.conversations.change(replace(message, reactions=(*others, *rest)), quietly=True)
    return {"ok": True}


def _reacted(workspace: Workspace, args: Json) -> tuple[Message, str, list[Json]]:
    name = text_of(args, "name").strip(":")
    if not name:
        raise Refusal("invalid_name")
    channel = workspace.conversations.room_of_bot(text_of(args, "channel"))
    message = workspace.conversations.find(channel.id, text_of(args, "timestamp"))
    return message, name, as_rows(list(message.reactions))


def _room(workspace: Workspace, args: Json) -> Channel:
    return workspace.conversations.channel(text_of(args, "channel"), workspace.bot.user_id)


def _joined_room(workspace: Workspace, args: Json) -> Channel:
    channel = _room(workspace, args)
    _need(workspace, channel, "history")
    return workspace.conversations.room_of_bot(channel.id)


def _need(workspace: Workspace, channel: Channel, what: str) -> None:
    _need_scope(workspace, f"im:{what}" if channel.is_im else f"channels:{what}")


def _need_scope(workspace: Workspace, scope: str) -> None:
    scopes = workspace.settings.bot_scopes
    if scope not in scopes:
        raise Refusal("missing_scope", needed=scope, provided=",".join(sorted(scopes)))


def _shown(workspace: Workspace, channel: Channel) -> Json:
    shown: Json = {
        "id": channel.id,
        "is_channel": not channel.is_im,
        "is_group": False,
        "is_im": channel.is_im,
        "is_mpim": False,
        "is_private": channel.is_im,
        "is_archived": False,
        "created": 0,
        "context_team_id": workspace.team.id,
    }
    if channel.is_im:
        return shown | {"user": channel.person, "is_open": True}
    return shown | {
        "name": channel.name,
        "name_normalized": channel.name,
        "is_general": channel.name == "general",
        "is_member": workspace.bot.user_id in channel.members,
        "topic": {"value": channel.topic, "creator": "", "last_set": 0},
        "purpose": {"value": "", "creator": "", "last_set": 0},
    }


def _between(messages: Sequence[Message], args: Json) -> list[Message]:
    oldest, latest = text_of(args, "oldest") or "0", text_of(args, "latest") or "9" * 10
    edges = flag_of(args, "inclusive")
    return [
        one
        for one in messages
        if oldest < one.ts < latest or (edges and one.ts in {oldest, latest})
    ]


def _page(items: Sequence[Item], args: Json) -> tuple[list[Item], str]:
    start = whole_of(args, "cursor", 0)
    end = start + min(_MOST, max(1, whole_of(args, "limit", _DEFAULT_LIMIT)))
    return list(items[start:end]), str(end) if end < len(items) else ""


def _said(workspace: Workspace, page: Sequence[Message], cursor: str, args: Json) -> Json:
    with_metadata = flag_of(args, "include_all_metadata")
    return {
        "ok": True,
        "messages": [
            one.as_slack(workspace.team, workspace.bot, with_metadata=with_metadata) for one in page
        ],
        "has_more": bool(cursor),
        "response_metadata": {"next_cursor": cursor},
    }


METHODS = {
    "conversations.open": Method(open_conversation, ("im:write",)),
    "conversations.info": Method(info),
    "conversations.list": Method(list_conversations),
    "conversations.members": Method(members),
    "conversations.history": Method(history),
    "conversations.replies": Method(replies),
    "reactions.add": Method(add_reaction, ("reactions:write",)),
    "reactions.remove": Method(remove_reaction, ("reactions:write",)),
}
