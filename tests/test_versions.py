"""Several active memories of one thing."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from memory.facts.reading import read_fact
from memory.records import Memory, Scope, Source, SourceKind
from memory.search.versions import SHOWN, put_trusted_first

NOW = datetime(2026, 11, 30, tzinfo=UTC)
HOME, MOVED, GUESSED = "사는 곳: 대전", "사는 곳: 서울", "사는 곳: 부산"


def memory(
    text: str,
    *,
    days_ago: int = 0,
    kind: SourceKind = SourceKind.WISH,
    confidence: float = 1.0,
) -> Memory:
    at = NOW - timedelta(days=days_ago)
    fact = replace(read_fact(text), confidence=confidence)
    return Memory(text, Scope("T1", "U1"), fact, Source(kind, text, at), at, at)


def order(query: str, *memories: Memory, scores: list[float] | None = None) -> list[str]:
    falling = scores or [10.0 - 0.1 * place for place in range(len(memories))]
    scored = list(zip([each.id for each in memories], falling, strict=True))

    found = put_trusted_first(query, scored, memories)

    assert [score for _, score in found] == falling
    return [id_ for id_, _ in found]


FAR = memory("취미: 등산")


@pytest.mark.parametrize(
    "guess",
    [
        memory(GUESSED, kind=SourceKind.EXTRACTION),
        memory(GUESSED, confidence=0.5),
    ],
    ids=["gathered", "unsure"],
)
def test_a_guess_stands_below_the_persons_word_though_it_is_newer_and_nearer(guess: Memory) -> None:
    word = memory(HOME, days_ago=400)

    assert order("나 어디 살아?", guess, FAR, word, scores=[9.0, 5.0, 1.0]) == [
        HOME,
        FAR.id,
        GUESSED,
    ]


def test_of_two_words_that_fit_alike_the_newer_comes_first() -> None:
    old, new = memory(HOME, days_ago=400), memory(MOVED, days_ago=1)

    assert order("나 어디 살아?", old, new, FAR, scores=[9.0, 8.9, 1.0]) == [MOVED, HOME, FAR.id]


def test_a_newer_word_that_fits_much_worse_does_not_pass() -> None:
    old, new = memory("좋아하는 음식: 냉면", days_ago=9), memory("좋아하는 음식: 국밥")

    assert order("시원한 거", old, FAR, new, scores=[9.0, 5.0, 1.0])[0] == old.id


def test_the_value_that_is_asked_for_stays_where_it_is() -> None:
    guess, word = memory(GUESSED, kind=SourceKind.EXTRACTION), memory(HOME)

    assert order("나 부산 산다고 했나?", guess, word) == [GUESSED, HOME]


def test_the_persons_own_attribute_is_one_whether_or_not_a_subject_was_told() -> None:
    guess = memory("나는 부산에 산다", kind=SourceKind.EXTRACTION)

    assert order("집이 어디", guess, memory(HOME)) == [HOME, guess.id]


@pytest.mark.parametrize(
    ("guessed", "said"),
    [
        ("또리 생일: 10월 27일", "모카 생일: 3월 2일"),
        ("또리 생일: 10월 27일", "또리 나이: 3살"),
        ("어제 산에 올랐다", "어제 바다를 봤다"),
    ],
)
def test_what_is_of_another_thing_passes_nothing(guessed: str, said: str) -> None:
    guess = memory(guessed, kind=SourceKind.EXTRACTION)

    assert order("언제야", guess, memory(said)) == [guessed, said]


def test_what_tells_otherwise_than_the_first_is_brought_to_where_it_is_shown() -> None:
    others = [memory(f"물건{at}: 값") for at in range(8)]
    first, rival = memory(HOME), memory(GUESSED, kind=SourceKind.EXTRACTION)

    found = order("나 어디 살아?", first, *others, rival)

    assert found[SHOWN - 1] == GUESSED
    assert found[: SHOWN - 1] == [HOME, *(each.id for each in others[: SHOWN - 2])]
    assert found[SHOWN:] == [each.id for each in others[SHOWN - 2 :]]


def test_nothing_is_lost_where_nothing_is_found() -> None:
    assert put_trusted_first("나 어디 살아?", [], []) == []
