from __future__ import annotations

import pytest

from memory.records import MemoryType
from memory.search.rules import asks_for_rule, lift_rules

RULE, FACT = MemoryType.PROCEDURAL, MemoryType.SEMANTIC


@pytest.mark.parametrize(
    "query",
    [
        "배포가 깨지면 어떻게 하기로 했지",
        "어떤 말투로 답해 달라고 했지",
        "코드 리뷰 규칙이 뭐였지",
        "금요일에 배포해도 돼?",
        "What should I do when a deployment fails?",
        "Which language should replies be in?",
        "the code review policy",
    ],
)
def test_a_question_after_conduct_asks_for_a_rule(query: str) -> None:
    assert asks_for_rule(query)


@pytest.mark.parametrize(
    "query", ["또리 생일이 언제야", "나 어디 살아?", "Where do I live?", "VN431", "최근 본 드라마"]
)
def test_a_question_after_a_fact_does_not(query: str) -> None:
    assert not asks_for_rule(query)


def test_a_rule_that_fits_nearly_as_well_comes_first() -> None:
    scored = [("fact", 10.0), ("rule", 9.0), ("other", 0.0)]

    lifted = lift_rules("코드 리뷰 규칙", scored, [FACT, RULE, FACT])

    assert [name for name, _ in lifted] == ["rule", "fact", "other"]


def test_a_rule_that_fits_much_worse_does_not_pass() -> None:
    scored = [("fact", 10.0), ("rule", 1.0), ("other", 0.0)]

    lifted = lift_rules("코드 리뷰 규칙", scored, [FACT, RULE, FACT])

    assert [name for name, _ in lifted] == ["fact", "rule", "other"]


def test_a_wrong_guess_hides_nothing() -> None:
    scored = [(f"fact-{at}", 10.0 - at) for at in range(10)]

    lifted = lift_rules("규칙", scored, [FACT] * 5 + [RULE] * 5)

    assert {name for name, _ in lifted} == {name for name, _ in scored}


def test_other_questions_leave_the_order_as_it_is() -> None:
    scored = [("fact", 10.0), ("rule", 9.9)]

    assert lift_rules("또리 생일", scored, [FACT, RULE]) == scored
