"""Stand-ins for the chronicle and for what makes something of conversations.

`FakeChronicle` keeps everything in memory. On the `FakeStore` of other stand-ins it sees their
exchanges, and what they forget, as the real one does in one database.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import TypeVar

from memory.dialogue.records import Digest, Found, Session, Standing, Tag, Topic, Use
from memory.dialogue.weights import ENDED_GAIN, faded, gained
from memory.errors import StorageFault, ThinkerUnavailable
from memory.records import Exchange, Scope
from memory.sharing import audience as audience_of
from memory.sharing import may_hear
from tests.fakes import FakeJournal, FakeStore

_Stretch = TypeVar("_Stretch", Topic, Session)


@dataclass(frozen=True, slots=True)
class _Weight:
    value: float
    since: datetime


class FakeChronicle:
    """The `Chronicle` and `FoundFacts` ports over a `FakeStore`."""

    def __init__(self, store: FakeStore | None = None) -> None:
        self.store = store or FakeStore()
        self._digests: dict[str, Digest] = {}
        self._facts: dict[str, tuple[str, ...]] = {}
        self._topics: dict[str, Topic] = {}
        self._sessions: dict[str, Session] = {}
        self._weights: dict[tuple[Scope, str], _Weight] = {}

    async def keep(self, exchange: Exchange) -> bool:
        if exchange.id in self.store.exchanges:
            return False
        await FakeJournal(self.store).keep(exchange)
        return exchange.id in self.store.exchanges

    async def keep_all(self, exchanges: Sequence[Exchange]) -> int:
        return sum([await self.keep(each) for each in exchanges])

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        return _last([each for each in self._mine(scope) if each.place == place], limit)

    async def older(self, scope: Scope, place: str, before: datetime, limit: int) -> list[Exchange]:
        here = [each for each in self._mine(scope) if each.place == place and each.at < before]
        return _last(here, limit)

    async def exchanges(
        self, scope: Scope, ids: Collection[str], *, audience: str | None
    ) -> Mapping[str, Exchange]:
        heard = self._heard(scope, audience)
        return {each.id: each for each in heard if each.id in ids}

    async def with_keywords(
        self, scope: Scope, keywords: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        wanted = {each.lower() for each in keywords if each}
        scored = [
            (sum(word in f"{each.said}\n{each.answered}".lower() for word in wanted), each)
            for each in reversed(self._heard(scope, audience))
        ]
        found = [(score, each) for score, each in scored if score]
        found.sort(key=lambda pair: pair[0], reverse=True)
        return [each for _, each in found[:limit]]

    async def during(
        self, scope: Scope, since: datetime, until: datetime, *, audience: str | None, limit: int
    ) -> list[Exchange]:
        heard = self._heard(scope, audience)
        return _last([each for each in heard if since <= each.at < until], limit)

    async def said_at(self, scope: Scope, times: Collection[datetime]) -> list[Exchange]:
        return [each for each in self._mine(scope) if each.at in times]

    async def count(self, scope: Scope) -> int:
        return len(self._mine(scope))

    async def trim(self, scope: Scope, *, before: datetime | None, most: int) -> list[str]:
        mine = self._mine(scope)
        kept = mine[-most:] if most > 0 else []
        gone = [
            each.id
            for each in mine
            if each not in kept or (before is not None and each.at < before)
        ]
        for id_ in gone:
            del self.store.exchanges[id_]
        self._drop_empty(scope)
        return gone

    async def people(self) -> list[Scope]:
        owners = {each.scope for each in self.store.exchanges.values()}
        return sorted(owners, key=lambda scope: (scope.team, scope.user))

    async def findable_ids(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        return {
            scope: frozenset(
                each.id
                for each in self._mine(scope)
                if each.id in self._digests and not self._digests[each.id].is_null
            )
            for scope in scopes
        }

    async def undigested(self, scope: Scope | None, limit: int) -> list[Exchange]:
        waiting = [
            each
            for each in self.store.exchanges.values()
            if scope in {None, each.scope} and each.id not in self._digests
        ]
        return sorted(waiting, key=lambda each: each.at)[:limit]

    async def mark_digested(
        self, scope: Scope, digests: Sequence[Digest], at: datetime
    ) -> list[str]:
        del at
        mine = {each.id for each in self._mine(scope)}
        done = []
        for digest in digests:
            if digest.exchange_id in mine and digest.exchange_id not in self._digests:
                tags = digest.tags and tuple(dict.fromkeys(digest.tags))
                self._digests[digest.exchange_id] = replace(digest, tags=tags, facts=())
                done.append(digest.exchange_id)
                if any(each.facts for each in digests):
                    self._facts[digest.exchange_id] = digest.facts
        return done

    async def waiting(self, scope: Scope) -> list[Found]:
        mine = [each for each in self._mine(scope) if each.id in self._facts]
        return [Found(each, self._facts[each.id]) for each in mine]

    async def people_waiting(self) -> list[Scope]:
        return [each for each in await self.people() if await self.waiting(each)]

    async def gleaned(self, scope: Scope, ids: Collection[str]) -> None:
        for each in self._mine(scope):
            if each.id in ids:
                self._facts.pop(each.id, None)

    async def digests(self, scope: Scope, ids: Collection[str]) -> Mapping[str, Digest]:
        return {
            each.id: self._digests[each.id]
            for each in self._mine(scope)
            if each.id in ids and each.id in self._digests
        }

    async def tags(self, scope: Scope, at: datetime) -> list[Tag]:
        self._forget_unborne_weights(scope)
        uses: dict[str, list[datetime]] = {}
        for exchange in self._mine(scope):
            for name in self._tags_of(exchange):
                uses.setdefault(name, []).append(exchange.at)
        tags = [
            Tag(name, len(times), times[0], times[-1], self._weight(scope, name, at))
            for name, times in uses.items()
        ]
        tags.extend(
            Tag(name, 0, known.since, known.since, weight)
            for (owner, name), known in self._weights.items()
            if owner == scope and name not in uses and (weight := self._weight(scope, name, at))
        )
        tags.sort(key=lambda tag: tag.name)
        return sorted(tags, key=lambda tag: (tag.uses, tag.last_at), reverse=True)

    async def tagged(
        self, scope: Scope, tags: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        heard = self._heard(scope, audience)
        return _last([each for each in heard if set(tags) & set(self._tags_of(each))], limit)

    async def weigh(self, scope: Scope, gains: Mapping[str, float], at: datetime) -> None:
        for name, gain in gains.items():
            known = self._weights.get((scope, name), _Weight(0.0, at))
            self._weights[scope, name] = _Weight(*gained(known.value, known.since, gain, at))

    async def open_topic(self, topic: Topic) -> None:
        self._topics[topic.id] = replace(topic, exchange_ids=())
        for id_ in topic.exchange_ids:
            await self.add_to_topic(topic.scope, topic.id, id_)

    async def add_to_topic(self, scope: Scope, topic_id: str, exchange_id: str) -> None:
        if self._owns(scope, self._topics.get(topic_id), exchange_id):
            _move(self._topics, topic_id, exchange_id)

    async def close_topic(
        self, scope: Scope, topic_id: str, *, title: str, keywords: Sequence[str], at: datetime
    ) -> bool:
        topic = self._topics.get(topic_id)
        if topic is None or topic.scope != scope or topic.ended_at is not None:
            return False
        self._topics[topic_id] = replace(topic, title=title, keywords=tuple(keywords), ended_at=at)
        return True

    async def current_topic(self, scope: Scope, place: str) -> Topic | None:
        return _current(self._true_topics(scope), place)

    async def topics(
        self, scope: Scope, *, audience: str | None, limit: int | None = None
    ) -> list[Topic]:
        return _ended(self._true_topics(scope), audience)[:limit]

    async def open_session(self, session: Session) -> None:
        self._sessions[session.id] = replace(session, exchange_ids=())
        for id_ in session.exchange_ids:
            await self.add_to_session(session.scope, session.id, id_, session.last_at)

    async def add_to_session(
        self, scope: Scope, session_id: str, exchange_id: str, at: datetime
    ) -> None:
        session = self._sessions.get(session_id)
        if session is None or session.scope != scope or session.ended_at is not None:
            return
        self._sessions[session_id] = replace(session, last_at=max(session.last_at, at))
        if self._owns(scope, session, exchange_id):
            _move(self._sessions, session_id, exchange_id)

    async def follow(self, exchange: Exchange, *, topic: Topic, session: Session) -> None:
        scope, place = exchange.scope, exchange.place
        if current := await self.current_topic(scope, place):
            await self.add_to_topic(scope, current.id, exchange.id)
        else:
            await self.open_topic(topic)
        if going_on := await self.current_session(scope, place):
            await self.add_to_session(scope, going_on.id, exchange.id, exchange.at)
        else:
            await self.open_session(session)

    async def standing(self, scope: Scope, place: str, at: datetime, *, limit: int) -> Standing:
        return Standing(
            latest=tuple(await self.latest(scope, place, limit)),
            session=await self.current_session(scope, place),
            tags=tuple(await self.tags(scope, at)),
            exchanges_kept=await self.count(scope),
        )

    async def current_session(self, scope: Scope, place: str) -> Session | None:
        return _current(self._true_sessions(scope), place)

    async def idle_sessions(self, since: datetime) -> list[Session]:
        scopes = {each.scope for each in self._sessions.values()}
        idle = [
            each
            for scope in scopes
            for each in self._true_sessions(scope)
            if each.ended_at is None and each.last_at <= since
        ]
        return sorted(idle, key=lambda each: each.last_at)

    async def end_session(
        self, scope: Scope, session_id: str, *, tags: Sequence[str], summary: str, at: datetime
    ) -> bool:
        session = self._sessions.get(session_id)
        if session is None or session.scope != scope or session.ended_at is not None:
            return False
        once = tuple(dict.fromkeys(tags))
        self._sessions[session_id] = replace(session, tags=once, summary=summary, ended_at=at)
        await self.weigh(scope, dict.fromkeys(once, ENDED_GAIN), at)
        return True

    async def sessions(
        self,
        scope: Scope,
        *,
        audience: str | None,
        tags: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[Session]:
        ended = _ended(self._true_sessions(scope), audience)
        return [each for each in ended if tags is None or set(tags) & set(each.tags)][:limit]

    def _mine(self, scope: Scope) -> list[Exchange]:
        mine = [each for each in self.store.exchanges.values() if each.scope == scope]
        return sorted(mine, key=lambda each: each.at)

    def _heard(self, scope: Scope, heard: str | None) -> list[Exchange]:
        return [each for each in self._mine(scope) if may_hear(each, heard)]

    def _tags_of(self, exchange: Exchange) -> tuple[str, ...]:
        digest = self._digests.get(exchange.id)
        return (digest and digest.tags) or ()

    def _weight(self, scope: Scope, name: str, at: datetime) -> float:
        known = self._weights.get((scope, name))
        return faded(known.value, known.since, at) if known else 0.0

    def _owns(self, scope: Scope, stretch: Topic | Session | None, exchange_id: str) -> bool:
        exchange = self.store.exchanges.get(exchange_id)
        return bool(stretch and stretch.scope == scope and exchange and exchange.scope == scope)

    def _true_topics(self, scope: Scope) -> list[Topic]:
        """The topics, less what forgetting has taken of them."""
        self._drop_empty(scope)
        for topic in [each for each in self._topics.values() if each.scope == scope]:
            left = self._left(topic.exchange_ids)
            if len(left) < len(topic.exchange_ids):
                words = "\n".join(f"{each.said}\n{each.answered}" for each in left).lower()
                self._topics[topic.id] = replace(
                    topic,
                    exchange_ids=tuple(each.id for each in left),
                    title="",
                    keywords=tuple(each for each in topic.keywords if each.lower() in words),
                )
        return [each for each in self._topics.values() if each.scope == scope]

    def _true_sessions(self, scope: Scope) -> list[Session]:
        """The sessions, less what forgetting has taken of them."""
        self._drop_empty(scope)
        for session in [each for each in self._sessions.values() if each.scope == scope]:
            left = self._left(session.exchange_ids)
            if len(left) < len(session.exchange_ids):
                borne = {tag for each in left for tag in self._tags_of(each)}
                self._sessions[session.id] = replace(
                    session,
                    exchange_ids=tuple(each.id for each in left),
                    summary="",
                    tags=tuple(tag for tag in session.tags if tag in borne),
                )
        return [each for each in self._sessions.values() if each.scope == scope]

    def _left(self, ids: Iterable[str]) -> list[Exchange]:
        return [self.store.exchanges[id_] for id_ in ids if id_ in self.store.exchanges]

    def _drop_empty(self, scope: Scope) -> None:
        self._topics = self._not_emptied(scope, self._topics)
        self._sessions = self._not_emptied(scope, self._sessions)

    def _forget_unborne_weights(self, scope: Scope) -> None:
        """Let the weights of tags go that stood at exchanges which are gone."""
        self._true_sessions(scope)
        gone = self._digests.keys() - self.store.exchanges.keys()
        if not gone:
            return
        for id_ in gone:
            del self._digests[id_]
        borne = {
            (each.scope, tag)
            for each in self.store.exchanges.values()
            for tag in self._tags_of(each)
        }
        borne |= {(each.scope, tag) for each in self._sessions.values() for tag in each.tags}
        self._weights = {key: each for key, each in self._weights.items() if key in borne}

    def _not_emptied(self, scope: Scope, stretches: dict[str, _Stretch]) -> dict[str, _Stretch]:
        return {
            each.id: each
            for each in stretches.values()
            if each.scope != scope or not each.exchange_ids or self._left(each.exchange_ids)
        }


class FakeDialogueThinker:
    """The `DialogueThinker` port: says what it was given by exchange, and remembers the questions.

    An exchange that it knows nothing of is said to be null.
    """

    def __init__(self, digests: Iterable[Digest] = ()) -> None:
        self.known = {each.exchange_id: each for each in digests}
        self.fails = False
        self.batches: list[tuple[tuple[str, ...], tuple[str, ...]]] = []

    async def digest(
        self, batch: Sequence[Exchange], known_tags: Sequence[str]
    ) -> Sequence[Digest]:
        self._check()
        self.batches.append((tuple(each.id for each in batch), tuple(known_tags)))
        return [self.known.get(each.id, Digest(each.id, None)) for each in batch]

    def _check(self) -> None:
        if self.fails:
            raise ThinkerUnavailable("told to fail")


class FakeUsage:
    """The `Usage` port over a list. Fails as often as it is told to."""

    def __init__(self, *, failures: int = 0) -> None:
        self.uses: list[Use] = []
        self.failures = failures
        self.writings = 0
        self.noted = asyncio.Event()

    async def note(self, uses: Sequence[Use], *, since: datetime) -> None:
        self._check()
        self.writings += 1
        self.uses = [each for each in (*self.uses, *uses) if each.at > since]
        self.noted.set()

    async def after(self, since: datetime) -> list[Use]:
        self._check()
        return sorted((each for each in self.uses if each.at > since), key=lambda each: each.at)

    def _check(self) -> None:
        if self.failures:
            self.failures -= 1
            raise StorageFault("told to fail")


def _last(exchanges: list[Exchange], limit: int) -> list[Exchange]:
    return sorted(exchanges, key=lambda each: each.at)[-limit:] if limit > 0 else []


def _move(stretches: dict[str, _Stretch], into: str, exchange_id: str) -> None:
    for stretch in list(stretches.values()):
        ids = [each for each in stretch.exchange_ids if each != exchange_id]
        if stretch.id == into:
            ids.append(exchange_id)
        stretches[stretch.id] = replace(stretch, exchange_ids=tuple(ids))


def _current(stretches: Sequence[_Stretch], place: str) -> _Stretch | None:
    here = [each for each in stretches if each.place == place and each.ended_at is None]
    return max(here, key=lambda each: each.started_at, default=None)


def _ended(stretches: Sequence[_Stretch], heard: str | None) -> list[_Stretch]:
    ended = [
        each
        for each in stretches
        if each.ended_at is not None
        and heard in {None, audience_of(each.place, is_private=each.is_private)}
    ]
    return sorted(ended, key=lambda each: each.started_at)[::-1]
