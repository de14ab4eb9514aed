"""What earlier talk brings to a message: the raw window, near exchanges, and those of their tags.

Four steps: nearest exchanges by meaning, their tags, other exchanges with those tags, and both into
the prompt. Whatever way an exchange is found, the store hands it out only to those who may hear it.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime, tzinfo
from typing import Final

from memory.dialogue.cues import asks_whether, looks_back
from memory.dialogue.expansion import generic_tags, tags_to_follow
from memory.dialogue.matching import Match, holds, join, keywords, rank
from memory.dialogue.nearness import LEAST_HEIGHT, Nearness
from memory.dialogue.ports import Chronicle
from memory.dialogue.records import Session, Standing, Tag, Topic
from memory.dialogue.spans import Span, read_span
from memory.dialogue.timeline import asks_how_it_went, states, telling
from memory.dialogue.window import RAW, RAW_WHEN_VAGUE, choose_window
from memory.records import Exchange, Scope
from memory.search.fusion import fuse
from memory.sharing import Place, hearing

MATCHES: Final = 5
SAME_TOPIC: Final = 10
OF_A_SPAN: Final = 10

_NEAR_LOOKED_AT: Final = 40
_KEYWORDS_LOOKED_AT: Final = 60
_TAGGED_LOOKED_AT: Final = 60
_TOPICS_LOOKED_AT: Final = 300
_FAINTLY_NEAR: Final = 1.2
"""What the one nearest exchange must have, when a question looks back and nothing else is found."""
_SURELY_NEAR: Final = 3.5
"""What counts as near to a question that names neither a subject nor a time, or may be denied."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Asked:
    """A message to look back for. `conversation` is where it was said, as `Exchange.place`.

    `standing` is how the talk stands, where somebody has read it already.
    """

    scope: Scope
    place: Place
    conversation: str
    text: str
    at: datetime
    zone: tzinfo
    standing: Standing | None = None


@dataclass(frozen=True, slots=True)
class TalkedOf:
    """An earlier topic with its exchanges, oldest first."""

    topic: Topic
    exchanges: tuple[Exchange, ...]


@dataclass(frozen=True, slots=True)
class Earlier:
    """What earlier talk brings to a message.

    `recent` is the raw window, oldest first; nothing of it stands in the rest. `related` are the
    exchanges that match, best first; `same_topic` others that bear one of `tags`, oldest first, or
    with `is_timeline` the states of the subject. `topics` are earlier stretches of talk about this,
    best first; `sessions` earlier sessions whose summaries belong here. `letters_only` tells that
    meaning could not be searched.
    """

    recent: tuple[Exchange, ...] = ()
    related: tuple[Exchange, ...] = ()
    tags: tuple[str, ...] = ()
    same_topic: tuple[Exchange, ...] = ()
    is_timeline: bool = False
    topics: tuple[TalkedOf, ...] = ()
    sessions: tuple[Session, ...] = ()
    letters_only: bool = False


@dataclass(frozen=True, slots=True)
class Found:
    """What a search of conversations brought, best first; `by_meaning`: no keyword stood in it."""

    exchanges: tuple[Exchange, ...] = ()
    by_meaning: bool = False


class Lookback:
    """Looks back over what was said. One for a process, safe for concurrent calls.

    `StorageFault` comes through; when meaning cannot be searched, keywords answer alone.
    """

    def __init__(self, *, chronicle: Chronicle, nearness: Nearness) -> None:
        self._chronicle = chronicle
        self._nearness = nearness

    async def prepare(self) -> None:
        """Get ready, so that no first question waits for it. Raises `EmbeddingUnavailable`."""
        await self._nearness.prepare()

    async def stand(self, asked: Asked) -> Asked:
        """The same message with how the talk stands, for all that look back from it."""
        return replace(asked, standing=await standing_of(asked, self._chronicle))

    async def recall(self, asked: Asked) -> Earlier:
        """What earlier talk brings to this message."""
        standing, matched = await asyncio.gather(
            standing_of(asked, self._chronicle), self._match(asked)
        )
        window = {each.id for each in standing.latest[-RAW:]}
        older = [each for each in matched.exchanges if each.id not in window]
        recent = choose_window(standing.latest, is_vague=not older)
        followed, tagged = await self._widen(asked, older[:MATCHES], standing)
        earlier = Earlier(recent.exchanges, tags=followed, letters_only=matched.letters_only)
        if asks_how_it_went(asked.text):
            earlier = _with_course(earlier, older, tagged)
        else:
            earlier = _with_matches(earlier, older[:MATCHES], tagged)
        log.info(
            "[memory] conversation search found=%d tags=%s same_topic=%d (%s)",
            len(earlier.related),
            ",".join(followed) or "-",
            len(earlier.same_topic),
            "keywords only" if matched.letters_only else "vec+keywords+tags",
        )
        return earlier

    async def search(self, asked: Asked, *, limit: int) -> Found:
        """Exchanges that hold the question's keywords, or belong to a topic that bears one.

        The most keywords first, then the newest; each once. Without such a one, the near ones.
        """
        wanted = keywords(asked.text)
        span = read_span(asked.text, asked.at, asked.zone)
        lettered, of_topics = await asyncio.gather(
            self._with_keywords(asked, wanted), self._of_topics(asked, wanted)
        )
        ranked = join(rank(wanted, lettered), of_topics)
        within = [each for each in ranked if span is None or span.holds(each.at)]
        if not within and span is not None:
            within = ranked if span.is_long else []
            within = within or (await self._during(asked, span, limit))[::-1]
        if within:
            return Found(tuple(within[:limit]))
        near = (await self._near(asked, least=LEAST_HEIGHT)).near
        return Found(tuple(near[:limit]), by_meaning=bool(near))

    async def _match(self, asked: Asked) -> _Matched:
        """The older exchanges that match, best first: by meaning and keywords, within the span."""
        wanted = keywords(asked.text)
        span = read_span(asked.text, asked.at, asked.zone)
        is_open = asks_whether(asked.text)
        least = LEAST_HEIGHT if (wanted or span) and not is_open else _SURELY_NEAR
        sighted, lettered = await asyncio.gather(
            self._near(asked, least=least), self._with_keywords(asked, wanted)
        )
        near = sighted.near
        if asks_how_it_went(asked.text):  # the same question, asked before, holds the most of them
            lettered = telling(lettered)
        if not (near or lettered) and wanted and looks_back(asked.text) and not is_open:
            near = sighted.faint
        by_letters = [each.exchange for each in _of_best_score(rank(wanted, lettered))]
        once = {each.id: each for each in [*near, *by_letters]}
        fused = fuse([[each.id for each in part] for part in (near, by_letters)])
        found = [once[id_] for id_, _ in fused]
        if span is not None:
            within = [each for each in found if span.holds(each.at)]
            within = within or (found if span.is_long else [])
            found = within or (await self._during(asked, span, OF_A_SPAN))[::-1] or found
        return _Matched(found, sighted.failed)

    async def _near(self, asked: Asked, *, least: float) -> _Sighted:
        """What lies near in meaning."""
        heard = hearing(asked.place)
        sight = await self._nearness.look(
            asked.scope, asked.text, audience=heard, limit=_NEAR_LOOKED_AT
        )
        if sight is None:
            return _Sighted(failed=True)
        held = await self._chronicle.exchanges(
            asked.scope, [hit.id for hit in sight.hits], audience=heard
        )
        texts = {id_: each.said for id_, each in held.items()}
        near = [held[id_] for id_ in sight.standing_out(texts, least=least)]
        faint = [held[id_] for id_ in sight.standing_out(texts, least=_FAINTLY_NEAR)[:1]]
        return _Sighted(near, faint)

    async def _with_keywords(self, asked: Asked, wanted: Sequence[str]) -> list[Exchange]:
        if not wanted:
            return []
        return await self._chronicle.with_keywords(
            asked.scope, wanted, audience=hearing(asked.place), limit=_KEYWORDS_LOOKED_AT
        )

    async def _during(self, asked: Asked, span: Span, limit: int) -> list[Exchange]:
        """The latest exchanges of a span that say something, oldest first."""
        found = await self._chronicle.during(
            asked.scope, span.since, span.until, audience=hearing(asked.place), limit=2 * limit
        )
        digests = await self._chronicle.digests(asked.scope, [each.id for each in found])
        null = {id_ for id_, digest in digests.items() if digest.is_null}
        return [each for each in found if each.id not in null][-limit:]

    async def _widen(
        self, asked: Asked, matches: Sequence[Exchange], standing: Standing
    ) -> tuple[tuple[str, ...], list[Exchange]]:
        """The tags to follow from the matches, and the exchanges that bear them, oldest first."""
        digests = await self._chronicle.digests(asked.scope, [each.id for each in matches])
        followed = tags_to_follow(
            [(digests[each.id].tags or ()) if each.id in digests else () for each in matches],
            generic=generic_tags(standing.tags, standing.exchanges_kept),
            named=_named(asked.text, standing.tags),
        )
        if not followed:
            return (), []
        return followed, await self._chronicle.tagged(
            asked.scope, followed, audience=hearing(asked.place), limit=_TAGGED_LOOKED_AT
        )

    async def _of_topics(self, asked: Asked, wanted: Sequence[str]) -> list[tuple[Exchange, int]]:
        """The exchanges of topics that bear a keyword, with how many of them the topic bears."""
        if not wanted:
            return []
        heard = hearing(asked.place)
        topics = await self._chronicle.topics(asked.scope, audience=heard, limit=_TOPICS_LOOKED_AT)
        scores: dict[str, int] = {}
        for topic in topics:
            if borne := holds(wanted, " ".join([topic.title, *topic.keywords])):
                for id_ in topic.exchange_ids:
                    scores[id_] = max(borne, scores.get(id_, 0))
        held = await self._chronicle.exchanges(asked.scope, list(scores), audience=heard)
        return [(each, scores[id_]) for id_, each in held.items()]


async def standing_of(asked: Asked, chronicle: Chronicle) -> Standing:
    """How the talk stands as this message comes: as it is known, else as the chronicle has it."""
    return asked.standing or await chronicle.standing(
        asked.scope, asked.conversation, asked.at, limit=RAW_WHEN_VAGUE
    )


@dataclass(frozen=True, slots=True)
class _Sighted:
    """The near exchanges, nearest first, and the one nearest, near or not."""

    near: list[Exchange] = field(default_factory=list)
    faint: list[Exchange] = field(default_factory=list)
    failed: bool = False


@dataclass(frozen=True, slots=True)
class _Matched:
    """The exchanges that match, best first."""

    exchanges: list[Exchange]
    letters_only: bool


def _with_matches(
    earlier: Earlier, matches: Sequence[Exchange], tagged: Sequence[Exchange]
) -> Earlier:
    related = _unseen(matches, earlier.recent)
    same = _unseen(tagged, [*earlier.recent, *related])
    return replace(earlier, related=related, same_topic=same[-SAME_TOPIC:])


def _with_course(
    earlier: Earlier, matches: Sequence[Exchange], tagged: Sequence[Exchange]
) -> Earlier:
    """The matches and what bears their tags, as one course of states."""
    course = states(_unseen([*matches, *tagged], earlier.recent))
    return replace(earlier, same_topic=course, is_timeline=bool(course))


def _unseen(exchanges: Sequence[Exchange], seen: Sequence[Exchange]) -> tuple[Exchange, ...]:
    """Each once, less those that stand elsewhere."""
    known = {each.id for each in seen}
    return tuple({each.id: each for each in exchanges if each.id not in known}.values())


def _of_best_score(ranked: Sequence[Match]) -> list[Match]:
    """Those that hold the most of the keywords; beside them the others are noise."""
    return [each for each in ranked if each.score == ranked[0].score]


def _named(text: str, tags: Sequence[Tag]) -> list[str]:
    """The tags that a question names itself."""
    wanted = keywords(text)
    return [tag.name for tag in tags if tag.name.casefold() in wanted]
