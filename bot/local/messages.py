"""A message as the workspace keeps it, and the shapes in which others see it."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum

from bot.local.json_values import Json
from bot.local.people import Bot, Team


class Streaming(StrEnum):
    """Whether a message is being streamed. CLOSED also means that the workspace gave up waiting."""

    NEVER = "never"
    OPEN = "open"
    CLOSED = "closed"


@dataclass(frozen=True, slots=True)
class Message:
    """One message, immutable: a change makes a new one under the same `ts`.

    `thread_ts` is the root of its thread, also on the root itself once it has replies. `blocks` are
    what is shown; those whose `block_id` is in `made` were made from the text, the sender gave the
    others.
    `only_for` is the person who alone sees it (an ephemeral message), or "".
    """

    channel: str
    ts: str
    user: str
    text: str
    blocks: tuple[Json, ...] = ()
    made: frozenset[str] = frozenset()
    thread_ts: str = ""
    bot_id: str = ""
    subtype: str = ""
    only_for: str = ""
    client_msg_id: str = ""
    edited: Json | None = None
    metadata: Json | None = None
    attachments: tuple[Json, ...] = ()
    reactions: tuple[Json, ...] = ()
    files: tuple[Json, ...] = ()
    replies: tuple[tuple[str, str], ...] = field(default=())
    streaming: Streaming = Streaming.NEVER

    @property
    def is_reply(self) -> bool:
        """Whether it stands in a thread, under another message."""
        return bool(self.thread_ts) and self.thread_ts != self.ts

    def as_slack(self, team: Team, bot: Bot, *, with_metadata: bool = False) -> Json:
        """The message as the Web API and events carry it."""
        seen: Json = {
            "type": "message",
            "user": self.user,
            "text": self.text,
            "ts": self.ts,
            "team": team.id,
            "blocks": list(self.blocks),
        }
        optional: Json = {
            "subtype": self.subtype,
            "client_msg_id": self.client_msg_id,
            "thread_ts": self.thread_ts,
            "edited": self.edited,
            "attachments": list(self.attachments),
            "reactions": list(self.reactions),
            "files": list(self.files),
            "metadata": self.metadata if with_metadata else None,
        }
        seen |= {key: value for key, value in optional.items() if value}
        if self.bot_id:
            seen |= {
                "bot_id": self.bot_id,
                "app_id": bot.app_id,
                "bot_profile": {
                    "id": bot.bot_id,
                    "app_id": bot.app_id,
                    "name": bot.name,
                    "team_id": team.id,
                    "deleted": False,
                },
            }
        return seen | self._thread_counts()

    def as_page(self) -> Json:
        """The message as the browser page shows it."""
        return {
            "ts": self.ts,
            "thread_ts": self.thread_ts or None,
            "user": self.user,
            "bot_id": self.bot_id or None,
            "subtype": self.subtype or None,
            "text": self.text,
            "blocks": list(self.blocks),
            "attachments": list(self.attachments),
            "edited": self.edited,
            "is_ephemeral": bool(self.only_for),
            "streaming": self.streaming is Streaming.OPEN,
            "reactions": list(self.reactions),
            "files": list(self.files),
            "reply_count": 0,
            "latest_reply": None,
            "reply_users": [],
        } | self._thread_counts()

    def _thread_counts(self) -> Json:
        if not self.replies:
            return {}
        users = list(dict.fromkeys(user for _, user in self.replies))
        return {
            "reply_count": len(self.replies),
            "reply_users_count": len(users),
            "latest_reply": max(ts for ts, _ in self.replies),
            "reply_users": users,
        }
