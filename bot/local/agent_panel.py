"""What an agent shows beside its words: its status, suggested prompts, thread titles, sessions."""

from __future__ import annotations

from bot.local.clock import Alarm, Clock
from bot.local.conversations import Conversations
from bot.local.json_values import Json
from bot.local.pages import Pages
from bot.local.settings import Limits


class AgentPanel:
    """Statuses and sessions by (channel, thread), prompts by channel, titles by thread."""

    def __init__(
        self, conversations: Conversations, clock: Clock, pages: Pages, limits: Limits
    ) -> None:
        self._conversations = conversations
        self._clock = clock
        self._pages = pages
        self._limits = limits
        self.reset()

    def reset(self) -> None:
        """Show nothing."""
        self._statuses: dict[tuple[str, str], Json] = {}
        self._alarms: dict[tuple[str, str], Alarm] = {}
        self._prompts: dict[str, Json] = {}
        self._titles: dict[tuple[str, str], str] = {}
        self._sessions: dict[tuple[str, str], str] = {}

    def set_status(
        self, channel: str, thread_ts: str, status: str, loading_messages: list[str]
    ) -> None:
        """Show a status until the bot speaks there, or the time for it is over; "" clears it."""
        key = (channel, thread_ts)
        if key in self._alarms:
            self._alarms.pop(key).cancel()
        if not status and key not in self._statuses:
            return
        note: Json = {
            "type": "status",
            "channel": channel,
            "thread_ts": thread_ts,
            "status": status,
            "loading_messages": list(loading_messages),
        }
        if status:
            self._statuses[key] = note
            self._alarms[key] = self._clock.after(
                self._limits.status_seconds, lambda: self.bot_spoke(channel, thread_ts)
            )
        else:
            del self._statuses[key]
        self._show(channel, note)

    def bot_spoke(self, channel: str, thread_ts: str) -> None:
        """Clear the status of a thread."""
        self.set_status(channel, thread_ts, "", [])

    def status(self, channel: str, thread_ts: str) -> str:
        """The status that stands in a thread, or ""."""
        return str(self._statuses.get((channel, thread_ts), {}).get("status", ""))

    def set_prompts(self, channel: str, title: str, prompts: list[Json]) -> None:
        """Suggest up to four things to say in a direct message."""
        note: Json = {
            "type": "suggested_prompts",
            "channel": channel,
            "title": title,
            "prompts": prompts,
        }
        self._prompts[channel] = note
        self._show(channel, note)

    def set_title(self, channel: str, thread_ts: str, title: str) -> None:
        """Name a thread."""
        self._titles[channel, thread_ts] = title
        self._show(
            channel, {"type": "title", "channel": channel, "thread_ts": thread_ts, "title": title}
        )

    def set_session(self, channel: str, thread_ts: str, status: str) -> None:
        """Set a session's life: processing, active, suspended or closed."""
        self._sessions[channel, thread_ts] = status
        note: Json = {"type": "session", "channel": channel, "thread_ts": thread_ts}
        self._show(channel, note | {"status": status})

    def session(self, channel: str, thread_ts: str) -> str:
        """A session's life, or "" when there is none."""
        return self._sessions.get((channel, thread_ts), "")

    def standing(self, channels: set[str]) -> list[Json]:
        """The notes that a page which opens now has missed, for these channels."""
        notes = [*self._statuses.values(), *self._prompts.values()]
        notes += [
            {"type": "session", "channel": channel, "thread_ts": thread_ts, "status": status}
            for (channel, thread_ts), status in self._sessions.items()
        ]
        notes += [
            {"type": "title", "channel": channel, "thread_ts": thread_ts, "title": title}
            for (channel, thread_ts), title in self._titles.items()
        ]
        return [note for note in notes if note["channel"] in channels]

    def _show(self, channel: str, note: Json) -> None:
        self._pages.show(note, to=self._conversations.members(channel))
