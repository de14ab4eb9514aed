from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.dialogue.weights import LEAST_WEIGHT, faded

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def test_a_day_leaves_95_in_a_hundred() -> None:
    assert faded(1.0, NOON, NOON + timedelta(days=1)) == pytest.approx(0.95)


def test_from_one_it_takes_45_days_to_be_forgotten() -> None:
    assert faded(1.0, NOON, NOON + timedelta(days=44)) > LEAST_WEIGHT
    assert faded(1.0, NOON, NOON + timedelta(days=45)) == 0.0


def test_a_time_before_changes_nothing() -> None:
    assert faded(1.0, NOON, NOON - timedelta(days=3)) == 1.0


@given(
    weight=st.floats(0.1, 50),
    first=st.integers(0, 60),
    second=st.integers(0, 60),
)
def test_fading_in_two_steps_is_fading_at_once(weight: float, first: int, second: int) -> None:
    between, end = NOON + timedelta(days=first), NOON + timedelta(days=first + second)

    stepwise = faded(faded(weight, NOON, between), between, end)

    at_once = faded(weight, NOON, end)
    near_the_edge = abs(weight * 0.95 ** (first + second) - LEAST_WEIGHT) < 1e-9
    assert near_the_edge or stepwise == pytest.approx(at_once)
