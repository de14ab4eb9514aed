"""Takes secrets out of a text that is kept as it was said."""

from __future__ import annotations

import re
from typing import Final

from memory.facts.secrets import find_secret

LEFT_OUT: Final = "[…]"
"""What stands in a secret's place; the same in every language."""


def without_secrets(text: str) -> str:
    """The text with each sentence that holds a secret left out, and said to be.

    When a secret cannot be told from what stands around it, the whole text is left out.
    """
    if find_secret(text) is None:
        return text
    pieces = _sentences(text)
    kept = "".join(piece if find_secret(piece) is None else _left_out(piece) for piece in pieces)
    return kept if find_secret(kept) is None else LEFT_OUT


def _sentences(text: str) -> list[str]:
    return re.split(r"(?<=[.!?。])(?=\s)|(?<=\n)", text)


def _left_out(piece: str) -> str:
    before = piece[: len(piece) - len(piece.lstrip())]
    after = piece[len(piece.rstrip()) :]
    return f"{before}{LEFT_OUT}{after}"
