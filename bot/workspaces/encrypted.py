"""An installation store in which no token stands as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Final, TypeVar

from slack_sdk.oauth.installation_store.async_installation_store import AsyncInstallationStore
from slack_sdk.oauth.installation_store.models.bot import Bot
from slack_sdk.oauth.installation_store.models.installation import Installation

from bot.workspaces.token_keys import TokenKeys

TOKENS: Final = ("bot_token", "bot_refresh_token", "user_token", "user_refresh_token")

Kept = TypeVar("Kept", Bot, Installation)


class EncryptedInstallations(AsyncInstallationStore):
    """Closes tokens on the way in, opens them on the way out. Raises `TokenUnreadable`."""

    def __init__(self, inner: AsyncInstallationStore, keys: TokenKeys) -> None:
        self._inner = inner
        self._keys = keys

    async def async_save(self, installation: Installation) -> None:
        """Keep an installation."""
        await self._inner.async_save(_with(installation, self._keys.close))

    async def async_save_bot(self, bot: Bot) -> None:
        """Keep the bot's part of one."""
        await self._inner.async_save_bot(_with(bot, self._keys.close))

    async def async_find_bot(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        is_enterprise_install: bool | None = False,
    ) -> Bot | None:
        """The bot's part of the latest installation."""
        found = await self._inner.async_find_bot(
            enterprise_id=enterprise_id,
            team_id=team_id,
            is_enterprise_install=is_enterprise_install,
        )
        return None if found is None else _with(found, self._keys.open)

    async def async_find_installation(
        self,
        *,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None = None,
        is_enterprise_install: bool | None = False,
    ) -> Installation | None:
        """The latest installation, of this person if given."""
        found = await self._inner.async_find_installation(
            enterprise_id=enterprise_id,
            team_id=team_id,
            user_id=user_id,
            is_enterprise_install=is_enterprise_install,
        )
        return None if found is None else _with(found, self._keys.open)

    async def async_delete_bot(self, *, enterprise_id: str | None, team_id: str | None) -> None:
        """Delete the bot's part of every installation in a workspace."""
        await self._inner.async_delete_bot(enterprise_id=enterprise_id, team_id=team_id)

    async def async_delete_installation(
        self, *, enterprise_id: str | None, team_id: str | None, user_id: str | None = None
    ) -> None:
        """Delete the installations in a workspace, of this person if given."""
        await self._inner.async_delete_installation(
            enterprise_id=enterprise_id, team_id=team_id, user_id=user_id
        )


def _with(kept: Kept, change: Callable[[str], str]) -> Kept:
    """A copy with its tokens changed."""
    values = kept.to_dict_for_copying()
    for name in TOKENS:
        if values.get(name):
            values[name] = change(values[name])
    return type(kept)(**values)
