"""What happens in the workspace, told to the app as events with the payloads that Slack sends."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from itertools import islice

from bot.local.clock import Clock
from bot.local.delivery import AppSide
from bot.local.json_values import Json, as_json, text_of
from bot.local.messages import Message
from bot.local.people import Channel, Seed

VERIFICATION_TOKEN = "local-verification"  # noqa: S105 - a legacy field of each payload, no secret
_KEPT_EVENTS = 500


class Events:
    """Builds each event and delivers it when the app is there to see it and has the scope."""

    def __init__(
        self,
        seed: Seed,
        clock: Clock,
        new_id: Callable[[], str],
        app: AppSide,
        bot_scopes: frozenset[str],
    ) -> None:
        self._seed = seed
        self._clock = clock
        self._new_id = new_id
        self._app = app
        self._scopes = bot_scopes
        self._sent: deque[Json] = deque(maxlen=_KEPT_EVENTS)
        self._twice = 0

    def posted(self, channel: Channel, message: Message, *, parent_user: str = "") -> None:
        """Tell of a new message: as `message`, and as `app_mention` when it names the bot.

        `parent_user` said what a reply answers.
        """
        if not self._sees(channel):
            return
        seen = message.as_slack(self._seed.team, self._seed.bot)
        event = seen | {"channel": channel.id, "event_ts": message.ts}
        if parent_user:
            event["parent_user_id"] = parent_user
        mentions_bot = f"<@{self._seed.bot.user_id}>" in message.text and not message.bot_id
        if mentions_bot and "app_mentions:read" in self._scopes:
            self._send(event | {"type": "app_mention"})
        self._send_message(channel, event)

    def changed(self, channel: Channel, new: Message, old: Message) -> None:
        """Tell of an edit, an unfurl or a reply count: `message_changed`."""
        self._send_hidden(
            channel,
            "message_changed",
            {
                "message": new.as_slack(self._seed.team, self._seed.bot),
                "previous_message": old.as_slack(self._seed.team, self._seed.bot),
            },
        )

    def removed(self, channel: Channel, old: Message) -> None:
        """Tell of a deletion: `message_deleted`."""
        previous = old.as_slack(self._seed.team, self._seed.bot)
        self._send_hidden(
            channel, "message_deleted", {"deleted_ts": old.ts, "previous_message": previous}
        )

    def home_opened(self, user: str, channel: str, tab: str, view: Json | None) -> None:
        """Tell that a person opened the app's Home or Messages tab."""
        event: Json = {"type": "app_home_opened", "user": user, "channel": channel, "tab": tab}
        self._send(event | ({"view": view} if view and tab == "home" else {}))

    def joined(self, channel: Channel, user: str) -> None:
        """Tell that someone joined a channel that the bot is in."""
        if self._sees(channel) and "channels:read" in self._scopes:
            event: Json = {"type": "member_joined_channel", "user": user, "channel": channel.id}
            self._send(event | {"channel_type": "C", "team": self._seed.team.id})

    def session_stopped(self, user: str, channel: str, thread_ts: str, streams: list[str]) -> None:
        """Tell that a person pressed Stop."""
        self._send(
            {
                "type": "agent_session_stopped",
                "user": user,
                "channel": channel,
                "thread_ts": thread_ts,
                "streaming_message_ts": list(streams),
            }
        )

    def uninstalled(self) -> None:
        """Tell that the workspace removes the app, and that its tokens open nothing any more."""
        self._send(
            {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": [self._seed.bot.user_id]}}
        )
        self._send({"type": "app_uninstalled"})

    def deliver_next_twice(self, times: int) -> None:
        """Deliver each of the next events twice, with one event_id, as Slack sometimes does."""
        self._twice += times

    def deliver_again(self, event_type: str = "", times: int = 1) -> int:
        """Deliver the newest events (of a type, if given) once more; says how many there were."""
        wanted = (one for one in reversed(self._sent) if event_type in {"", _type_of(one)})
        again = list(islice(wanted, times))
        for payload in reversed(again):
            self._app.tell(payload)
        return len(again)

    def forget(self) -> None:
        """Forget what was sent."""
        self._sent.clear()
        self._twice = 0

    def _sees(self, channel: Channel) -> bool:
        return self._seed.bot.user_id in channel.members

    def _send_hidden(self, channel: Channel, subtype: str, more: Json) -> None:
        if not self._sees(channel):
            return
        ts = self._clock.timestamp()
        event: Json = {"type": "message", "subtype": subtype, "hidden": True, "ts": ts}
        self._send_message(channel, event | {"channel": channel.id, "event_ts": ts} | more)

    def _send_message(self, channel: Channel, event: Json) -> None:
        if ("im:history" if channel.is_im else "channels:history") in self._scopes:
            self._send(event | {"channel_type": "im" if channel.is_im else "channel"})

    def _send(self, event: Json) -> None:
        event_id = f"Ev{self._new_id()}"
        payload: Json = {
            "token": VERIFICATION_TOKEN,
            "team_id": self._seed.team.id,
            "api_app_id": self._seed.bot.app_id,
            "event": {"event_ts": self._clock.timestamp()} | event,
            "type": "event_callback",
            "event_id": event_id,
            "event_time": int(self._clock.now()),
            "authorizations": [
                {
                    "enterprise_id": None,
                    "team_id": self._seed.team.id,
                    "user_id": self._seed.bot.user_id,
                    "is_bot": True,
                    "is_enterprise_install": False,
                }
            ],
            "is_ext_shared_channel": False,
            "event_context": f"4-{event_id}",
        }
        self._sent.append(payload)
        self._app.tell(payload)
        if self._twice:
            self._twice -= 1
            self._app.tell(payload)


def _type_of(payload: Json) -> str:
    return text_of(as_json(payload["event"]), "type")
