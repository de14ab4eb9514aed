"""What the notebook answers: a card is due, it was known, saved, forgotten, taken back."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from memory.records import Memory, Proposal


@dataclass(frozen=True, slots=True)
class Proposed:
    """A card should be shown: the proposal waits for its owner's word."""

    proposal: Proposal


@dataclass(frozen=True, slots=True)
class AlreadyKnown:
    """Nothing to do: this is remembered already."""

    memory: Memory


@dataclass(frozen=True, slots=True)
class Saved:
    """Written. `previous` is the version that it superseded, if any."""

    memory: Memory
    previous: Memory | None = None


@dataclass(frozen=True, slots=True)
class Forgotten:
    """Gone from every layer."""

    text: str


@dataclass(frozen=True, slots=True)
class Reconsidered:
    """What the card said is no longer so; nothing was written, and this proposal asks anew."""

    proposal: Proposal


Outcome: TypeAlias = Saved | Forgotten | AlreadyKnown | Reconsidered


@dataclass(frozen=True, slots=True)
class Undone:
    """A save was taken back: `removed` is no longer remembered, `restored` is in its place.

    `restored` is the version from before, None when there was none and `removed` is forgotten.
    """

    removed: Memory
    restored: Memory | None = None
