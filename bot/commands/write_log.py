"""`ttori log writes`: what was decided about each candidate for a memory, and why."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Annotated

import typer
from rich.table import Table

from bot.commands.opening import AnyUser, Team, open_memory, scopes_meant
from bot.commands.terminal import carry_out, console, plain, read_settings, show, table_of
from memory.records import WriteEntry


def writes(
    user: AnyUser = None,
    team: Team = None,
    limit: Annotated[int, typer.Option(min=1, help="How many, the newest first.")] = 50,
) -> None:
    """Show the write log: time, candidate, decision, reason, source."""
    settings = read_settings()

    async def work() -> None:
        async with open_memory(settings) as rooms:
            scopes = await scopes_meant(rooms, user, team)
            entries = [
                entry for scope in scopes for entry in await rooms.notebook.log(scope, limit)
            ]
        newest = sorted(entries, key=lambda entry: entry.at, reverse=True)[:limit]
        if newest:
            show(_table(newest))
        else:
            console.print("The write log is empty.")

    carry_out(settings, work)


def _table(entries: Iterable[WriteEntry]) -> Table:
    table = table_of("time", "who", "candidate", "decision", "reason", "source")
    for entry in entries:
        table.add_row(
            f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}",
            f"{entry.scope.user} @ {entry.scope.team}",
            plain(entry.candidate or "—"),
            entry.verdict.value,
            plain(entry.reason),
            entry.source_kind.value,
        )
    return table
