"""Scores the rules of memory on data: what a new fact does, and what is kept of a model's reply.

The data are JSON Lines, one object a line, told apart by `kind`:

    decision     existing ([{id, text}]), text, expect: new | duplicate | update:ID | ask
    extraction   reply (what a model wrote), expect: the texts to keep

A `Scorer` takes the examples of its kinds and makes one part of the result. Another kind is scored
by adding a scorer (`memory.finding_evaluation` has one for finding); kinds that have none are
counted, so that nothing is dropped unsaid.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Awaitable, Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from typing import Final, Protocol, TypeAlias

from memory.facts.conflict import Verdict, judge
from memory.facts.junk import clean_reply
from memory.facts.reading import read_fact
from memory.records import Memory, Recollection, Scope, Source, SourceKind

Json: TypeAlias = bool | int | float | str | list["Json"] | dict[str, "Json"] | None

OTHER_UPDATE: Final = "update:other"
"""In the table of confusions: an update was due, and another memory was updated."""

_NOBODY: Final = Scope(team="evaluation", user="evaluation")
_EPOCH: Final = datetime(2026, 1, 1, tzinfo=UTC)
_UPDATE: Final = "update:"
_PLAIN_VERDICTS: Final = frozenset({"new", "duplicate", "ask"})
_DIGITS: Final = 4


class DatasetFault(Exception):
    """A line of the data cannot be read. The message names the file and the line."""


@dataclass(frozen=True, slots=True)
class Example:
    """One line of data, and where it stands."""

    file: str
    line: int
    fields: Mapping[str, Json]

    @property
    def kind(self) -> str:
        """What it is an example of."""
        return self.text("kind")

    def text(self, name: str) -> str:
        """A field that must be text. Raises `DatasetFault`."""
        value = self.fields.get(name)
        if not isinstance(value, str):
            raise self.fault(f"{name} must be a text")
        return value

    def text_or(self, name: str, default: str) -> str:
        """A field that must be text if it is there. Raises `DatasetFault`."""
        return default if self.fields.get(name) is None else self.text(name)

    def number_or(self, name: str, default: float) -> float:
        """A field that must be a number if it is there. Raises `DatasetFault`."""
        value = self.fields.get(name)
        if value is None:
            return default
        if isinstance(value, bool) or not isinstance(value, int | float):
            raise self.fault(f"{name} must be a number")
        return value

    def time_or(self, name: str, default: datetime) -> datetime:
        """A time in ISO 8601, UTC where it names no zone. Raises `DatasetFault`."""
        value = self.text_or(name, "")
        if not value:
            return default
        try:
            told = datetime.fromisoformat(value)
        except ValueError as error:
            raise self.fault(f"{name} must be a time in ISO 8601") from error
        return told if told.tzinfo else told.replace(tzinfo=UTC)

    def items(self, name: str) -> list[Json]:
        """A field that must be a list. Raises `DatasetFault`."""
        value = self.fields.get(name)
        if not isinstance(value, list):
            raise self.fault(f"{name} must be a list")
        return value

    def fault(self, complaint: str) -> DatasetFault:
        """What to raise when the line does not make sense."""
        return DatasetFault(f"{self.file}, line {self.line}: {complaint}")


class Part(Protocol):
    """One part of the result."""

    def as_json(self) -> dict[str, Json]:
        """What is printed of it as JSON."""
        ...


@dataclass(slots=True)
class Score:
    """How many of the examples came out right, and which did not."""

    total: int = 0
    wrong: list[dict[str, Json]] = field(default_factory=list)

    @property
    def accuracy(self) -> float:
        """The share that came out right, 0 to 1; 1 when there was none."""
        return 1 - len(self.wrong) / self.total if self.total else 1.0

    def as_json(self) -> dict[str, Json]:
        """The part of the printed result."""
        return {
            "n": self.total,
            "accuracy": round(self.accuracy, _DIGITS),
            "wrong": list(self.wrong),
        }


@dataclass(slots=True)
class DecisionScore(Score):
    """Of decisions also: what was taken for what, and the worst error.

    `confusion` counts pairs of verdicts, the expected one first. `wrong_updates` are those that
    were not due, and those of another memory than the one that was due.
    """

    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    wrong_updates: int = 0

    def as_json(self) -> dict[str, Json]:
        """The part of the printed result; the table of confusions as `{expected: {got: n}}`."""
        table: dict[str, Json] = {}
        for expected in sorted({expected for expected, _ in self.confusion}):
            table[expected] = {
                got: count for (of, got), count in sorted(self.confusion.items()) if of == expected
            }
        return {
            "n": self.total,
            "accuracy": round(self.accuracy, _DIGITS),
            "wrong_updates": self.wrong_updates,
            "confusion": table,
            "wrong": list(self.wrong),
        }


@dataclass(frozen=True, slots=True)
class Scorer:
    """Makes one part of the result out of all examples of its kinds, of all files, in order."""

    part: str
    kinds: frozenset[str]
    score: Callable[[Sequence[Example]], Awaitable[Part]]


@dataclass(frozen=True, slots=True)
class Evaluation:
    """The parts that the data held, by name, and how many examples of other kinds were left."""

    parts: Mapping[str, Part]
    not_scored: Mapping[str, int]

    def as_json(self) -> dict[str, Json]:
        """One object for everything; `not_scored` stands in it only when something was left."""
        whole: dict[str, Json] = {name: score.as_json() for name, score in self.parts.items()}
        if self.not_scored:
            whole["not_scored"] = dict(self.not_scored)
        return whole


def read_examples(file: str, lines: Iterable[str]) -> Iterator[Example]:
    """The examples of a file; blank lines are passed over. Raises `DatasetFault`."""
    for number, line in enumerate(lines, start=1):
        if not line.strip():
            continue
        try:
            fields = json.loads(line)
        except (ValueError, RecursionError) as error:
            raise DatasetFault(f"{file}, line {number}: not JSON ({error})") from error
        if not isinstance(fields, dict):
            raise DatasetFault(f"{file}, line {number}: must be an object")
        yield Example(file, number, fields)


async def evaluate(examples: Iterable[Example], scorers: Sequence[Scorer]) -> Evaluation:
    """Give each scorer the examples of its kinds. Raises `DatasetFault`."""
    known = frozenset[str]().union(*(scorer.kinds for scorer in scorers))
    held = list(examples)
    parts = {
        scorer.part: await scorer.score(mine)
        for scorer in scorers
        if (mine := [example for example in held if example.kind in scorer.kinds])
    }
    return Evaluation(parts, Counter(each.kind for each in held if each.kind not in known))


async def score_decisions(examples: Sequence[Example]) -> DecisionScore:
    """Judge each new text against its existing ones, with no model. Raises `DatasetFault`."""
    score = DecisionScore()
    for example in examples:
        known = [_remembered(example, item) for item in example.items("existing")]
        expected = _expected(example, {found.memory.id for found in known})
        got = _decide(example.text("text"), known)
        score.total += 1
        score.confusion[_verdict(expected), _verdict(got, due=expected)] += 1
        if got != expected:
            score.wrong.append({**example.fields, "got": got})
            score.wrong_updates += got.startswith(_UPDATE)
    return score


async def score_extractions(examples: Sequence[Example]) -> Score:
    """Clean each reply and compare what is kept, in order. Raises `DatasetFault`."""
    score = Score()
    for example in examples:
        expected = example.items("expect")
        got: list[Json] = list(clean_reply(example.text("reply")))
        score.total += 1
        if got != expected:
            score.wrong.append({**example.fields, "got": got})
    return score


RULES: Final = (
    Scorer("decision", frozenset({"decision"}), score_decisions),
    Scorer("extraction", frozenset({"extraction"}), score_extractions),
)
"""The scorers that need neither a model nor an index."""


def _decide(text: str, known: Sequence[Recollection]) -> str:
    decision = judge(read_fact(text), known)
    if decision.verdict is Verdict.UPDATE and decision.target:
        return f"{_UPDATE}{decision.target.id}"
    return decision.verdict.value


def _expected(example: Example, ids: set[str]) -> str:
    expected = example.text("expect")
    if expected not in _PLAIN_VERDICTS and expected.removeprefix(_UPDATE) not in ids:
        raise example.fault("expect must be new, duplicate, ask, or update: and an existing id")
    return expected


def _verdict(answer: str, *, due: str = "") -> str:
    if due.startswith(_UPDATE) and answer.startswith(_UPDATE) and answer != due:
        return OTHER_UPDATE
    return answer.partition(":")[0]


def _remembered(example: Example, item: Json) -> Recollection:
    fields = item if isinstance(item, dict) else {}
    id_, text = fields.get("id"), fields.get("text")
    if not isinstance(id_, str) or not isinstance(text, str):
        raise example.fault("each of existing must have an id and a text")
    memory = Memory(
        id=id_,
        scope=_NOBODY,
        fact=read_fact(text),
        source=Source(SourceKind.IMPORT, "", _EPOCH),
        created_at=_EPOCH,
        updated_at=_EPOCH,
    )
    return Recollection(memory=memory, score=0.0)
