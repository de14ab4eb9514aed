"""Workspaces that have left: their people's memories wait for a time, and then are erased."""

from __future__ import annotations

import logging
from datetime import timedelta

from memory.books import DepartureBook
from memory.erasure import Erasure
from memory.errors import IndexUnavailable
from memory.ports import Clock

log = logging.getLogger(__name__)


class Departures:
    """One for a process. What is waited for stands in the database and outlives a restart."""

    def __init__(
        self, *, book: DepartureBook, erasure: Erasure, clock: Clock, grace: timedelta
    ) -> None:
        self._book = book
        self._erasure = erasure
        self._clock = clock
        self._grace = grace

    async def leave(self, team: str) -> None:
        """The team has left; told again, the first time counts. Raises `StorageFault`."""
        await self._book.note(team, self._clock() + self._grace)
        log.info("[memory] a team has left; its memories are kept for %s", self._grace)

    async def come_back(self, team: str) -> None:
        """The team is here again: nothing of it is erased. Raises `StorageFault`."""
        if await self._book.strike(team):
            log.info("[memory] a team came back; its memories stay")

    async def erase_due(self) -> int:
        """Erase everyone of the teams whose time is up; how many people. Raises `StorageFault`.

        What is broken off is taken up again at the next call.
        """
        erased = 0
        for team in await self._book.due(self._clock()):
            for scope in await self._erasure.known_scopes():
                if scope.team != team:
                    continue
                if team not in await self._book.due(self._clock()):
                    break  # it came back in the meantime
                try:
                    await self._erasure.erase(scope)
                except IndexUnavailable as error:
                    log.warning("[memory] a team that left is erased later: %s", error)
                    return erased
                erased += 1
            else:
                await self._book.strike(team)
        if erased:
            log.info("[memory] erased people of teams that had left: %d", erased)
        return erased
