"""Workspaces come and go: installations at once, memories after a time of grace."""

from __future__ import annotations

import logging
from dataclasses import dataclass
from typing import Protocol

from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.models.installation import Installation
from slack_sdk.oauth.state_store.async_state_store import AsyncOAuthStateStore

from memory.departures import Departures

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Place:
    """Where the bot is installed: a workspace, perhaps of an organisation, or all of one."""

    enterprise_id: str | None
    team_id: str | None
    is_whole_enterprise: bool = False

    @property
    def key(self) -> str:
        """How memories name it: as the team of a scope."""
        return self.enterprise_id or self.team_id or ""

    @property
    def installed_team(self) -> str | None:
        """The workspace under which the installation is kept; None for a whole organisation."""
        return None if self.is_whole_enterprise else self.team_id


class Roll(Protocol):
    """Knows who is left, beside the installation store. Raises `StorageFault`."""

    async def is_elsewhere(self, place: Place) -> bool:
        """Whether the memories of a place are served by another installation, too."""
        ...

    async def place_of(self, key: str) -> Place | None:
        """The place that serves this workspace or organisation."""
        ...


class Tenancy:
    """Keeps installations and departures in step. Safe to be told anything twice, in any order."""

    def __init__(
        self,
        installations: AsyncInstallationStore,
        states: AsyncOAuthStateStore,
        roll: Roll,
        departures: Departures,
    ) -> None:
        """`states` are those of installations that were begun."""
        self.installations = installations
        self.states = states
        self.roll = roll
        self._departures = departures

    async def installed(self, installation: Installation) -> None:
        """A workspace has installed the bot, perhaps again. Raises `StorageFault`."""
        await self.installations.async_save(installation)
        key = installation.enterprise_id or installation.team_id or ""
        await self._departures.come_back(key)
        log.info("[slack] installed in %s", key)

    async def left(self, place: Place, at: float) -> None:
        """A workspace has removed the bot, at this Unix time. Raises `StorageFault`.

        What tells of a time before the present installation comes late and is ignored.
        """
        present = await self.installations.async_find_installation(
            enterprise_id=place.enterprise_id,
            team_id=place.installed_team,
            is_enterprise_install=place.is_whole_enterprise,
        )
        if present is not None and int(present.installed_at) > at:
            log.info("[slack] %s was removed before it was installed again", place.key)
            return
        if not await self.roll.is_elsewhere(place):
            await self._departures.leave(place.key)  # first: what follows may be broken off
        await self.installations.async_delete_all(
            enterprise_id=place.enterprise_id, team_id=place.installed_team
        )
        log.info("[slack] removed from %s", place.key)

    async def forget_people(self, place: Place, users: list[str]) -> None:
        """These people have taken their own tokens back. Raises `StorageFault`."""
        for user in users:
            await self.installations.async_delete_installation(
                enterprise_id=place.enterprise_id, team_id=place.installed_team, user_id=user
            )
