"""The estimate of tokens, and cutting a text to a limit."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.agent.tokens import cut_middle, estimate_tokens


@pytest.mark.parametrize(
    ("text", "tokens"),
    [
        ("", 0),
        ("abc", 1),
        ("abcd", 2),
        ("가나다", 2),
        ("가" * 1500, 1000),
        ("😀", 2),
        ("abc가나다😀", 1 + 2 + 2),
    ],
)
def test_tokens_follow_from_the_stated_rates(text: str, tokens: int) -> None:
    assert estimate_tokens(text) == tokens


def test_a_text_within_the_limit_stays_whole() -> None:
    assert cut_middle("가" * 15, 10, "[…]") == "가" * 15


def test_a_cut_text_keeps_its_head_and_its_tail_around_the_notice() -> None:
    cut = cut_middle("처음" + "가" * 500 + "끝", 50, "[…]")

    assert cut.startswith("처음")
    assert "\n[…]\n" in cut
    assert cut.endswith("끝")


def test_a_cut_text_fills_the_limit() -> None:
    assert 48 <= estimate_tokens(cut_middle("가" * 500, 50, "[…]")) <= 50


def test_a_limit_smaller_than_the_notice_gives_the_notice() -> None:
    assert cut_middle("가" * 500, 1, "[… 줄임 …]") == "[… 줄임 …]"


@given(st.text(max_size=300), st.integers(min_value=5, max_value=120))
def test_a_cut_text_never_passes_the_limit(text: str, limit_tokens: int) -> None:
    assert estimate_tokens(cut_middle(text, limit_tokens, "…")) <= limit_tokens
