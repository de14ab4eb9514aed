"""`ttori export` and `ttori import`: a person's memories out to a file, and in from one."""

from __future__ import annotations

import os
from collections.abc import Sequence
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.progress import Progress
from rich.table import Table
from rich.text import Text

from bot.commands.opening import Team, User, Yes, named, open_memory, open_memory_of
from bot.commands.terminal import (
    REFUSED,
    agreed,
    carry_out,
    console,
    errors,
    give_up,
    plain,
    read_settings,
    show,
    table_of,
)
from bot.owners import OwnerUnknown, find_owner
from memory.errors import FileUnreadable, Rejection
from memory.records import Scope, Source, SourceKind

if TYPE_CHECKING:
    from bot.wiring import Rooms
    from memory.importing import Planned
    from memory.portability import ImportedFact

_LARGEST_FILE_BYTES: Final = 64 * 1024 * 1024


class Format(StrEnum):
    """How an export is written."""

    JSON = "json"
    MARKDOWN = "markdown"


def export(
    user: User,
    team: Team = None,
    form: Annotated[
        Format, typer.Option("--format", help="JSON can be imported, Markdown read.")
    ] = Format.JSON,
    out: Annotated[
        Path | None, typer.Option(help="A new file to write to (else it is printed).")
    ] = None,
) -> None:
    """Write a person's memories to a file, or print them."""
    settings = read_settings()

    async def work() -> None:
        from bot import wiring  # noqa: PLC0415  (heavy)
        from memory.portability import export_json, export_markdown  # noqa: PLC0415  (heavy)

        async with open_memory_of(settings, user, team) as (rooms, scope):
            memories = await rooms.ledger.memories(scope)
        write = {Format.JSON: export_json, Format.MARKDOWN: export_markdown}[form]
        text = write(memories, wiring.now())
        if out is None:
            typer.echo(text, nl=False)
        else:
            _write(out, text)
            errors.print(f"{len(memories)} memories written to {out}", soft_wrap=True)

    carry_out(settings, work, if_in_use="Or let the person send /memory export.")


def import_(
    user: User,
    file: Annotated[Path, typer.Argument(help="A JSON file that `ttori export` wrote.")],
    team: Team = None,
    *,
    yes: Yes = False,
) -> None:
    """Take the memories of an exported JSON file in, after showing what would come of them."""
    settings = read_settings()
    entries = _read(file)

    async def work() -> None:
        from bot import wiring  # noqa: PLC0415  (heavy)
        from memory.importing import Fate, carry_out, plan_import  # noqa: PLC0415  (heavy)

        async with open_memory(settings) as rooms:
            scope = await _importer(rooms, user, team)
            if await rooms.upkeep.check():
                await rooms.upkeep.rebuild()
            plan = await plan_import(rooms.notebook, scope, entries)
            console.print(f"{len(plan)} memories in {file}, for {named(scope)}:", soft_wrap=True)
            show(_planned(plan))
            due = [each for each in plan if each.fate not in {Fate.KNOWN, Fate.LEFT_OUT}]
            if not due:
                console.print("There is nothing to take in.")
                return
            if not yes and not agreed(f"Take in these {len(due)}?"):
                give_up("Nothing was taken in.", REFUSED)
            with Progress(console=errors, transient=True) as progress:
                task = progress.add_task("Importing", total=len(plan))
                done = await carry_out(
                    rooms.notebook,
                    scope,
                    plan,
                    Source(SourceKind.IMPORT, "", wiring.now()),
                    lambda number, _: progress.update(task, completed=number),
                )
        console.print(", ".join(f"{count} {fate}" for fate, count in sorted(done.items())))

    carry_out(settings, work)


async def _importer(rooms: Rooms, user: str, team: str | None) -> Scope:
    """The person to import for: with a team named, also one of whom nothing is kept yet."""
    known = await rooms.erasure.known_scopes()
    try:
        return find_owner(known, user, team)
    except OwnerUnknown as error:
        if team:
            return Scope(team=team, user=user)
        raise OwnerUnknown(f"{error} To import for a new person, name the team too.") from error


def _planned(plan: Sequence[Planned]) -> Table:
    """What would come of the entries: each, but for those that are known and bring nothing new."""
    table = table_of("entry", "memory", "what comes of it")
    for each in plan:
        comes = each.imported.flaw.value.replace("_", " ") if each.imported.flaw else ""
        about = plain(each.known.text) if each.known else Text()
        comes_of = Text.assemble(each.fate.value, f" ({comes})" if comes else "")
        if about and about.plain != each.fact.text:
            comes_of.append(": ").append_text(about)
        secret = each.imported.flaw is Rejection.SECRET
        told = "(not shown)" if secret else each.fact.text
        table.add_row(str(each.imported.entry), plain(told), comes_of)
    return table


def _read(file: Path) -> list[ImportedFact]:
    from memory.portability import read_json  # noqa: PLC0415  (heavy)

    try:
        if file.stat().st_size > _LARGEST_FILE_BYTES:
            give_up(f"{file} is larger than any export ({_LARGEST_FILE_BYTES:,} bytes).")
        return read_json(file.read_text(encoding="utf-8"))
    except OSError as error:
        give_up(f"{file} cannot be read: {error.strerror}.")
    except UnicodeDecodeError:
        give_up(f"{file} is not a text in UTF-8.")
    except FileUnreadable as fault:
        give_up(f"{file}: {fault}")


def _write(out: Path, text: str) -> None:
    """Write a new file that only its owner can read."""
    try:
        descriptor = os.open(out, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        give_up(f"{out} exists already: name a new file.")
    except OSError as error:
        give_up(f"{out} cannot be written: {error.strerror}.")
