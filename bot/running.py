"""Knows which listeners are still at work, so that the process can let them end."""

from __future__ import annotations

import asyncio

from slack_bolt.async_app import AsyncApp
from slack_bolt.listener.async_listener_start_handler import AsyncListenerStartHandler
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse


class Running:
    """The listeners that have started and not ended. Bolt itself keeps no hold of their tasks."""

    def __init__(self) -> None:
        self._tasks: set[asyncio.Task[object]] = set()

    @classmethod
    def watch(cls, app: AsyncApp) -> Running:
        """Watch every listener of an app from now on."""
        running = cls()
        app.listener_runner.listener_start_handler = _Started(running)
        return running

    async def drain(self, seconds: float) -> int:
        """Wait for all that have started, at most so long, then cancel the rest.

        Returns how many had to be cancelled.
        """
        await asyncio.sleep(0)  # what Bolt has just handed over begins with the loop's next step
        if not self._tasks:
            return 0
        _, late = await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        return len(late)

    def started(self) -> None:
        """The task that calls this has begun a listener."""
        if task := asyncio.current_task():
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)


class _Started(AsyncListenerStartHandler):
    def __init__(self, running: Running) -> None:
        self._running = running

    async def handle(
        self,
        request: AsyncBoltRequest,  # noqa: ARG002  (Bolt's signature)
        response: BoltResponse | None,  # noqa: ARG002  (Bolt's signature)
    ) -> None:
        self._running.started()
