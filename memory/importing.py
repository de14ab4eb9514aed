"""Takes a file of memories into a notebook: first what would come of it, then, agreed, the writes.

One agreement covers the whole file, but each write goes through a proposal as every other does.
Nothing of the file replaces anything else of it: what was exported side by side comes back so.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import TypeAlias

from memory.errors import FactRejected
from memory.facts.conflict import Decision, Verdict
from memory.notebook import Notebook
from memory.outcomes import AlreadyKnown, Reconsidered, Saved
from memory.portability import ImportedFact
from memory.records import Change, Fact, Memory, Scope, Source

Progress: TypeAlias = Callable[[int, int], None]
"""Is told how many entries are done, and of how many."""


class Fate(StrEnum):
    """What comes of an entry."""

    ADDED = "added"
    REPLACES = "replaces"
    BESIDE = "beside"
    KNOWN = "known"
    LEFT_OUT = "left out"


@dataclass(frozen=True, slots=True)
class Planned:
    """An entry and what would come of it now. `known` is the memory that it is about, if any."""

    imported: ImportedFact
    fate: Fate
    known: Memory | None = None

    @property
    def fact(self) -> Fact:
        """What the entry says."""
        return self.imported.fact


async def plan_import(
    notebook: Notebook, scope: Scope, entries: Iterable[ImportedFact]
) -> list[Planned]:
    """What would come of each entry, in order. Writes nothing.

    An entry that repeats one before it counts as known. What may or may not replace a memory is
    kept beside it, so that a doubt loses nothing.
    """
    planned: list[Planned] = []
    seen: set[str] = set()
    for each in entries:
        if each.flaw is not None:
            planned.append(Planned(each, Fate.LEFT_OUT))
        elif each.fact.content_key in seen:
            planned.append(Planned(each, Fate.KNOWN))
        else:
            seen.add(each.fact.content_key)
            decision = await notebook.weigh(scope, each.fact)
            planned.append(Planned(each, _fate(decision), decision.target))
    return planned


async def carry_out(
    notebook: Notebook,
    scope: Scope,
    planned: Sequence[Planned],
    source: Source,
    progress: Progress | None = None,
) -> Counter[Fate]:
    """Write what was planned and agreed to; returns what came of the entries, counted.

    An entry replaces a memory only if its plan said so of that very memory.
    """
    done: Counter[Fate] = Counter()
    for number, each in enumerate(planned, start=1):
        fate = each.fate
        if fate not in {Fate.LEFT_OUT, Fate.KNOWN}:
            fate = await _write(notebook, scope, each, source)
        done[fate] += 1
        if progress is not None:
            progress(number, len(planned))
    return done


async def _write(notebook: Notebook, scope: Scope, planned: Planned, source: Source) -> Fate:
    try:
        asked = await notebook.propose(scope, planned.fact, source)
    except FactRejected:
        return Fate.LEFT_OUT
    if isinstance(asked, AlreadyKnown):
        return Fate.KNOWN
    proposal = asked.proposal
    agreed = planned.known.id if planned.known and planned.fate is Fate.REPLACES else None
    beside = proposal.change is not Change.ADD and proposal.target != agreed
    outcome = await notebook.confirm(scope, proposal.id, keep_both=beside)
    if isinstance(outcome, Reconsidered):
        beside = True
        outcome = await notebook.confirm(scope, outcome.proposal.id, keep_both=True)
    if not isinstance(outcome, Saved):
        return Fate.KNOWN
    if outcome.previous is not None:
        return Fate.REPLACES
    return Fate.BESIDE if beside else Fate.ADDED


def _fate(decision: Decision) -> Fate:
    return {
        Verdict.NEW: Fate.ADDED,
        Verdict.UPDATE: Fate.REPLACES,
        Verdict.ASK: Fate.BESIDE,
        Verdict.DUPLICATE: Fate.KNOWN,
    }[decision.verdict]
