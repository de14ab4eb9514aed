"""`ttori log`: the two logs. Without the name of one it shows what was decided about candidates."""

from __future__ import annotations

import typer
from typer.core import TyperGroup

from bot.commands.search_log import searches
from bot.commands.write_log import writes

_FIRST = "writes"


class _Logs(TyperGroup):
    """Takes anything but the name of a log for the arguments of the first one."""

    def parse_args(  # type: ignore[override]  # typer hands over its own context
        self, ctx: typer.Context, args: list[str]
    ) -> list[str]:
        """Put the name in front where it was left out."""
        named = bool(args) and (args[0] in self.commands or args[0] == "--help")
        return super().parse_args(ctx, args if named else [_FIRST, *args])


logs = typer.Typer(
    cls=_Logs,
    help="Show what was decided about candidates (writes), or how memories were found (searches).",
)
logs.command(_FIRST)(writes)
logs.command("searches")(searches)
