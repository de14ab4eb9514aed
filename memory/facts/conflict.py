"""What a fact is to the memories already kept: new, the same, a change of one, or a doubt to ask."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory.records import Fact, Memory, Recollection


class Verdict(StrEnum):
    """What is to be done with a fact."""

    NEW = "new"
    DUPLICATE = "duplicate"
    UPDATE = "update"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, the memory it is about (None for NEW), and why, for the write log."""

    verdict: Verdict
    target: Memory | None
    reason: str


def judge(fact: Fact, known: Sequence[Recollection]) -> Decision:
    """What the fact is to the memories already kept. Pure."""
    for found in known:
        if found.memory.fact.content_key == fact.content_key:
            return Decision(Verdict.DUPLICATE, found.memory, "same content")
    return Decision(Verdict.NEW, None, "nothing alike is known")
