from __future__ import annotations

from bot.agent.citations import cited
from tests.agent_kit import memory, recollections

DOG, CAT = memory("또리 생일: 10월 27일"), memory("모카 생일: 3월 2일")
CITY = memory("사는 곳: 대전")


def test_the_memory_whose_value_is_said_is_cited_and_its_neighbours_are_not() -> None:
    found = cited("또리 생일은 10월 27일이에요.", recollections(CITY, DOG, CAT))

    assert [each.memory for each in found] == [DOG]


def test_a_value_is_found_whatever_its_spaces() -> None:
    assert cited("또리는 10월27일에 태어났어요.", recollections(DOG))


def test_a_sentence_is_cited_when_the_answer_repeats_most_of_its_words() -> None:
    coffee = memory("I drink decaf coffee every morning")

    assert cited("You drink decaf coffee every morning.", recollections(coffee))
    assert not cited("Good morning! What shall we do?", recollections(coffee))


def test_an_answer_about_something_else_cites_nothing() -> None:
    assert not cited("카드로 여쭤볼게요.", recollections(DOG, CAT, CITY))
