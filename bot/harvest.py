"""What digests found is gleaned, and put before the person where it was said, beside the talk.

It waits in the database until that is done. So what was broken off is taken up again, at the next
start at the latest.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from typing import Final, Protocol

from bot.lanes import Lanes
from memory.dialogue.ports import FoundFacts
from memory.dialogue.records import Digest, Found
from memory.errors import StorageFault
from memory.facts.extraction import Overheard
from memory.gleaning import Gleaned
from memory.records import Exchange, Fact, Scope
from memory.zones import zone_named

AGAIN_SECONDS: Final = 60.0
"""Until what could not be shown or stored is tried again."""

log = logging.getLogger(__name__)


class GleansFound(Protocol):
    """The part of `memory.gleaning.Gleaning` that is needed here."""

    async def glean_found(
        self, scope: Scope, found: Sequence[tuple[Overheard, Sequence[str]]]
    ) -> Gleaned:
        """Glean from lines that were found already. Raises `StorageFault`."""
        ...

    async def asked_in(self, scope: Scope, ids: Sequence[str]) -> tuple[Fact, ...]:
        """The facts of those of these proposals that ask to remember. Raises `StorageFault`."""
        ...


class Shows(Protocol):
    """Shows people something without a turn of theirs. In Slack it is `Outreach`."""

    async def reached(self) -> None:
        """Return when there is a way to them."""
        ...

    async def show(self, exchange: Exchange, gleaned: Gleaned, *, perhaps_again: bool) -> bool:
        """Show one quiet card where an exchange took place; False when that has to be tried again.

        `perhaps_again`: the card may have been shown before; then it is not shown twice.
        """
        ...


class Harvest:
    """One for a process. `lanes` are those in which a person's facts are gleaned one by one."""

    def __init__(
        self,
        *,
        facts: FoundFacts,
        gleaning: GleansFound,
        shows: Shows,
        lanes: Lanes,
        again_seconds: float = AGAIN_SECONDS,
    ) -> None:
        self._facts = facts
        self._gleaning = gleaning
        self._shows = shows
        self._lanes = lanes
        self._again_seconds = again_seconds
        self._due: asyncio.Queue[Scope] = asyncio.Queue()
        self._again: set[Scope] = set()

    async def told(self, scope: Scope, batch: list[Exchange], digests: list[Digest]) -> None:
        """Hear from the buffer what was made of a batch."""
        del batch
        if any(each.facts for each in digests):
            self._due.put_nowait(scope)

    async def run(self) -> None:
        """Harvest what an earlier process left, then what digests find, until cancelled."""
        await self._shows.reached()
        is_taken_up = await self._take_up()
        while True:
            has_more = self._again or not is_taken_up
            try:
                async with asyncio.timeout(self._again_seconds if has_more else None):
                    due = [await self._due.get()]
            except TimeoutError:
                is_taken_up = is_taken_up or await self._take_up()
                due = list(self._again)
            for scope in due:
                await self._try(scope)

    async def harvest(self, scope: Scope, *, perhaps_again: bool) -> bool:
        """Glean what waits of a person, and show it; False when not all of it could be shown.

        Raises `StorageFault`.
        """
        async with self._lanes.enter(f"{scope.team}/{scope.user}"):
            found = await self._facts.waiting(scope)
            if not found:
                return True
            heard = [(await self._overheard(each), each.facts) for each in found]
            gleaned = await self._gleaning.glean_found(scope, heard)
            exchanges = [each.exchange for each in found]
            for place in dict.fromkeys(each.place for each in exchanges):
                here = [each for each in exchanges if each.place == place]
                if not await self._show(here, gleaned, perhaps_again=perhaps_again):
                    return False
                await self._facts.gleaned(scope, [each.id for each in here])
            return True

    async def _show(
        self, exchanges: Sequence[Exchange], gleaned: Gleaned, *, perhaps_again: bool
    ) -> bool:
        """Show the part that was said in these exchanges of one place, by the last of them."""
        said = {each.origin.pointer: each for each in exchanges if each.origin}
        saved = tuple(each for each in gleaned.saved if each.source.pointer in said)
        asked = tuple(each for each in gleaned.asked if each.source.pointer in said)
        if not saved and not asked:
            return True
        pointers = [
            *(each.source.pointer for each in saved),
            *(each.source.pointer for each in asked),
        ]
        told = [said[each] for each in pointers]
        last = max(told, key=lambda each: each.at)
        return await self._shows.show(last, Gleaned(saved, asked), perhaps_again=perhaps_again)

    async def _overheard(self, found: Found) -> Overheard:
        """An exchange as gleaning reads it: what the person said, and nothing of the answer."""
        exchange, origin = found.exchange, found.exchange.origin
        return Overheard(
            said=exchange.said,
            at=exchange.at,
            tz=zone_named(origin.zone if origin else ""),
            pointer=origin.pointer if origin else "",
            asked=await self._gleaning.asked_in(exchange.scope, exchange.memory_ids),
        )

    async def _take_up(self) -> bool:
        try:
            left = await self._facts.people_waiting()
        except StorageFault as error:
            log.warning("[memory] what was found before cannot be read now: %r", error)
            return False
        self._again.update(left)
        for scope in left:
            await self._try(scope)
        return True

    async def _try(self, scope: Scope) -> None:
        """Harvest; what does not succeed is tried again, and then may have been shown already."""
        perhaps_again = scope in self._again
        self._again.add(scope)
        try:
            is_done = await self.harvest(scope, perhaps_again=perhaps_again)
        except StorageFault as error:
            log.warning("[memory] what was found waits: %r", error)
            return
        if is_done:
            self._again.discard(scope)
