"""How the workspace reaches the app: the port that a transport fulfils."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.local.json_values import Json


class Kind(StrEnum):
    """What is delivered, in the words of a Socket Mode envelope."""

    EVENT = "events_api"
    INTERACTION = "interactive"
    COMMAND = "slash_commands"


class Missed(StrEnum):
    """Why the app did not answer."""

    NOT_CONNECTED = "dispatch_failed"
    TIMED_OUT = "operation_timeout"


@dataclass(frozen=True, slots=True)
class Answer:
    """What came back for an interaction: the acknowledgement's payload, or why there is none."""

    payload: Json = field(default_factory=dict)
    missed: Missed | None = None


class AppSide(Protocol):
    """The app, seen from the workspace. `bot.local.socket_mode.SocketMode` is one."""

    @property
    def is_connected(self) -> bool:
        """Whether anything listens at this moment."""
        ...

    def tell(self, payload: Json) -> None:
        """Deliver an event, again and again until it is acknowledged or too old."""
        ...

    async def ask(self, kind: Kind, payload: Json) -> Answer:
        """Deliver an interaction or a command once, and wait for its acknowledgement."""
        ...
