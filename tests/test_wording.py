"""Wording: nothing lost in parts, nobody called by accident, Markdown in the older writing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.wording import defuse, held_back, mrkdwn, split


@given(st.text(max_size=400), st.integers(min_value=1, max_value=60))
def test_split_parts_are_the_text_and_short_enough(text: str, limit: int) -> None:
    parts = split(text, limit)
    assert "".join(parts) == text
    assert all(0 < len(part) <= limit for part in parts) or parts == [""]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("가나다\n\n라마바사", ["가나다\n\n", "라마바사"]),
        ("가나다\n라마바사아자", ["가나다\n", "라마바사아자"]),
        ("가나다다. 라마바사", ["가나다다. ", "라마바사"]),
        ("가나다 라마바사아자", ["가나다 ", "라마바사아자"]),
        ("가나다라마바사아자차", ["가나다라마바사", "아자차"]),
    ],
)
def test_a_text_is_split_where_it_pauses(text: str, parts: list[str]) -> None:
    assert split(text, 7) == parts


@pytest.mark.parametrize(
    ("text", "calm"),
    [
        ("<!channel>", "@channel"),
        ("<!here|here> 봐요", "@here 봐요"),
        ("<!everyone>", "@everyone"),
        ("<!subteam^S123|@team>", "@team"),
        ("<!subteam^S123>", "@group"),
        ("1 < 2 <! 3", "1 < 2 <! 3"),
        ("<@U1> <https://a.kr>", "<@U1> <https://a.kr>"),
    ],
)
def test_special_mentions_are_defused(text: str, calm: str) -> None:
    assert defuse(text) == calm


@pytest.mark.parametrize(
    ("text", "count"), [("가", 0), ("가<", 1), ("가<!ch", 4), ("가<!channel>", 0), ("a<b", 0)]
)
def test_the_start_of_a_special_mention_is_held_back(text: str, count: int) -> None:
    assert held_back(text) == count


@pytest.mark.parametrize(
    ("markdown", "written"),
    [
        ("# 제목", "*제목*"),
        ("**굵게**와 ~~줄~~", "*굵게*와 ~줄~"),
        ("- 하나\n* 둘", "• 하나\n• 둘"),
        ("[여기](https://a.kr/?a=1&b=2)", "<https://a.kr/?a=1&amp;b=2|여기>"),
        ("> 인용", "> 인용"),
        ("`**a** < b`", "`**a** &lt; b`"),
        ("```\n# x <y>\n```", "```\n# x &lt;y&gt;\n```"),
        ("<!channel> & <@U1>", "&lt;!channel&gt; &amp; &lt;@U1&gt;"),
    ],
)
def test_markdown_in_the_older_writing(markdown: str, written: str) -> None:
    assert mrkdwn(markdown) == written
