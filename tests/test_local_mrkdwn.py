"""Typed text becomes wire text and rich text, as Slack makes it."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.local.mrkdwn import from_wire, rich_text, to_wire

NAMES = {"Ttori": "U0TTORI", "지우": "U0JIWOO"}


@pytest.mark.parametrize(
    ("typed", "wire"),
    [
        ("a < b && c > d", "a &lt; b &amp;&amp; c &gt; d"),
        ("@Ttori야 안녕", "<@U0TTORI>야 안녕"),
        ("@ttori hi", "<@U0TTORI> hi"),
        ("@지우 안녕", "<@U0JIWOO> 안녕"),
        ("@Ttoris", "@Ttoris"),
        ("mail@Ttori", "mail@Ttori"),
        ("<@U0TTORI> a &lt; b", "<@U0TTORI> a &lt; b"),
        ("<https://example.com/?a=1&amp;b=2>", "<https://example.com/?a=1&amp;b=2>"),
        ("<script>alert(1)</script>", "&lt;script&gt;alert(1)&lt;/script&gt;"),
    ],
)
def test_the_composer_may_send_typed_text_or_wire_text(typed: str, wire: str) -> None:
    assert to_wire(typed, NAMES) == wire


@given(st.text(alphabet="ab<>&;@ltgmp 가", max_size=40))
def test_wire_text_stays_as_it_is(typed: str) -> None:
    once = to_wire(typed, NAMES)

    assert to_wire(once, NAMES) == once


@given(st.text(alphabet="ab<>& 가\n", max_size=40))
def test_text_without_entities_survives_the_round_trip(typed: str) -> None:
    assert from_wire(to_wire(typed, {})) == typed


def elements(wire: str) -> object:
    return rich_text(wire, "b1")["elements"]


def test_styles_mentions_links_and_emoji_become_elements() -> None:
    assert elements("<@U1> *굵게* _기울여_ ~지워~ `x&lt;y` :tada: <https://a.b|글>") == [
        {
            "type": "rich_text_section",
            "elements": [
                {"type": "user", "user_id": "U1"},
                {"type": "text", "text": " "},
                {"type": "text", "text": "굵게", "style": {"bold": True}},
                {"type": "text", "text": " "},
                {"type": "text", "text": "기울여", "style": {"italic": True}},
                {"type": "text", "text": " "},
                {"type": "text", "text": "지워", "style": {"strike": True}},
                {"type": "text", "text": " "},
                {"type": "text", "text": "x<y", "style": {"code": True}},
                {"type": "text", "text": " "},
                {"type": "emoji", "name": "tada"},
                {"type": "text", "text": " "},
                {"type": "link", "url": "https://a.b", "text": "글"},
            ],
        }
    ]


def test_quotes_and_fenced_code_stand_on_their_own() -> None:
    assert elements("&gt; 인용\n말\n```\na = 1\n```") == [
        {"type": "rich_text_quote", "elements": [{"type": "text", "text": "인용"}]},
        {"type": "rich_text_section", "elements": [{"type": "text", "text": "말"}]},
        {"type": "rich_text_preformatted", "elements": [{"type": "text", "text": "a = 1"}]},
    ]


def test_signs_inside_words_are_no_style() -> None:
    assert elements("snake_case_name 2*3*4") == [
        {
            "type": "rich_text_section",
            "elements": [{"type": "text", "text": "snake_case_name 2*3*4"}],
        }
    ]
