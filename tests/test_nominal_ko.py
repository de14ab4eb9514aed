"""Wishes that name a fact as a thing become sentences, or keep their words."""

from __future__ import annotations

import pytest

from memory.facts.nominal_ko import names_an_object, state_thing
from memory.facts.policy import Save, read_wish

_STATED = [
    # what is so
    ("내가 땅콩 알레르기 있는거", "나는 땅콩 알레르기가 있다"),
    ("제가 새우 알레르기가 있는 것", "저는 새우 알레르기가 있다"),
    ("내일 3시에 회의 있는 거", "내일 3시에 회의 있다"),
    ("또리는 간식이 없는 걸", "또리는 간식이 없다"),
    ("고양이 두 마리 키우는 거", "고양이 두 마리 키운다"),
    ("서울에 사는 점", "서울에 산다"),
    ("커피를 안 마시는 사실", "커피를 안 마신다"),
    ("오이를 못 먹는 거", "오이를 못 먹는다"),
    # what is told
    ("내가 매운 걸 못 먹는다는 거", "나는 매운 걸 못 먹는다"),
    ("우리가 이사했다는 사실을", "우리가 이사했다"),
    ("내가 채식주의자라는 걸", "나는 채식주의자야"),
    ("민수가 학생이라는 거", "민수가 학생이야"),
    ("지수가 온단 거", "지수가 온단 거"),
    ("아침을 먹는단 거", "아침을 먹는다"),
    # what somebody is
    ("나 왼손잡이인 거", "나는 왼손잡이다"),
    ("엄마가 의사인 거", "엄마가 의사다"),
    ("형이 학생인 것도", "형이 학생이다"),
    # what was done, and how it is
    ("술을 끊은 거", "술을 끊었다"),
    ("상을 받은 거", "상을 받았다"),
    ("야근이 많은 거", "야근이 많다"),
    ("키가 큰 거", "키가 크다"),
    ("엄마가 아픈 거", "엄마가 아프다"),
    ("민수가 다녀온 거", "민수가 다녀왔다"),
    ("부산에서 태어난 거", "부산에서 태어났다"),
    ("지난주에 이사한 거", "지난주에 이사했다"),
    ("무릎 수술한 거", "무릎 수술했다"),
    ("낯선 곳이 불편한 거", "낯선 곳이 불편하다"),
    ("부산에 살았던 거", "부산에 살았다"),
    # what is planned
    ("다음 달에 결혼할 거", "다음 달에 결혼할 예정이다"),
]


@pytest.mark.parametrize(("thing", "sentence"), _STATED)
def test_a_named_thing_is_stated_as_a_sentence(thing: str, sentence: str) -> None:
    assert (state_thing(thing) or thing) == sentence


@pytest.mark.parametrize(
    "thing",
    [
        "차 산 거",  # bought, or lived
        "이 가방 수진 거",  # it is Sujin's
        "이 컵 성은 거",
        "선물로 살 거",  # a thing to be bought
        "영화에 보인 거",
        "회사에서 있었던 일",
        "글이 적은 거",  # few, or written
        "마트에서 파는 빵",
        "수진이 부른 거",
        "또리 생일",
        "있는 거",
        "",
    ],
)
def test_words_whose_form_does_not_tell_are_kept(thing: str) -> None:
    assert state_thing(thing) == ""


@pytest.mark.parametrize(
    "thing", ["내가 좋아하는 거", "제가 못 먹는 것", "자주 쓰는 거", "내가 아는 걸"]
)
def test_a_thing_that_is_only_named_is_asked_about(thing: str) -> None:
    wish = read_wish(f"{thing} 기억해줘")

    assert names_an_object(thing)
    assert wish == Save((), named=thing)


@pytest.mark.parametrize("thing", ["오이를 못 먹는 거", "내가 아픈 거", "또리 생일"])
def test_a_thing_of_which_something_is_said_is_not_only_named(thing: str) -> None:
    assert not names_an_object(thing)


@pytest.mark.parametrize(
    ("wish", "kept"),
    [
        ("remember the fact that I have a cat", "I have a cat"),
        ("keep in mind the fact I work nights", "I work nights"),
        ("Remember about my appointment on Friday", "my appointment on Friday"),
        ("one more thing to remember: my desk is 5F", "my desk is 5F"),
    ],
)
def test_an_english_wish_loses_the_words_that_only_introduce(wish: str, kept: str) -> None:
    read = read_wish(wish)

    assert isinstance(read, Save)
    assert [fact.text for fact in read.facts] == [kept]
