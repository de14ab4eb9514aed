from __future__ import annotations

import json
from pathlib import Path

import pytest

from bot import wiring
from bot.settings import load_settings
from memory.evaluation import DatasetFault, Example, Json, evaluate, read_examples
from memory.finding_scores import FindingScore, FindingScores
from memory.talk_scoring import ALL, talk_scorer

CONVERSATIONS = Path(__file__).parent / "data" / "conversations.jsonl"
LEAST_AT_1, LEAST_AT_3 = 0.93, 0.95
"""A little below what the local embedder and the rules reach, so that a step back is seen."""


def examples(*rows: dict[str, Json]) -> list[Example]:
    return list(read_examples("f", [json.dumps(row) for row in rows]))


def conversation(*turns: Json, at: str = "2026-03-01") -> dict[str, Json]:
    return {"kind": "conversation", "id": "c", "at": at, "turns": list(turns)}


async def score(rows: list[Example]) -> FindingScores:
    scorer = talk_scorer(lambda: wiring.open_talk_room(load_settings()))
    part = (await evaluate(rows, [scorer])).parts["conversation"]
    assert isinstance(part, FindingScores)
    return part


async def test_fifty_conversations_in_both_languages_are_found_again() -> None:
    with CONVERSATIONS.open(encoding="utf-8") as lines:
        rows = list(read_examples(CONVERSATIONS.name, lines))

    scores = (await score(rows)).by_ranking

    assert sum(row.kind == "conversation" for row in rows) >= 50
    assert set(scores) == {ALL, "ko", "en", "mixed"}
    assert at(scores[ALL], 1) >= LEAST_AT_1
    assert at(scores[ALL], 3) >= LEAST_AT_3


def at(score: FindingScore, k: int) -> float:
    figure = score.any_at(k)
    assert figure is not None
    return figure


@pytest.mark.parametrize(
    ("rows", "complaint"),
    [
        ([conversation(["안녕"])], "pair of texts"),
        (
            [conversation(["a", "b"]), {"kind": "question", "text": "?", "expect": ["c.2"]}],
            "exchange of the file",
        ),
    ],
)
async def test_data_that_make_no_sense_are_named(
    rows: list[dict[str, Json]], complaint: str
) -> None:
    with pytest.raises(DatasetFault, match=complaint):
        await score(examples(*rows))
