"""Finds the token of the workspace that a request comes from, renewed when it runs out."""

from __future__ import annotations

import asyncio
import logging
import weakref

from slack_bolt.authorization import AuthorizeResult
from slack_bolt.authorization.async_authorize import AsyncInstallationStoreAuthorize
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.errors import SlackTokenRotationError
from slack_sdk.web.async_client import AsyncWebClient

from bot.workspaces.tenancy import Place, Tenancy

log = logging.getLogger(__name__)


class Authorizing(AsyncInstallationStoreAuthorize):
    """Bolt's own, one request of a workspace at a time: a refresh token works once."""

    def __init__(
        self, tenancy: Tenancy, client: AsyncWebClient, *, client_id: str, client_secret: str
    ) -> None:
        super().__init__(
            logger=log,
            installation_store=tenancy.installations,
            client_id=client_id,
            client_secret=client_secret,
            cache_enabled=True,
            client=client,
        )
        self._tenancy = tenancy
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    async def __call__(
        self,
        *,
        context: AsyncBoltContext,
        enterprise_id: str | None,
        team_id: str | None,
        user_id: str | None,
        actor_enterprise_id: str | None = None,
        actor_team_id: str | None = None,
        actor_user_id: str | None = None,
    ) -> AuthorizeResult | None:
        """As Bolt promises; None where the bot is not installed. Raises `StorageFault`."""
        async with self._lock(enterprise_id or team_id or ""):
            return await super().__call__(
                context=context,
                enterprise_id=enterprise_id,
                team_id=team_id,
                user_id=user_id,
                actor_enterprise_id=actor_enterprise_id,
                actor_team_id=actor_team_id,
                actor_user_id=actor_user_id,
            )

    async def token_for(self, key: str) -> tuple[Place, str] | None:
        """The token that serves a workspace or organisation, for what comes without a request.

        None where the bot is not installed, or Slack does not renew the token.
        """
        async with self._lock(key):
            place = await self._tenancy.roll.place_of(key)
            if place is None:
                return None
            found = await self._tenancy.installations.async_find_installation(
                enterprise_id=place.enterprise_id,
                team_id=place.installed_team,
                is_enterprise_install=place.is_whole_enterprise,
            )
            try:
                renewed = await self._rotate_and_save_tokens_if_necessary(found)
            except SlackTokenRotationError as error:
                log.warning("[slack] the token of %s cannot be renewed: %s", key, error)
                return None
        token = (renewed or found).bot_token if found else None
        if token is None:
            return None
        return place, token

    def _lock(self, key: str) -> asyncio.Lock:
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        return lock
