"""Which texts can become a memory at all."""

from __future__ import annotations

from typing import Final

from memory.errors import FactRejected, Rejection
from memory.facts.secrets import find_secret
from memory.records import Fact

LONGEST_FACT_CHARS: Final = 3_000


def refuse_unfit(fact: Fact) -> None:
    """Raise `FactRejected` for a text that is empty, too long, or holds a secret."""
    if not fact.text.strip():
        raise FactRejected(Rejection.EMPTY)
    if len(fact.text) > LONGEST_FACT_CHARS:
        raise FactRejected(Rejection.TOO_LONG)
    if find_secret(fact.text) or find_secret(f"{fact.attribute}: {fact.value}"):
        raise FactRejected(Rejection.SECRET)
