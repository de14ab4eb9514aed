"""The workspace's time. It can jump; what was waiting for a moment it passes happens at once."""

from __future__ import annotations

import asyncio
import heapq
import itertools
import time
from collections.abc import Callable
from dataclasses import dataclass, field


@dataclass(order=True, slots=True)
class Alarm:
    """Something that will happen at a moment, unless it is cancelled."""

    at: float
    number: int
    action: Callable[[], None] = field(compare=False)
    cancelled: bool = field(default=False, compare=False)

    def cancel(self) -> None:
        """It will not happen."""
        self.cancelled = True


class Clock:
    """Tells Unix seconds and rings alarms. `source` is the time underneath it."""

    def __init__(self, source: Callable[[], float] = time.time) -> None:
        self._source = source
        self._ahead_seconds = 0.0
        self._alarms: list[Alarm] = []
        self._numbers = itertools.count()
        self._timer: asyncio.TimerHandle | None = None
        self._last_micros = 0

    def now(self) -> float:
        """Unix seconds, jumps included."""
        return self._source() + self._ahead_seconds

    def unjumped(self) -> float:
        """Unix seconds as other machines count them, without the jumps."""
        return self._source()

    def timestamp(self) -> str:
        """A Slack timestamp ("1700000000.123456") that was never given before and is the newest."""
        self._last_micros = max(int(self.now() * 1_000_000), self._last_micros + 1)
        return f"{self._last_micros // 1_000_000}.{self._last_micros % 1_000_000:06d}"

    def jump(self, seconds: float) -> None:
        """Go ahead by some seconds; alarms that are due ring before this returns."""
        self._ahead_seconds += max(0.0, seconds)
        self._ring()

    def after(self, seconds: float, action: Callable[[], None]) -> Alarm:
        """Ring after some seconds. Needs a running event loop."""
        alarm = Alarm(self.now() + seconds, next(self._numbers), action)
        heapq.heappush(self._alarms, alarm)
        self._arm()
        return alarm

    async def wait(self, seconds: float) -> None:
        """Return when some seconds have passed on this clock."""
        passed: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        alarm = self.after(seconds, lambda: _finish(passed))
        try:
            await passed
        finally:
            alarm.cancel()

    def stop(self) -> None:
        """Ring nothing any more."""
        self._alarms.clear()
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _ring(self) -> None:
        while self._alarms and (self._alarms[0].cancelled or self._alarms[0].at <= self.now()):
            alarm = heapq.heappop(self._alarms)
            if not alarm.cancelled:
                alarm.action()
        self._arm()

    def _arm(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None
        if self._alarms:
            remaining_seconds = max(0.0, self._alarms[0].at - self.now())
            self._timer = asyncio.get_running_loop().call_later(remaining_seconds, self._ring)


def _finish(future: asyncio.Future[None]) -> None:
    if not future.done():
        future.set_result(None)
