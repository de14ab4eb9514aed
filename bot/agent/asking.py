"""What is asked of earlier talk in a turn."""

from __future__ import annotations

from typing import Protocol

from bot.turn import Turn
from memory.dialogue.lookback import Asked, Earlier, Found


class Talks(Protocol):
    """The part of `memory.dialogue.lookback.Lookback` that is needed here: it only reads."""

    async def stand(self, asked: Asked) -> Asked:
        """The same message with how the talk stands, for all that look back from it."""
        ...

    async def recall(self, asked: Asked) -> Earlier:
        """What earlier talk brings to a message."""
        ...

    async def search(self, asked: Asked, *, limit: int) -> Found:
        """Exchanges that hold the keywords of a question, best first."""
        ...


def asked(turn: Turn, text: str) -> Asked:
    """A question of this turn; who may hear the answer follows from the turn's place."""
    return Asked(
        scope=turn.scope,
        place=turn,
        conversation=turn.place,
        text=text,
        at=turn.at,
        zone=turn.zone,
    )
