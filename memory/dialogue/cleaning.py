"""Cleaning: exchanges that are too old or too many go. Memories are not touched by it."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from datetime import timedelta
from typing import Final, Protocol

from memory.dialogue.ports import Chronicle
from memory.ports import Clock
from memory.records import Scope

MOST_EXCHANGES: Final = 10_000

log = logging.getLogger(__name__)


class Unfiles(Protocol):
    """The part of `memory.search.upkeep.Upkeep` that is needed here."""

    async def trimmed(self, scope: Scope, ids: Sequence[str]) -> None:
        """Take exchanges out of the index. Never fails."""
        ...


class Cleaning:
    """Holds each person's exchanges to an age and a number. `ttl` None keeps them of any age."""

    def __init__(
        self,
        *,
        chronicle: Chronicle,
        upkeep: Unfiles,
        clock: Clock,
        ttl: timedelta | None = None,
        most: int = MOST_EXCHANGES,
    ) -> None:
        self._chronicle = chronicle
        self._upkeep = upkeep
        self._clock = clock
        self._ttl = ttl
        self._most = most

    async def clean(self, scope: Scope) -> int:
        """Clean one person's; how many exchanges went. Raises `StorageFault`."""
        before = None if self._ttl is None else self._clock() - self._ttl
        gone = await self._chronicle.trim(scope, before=before, most=self._most)
        if gone:
            await self._upkeep.trimmed(scope, gone)
        return len(gone)

    async def clean_all(self) -> int:
        """Clean everyone's, and tell the log what went. Raises `StorageFault`."""
        total = 0
        for scope in await self._chronicle.people():
            if gone := await self.clean(scope):
                log.info("[memory] cleaned exchanges=%d of one person", gone)
                total += gone
        return total
