"""What the memory rooms need from the world, as protocols. Adapters live in `memory.adapters`.

The smaller books that are kept beside the ledger are in `memory.books`, what finds by meaning in
`memory.vectors`.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Protocol

from memory.records import Exchange, Memory, Proposal, ProposalState, Scope, Stats


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


CARD_DAYS: Final = 30
"""How long a proposal that came to nothing keeps its words."""


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

    async def lapse(self, before: datetime) -> int:
        """Empty the proposals that came to nothing before this time; how many.

        They were settled without a write, or nobody answered them until they expired; those that
        still waited become EXPIRED. Of a refused fact its `memory.facts.refusals.mark_of` stays.
        Lines of the write log from before this time go: they tell the same words.
        """
        ...

    async def was_refused(self, scope: Scope, mark: str) -> bool:
        """Whether the person said no to a fact with this mark, and its words have lapsed since."""
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


@dataclass(frozen=True, slots=True)
class Unanswered:
    """A message that was taken up under this key and has not been answered.

    `channel` and `thread` are opaque: where the answer belongs. `at` is when it was said.
    """

    key: str
    scope: Scope
    channel: str
    thread: str
    at: datetime


class Journal(Protocol):
    """What was said, and which messages have been taken up. Each method is one transaction."""

    async def claim(self, key: str, at: datetime, *, owner: Scope | None = None) -> bool:
        """True for the first caller with this key; False for all later ones.

        A claim is remembered for CLAIM_DAYS; one whose key begins with LASTING_CLAIM, for good.
        Erasing takes the claims of their `owner` along.
        """
        ...

    async def take_up(self, message: Unanswered) -> bool:
        """Claim a message of its owner's, which waits for its answer until `answered`."""
        ...

    async def answered(self, key: str) -> bool:
        """Note that a message waits no more; True for the first caller, False for all later ones.

        The claim itself stays.
        """
        ...

    async def unanswered(self) -> list[Unanswered]:
        """The messages that wait for their answer, oldest first."""
        ...

    async def keep(self, exchange: Exchange, *, answers: str | None = None) -> None:
        """Keep an exchange, unless something that it names has been forgotten in the meantime.

        Nothing is kept either of what was said before the person had everything erased.
        `memory_ids` may also name proposals: what came of one counts as it. Either way the message
        with the key `answers` waits no more.
        """
        ...

    async def latest(self, scope: Scope, place: str, limit: int) -> list[Exchange]:
        """The person's latest exchanges in this place, oldest first."""
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
