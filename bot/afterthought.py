"""What happens after a reply, beside the talk: facts let fall in passing are looked for.

Nothing here holds up a reply or is seen when it fails; the log tells.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from typing import Protocol

from bot.lanes import Lanes
from bot.owing import Owed
from bot.turn import Stage, Turn
from memory.errors import ThinkerUnavailable
from memory.facts.extraction import Overheard
from memory.facts.secrets import find_secret
from memory.gleaning import Gleaned
from memory.records import Change, Proposal, Recollection, Scope
from memory.sharing import pointer

log = logging.getLogger(__name__)


class Gleans(Protocol):
    """The part of `memory.gleaning.Gleaning` that is needed here."""

    async def glean(
        self, scope: Scope, overheard: Sequence[Overheard], known: Sequence[str] = ()
    ) -> Gleaned:
        """Glean from messages of one person. Raises `ThinkerUnavailable` and `StorageFault`."""
        ...


class Gathers(Protocol):
    """The part of `memory.dialogue.buffer.Buffer` that is needed here."""

    def add(self, scope: Scope) -> None:
        """Note that an exchange of this person was kept just now."""
        ...


class Afterthought:
    """Has turns that were answered digested, and gleans from them. One instance for a process.

    What one person said is gleaned in order, one after another; different people's side by side.
    """

    def __init__(
        self,
        gleaning: Gleans | None = None,
        buffer: Gathers | None = None,
        *,
        lanes: Lanes | None = None,
        owed: Owed | None = None,
        heard: Callable[[], None] = lambda: None,
    ) -> None:
        """Without `gleaning` facts are left to the digest. `heard` is called for each turn.

        What cannot be shown is `owed`.
        """
        self._gleaning = gleaning
        self._buffer = buffer
        self._lanes = lanes or Lanes()
        self._owed = owed
        self._heard = heard
        self._tasks: set[asyncio.Task[None]] = set()

    def begin(
        self,
        turn: Turn,
        stage: Stage,
        *,
        used: Sequence[Recollection] = (),
        proposals: Sequence[Proposal] = (),
        told_of_secret: bool = False,
    ) -> None:
        """Begin to glean from a turn, and return at once.

        `used` are the memories that its answer drew on, `proposals` those that it has shown cards
        of; `told_of_secret` that the person has just been told that secrets are not kept.
        """
        self._heard()
        if self._buffer is not None:
            self._buffer.add(turn.scope)
        task = asyncio.create_task(
            self._look_back(turn, stage, used, proposals, told_of_secret=told_of_secret),
            name="afterthought",
        )
        self._tasks.add(task)
        task.add_done_callback(self._ended)

    @property
    def depth(self) -> int:
        """How much is under way."""
        return len(self._tasks)

    async def drain(self, seconds: float) -> int:
        """Wait for all that has begun, at most so long, then cancel the rest.

        Returns how many had to be cancelled.
        """
        if not self._tasks:
            return 0
        _, late = await asyncio.wait(set(self._tasks), timeout=seconds)
        for task in late:
            task.cancel()
        await asyncio.gather(*late, return_exceptions=True)
        return len(late)

    async def _look_back(
        self,
        turn: Turn,
        stage: Stage,
        used: Sequence[Recollection],
        proposals: Sequence[Proposal],
        *,
        told_of_secret: bool,
    ) -> None:
        if not told_of_secret and find_secret(turn.text):
            await stage.warn_of_secret()
        if self._gleaning is None:
            return
        async with self._lanes.enter(f"{turn.scope.team}/{turn.scope.user}"):
            known = [each.memory.text for each in used]
            gleaned = await self._gleaning.glean(turn.scope, [overheard_in(turn, proposals)], known)
            is_empty = not gleaned.saved and not gleaned.asked
            if not is_empty and not await stage.show_gleaned(gleaned) and self._owed:
                self._owed.owe(turn.scope, gleaned)

    def _ended(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if task.cancelled() or (error := task.exception()) is None:
            return
        if isinstance(error, ThinkerUnavailable):
            log.warning("[memory] nothing gleaned: %s", error)
        else:
            log.error("[memory] gleaning failed: %s", type(error).__name__, exc_info=error)


def overheard_in(turn: Turn, proposals: Sequence[Proposal] = ()) -> Overheard:
    """A turn as gleaning reads it: what the person said, and nothing of what was answered."""
    return Overheard(
        said=turn.text,
        at=turn.at,
        tz=turn.zone,
        pointer=pointer(turn.channel, turn.ts),
        asked=tuple(each.fact for each in proposals if each.change is not Change.FORGET),
    )
