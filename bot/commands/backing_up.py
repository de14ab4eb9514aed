"""`ttori backup` and `ttori restore`: the database as one file, and back."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from bot.commands.opening import Yes
from bot.commands.terminal import REFUSED, agreed, carry_out, console, give_up, read_settings
from memory.books import FORMER_DAYS

File = Annotated[Path, typer.Argument(metavar="FILE", help="The backup.")]


def backup(file: File) -> None:
    """Copy the database into a new file; the bot may go on running."""
    settings = read_settings()

    async def work() -> None:
        from bot.wiring.backups import back_up  # noqa: PLC0415  (heavy)

        size = back_up(settings, file)
        console.print(f"{file}: {size:,} bytes. It holds what people told in confidence: guard it.")

    carry_out(settings, work)


def restore(file: File, *, yes: Yes = False) -> None:
    """Make a backup the database again; the bot must not run, and the index is built anew."""
    settings = read_settings()

    async def work() -> None:
        from bot.wiring.backups import restore as put_back  # noqa: PLC0415  (heavy)

        if not yes and not agreed(f"Replace the database in {settings.home} by {file}?"):
            give_up("Nothing was restored.", REFUSED)
        restored, left = await put_back(settings, file)
        console.print("Restored. Start the bot: it builds the index anew.")
        console.print(
            f"Of what was erased or forgotten after the backup was made: people erased again: "
            f"{restored.erased}, memories forgotten again: {restored.forgotten}."
        )
        if left:
            console.print(
                f"Workspaces that removed Ttori since then: {left}. Their tokens are gone, and "
                "their memories go when their time is up."
            )
        if restored.unchecked is not None:
            console.print(
                f"Not everything could be checked: {restored.unchecked}. Whoever was erased, and "
                "what was forgotten, after the backup was made may be in it again: erase and "
                "forget it once more before you start the bot."
            )
        if restored.former is not None:
            console.print(
                f"The former database is {restored.former}. Erasing reaches it, forgetting does "
                f"not: remove it when it is not needed. After {FORMER_DAYS} days it goes by itself."
            )

    carry_out(settings, work, if_in_use="Stop the bot first.")
