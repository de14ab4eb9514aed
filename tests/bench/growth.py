"""What has grown while people talked, and whether it may."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from rich.table import Table

from bot.conversation import PREFETCHED
from memory.dialogue.tags import TAGS_AT_MOST
from tests.bench.crowd_town import Figures
from tests.bench.figures import verdict

_MOST_GROWTH: Final = 1.10
_MORE_FILES: Final = 10
_MORE_TASKS: Final = 3
_FEW_ROWS: Final = 50
_MOST_ROWS: Final = 1.5
"""How many times as many rows a turn may add later as it did at first."""
_LEAST_ROWS: Final = 0.1

EXCHANGES: Final = "exchanges"
ROWS_OF_AN_EXCHANGE: Final = {
    "exchange_memories": PREFETCHED + 1,  # those behind the answer, and the one on its card
    "exchange_tags": TAGS_AT_MOST,
    "topic_exchanges": 1,
    "session_exchanges": 1,
}
"""How many rows may hang on each exchange that is kept, and go with it. They come later than it
does, so that how many a turn adds at first says nothing."""


@dataclass(frozen=True, slots=True)
class Counted:
    """The rows of each table after so many turns."""

    rows: Mapping[str, int]
    turns: int


@dataclass(frozen=True, slots=True)
class TableGrowth:
    """How a table has grown: rows a turn at first and later, or rows of each exchange.

    `measured` may be at most `most`.
    """

    name: str
    rows: int
    at_first: float
    later: float
    measured: float
    most: float

    @property
    def is_bounded(self) -> bool:
        """Whether it has grown no more than it may."""
        return self.measured <= self.most


def growth_of_tables(middle: Counted, end: Counted) -> list[TableGrowth]:
    """Judge the tables that have more than a few rows, the largest first."""
    return [
        _growth_of(name, middle, end)
        for name, rows in sorted(end.rows.items(), key=lambda row: -row[1])
        if rows >= _FEW_ROWS
    ]


def tables(middle: Counted, end: Counted) -> Table:
    """The growth of the tables, to be printed."""
    table = Table("rows a turn", title="Tables", title_justify="left")
    for heading in ("at first", "later", "rows at the end", "an exchange", "at most", ""):
        table.add_column(heading, justify="right")
    for each in growth_of_tables(middle, end):
        hangs = each.name in ROWS_OF_AN_EXCHANGE
        table.add_row(
            each.name,
            *(f"{each.at_first:.2f}", f"{each.later:.2f}", f"{each.rows:,}"),
            *(f"{each.measured:.2f}" if hangs else "", f"{each.most:.2f}"),
            verdict(each.measured, each.most),
        )
    return table


def process(middle: Figures, end: Figures, part: float) -> Table:
    """The growth of the process between two rests, the first after a `part` of the time."""
    table = Table("at rest", title="Growth", title_justify="left")
    for heading in (f"after {part:.0%}", "at the end", "target", ""):
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


def _growth_of(name: str, middle: Counted, end: Counted) -> TableGrowth:
    rows = end.rows[name]
    before = middle.rows.get(name, 0)
    at_first = before / middle.turns
    later = (rows - before) / (end.turns - middle.turns)
    measured, most = later, max(_MOST_ROWS * at_first, _LEAST_ROWS)
    if name in ROWS_OF_AN_EXCHANGE:
        measured, most = rows / end.rows[EXCHANGES], float(ROWS_OF_AN_EXCHANGE[name])
    return TableGrowth(name, rows, at_first, later, measured, most)
