"""The values that the memory rooms hand to each other. All are frozen.

Times are aware datetimes in UTC. Ids are opaque strings. Owner, source and times come from the
server, never from a model.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from enum import StrEnum
from typing import Final

from memory.errors import ScopeMissing
from memory.evidence import Considered, Evidence


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory it is: one person in one workspace. One user id in two teams is two people."""

    team: str
    user: str

    def __post_init__(self) -> None:
        if not self.team or not self.user:
            raise ScopeMissing("A scope needs both a team and a user.")


class MemoryType(StrEnum):
    """The three kinds of long-term memory (Tulving): what is so, what happened, how to behave."""

    SEMANTIC = "semantic"
    EPISODIC = "episodic"
    PROCEDURAL = "procedural"


FIRST_PERSON_SUBJECTS: Final = ("나", "me")
"""How a fact names the person as its subject."""


@dataclass(frozen=True, slots=True)
class Fact:
    """What a memory says, before and after anyone has agreed to keep it.

    `text` is the one line that people see and that is embedded. `subject`, `attribute` and `value`
    are its fields ("또리", "생일", "10월 27일"); each may be empty when the text does not show it.
    `confidence` runs from 0 to 1, `importance` from 1 to 10.
    """

    text: str
    type: MemoryType = MemoryType.SEMANTIC
    subject: str = ""
    attribute: str = ""
    value: str = ""
    tags: tuple[str, ...] = ()
    confidence: float = 1.0
    importance: int = 5

    @property
    def content_key(self) -> str:
        """The text as far as it makes the content: NFC, case folded, no spaces, no final stops."""
        folded = unicodedata.normalize("NFC", self.text).casefold()
        return re.sub(r"\s+", "", folded).rstrip(".!。")

    @property
    def subject_key(self) -> str:
        """The subject in lower case, to group by; "me" for the person, "" for none."""
        folded = self.subject.lower()
        return "me" if folded in FIRST_PERSON_SUBJECTS else folded


class SourceKind(StrEnum):
    """How a fact reached the bot."""

    WISH = "wish"
    COMMAND = "command"
    EDIT = "edit"
    EXTRACTION = "extraction"
    SHORTCUT = "shortcut"
    IMPORT = "import"


@dataclass(frozen=True, slots=True)
class Source:
    """Where a fact came from: the raw message and an opaque pointer to it ("" without one)."""

    kind: SourceKind
    text: str
    at: datetime
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One version of a remembered fact. A change makes a new one; the old stays, inactive."""

    id: str
    scope: Scope
    fact: Fact
    source: Source
    created_at: datetime
    updated_at: datetime
    last_accessed_at: datetime | None = None
    active: bool = True
    supersedes: str | None = None
    superseded_by: str | None = None

    @property
    def text(self) -> str:
        """The line that people see."""
        return self.fact.text


class Change(StrEnum):
    """What a proposal would do. CHOOSE lets the person replace the target, or keep both."""

    ADD = "add"
    UPDATE = "update"
    CHOOSE = "choose"
    FORGET = "forget"


class ProposalState(StrEnum):
    """The consent state machine: PENDING moves once, to one of the others."""

    PENDING = "pending"
    CONFIRMED = "confirmed"
    DISMISSED = "dismissed"
    EXPIRED = "expired"
    REPLACED = "replaced"


@dataclass(frozen=True, slots=True)
class Proposal:
    """A change that waits for its owner's word. `target` is what it would replace or forget."""

    id: str
    scope: Scope
    change: Change
    fact: Fact
    source: Source
    created_at: datetime
    expires_at: datetime
    state: ProposalState = ProposalState.PENDING
    target: str | None = None
    target_text: str = ""

    @property
    def is_pending(self) -> bool:
        """Whether it still waits for an answer."""
        return self.state is ProposalState.PENDING


@dataclass(frozen=True, slots=True)
class Recollection:
    """A memory that a search found, with the reasons it was found.

    `score` orders the results, higher is better, and means nothing across queries. `similarity` is
    the cosine (−1 to 1) or None when the vector leg did not return it; `keyword_score` is its BM25
    score, 0.0 without a matching term; `matched_terms` are what the query and the text share.
    `evidence` are all the figures, None where no search brought the memory.
    """

    memory: Memory
    score: float
    similarity: float | None = None
    keyword_score: float = 0.0
    matched_terms: tuple[str, ...] = ()
    evidence: Evidence | None = None


@dataclass(frozen=True, slots=True)
class Recall:
    """What one search brought, best first.

    `vector_failed` tells that only letters were used; `is_noise`, that none of what was found seems
    to answer, though it is the nearest there is. `considered` are the best that were looked at, in
    their final order, found or not; `ranking` is the name of the order.
    """

    found: tuple[Recollection, ...] = ()
    vector_failed: bool = False
    is_noise: bool = False
    considered: tuple[Considered, ...] = ()
    ranking: str = ""
    took_ms: float = field(default=0.0, compare=False)


@dataclass(frozen=True, slots=True)
class Origin:
    """The message that an exchange began with, so that it can be gone back to later.

    `pointer` is a `Source`'s, `thread` the opaque thread that it was answered in, and `zone` the
    time zone that the person was in, as `memory.zones` names it.
    """

    pointer: str
    thread: str
    zone: str


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a person said and what was answered, whole. `place` is an opaque conversation id.

    `memory_ids` are the memories that the answer drew on or the person asked to keep; when one of
    them is forgotten the exchange goes too. `is_private`: nobody but the person read along.
    `origin` is None where there is no message to go back to: it was imported, or is an old one.
    """

    id: str
    scope: Scope
    place: str
    said: str
    answered: str
    at: datetime
    memory_ids: tuple[str, ...] = ()
    is_private: bool = True
    origin: Origin | None = None


class AutoMode(StrEnum):
    """What becomes of the facts that a person let fall in passing: a card, a memory, or nothing."""

    ASK = "ask"
    ON = "on"
    OFF = "off"


@dataclass(frozen=True, slots=True)
class Stats:
    """What is kept of one person, counted.

    `memories` are the active ones and `by_type` tells them apart (a type without any is left out);
    `versions` counts the superseded ones too; `pending` the proposals that wait for an answer.
    `first_at` and `latest_at` say when the oldest and the newest active memory was written.
    """

    memories: int = 0
    versions: int = 0
    pending: int = 0
    exchanges: int = 0
    by_type: Mapping[MemoryType, int] = field(default_factory=dict)
    first_at: datetime | None = None
    latest_at: datetime | None = None


class WriteVerdict(StrEnum):
    """What was decided about something that might have been written.

    NEW, UPDATE and ASK put a card before the person, FORGET one that would forget. DUPLICATE and
    REFUSED (a secret, junk, a question …) came to nothing. The others are answers.
    """

    NEW = "new"
    UPDATE = "update"
    ASK = "ask"
    FORGET = "forget"
    DUPLICATE = "duplicate"
    REFUSED = "refused"
    SAVED = "saved"
    FORGOTTEN = "forgotten"
    DISMISSED = "dismissed"
    EXPIRED = "expired"
    RECONSIDERED = "reconsidered"


@dataclass(frozen=True, slots=True)
class WriteEntry:
    """A line of the write log: a candidate, and what was decided about it and why.

    `candidate` is "" when it must not be kept (a secret) or has been forgotten since; `reason`
    never quotes it. `pointer` is the source's.
    """

    id: str
    scope: Scope
    at: datetime
    candidate: str
    verdict: WriteVerdict
    reason: str
    source_kind: SourceKind
    pointer: str = ""
    proposal_id: str | None = None
    memory_id: str | None = None
