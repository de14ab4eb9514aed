"""The course of conversations: where sessions and segments begin and end, as messages come."""

from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final

from memory.dialogue.lookback import Asked, Earlier, TalkedOf, standing_of
from memory.dialogue.ports import Chronicle
from memory.dialogue.records import Session
from memory.dialogue.segments import Segments
from memory.dialogue.sessions import Sessions
from memory.ports import Clock
from memory.records import Exchange

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Begun:
    """The earlier talk that a message takes up again, best first."""

    topics: tuple[TalkedOf, ...] = ()
    sessions: tuple[Session, ...] = ()


NOTHING: Final = Begun()


class Course:
    """One for a process. Calls for one place must not overlap. `StorageFault` comes through."""

    def __init__(
        self, *, chronicle: Chronicle, segments: Segments, sessions: Sessions, clock: Clock
    ) -> None:
        self._chronicle = chronicle
        self._segments = segments
        self._sessions = sessions
        self._clock = clock

    async def begin(self, asked: Asked) -> Begun:
        """Take up a message before it is answered."""
        asked = replace(asked, standing=await standing_of(asked, self._chronicle))
        sessions = await self._sessions.begin(asked)
        topics = await self._segments.begin(asked, is_new_session=sessions is not None)
        return Begun(topics, sessions or ())

    async def keep(self, exchange: Exchange) -> None:
        """Follow an exchange that was kept."""
        self._segments.expect(exchange.answered)
        await self._chronicle.follow(
            exchange, topic=self._segments.first(exchange), session=self._sessions.first(exchange)
        )
        await self._sessions.weigh(exchange)

    async def end_idle(self) -> int:
        """End everyone's idle sessions with their segments, those of an earlier process too."""
        return await self._end(await self._sessions.idle(self._clock()))

    async def end_all(self) -> int:
        """End every session with its segment, as the process ends; how many."""
        return await self._end(await self._sessions.open(self._clock()))

    async def _end(self, sessions: Sequence[Session]) -> int:
        ended = 0
        for each in sessions:
            await self._segments.close(each.scope, each.place, self._clock())
            ended += await self._sessions.end(each, self._clock())
        return ended


def joined(earlier: Earlier, begun: Begun) -> Earlier:
    """What looking back brought, with what the course brings; nothing of the raw window twice."""
    seen = {each.id for each in earlier.recent}
    topics = [
        replace(each, exchanges=tuple(one for one in each.exchanges if one.id not in seen))
        for each in begun.topics
    ]
    kept = tuple(each for each in topics if each.exchanges)
    return replace(earlier, topics=kept, sessions=begun.sessions)
