"""Sessions: stretches of talk without a long pause, kept with tags and a summary when they end."""

from __future__ import annotations

import logging
from collections import Counter
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final

from memory.dialogue.lookback import Asked, standing_of
from memory.dialogue.matching import keywords
from memory.dialogue.ports import Chronicle
from memory.dialogue.records import Digest, Session, Tag
from memory.dialogue.segments import segment_keywords
from memory.dialogue.tag_words import noun_of, tag_words
from memory.dialogue.tags import clean_tags
from memory.dialogue.themes import themes
from memory.dialogue.weights import MENTIONED_GAIN
from memory.ports import NewId
from memory.records import Exchange
from memory.sharing import hearing

IDLE: Final = timedelta(minutes=30)
LEAST_TAGS, MOST_TAGS = 3, 5
TOP_TAGS: Final = 20
RELATED: Final = 3
LONGEST_SUMMARY_CHARS: Final = 300

_LONGEST_PART_CHARS: Final = 60

log = logging.getLogger(__name__)


class Sessions:
    """Follows the sessions of conversations. Calls for the same place must not overlap.

    `StorageFault` comes through.
    """

    def __init__(self, *, chronicle: Chronicle, new_id: NewId, idle: timedelta = IDLE) -> None:
        self._chronicle = chronicle
        self._new_id = new_id
        self._idle = idle

    async def begin(self, asked: Asked) -> tuple[Session, ...] | None:
        """Take up a message: None while a session goes on, else the earlier ones that it is about.

        Those are the newest first, at most RELATED. The session that had gone idle is ended.
        """
        standing = await standing_of(asked, self._chronicle)
        current, tags = standing.session, standing.tags
        if current is not None:
            if asked.at - current.last_at < self._idle:
                return None
            await self.end(current, asked.at)
            tags = tuple(await self._chronicle.tags(asked.scope, asked.at))
        return await self._related(asked, tags)

    def first(self, exchange: Exchange) -> Session:
        """The session that begins with an exchange, where none is open."""
        return Session(
            id=self._new_id(),
            scope=exchange.scope,
            place=exchange.place,
            started_at=exchange.at,
            last_at=exchange.at,
            exchange_ids=(exchange.id,),
            is_private=exchange.is_private,
        )

    async def weigh(self, exchange: Exchange) -> None:
        """Add to the weights of the tags that an exchange mentions."""
        words = set(keywords(exchange.said))
        tags = await self._chronicle.tags(exchange.scope, exchange.at)
        mentioned = [tag.name for tag in tags if tag.weight > 0 and tag.name in words]
        if mentioned:
            gains = dict.fromkeys(mentioned, MENTIONED_GAIN)
            await self._chronicle.weigh(exchange.scope, gains, exchange.at)

    async def idle(self, now: datetime) -> list[Session]:
        """Everyone's sessions that have gone idle, oldest first."""
        return await self._chronicle.idle_sessions(now - self._idle)

    async def open(self, now: datetime) -> list[Session]:
        """Everyone's sessions that are open, idle or not, oldest first."""
        return await self._chronicle.idle_sessions(now)

    async def end(self, session: Session, now: datetime) -> bool:
        """End a session with its tags and summary, as of the moment in which it went idle.

        So the weights come out the same, whenever it is noticed. False when it was not open.
        """
        held = await self._chronicle.exchanges(session.scope, session.exchange_ids, audience=None)
        digests = await self._chronicle.digests(session.scope, session.exchange_ids)
        said = [held[id_] for id_ in session.exchange_ids if id_ in held]
        worth = [each for each in said if each.id not in digests or not digests[each.id].is_null]
        tags = session_tags(worth, digests)
        ended = await self._chronicle.end_session(
            session.scope,
            session.id,
            tags=tags,
            summary=session_summary(worth, digests),
            at=min(now, session.last_at + self._idle),
        )
        if ended:
            log.info(
                "[memory] session ended exchanges=%d tags=%s", len(said), ",".join(tags) or "-"
            )
        return ended

    async def _related(self, asked: Asked, tags: Sequence[Tag]) -> tuple[Session, ...]:
        top = sorted(tags, key=lambda tag: tag.weight, reverse=True)[:TOP_TAGS]
        names = related_tags(asked.text, [tag for tag in top if tag.weight > 0])
        if not names:
            return ()
        found = await self._chronicle.sessions(
            asked.scope, audience=hearing(asked.place), tags=names, limit=RELATED
        )
        log.info("[memory] sessions related=%d tags=%s", len(found), ",".join(names))
        return tuple(each for each in found if each.summary)


def related_tags(text: str, tags: Sequence[Tag]) -> list[str]:
    """The tags that a message names, or shares an everyday theme with, in their order."""
    words, touched = set(keywords(text)), themes(text)
    return [tag.name for tag in tags if tag.name in words or touched & themes(tag.name)]


def session_tags(exchanges: Sequence[Exchange], digests: Mapping[str, Digest]) -> tuple[str, ...]:
    """Up to MOST_TAGS words, the most frequent first, filled up to LEAST_TAGS from what was said.

    Generic words are none. Fewer come of a session that says little.
    """
    borne = Counter(
        tag for each in exchanges if each.id in digests for tag in digests[each.id].tags or ()
    )
    ranked = [tag for tag, _ in borne.most_common()]
    found = _cleaned(ranked)[:MOST_TAGS]
    texts = [text for each in exchanges for text in (each.said, each.answered)]
    nouns = {noun for text in texts for noun in tag_words(text)}
    said = [noun for word in segment_keywords(exchanges) if (noun := noun_of(word)) in nouns]
    return _cleaned([*found, *said])[: max(LEAST_TAGS, len(found))]


def session_summary(exchanges: Sequence[Exchange], digests: Mapping[str, Digest]) -> str:
    """What exchanges were about, in order, each once: as digested, else how the person put it."""
    parts = [
        (each.id in digests and digests[each.id].topic)
        or " ".join(each.said.split())[:_LONGEST_PART_CHARS]
        for each in exchanges
    ]
    return " / ".join(dict.fromkeys(part for part in parts if part))[:LONGEST_SUMMARY_CHARS]


def _cleaned(words: Sequence[str]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag for word in words for tag in clean_tags([word])))
