"""Opens the memory side of the house for one subcommand, and finds the person that it is about."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING, Annotated

import typer

from bot.owners import find_owner
from bot.settings import Settings
from memory.records import Scope

if TYPE_CHECKING:
    from bot.wiring import Rooms

User = Annotated[str, typer.Argument(metavar="USER", help="The person's Slack id, such as U012.")]
AnyUser = Annotated[
    str | None, typer.Argument(metavar="[USER]", help="One person's only; else everyone's.")
]
Team = Annotated[
    str | None, typer.Option(help="The workspace's id; may be left out when there is only one.")
]
Yes = Annotated[bool, typer.Option("--yes", "-y", help="Do not ask.")]


@asynccontextmanager
async def open_memory(settings: Settings) -> AsyncIterator[Rooms]:
    """The rooms of memory. Raises as `open_rooms` does."""
    from bot import wiring  # noqa: PLC0415  (heavy)

    async with wiring.open_rooms(settings) as rooms:
        yield rooms


@asynccontextmanager
async def open_memory_of(
    settings: Settings, user: str, team: str | None
) -> AsyncIterator[tuple[Rooms, Scope]]:
    """The rooms and the person who is meant. Raises `OwnerNotFound` and as `open_rooms` does."""
    async with open_memory(settings) as rooms:
        yield rooms, find_owner(await rooms.erasure.known_scopes(), user, team)


async def scopes_meant(rooms: Rooms, user: str | None, team: str | None) -> list[Scope]:
    """The person who is meant, or everyone, of one team if it is named. Raises `OwnerNotFound`."""
    known = await rooms.erasure.known_scopes()
    if user is not None:
        return [find_owner(known, user, team)]
    return [scope for scope in known if team in {None, scope.team}]


def named(scope: Scope) -> str:
    """A person, in a sentence."""
    return f"{scope.user} (team {scope.team})"
