"""Korean words in Latin letters, after the rules of the National Institute of Korean Language."""

from __future__ import annotations

import pytest

from memory.facts.romanization import romanize, sounds


@pytest.mark.parametrize(
    ("word", "latin"),
    [
        # https://www.korean.go.kr/front_eng/roman/roman_01.do
        ("구미", "gumi"),
        ("옥천", "okcheon"),
        ("태백", "taebaek"),
        ("또리", "ttori"),
        ("지수", "jisu"),
        ("Anna", "anna"),
        ("", ""),
    ],
)
def test_a_word_is_written_letter_by_letter(word: str, latin: str) -> None:
    assert romanize(word) == latin


@pytest.mark.parametrize(
    ("korean", "english"),
    [("코코", "Coco"), ("안나", "Anna"), ("또리", "Ttori"), ("지수", "Jisoo"), ("민수", "Minsu")],
)
def test_a_name_sounds_the_same_in_both_scripts(korean: str, english: str) -> None:
    assert sounds(korean) == sounds(english)


@pytest.mark.parametrize(("one", "other"), [("민수", "Minji"), ("코코", "Cocoa"), ("안나", "Ann")])
def test_another_name_sounds_otherwise(one: str, other: str) -> None:
    assert sounds(one) != sounds(other)
