"""The `ttori` command. Each subcommand reads the settings, makes one call and prints.

The rooms that take long to import are imported by the subcommands, so that `--help` and a wrong
setting answer at once.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Final

import typer
from rich.progress import Progress
from rich.table import Table

from bot.commands.backfilling import import_conversations
from bot.commands.backing_up import backup, restore
from bot.commands.carrying import export, import_
from bot.commands.logs import logs
from bot.commands.measuring import eval_
from bot.commands.removing import erase, purge
from bot.commands.terminal import REFUSED, carry_out, console, read_settings
from bot.garbage import collected_later
from bot.starting import start

app = typer.Typer(
    help="Ttori, a Slack bot that asks before it remembers.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
)


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
    settings = read_settings()
    if port is not None:
        settings = settings.model_copy(update={"port": port})

    with collected_later():
        carry_out(settings, lambda: start(settings, console), aloud=True)


@app.command()
def check() -> None:
    """Look at tokens, scopes, model, database and index; say what is wrong and what to do."""
    settings = read_settings()

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

    if not carry_out(settings, look):
        raise typer.Exit(REFUSED)


@app.command()
def reindex() -> None:
    """Throw the vector index away and build it anew from the database."""
    settings = read_settings()

    async def rebuild() -> None:
        from bot import wiring  # noqa: PLC0415  (heavy)

        with Progress(console=console, transient=True) as progress:
            task = progress.add_task("Reindexing", total=None)
            async with wiring.open_rooms(settings) as rooms:
                await rooms.upkeep.rebuild(
                    lambda done, total: progress.update(task, completed=done, total=total)
                )
        console.print("The index is built anew.")

    carry_out(settings, rebuild)


@app.command("token-key")
def token_key() -> None:
    """Print a new key for TTORI_TOKEN_KEY, under which workspaces' tokens are kept."""
    from bot.workspaces.token_keys import TokenKeys  # noqa: PLC0415  (seldom needed)

    console.print(TokenKeys.new(), highlight=False, soft_wrap=True)


_SUBCOMMANDS: Final[dict[str, Callable[..., None]]] = {
    "export": export,
    "import": import_,
    "import-conversations": import_conversations,
    "backup": backup,
    "restore": restore,
    "purge": purge,
    "erase": erase,
    "eval": eval_,
}
for _name, _subcommand in _SUBCOMMANDS.items():
    app.command(_name)(_subcommand)
app.add_typer(logs, name="log")
