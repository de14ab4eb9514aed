"""`ttori log searches`: how the memories of each answer were found, in ids and numbers."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import asdict
from typing import Annotated

import typer
from rich.table import Table

from bot.commands.opening import AnyUser, Team, open_memory, scopes_meant
from bot.commands.terminal import carry_out, console, read_settings, show, table_of
from memory.evidence import Considered
from memory.searches import SearchEntry


def searches(
    user: AnyUser = None,
    team: Team = None,
    limit: Annotated[int, typer.Option(min=1, help="How many, the newest first.")] = 20,
    as_json: Annotated[bool, typer.Option("--json", help="Print one JSON array.")] = False,  # noqa: FBT002  (typer's way)
) -> None:
    """Show the search log: time, ranking, candidates with their figures, what was used."""
    settings = read_settings()

    async def work() -> None:
        async with open_memory(settings) as rooms:
            scopes = await scopes_meant(rooms, user, team)
            entries = [
                entry for scope in scopes for entry in await rooms.traces.entries(scope, limit)
            ]
        newest = sorted(entries, key=lambda entry: entry.at, reverse=True)[:limit]
        if as_json:
            typer.echo(json.dumps([_told(entry) for entry in newest], indent=2))
        elif newest:
            show(_table(newest))
        else:
            console.print("The search log is empty.")

    carry_out(settings, work)


def _told(entry: SearchEntry) -> dict[str, object]:
    """An entry as JSON: the filters together, each candidate's figures beside its id."""
    told = asdict(entry) | {"at": entry.at.isoformat()}
    told["filters"] = {"type": told.pop("of_type"), "active": True}
    told["feedback_at"] = entry.feedback_at.isoformat() if entry.feedback_at else None
    told["candidates"] = [
        {"memory_id": each.memory_id, **asdict(each.evidence)} for each in entry.candidates
    ]
    return told


def _table(entries: Iterable[SearchEntry]) -> Table:
    table = table_of("time", "who", "search", "answer", "candidates", "used", "cited", "ms", "±")
    for entry in entries:
        signs = [
            sign
            for sign, holds in (("letters only", entry.vector_failed), ("noise", entry.is_noise))
            if holds
        ]
        table.add_row(
            f"{entry.at.astimezone():%Y-%m-%d %H:%M:%S}",
            f"{entry.scope.user} @ {entry.scope.team}",
            "\n".join([entry.kind.value, entry.ranking, entry.of_type or "", *signs]).strip(),
            entry.answer_id or "—",
            _figures(entry.candidates),
            "\n".join(entry.used) or "—",
            "\n".join(entry.cited) or "—",
            f"{entry.took_ms:.1f}",
            f"{entry.feedback:+d}" if entry.feedback else "",
        )
    return table


def _figures(candidates: Sequence[Considered]) -> str:
    """One line for each of the best: place, id, cosine, BM25, score."""
    lines = []
    for each in candidates[:5]:
        seen = each.evidence
        cosine = "—" if seen.similarity is None else f"{seen.similarity:.3f}"
        figures = f"cos {cosine}  bm25 {seen.keyword_score:.2f}  score {seen.score:.3f}"
        lines.append(f"{seen.place}. {each.memory_id}  {figures}")
    if len(candidates) > len(lines):
        lines.append(f"and {len(candidates) - len(lines)} more")
    return "\n".join(lines) or "—"
