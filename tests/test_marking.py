from __future__ import annotations

import pytest

from memory.search.marking import Stretch, marked, shared_words


@pytest.mark.parametrize(
    ("query", "text", "words"),
    [
        ("또리 생일이 언제야?", "또리 생일: 10월 27일", ["또리", "생일"]),
        ("생일", "엄마 생일은 5월이다", ["생일"]),
        ("서울에서 뭐 했지", "서울로 이사", ["서울"]),
        ("When did I go running?", "Runs 5 km every day", ["Runs"]),
        ("peanuts?", "Allergic to (peanut).", ["peanut"]),
        ("또리 또리", "또리는 또리다", ["또리"]),
        ("고양이", "강아지 모카", []),
        ("", "무엇이든", []),
    ],
)
def test_only_what_is_shared_is_marked(query: str, text: str, words: list[str]) -> None:
    assert shared_words(query, text) == words


@pytest.mark.parametrize("text", ["또리 생일: 10월 27일", "", "  생일  ", "ﬁne 생일 \n 10월"])
def test_the_pieces_are_the_whole_text(text: str) -> None:
    assert "".join(each.text for each in marked("생일 fine", text)) == text


def test_a_particle_is_left_out_of_the_mark() -> None:
    assert marked("생일", "내 생일은") == [
        Stretch("내 ", is_marked=False),
        Stretch("생일", is_marked=True),
        Stretch("은", is_marked=False),
    ]
