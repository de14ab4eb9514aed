"""How long `ttori run` takes until it answers, and how much memory it holds when it rests."""

from __future__ import annotations

import asyncio
import statistics
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from operator import attrgetter
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

import aiohttp
import psutil
from rich.console import Console
from rich.table import Table

from tests.bench.figures import verdict
from tests.bench.town_bench import MEMORIES_EACH, PEOPLE, VISITOR
from tests.end_to_end.running_bot import RunningBot

TARGET_READY_SECONDS: Final = 4
TARGET_IDLE_MB: Final = 300
_QUESTION: Final = "또리 생일 뭐였지?"
_STARTS: Final = 3
_REPLY_SECONDS: Final = 60
_POLL_SECONDS: Final = 1
_AT_REST_CPU_PERCENT: Final = 3
_RESTFUL_LOOKS: Final = 3
_LONGEST_WAIT_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Start:
    """Seconds until the address is printed, until the first reply, of the processor by then."""

    awake: float
    ready: float
    processor: float


@dataclass(frozen=True, slots=True)
class Rest:
    """How long after the start the process rests, in seconds, and how much it holds then, in MB."""

    seconds: float
    resident: float


def home_in(folder: Path) -> Path:
    """Where `RunningBot` looks for the home when it is given this folder."""
    return folder / "ttori"


async def run(console: Console, filled: Path) -> None:
    """Measure starts on new homes and on the town's (in the folder `filled`), and print."""
    table = Table("ttori run", title="The process", title_justify="left")
    for heading in ("new home", f"{PEOPLE:,} × {MEMORIES_EACH} memories", "target"):
        table.add_column(heading, justify="right")
    starts: tuple[list[Start], list[Start]] = ([], [])
    rests: list[Rest] = []
    for number in range(_STARTS):
        is_last = number == _STARTS - 1
        with console.status(f"start {number + 1} of {_STARTS}"), TemporaryDirectory() as new:
            for home, its_starts in zip((Path(new), filled), starts, strict=True):
                async with _running(home) as bot:
                    its_starts.append(await _first_reply(bot))
                    if is_last:
                        rests.append(await _rest(bot))
    for name, target, of in (
        ("seconds until the address is printed", None, attrgetter("awake")),
        ("seconds until the first reply", TARGET_READY_SECONDS, attrgetter("ready")),
        ("processor seconds until then", None, attrgetter("processor")),
    ):
        figures = [statistics.median(of(start) for start in its_starts) for its_starts in starts]
        table.add_row(name, *_cells(figures, target))
    table.add_row("seconds until it rests", *_cells([rest.seconds for rest in rests]))
    table.add_row("MB resident then", *_cells([rest.resident for rest in rests], TARGET_IDLE_MB))
    console.print(table)


def _cells(figures: Sequence[float], target: int | None = None) -> tuple[str, ...]:
    shown = [f"{figure:.1f}" if figure < 100 else f"{figure:,.0f}" for figure in figures]
    if target is None:
        return (*shown, "")
    shown = [f"{a} {verdict(b, target)}" for a, b in zip(shown, figures, strict=True)]
    return (*shown, f"≤ {target:,}")


@dataclass(frozen=True, slots=True)
class _Bot:
    started: float
    awake: float
    address: str
    process: psutil.Process

    @property
    def age(self) -> float:
        return time.perf_counter() - self.started


@asynccontextmanager
async def _running(home: Path) -> AsyncIterator[_Bot]:
    started = time.perf_counter()
    bot = await asyncio.to_thread(RunningBot, home)
    try:
        awake = time.perf_counter() - started
        (process,) = psutil.Process().children()
        yield _Bot(started, awake, bot.address, process)
    finally:
        await asyncio.to_thread(bot.stop)


async def _first_reply(bot: _Bot) -> Start:
    await ask(bot.address)
    times = bot.process.cpu_times()
    return Start(bot.awake, bot.age, times.user + times.system)


async def ask(address: str) -> None:
    """Say something on the page at this address and wait for the reply."""
    async with (
        asyncio.timeout(_REPLY_SECONDS),
        aiohttp.ClientSession(address) as session,
        session.ws_connect(f"/page/live?user={VISITOR.user}") as page,
    ):
        said = {
            "user": VISITOR.user,
            "channel": f"D{VISITOR.user.removeprefix('U')}",
            "text": _QUESTION,
        }
        async with session.post("/page/message", json=said) as answer:
            answer.raise_for_status()
        while True:
            message = (await page.receive_json()).get("message") or {}
            if message.get("bot_id") and message.get("text") and not message["streaming"]:
                return


async def _rest(bot: _Bot) -> Rest:
    """Wait until the process uses almost no processor, three times in a row."""
    bot.process.cpu_percent()
    restful = 0
    async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
        while restful < _RESTFUL_LOOKS:
            await asyncio.sleep(_POLL_SECONDS)
            is_restful = bot.process.cpu_percent() < _AT_REST_CPU_PERCENT
            restful = restful + 1 if is_restful else 0
    return Rest(bot.age, bot.process.memory_info().rss / 2**20)
