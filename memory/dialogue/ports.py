"""What conversation memory needs from the world, as protocols. Adapters are in `memory.adapters`.

Wherever `audience` is a parameter it is what `memory.sharing.hearing` says of the place where
something would be spoken: None for everything of the person's, else the one channel whose exchanges
may be heard there. The store leaves all others out before it searches.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from datetime import datetime
from typing import Protocol

from memory.dialogue.records import Digest, Found, Session, Standing, Tag, Topic, Use
from memory.records import Exchange, Scope


class Chronicle(Protocol):
    """Everything that was said, and what was made of it. Each method is one transaction.

    What is forgotten or erased elsewhere goes from here too, with all that was made of it. Raises
    `StorageFault` when the database cannot be used.
    """

    # What was said

    async def keep(self, exchange: Exchange) -> bool:
        """Keep an exchange; False when it is known already, or must not be kept.

        The latter is `Journal.keep`'s rule: it names something forgotten, or was said before the
        person had everything erased.
        """
        ...

    async def keep_all(self, exchanges: Sequence[Exchange]) -> int:
        """The same for many at once, of one person or several; how many were new."""
        ...

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        """The person's latest exchanges in this place, oldest first."""
        ...

    async def older(self, scope: Scope, place: str, before: datetime, limit: int) -> list[Exchange]:
        """The person's latest exchanges in this place of those before a time, oldest first."""
        ...

    async def exchanges(
        self, scope: Scope, ids: Collection[str], *, audience: str | None
    ) -> Mapping[str, Exchange]:
        """Those of the ids that are this person's and may be heard by this audience."""
        ...

    async def with_keywords(
        self, scope: Scope, keywords: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """Exchanges in which keywords stand, on either side, as part of a word or whole.

        Upper and lower case are the same. Those with the most of the keywords come first, then the
        newest.
        """
        ...

    async def during(
        self, scope: Scope, since: datetime, until: datetime, *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """The latest exchanges from `since` on and before `until`, oldest first."""
        ...

    async def said_at(self, scope: Scope, times: Collection[datetime]) -> list[Exchange]:
        """The person's exchanges of exactly these times, oldest first."""
        ...

    async def count(self, scope: Scope) -> int:
        """How many exchanges of the person are kept."""
        ...

    async def trim(self, scope: Scope, *, before: datetime | None, most: int) -> list[str]:
        """Delete what was said before a time, and the oldest of what is more than `most`.

        What was made of them goes along. Returns the ids of the exchanges that went.
        """
        ...

    async def people(self) -> list[Scope]:
        """Everyone of whom an exchange is kept."""
        ...

    async def findable_ids(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """Of each of these people, the exchanges that are digested and not null."""
        ...

    async def standing(self, scope: Scope, place: str, at: datetime, *, limit: int) -> Standing:
        """`latest`, `current_session`, `tags` and `count` at once."""
        ...

    # What was made of it

    async def undigested(self, scope: Scope | None, limit: int) -> list[Exchange]:
        """Exchanges that nothing was made of yet, oldest first; of everyone when scope is None."""
        ...

    async def mark_digested(
        self, scope: Scope, digests: Sequence[Digest], at: datetime
    ) -> list[str]:
        """Keep what was made of exchanges, all or none.

        An exchange is digested once: one that was before, or that is gone, is left out. When facts
        were found in any of them, all of them wait to be gleaned (`FoundFacts`). Returns the ids
        of those that were digested now.
        """
        ...

    async def digests(self, scope: Scope, ids: Collection[str]) -> Mapping[str, Digest]:
        """What was made of these exchanges of the person, as far as anything was; no facts."""
        ...

    async def tags(self, scope: Scope, at: datetime) -> list[Tag]:
        """The person's tags with their weights at a time; the most used first, then the latest.

        A tag that only weighs, and stands at no exchange, has no uses; its times are when it was
        weighed.
        """
        ...

    async def tagged(
        self, scope: Scope, tags: Collection[str], *, audience: str | None, limit: int
    ) -> list[Exchange]:
        """The latest exchanges that bear one of the tags, oldest first."""
        ...

    async def weigh(self, scope: Scope, gains: Mapping[str, float], at: datetime) -> None:
        """Add to the weights of tags, after they have faded up to this time (`weights.faded`)."""
        ...

    # Topics

    async def open_topic(self, topic: Topic) -> None:
        """Keep a new topic, with the exchanges that it names, as far as they are kept."""
        ...

    async def add_to_topic(self, scope: Scope, topic_id: str, exchange_id: str) -> None:
        """Add an exchange to a topic; it leaves the one that it was in. Unknown ids do nothing."""
        ...

    async def close_topic(
        self, scope: Scope, topic_id: str, *, title: str, keywords: Sequence[str], at: datetime
    ) -> bool:
        """End an open topic; False when it was not open."""
        ...

    async def current_topic(self, scope: Scope, place: str) -> Topic | None:
        """The topic that is open in this place; the latest, should there be several."""
        ...

    async def topics(
        self, scope: Scope, *, audience: str | None, limit: int | None = None
    ) -> list[Topic]:
        """The person's ended topics, newest first."""
        ...

    # Sessions

    async def open_session(self, session: Session) -> None:
        """Keep a new session."""
        ...

    async def add_to_session(
        self, scope: Scope, session_id: str, exchange_id: str, at: datetime
    ) -> None:
        """Add an exchange to an open session and note when it was last heard of."""
        ...

    async def current_session(self, scope: Scope, place: str) -> Session | None:
        """The session that is open in this place; the latest, should there be several."""
        ...

    async def follow(self, exchange: Exchange, *, topic: Topic, session: Session) -> None:
        """Add an exchange to the topic and to the session that are open in its place, as one.

        Where none is open the given one is opened: it names the exchange.
        """
        ...

    async def idle_sessions(self, since: datetime) -> list[Session]:
        """Everyone's open sessions that were last heard of at this time or before, oldest first."""
        ...

    async def end_session(
        self, scope: Scope, session_id: str, *, tags: Sequence[str], summary: str, at: datetime
    ) -> bool:
        """End an open session and add ENDED_GAIN to each of its tags, as one.

        False, and nothing changed, when it was not open.
        """
        ...

    async def sessions(
        self,
        scope: Scope,
        *,
        audience: str | None,
        tags: Collection[str] | None = None,
        limit: int | None = None,
    ) -> list[Session]:
        """The person's ended sessions, newest first; only those with one of the tags, if given."""
        ...


class FoundFacts(Protocol):
    """What digests found and nobody was asked of yet. It goes with its exchanges.

    Each method is one transaction. Raises `StorageFault`.
    """

    async def waiting(self, scope: Scope) -> list[Found]:
        """The person's exchanges that wait to be gleaned, oldest first."""
        ...

    async def people_waiting(self) -> list[Scope]:
        """Everyone of whom an exchange waits to be gleaned."""
        ...

    async def gleaned(self, scope: Scope, ids: Collection[str]) -> None:
        """Note that these exchanges were gleaned: their facts go."""
        ...


class Usage(Protocol):
    """What the model was used for. Each method is one transaction. Raises `StorageFault`."""

    async def note(self, uses: Sequence[Use], *, since: datetime) -> None:
        """Add uses, and let those go that are not later than `since`."""
        ...

    async def after(self, since: datetime) -> list[Use]:
        """The uses later than `since`, oldest first."""
        ...


class DialogueThinker(Protocol):
    """Makes something of what was said. Raises `ThinkerUnavailable`."""

    async def digest(
        self, batch: Sequence[Exchange], known_tags: Sequence[str]
    ) -> Sequence[Digest]:
        """What to make of each exchange of one person, oldest first, in one question.

        It is not to be trusted: ids may be missing, unknown or doubled, and tags of any form.
        """
        ...
