"""Keeps model calls within a budget: talk goes first, background work waits, and stops in time."""

from __future__ import annotations

import asyncio
import logging
from collections import deque
from collections.abc import Awaitable, Callable, Iterable
from datetime import datetime, timedelta
from typing import Final

from memory.dialogue.ports import Usage
from memory.dialogue.records import Spending, Use, UseKind
from memory.errors import MemoryFault
from memory.ports import Clock

CALLS_A_MINUTE: Final = 15
CALLS_A_DAY: Final = 1_500
"""What Gemini's free tier allows, and the default."""

_MINUTE: Final = timedelta(minutes=1)
_DAY: Final = timedelta(days=1)
_TALKS_SHARE: Final = 3
"""One call in so many is left for talk, of a minute's and of a day's."""
_KEPT_FOR_DIGESTS: Final = 2
"""Calls of its share that background work does not spend on questions that can be left out."""

log = logging.getLogger(__name__)


class BudgetSpent(MemoryFault):
    """The day's calls for background work are spent: think without the model."""


class ShareSpent(BudgetSpent):
    """More calls than these are not made beside so few messages: think without the model."""


def background_share(messages: int) -> int:
    """How many calls of background work there may be beside so many messages of a day.

    One in five. A day with fewer than 100 has up to four more, so that a short talk need not wait
    for its fifth message; at 100 they are used up.
    """
    return max(messages * 20, 400 + messages * 16) // 100


class CallBudget:
    """Counts calls in rolling windows, which hold however a provider cuts its days.

    One for a process. `share` tells how many calls of background work there may be beside the
    messages of the last day, None that this does not matter. `sleep` takes seconds.
    """

    def __init__(
        self,
        *,
        clock: Clock,
        a_minute: int = CALLS_A_MINUTE,
        a_day: int = CALLS_A_DAY,
        share: Callable[[int], int] | None = None,
        sleep: Callable[[float], Awaitable[object]] = asyncio.sleep,
    ) -> None:
        self._clock = clock
        self._a_minute = a_minute
        self._a_day = a_day
        self._share = share
        self._sleep = sleep
        self._uses: dict[UseKind, deque[datetime]] = {kind: deque() for kind in UseKind}
        self._unsaved: list[Use] = []
        self._turn = asyncio.Lock()
        self.noted = asyncio.Event()
        """Set when there is something to save."""

    def heard(self) -> None:
        """Count a message that was answered."""
        self._note(UseKind.MESSAGE)

    def talk(self) -> None:
        """Count a call that answers somebody. It never waits."""
        self._note(UseKind.TALK)

    def take_now(self) -> bool:
        """Count a call of background work, if it may be made at once."""
        return self._take_now(kept=0)

    def ask_now(self) -> bool:
        """The same for a question that can be left out: some calls are kept for what cannot."""
        return self._take_now(kept=_KEPT_FOR_DIGESTS)

    async def take(self) -> None:
        """Wait until a call of background work may be made, and count it.

        Raises `BudgetSpent` when the day has none left, `ShareSpent` when its share has none.
        """
        async with self._turn:
            while not self.take_now():
                if self.is_spent:
                    raise BudgetSpent(f"{self._a_day} calls a day are planned for.")
                if not self.affords():
                    raise ShareSpent("There were too few messages for another call.")
                await self._sleep(self._wait_seconds())

    def affords(self, *, kept: int = 0) -> bool:
        """Whether the share of background work has a call left, beside those that are kept."""
        if self._share is None:
            return True
        spent = self._count(UseKind.BACKGROUND) + kept
        return spent < self._share(self._count(UseKind.MESSAGE))

    @property
    def is_spent(self) -> bool:
        """Whether the day has no call left for background work."""
        return self.spending.calls >= _for_work(self._a_day)

    @property
    def has_no_talk_left(self) -> bool:
        """Whether the day has no call left at all."""
        return self.spending.calls >= self._a_day

    @property
    def spending(self) -> Spending:
        """What was used in the last 24 hours."""
        talk, background, messages = (self._count(kind) for kind in UseKind)
        return Spending(talk, background, messages, self._a_day)

    async def restore(self, usage: Usage) -> None:
        """Go on from what earlier processes have used. Raises `StorageFault`."""
        self._add(await usage.after(self._clock() - _DAY))

    async def save(self, usage: Usage) -> None:
        """Keep what was counted and not kept yet. After a `StorageFault` the next call does."""
        self.noted.clear()
        uses = list(self._unsaved)
        if uses:
            await usage.note(uses, since=self._clock() - _DAY)
            del self._unsaved[: len(uses)]

    def _take_now(self, *, kept: int) -> bool:
        if self.is_spent or not self.affords(kept=kept) or self._wait_seconds() > 0:
            return False
        self._note(UseKind.BACKGROUND)
        return True

    def _note(self, kind: UseKind) -> None:
        use = Use(kind, self._clock())
        self._add([use])
        self._unsaved.append(use)
        self.noted.set()
        if kind is not UseKind.MESSAGE:
            self._tell(kind)

    def _add(self, uses: Iterable[Use]) -> None:
        for each in uses:
            self._uses[each.kind].append(each.at)

    def _tell(self, kind: UseKind) -> None:
        spent = self.spending
        log.info(
            "[model] %s calls=%d/%d talk=%d background=%d messages=%d",
            kind,
            spent.calls,
            spent.a_day,
            spent.talk,
            spent.background,
            spent.messages,
        )

    def _count(self, kind: UseKind) -> int:
        oldest, times = self._clock() - _DAY, self._uses[kind]
        while times and times[0] <= oldest:
            times.popleft()
        return len(times)

    def _wait_seconds(self) -> float:
        """Until a call of background work fits into the minute; 0.0 when it does now."""
        now, most = self._clock(), _for_work(self._a_minute)
        calls = (*self._uses[UseKind.TALK], *self._uses[UseKind.BACKGROUND])
        recent = sorted(each for each in calls if each > now - _MINUTE)
        if len(recent) < most:
            return 0.0
        return (recent[-most] + _MINUTE - now).total_seconds()


def _for_work(calls: int) -> int:
    """How many calls there may have been for background work to make one more; 1 at least."""
    return max(calls - calls // _TALKS_SHARE, 1)
