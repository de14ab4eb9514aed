"""What goes on beside the talk as long as the bot runs: digests, counts, cleaning of the old."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Coroutine, Sequence
from contextlib import asynccontextmanager
from typing import Final, Protocol

from memory.dialogue.buffer import Done
from memory.dialogue.ports import Usage
from memory.dialogue.records import Digest
from memory.errors import EmbeddingUnavailable, StorageFault
from memory.records import Exchange, Scope

CLEANING_SECONDS: Final = 6 * 60 * 60.0
"""Between two cleanings. The first is at the start."""

AGAIN_SECONDS: Final = 15.0
"""Until counts that could not be kept are tried again."""
GATHER_SECONDS: Final = 1.0
"""How long counts are gathered before they are kept: an answer's own end up in one writing."""
LOOK_SECONDS: Final = 60.0
"""Between two looks for sessions that have gone idle."""
LAST_SECONDS: Final = 5.0
"""For ending the open sessions when the bot stops."""

log = logging.getLogger(__name__)


class Counts(Protocol):
    """The part of `memory.dialogue.limiter.CallBudget` that is needed here."""

    @property
    def noted(self) -> asyncio.Event:
        """Set when there is something to save."""
        ...

    async def restore(self, usage: Usage) -> None:
        """Go on from what earlier processes have used. Raises `StorageFault`."""
        ...

    async def save(self, usage: Usage) -> None:
        """Keep what was counted. Raises `StorageFault`."""
        ...


class Buffers(Protocol):
    """The part of `memory.dialogue.buffer.Buffer` that is needed here."""

    async def pick_up(self) -> int:
        """Find what an earlier process left. Raises `StorageFault`."""
        ...

    async def run(self, told: Done | None = None) -> None:
        """Digest what becomes due, until cancelled."""
        ...


class Harvests(Protocol):
    """The part of `bot.harvest.Harvest` that is needed here."""

    async def told(self, scope: Scope, batch: list[Exchange], digests: list[Digest]) -> None:
        """Hear what was made of a batch."""
        ...

    async def run(self) -> None:
        """Harvest what digests find, until cancelled."""
        ...


class Cleans(Protocol):
    """The part of `memory.dialogue.cleaning.Cleaning` that is needed here."""

    async def clean_all(self) -> int:
        """Clean everyone's exchanges. Raises `StorageFault`."""
        ...


class Erases(Protocol):
    """The part of `memory.departures.Departures` that is needed here."""

    async def erase_due(self) -> int:
        """Erase the people of teams that have left. Raises `StorageFault`."""
        ...


class Lapses(Protocol):
    """The part of `memory.erasure.Erasure` that is needed here."""

    async def lapse(self) -> int:
        """Remove what was kept long enough. Raises `StorageFault`."""
        ...


class Cleanings:
    """Three cleanings as one: what is old, who has left, and what was kept long enough."""

    def __init__(self, cleaning: Cleans, departures: Erases, erasure: Lapses) -> None:
        self._cleaning = cleaning
        self._departures = departures
        self._erasure = erasure

    async def clean_all(self) -> int:
        """Clean everyone's exchanges, erase who has left, let lapse. Raises `StorageFault`."""
        cleaned = await self._cleaning.clean_all() + await self._departures.erase_due()
        return cleaned + await self._erasure.lapse()


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
    beside = _running(
        measures=_prepare(measures),
        sessions=_end_idle(course, look_seconds),
    )
    try:
        async with beside:
            yield
    finally:
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


class Left(Protocol):
    """The part of `bot.unanswered.LeftUnanswered` that is needed here."""

    async def look(self) -> None:
        """See what an earlier process left. Never fails."""
        ...

    async def run(self) -> None:
        """Tell people of it."""
        ...


@asynccontextmanager
async def kept_honest(left: Left) -> AsyncIterator[None]:
    """People are told of messages that an earlier process left unanswered, beside the talk."""
    await left.look()
    async with _running(unanswered=left.run()):
        yield


@asynccontextmanager
async def kept_counted(
    budget: Counts,
    usage: Usage,
    *,
    gather_seconds: float = GATHER_SECONDS,
    again_seconds: float = AGAIN_SECONDS,
) -> AsyncIterator[None]:
    """The budget goes on from what was used before, and what is used is kept soon after."""
    try:
        await budget.restore(usage)
    except StorageFault as error:
        log.warning("[model] earlier calls are not counted: %r", error)
    try:
        async with _running(call_counts=_count(budget, usage, gather_seconds, again_seconds)):
            yield
    finally:
        await _save(budget, usage)


async def _count(budget: Counts, usage: Usage, gather_seconds: float, again_seconds: float) -> None:
    while True:
        await budget.noted.wait()
        await asyncio.sleep(gather_seconds)
        if not await _save(budget, usage):
            await asyncio.sleep(again_seconds)
            budget.noted.set()


async def _save(budget: Counts, usage: Usage) -> bool:
    try:
        await budget.save(usage)
    except StorageFault as error:
        log.warning("[model] calls cannot be kept now: %r", error)
        return False
    return True


@asynccontextmanager
async def kept_digested(
    buffer: Buffers,
    cleaning: Cleans,
    harvest: Harvests,
    *,
    cleaning_seconds: float = CLEANING_SECONDS,
) -> AsyncIterator[None]:
    """What was said is digested and cleaned, and what is found in it harvested, beside the talk.

    What is cut off at the end is found at the next start.
    """
    async with _running(
        digests=_digest(buffer, harvest),
        harvest=harvest.run(),
        cleaning=_clean(cleaning, cleaning_seconds),
    ):
        yield


async def _digest(buffer: Buffers, harvest: Harvests) -> None:
    try:
        await buffer.pick_up()
    except StorageFault as error:
        log.warning("[memory] what was not digested waits for the next start: %r", error)
    await buffer.run(harvest.told)


async def _clean(cleaning: Cleans, seconds: float) -> None:
    while True:
        try:
            await cleaning.clean_all()
        except StorageFault as error:
            log.warning("[memory] nothing can be cleaned now: %r", error)
        await asyncio.sleep(seconds)


@asynccontextmanager
async def _running(**works: Coroutine[None, None, None]) -> AsyncIterator[None]:
    """Run these beside what goes on inside, and cancel them at its end."""
    tasks = [_begin(name.replace("_", " "), work) for name, work in works.items()]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.wait(tasks)


def _begin(name: str, work: Coroutine[None, None, None]) -> asyncio.Task[None]:
    task = asyncio.create_task(work, name=name)
    task.add_done_callback(_tell_of_death)
    return task


def _tell_of_death(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("[memory] %s ended; restart the bot", task.get_name(), exc_info=error)
