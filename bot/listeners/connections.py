"""The ways to Slack that are open, for whatever comes without an event of Slack's."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import TypeAlias

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.slack_answers import UNREACHABLE, text_in

log = logging.getLogger(__name__)


@dataclass(slots=True)
class Connection:
    """A client with its token. `team` and `organisation` are "" until Slack was asked for them."""

    client: AsyncWebClient
    team: str = ""
    organisation: str = ""


Finder: TypeAlias = Callable[[str], Awaitable[Connection | None]]
"""Finds the way to a team or organisation; None when there is none."""


class Connections:
    """Knows the clients of the apps that were built, as long as their sessions are open."""

    def __init__(self) -> None:
        self._joined: list[Connection] = []
        self._finder: Finder | None = None
        self._is_joined = asyncio.Event()

    def join(self, client: AsyncWebClient) -> None:
        """Take in the client of an app."""
        self._joined.append(Connection(client))
        self._is_joined.set()

    def find_by(self, finder: Finder) -> None:
        """Ask this for the way to each team, where workspaces install the bot by themselves."""
        self._finder = finder
        self._is_joined.set()

    async def reached(self) -> None:
        """Return when the first client has joined."""
        await self._is_joined.wait()

    async def way_to(self, team: str) -> Connection | None:
        """The client that serves a team or organisation; a single one serves them all.

        None when there is none, or Slack does not say whom it serves.
        """
        if self._finder is not None:
            return await self._finder(team)
        self._joined = [each for each in self._joined if not _is_closed(each.client)]
        for each in self._joined:
            await _learn(each)
        known = [each for each in self._joined if each.team]
        serving = [each for each in known if team in {each.team, each.organisation}]
        return next(iter(serving or (known if len(self._joined) == 1 else ())), None)


async def _learn(connection: Connection) -> None:
    if connection.team:
        return
    try:
        answer = await connection.client.auth_test()
    except (SlackApiError, *UNREACHABLE) as error:
        log.info("[slack] did not say which workspace this is: %s", type(error).__name__)
        return
    connection.team = text_in(answer, "team_id")
    connection.organisation = text_in(answer, "enterprise_id")


def _is_closed(client: AsyncWebClient) -> bool:
    return client.session is not None and client.session.closed
