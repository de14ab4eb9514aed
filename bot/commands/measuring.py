"""`ttori eval`: how well memory finds and decides, on data."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated, Final

import typer

from memory.search.ranking import RANKINGS

ALL: Final = "all"
"""Stands for every ranking."""


def eval_(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="JSON Lines to score.")],
    *,
    ranking: Annotated[
        str | None,
        typer.Option(
            metavar="NAME[,NAME…]",
            help=f"Rankings to compare ({', '.join(RANKINGS)}, or {ALL}); else TTORI_RANKING.",
        ),
    ] = None,
    comparison: Annotated[
        bool,
        typer.Option(
            "--comparison", help="Compare ways to write memories down and ways to find them."
        ),
    ] = False,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON object.")] = False,
) -> None:
    """Score finding and the rules on JSON Lines files and print tables, or one JSON object."""
    from bot.commands.scoring import score_files  # noqa: PLC0415  (heavy)

    score_files(files, ranking, comparison=comparison, as_json=as_json)
