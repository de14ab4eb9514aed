"""`python -m tests.bench`: measures speed and memory, and prints them with the machine.

`python -m tests.bench turns` measures one part alone: town, process, turns, search, import, crowd,
city or soak. The last two take minutes and are measured only when they are named.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from pathlib import Path
from typing import Final

from rich.console import Console

from tests.bench import (
    crowd_bench,
    import_bench,
    process_bench,
    search_bench,
    soak_bench,
    town_bench,
    turn_bench,
)
from tests.bench.machine import load, machine

_WIDTH: Final = 110

PARTS: Final = ("town", "process", "turns", "search", "import", "crowd")
CITY: Final = "city"
SOAK: Final = "soak"


async def main() -> None:
    """Measure what the command line asks for, the parts one after another."""
    parser = argparse.ArgumentParser(prog="python -m tests.bench", description=__doc__)
    parser.add_argument(
        "parts", nargs="*", default=PARTS, metavar="part", help=", ".join((*PARTS, CITY, SOAK))
    )
    parser.add_argument(
        "--minutes", type=float, default=soak_bench.MINUTES, help="how long the soak lasts"
    )
    chosen = parser.parse_args()
    parts = chosen.parts
    if unknown := set(parts) - {*PARTS, CITY, SOAK}:
        parser.error(f"no such part: {', '.join(sorted(unknown))}")
    console = Console(highlight=False, width=_WIDTH)
    console.print(machine())
    # The town comes first, so that its resident memory is its own.
    with tempfile.TemporaryDirectory() as folder:
        if not {"town", "process"}.isdisjoint(parts):
            await town_bench.run(console, process_bench.home_in(Path(folder)))
        if "process" in parts:
            await process_bench.run(console, Path(folder))
    if CITY in parts:
        with tempfile.TemporaryDirectory() as folder:
            await town_bench.run(
                console,
                Path(folder, "home"),
                count=town_bench.CITY_PEOPLE,
                memories_each=town_bench.CITY_MEMORIES_EACH,
            )
    if "turns" in parts:
        await turn_bench.run(console)
    if "search" in parts:
        await search_bench.run(console)
    if "import" in parts:
        await import_bench.run(console)
    if "crowd" in parts:
        await crowd_bench.run(console)
    if SOAK in parts:
        await soak_bench.run(console, chosen.minutes)
    console.print(f"load average at the end: {load()}")


if __name__ == "__main__":
    asyncio.run(main())
