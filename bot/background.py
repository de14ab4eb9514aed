"""What goes on beside the talk as long as the bot runs: digests, and cleaning of what is old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Final, Protocol

from memory.errors import EmbeddingUnavailable, StorageFault

CLEANING_SECONDS: Final = 6 * 60 * 60.0
"""Between two cleanings. The first is at the start."""

LOOK_SECONDS: Final = 60.0
"""Between two looks for sessions that have gone idle."""
LAST_SECONDS: Final = 5.0
"""For ending the open sessions when the bot stops."""

log = logging.getLogger(__name__)


class Buffers(Protocol):
    """The part of `memory.dialogue.buffer.Buffer` that is needed here."""

    async def pick_up(self) -> int:
        """Find what an earlier process left. Raises `StorageFault`."""
        ...

    async def run(self) -> None:
        """Digest what becomes due, until cancelled."""
        ...


class Cleans(Protocol):
    """The part of `memory.dialogue.cleaning.Cleaning` that is needed here."""

    async def clean_all(self) -> int:
        """Clean everyone's exchanges. Raises `StorageFault`."""
        ...


class Courses(Protocol):
    """The part of `memory.dialogue.course.Course` that is needed here."""

    async def end_idle(self) -> int:
        """End everyone's idle sessions. Raises `StorageFault`."""
        ...

    async def end_all(self) -> int:
        """End every session. Raises `StorageFault`."""
        ...


class Prepares(Protocol):
    """The part of `TopicJudge` and `Lookback` of `memory.dialogue` that is needed here."""

    async def prepare(self) -> None:
        """Get ready for the first message. Raises `EmbeddingUnavailable`."""
        ...


@asynccontextmanager
async def kept_in_course(
    course: Courses, *measures: Prepares, look_seconds: float = LOOK_SECONDS
) -> AsyncIterator[None]:
    """Idle sessions are ended beside the talk, those of an earlier process first; all at the end.

    What cannot be ended is found at the next start. The `measures` are prepared, one after another.
    """
    tasks = [
        _begin("measures", _prepare(measures)),
        _begin("sessions", _end_idle(course, look_seconds)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)
        try:
            async with asyncio.timeout(LAST_SECONDS):
                await course.end_all()
        except (StorageFault, TimeoutError) as error:
            log.warning("[memory] sessions are left to the next start: %r", error)


async def _prepare(measures: Sequence[Prepares]) -> None:
    for each in measures:
        try:
            await each.prepare()
        except EmbeddingUnavailable as error:
            log.warning("[memory] topics and talk are judged by words alone for now: %s", error)


async def _end_idle(course: Courses, seconds: float) -> None:
    while True:
        try:
            await course.end_idle()
        except StorageFault as error:
            log.warning("[memory] sessions cannot be ended now: %r", error)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def kept_digested(
    buffer: Buffers, cleaning: Cleans, *, cleaning_seconds: float = CLEANING_SECONDS
) -> AsyncIterator[None]:
    """What was said is digested and cleaned, beside the talk.

    What is cut off at the end is found at the next start.
    """
    tasks = [
        _begin("digests", _digest(buffer)),
        _begin("cleaning", _clean(cleaning, cleaning_seconds)),
    ]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


async def _digest(buffer: Buffers) -> None:
    try:
        await buffer.pick_up()
    except StorageFault as error:
        log.warning("[memory] what was not digested waits for the next start: %r", error)
    await buffer.run()


async def _clean(cleaning: Cleans, seconds: float) -> None:
    while True:
        try:
            await cleaning.clean_all()
        except StorageFault as error:
            log.warning("[memory] nothing can be cleaned now: %r", error)
        await asyncio.sleep(seconds)


def _begin(name: str, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_tell_of_death)
    return task


def _tell_of_death(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("[memory] %s ended; restart the bot", task.get_name(), exc_info=error)
