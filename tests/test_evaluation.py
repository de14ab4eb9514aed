from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path

import pytest

from memory.evaluation import (
    OTHER_UPDATE,
    RULES,
    DatasetFault,
    Example,
    Json,
    Score,
    Scorer,
    evaluate,
    read_examples,
    score_decisions,
    score_extractions,
)

DATA = Path(__file__).parent / "data"
BIRTHDAY: Json = [{"id": "m1", "text": "또리 생일: 10월 27일"}]


def decision(text: str, expect: str, existing: Json = BIRTHDAY) -> Example:
    return Example(
        "f", 1, {"kind": "decision", "existing": existing, "text": text, "expect": expect}
    )


def of_file(name: str) -> list[Example]:
    with (DATA / name).open(encoding="utf-8") as lines:
        return list(read_examples(name, lines))


async def test_a_decision_that_meets_its_expectation_is_right() -> None:
    score = await score_decisions(
        [
            decision("또리 생일: 1월 1일", "update:m1"),
            decision("또리 생일: 10월 27일", "duplicate"),
            decision("취미: 사진", "new"),
        ]
    )

    assert (score.total, score.accuracy, score.wrong_updates) == (3, 1.0, 0)
    assert score.confusion == {
        ("update", "update"): 1,
        ("duplicate", "duplicate"): 1,
        ("new", "new"): 1,
    }


async def test_an_update_that_was_not_due_is_a_wrong_update() -> None:
    score = await score_decisions([decision("또리 생일: 1월 1일", "new")])

    assert score.wrong_updates == 1
    assert score.confusion == {("new", "update"): 1}


async def test_an_update_of_another_memory_is_a_wrong_update_and_told_apart() -> None:
    two: Json = (
        [*BIRTHDAY, {"id": "m2", "text": "취미: 사진"}] if isinstance(BIRTHDAY, list) else []
    )

    score = await score_decisions([decision("또리 생일: 1월 1일", "update:m2", two)])

    assert score.wrong_updates == 1
    assert score.confusion == {("update", OTHER_UPDATE): 1}


async def test_a_missed_update_is_wrong_and_no_wrong_update() -> None:
    score = await score_decisions([decision("취미: 사진", "update:m1")])

    assert (score.accuracy, score.wrong_updates) == (0.0, 0)


async def test_what_came_out_wrong_is_shown_whole_with_what_came_of_it() -> None:
    score = await score_decisions([decision("취미: 사진", "duplicate")])

    assert score.wrong == [
        {
            "kind": "decision",
            "existing": BIRTHDAY,
            "text": "취미: 사진",
            "expect": "duplicate",
            "got": "new",
        }
    ]


async def test_the_texts_kept_of_a_reply_are_compared_in_order() -> None:
    two = "생일: 5월 5일\n사는 곳: 대전"
    right = {"kind": "extraction", "reply": two, "expect": ["생일: 5월 5일", "사는 곳: 대전"]}
    turned = {"kind": "extraction", "reply": two, "expect": ["사는 곳: 대전", "생일: 5월 5일"]}

    score = await score_extractions(
        [Example("f", n, json.loads(json.dumps(each))) for n, each in enumerate([right, turned])]
    )

    assert (score.total, score.accuracy) == (2, 0.5)


async def test_the_result_has_the_parts_that_the_data_held_and_counts_the_other_kinds() -> None:
    lines = [
        '{"kind": "decision", "existing": [], "text": "취미: 사진", "expect": "new"}',
        "",
        '{"kind": "topic", "before": [], "message": "안녕", "expect": "same"}',
        '{"kind": "topic", "before": [], "message": "그래", "expect": "same"}',
    ]

    result = await evaluate(read_examples("f", lines), RULES)

    assert result.as_json() == {
        "decision": {
            "n": 1,
            "accuracy": 1.0,
            "wrong_updates": 0,
            "confusion": {"new": {"new": 1}},
            "wrong": [],
        },
        "not_scored": {"topic": 2},
    }


async def test_another_kind_is_scored_by_adding_its_scorer() -> None:
    async def count(examples: Sequence[Example]) -> Score:
        return Score(total=len(examples))

    scorer = Scorer("retrieval", frozenset({"memory", "query"}), count)
    lines = ['{"kind": "memory"}', '{"kind": "query"}']

    result = await evaluate(read_examples("f", lines), [*RULES, scorer])

    assert result.parts["retrieval"] == Score(total=2)
    assert not result.not_scored


@pytest.mark.parametrize(
    ("line", "complaint"),
    [
        ("{", "not JSON"),
        ("[" * 100_000, "not JSON"),
        ("[]", "must be an object"),
        ('{"text": "x"}', "kind must be a text"),
        ('{"kind": "decision", "text": "x", "expect": "new"}', "existing must be a list"),
        (
            '{"kind": "decision", "existing": [{"id": "m1"}], "text": "x", "expect": "new"}',
            "id and a text",
        ),
        ('{"kind": "decision", "existing": [], "text": "x", "expect": "maybe"}', "expect must be"),
        (
            '{"kind": "decision", "existing": [], "text": "x", "expect": "update:m9"}',
            "expect must be",
        ),
        ('{"kind": "decision", "existing": [], "expect": "new"}', "text must be a text"),
        ('{"kind": "extraction", "reply": null, "expect": []}', "reply must be a text"),
        ('{"kind": "extraction", "reply": "x", "expect": "x"}', "expect must be a list"),
    ],
)
async def test_a_line_that_makes_no_sense_is_named(line: str, complaint: str) -> None:
    with pytest.raises(DatasetFault, match=rf"data\.jsonl, line 2: .*{complaint}"):
        await evaluate(read_examples("data.jsonl", ["", line]), RULES)


async def test_no_trap_of_decisions_leads_to_a_wrong_update() -> None:
    score = await score_decisions(of_file("decisions_extra.jsonl"))

    assert [each["text"] for each in score.wrong if str(each["got"]).startswith("update")] == []
    assert score.accuracy >= 0.9


async def test_replies_of_every_kind_are_cleaned_rightly() -> None:
    score = await score_extractions(of_file("extraction_extra.jsonl"))

    assert score.wrong == []
