"""Shows in a thread that an answer is coming, with Slack's Stop button where there is one."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Sequence
from enum import StrEnum

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.abilities import Abilities, Ability, is_missing
from bot.posting import Thread
from bot.slack_answers import UNREACHABLE, error_code

log = logging.getLogger(__name__)


class _Session(StrEnum):
    """https://docs.slack.dev/reference/methods/agents.sessions.setStatus."""

    PROCESSING = "processing"
    ACTIVE = "active"


class Presence:
    """What a thread shows beside words. One for each turn; nothing here ever fails."""

    def __init__(self, client: AsyncWebClient, abilities: Abilities, thread: Thread) -> None:
        self._client = client
        self._abilities = abilities
        self._thread = thread
        self._has_status = False
        self._has_session = False

    async def think(self, status: str, loading: Sequence[str]) -> None:
        """Show the status, and the lines of `loading` (ten at most) in turn where Slack can."""
        self._has_status, self._has_session = await asyncio.gather(
            self._set_status(status, loading), self._set_session(_Session.PROCESSING)
        )

    async def rest(self) -> None:
        """Stop showing it."""
        has_status, self._has_status = self._has_status, False
        has_session, self._has_session = self._has_session, False
        await asyncio.gather(
            *([self._set_status("", ())] if has_status else []),
            *([self._set_session(_Session.ACTIVE)] if has_session else []),
        )

    async def _set_status(self, status: str, loading: Sequence[str]) -> bool:
        if not self._abilities.has(self._thread.team, Ability.STATUS):
            return False
        call = self._client.assistant_threads_setStatus(
            channel_id=self._thread.channel,
            thread_ts=self._thread.thread_ts,
            status=status,
            loading_messages=list(loading) or None,
        )
        return await self._is_taken(Ability.STATUS, call)

    async def _set_session(self, session: _Session) -> bool:
        if not self._abilities.has(self._thread.team, Ability.SESSIONS):
            return False
        call = self._client.agents_sessions_setStatus(
            channel_id=self._thread.channel,
            thread_ts=self._thread.thread_ts,
            status=session.value,
        )
        return await self._is_taken(Ability.SESSIONS, call)

    async def _is_taken(self, ability: Ability, call: Awaitable[AsyncSlackResponse]) -> bool:
        try:
            await call
        except SlackApiError as error:
            if is_missing(error):
                self._abilities.lacks(self._thread.team, ability, error)
            else:
                log.info("[slack] %s was not taken: %s", ability, error_code(error))
            return False
        except UNREACHABLE as error:
            log.info("[slack] %s was not taken: %r", ability, error)
            return False
        return True
