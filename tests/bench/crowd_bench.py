"""Fifty people talk at once: how many turns a second, and how long our part of one takes.

The model takes no time. The workspace and its people run in this process and the bot in another,
over Socket Mode and the Web API, so that the bot's part can be told from theirs.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

import numpy as np
from rich.console import Console
from rich.table import Table

from tests.bench.crowd import PEOPLE, Crowd
from tests.bench.crowd_audit import audit
from tests.bench.crowd_town import Figures, crowded_town
from tests.bench.machine import load

_WARMING_ROUNDS: Final = 1
_ROUNDS: Final = 6
_CALM_ROUNDS: Final = 4
_CALM_SECONDS: Final = 15.0


async def run(console: Console) -> None:
    """Measure and print."""
    table = Table("", title=f"{PEOPLE} people at once", title_justify="left")
    table.add_column("each after the other's answer", justify="right")
    table.add_column(f"each every {_CALM_SECONDS:g} s", justify="right")
    with tempfile.TemporaryDirectory() as folder, console.status("crowd"):
        async with crowded_town(Path(folder)) as town:
            crowd = Crowd(town.served, seed=0)
            await crowd.talk(_WARMING_ROUNDS)
            before = await town.figures()
            busy_seconds = await crowd.talk(_ROUNDS)
            busy = await town.figures()
            calm_seconds = await crowd.talk(_CALM_ROUNDS, pause_seconds=_CALM_SECONDS)
            calm = await town.figures()
            await town.acked()
            found = audit(town, crowd.said)
            late = len(town.served.controls.late())
            errors = town.faults_logged()
    columns = (_cells(before, busy, busy_seconds), _cells(busy, calm, calm_seconds))
    for (name, at_once), (_, calmly) in zip(*columns, strict=True):
        table.add_row(name, at_once, calmly)
    console.print(table)
    console.print(
        f"resident before {before.resident_mb:.0f} MB, after {calm.resident_mb:.0f} MB; "
        f"envelopes later than 3 s: {late}; errors logged: {len(errors)}; load average {load()}"
    )
    console.print(wrongs(found.counts()))


def wrongs(counts: dict[str, int]) -> Table:
    """What should never happen, and how often it did."""
    table = Table("what should never happen", "times", "")
    for name, count in counts.items():
        table.add_row(name, str(count), "[red]missed[/red]" if count else "[green]met[/green]")
    return table


def percentiles(figures: Figures) -> tuple[float, float, float]:
    """The milliseconds of the median turn, of the 95th and of the 99th in a hundred."""
    p50, p95, p99 = np.percentile(figures.milliseconds, [50, 95, 99])
    return float(p50), float(p95), float(p99)


def _cells(before: Figures, after: Figures, seconds: float) -> list[tuple[str, str]]:
    turns = len(after.milliseconds)
    processor = after.processor_seconds - before.rested_seconds
    later = after.rested_seconds - after.processor_seconds
    p50, p95, p99 = percentiles(after)
    return [
        ("turns", f"{turns}"),
        ("turns a second", f"{turns / seconds:.1f}"),
        ("our part, p50 ms", f"{p50:,.0f}"),
        ("our part, p95 ms", f"{p95:,.0f}"),
        ("our part, p99 ms", f"{p99:,.0f}"),
        ("processor, ms a turn", f"{1_000 * processor / turns:.0f}"),
        ("… for what is left to do then", f"{1_000 * later / turns:.0f}"),
    ]
