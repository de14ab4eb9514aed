"""Which of the memories that the model was shown its answer really draws on."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from typing import Final

from memory.records import Memory, Recollection
from memory.search.analyzer import terms

_SHARE_SAID: Final = 0.6
"""How much of a memory's terms an answer must repeat to count as drawn from it."""


def cited(said: str, shown: Sequence[Recollection]) -> list[Recollection]:
    """Those of the memories whose value, or most of whose words, the answer repeats, in order."""
    folded, said_terms = _folded(said), frozenset(terms(said))
    return [each for each in shown if _is_said(each.memory, folded, said_terms)]


def _is_said(memory: Memory, folded: str, said_terms: frozenset[str]) -> bool:
    value = _folded(memory.fact.value)
    subject = _folded(memory.fact.subject)
    if value and value in folded and (not subject or subject in folded):
        return True
    known = set(terms(memory.text))
    return bool(known) and len(known & said_terms) >= _SHARE_SAID * len(known)


def _folded(text: str) -> str:
    return "".join(unicodedata.normalize("NFC", text).casefold().split())
