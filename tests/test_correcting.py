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
        ("동생 이름이 민수가 아니라 민호야", "동생 이름이 민호야"),
        ("My desk is 5F, not 4F", "My desk is 5F"),
        ("My sister's name isn't Emma, it's Emily", "My sister's name is Emily"),
        ("My keys are not in the drawer; they're in the car", "My keys are in the car"),
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
        "My laptop is not fast, but it works",
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


@pytest.mark.parametrize(
    ("said", "kept"),
    [
        ("동생 이름이 민수가 아니라 민호야. 고쳐줘", "동생 이름: 민호"),
        ("아니야, 내 생일은 3월 3일이야. 그거 수정해 줘", "내 생일: 3월 3일"),
        ("My sister's name isn't Emma, it's Emily. Please fix that", "My sister's name is Emily"),
        ("My birthday is March 3. Correct it please!", "My birthday is March 3"),
    ],
)
def test_what_is_to_be_put_right_may_stand_in_the_sentence_before(said: str, kept: str) -> None:
    wish = read_wish(said)

    assert isinstance(wish, Save)
    assert [fact.text for fact in wish.facts] == [kept]
    assert wish.corrects


@pytest.mark.parametrize(
    "said", ["이 문장 어색해. 고쳐줘", "The test is flaky. Please fix it", "고쳐줘"]
)
def test_to_put_work_right_is_no_wish_to_remember(said: str) -> None:
    assert not isinstance(read_wish(said), Save)
