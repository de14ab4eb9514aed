"""The bot that a crowd talks to, as a process of its own: wired as ever, with a model at once.

It reads its settings from the environment like `ttori run`. Each line that it is sent makes it
come to rest and print one line of figures as JSON; the end of the lines ends it.
"""

from __future__ import annotations

import asyncio
import gc
import io
import json
import logging
import sys
from contextlib import AsyncExitStack
from dataclasses import replace
from typing import Final

import psutil
from rich.console import Console

from bot.agent.models import ChosenModel
from bot.listeners import Conversation
from bot.process import kept_up
from bot.settings import Settings, load_settings
from bot.transport import in_slack
from bot.turn import Stage, Turn
from bot.wiring import open_rooms, open_services
from memory.records import Scope
from tests.bench.crowd_model import CrowdModel
from tests.bench.stopwatch import Stopwatch

AWAKE: Final = "awake"
_REST_SECONDS: Final = 60
_LOOK_SECONDS: Final = 1.0
_AT_REST_CPU_PERCENT: Final = 4
_RESTFUL_LOOKS: Final = 3


class TimedConversation:
    """The conversation as it is, under a stopwatch."""

    def __init__(self, conversation: Conversation, stopwatch: Stopwatch) -> None:
        self._conversation = conversation
        self._stopwatch = stopwatch

    async def hear(self, turn: Turn, stage: Stage) -> None:
        """Answer."""
        try:
            await self._conversation.hear(turn, stage)
        finally:
            self._stopwatch.over(turn)

    def stop(self, lane: str, scope: Scope) -> bool:
        """Stop an answer."""
        return self._conversation.stop(lane, scope)

    async def drain(self, seconds: float) -> int:
        """Let what goes on beside the talk end."""
        return await self._conversation.drain(seconds)


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")
    sys.stdout.flush()


def _instant(_: Settings) -> ChosenModel:
    return ChosenModel(CrowdModel(), "instant", is_offline=False)


async def _rest() -> None:
    """Wait until the process uses almost no processor, three times in a row."""
    process = psutil.Process()
    process.cpu_percent()
    restful = 0
    try:
        async with asyncio.timeout(_REST_SECONDS):
            while restful < _RESTFUL_LOOKS:
                await asyncio.sleep(_LOOK_SECONDS)
                is_restful = process.cpu_percent() < _AT_REST_CPU_PERCENT
                restful = restful + 1 if is_restful else 0
    except TimeoutError:
        logging.getLogger(__name__).warning("no rest within %d s", _REST_SECONDS)


def _processor_seconds() -> float:
    times = psutil.Process().cpu_times()
    return times.user + times.system


def _figures(stopwatch: Stopwatch, processor: float) -> str:
    """All figures since the last ones; `processor` is what its time was before the rest."""
    gc.collect()
    process = psutil.Process()
    milliseconds, stopwatch.milliseconds = stopwatch.milliseconds, []
    return json.dumps(
        {
            "milliseconds": milliseconds,
            "processor_seconds": processor,
            "rested_seconds": _processor_seconds(),
            "resident_mb": process.memory_info().rss / 2**20,
            "files": process.num_fds(),
            "threads": process.num_threads(),
            "tasks": len(asyncio.all_tasks()),
        }
    )


async def main() -> None:
    """Serve until the lines end."""
    logging.basicConfig(stream=sys.stderr, format="%(asctime)s %(levelname)s %(message)s")
    settings = load_settings()
    stopwatch = Stopwatch()
    stopwatch.watch_sockets()
    lines = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(
        lambda: asyncio.StreamReaderProtocol(lines), sys.stdin
    )
    async with AsyncExitStack() as stack:
        rooms = await stack.enter_async_context(open_rooms(settings))
        services = await stack.enter_async_context(open_services(settings, rooms, choose=_instant))
        conversation = TimedConversation(services.conversation, stopwatch)
        await stack.enter_async_context(
            in_slack(settings, replace(services, conversation=conversation))
        )
        await stack.enter_async_context(kept_up(rooms.upkeep, Console(file=io.StringIO())))
        _say(AWAKE)
        while await lines.readline():
            processor = _processor_seconds()
            await _rest()
            _say(_figures(stopwatch, processor))


if __name__ == "__main__":
    asyncio.run(main())
