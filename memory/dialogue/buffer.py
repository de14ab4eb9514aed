"""The buffer: exchanges wait until five have gathered, or until five minutes have been idle.

It holds names and times only. The exchanges themselves wait in the database, so that what had not
been digested when the process died is found there at the next start.
"""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final, Protocol

from memory.dialogue.ports import Chronicle
from memory.dialogue.records import Digest
from memory.errors import StorageFault
from memory.ports import Clock
from memory.records import Exchange, Scope

BATCH: Final = 5
IDLE: Final = timedelta(minutes=5)

MOST_AT_ONCE: Final = 10
"""In one batch, when more than BATCH have had to wait."""
PATIENCE: Final = timedelta(hours=1)
"""How long a batch waits for a call that the budget cannot afford; then it is done without."""

_LOOK_SECONDS: Final = 15.0
_MOST_PICKED_UP: Final = 10_000

log = logging.getLogger(__name__)

Done = Callable[[Scope, list[Exchange], list[Digest]], Awaitable[None]]
"""Is told what was made of a batch."""


class Digests(Protocol):
    """The part of `memory.dialogue.digest.Digesting` that is needed here."""

    async def digest(self, scope: Scope, batch: list[Exchange]) -> list[Digest]:
        """Digest exchanges of one person; [] when they wait. Raises `StorageFault`."""
        ...


@dataclass(slots=True)
class _Waiting:
    count: int
    last_at: datetime


class Buffer:
    """Gathers exchanges and has them digested. One for a process; `run` is its life."""

    def __init__(
        self,
        *,
        chronicle: Chronicle,
        digesting: Digests,
        clock: Clock,
        batch: int = BATCH,
        idle: timedelta = IDLE,
        affords: Callable[[], bool] = lambda: True,
    ) -> None:
        """`affords` tells whether a call of the model can be paid; a batch may wait until then."""
        self._chronicle = chronicle
        self._digesting = digesting
        self._clock = clock
        self._batch = batch
        self._idle = idle
        self._affords = affords
        self._waiting: dict[Scope, _Waiting] = {}
        self._wake = asyncio.Event()

    def add(self, scope: Scope) -> None:
        """Note that an exchange of this person was kept just now."""
        waiting = self._waiting.setdefault(scope, _Waiting(0, self._clock()))
        waiting.count += 1
        waiting.last_at = self._clock()
        if waiting.count >= self._batch:
            self._wake.set()

    @property
    def depth(self) -> int:
        """How many exchanges wait to be digested."""
        return sum(max(0, each.count) for each in self._waiting.values())

    async def pick_up(self) -> int:
        """Find what an earlier process left; how many exchanges. They are due at once.

        Raises `StorageFault`.
        """
        left = await self._chronicle.undigested(None, _MOST_PICKED_UP)
        due = self._clock() - self._idle
        for scope, count in Counter(each.scope for each in left).items():
            self._waiting[scope] = _Waiting(count, due)
        if left:
            log.info("[memory] picked up exchanges=%d", len(left))
            self._wake.set()
        return len(left)

    async def work_off(self, told: Done | None = None) -> int:
        """Digest all batches that are due now; how many exchanges. Raises `StorageFault`."""
        digested = 0
        for scope in list(self._waiting):
            while self._is_due(scope):
                batch = await self._chronicle.undigested(scope, MOST_AT_ONCE)
                waiting = self._waiting[scope]
                waiting.count -= len(batch)
                if waiting.count <= 0 or len(batch) < MOST_AT_ONCE:
                    del self._waiting[scope]
                if not batch:
                    break
                digests = await self._digesting.digest(scope, batch)
                digested += len(digests)
                if not digests:
                    self._waiting[scope] = _Waiting(0, self._clock())
                    break
                if told is not None:
                    await told(scope, batch, digests)
        return digested

    async def run(self, told: Done | None = None) -> None:
        """Digest what becomes due, until cancelled. What cannot be stored is tried again."""
        while True:
            self._wake.clear()
            try:
                await self.work_off(told)
            except StorageFault as error:
                log.warning("[memory] nothing can be digested now: %r", error)
                await self._note_again()
            try:
                async with asyncio.timeout(_LOOK_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                continue

    def _is_due(self, scope: Scope) -> bool:
        waiting = self._waiting.get(scope)
        if waiting is None:
            return False
        quiet = self._clock() - waiting.last_at
        if waiting.count < self._batch and quiet < self._idle:
            return False
        return waiting.count >= MOST_AT_ONCE or quiet >= PATIENCE or self._affords()

    async def _note_again(self) -> None:
        try:
            await self.pick_up()
        except StorageFault:
            log.warning("[memory] what waits is found at the next start")
        self._wake.clear()
