"""What a search brought by letters and by meaning, and the memories that come of it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from memory.evidence import Evidence
from memory.records import Memory, Recollection
from memory.search.fusion import fuse
from memory.search.lexical import LexicalHit
from memory.vectors import Vector, VectorHit


@dataclass(frozen=True, slots=True)
class Hits:
    """What the two legs brought; `meaning` and `vector` are None when that leg failed.

    `lettered` are the memories behind `letters` that the ledger knows. Of each leg the best `depth`
    count.
    """

    letters: list[LexicalHit]
    lettered: Mapping[str, Memory]
    meaning: list[VectorHit] | None
    vector: Vector | None
    depth: int

    @property
    def fused(self) -> dict[str, float]:
        """The ids with their fused scores, best first."""
        nearest = (self.meaning or [])[: self.depth]
        return dict(fuse([[hit.id for hit in nearest], [hit.id for hit in self.letters]]))


def recollections(
    hits: Hits,
    memories: Mapping[str, Memory],
    ranked: Mapping[str, float],
    evidence: Mapping[str, Evidence] = MappingProxyType({}),
) -> list[Recollection]:
    """The memories in the order of `ranked`, their ids with their scores, with what found them."""
    letters = {hit.id: hit for hit in hits.letters}
    similarities = {hit.id: hit.similarity for hit in hits.meaning or ()}
    found = []
    for id_, score in ranked.items():
        if id_ not in memories:
            continue
        letter = letters.get(id_)
        found.append(
            Recollection(
                memories[id_],
                score,
                similarities.get(id_),
                letter.score if letter else 0.0,
                letter.matched_terms if letter else (),
                evidence.get(id_),
            )
        )
    return found
