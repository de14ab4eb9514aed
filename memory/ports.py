"""What the memory rooms need from the world, as protocols. Adapters live in `memory.adapters`.

The smaller books that are kept beside the ledger are in `memory.books`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol, TypeAlias

import numpy as np
from numpy.typing import NDArray

from memory.records import (
    Exchange,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Stats,
)

Vector: TypeAlias = NDArray[np.float32]


class Clock(Protocol):
    """Tells the time: an aware datetime in UTC."""

    def __call__(self) -> datetime:
        """The time now."""
        ...


class NewId(Protocol):
    """Makes an opaque id that was never made before and cannot be guessed."""

    def __call__(self) -> str:
        """A new id."""
        ...


class ActiveMemories(Protocol):
    """The active memories of each person, to be read. Raises `StorageFault`."""

    async def memories(
        self,
        scope: Scope,
        *,
        offset: int = 0,
        limit: int | None = None,
        by_subject: bool = False,
    ) -> list[Memory]:
        """The person's active memories, newest first.

        `by_subject`: those of one subject (`Fact.subject_key`) stand together, the subject with the
        newest memory first, and those without one last.
        """
        ...

    async def memories_by_id(self, scope: Scope, ids: Sequence[str]) -> Mapping[str, Memory]:
        """Those of the ids that are active memories of this person."""
        ...


class Ledger(ActiveMemories, Protocol):
    """The truth about memories and proposals. Each method is one transaction.

    Raises `StorageFault` when the database cannot be used.
    """

    async def memory(self, scope: Scope, memory_id: str) -> Memory | None:
        """The person's memory with this id, active or not; None when forgotten or another's."""
        ...

    async def count(self, scope: Scope) -> int:
        """How many active memories the person has."""
        ...

    async def versions(self, scope: Scope, memory_id: str) -> list[Memory]:
        """Every version of the memory that this id is one of, oldest first; [] when forgotten."""
        ...

    async def scopes(self) -> list[Scope]:
        """Everyone who has an active memory."""
        ...

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """The ids of the active memories of each of these people."""
        ...

    async def stats(self, scope: Scope, at: datetime) -> Stats:
        """Count what is kept of the person; proposals that expired before `at` wait no more."""
        ...

    async def erased_at(self, scope: Scope) -> datetime | None:
        """When the person last had everything erased; None when they never did."""
        ...

    async def touch(self, scope: Scope, ids: Sequence[str], at: datetime) -> None:
        """Note that these memories entered an answer."""
        ...

    async def add_proposal(self, proposal: Proposal) -> None:
        """Keep a pending proposal; an older one of this person that asks the same is REPLACED."""
        ...

    async def proposal(self, scope: Scope, proposal_id: str) -> Proposal | None:
        """The person's proposal with this id, in any state."""
        ...

    async def pending(self, scope: Scope) -> list[Proposal]:
        """The person's proposals that wait for an answer, newest first."""
        ...

    async def dismissed(self, scope: Scope, limit: int) -> list[Proposal]:
        """The person's latest proposals that they said no to, newest first."""
        ...

    async def settle(
        self, scope: Scope, proposal_id: str, state: ProposalState, at: datetime
    ) -> bool:
        """Move a pending proposal to DISMISSED, EXPIRED or REPLACED; False when it was not so."""
        ...

    async def commit_remembering(self, proposal: Proposal, memory: Memory, at: datetime) -> bool:
        """Confirm a pending proposal and write its memory, superseding `memory.supersedes`, as one.

        Only `Notebook.confirm` may lead here. False, and nothing written, when the proposal was not
        pending, the memory to supersede is no longer active, or the same content is active already.
        """
        ...

    async def commit_forgetting(self, proposal: Proposal, at: datetime) -> list[str] | None:
        """Confirm a pending FORGET proposal: all versions of its target lose their content.

        Tombstones without content stay. Inactive versions elsewhere that say the very same, the
        proposals, exchanges and log entries that carried the content, and the raw messages that it
        came from lose it too; a pending proposal among them becomes REPLACED. Only
        `Notebook.confirm` may lead here. Returns the ids of the versions, None when the proposal
        was not pending.
        """
        ...


CLAIM_DAYS: Final = 7
LASTING_CLAIM: Final = "notice:"


class Journal(Protocol):
    """What was said, and which messages have been taken up. Each method is one transaction."""

    async def claim(self, key: str, at: datetime, *, owner: Scope | None = None) -> bool:
        """True for the first caller with this key; False for all later ones.

        A claim is remembered for CLAIM_DAYS; one whose key begins with LASTING_CLAIM, for good.
        Erasing takes the claims of their `owner` along.
        """
        ...

    async def keep(self, exchange: Exchange) -> None:
        """Keep an exchange, unless something that it names has been forgotten in the meantime.

        Nothing is kept either of what was said before the person had everything erased.
        `memory_ids` may also name proposals: what came of one counts as it.
        """
        ...

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        """The person's latest exchanges in this place, oldest first."""
        ...


class Embedder(Protocol):
    """Turns text into vectors of unit length. Raises `EmbeddingUnavailable`."""

    @property
    def model_id(self) -> str:
        """Names the model and its settings; vectors of different ids do not mix."""
        ...

    @property
    def dimensions(self) -> int:
        """The length of each vector."""
        ...

    async def query(self, text: str) -> Vector:
        """The vector of a question, shape (dimensions,)."""
        ...

    async def passages(self, texts: Sequence[str]) -> Vector:
        """The vectors of texts to be found, shape (len(texts), dimensions)."""
        ...


class Thinker(Protocol):
    """Finds what is worth keeping in what people say. Raises `ThinkerUnavailable`."""

    async def extract(self, said: Sequence[str], known: Sequence[str]) -> str:
        """The facts in messages of one person, oldest message first.

        One a line in the form "subject: information", or nothing; it may be dressed in whatever
        `memory.facts.junk.clean_reply` takes off. `known` are facts that are remembered already:
        they help with names and are not to be found again.
        """
        ...


class Adviser(Protocol):
    """Says how a new fact stands to a remembered one. Raises `ThinkerUnavailable`."""

    async def compare(self, told: str, known: str) -> str:
        """One of "same", "change", "other" and "unclear", dressed in whatever words.

        Someone waits for it: it has to come within seconds, or not at all.
        """
        ...


@dataclass(frozen=True, slots=True)
class VectorEntry:
    """A row of the vector index: an immutable id, its vector, and what it is.

    `kind` is "fact" or "exchange". `type` tells apart within a kind: a fact's `MemoryType`, an
    exchange's audience (`memory.sharing.audience`).
    """

    id: str
    vector: Vector
    kind: str
    type: str


@dataclass(frozen=True, slots=True)
class VectorHit:
    """A row found by meaning: `similarity` is the cosine, higher is nearer."""

    id: str
    similarity: float


@dataclass(frozen=True, slots=True)
class FindableText:
    """A text that is to be found by meaning, beside the memories; `type` is its `VectorEntry`'s."""

    id: str
    text: str
    type: str


class Findable(Protocol):
    """What the vector index is to hold beside the memories. Raises `StorageFault`."""

    async def people(self) -> list[Scope]:
        """Everyone who may have any of it."""
        ...

    async def ids_of(self, scopes: Collection[Scope]) -> Mapping[Scope, frozenset[str]]:
        """What the index is to hold of each of these people."""
        ...

    async def texts(self, scope: Scope, ids: Collection[str]) -> list[FindableText]:
        """Those of the ids that the index is to hold."""
        ...


class VectorSearch(Protocol):
    """Finds the vectors of one person that are nearest. Raises `IndexUnavailable`."""

    async def nearest(
        self, scope: Scope, vector: Vector, *, kind: str, limit: int, of_type: str | None = None
    ) -> list[VectorHit]:
        """The nearest rows of this person and kind, and of this type if given, nearest first."""
        ...


class VectorIndex(VectorSearch, Protocol):
    """Vectors by person. It may be stale or thrown away: the ledger decides what a hit means.

    Raises `IndexUnavailable`.
    """

    async def add(self, scope: Scope, entries: Sequence[VectorEntry]) -> None:
        """Add rows. An id is added once and never changed; a known one is left as it is."""
        ...

    async def remove(self, scope: Scope, ids: Sequence[str]) -> None:
        """Remove rows; unknown ids are ignored."""
        ...

    async def ids(self, scope: Scope, *, kind: str) -> frozenset[str]:
        """The ids of this person's rows of this kind."""
        ...

    async def ids_of(
        self, scopes: Collection[Scope], *, kind: str
    ) -> Mapping[Scope, frozenset[str]]:
        """The same for each of these people, at once and without opening their rows.

        What a crash broke off may be missing from it; `ids` tells for certain.
        """
        ...

    async def drop(self, scope: Scope) -> None:
        """Remove everything of this person."""
        ...

    async def erase(self, scope: Scope) -> None:
        """Remove everything of this person so that no byte of it stays on the disk.

        An index that does not answer is thrown away whole: everyone's can be filled anew.
        """
        ...

    async def drop_others(self, scopes: Collection[Scope]) -> None:
        """Remove everything of everyone who is not among these."""
        ...

    async def reset(self, model_id: str) -> None:
        """Remove everything of everyone; what is added from now on is of this model."""
        ...

    async def model_id(self) -> str | None:
        """The model whose vectors the index holds; None for a new or thrown-away index."""
        ...
