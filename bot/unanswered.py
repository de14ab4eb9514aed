"""Owns up to messages that an earlier process took up and never answered, as after a crash.

Slack does not send them again, since they were acknowledged. They are not answered late: what they
asked may have changed, and what was half done must not be done twice.
"""

from __future__ import annotations

import asyncio
import logging
from datetime import timedelta
from typing import Final, Protocol

from memory.errors import StorageFault
from memory.ports import Clock, Journal, Unanswered

TOLD_WITHIN: Final = timedelta(minutes=10)
"""A message that is older has been given up by its person, or comes from a restored backup."""
AGAIN_SECONDS: Final = 30.0
_ATTEMPTS: Final = 5

log = logging.getLogger(__name__)


class OwnsUp(Protocol):
    """Reaches people without a turn of theirs. In Slack it is `Outreach`."""

    async def reached(self) -> None:
        """Return when there is a way to them."""
        ...

    async def own_up(self, message: Unanswered) -> bool:
        """Say under a message that it got no answer; False when that has to be tried again."""
        ...


class LeftUnanswered:
    """One for a process: what the one before it left."""

    def __init__(
        self,
        *,
        journal: Journal,
        way: OwnsUp,
        clock: Clock,
        again_seconds: float = AGAIN_SECONDS,
    ) -> None:
        self._journal = journal
        self._way = way
        self._clock = clock
        self._again_seconds = again_seconds
        self._left: list[Unanswered] = []

    async def look(self) -> None:
        """See what was left, before this process takes anything up. Never fails."""
        try:
            self._left = await self._journal.unanswered()
        except StorageFault as error:
            log.warning("[turn] what was left unanswered cannot be read: %r", error)

    async def run(self) -> None:
        """Tell each person of their message, once, and only of the latest minutes'."""
        since = self._clock() - TOLD_WITHIN
        await self._way.reached()
        waiting = [each for each in self._left if await self._is_first_told(each)]
        waiting = [each for each in waiting if each.at >= since]
        for _ in range(_ATTEMPTS):
            waiting = [each for each in waiting if not await self._way.own_up(each)]
            if not waiting:
                return
            await asyncio.sleep(self._again_seconds)
        log.warning("[turn] %d people were not told of a message left unanswered", len(waiting))

    async def _is_first_told(self, message: Unanswered) -> bool:
        try:
            return await self._journal.answered(message.key)
        except StorageFault as error:
            log.warning("[turn] a message stays unanswered: %r", error)
            return False
