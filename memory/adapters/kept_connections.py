"""Connections that stay open between their uses: to open and close one outlasts a reading."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncEngine


class KeptConnections:
    """Lends connections of an engine, each to one borrower at a time, at most `most` at once.

    One that a borrower left with an error is closed, and the next borrower gets another. The
    engine's pool must have room for `most`.
    """

    def __init__(self, engine: AsyncEngine, *, most: int, patience_seconds: float) -> None:
        self._engine = engine
        self._patience_seconds = patience_seconds
        self._free = asyncio.Semaphore(most)
        self._idle: list[AsyncConnection] = []
        self._is_closed = False

    @asynccontextmanager
    async def lend(self) -> AsyncIterator[AsyncConnection]:
        """Give a connection. Raises TimeoutError when none becomes free in time."""
        async with asyncio.timeout(self._patience_seconds):
            await self._free.acquire()
        try:
            async with AsyncExitStack() as ending:
                connection = self._idle.pop() if self._idle else await self._engine.connect()
                ending.push_async_exit(connection)
                try:
                    yield connection
                finally:
                    if connection.invalidated:  # a server went away, perhaps: then all are dead
                        self._close_idle(ending)
                if not (connection.invalidated or self._is_closed):
                    self._idle.append(connection)
                    ending.pop_all()
        finally:
            self._free.release()

    async def close(self) -> None:
        """Close those that are idle, and from now on each one when it comes back."""
        self._is_closed = True
        async with AsyncExitStack() as ending:
            self._close_idle(ending)

    def _close_idle(self, ending: AsyncExitStack) -> None:
        while self._idle:
            ending.push_async_exit(self._idle.pop())
