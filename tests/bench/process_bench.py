"""How long `ttori run` takes until it answers, and how much memory it holds when it rests."""

from __future__ import annotations

import asyncio
import statistics
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path
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
_LONGEST_WAIT_SECONDS: Final = 120


@dataclass(frozen=True, slots=True)
class Start:
    """One start: seconds until the address is printed, until the reply, of the processor by then.

    `resident_mb` is measured once the process rests, `resting_seconds` after the start.
    """

    awake: float
    ready: float
    processor: float
    resident_mb: float
    resting_seconds: float


def home_in(folder: Path) -> Path:
    """Where `RunningBot` looks for the home when it is given this folder."""
    return folder / "ttori"


async def run(console: Console, filled: Path) -> None:
    """Measure starts on new homes and on the town's (in the folder `filled`), and print."""
    table = Table("ttori run", title="The process", title_justify="left")
    for heading in ("new home", f"{PEOPLE:,} × {MEMORIES_EACH} memories", "target"):
        table.add_column(heading, justify="right")
    empty, full = [], []
    for number in range(_STARTS):
        with console.status(f"start {number + 1} of {_STARTS}"):
            with tempfile.TemporaryDirectory() as folder:
                empty.append(await _start(Path(folder)))
            full.append(await _start(filled))
    for name, figure, target in (
        ("seconds until the address is printed", "awake", None),
        ("seconds until the first reply", "ready", TARGET_READY_SECONDS),
        ("processor seconds until then", "processor", None),
        ("MB resident at rest", "resident_mb", TARGET_IDLE_MB),
        ("seconds until it rests", "resting_seconds", None),
    ):
        figures = [
            statistics.median(getattr(start, figure) for start in starts)
            for starts in (empty, full)
        ]
        table.add_row(name, *_cells(figures, target))
    console.print(table)


def _cells(figures: list[float], target: int | None) -> tuple[str, ...]:
    shown = [f"{figure:.1f}" if figure < 100 else f"{figure:,.0f}" for figure in figures]
    if target is None:
        return (*shown, "")
    shown = [f"{a} {verdict(b, target)}" for a, b in zip(shown, figures, strict=True)]
    return (*shown, f"≤ {target:,}")


async def _start(home: Path) -> Start:
    started = time.perf_counter()
    bot = await asyncio.to_thread(RunningBot, home)
    awake = time.perf_counter() - started
    try:
        (process,) = psutil.Process().children()
        await _first_reply(bot.address)
        ready = time.perf_counter() - started
        times = process.cpu_times()
        await _until_at_rest(process)
        return Start(
            awake=awake,
            ready=ready,
            processor=times.user + times.system,
            resident_mb=process.memory_info().rss / 2**20,
            resting_seconds=time.perf_counter() - started,
        )
    finally:
        await asyncio.to_thread(bot.stop)


async def _first_reply(address: str) -> None:
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


async def _until_at_rest(process: psutil.Process) -> None:
    """Wait until it uses almost no processor, three times in a row."""
    process.cpu_percent()
    restful = 0
    async with asyncio.timeout(_LONGEST_WAIT_SECONDS):
        while restful < 3:
            await asyncio.sleep(_POLL_SECONDS)
            restful = restful + 1 if process.cpu_percent() < _AT_REST_CPU_PERCENT else 0
