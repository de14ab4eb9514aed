"""Scores how memories and lines of conversations are found, in one ranking or several.

The data are JSON Lines; the queries of a file search the memories, or else the turns, of that file:

    memory   id, text; type, created_at, importance, confidence, owner, active (raw, fields)
    turn     id, session, speaker, text, at
    query    text, expect (ids; none: nothing here answers), tag; owner, type

Memories are searched as a person's own are, with everything that the search leaves out as noise
left out. A query asks as its `owner`; one that names none asks as the owner of most memories.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from functools import partial
from typing import Final

from memory.evaluation import Example, Scorer
from memory.facts.reading import read_fact
from memory.finding_scores import Asked, FindingScore, FindingScores
from memory.records import Fact, Memory, MemoryType, Scope, Source, SourceKind
from memory.rehearsal import Rehearsal
from memory.search.lines import Line, LineSearch
from memory.search.ranking import Ranking
from memory.vectors import Embedder

FINDING_KINDS: Final = frozenset({"memory", "turn", "query"})

_TEAM: Final = "evaluation"
_NO_OWNER: Final = "somebody"
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
_DEPTH: Final = 50


@dataclass(frozen=True, slots=True)
class Query:
    """A question of the data."""

    text: str
    expected: frozenset[str]
    tag: str
    scope: Scope
    of_type: MemoryType | None


@dataclass(frozen=True, slots=True)
class Dataset:
    """What one file holds for finding."""

    memories: tuple[Memory, ...]
    lines: tuple[Line, ...]
    queries: tuple[Query, ...]


def finding_scorer(embedder: Embedder, rankings: Sequence[Ranking]) -> Scorer:
    """Scores the part `retrieval`, in each of the rankings."""
    return Scorer("retrieval", FINDING_KINDS, partial(_score, embedder=embedder, rankings=rankings))


def read_datasets(examples: Iterable[Example]) -> list[Dataset]:
    """What each file holds, in the order of the files. Raises `DatasetFault`."""
    files: dict[str, list[Example]] = {}
    for example in examples:
        files.setdefault(example.file, []).append(example)
    return [_dataset(held) for held in files.values()]


async def _score(
    examples: Sequence[Example], *, embedder: Embedder, rankings: Sequence[Ranking]
) -> FindingScores:
    scores = {ranking.name: FindingScore() for ranking in rankings}
    for dataset in read_datasets(examples):
        memories = Rehearsal(dataset.memories, embedder)
        vectors = await embedder.passages([line.text for line in dataset.lines])
        lines = LineSearch(dataset.lines, vectors)
        for ranking in rankings:
            retrieval = await memories.retrieval(ranking)
            for query in dataset.queries:
                if dataset.lines:
                    vector = await embedder.query(query.text)
                    found = [line for line, _ in lines.search(query.text, vector, ranking)]
                    asked = _asked_of_lines(query, found)
                else:
                    recall = await retrieval.recall(
                        query.scope, query.text, limit=_DEPTH, of_type=query.of_type
                    )
                    ids = [] if recall.is_noise else [each.memory.id for each in recall.found]
                    asked = Asked(query.expected, ids, query.tag)
                scores[ranking.name].asked.append(asked)
    return FindingScores(scores)


def _asked_of_lines(query: Query, found: Sequence[Line]) -> Asked:
    sessions = list(dict.fromkeys(line.session for line in found))
    expected = frozenset(line.session for line in found if line.id in query.expected)
    return Asked(query.expected, [line.id for line in found], query.tag, (expected, sessions))


def _dataset(examples: Sequence[Example]) -> Dataset:
    memories = tuple(_memory(each) for each in examples if each.kind == "memory")
    lines = tuple(_line(each) for each in examples if each.kind == "turn")
    if memories and lines:
        raise examples[0].fault("a file holds memories or turns, not both")
    owners = Counter(memory.scope for memory in memories).most_common(1)
    asker = owners[0][0] if owners else Scope(_TEAM, _NO_OWNER)
    queries = tuple(_query(each, asker) for each in examples if each.kind == "query")
    return Dataset(memories, lines, queries)


def _memory(example: Example) -> Memory:
    fact = read_fact(example.text("text"))
    active = example.fields.get("active", True)
    if not isinstance(active, bool):
        raise example.fault("active must be true or false")
    created_at = example.time_or("created_at", _EPOCH)
    return Memory(
        id=example.text("id"),
        scope=Scope(_TEAM, example.text_or("owner", _NO_OWNER)),
        fact=replace(
            fact,
            text=example.text("text"),
            type=_type(example) or fact.type,
            importance=round(example.number_or("importance", Fact("").importance)),
            confidence=float(example.number_or("confidence", 1.0)),
        ),
        source=Source(SourceKind.IMPORT, example.text_or("raw", ""), created_at),
        created_at=created_at,
        updated_at=created_at,
        active=active,
    )


def _line(example: Example) -> Line:
    return Line(
        id=example.text("id"),
        session=example.text("session"),
        text=f"{example.text('speaker')}: {example.text('text')}",
        at=example.time_or("at", _EPOCH) if example.text_or("at", "") else None,
    )


def _query(example: Example, asker: Scope) -> Query:
    expected = example.items("expect")
    ids = frozenset(each for each in expected if isinstance(each, str))
    if any(not isinstance(each, str) for each in expected):
        raise example.fault("each of expect must be an id")
    owner = example.text_or("owner", "")
    return Query(
        text=example.text("text"),
        expected=ids,
        tag=example.text_or("tag", ""),
        scope=Scope(_TEAM, owner) if owner else asker,
        of_type=_type(example),
    )


def _type(example: Example) -> MemoryType | None:
    told = example.text_or("type", "")
    if told and told not in set(MemoryType):
        raise example.fault(f"type must be one of {', '.join(MemoryType)}")
    return MemoryType(told) if told else None
