"""Reading a fact from a sentence: the line to keep, and its subject, attribute and value."""

from __future__ import annotations

import re
import unicodedata
from datetime import datetime, tzinfo

from memory.records import Fact

_KEYED = re.compile(r"^(?P<left>[^:]{1,40}):\s+(?P<value>.+)$")


def read_fact(text: str, *, at: datetime | None = None, tz: tzinfo | None = None) -> Fact:
    """The fact that a sentence states, in the language it was told in.

    `at` is the message's time and `tz` the person's time zone: with them "어제" gets its date.
    """
    line = " ".join(unicodedata.normalize("NFC", text).split())
    found = _KEYED.match(line)
    if not found:
        return Fact(line)
    *subject, attribute = found["left"].split()
    return Fact(line, subject=" ".join(subject), attribute=attribute, value=found["value"])
