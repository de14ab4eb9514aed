"""Tells when nothing that was found answers the query, so that a prompt is not filled with noise.

Some memory is always the nearest. It answers only if it stands out: farther from the others than
the farthest of as many random ones would be, or with the query's own words in it. Texts that lie
near any question at all (hubs) are seen through by taking from the query what all questions have in
common.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import lru_cache
from importlib import resources
from statistics import NormalDist
from typing import Final

import numpy as np

from memory.search.distribution import Distribution
from memory.search.lexical import LexicalHit
from memory.vectors import Vector, VectorHit

FEWEST: Final = 20
"""Among fewer memories none can stand out, and few do no harm in a prompt."""

_WORDS_WEIGHT: Final = 3.0


@dataclass(frozen=True, slots=True)
class Calibration:
    """What was measured of an embedding model.

    `commonplace` is the mean vector of everyday questions, shape (dimensions,). With evidence below
    `least_evidence`, in standard deviations, nothing answers.
    """

    commonplace: Vector
    least_evidence: float

    def distinguish(self, query: Vector) -> Vector:
        """The query less what it has in common with all questions; of unit length."""
        own = query - self.commonplace
        length = float(np.linalg.norm(own))
        return np.asarray(own / length, dtype=np.float32) if length else query

    def is_noise(self, letters: list[LexicalHit], distinguished: list[VectorHit]) -> bool:
        """Whether nothing answers. `distinguished` was found by the distinguished query.

        `letters` are what shares words with it. Among fewer than FEWEST memories it is not judged.
        """
        if len(distinguished) < FEWEST:
            return False
        return evidence(letters, distinguished) < self.least_evidence


def evidence(letters: list[LexicalHit], meaning: list[VectorHit]) -> float:
    """How much speaks for an answer, in standard deviations; random texts have about 0."""
    similarities = [hit.similarity for hit in meaning]
    nearest = Distribution.of(similarities).nearness(max(similarities, default=None))
    covered = max((hit.covered for hit in letters), default=0.0)
    return nearest - _farthest_of_random(len(similarities)) + _WORDS_WEIGHT * covered


@lru_cache
def calibration_of(model_id: str) -> Calibration | None:
    """What was measured of this model; None when nothing was, and then nothing is judged."""
    for file in (resources.files("memory.search") / "calibrations").iterdir():
        told = json.loads(file.read_text(encoding="utf-8"))
        if told["model_id"] == model_id:
            commonplace = np.array(told["commonplace"], dtype=np.float32)
            return Calibration(commonplace, told["least_evidence"])
    return None


def _farthest_of_random(count: int) -> float:
    """The expected highest of so many standard normal values.

    Blom: Statistical Estimates and Transformed Beta-Variables, 1958.
    """
    return NormalDist().inv_cdf((count - 0.375) / (count + 0.25)) if count else 0.0
