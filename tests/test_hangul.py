from __future__ import annotations

import pytest

from memory.facts.copula import strip_copula
from memory.facts.hangul import (
    agrees,
    bare_name,
    has_final,
    is_past,
    predicate_stem,
    split_particle,
)


@pytest.mark.parametrize(
    ("word", "parts"),
    [
        ("또리는", ("또리", "는")),
        ("하은이는", ("하은이", "는")),
        ("하은은", ("하은", "은")),
        ("하은", ("하은", "")),
        ("땅콩을", ("땅콩", "을")),
        ("서울에서", ("서울", "에서")),
        ("서울로", ("서울", "로")),
        ("부산으로", ("부산", "으로")),
        ("아침에는", ("아침", "에는")),
        ("고양이", ("고양이", "")),
        ("고양이가", ("고양이", "가")),
        ("회의", ("회의", "")),
        ("휴가", ("휴가", "")),
        ("사는", ("사는", "")),
        ("좋아하는", ("좋아하는", "")),
        ("8443은", ("8443", "은")),
        ("Go는", ("Go", "는")),
    ],
)
def test_a_particle_is_split_off_by_the_final_sound(word: str, parts: tuple[str, str]) -> None:
    assert split_particle(word) == parts


@pytest.mark.parametrize(
    ("word", "final"), [("강", True), ("리", False), ("8443", True), ("2", False), ("Go", None)]
)
def test_a_final_consonant_is_heard(word: str, final: bool | None) -> None:  # noqa: FBT001 - a table
    assert has_final(word) is final


def test_a_particle_agrees_with_the_final_sound() -> None:
    assert agrees("부산", "으로")
    assert not agrees("서울", "으로")
    assert agrees("서울", "로")
    assert not agrees("또리", "은")


@pytest.mark.parametrize(
    ("said", "name"), [("하은이", "하은"), ("콩이", "콩이"), ("또리", "또리"), ("고양이", "고양이")]
)
def test_the_i_of_speech_is_no_part_of_a_name(said: str, name: str) -> None:
    assert bare_name(said) == name


@pytest.mark.parametrize(
    ("said", "noun"),
    [
        ("10월 27일이야", "10월 27일"),
        ("네모소프트야", "네모소프트"),
        ("네모소프트예요", "네모소프트"),
        ("고양이야", "고양이"),
        ("하은이야", "하은"),
        ("대전이에요.", "대전"),
        ("간호사입니다", "간호사"),
        ("간호사다", "간호사"),
        ("대전임", "대전"),
        ("대전이라고 해", "대전"),
        ("대전이래", "대전"),
        ("크다", None),
        ("예쁘다", None),
        ("먹을 거야", None),
        ("아니야", None),
        ("좋아해", None),
    ],
)
def test_the_copula_is_taken_off_a_noun(said: str, noun: str | None) -> None:
    assert strip_copula(said) == noun


@pytest.mark.parametrize(
    ("forms", "stem"),
    [
        ("마신다 마셔 마셔요 마셨다 마셨어 마십니다 마심 마시다", "마시"),
        ("먹는다 먹어 먹어요 먹었다 먹습니다 먹음", "먹"),
        ("간다 가요 갔다 갑니다 감", "가"),
        ("한다 해 해요 했다 합니다 함", "하"),
        ("배운다 배워 배웠어", "배우"),
        ("다닌다 다녀 다녀요", "다니"),
    ],
)
def test_a_predicates_forms_share_a_stem(forms: str, stem: str) -> None:
    assert {predicate_stem(form) for form in forms.split()} == {stem}


@pytest.mark.parametrize(
    ("word", "past"), [("멈췄다", True), ("갔어", True), ("있다", False), ("간다", False)]
)
def test_the_past_is_heard(word: str, past: bool) -> None:  # noqa: FBT001 - a table
    assert is_past(word) is past
