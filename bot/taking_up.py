"""Takes a message up once, and notes when it has its answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from bot.turn import Turn
from memory.errors import StorageFault
from memory.ports import Journal

log = logging.getLogger(__name__)


@asynccontextmanager
async def taken_up(
    journal: Journal, turn: Turn, place: AbstractAsyncContextManager[None] | None = None
) -> AsyncIterator[bool]:
    """Whether this is the first to take the message up; no other may answer it.

    It is claimed at once, and what goes on inside waits for its `place` among others. The message
    counts as answered at the end, by an error too: of that its person is told. What is cancelled,
    or dies with its process, is left unanswered. Raises `StorageFault` when it cannot be claimed.
    """
    claiming = asyncio.create_task(journal.take_up(turn.waiting), name="claim")
    claiming.add_done_callback(_look_at)
    async with place or nullcontext():
        if not await claiming:
            yield False
            return
        is_over = True
        try:
            yield True
        except asyncio.CancelledError:
            is_over = False
            raise
        finally:
            if is_over:
                await _note(journal, turn)


def _look_at(claiming: asyncio.Task[bool]) -> None:
    """Take note of its error, also where what waits for it has been cancelled."""
    if not claiming.cancelled():
        claiming.exception()


async def _note(journal: Journal, turn: Turn) -> None:
    try:
        await journal.answered(turn.claim)
    except StorageFault as error:
        log.warning("[turn] an answer was not noted: %r", error)
