"""The last look at what was ranked: the kind of thing, whose word, and the time asked for."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import date

from memory.records import Memory
from memory.search.ranking import Candidate
from memory.search.rules import lift_rules
from memory.search.times import prefer_asked_time
from memory.search.versions import put_trusted_first


def recheck(
    query: str,
    ordered: Sequence[tuple[Candidate, float]],
    memories: Mapping[str, Memory],
    today: date,
) -> list[tuple[Candidate, float]]:
    """The same candidates, best first; each check only reorders, and the later one outdoes.

    Rules come first where one asks for them, then the most trusted of one thing, then what is of
    the time that is asked for.
    """
    types = [memories[each.id].fact.type for each, _ in ordered]
    lifted = lift_rules(query, ordered, types)
    trusted = put_trusted_first(query, lifted, [memories[each.id] for each, _ in lifted])
    told = [(memories[each.id].text, memories[each.id].source.at.date()) for each, _ in trusted]
    return prefer_asked_time(query, trusted, told, today)
