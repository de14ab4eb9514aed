"""Phrasing: marks next to Korean count for any reader of Markdown, and nobody is called."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from markdown_it import MarkdownIt

from bot.writing.phrasing import HAIR_SPACE, Phrasing, defuse, phrased

STANDARD = MarkdownIt("commonmark").enable("strikethrough")


def in_pieces(text: str, sizes: list[int]) -> str:
    """The text, let through in pieces of these sizes."""
    phrasing, told = Phrasing(), ""
    for size in sizes:
        told += phrasing.feed(text[:size])
        text = text[size:]
    return told + phrasing.feed(text) + phrasing.close()


def html(markdown: str) -> str:
    """What a plain reader of CommonMark makes of a line."""
    return str(STANDARD.renderInline(phrased(markdown))).replace(HAIR_SPACE, "")


@pytest.mark.parametrize(
    ("markdown", "shown"),
    [
        ("**또리**의 생일", "<strong>또리</strong>의 생일"),
        ("**또리(Ttori)**는", "<strong>또리(Ttori)</strong>는"),
        ("**‘또리’**의", "<strong>‘또리’</strong>의"),
        ("이름은**(또리)**의", "이름은<strong>(또리)</strong>의"),
        ("*(가)*나", "<em>(가)</em>나"),
        ("***‘가’***는", "<em><strong>‘가’</strong></em>는"),
        ("~~‘가’~~는", "<s>‘가’</s>는"),
        ("__또리__의", "<strong>또리</strong>의"),
        ("__‘또리’__의", "<strong>‘또리’</strong>의"),
        ("**`코드`**는", "<strong><code>코드</code></strong>는"),
        ("**[곳](http://a.kr)**을", '<strong><a href="http://a.kr">곳</a></strong>을'),
        ("[**‘또리’**의](http://a.kr)", '<a href="http://a.kr"><strong>‘또리’</strong>의</a>'),
        ("**하나(1)**와 **둘(2)**를", "<strong>하나(1)</strong>와 <strong>둘(2)</strong>를"),
    ],
)
def test_marks_next_to_korean_count(markdown: str, shown: str) -> None:
    assert html(markdown) == shown


@pytest.mark.parametrize(
    "text",
    [
        "**또리**의 생일",
        "snake_case_이름_은",
        "2 * 3 * 4 = 24",
        "`**(가)**나`",
        "별 * 하나",
        "**열린 채로(1)",
        '```\n**"가"**나\n```\n',
        "- **또리:** 강아지\n- *기울임*\n",
    ],
)
def test_what_counts_already_or_never_stays_as_it_is(text: str) -> None:
    assert phrased(text) == text


def test_after_a_block_of_code_marks_are_read_again() -> None:
    text = '~~~\n```\n**"가"**나\n~~~\n**"가"**나'
    assert phrased(text) == f'~~~\n```\n**"가"**나\n~~~\n**"가"**{HAIR_SPACE}나'


@given(
    st.lists(
        st.sampled_from(
            ["가", "은", " ", "\n", "*", "**", "__", "~~", "`", '"', "(", ")", "a", "<!here>", "<"]
        ),
        max_size=25,
    ).map("".join),
    st.lists(st.integers(1, 4), max_size=12),
)
@settings(max_examples=60)
def test_nothing_is_lost_or_doubled_however_it_comes(text: str, sizes: list[int]) -> None:
    """But for the two changes that are made, what comes out is what went in."""
    told = in_pieces(text, sizes).replace(HAIR_SPACE, "").replace("_", "*")
    assert told == defuse(text).replace("_", "*")


@given(st.lists(st.integers(1, 5), max_size=10))
@settings(max_examples=15)
def test_pieces_come_out_as_the_whole_does(sizes: list[int]) -> None:
    text = '**또리(Ttori)**는 __"둘"__의 <!channel> **"셋"**은'
    assert in_pieces(text, sizes) == phrased(text)


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
    assert defuse(text) == phrased(text) == calm


@pytest.mark.parametrize(
    ("text", "let_out"),
    [("가", "가"), ("가<", "가"), ("가<!ch", "가"), ("a<b", "a<b"), ("가**", "가"), ("__가", "")],
)
def test_what_may_still_change_is_held_back(text: str, let_out: str) -> None:
    assert Phrasing().feed(text) == let_out
