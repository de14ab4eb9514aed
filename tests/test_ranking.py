from __future__ import annotations

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.search.distribution import Distribution
from memory.search.ranking import DEFAULT_RANKING, RANKINGS, Candidate, Ranking


def order(ranking: str, *candidates: Candidate) -> list[str]:
    return [each.id for each, _ in RANKINGS[ranking].order(candidates)]


def scores(ranking: str, *candidates: Candidate) -> dict[str, float]:
    return {each.id: score for each, score in RANKINGS[ranking].order(candidates)}


def test_rank_fusion_adds_up_both_ranks_and_gives_nothing_for_no_match() -> None:
    both = Candidate("both", similarity=0.8, keyword_score=1.0)
    near = Candidate("near", similarity=0.9)

    found = scores("rrf", both, near)

    assert found["both"] == pytest.approx(1 / 62 + 1 / 61)
    assert found["near"] == pytest.approx(1 / 61)


def test_the_weighted_sum_has_the_shares_of_the_five_signals() -> None:
    best = Candidate("a", 0.9, keyword_share=0.5, age_days=90, importance=10, confidence=0.4)
    other = Candidate("b", 0.7, age_days=0, importance=5, confidence=1.0)

    found = scores("weighted", best, other)

    expected = 0.30 + 0.45 * 0.5 + 0.08 * math.exp(-1) + 0.12 + 0.05 * 0.4
    assert found["a"] == pytest.approx(expected)
    assert found["b"] == pytest.approx(0.08 + 0.12 * 0.5 + 0.05)


def test_the_three_equal_parts_are_each_scaled_over_the_candidates() -> None:
    old = Candidate("old", 0.9, age_days=90, importance=10)
    new = Candidate("new", 0.8, age_days=0, importance=1)

    assert scores("generative", old, new) == pytest.approx({"old": 2.0, "new": 1.0})


def test_an_old_allergy_does_not_sink_under_fresh_trifles() -> None:
    allergy = Candidate("allergy", 0.88, nearness=2.5, age_days=2_000, importance=9)
    trifles = [
        Candidate(f"trifle-{at}", 0.86, nearness=2.0, age_days=0, importance=3) for at in range(5)
    ]

    assert order(DEFAULT_RANKING.name, *trifles, allergy)[0] == "allergy"


def test_of_what_fits_alike_the_newer_comes_first() -> None:
    old = Candidate("old", 0.9, nearness=2, age_days=400)
    new = Candidate("new", 0.9, nearness=2, age_days=1)

    assert order(DEFAULT_RANKING.name, old, new) == ["new", "old"]


def test_letters_can_outdo_meaning() -> None:
    named = Candidate("named", 0.82, nearness=0.5, keyword_score=6.0, keyword_share=0.5)
    near = Candidate("near", 0.86, nearness=3.0)

    assert order(DEFAULT_RANKING.name, near, named) == ["named", "near"]


def test_letters_alone_find_nothing_without_a_match() -> None:
    assert order("keyword", Candidate("a", 0.9), Candidate("b", keyword_score=0.1)) == ["b"]


def test_what_was_not_compared_counts_like_the_farthest() -> None:
    unknown = Candidate("unknown")

    found = scores("dense", Candidate("near", 0.9), unknown, Candidate("far", 0.7))

    assert found["unknown"] == pytest.approx(0.7)


def test_nearness_is_the_distance_from_the_mean_in_standard_deviations() -> None:
    others = Distribution.of([0.8, 0.9])

    assert others.nearness(0.95) == pytest.approx((0.95 - 0.85) / 0.05)
    assert others.nearness(None) == pytest.approx(-1)


def test_where_all_are_alike_nothing_stands_out() -> None:
    assert Distribution.of([0.8]).nearness(0.8) == 0
    assert Distribution.of([]).nearness(None) == 0


share = st.floats(0, 1)
candidates = st.lists(
    st.builds(
        Candidate,
        id=st.uuids().map(str),
        similarity=st.none() | st.floats(-1, 1),
        nearness=st.floats(-5, 5),
        keyword_score=st.just(0.0) | st.floats(0.1, 30),
        keyword_share=share,
        age_days=st.floats(-1, 5_000),
        importance=st.integers(1, 10),
        confidence=share,
    ),
    max_size=8,
)


@pytest.mark.parametrize("ranking", RANKINGS.values(), ids=lambda each: each.name)
@given(held=candidates)
def test_every_ranking_orders_each_candidate_once_best_first(
    ranking: Ranking, held: list[Candidate]
) -> None:
    ordered = ranking.order(held)

    found = [score for _, score in ordered]
    assert found == sorted(found, reverse=True)
    assert all(math.isfinite(score) for score in found)
    assert len({each.id for each, _ in ordered}) == len(ordered)
    if ranking.name != "keyword":
        assert {each.id for each, _ in ordered} == {each.id for each in held}
