"""Tells when nothing that was found answers the query, so that a prompt is not filled with noise.

Some memory is always the nearest. Whether it answers is told by comparing it with what the person
has not told: if the question lies nearer to "혈액형:" than to any memory, it asks for a blood type,
and none is known. What the person has told of an attribute is no longer held against them, and a
text is compared with others of its own language alone, for languages lie apart.

Where the question names somebody, or an attribute that says little without its name, of whom or
which no memory speaks, a memory must lie nearer than anything untold.
"""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from typing import Final

from memory.embedded_lines import vectors_of
from memory.facts.attributes import attribute_of
from memory.facts.hangul import has_hangul
from memory.recent_words import cached
from memory.records import Memory
from memory.search.analyzer import terms
from memory.search.untold import ENGLISH, KOREAN, UNTOLD, concept
from memory.vectors import Vector

FEWEST: Final = 20
"""Fewer memories do no harm in a prompt."""

_MODEL_ID: Final = "model_id"


@dataclass(frozen=True, slots=True)
class Question:
    """What is asked. `names_unknown` tells that it names what no memory of the person names."""

    text: str
    vector: Vector
    names_unknown: bool


@dataclass(frozen=True, slots=True)
class Untold:
    """Attributes of one language by concept, and their vectors, shape (concepts, dimensions)."""

    concepts: tuple[str, ...]
    vectors: Vector

    def nearest(self, query: Vector, told: frozenset[str]) -> float:
        """The highest cosine of the query with those that are not told; -1 without any."""
        cosines = (self.vectors @ query).tolist()
        open_ = (
            each for each, name in zip(cosines, self.concepts, strict=True) if name not in told
        )
        return max(open_, default=-1.0)


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured of an embedding model.

    A memory that answers has a cosine with the question that is above that of the nearest attribute
    that is untold by at least `least_lead` (below 0: it may lie farther) of the question's
    language, and by `least_lead_unknown` where the question names what no memory names.
    """

    korean: Untold
    english: Untold
    least_lead_korean: float
    least_lead_english: float
    least_lead_unknown: float

    def is_noise(self, question: Question, found: Sequence[tuple[Memory, float]], of: int) -> bool:
        """Whether nothing answers, of what was `found` with its cosines among `of` memories.

        Among fewer than FEWEST it is not judged.
        """
        if of < FEWEST or not found:
            return False
        return self.lead(question, found) < self._needed(question)

    def _needed(self, question: Question) -> float:
        if question.names_unknown:
            return self.least_lead_unknown
        return self.least_lead_korean if has_hangul(question.text) else self.least_lead_english

    def lead(self, question: Question, found: Sequence[tuple[Memory, float]]) -> float:
        """By how much a memory lies nearer to the question than what is untold, at best."""
        told = _told(question.text, [memory for memory, _ in found])
        leads = []
        for is_korean, untold_ones in ((True, self.korean), (False, self.english)):
            near = [cosine for memory, cosine in found if has_hangul(memory.text) is is_korean]
            if near:
                leads.append(max(near) - untold_ones.nearest(question.vector, told))
        return max(leads)


def _told(query: str, memories: Sequence[Memory]) -> frozenset[str]:
    """The concepts that the memories tell of the person, or of somebody whom the query names."""
    asked = frozenset(terms(query))
    return frozenset(
        _concept(memory.fact.attribute)
        for memory in memories
        if memory.fact.attribute
        and (
            memory.fact.subject_key in {"", "me"}
            or not asked.isdisjoint(terms(memory.fact.subject))
        )
    )


@cached(limit=4_096)
def _concept(attribute: str) -> str:
    return attribute_of(attribute).concept


@lru_cache
def calibration_of(model_id: str) -> Calibration | None:
    """What was measured of this model; None when nothing was, and then nothing is judged."""
    for file in (resources.files("memory.search") / "calibrations").iterdir():
        told = json.loads(file.read_text(encoding="utf-8"))
        if told[_MODEL_ID] != model_id:
            continue
        korean = _untold(model_id, "untold_korean", KOREAN)
        english = _untold(model_id, "untold_english", ENGLISH)
        if korean is None or english is None:
            return None
        needed = (told[f"least_lead_{of}"] for of in ("korean", "english", "unknown"))
        return Calibration(korean, english, *needed)
    return None


def _untold(model_id: str, group: str, names: tuple[str, ...]) -> Untold | None:
    vectors = vectors_of(model_id, group, UNTOLD[group])
    return None if vectors is None else Untold(tuple(map(concept, names)), vectors)
