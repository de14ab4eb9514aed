"""The whole state of one local workspace, and its parts put together. It lives in memory only."""

from __future__ import annotations

import secrets
from collections import deque
from collections.abc import Callable

from bot.local.agent_panel import AgentPanel
from bot.local.clock import Clock
from bot.local.conversations import Conversations
from bot.local.errors import Refusal
from bot.local.events import Events
from bot.local.exchanges import ResponseUrls, Triggers
from bot.local.faults import Faults
from bot.local.files import Files
from bot.local.installations import Installations
from bot.local.json_values import Json
from bot.local.line import Line
from bot.local.pages import Pages
from bot.local.people import Person
from bot.local.settings import Settings
from bot.local.streams import Streams
from bot.local.surfaces import Surfaces

_KEPT_CALLS = 2_000


def random_id() -> str:
    """An id that cannot be guessed and was never made before."""
    return secrets.token_hex(8).upper()


class Workspace:
    """A team with its people, channels, messages, views and the app that serves them."""

    def __init__(
        self,
        settings: Settings,
        clock: Clock,
        new_id: Callable[[], str] = random_id,
        installations: Installations | None = None,
    ) -> None:
        """`installations` are those of a Slack that this workspace joins."""
        seed, limits = settings.seed, settings.limits
        self.settings = settings
        self.team = seed.team
        self.bot = seed.bot
        self.people = {one.id: one for one in (*seed.people, seed.bot.person())}
        self.clock = clock
        self.new_id = new_id
        self.pages = Pages()
        self.faults = Faults()
        self.calls: deque[Json] = deque(maxlen=_KEPT_CALLS)
        self.app = Line(clock, new_id, seed.bot.app_id, limits)
        self.events = Events(seed, clock, new_id, self.app, settings.bot_scopes)
        self.conversations = Conversations(seed, clock, new_id, self.pages, self.events)
        self.surfaces = Surfaces(seed.team, seed.bot, clock, new_id, self.pages)
        self.panel = AgentPanel(self.conversations, clock, self.pages, limits)
        self.streams = Streams(self.conversations, clock, new_id, seed.bot, limits)
        self.triggers = Triggers(clock, limits)
        self.response_urls = ResponseUrls(clock, new_id, self.conversations, seed.bot, limits)
        self.files = Files(new_id)
        self.conversations.when_bot_speaks = self.panel.bot_spoke
        self.app.is_installed = bool(settings.bot_token)
        self.bot_tokens = {settings.bot_token} if settings.bot_token else set()
        self.installations = installations or Installations(clock, new_id)
        self.app.when_connection_changes = self._connection_changed

    def person(self, user: str) -> Person:
        """A member. Raises `Refusal` user_not_found."""
        found = self.people.get(user)
        if found is None:
            raise Refusal("user_not_found")
        return found

    @property
    def mentions(self) -> dict[str, str]:
        """Who can be named with "@" in the composer: name to id."""
        return {name: one.id for one in self.people.values() for name in (one.name, one.real_name)}

    def reset(self) -> None:
        """Go back to the seed: nothing said, nothing open, no faults. Sockets stay."""
        self.app.forget()
        self.events.forget()
        self.streams.reset()
        self.conversations.reset()
        self.surfaces.reset()
        self.panel.reset()
        self.files.reset()
        self.faults.clear()
        self.calls.clear()
        self.pages.show({"type": "reset"})

    def _connection_changed(self, connected: bool) -> None:  # noqa: FBT001 - one fact, told to one
        self.pages.show({"type": "bot_connected", "connected": connected})
