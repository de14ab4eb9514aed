"""Durations of one thing done many times, and whether a figure keeps its target."""

from __future__ import annotations

import time
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
from rich.table import Table

_Item = TypeVar("_Item")


@dataclass(frozen=True, slots=True)
class Timing:
    """Milliseconds of the clock, and the processor's for one of them on the average.

    On a busy machine the clock also counts the waiting for others; the processor's time does not.
    """

    p50: float
    p95: float
    processor: float


async def timed(
    items: Sequence[_Item],
    work: Callable[[_Item], Awaitable[object]],
    *,
    before_each: Callable[[_Item], Awaitable[object]] | None = None,
) -> Timing:
    """Do something with each item, one after another, and time each.

    What is done `before_each` of them is not counted.
    """
    seconds, processor = [], 0.0
    for item in items:
        if before_each is not None:
            await before_each(item)
        started, processor_started = time.perf_counter(), time.process_time()
        await work(item)
        seconds.append(time.perf_counter() - started)
        processor += time.process_time() - processor_started
    milliseconds = [1_000 * each for each in seconds]
    return Timing(**percentiles(milliseconds), processor=1_000 * processor / len(seconds))


def percentiles(milliseconds: Sequence[float]) -> dict[str, float]:
    """The median and the 95th of a hundred, by their names in `Timing`."""
    p50, p95 = np.percentile(milliseconds, [50, 95])
    return {"p50": float(p50), "p95": float(p95)}


def timing_table(title: str) -> Table:
    """A table for `timing_cells`."""
    table = Table("milliseconds", title=title, title_justify="left")
    for heading in ("p50", "p95", "processor", "target p95", ""):
        table.add_column(heading, justify="right")
    return table


def timing_cells(timing: Timing, target_ms: float | None = None) -> tuple[str, ...]:
    """The cells of a row after its name."""
    figures = (f"{timing.p50:.1f}", f"{timing.p95:.1f}", f"{timing.processor:.1f}")
    if target_ms is None:
        return (*figures, "", "")
    return (*figures, f"≤ {target_ms:g}", verdict(timing.p95, target_ms))


def verdict(figure: float, most: float) -> str:
    """Whether a figure is no higher than its target, to be read at a glance."""
    return "[green]met[/green]" if figure <= most else "[red]missed[/red]"
