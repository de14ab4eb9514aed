"""The app in several workspaces: codes, tokens and who has it installed.

https://docs.slack.dev/reference/methods/oauth.v2.access
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

from bot.local.clock import Clock
from bot.local.errors import Refusal
from bot.local.json_values import Json, text_of
from bot.local.line import Line
from bot.local.people import Bot, Person, Team

CLIENT_ID = "local.ttori"
CLIENT_SECRET = "local-client-secret"  # noqa: S105 - made up, it opens nothing but this process
_CODE_SECONDS = 600.0


class Home(Protocol):
    """As much of a workspace as an installation touches."""

    team: Team
    bot: Bot
    bot_tokens: set[str]
    people: dict[str, Person]
    app: Line


@dataclass(frozen=True, slots=True)
class _Code:
    team: str
    redirect_uri: str
    scope: str
    until: float


class Installations:
    """Knows the workspaces of one local Slack. `install_url` is where the app's flow begins.

    `expires_seconds` makes tokens that run out and come with a refresh token.
    """

    def __init__(self, clock: Clock, new_id: Callable[[], str]) -> None:
        self._clock = clock
        self._new_id = new_id
        self._homes: dict[str, Home] = {}
        self._origins: dict[str, str] = {}
        self._codes: dict[str, _Code] = {}
        self._refreshes: dict[str, str] = {}
        self.install_url = ""
        self.expires_seconds = 0

    def add(self, home: Home, origin: str) -> None:
        """Take in a workspace that is served at `origin`."""
        self._homes[home.team.id] = home
        self._origins[home.team.id] = origin

    def choices(self) -> list[tuple[Team, bool]]:
        """The workspaces, and whether each has the app installed."""
        return [(home.team, home.app.is_installed) for home in self._homes.values()]

    def origin_of(self, team: str) -> str:
        """Where a workspace is served. Raises `Refusal` team_not_found."""
        if team not in self._origins:
            raise Refusal("team_not_found")
        return self._origins[team]

    def team_of(self, token: str) -> str:
        """The workspace that a bot token belongs to, "" for none."""
        found = (team for team, home in self._homes.items() if token in home.bot_tokens)
        return next(found, "")

    def allow(self, team: str, redirect_uri: str, scope: str) -> str:
        """A person agrees: a code for the app. Raises `Refusal` team_not_found."""
        self.origin_of(team)
        code = self._new_id()
        self._codes[code] = _Code(team, redirect_uri, scope, self._clock.now() + _CODE_SECONDS)
        return code

    def access(self, args: Json) -> Json:
        """Give tokens for a code or for a refresh token. Raises `Refusal` as Slack does."""
        is_app = text_of(args, "client_id") == CLIENT_ID
        if not is_app or text_of(args, "client_secret") != CLIENT_SECRET:
            raise Refusal("invalid_client_id" if not is_app else "bad_client_secret")
        if text_of(args, "grant_type") == "refresh_token":
            team = self._refreshes.pop(text_of(args, "refresh_token"), "")
            if not team:
                raise Refusal("invalid_refresh_token")
            return self._granted(self._homes[team], "")
        code = self._codes.pop(text_of(args, "code"), None)
        if code is None:
            raise Refusal("invalid_code")
        if code.until < self._clock.now():
            raise Refusal("code_expired")
        if code.redirect_uri != text_of(args, "redirect_uri"):
            raise Refusal("bad_redirect_uri")
        home = self._homes[code.team]
        answer = self._granted(home, code.scope)
        home.app.install()
        return answer

    def revoke(self, team: str) -> None:
        """The workspace removes the app: its tokens open nothing any more."""
        self._homes[team].bot_tokens.clear()
        self._refreshes = {word: of for word, of in self._refreshes.items() if of != team}

    def _granted(self, home: Home, scope: str) -> Json:
        token = f"xoxb-{self._new_id()}"
        home.bot_tokens.add(token)
        answer: Json = {
            "ok": True,
            "app_id": home.bot.app_id,
            "token_type": "bot",
            "access_token": token,
            "bot_user_id": home.bot.user_id,
            "scope": scope,
            "team": {"id": home.team.id, "name": home.team.name},
            "enterprise": None,
            "is_enterprise_install": False,
            "authed_user": {"id": next(iter(home.people))},
        }
        if self.expires_seconds:
            refresh = f"xoxe-{self._new_id()}"
            self._refreshes[refresh] = home.team.id
            answer |= {"refresh_token": refresh, "expires_in": self.expires_seconds}
        return answer
