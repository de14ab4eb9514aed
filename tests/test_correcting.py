"""A value that is denied in the same breath is no fact."""

from __future__ import annotations

import pytest

from memory.facts.correcting import drop_refuted
from memory.facts.policy import Save, read_wish


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ("코코 나이 4살 아니고 5살이야", "코코 나이 5살이야"),
        ("또리 생일은 10월 27일이 아니라 10월 28일이야", "또리 생일은 10월 28일이야"),
        ("회의 시간은 3시 말고 4시야", "회의 시간은 4시야"),
        ("My desk is 5F, not 4F", "My desk is 5F"),
        ("Coco's age is not 4 but 5", "Coco's age is 5"),
    ],
)
def test_the_denied_value_is_dropped(said: str, told: str) -> None:
    assert drop_refuted(said) == told


@pytest.mark.parametrize(
    "said",
    [
        "나는 학생이 아니고 회사원이야",
        "커피 말고 녹차를 마신다",
        "코코 나이는 5살이야",
        "I am not hungry",
        "My desk is 5F",
    ],
)
def test_what_gives_no_attribute_two_values_is_left_as_told(said: str) -> None:
    assert drop_refuted(said) == said


def test_a_wish_with_a_denied_value_is_a_correction() -> None:
    wish = read_wish("코코 나이 4살 아니고 5살이야 기억해줘")

    assert isinstance(wish, Save)
    assert [fact.text for fact in wish.facts] == ["코코 나이: 5살"]
    assert wish.corrects
