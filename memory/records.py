"""The values that the memory rooms hand to each other. All are frozen.

Times are aware datetimes in UTC. Ids are opaque strings. Owner, source and times come from the
server, never from a model.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum

from memory.errors import ScopeMissing


@dataclass(frozen=True, slots=True)
class Scope:
    """Whose memory it is: one person in one workspace. The same user id in two teams is two people."""

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
        """The text reduced to what makes it the same content: NFC, case folded, no spaces or final stops."""
        folded = unicodedata.normalize("NFC", self.text).casefold()
        return re.sub(r"\s+", "", folded).rstrip(".!。")


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
    """Where a fact came from: the raw message and an opaque pointer to it ("" when there is none)."""

    kind: SourceKind
    text: str
    at: datetime
    pointer: str = ""


@dataclass(frozen=True, slots=True)
class Memory:
    """One version of a remembered fact. A change makes a new version; the old one stays, inactive."""

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
    """What a proposal would do. CHOOSE leaves it to the person: replace the target, or keep both."""

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
    """A change that waits for its owner's word. `target` is the memory that it would replace or forget."""

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
    score, 0.0 without a matching term; `matched_terms` are the terms that the query and the text share.
    """

    memory: Memory
    score: float
    similarity: float | None = None
    keyword_score: float = 0.0
    matched_terms: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Recall:
    """What one search brought, best first. `vector_failed` tells that only letters were searched."""

    found: tuple[Recollection, ...] = ()
    vector_failed: bool = False


@dataclass(frozen=True, slots=True)
class Exchange:
    """What a person said and what was answered, whole. `place` is an opaque conversation id.

    `memory_ids` are the memories that the answer drew on or the person asked to keep; when one of
    them is forgotten the exchange goes too.
    """

    id: str
    scope: Scope
    place: str
    said: str
    answered: str
    at: datetime
    memory_ids: tuple[str, ...] = ()
