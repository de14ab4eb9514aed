"""The turns that are being answered just now, so that a person can stop theirs."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Protocol

from bot.turn import Turn
from memory.records import Scope


class Stoppable(Protocol):
    """What is under way, such as a `bot.agent.reply.Reply`."""

    def stop(self) -> None:
        """End it soon, without an error."""
        ...


class Stop:
    """Whether a turn was asked to stop. It may be asked before there is anything to stop."""

    def __init__(self) -> None:
        self.is_asked = False
        self._going: Stoppable | None = None

    def watch(self, going: Stoppable) -> None:
        """Stop this when asked to, at once if that has happened already."""
        self._going = going
        if self.is_asked:
            going.stop()

    def ask(self) -> None:
        """Stop the turn."""
        self.is_asked = True
        if self._going is not None:
            self._going.stop()


class TurnsUnderWay:
    """At most one turn in each lane."""

    def __init__(self) -> None:
        self._lanes: dict[str, tuple[Scope, Stop]] = {}

    @contextmanager
    def enter(self, turn: Turn) -> Iterator[Stop]:
        """While this is open the turn can be stopped."""
        stop = Stop()
        self._lanes[turn.lane] = (turn.scope, stop)
        try:
            yield stop
        finally:
            del self._lanes[turn.lane]

    def stop(self, lane: str, scope: Scope) -> bool:
        """Stop the turn in a lane if it is this person's; whether there was one."""
        owner, stop = self._lanes.get(lane, (None, None))
        if stop is None or owner != scope:
            return False
        stop.ask()
        return True
