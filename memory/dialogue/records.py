"""The values of conversation memory: tags, digests, topics and sessions. All are frozen.

An exchange itself is `memory.records.Exchange`. Times are aware datetimes in UTC.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.records import Exchange, Scope


@dataclass(frozen=True, slots=True)
class Tag:
    """A word under which exchanges of one person are found.

    `uses` counts the exchanges that bear it, `first_at` and `last_at` are the times of the first
    and the last of them. `weight` is what sessions gave it, as it stands at the time asked for;
    0.0 when it never had one or has been forgotten since.
    """

    name: str
    uses: int
    first_at: datetime
    last_at: datetime
    weight: float = 0.0


@dataclass(frozen=True, slots=True)
class Digest:
    """What was made of one exchange.

    `tags` is None for a null exchange (a greeting, a bare acknowledgement), which is not embedded;
    () for one that says something and fits no tag. `facts` are lines "subject: information", as a
    `Thinker` finds them; they are kept only until they have been gleaned. `topic` says in
    a few words what it was about.
    """

    exchange_id: str
    tags: tuple[str, ...] | None
    facts: tuple[str, ...] = ()
    topic: str = ""

    @property
    def is_null(self) -> bool:
        """Whether nothing was said that is worth finding."""
        return self.tags is None


@dataclass(frozen=True, slots=True)
class Found:
    """The lines of facts that a digest found in an exchange, of which nobody was asked yet."""

    exchange: Exchange
    facts: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Topic:
    """A stretch of one conversation about one thing. It is open until `ended_at` is set.

    `exchange_ids` are oldest first. `is_private` and `place` are those of its exchanges.
    """

    id: str
    scope: Scope
    place: str
    title: str
    keywords: tuple[str, ...]
    exchange_ids: tuple[str, ...]
    started_at: datetime
    ended_at: datetime | None = None
    is_private: bool = True


@dataclass(frozen=True, slots=True)
class Session:
    """A stretch of one conversation without a long pause. It is open until `ended_at` is set.

    `tags` and `summary` are empty until it ends; forgetting empties them again. `exchange_ids` are
    oldest first.
    """

    id: str
    scope: Scope
    place: str
    started_at: datetime
    last_at: datetime
    ended_at: datetime | None = None
    tags: tuple[str, ...] = ()
    summary: str = ""
    exchange_ids: tuple[str, ...] = ()
    is_private: bool = True


@dataclass(frozen=True, slots=True)
class Standing:
    """How a person's talk stands as a message comes, read once for all that look back from it.

    `latest` are exchanges of the place, oldest first, and `session` is the one that is open there;
    tags, and how many exchanges are kept, are of all places.
    """

    latest: tuple[Exchange, ...]
    session: Session | None
    tags: tuple[Tag, ...]
    exchanges_kept: int


class UseKind(StrEnum):
    """What is counted: calls of the model that answer somebody, other calls, and messages."""

    TALK = "talk"
    BACKGROUND = "background"
    MESSAGE = "message"


@dataclass(frozen=True, slots=True)
class Use:
    """One call of the model, or one message that was answered."""

    kind: UseKind
    at: datetime


@dataclass(frozen=True, slots=True)
class Spending:
    """The last 24 hours of everyone together; `a_day` is how many calls are planned for."""

    talk: int
    background: int
    messages: int
    a_day: int

    @property
    def calls(self) -> int:
        """All calls."""
        return self.talk + self.background
