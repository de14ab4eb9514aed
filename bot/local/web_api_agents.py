"""The assistant.threads.* and agents.sessions.* methods: what an agent shows beside its words."""

from __future__ import annotations

from bot.local.errors import Refusal
from bot.local.json_values import Json, names_of, rows_of, text_of
from bot.local.method import Method
from bot.local.workspace import Workspace

_MOST_LOADING_MESSAGES = 10
_MOST_PROMPTS = 4
_SESSION_STATUSES = frozenset({"processing", "active", "suspended", "closed"})


def set_status(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/assistant.threads.setStatus."""
    channel, thread_ts = _thread(workspace, args)
    loading = names_of(args, "loading_messages")
    if len(loading) > _MOST_LOADING_MESSAGES:
        raise Refusal("invalid_arguments", messages=["no more than 10 loading_messages"])
    workspace.panel.set_status(channel, thread_ts, text_of(args, "status"), loading)
    return {"ok": True}


def set_suggested_prompts(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/assistant.threads.setSuggestedPrompts.

    In an app with an agent view a call that carries a `thread_ts` succeeds and does nothing.
    """
    channel = workspace.conversations.room_of_bot(text_of(args, "channel_id"))
    prompts = rows_of(args, "prompts")
    if not 1 <= len(prompts) <= _MOST_PROMPTS:
        raise Refusal("invalid_arguments", messages=["prompts must be 1 to 4"])
    if any(not text_of(one, "title") or not text_of(one, "message") for one in prompts):
        raise Refusal("invalid_arguments", messages=["a prompt needs a title and a message"])
    if not text_of(args, "thread_ts"):
        workspace.panel.set_prompts(channel.id, text_of(args, "title"), prompts)
    return {"ok": True}


def set_title(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/assistant.threads.setTitle."""
    channel, thread_ts = _thread(workspace, args)
    workspace.panel.set_title(channel, thread_ts, text_of(args, "title"))
    return {"ok": True}


def set_session_status(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/agents.sessions.setStatus."""
    status = text_of(args, "status")
    if status not in _SESSION_STATUSES:
        raise Refusal("invalid_status")
    if not text_of(args, "thread_ts"):
        raise Refusal("thread_ts_required")
    channel, thread_ts = _thread(workspace, args)
    workspace.panel.set_session(channel, thread_ts, status)
    return {"ok": True, "status": status}


def _thread(workspace: Workspace, args: Json) -> tuple[str, str]:
    channel = workspace.conversations.room_of_bot(text_of(args, "channel_id"))
    root = workspace.conversations.root(channel.id, text_of(args, "thread_ts"))
    return channel.id, root.ts


_AGENT = ("assistant:write", "chat:write")
METHODS = {
    "assistant.threads.setStatus": Method(set_status, _AGENT),
    "assistant.threads.setSuggestedPrompts": Method(set_suggested_prompts, _AGENT),
    "assistant.threads.setTitle": Method(set_title, _AGENT),
    "agents.sessions.setStatus": Method(set_session_status, ("chat:write",)),
}
