"""How many tokens a text takes, estimated from its characters.

No tokenizer is loaded: providers differ, and the budget only has to hold. The rates lean to the
safe side: ASCII takes a token for 3 characters (English prose for about 4), other letters such as
Hangul one for 1.5, and a character beyond the basic plane, such as an emoji, takes two.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from math import ceil
from typing import Final

MESSAGE_TOKENS: Final = 4
"""What the frame of one chat message takes."""

_ASCII: Final = re.compile(r"[\x00-\x7f]+")
_ASTRAL: Final = re.compile(r"[\U00010000-\U0010ffff]+")
_HEAD_SHARE: Final = 0.6


def estimate_tokens(text: str) -> int:
    """The estimated number of tokens, rounded up."""
    ascii_chars = _count(_ASCII.findall(text))
    astral_chars = _count(_ASTRAL.findall(text))
    letters = len(text) - ascii_chars - astral_chars
    return ceil(ascii_chars / 3 + letters / 1.5 + astral_chars * 2)


def cut_middle(text: str, limit_tokens: int, notice: str) -> str:
    """The text within a limit: whole, or its head and its tail with the notice between them.

    A limit smaller than the notice gives the notice alone.
    """
    if estimate_tokens(text) <= limit_tokens:
        return text
    kept, too_many = 0, len(text)
    while too_many - kept > 1:
        middle = (kept + too_many) // 2
        if estimate_tokens(_join(text, middle, notice)) <= limit_tokens:
            kept = middle
        else:
            too_many = middle
    return _join(text, kept, notice)


def _join(text: str, kept: int, notice: str) -> str:
    if kept <= 0:
        return notice
    head = ceil(kept * _HEAD_SHARE)
    tail = kept - head
    return f"{text[:head]}\n{notice}\n{text[len(text) - tail :]}"


def _count(runs: Iterable[str]) -> int:
    return sum(len(run) for run in runs)
