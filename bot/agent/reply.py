"""A reply while it is being spoken."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncGenerator, AsyncIterator
from contextlib import aclosing
from typing import Final

from bot.agent.errors import ModelTimeout
from bot.agent.toolbox import TurnWork
from memory.errors import Rejection
from memory.records import Proposal, Recollection
from memory.searches import Searched

_END: Final = None


class Reply(AsyncIterator[str]):
    """The pieces of the answer's text as the model speaks; iterate it once.

    The work begins with the first piece asked for, runs beside the listener, and ends within
    `timeout_seconds` whatever the model does. Raises `ModelFailed` after the last piece when the
    answer did not become whole, and `MemoryFault` when memory did not work. `proposals`, `used` and
    `text` are complete afterwards, also after an error.
    """

    def __init__(
        self, pieces: AsyncGenerator[str], work: TurnWork, *, timeout_seconds: float
    ) -> None:
        self._pieces = pieces
        self._work = work
        self._timeout_seconds = timeout_seconds
        self._queue: asyncio.Queue[str | None] = asyncio.Queue()
        self._task: asyncio.Task[None] | None = None
        self._is_over = False
        self._is_stopped = False

    @property
    def proposals(self) -> list[Proposal]:
        """What the tools proposed in this turn, in order."""
        return list(self._work.proposals)

    @property
    def used(self) -> list[Recollection]:
        """The memories that entered the prompt or that the tools found, each once."""
        return list(self._work.used)

    @property
    def searched(self) -> list[Searched]:
        """The searches of this turn, the prompt's first."""
        return self._work.searched

    @property
    def told_of_secret(self) -> bool:
        """Whether a tool refused a secret, which the answer has to say."""
        return Rejection.SECRET in self._work.rejections

    @property
    def text(self) -> str:
        """What was said so far."""
        return self._work.speech.said

    async def __anext__(self) -> str:
        if self._is_stopped:
            await self._end()
        if self._is_over:
            raise StopAsyncIteration
        if self._task is None:
            self._task = asyncio.create_task(self._speak(), name="reply")
        try:
            piece = await self._queue.get()
        except asyncio.CancelledError:
            await self.aclose()
            raise
        if self._is_stopped:
            await self._end()
            raise StopAsyncIteration
        if piece is not _END:
            return piece
        self._is_over = True
        await self._task
        raise StopAsyncIteration

    def stop(self) -> None:
        """Have the model's work end. The reply is over without an error; what was said stands."""
        self._is_stopped = True
        if self._task is not None:
            self._task.cancel()

    async def aclose(self) -> None:
        """Stop speaking. Nothing more comes; what was proposed stands."""
        await self._end()

    async def _end(self) -> None:
        self._is_over = True
        if self._task is None:
            await self._pieces.aclose()
        elif not self._task.done():
            self._task.cancel()
            await asyncio.wait({self._task})

    async def _speak(self) -> None:
        loop = asyncio.get_running_loop()
        self._work.deadline = loop.time() + self._timeout_seconds
        try:
            async with asyncio.timeout_at(self._work.deadline), aclosing(self._pieces) as pieces:
                async for piece in pieces:
                    self._queue.put_nowait(piece)
        except TimeoutError as error:
            if rest := self._work.speech.break_off():
                self._queue.put_nowait(rest)
            raise ModelTimeout("The answer did not become whole in time.") from error
        finally:
            self._queue.put_nowait(_END)
