"""Lanes for turns: one after another in the same conversation, side by side in different ones."""

from __future__ import annotations

import asyncio
import weakref
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager


class Lanes:
    """Runs what enters the same lane in the order in which it came."""

    def __init__(self) -> None:
        self._locks: weakref.WeakValueDictionary[str, asyncio.Lock] = weakref.WeakValueDictionary()

    @asynccontextmanager
    async def enter(self, key: str) -> AsyncIterator[None]:
        """Hold the lane. The place in the queue is taken before anything is awaited."""
        lock = self._locks.get(key)
        if lock is None:
            lock = self._locks[key] = asyncio.Lock()
        async with lock:
            yield
