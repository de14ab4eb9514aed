"""Compares ways to write memories down and ways to find them, by Recall@1 and Recall@3.

The data are those of finding; each `memory` has beside its `text` (a summary line) a `raw` message
and structured `fields`, and a `query` the `type` of memory that it asks for.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from memory.evaluation import Example, Json
from memory.finding_evaluation import FINDING_KINDS, Query, read_datasets
from memory.finding_scores import Asked, FindingScore
from memory.rehearsal import Rehearsal
from memory.search.ranking import DEFAULT_RANKING, RANKINGS, Ranking
from memory.vectors import Embedder

HYBRID: Final = "hybrid"
HYBRID_OF_TYPE: Final = "hybrid + type"

_METHODS: Final[tuple[tuple[str, Ranking], ...]] = (
    ("dense", RANKINGS["dense"]),
    ("keyword", RANKINGS["keyword"]),
    (HYBRID, DEFAULT_RANKING),
    (HYBRID_OF_TYPE, DEFAULT_RANKING),
)
_DEPTH: Final = 3


@dataclass(frozen=True, slots=True)
class Cell:
    """One representation found by one method; None when no query has an answer."""

    representation: str
    method: str
    recall_at_1: float | None
    recall_at_3: float | None


@dataclass(frozen=True, slots=True)
class Comparison:
    """All representations by all methods."""

    cells: tuple[Cell, ...]

    def as_json(self) -> list[Json]:
        """One object for each."""
        return [
            {
                "representation": each.representation,
                "method": each.method,
                "recall@1": each.recall_at_1,
                "recall@3": each.recall_at_3,
            }
            for each in self.cells
        ]


async def compare(examples: Sequence[Example], embedder: Embedder) -> Comparison:
    """Search each representation by each method.

    Raises `DatasetFault`, also when a memory lacks one of the forms, and `EmbeddingUnavailable`.
    """
    finding = [example for example in examples if example.kind in FINDING_KINDS]
    cells = []
    for representation in ("raw", "summary", "JSON"):
        datasets = read_datasets(_written_as(representation, finding))
        for method, ranking in _METHODS:
            score = FindingScore()
            for dataset in datasets:
                rehearsal = Rehearsal(dataset.memories, embedder)
                search = await rehearsal.retrieval(ranking)
                for query in _asked_by(method, dataset.queries):
                    recall = await search.recall(
                        query.scope, query.text, limit=_DEPTH, of_type=query.of_type
                    )
                    found = [each.memory.id for each in recall.found]
                    score.asked.append(Asked(query.expected, found))
            cells.append(Cell(representation, method, score.all_at(1), score.all_at(3)))
    return Comparison(tuple(cells))


def _written_as(representation: str, examples: Sequence[Example]) -> Iterator[Example]:
    for example in examples:
        if example.kind != "memory" or representation == "summary":
            yield example
            continue
        if representation == "raw":
            text = example.text("raw")
        else:
            fields = example.fields.get("fields")
            if not isinstance(fields, dict):
                raise example.fault("fields must be an object")
            text = json.dumps(fields, ensure_ascii=False)
        yield replace(example, fields={**example.fields, "text": text})


def _asked_by(method: str, queries: Sequence[Query]) -> Iterator[Query]:
    for query in queries:
        yield query if method == HYBRID_OF_TYPE else replace(query, of_type=None)
