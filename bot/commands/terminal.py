"""What the subcommands share: the terminal, the settings, and faults told as sentences."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import Callable, Coroutine, Iterator
from contextlib import contextmanager
from typing import Final, NoReturn, TypeVar

import typer
from rich.console import Console
from rich.logging import RichHandler
from rich.table import Table
from rich.text import Text

from bot.agent.errors import ModelFailed
from bot.local.errors import PortTaken
from bot.owners import OwnerUnknown, TeamUnclear
from bot.settings import Settings, SettingsFault, load_settings
from memory.errors import HomeInUse, IndexUnavailable, StorageFault

REFUSED: Final = 1
"""The exit code when what was asked for is not there, or not agreed to."""
STOPPED_BY_FAULT: Final = 2
"""The exit code when something does not work."""

_WIDE: Final = 200

T = TypeVar("T")

console = Console(highlight=False)
errors = Console(stderr=True, highlight=False)


def read_settings() -> Settings:
    """The settings; ends the program with a sentence when they make no sense."""
    try:
        return load_settings()
    except SettingsFault as fault:
        give_up(str(fault))


def carry_out(
    settings: Settings,
    work: Callable[[], Coroutine[None, None, T]],
    *,
    aloud: bool = False,
    if_in_use: str = "",
) -> T:
    """Run a subcommand's work; ends the program with a sentence when something does not work.

    `aloud` tells each step in the log; `if_in_use` is what else can be done when a running bot
    holds the home.
    """
    _log(settings, aloud=aloud)
    try:
        return asyncio.run(work())
    except OwnerUnknown as fault:
        give_up(str(fault), REFUSED)
    except TeamUnclear as fault:
        give_up(f"{fault} Say which by --team.", REFUSED)
    except HomeInUse as fault:
        give_up(f"{fault} {if_in_use}".strip())
    except PortTaken as fault:
        give_up(f"{fault} Stop it, or choose another port: ttori run --port N, or TTORI_PORT.")
    except (SettingsFault, StorageFault, IndexUnavailable, ModelFailed) as fault:
        give_up(str(fault))


def give_up(message: str, code: int = STOPPED_BY_FAULT) -> NoReturn:
    """End the program with a sentence on stderr."""
    errors.print(Text.assemble(("✗", "red"), " ", message), soft_wrap=True)
    raise typer.Exit(code)


def table_of(*columns: str, title: str | None = None) -> Table:
    """An empty table that shows every character of its cells."""
    made = Table(title=title, title_justify="left")
    for column in columns:
        made.add_column(column, overflow="fold")
    return made


def show(table: Table) -> None:
    """Print a table; into a file or a pipe as wide as it needs."""
    wide = console if console.is_terminal else Console(highlight=False, width=_WIDE)
    wide.print(table)


def plain(text: str) -> Text:
    """What a person wrote, as one line that the terminal shows as it is and does not obey."""
    from memory.facts.reading import one_line  # noqa: PLC0415  (heavy)

    return Text(one_line(text))


def agreed(question: str) -> bool:
    """Ask a question that only a clear yes answers; no terminal to answer at means no."""
    try:
        with _interruptible():
            return typer.confirm(question)
    except typer.Abort:
        return False


def typed(word: str, what_for: str) -> bool:
    """Ask for a word to be typed; anything else, and no terminal to type at, means no."""
    try:
        with _interruptible():
            said: str = typer.prompt(
                f"{what_for}. Type {word} to go on", default="", show_default=False
            )
    except typer.Abort:
        return False
    return said.strip() == word


@contextmanager
def _interruptible() -> Iterator[None]:
    """Let Ctrl-C end a question at once; asyncio would only note the first one."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, before)


def _log(settings: Settings, *, aloud: bool) -> None:
    """Log to stderr: in colours for a person, whole lines with dates for a file."""
    if errors.is_terminal:
        handler: logging.Handler = RichHandler(console=errors, show_path=False, markup=False)
        layout = "%(message)s"
    else:
        handler = logging.StreamHandler()
        layout = "%(asctime)s %(levelname)s %(message)s"
    level = logging.getLevelNamesMapping()[settings.log_level]
    if level == logging.INFO and not aloud:
        level = logging.WARNING
    logging.basicConfig(level=level, format=layout, handlers=[handler])
    for chatty in ("alembic", "chromadb", "httpx", "google_genai", "slack_sdk"):
        logging.getLogger(chatty).setLevel(max(logging.WARNING, logging.root.level))
