"""Splitting: nothing lost, each part short enough and whole by itself, cut where it pauses."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.writing.splitting import split

READER = MarkdownIt("commonmark").enable("table")
HEAD = "| 이름 | 값 |\n|---|---|\n"

BLOCKS = st.one_of(
    st.text(alphabet="가나다 ab.!?*`\n", min_size=1, max_size=60),
    st.lists(st.sampled_from(["x = 1", "print('가')", "# no", "", "- no"]), max_size=12).map(
        lambda lines: "```python\n" + "\n".join(lines) + "\n```"
    ),
    st.lists(st.sampled_from(["가", "b c", "1"]), min_size=1, max_size=10).map(
        lambda cells: HEAD + "\n".join(f"| {cell} | y |" for cell in cells)
    ),
    st.lists(st.sampled_from(["- 하나", "  - 둘", "- 셋 넷"]), min_size=1, max_size=8).map(
        "\n".join
    ),
    st.sampled_from(["# 제목", "> 인용\n> 둘", "---", "> ```\n> 코드\n> ```"]),
)
TEXTS = st.one_of(st.text(max_size=300), st.lists(BLOCKS, max_size=6).map("\n\n".join))


@given(TEXTS, st.integers(min_value=20, max_value=200))
@settings(max_examples=60)
def test_parts_are_the_text_and_short_enough(text: str, limit: int) -> None:
    parts = split(text, limit)
    assert "".join(part.text for part in parts) == text
    assert all(0 < len(str(part)) <= limit for part in parts) or not text


@given(st.lists(st.sampled_from(["x = 1", "- no", "", "# 가"]), min_size=1, max_size=40))
@settings(max_examples=30)
def test_code_stays_code_of_its_language_in_every_part(lines: list[str]) -> None:
    code = "\n".join(lines) + "\n"
    fences = [
        token
        for part in split(f"앞말\n\n```python\n{code}```\n뒷말", 60)
        for token in READER.parse(str(part))
        if token.type == "fence"
    ]
    assert "".join(fence.content for fence in fences) == code
    assert {fence.info for fence in fences} == {"python"}


def test_every_part_of_a_table_has_its_head() -> None:
    rows = [f"| 이름{number} | {number} |\n" for number in range(30)]
    parts = [str(part) for part in split(HEAD + "".join(rows), 120)]
    assert len(parts) > 3
    assert all(part.startswith(HEAD) for part in parts)
    assert "".join(part.removeprefix(HEAD) for part in parts) == "".join(rows)


def test_a_block_of_code_in_a_quotation_is_closed_and_opened_in_it() -> None:
    text = "> ```js\n" + "".join(f"> let a{number};\n" for number in range(12)) + "> ```\n"
    first, second, *_ = [str(part) for part in split(text, 80)]
    assert first.endswith("> ```")
    assert second.startswith("> ```js\n> let")


def test_a_heading_stays_with_what_it_heads() -> None:
    text = "첫 문단입니다. " * 5 + "\n\n## 제목\n\n" + "둘째 문단입니다. " * 5
    first, second = split(text, len("첫 문단입니다. ") * 5 + 12)
    assert second.text.startswith("## 제목")
    assert "제목" not in first.text


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("가나다\n\n라마바사", ["가나다\n\n", "라마바사"]),
        ("가나다\n라마바사아자", ["가나다\n", "라마바사아자"]),
        ("가나다다. 라마바사", ["가나다다. ", "라마바사"]),
        ("가나다 라마바사아자", ["가나다 ", "라마바사아자"]),
        ("가나다라마바사아자차", ["가나다라마바사", "아자차"]),
        ("- 가\n- 나\n- 다라", ["- 가\n", "- 나\n", "- 다라"]),
    ],
)
def test_a_text_is_split_where_it_pauses(text: str, parts: list[str]) -> None:
    assert [str(part) for part in split(text, 7)] == parts
