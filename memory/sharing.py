"""Who may hear a memory: what was told in private is never spoken in a channel.

The whole rule stands here. In a direct message everything of the person's may be spoken. In a
channel only what the person said in that same channel, and agreed to keep, may be: what came from
a direct message, a command, a form or an import is for its owner alone.
"""

from __future__ import annotations

from typing import Final, Protocol

from memory.records import Memory, SourceKind

_SAID_IN_THE_OPEN: Final = frozenset({SourceKind.WISH, SourceKind.EXTRACTION, SourceKind.SHORTCUT})


class Place(Protocol):
    """Where something would be spoken: a channel's id, and whether only its owner reads it."""

    @property
    def channel(self) -> str:
        """The opaque id of the conversation."""
        ...

    @property
    def is_direct(self) -> bool:
        """Whether nobody but the person reads along."""
        ...


def pointer(channel: str, message: str) -> str:
    """The pointer of a `Source` to a message of a channel, as `speakable` reads it."""
    return f"{channel}/{message}"


def speakable(memory: Memory, place: Place) -> bool:
    """Whether this memory of the asker may be spoken in this place."""
    if place.is_direct:
        return True
    channel, slash, _ = memory.source.pointer.partition("/")
    told_here = bool(slash) and channel == place.channel
    return told_here and memory.source.kind in _SAID_IN_THE_OPEN
