"""How a query's similarities with one person's texts are spread, and what stands out of them.

Cosines of different models, and of different queries with one model, cannot be compared: unrelated
texts may have 0.8 or 0.3. How far one lies above the others can be.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

_LEAST_DEVIATION: Final = 1e-6


@dataclass(frozen=True, slots=True)
class Distribution:
    """Mean, standard deviation and lowest value of the similarities of a query."""

    mean: float = 0.0
    deviation: float = 0.0
    lowest: float = 0.0

    @classmethod
    def of(cls, similarities: Sequence[float]) -> Distribution:
        """That of these cosines; all zeros when there are none."""
        if not similarities:
            return cls()
        mean = math.fsum(similarities) / len(similarities)
        variance = math.fsum((each - mean) ** 2 for each in similarities) / len(similarities)
        return cls(mean, math.sqrt(variance), min(similarities))

    def nearness(self, similarity: float | None) -> float:
        """By how many standard deviations a cosine lies above the mean (its z-score).

        What was not compared (None) counts like the farthest; where all are alike, it is 0.
        """
        if self.deviation < _LEAST_DEVIATION:
            return 0.0
        compared = self.lowest if similarity is None else similarity
        return (compared - self.mean) / self.deviation
