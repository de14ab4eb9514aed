from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.lexical import LexicalList

TEXTS = [
    ("birthday", "또리 생일: 10월 27일"),
    ("mocha", "모카 생일: 3월 2일"),
    ("home", "사는 곳: 대전"),
]


def found(lexical: LexicalList, query: str) -> list[str]:
    return [hit.id for hit in lexical.search(query, limit=10)]


def test_an_empty_list_finds_nothing() -> None:
    assert LexicalList().search("또리", limit=5) == []


def test_the_best_match_comes_first() -> None:
    assert found(LexicalList(TEXTS), "또리 생일이 언제야") == ["birthday", "mocha"]


def test_a_text_without_a_matching_term_is_never_a_hit() -> None:
    assert found(LexicalList(TEXTS), "축구 경기") == []


def test_a_question_of_stop_words_finds_nothing() -> None:
    assert found(LexicalList(TEXTS), "언제 뭐야") == []


def test_one_text_alone_scores_above_zero() -> None:
    (hit,) = LexicalList([("a", "apple")]).search("apple", limit=5)

    # BM25+ with k1 1.5 and delta 1 for tf 1 at average length: idf · (1 + 2.5 / 2.5).
    assert hit.score == pytest.approx(math.log(2 / 1) * 2)


def test_a_term_in_every_text_still_scores_above_zero() -> None:
    hits = LexicalList([("a", "apple"), ("b", "apple pie")]).search("apple", limit=5)

    assert [hit.id for hit in hits] == ["a", "b"]
    assert all(hit.score > 0 for hit in hits)


def test_a_term_that_a_text_lacks_adds_nothing_to_its_score() -> None:
    lexical = LexicalList([("a", "apple"), ("b", "banana")])

    alone = lexical.search("apple", limit=5)[0]
    beside = next(hit for hit in lexical.search("apple banana", limit=5) if hit.id == "a")

    assert beside.score == pytest.approx(alone.score)


def test_hits_name_the_terms_that_matched() -> None:
    (hit,) = LexicalList(TEXTS).search("대전 맛집", limit=5)

    assert hit.matched_terms == ("대전",)


def test_a_share_is_of_the_best_score_that_a_text_could_have() -> None:
    (hit,) = LexicalList([("a", "apple")]).search("apple", limit=5)

    # Of idf · (delta 1 + k1 + 1 = 2.5) at most, tf 1 at average length has idf · (1 + 2.5 / 2.5).
    assert hit.share == pytest.approx(2 / 3.5)


def test_covered_is_the_share_of_the_terms_weighed_by_how_rare_they_are() -> None:
    lexical = LexicalList([("a", "apple"), ("b", "apple kiwi")])

    hits = {hit.id: hit for hit in lexical.search("apple kiwi", limit=5)}

    common, rare = math.log(3 / 2), math.log(3 / 1)
    assert hits["b"].covered == pytest.approx(1)
    assert hits["a"].covered == pytest.approx(common / (common + rare))


def test_terms_that_no_text_has_count_as_not_covered() -> None:
    (hit,) = LexicalList([("a", "apple")]).search("apple melon", limit=5)

    assert hit.covered == pytest.approx(0.5)


def test_a_search_can_be_kept_to_some_of_the_texts() -> None:
    hits = LexicalList(TEXTS).search("생일", limit=5, among={"mocha", "home"})

    assert [hit.id for hit in hits] == ["mocha"]


def test_the_limit_holds() -> None:
    assert len(LexicalList(TEXTS).search("생일", limit=1)) == 1


def test_of_equal_texts_the_latest_comes_first() -> None:
    assert found(LexicalList([("old", "apple"), ("new", "apple")]), "apple") == ["new", "old"]


def test_a_known_id_keeps_its_text() -> None:
    lexical = LexicalList(TEXTS)

    lexical.add("home", "사는 곳: 부산")

    assert len(lexical) == 3
    assert found(lexical, "대전") == ["home"]


def test_an_unknown_id_is_removed_without_effect() -> None:
    lexical = LexicalList(TEXTS)

    lexical.remove("nothing")

    assert lexical.ids == {"birthday", "mocha", "home"}


def test_a_list_can_be_emptied_and_filled_again() -> None:
    lexical = LexicalList([("a", "apple")])

    lexical.remove("a")
    lexical.add("b", "apple")

    assert found(lexical, "apple") == ["b"]


words = st.lists(st.sampled_from(["apple", "kiwi", "서울", "부산", "plum"]), max_size=6)
changes = st.lists(st.tuples(st.booleans(), st.sampled_from("abcdefg"), words), max_size=25)


@given(changes)
def test_a_list_that_was_changed_answers_like_one_made_anew(
    steps: list[tuple[bool, str, list[str]]],
) -> None:
    changed, kept = LexicalList(), dict[str, str]()
    for is_added, id_, text in steps:
        if is_added:
            changed.add(id_, " ".join(text))
            kept.setdefault(id_, " ".join(text))
        else:
            changed.remove(id_)
            kept.pop(id_, None)
    anew = LexicalList(kept.items())

    for query in ("apple 서울", "kiwi", "plum 부산"):
        scores = {hit.id: hit.score for hit in changed.search(query, limit=99)}
        expected = {hit.id: hit.score for hit in anew.search(query, limit=99)}
        assert scores == pytest.approx(expected)


class TestEverydayNames:
    def test_a_name_of_the_other_language_finds_the_text(self) -> None:
        lexical = LexicalList([("a", "엄마 생신: 3월 3일"), ("b", "엄마 취미: 등산")])

        assert found(lexical, "mom's birthday") == ["a", "b"]

    def test_what_stands_for_a_name_is_no_word_of_the_match(self) -> None:
        lexical = LexicalList([("a", "생일: 3월 3일")])

        (by_meaning,) = lexical.search("birthday", limit=5)
        (by_word,) = lexical.search("생일", limit=5)

        assert by_meaning.matched_terms == ()
        assert by_word.matched_terms == ("생일",)

    @pytest.mark.parametrize(
        ("query", "is_unknown"),
        [
            ("내 혈액형", True),
            ("my phone number", True),
            ("우리 아빠 차종", True),
            ("엄마 혈액형", True),
            ("엄마 생일", False),
            ("my mother's birthday", False),
            ("직업이 뭐지", False),
            ("어제 뭐 했지", False),
        ],
    )
    def test_it_tells_whether_a_query_names_what_no_text_names(
        self,
        query: str,
        is_unknown: bool,  # noqa: FBT001 - a parameter
    ) -> None:
        lexical = LexicalList([("a", "어머니 생신: 3월 3일"), ("b", "사는 곳: 대전")])

        assert lexical.names_unknown(query) is is_unknown

    def test_what_was_taken_out_is_unknown_again(self) -> None:
        lexical = LexicalList([("a", "혈액형: A형"), ("b", "사는 곳: 대전")])

        lexical.remove("a")

        assert lexical.names_unknown("내 혈액형")
