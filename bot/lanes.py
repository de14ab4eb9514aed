"""Lanes for turns: one after another in the same conversation, side by side in different ones."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Lanes:
    """Runs what enters the same lane in the order in which it came, and can wait for all to end."""

    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()
        self._entered: set[asyncio.Task[object]] = set()

    @asynccontextmanager
    async def enter(self, key: str) -> AsyncIterator[None]:
        """Hold the lane. The place in the queue is taken before anything is awaited."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        task = asyncio.current_task()
        assert task is not None, "a lane is entered from a task"  # noqa: S101  (asyncio's promise)
        self._entered.add(task)
        try:
            async with lock:
                yield
        finally:
            self._entered.discard(task)

    async def drain(self, seconds: float) -> int:
        """Wait for everything that has entered, at most so long; then cancel the rest.

        Returns how many had to be cancelled.
        """
        if not self._entered:
            return 0
        _, late = await asyncio.wait(set(self._entered), timeout=seconds)
        for task in late:
            task.cancel()
        if late:
            await asyncio.wait(late, timeout=1)
        return len(late)
