"""Scores the local topic judge on data: lines of the kind `topic`.

topic    before (earlier lines, oldest first), message, expect: same | shift
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.dialogue.topics import TopicJudge
from memory.evaluation import Example, Json, Score, Scorer

_DIGITS: Final = 4
_SAME, _SHIFT = "same", "shift"


@dataclass(slots=True)
class TopicScore(Score):
    """Of the judge also: how many cases it took upon itself, and how many of those were right."""

    decided: int = 0
    decided_right: int = 0

    def as_json(self) -> dict[str, Json]:
        """The part of the printed result; `decided` as a share, both 0 to 1."""
        return {
            "n": self.total,
            "accuracy": round(self.accuracy, _DIGITS),
            "decided": round(self.decided / self.total, _DIGITS) if self.total else 0.0,
            "decided_accuracy": round(self.decided_accuracy, _DIGITS),
            "wrong": list(self.wrong),
        }

    @property
    def decided_accuracy(self) -> float:
        """The share of the decided cases that came out right; 1 when there was none."""
        return self.decided_right / self.decided if self.decided else 1.0


def topic_scorer(judge: TopicJudge) -> Scorer:
    """Makes the part `topic`: best guesses without any model, and what the judge is sure of."""

    async def score(examples: Sequence[Example]) -> TopicScore:
        result = TopicScore()
        for example in examples:
            expected = _expected(example)
            judged = await judge.judge(_lines(example), example.text("message"))
            got = _SHIFT if judged.is_shift else _SAME
            result.total += 1
            if judged.is_sure:
                result.decided += 1
                result.decided_right += got == expected
            if got != expected:
                result.wrong.append({**example.fields, "got": got, "sure": judged.is_sure})
        return result

    return Scorer("topic", frozenset({"topic"}), score)


def _lines(example: Example) -> list[str]:
    lines = [line for line in example.items("before") if isinstance(line, str)]
    if len(lines) != len(example.items("before")):
        raise example.fault("each of before must be a text")
    return lines


def _expected(example: Example) -> str:
    expected = example.text("expect")
    if expected not in {_SAME, _SHIFT}:
        raise example.fault("expect must be same or shift")
    return expected
