"""Everyday attributes and people are known by any of their names."""

from __future__ import annotations

import pytest

from memory.facts.mentions import attributes_named, people_named, says_little_unnamed


@pytest.mark.parametrize(
    ("text", "concepts"),
    [
        ("내 혈액형", {"blood type"}),
        ("What's my blood type?", {"blood type"}),
        ("어머니 생신이 언제지", {"birthday"}),
        ("Mochi's birthday: June 14", {"birthday"}),
        ("비상 연락처: 02-111-2222", {"emergency contact"}),
        ("비상연락처가 뭐였지", {"emergency contact"}),
        ("my passport expiry date", {"passport expiry"}),
        ("따뜻한 보이차를 마신다", set()),
        ("the due amount of the course", set()),
        ("12345", set()),
        ("", set()),
    ],
)
def test_an_attribute_is_named_by_a_word_of_either_language(text: str, concepts: set[str]) -> None:
    assert attributes_named(text) == concepts


@pytest.mark.parametrize(
    ("text", "people"),
    [
        ("우리 아빠 차종", {"father"}),
        ("아버지는 목공을 하신다", {"father"}),
        ("my dad's car", {"father"}),
        ("부모님 결혼기념일", {"mother", "father"}),
        ("여동생 이름: 서하은", {"sister"}),
        ("동생 생일", {"brother", "sister"}),
        ("우리 형은 요리사다", {"brother"}),
        ("모형 비행기", set()),
        ("이모티콘", set()),
    ],
)
def test_a_person_is_named_by_what_they_are_to_one(text: str, people: set[str]) -> None:
    assert people_named(text) == people


def test_a_number_needs_its_name_and_a_job_does_not() -> None:
    assert says_little_unnamed("phone number")
    assert not says_little_unnamed("job")
