"""The last look at what was ranked: does it fit the kind of thing, and the time, asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from memory.records import Memory
from memory.search.ranking import Candidate
from memory.search.rules import lift_rules
from memory.search.times import prefer_asked_time


def recheck(
    query: str,
    ordered: Sequence[tuple[Candidate, float]],
    memories: Mapping[str, Memory],
    today: date,
) -> list[tuple[Candidate, float]]:
    """The same candidates, best first: rules where one asks for them, and the time asked for."""
    types = [memories[each.id].fact.type for each, _ in ordered]
    lifted = lift_rules(query, ordered, types)
    texts = [memories[each.id].text for each, _ in lifted]
    return prefer_asked_time(query, lifted, texts, today)
