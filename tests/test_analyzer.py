from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.analyzer import LONGEST_TERM_CHARS, terms


def meet(left: str, right: str) -> set[str]:
    return set(terms(left)) & set(terms(right))


@pytest.mark.parametrize(
    ("asked", "kept"),
    [
        ("서울에서", "서울"),
        ("땅콩이 들어간 음식", "땅콩"),
        ("또리는", "또리"),
        ("할머니께서", "할머니"),
        ("차는", "차"),
        ("헤르메스로부터", "헤르메스"),
    ],
)
def test_a_noun_with_a_particle_gives_the_noun_as_a_term(asked: str, kept: str) -> None:
    assert kept in terms(asked)


def test_a_name_that_ends_like_a_particle_keeps_its_letters() -> None:
    assert "나이" in terms("나이")
    assert "콩이" in terms("콩이의 생일")


def test_words_written_together_still_share_their_letter_pairs() -> None:
    assert {"콩이", "생일"} <= meet("콩이생일", "강아지 콩이의 생일")


def test_decomposed_hangul_gives_the_same_terms_as_composed() -> None:
    text = "또리 생일은 10월 27일"

    assert terms(unicodedata.normalize("NFD", text)) == terms(text)


@pytest.mark.parametrize(
    ("left", "right", "stem"),
    [
        ("running meetings", "Run the MEETING", "run"),
        ("prefers window seats", "window seat preference", "seat"),
        ("Caroline's cat", "caroline", "carolin"),
    ],
)
def test_english_words_meet_in_their_stem(left: str, right: str, stem: str) -> None:
    assert stem in meet(left, right)


@pytest.mark.parametrize(
    "question", ["What is the", "where was I", "언제 뭐야", "내가 어디서", "", "?!"]
)
def test_a_text_of_stop_words_alone_has_no_terms(question: str) -> None:
    assert terms(question) == []


@pytest.mark.parametrize(
    "written",
    [
        "10월 27일",
        "10월27일에",
        "10/27",
        "2026-10-27",
        "2026.10.27",
        "October 27",
        "Oct. 27th",
        "27 October",
        "the 27th of october",
    ],
)
def test_a_date_is_one_term_however_it_is_written(written: str) -> None:
    assert "10월27일" in terms(written)


def test_a_month_alone_meets_a_day_in_it() -> None:
    assert "4월" in meet("in April", "예방접종: 4월 3일")


@pytest.mark.parametrize("written", ["13월 40일", "99/99", "25:99", "2026-13-01"])
def test_numbers_that_are_no_date_and_no_time_give_none(written: str) -> None:
    assert not [term for term in terms(written) if term.endswith("일") and "월" in term]
    assert "25:99" not in [term for term in terms(written) if term != written]


def test_a_time_of_day_is_one_term_in_both_languages() -> None:
    assert "10:35" in meet("오전 10시 35분", "at 10:35")


def test_a_number_keeps_its_unit_and_stands_alone_too() -> None:
    assert {"30", "30만원"} <= set(terms("매달 30만원을"))
    assert "8시" in meet("저녁 8시에", "8시")


def test_thousands_separators_do_not_matter() -> None:
    assert "1200" in meet("1,200원", "1200원")


@pytest.mark.parametrize(
    ("code", "parts"),
    [
        ("docs/minutes/2026", {"docs/minutes/2026", "2026"}),
        ("VN431", {"vn431", "vn", "431"}),
        ("S&P500", {"s&p500", "500"}),
        ("getUserName", {"get", "user", "name"}),
        ("HTTPServer", {"http", "server"}),
        ("010-1111-2222", {"010-1111-2222", "1111"}),
    ],
)
def test_a_name_of_code_is_found_whole_and_by_its_parts(code: str, parts: set[str]) -> None:
    assert parts <= set(terms(code))


def test_full_width_letters_are_plain_letters() -> None:
    assert terms("ＶＮ４３１") == terms("VN431")


def test_unspaced_scripts_give_letter_pairs() -> None:
    assert "東京" in meet("東京都", "東京")


def test_accented_words_stay_whole() -> None:
    assert "café" in terms("Café")


@given(st.text(max_size=300))
def test_any_text_gives_short_terms_and_never_fails(text: str) -> None:
    assert all(0 < len(term) <= LONGEST_TERM_CHARS for term in terms(text))


@given(st.text(max_size=80))
def test_case_and_unicode_form_never_matter(text: str) -> None:
    assert terms(unicodedata.normalize("NFC", text)) == terms(text)
