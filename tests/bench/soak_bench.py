"""Minutes of talk with random faults: nothing lost, nothing doubled, and nothing that grows."""

from __future__ import annotations

import asyncio
import tempfile
import time
from pathlib import Path
from typing import Final

from rich.console import Console

from tests.bench import growth
from tests.bench.crowd import Crowd
from tests.bench.crowd_audit import audit, seen_of
from tests.bench.crowd_bench import percentiles, wrongs
from tests.bench.crowd_town import Figures, Town, crowded_town
from tests.bench.faults import RandomFaults
from tests.bench.growth import Counted
from tests.bench.machine import load

MINUTES: Final = 10.0
_SEED: Final = 1
_PAUSE_SECONDS: Final = 8.0
_WARMING: Final = 0.3
"""The part of the time after which the process has taken what it needs for so many people."""


async def run(console: Console, minutes: float = MINUTES) -> None:
    """Measure and print."""
    with tempfile.TemporaryDirectory() as folder, console.status(f"soak, {minutes:g} minutes"):
        async with crowded_town(Path(folder)) as town:
            crowd = Crowd(town.served, seed=_SEED)
            faults = RandomFaults(town.served, crowd.said, seed=_SEED)
            crowd.after_click = faults.after_click
            await _talk(crowd, faults, 60 * minutes * _WARMING)
            middle, first = await _look(town, crowd)
            await _talk(crowd, faults, 60 * minutes * (1 - _WARMING))
            end, last = await _look(town, crowd)
            await town.acked()
            found = audit(town, crowd.said)
            errors = town.faults_logged()
            unanswered = {each.tag: seen_of(town, each) for each in found.unanswered_cards}
    p50, p95, p99 = percentiles(end)
    console.print(
        f"{last.turns} turns in {minutes:g} minutes; our part with faults: p50 {p50:,.0f}, "
        f"p95 {p95:,.0f}, p99 {p99:,.0f} ms; load average {load()}"
    )
    told = ", ".join(f"{name} {count}" for name, count in sorted(faults.counts.items()))
    console.print(f"faults: {told}")
    console.print(wrongs(found.counts()))
    console.print(growth.process(middle, end, _WARMING))
    console.print(growth.tables(first, last))
    for tag, seen in unanswered.items():
        console.print(f"no outcome within a minute for {tag}; at the end its person sees: {seen}")
    console.print(f"errors logged: {len(errors)}")
    for line in sorted({each.partition(" ERROR ")[2] for each in errors}):
        console.print(f"  {line}", markup=False)


async def _talk(crowd: Crowd, faults: RandomFaults, seconds: float) -> None:
    harm = asyncio.create_task(faults.run())
    try:
        await crowd.talk_until(time.monotonic() + seconds, pause_seconds=_PAUSE_SECONDS)
    finally:
        harm.cancel()


async def _look(town: Town, crowd: Crowd) -> tuple[Figures, Counted]:
    """The figures at rest, without the faults that waited for a call in vain."""
    town.served.workspace.faults.clear()
    figures = await town.figures()
    return figures, Counted(town.rows(), len(crowd.said))
