"""How the workspace reaches the app: the port that a transport fulfils."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Protocol

from bot.local.json_values import Json, as_json, text_of


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
    """The app, seen from the workspace: over Socket Mode, over HTTP, or either (`Line`)."""

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

    def ignore_acks(self, times: int) -> None:
        """Lose the next acknowledgements on their way."""
        ...

    def unacknowledged(self) -> list[Json]:
        """What was delivered and never acknowledged, oldest first."""
        ...

    def late(self) -> list[Json]:
        """What was not acknowledged within the time for it, oldest first."""
        ...

    def forget(self) -> None:
        """Forget what was delivered and what waits to be."""
        ...


def described(
    payload: Json, *, envelope_id: str, kind: Kind, attempt: int, sent_at: float, late: bool
) -> Json:
    """A delivery as the controls show it."""
    event = as_json(payload.get("event"))
    return {
        "envelope_id": envelope_id,
        "type": kind.value,
        "event_id": text_of(payload, "event_id"),
        "what": text_of(event or payload, "type") or text_of(payload, "command"),
        "subtype": text_of(event, "subtype"),
        "attempt": attempt,
        "sent_at": sent_at,
        "late": late,
    }
