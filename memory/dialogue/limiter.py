"""Keeps model calls within a budget: talk goes first, background work waits, and stops in time."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from datetime import datetime, timedelta
from typing import Final

from memory.errors import MemoryFault
from memory.ports import Clock

CALLS_A_MINUTE: Final = 15
CALLS_A_DAY: Final = 1_500
"""What Gemini's free tier allows, and the default."""

_MINUTE: Final = timedelta(minutes=1)
_DAY: Final = timedelta(days=1)
_TALKS_SHARE: Final = 3
"""One call in so many is left for talk, of a minute's and of a day's."""


class BudgetSpent(MemoryFault):
    """The day's calls for background work are spent: think without the model."""


class CallBudget:
    """Counts calls in rolling windows, which hold however a provider cuts its days.

    One for a process: it starts anew with it. `sleep` takes seconds.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        a_minute: int = CALLS_A_MINUTE,
        a_day: int = CALLS_A_DAY,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._a_minute = a_minute
        self._a_day = a_day
        self._sleep = sleep
        self._calls: deque[datetime] = deque()
        self._turn = asyncio.Lock()
        self.talked = 0
        self.worked = 0

    def talk(self) -> None:
        """Count a call that answers somebody. It never waits."""
        self.talked += 1
        self._note()

    def take_now(self) -> bool:
        """Count a call of background work, if it may be made at once."""
        if self._is_spent() or self._wait_seconds() > 0:
            return False
        self.worked += 1
        self._note()
        return True

    async def take(self) -> None:
        """Wait until a call of background work may be made, and count it.

        Raises `BudgetSpent` when the day has none left.
        """
        async with self._turn:
            while not self.take_now():
                if self._is_spent():
                    raise BudgetSpent(f"{self._a_day} calls a day are planned for.")
                await self._sleep(self._wait_seconds())

    @property
    def last_day(self) -> int:
        """The calls of the last 24 hours."""
        self._let_go()
        return len(self._calls)

    def _note(self) -> None:
        self._let_go()
        self._calls.append(self._clock())

    def _let_go(self) -> None:
        oldest = self._clock() - _DAY
        while self._calls and self._calls[0] <= oldest:
            self._calls.popleft()

    def _is_spent(self) -> bool:
        return self.last_day >= _for_work(self._a_day)

    def _wait_seconds(self) -> float:
        """Until a call of background work fits into the minute; 0.0 when it does now."""
        now, most = self._clock(), _for_work(self._a_minute)
        recent = [each for each in self._calls if each > now - _MINUTE]
        if len(recent) < most:
            return 0.0
        return (recent[-most] + _MINUTE - now).total_seconds()


def _for_work(calls: int) -> int:
    """How many calls there may have been for background work to make one more; 1 at least."""
    return max(calls - calls // _TALKS_SHARE, 1)
