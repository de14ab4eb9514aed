"""Segments: stretches of talk about one thing, kept when talk turns away, found on its return."""

from __future__ import annotations

import asyncio
import logging
from collections import Counter
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Protocol

from memory.dialogue.lookback import Asked, TalkedOf, standing_of
from memory.dialogue.matching import holds, keywords
from memory.dialogue.ports import Chronicle
from memory.dialogue.records import Topic
from memory.dialogue.tags import GENERIC
from memory.facts.secrets import find_secret
from memory.ports import NewId
from memory.records import Exchange, Scope
from memory.sharing import hearing

RELATED: Final = 3
KEYWORDS: Final = 8

_TITLE_WORDS: Final = 3
_EXCHANGES_LOOKED_AT: Final = 2
_TOPICS_LOOKED_AT: Final = 300
_SAID_COUNTS: Final = 2
_LEAST_SCORE: Final = 2
_LEAST_CHARS: Final = 2

log = logging.getLogger(__name__)


class Watches(Protocol):
    """The part of `memory.dialogue.topics.TopicWatch` that is needed here."""

    async def turns(self, before: Sequence[str], message: str, *, gap: timedelta) -> bool:
        """Whether a message turns to another topic than the lines before it."""
        ...

    def expect(self, line: str) -> None:
        """Get ready for a message after this line."""
        ...


class Segments:
    """Follows the topics of conversations. Calls for the same place must not overlap.

    `StorageFault` comes through.
    """

    def __init__(self, *, chronicle: Chronicle, watch: Watches, new_id: NewId) -> None:
        self._chronicle = chronicle
        self._watch = watch
        self._new_id = new_id

    async def begin(self, asked: Asked, *, is_new_session: bool) -> tuple[TalkedOf, ...]:
        """Take up a message. Where it turns to something, the earlier talk about that, best first.

        The segment that it turns away from is closed. A new session is a turn, whatever is said.
        """
        latest = (await standing_of(asked, self._chronicle)).latest[-_EXCHANGES_LOOKED_AT:]
        if latest and not is_new_session:
            lines = [line for each in latest for line in (each.said, each.answered)]
            if not await self._watch.turns(lines, asked.text, gap=asked.at - latest[-1].at):
                return ()
        await self.close(asked.scope, asked.conversation, asked.at)
        return await self._related(asked)

    def first(self, exchange: Exchange) -> Topic:
        """The segment that begins with an exchange, where none is open."""
        return Topic(
            id=self._new_id(),
            scope=exchange.scope,
            place=exchange.place,
            title="",
            keywords=(),
            exchange_ids=(exchange.id,),
            started_at=exchange.at,
            is_private=exchange.is_private,
        )

    def expect(self, line: str) -> None:
        """Get ready for a message after this line."""
        self._watch.expect(line)

    async def close(self, scope: Scope, place: str, at: datetime) -> None:
        """Close the segment that is open in a place, if one is, under its keywords."""
        current = await self._chronicle.current_topic(scope, place)
        if current is None:
            return
        held = await self._chronicle.exchanges(scope, current.exchange_ids, audience=None)
        words = segment_keywords([held[id_] for id_ in current.exchange_ids if id_ in held])
        title = ", ".join(words[:_TITLE_WORDS])
        await self._chronicle.close_topic(scope, current.id, title=title, keywords=words, at=at)
        log.info("[memory] segment closed exchanges=%d keywords=%d", len(held), len(words))

    async def _related(self, asked: Asked) -> tuple[TalkedOf, ...]:
        wanted, heard = keywords(asked.text), hearing(asked.place)
        if not wanted:
            return ()
        topics = await self._chronicle.topics(asked.scope, audience=heard, limit=_TOPICS_LOOKED_AT)
        scored = [
            (holds(wanted, " ".join(each.keywords)), each.started_at, each) for each in topics
        ]
        best = sorted(
            (each for each in scored if each[0]), key=lambda each: each[:2], reverse=True
        )[:RELATED]
        held = await asyncio.gather(
            *(
                self._chronicle.exchanges(asked.scope, topic.exchange_ids, audience=heard)
                for _, _, topic in best
            )
        )
        log.info("[memory] segments related=%d", len(best))
        return tuple(
            TalkedOf(topic, tuple(found[id_] for id_ in topic.exchange_ids if id_ in found))
            for (_, _, topic), found in zip(best, held, strict=True)
            if found
        )


def segment_keywords(exchanges: Sequence[Exchange]) -> tuple[str, ...]:
    """The words that say most of what exchanges were about, best first, at most KEYWORDS.

    A word counts twice for each message of the person that holds it, and once for each answer; one
    that a single answer holds, and no message, is left out.
    """
    scores: Counter[str] = Counter()
    for each in exchanges:
        scores.update(dict.fromkeys(keywords(each.said), _SAID_COUNTS))
        scores.update(keywords(each.answered))
    found = [
        word
        for word, score in scores.most_common()
        if score >= _LEAST_SCORE and len(word) >= _LEAST_CHARS and not word.isdigit()
        if word not in GENERIC and not find_secret(word)
    ]
    return tuple(found[:KEYWORDS])
