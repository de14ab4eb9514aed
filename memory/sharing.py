"""Who may hear what: what was told in private is never spoken in a channel.

The whole rule stands here, for memories and for what is left of conversations. In a direct message
everything of the person's may be spoken. In a channel only what the person said in that same
channel, and agreed to keep, may be: what came from a direct message, a command, a form or an import
is for its owner alone. What was talked about in a channel may be heard in that channel.
"""

from __future__ import annotations

from typing import Final, Protocol

from memory.records import Exchange, Memory, SourceKind

OWNER_ALONE: Final = ""
"""The audience of an exchange that nobody but its owner read along."""

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


def audience(place: str, *, is_private: bool) -> str:
    """The channel whose people heard what was said in a place, or OWNER_ALONE.

    `place` is an `Exchange`'s: "team/channel" or "team/channel/thread". A place of another form
    names no channel, so that it is its owner's alone.
    """
    parts = place.split("/")
    return parts[1] if not is_private and len(parts) in {2, 3} else OWNER_ALONE


def hearing(place: Place) -> str | None:
    """Which exchanges of the asker may be spoken in this place: those of this audience, None: all.

    An empty channel would be everybody's private talk, so that it is refused with ValueError.
    """
    if place.is_direct:
        return None
    if not place.channel:
        raise ValueError("A place that others read along has a channel.")
    return place.channel


def may_hear(exchange: Exchange, heard: str | None) -> bool:
    """Whether an exchange is among those that `hearing` tells of."""
    return heard is None or audience(exchange.place, is_private=exchange.is_private) == heard
