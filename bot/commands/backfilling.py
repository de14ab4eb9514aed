"""`ttori import-conversations`: earlier talk in from JSON Lines or from a Slack export."""

from __future__ import annotations

import zipfile
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import ExitStack, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Final

import typer
from rich.markup import escape
from rich.progress import BarColumn, Progress, TaskProgressColumn, TextColumn, TimeRemainingColumn

from bot.commands.opening import Team, open_memory
from bot.commands.terminal import carry_out, console, errors, give_up, plain, read_settings
from bot.settings import Settings
from memory.errors import EmbeddingUnavailable, IndexUnavailable

if TYPE_CHECKING:
    from bot.wiring import Rooms
    from memory.backfill import Backfill, Piece, Tally

_STOPPED: Final = 130
"""The exit code of a program that Ctrl-C ended."""


@dataclass(frozen=True, slots=True)
class _Source:
    """A file that was opened, and how much there is to read."""

    pieces: Iterator[Piece]
    total_bytes: int


def import_conversations(
    files: Annotated[
        list[Path],
        typer.Argument(metavar="FILE…", help="JSON Lines, or the zip of a Slack export."),
    ],
    *,
    team: Team = None,
    user: Annotated[
        str, typer.Option(help="Whose talk it is, where a line of JSON Lines does not tell.")
    ] = "",
    bot: Annotated[
        str, typer.Option(help="Ttori's id in the export, where it holds several bots.")
    ] = "",
    model: Annotated[
        bool,
        typer.Option(
            "--model", help="Have the chat model choose the tags, within the budget of calls."
        ),
    ] = False,
) -> None:
    """Take in earlier conversations; may be stopped and run again, and takes nothing in twice."""
    settings = read_settings()

    async def work() -> None:
        async with open_memory(settings) as rooms:
            with ExitStack() as stack:
                home_team = team or await _only_team(rooms)
                sources = [
                    _open(file, stack, team=team or "", home_team=home_team, user=user, bot=bot)
                    for file in files
                ]
                tally = await _take_in(rooms, settings, sources, with_model=model)
            await _tell(rooms, settings, tally)

    try:
        carry_out(settings, work)
    except KeyboardInterrupt:
        give_up("Stopped. Run the same command again: it goes on where it stopped.", _STOPPED)


async def _only_team(rooms: Rooms) -> str:
    """The workspace that a line means which names none: the only one there is."""
    teams = {scope.team for scope in await rooms.erasure.known_scopes()}
    return teams.pop() if len(teams) == 1 else ""


def _open(
    file: Path, stack: ExitStack, *, team: str, home_team: str, user: str, bot: str
) -> _Source:
    from bot import wiring  # noqa: PLC0415  (heavy)
    from bot.archive.export import SlackExport  # noqa: PLC0415  (heavy)
    from bot.archive.people import ExportUnreadable  # noqa: PLC0415  (heavy)
    from memory.conversation_lines import (  # noqa: PLC0415  (heavy)
        Defaults,
        read_conversation_lines,
    )

    try:
        if zipfile.is_zipfile(file):
            export = stack.enter_context(SlackExport(file, team=team, bot=bot))
            return _Source(export.pieces(), export.total_bytes)
        opened = stack.enter_context(file.open("rb"))
        lines = read_conversation_lines(file.name, opened, Defaults(home_team, user, wiring.now()))
        return _Source(lines, file.stat().st_size)
    except OSError as error:
        give_up(f"{file} cannot be read: {error.strerror}.")
    except ExportUnreadable as fault:
        give_up(str(fault))


async def _take_in(
    rooms: Rooms, settings: Settings, sources: Sequence[_Source], *, with_model: bool
) -> Tally:
    from memory.backfill import Tally  # noqa: PLC0415  (heavy)

    tally = Tally()
    with _progress() as progress:
        await _make_index(rooms, progress)
        reading = progress.add_task(
            "Importing", total=sum(each.total_bytes for each in sources), taken="0"
        )

        def told(piece: Piece) -> None:
            taken = f"{tally.imported + tally.known:,}"
            progress.update(reading, advance=piece.read_bytes, taken=taken)

        async with _backfill(rooms, settings, with_model=with_model) as backfill:
            for source in sources:
                await backfill.take_in(source.pieces, tally, told)
        await _finish_index(rooms, tally)
    return tally


@asynccontextmanager
async def _backfill(
    rooms: Rooms, settings: Settings, *, with_model: bool
) -> AsyncIterator[Backfill]:
    from bot import wiring  # noqa: PLC0415  (heavy)

    async with wiring.open_backfill(settings, rooms, with_model=with_model) as backfill:
        yield backfill


async def _make_index(rooms: Rooms, progress: Progress) -> None:
    """What the index lacks altogether must be there before anything is added."""
    if not await rooms.upkeep.check():
        return
    making = progress.add_task("Making the index", total=None, taken="")
    await rooms.upkeep.rebuild(
        lambda done, total: progress.update(making, completed=done, total=total)
    )
    progress.remove_task(making)


async def _finish_index(rooms: Rooms, tally: Tally) -> None:
    """File what an earlier run had digested and not filed any more."""
    try:
        for scope in tally.people:
            await rooms.upkeep.mend(scope)
    except (EmbeddingUnavailable, IndexUnavailable) as error:
        errors.print(
            f"The index is behind ({escape(str(error))}). The bot mends it at its next start.",
            soft_wrap=True,
        )


async def _tell(rooms: Rooms, settings: Settings, tally: Tally) -> None:
    for flaw in tally.flaws:
        errors.print(plain(f"{flaw.where}: {flaw.complaint}"), soft_wrap=True)
    if tally.flawed > len(tally.flaws):
        errors.print(f"… and {tally.flawed - len(tally.flaws):,} more that cannot be read.")
    counts = [
        f"{tally.imported:,} imported",
        f"{tally.tagged:,} tagged",
        f"{tally.null:,} without a subject",
        f"{tally.known:,} already there",
        f"{tally.flawed:,} unreadable",
    ]
    if tally.passed_over:
        counts.append(f"{tally.passed_over:,} no talk with Ttori")
    if tally.refused:
        counts.append(f"{tally.refused:,} from before their person had everything erased")
    console.print(f"{', '.join(counts)}; {len(tally.tags):,} tags.", soft_wrap=True)
    for scope in tally.people:
        if (kept := await rooms.chronicle.count(scope)) > settings.exchanges:
            console.print(
                f"{scope.user} has {kept:,} exchanges now, of which the bot keeps the latest "
                f"{settings.exchanges:,}: set TTORI_EXCHANGES higher to keep all.",
                markup=False,
                soft_wrap=True,
            )


def _progress() -> Progress:
    return Progress(
        TextColumn("{task.description}"),
        BarColumn(),
        TaskProgressColumn(),
        TextColumn("{task.fields[taken]}"),
        TimeRemainingColumn(),
        console=errors,
        transient=True,
        disable=not errors.is_terminal,
    )
