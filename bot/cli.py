"""The `ttori` command. Each subcommand reads the settings, makes one call and prints.

The rooms that take long to import are imported by the subcommands, so that `--help` and a wrong
setting answer at once.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine
from typing import Annotated, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.logging import RichHandler
from rich.progress import Progress
from rich.table import Table

from bot.agent.errors import ModelMisnamed
from bot.local.errors import PortTaken
from bot.settings import Settings, SettingsFault, load_settings
from memory.errors import StorageFault

STOPPED_BY_FAULT = 2
T = TypeVar("T")

app = typer.Typer(
    help="Ttori, a Slack bot that asks before it remembers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)
console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def main() -> None:
    """The entry point."""
    app()


@app.command()
def run(
    port: Annotated[
        int | None, typer.Option(help="The port of the local workspace (else TTORI_PORT, 8642).")
    ] = None,
) -> None:
    """Start the bot: in Slack when both tokens are set, else in a local workspace."""
    settings = _settings()
    if port is not None:
        settings = settings.model_copy(update={"port": port})

    async def serve() -> None:
        from bot import process  # noqa: PLC0415  (heavy)

        await process.run(settings, console)

    _do(settings, serve)


@app.command()
def check() -> None:
    """Look at tokens, scopes, model, database and index; say what is wrong and what to do."""
    settings = _settings()

    async def look() -> bool:
        from bot import doctor, wiring  # noqa: PLC0415  (heavy)

        findings = await doctor.examine(settings, wiring.examine_memory)
        table = Table(show_header=False, box=None, padding=(0, 2, 0, 0))
        marks = {"ok": "[green]✓[/green]", "note": "[yellow]•[/yellow]", "problem": "[red]✗[/red]"}
        for finding in findings:
            saying = f"{finding.saying}\n[dim]→ {finding.remedy}[/dim]" if finding.remedy else ""
            table.add_row(marks[finding.health], finding.part, saying or finding.saying)
        console.print(table)
        return all(finding.health is not doctor.Health.ILL for finding in findings)

    if not _do(settings, look):
        raise typer.Exit(1)


@app.command()
def reindex() -> None:
    """Throw the vector index away and build it anew from the database."""
    settings = _settings()

    async def rebuild() -> None:
        from bot import wiring  # noqa: PLC0415  (heavy)

        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("Reindexing", total=None)
            async with wiring.open_rooms(settings) as rooms:
                await rooms.upkeep.rebuild(
                    lambda done, total: progress.update(task, completed=done, total=total)
                )
        console.print("The index is built anew.")

    _do(settings, rebuild)


def _settings() -> Settings:
    try:
        return load_settings()
    except SettingsFault as fault:
        _give_up(str(fault))


def _do(settings: Settings, work: Callable[[], Coroutine[None, None, T]]) -> T:
    _log(settings)
    try:
        return asyncio.run(work())
    except (SettingsFault, StorageFault, ModelMisnamed, PortTaken) as fault:
        _give_up(str(fault))


def _log(settings: Settings) -> None:
    """Log to stderr: in colours for a person, whole lines with dates for a file."""
    if errors.is_terminal:
        handler: logging.Handler = RichHandler(console=errors, show_path=False, markup=False)
        layout = "%(message)s"
    else:
        handler = logging.StreamHandler()
        layout = "%(asctime)s %(levelname)s %(message)s"
    logging.basicConfig(level=settings.log_level, format=layout, handlers=[handler])
    for chatty in ("alembic", "chromadb", "httpx", "google_genai"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.root.level))


def _give_up(message: str) -> NoReturn:
    errors.print(f"[red]✗[/red] {message}", markup=True)
    raise typer.Exit(STOPPED_BY_FAULT)
