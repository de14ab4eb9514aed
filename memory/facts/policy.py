"""What a person asks of the memory, read by rules from one message, Korean or English."""

from __future__ import annotations

import re
from datetime import datetime, tzinfo

from memory.facts.reading import read_fact
from memory.facts.wishes import (
    Ask,
    Forget,
    History,
    ListAll,
    Save,
    Talk,
    Tell,
    Undo,
    Wish,
)

__all__ = [
    "Ask",
    "Forget",
    "History",
    "ListAll",
    "Save",
    "Talk",
    "Tell",
    "Undo",
    "Wish",
    "read_wish",
]

_SAVE = re.compile(r"^(?:remember(?: that)?\s+)?(.*?)[,. ]*(?:기억해\s*줘)?[.!]*$", re.IGNORECASE)


def read_wish(text: str, *, at: datetime | None = None, tz: tzinfo | None = None) -> Wish:
    """The wish in a message.

    `at` is the message's time and `tz` the person's time zone: with them "어제" gets its date.
    """
    line = " ".join(text.split())
    if line.endswith("?"):
        return Ask(line)
    found = _SAVE.match(line)
    if found and found[1] != line.rstrip(".!"):
        said = found[1].strip()
        return Save((read_fact(said, at=at, tz=tz),) if said else ())
    return Talk()
