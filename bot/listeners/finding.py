"""Finds the memory that a person means, or those among which they have to choose."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.errors import MemoryUnknown
from memory.facts.reading import read_fact
from memory.facts.statement import read_left
from memory.notebook import Notebook
from memory.records import Memory, Recollection, Scope

_LOOKED_AT: Final = 20
_MOST_SHOWN: Final = 10
_MOST_GUESSES: Final = 3


@dataclass(frozen=True, slots=True)
class Candidates:
    """The memories that may be meant, best first. `is_guess`: no word of the query fits them."""

    memories: Sequence[Memory]
    is_guess: bool = False


async def find(notebook: Notebook, scope: Scope, query: str) -> Candidates:
    """What a query may mean. Without a query it may be any of the newest."""
    if not query:
        return Candidates(await notebook.listing(scope, limit=_MOST_SHOWN))
    found = (await notebook.recall(scope, query, limit=_LOOKED_AT)).found
    same = [each.memory for each in found if _says(each.memory, query)]
    if same:
        return Candidates(same[:1])
    fitting = _of_whom(query, [each.memory for each in _fitting(found)])
    if fitting:
        return Candidates(fitting[:_MOST_SHOWN])
    return Candidates([each.memory for each in found[:_MOST_GUESSES]], is_guess=True)


async def versions(notebook: Notebook, scope: Scope, memory_id: str) -> list[Memory]:
    """Every version of a memory, oldest first. Raises `MemoryUnknown` when it is gone."""
    found = await notebook.history(scope, memory_id)
    if not found:
        raise MemoryUnknown(memory_id)
    return found


async def current(notebook: Notebook, scope: Scope, memory_id: str) -> Memory:
    """The version of a memory that holds now. Raises `MemoryUnknown` when it is gone."""
    active = [each for each in await versions(notebook, scope, memory_id) if each.active]
    if not active:
        raise MemoryUnknown(memory_id)
    return active[-1]


def _says(memory: Memory, query: str) -> bool:
    return memory.fact.content_key == read_fact(query).content_key


def _of_whom(query: str, fitting: list[Memory]) -> list[Memory]:
    """Those about the person alone, if the query says "my" and any are; "my dog's" is not that."""
    subject, _ = read_left(query)
    if not subject.first_person or subject.words:
        return fitting
    return [each for each in fitting if each.fact.subject_key == "me"] or fitting


def _fitting(found: Sequence[Recollection]) -> list[Recollection]:
    """Those that share every term with the query that the one with most shared terms does."""
    most = max(found, key=lambda each: len(each.matched_terms), default=None)
    if most is None or not most.matched_terms:
        return []
    wanted = set(most.matched_terms)
    return [each for each in found if wanted <= set(each.matched_terms)]
