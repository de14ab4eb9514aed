"""`ttori purge` and `ttori erase`: take junk out of a person's memories, or everything of them."""

from __future__ import annotations

from typing import Annotated
from urllib.parse import urlencode

import typer

from bot.commands.opening import Team, User, Yes, named, open_memory_of
from bot.commands.terminal import (
    REFUSED,
    agreed,
    carry_out,
    console,
    give_up,
    plain,
    read_settings,
    show,
    table_of,
    typed,
)
from bot.settings import Settings


def purge(
    user: User,
    team: Team = None,
    *,
    dry_run: Annotated[bool, typer.Option("--dry-run", help="Show, and remove nothing.")] = False,
    yes: Yes = False,
) -> None:
    """Find what is junk among a person's memories ("없음", "null", a refusal), and forget it."""
    settings = read_settings()

    async def work() -> None:
        async with open_memory_of(settings, user, team) as (rooms, scope):
            found = await rooms.erasure.find_junk(scope)
            if not found:
                console.print(f"No junk among the memories of {named(scope)}.")
                return
            table = table_of("saved", "memory", title=f"Junk of {named(scope)}")
            for memory in found:
                table.add_row(f"{memory.created_at.astimezone():%Y-%m-%d}", plain(memory.text))
            show(table)
            if dry_run:
                console.print(f"{len(found)} would be forgotten; nothing was.")
                return
            if not yes and not agreed(f"Forget these {len(found)}?"):
                give_up("Nothing was forgotten.", REFUSED)
            console.print(f"{await rooms.erasure.purge(scope)} forgotten.")

    carry_out(settings, work, if_in_use=_by_admin(settings, f"purge/{user}", team=team))


def erase(user: User, team: Team = None, *, yes: Yes = False) -> None:
    """Erase everything of a person for good: memories, logs, talk, and their bytes on disk."""
    settings = read_settings()

    async def work() -> None:
        async with open_memory_of(settings, user, team) as (rooms, scope):
            stats = await rooms.notebook.stats(scope)
            console.print(
                f"Of {named(scope)} there are {stats.memories} memories in {stats.versions} "
                f"versions, {stats.pending} open proposals and {stats.exchanges} exchanges."
            )
            if not yes and not typed(user, "This cannot be undone"):
                give_up("Nothing was erased.", REFUSED)
            await rooms.erasure.erase(scope)
            console.print(
                "Erased, from databases that a restore put aside, too. Backups that were made "
                "before still hold it: it is gone from them when they are."
            )

    carry_out(
        settings, work, if_in_use=_by_admin(settings, f"erase/{user}", team=team, confirm=user)
    )


def _by_admin(settings: Settings, path: str, **query: str | None) -> str:
    """How to ask the running bot instead."""
    said = urlencode({name: value for name, value in query.items() if value})
    path = f"{path}?{said}" if said else path
    needed = "" if settings.admin_token else " (it needs TTORI_ADMIN_TOKEN to be set)"
    return (
        f"Or ask the running bot's admin server{needed}: "
        'curl -X POST -H "Authorization: Bearer $TTORI_ADMIN_TOKEN" '
        f'"http://{settings.admin_host}:{settings.admin_port}/admin/memory/{path}"'
    )
