"""Everything that can go wrong in memory, as one tree.

MemoryFault
├── ScopeMissing            a call without an owner
├── ProposalFault
│   ├── ProposalUnknown     no such proposal, or it is somebody else's
│   ├── ProposalSettled     it was answered before; carries how
│   └── ProposalExpired     it was left unanswered too long
├── FactRejected            this text cannot become a memory; carries why
├── MemoryUnknown           no such active memory of this person
├── UndoTooLate             it was written too long ago to be taken back
├── SaidBeforeErasure       the person has had everything erased since it was said
├── FileUnreadable          this is no export that can be taken in; says where and why
├── EmbeddingUnavailable    the embedding model did not answer
├── IndexUnavailable        the vector index did not answer
├── ThinkerUnavailable      what reads messages for facts did not answer
└── StorageFault            the database cannot be used
    ├── HomeInUse           another process works on the same home
    ├── HomeUnwritable      the home folder cannot be written
    ├── DatabaseCorrupt     the file is not a readable database
    └── DatabaseTooNew      a newer version of the program wrote it
"""

from __future__ import annotations

from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from memory.records import ProposalState


class MemoryFault(Exception):
    """Any fault of the memory rooms. Catch it at the outermost edge only."""


class ScopeMissing(MemoryFault):
    """A scope without a team or a user: take both from the verified payload."""


class ProposalFault(MemoryFault):
    """A proposal cannot be answered. Nothing was written."""


class ProposalUnknown(ProposalFault):
    """No such proposal for this person. Somebody else's is reported alike: tell nothing of it."""


class ProposalSettled(ProposalFault):
    """The proposal has been answered before: show the answer that stands."""

    def __init__(self, state: ProposalState) -> None:
        super().__init__(f"already {state}")
        self.state = state


class ProposalExpired(ProposalFault):
    """The proposal was left unanswered too long: ask the person to say it again."""


class Rejection(StrEnum):
    """Why a text cannot become a memory."""

    EMPTY = "empty"
    TOO_LONG = "too_long"
    SECRET = "secret"  # noqa: S105  (the name of a reason)


class FactRejected(MemoryFault):
    """The text cannot become a memory: tell the person why (`reason`)."""

    def __init__(self, reason: Rejection) -> None:
        super().__init__(reason.value)
        self.reason = reason


class MemoryUnknown(MemoryFault):
    """No such active memory of this person: show what there is."""


class UndoTooLate(MemoryFault):
    """It was written too long ago to be taken back by one click: offer to edit or forget it."""


class SaidBeforeErasure(MemoryFault):
    """The person has had everything erased since this was said: drop it, tell nobody."""


class FileUnreadable(MemoryFault):
    """The file is no export that can be taken in: show the message, which names line or entry."""


class EmbeddingUnavailable(MemoryFault):
    """The embedding model did not answer: search by letters alone, index later."""


class IndexUnavailable(MemoryFault):
    """The vector index did not answer: search by letters alone, rebuild the index."""


class ThinkerUnavailable(MemoryFault):
    """What reads messages for facts did not answer: nothing is proposed from them."""


class StorageFault(MemoryFault):
    """The database cannot be used: stop, and tell the operator what to do."""


class HomeInUse(StorageFault):
    """Another process works on the same home: stop it, or choose another TTORI_HOME."""


class HomeUnwritable(StorageFault):
    """The home folder cannot be written: mend its permissions, or choose another TTORI_HOME."""


class DatabaseCorrupt(StorageFault):
    """The file is not a readable database: restore a backup. The file is left as it was found."""


class DatabaseTooNew(StorageFault):
    """A newer version of the program wrote this database: upgrade the program."""
