from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.fusion import K, fuse

ids = st.sampled_from("abcdefgh")
ranking = st.lists(ids, unique=True)
rankings = st.lists(ranking, max_size=4)


def test_scores_are_sums_of_reciprocal_ranks() -> None:
    fused = fuse([["a", "b"], ["b", "c"]])

    assert [id_ for id_, _ in fused] == ["b", "a", "c"]
    assert dict(fused) == pytest.approx({"a": 1 / 61, "b": 1 / 62 + 1 / 61, "c": 1 / 62})


def test_the_constant_is_that_of_the_paper() -> None:
    assert K == 60


def test_of_equal_scores_the_earlier_ranking_comes_first() -> None:
    assert [id_ for id_, _ in fuse([["z"], ["a"]])] == ["z", "a"]


@given(ranking)
def test_one_ranking_is_left_in_its_order(only: list[str]) -> None:
    assert [id_ for id_, _ in fuse([only])] == only


@given(rankings)
def test_each_id_comes_out_once_and_none_is_made_up(given_: list[list[str]]) -> None:
    fused = [id_ for id_, _ in fuse(given_)]

    assert sorted(fused) == sorted({id_ for each in given_ for id_ in each})


@given(rankings)
def test_scores_fall_and_stay_within_their_bounds(given_: list[list[str]]) -> None:
    scores = [score for _, score in fuse(given_)]

    assert scores == sorted(scores, reverse=True)
    assert all(0 < score <= len(given_) / (K + 1) + 1e-12 for score in scores)


@given(rankings, ranking)
def test_being_ranked_once_more_never_lowers_a_score(
    given_: list[list[str]], more: list[str]
) -> None:
    before, after = dict(fuse(given_)), dict(fuse([*given_, more]))

    assert all(after[id_] >= score for id_, score in before.items())
    assert all(after[id_] == pytest.approx(before[id_]) for id_ in before if id_ not in more)


@given(st.lists(ids, unique=True, min_size=2), rankings)
def test_what_leads_every_ranking_leads_the_fusion(
    first: list[str], others: list[list[str]]
) -> None:
    leader = first[0]
    led = [[leader, *(id_ for id_ in each if id_ != leader)] for each in [first, *others]]

    assert fuse(led)[0][0] == leader
