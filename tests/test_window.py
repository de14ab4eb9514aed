"""Which of the latest exchanges stand raw in the prompt."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from memory.dialogue.window import RAW, RAW_WHEN_VAGUE, choose_window
from memory.records import Exchange, Scope

NOW = datetime(2026, 11, 30, tzinfo=UTC)
LATEST = [
    Exchange(f"x{number}", Scope("T1", "U1"), "T1/D1", "말", "답", NOW + timedelta(minutes=number))
    for number in range(12)
]


def test_the_last_five_stand_raw() -> None:
    window = choose_window(LATEST, is_vague=False)

    assert [each.id for each in window.exchanges] == ["x7", "x8", "x9", "x10", "x11"]
    assert window.ids == {"x7", "x8", "x9", "x10", "x11"}


def test_the_last_ten_stand_raw_when_nothing_else_is_near() -> None:
    assert len(choose_window(LATEST, is_vague=True).exchanges) == RAW_WHEN_VAGUE


@pytest.mark.parametrize("is_vague", [True, False])
def test_a_short_talk_stands_whole(*, is_vague: bool) -> None:
    assert choose_window(LATEST[: RAW - 1], is_vague=is_vague).exchanges == tuple(LATEST[: RAW - 1])
