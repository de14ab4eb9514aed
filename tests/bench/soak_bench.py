"""Minutes of talk with random faults: nothing lost, nothing doubled, and nothing that grows."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

from rich.console import Console
from rich.table import Table

from bot.conversation import PREFETCHED
from tests.bench.crowd import Crowd
from tests.bench.crowd_audit import audit
from tests.bench.crowd_bench import percentiles, wrongs
from tests.bench.crowd_town import Figures, Town, crowded_town
from tests.bench.faults import RandomFaults
from tests.bench.figures import verdict
from tests.bench.machine import load

MINUTES: Final = 10.0
_SEED: Final = 1
_PAUSE_SECONDS: Final = 8.0
_WARMING: Final = 0.3
"""The part of the time after which the process has taken what it needs for so many people."""
_MOST_GROWTH: Final = 1.10
_MORE_FILES: Final = 10
_MORE_TASKS: Final = 3
_FEW_ROWS: Final = 50
_MOST_ROWS: Final = 1.5
"""How many times as many rows a turn may add later as it did at first."""

_SHOWN_AT_MOST: Final = PREFETCHED + 1
"""Memories behind an answer, and the one on its card: more of them as people have more."""


async def run(console: Console, minutes: float = MINUTES) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, console.status(f"soak, {minutes:g} minutes"):
        async with crowded_town(Path(folder)) as town:
            crowd = Crowd(town.served, seed=_SEED)
            faults = RandomFaults(town.served, crowd.said, seed=_SEED)
            crowd.after_click = faults.after_click
            await _talk(crowd, faults, 60 * minutes * _WARMING)
            middle, middle_rows, middle_turns = *await _look(town), len(crowd.said)
            await _talk(crowd, faults, 60 * minutes * (1 - _WARMING))
            end, rows = await _look(town)
            await town.acked()
            found = audit(town, crowd.said)
            errors = town.faults_logged()
    turns = len(crowd.said)
    p50, p95, p99 = percentiles(end)
    console.print(
        f"{turns} turns in {minutes:g} minutes; our part with faults: p50 {p50:,.0f}, "
        f"p95 {p95:,.0f}, p99 {p99:,.0f} ms; load average {load()}"
    )
    told = ", ".join(f"{name} {count}" for name, count in sorted(faults.counts.items()))
    console.print(f"faults: {told}")
    console.print(wrongs(found.counts()))
    console.print(_growth(middle, end))
    console.print(_rows(middle_rows, middle_turns, rows, turns))
    console.print(f"errors logged: {len(errors)}")
    for line in sorted({each.partition(" ERROR ")[2] for each in errors}):
        console.print(f"  {line}", markup=False)


async def _talk(crowd: Crowd, faults: RandomFaults, seconds: float) -> None:
    harm = asyncio.create_task(faults.run())
    try:
        await crowd.talk_until(time.monotonic() + seconds, pause_seconds=_PAUSE_SECONDS)
    finally:
        harm.cancel()


async def _look(town: Town) -> tuple[Figures, dict[str, int]]:
    """The figures at rest, without the faults that waited for a call in vain."""
    town.served.workspace.faults.clear()
    return await town.figures(), town.rows()


def _growth(middle: Figures, end: Figures) -> Table:
    table = Table("at rest", title="Growth", title_justify="left")
    for heading in (f"after {_WARMING:.0%}", "at the end", "target", ""):
        table.add_column(heading, justify="right")
    for name, before, after, most in (
        ("MB resident", middle.resident_mb, end.resident_mb, middle.resident_mb * _MOST_GROWTH),
        ("open files", middle.files, end.files, middle.files + _MORE_FILES),
        ("threads", middle.threads, end.threads, middle.threads + _MORE_FILES),
        ("tasks", middle.tasks, end.tasks, middle.tasks + _MORE_TASKS),
    ):
        cells = (f"{before:.0f}", f"{after:.0f}", f"≤ {most:.0f}", verdict(after, most))
        table.add_row(name, *cells)
    return table


def _rows(middle: dict[str, int], middle_turns: int, end: dict[str, int], turns: int) -> Table:
    table = Table("rows a turn", title="Tables", title_justify="left")
    for heading in ("at first", "later", "rows at the end", ""):
        table.add_column(heading, justify="right")
    for name, count in sorted(end.items(), key=lambda row: -row[1]):
        if count < _FEW_ROWS:
            continue
        first = middle[name] / middle_turns
        later = (count - middle[name]) / (turns - middle_turns)
        most = max(_MOST_ROWS * first, _SHOWN_AT_MOST if name == "exchange_memories" else 0.1)
        table.add_row(name, f"{first:.2f}", f"{later:.2f}", f"{count:,}", verdict(later, most))
    return table
