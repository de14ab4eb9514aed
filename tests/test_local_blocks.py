"""Slack's limits on blocks and views hold to the character."""

from __future__ import annotations

from typing import Any

import pytest

from bot.local.blocks import check_message_blocks, check_view, with_ids
from bot.local.errors import Refusal
from tests.local_kit import BUTTON, INPUT, SECTION, modal

Json = dict[str, Any]


def plain(text: str) -> Json:
    return {"type": "plain_text", "text": text}


def section(length: int) -> Json:
    return {"type": "section", "text": {"type": "mrkdwn", "text": "x" * length}}


def header(length: int) -> Json:
    return {"type": "header", "text": plain("x" * length)}


def button(**more: object) -> Json:
    return {"type": "actions", "elements": [BUTTON | more]}


def buttons(count: int) -> Json:
    return {"type": "actions", "elements": [BUTTON | {"action_id": f"a{n}"} for n in range(count)]}


def context(count: int) -> Json:
    return {"type": "context", "elements": [plain("x")] * count}


CONFIRM = {"title": plain("t"), "text": plain("t"), "confirm": plain("y"), "deny": plain("n")}

FITS = [
    section(3_000),
    header(150),
    button(text=plain("x" * 75)),
    button(value="x" * 2_000),
    button(action_id="x" * 255),
    button(confirm=CONFIRM | {"title": plain("x" * 100)}),
    buttons(25),
    context(10),
    SECTION | {"block_id": "x" * 255},
    {"type": "markdown", "text": "x" * 12_000},
]
PROBLEMS = [
    (section(3_001), "must be less than 3001 characters [json-pointer:/blocks/0/text/text]"),
    (section(0), "must be more than 0 characters [json-pointer:/blocks/0/text/text]"),
    (header(151), "must be less than 151 characters [json-pointer:/blocks/0/text/text]"),
    (
        button(text=plain("x" * 76)),
        "must be less than 76 characters [json-pointer:/blocks/0/elements/0/text/text]",
    ),
    (
        button(value="x" * 2_001),
        "must be less than 2001 characters [json-pointer:/blocks/0/elements/0/value]",
    ),
    (
        button(action_id="x" * 256),
        "must be less than 256 characters [json-pointer:/blocks/0/elements/0/action_id]",
    ),
    (
        button(confirm=CONFIRM | {"deny": plain("x" * 31)}),
        "must be less than 31 characters [json-pointer:/blocks/0/elements/0/confirm/deny/text]",
    ),
    (buttons(26), "no more than 25 items allowed [json-pointer:/blocks/0/elements]"),
    (context(11), "no more than 10 items allowed [json-pointer:/blocks/0/elements]"),
    (
        SECTION | {"block_id": "x" * 256},
        "must be less than 256 characters [json-pointer:/blocks/0/block_id]",
    ),
    ({"type": "sectoin"}, "unsupported type: sectoin [json-pointer:/blocks/0]"),
    (
        {"type": "markdown", "text": "x" * 12_001},
        "must be less than 12001 characters [json-pointer:/blocks/0/text]",
    ),
]


@pytest.mark.parametrize("block", FITS)
def test_a_block_at_its_limit_is_taken(block: Json) -> None:
    check_message_blocks([block])


@pytest.mark.parametrize(("block", "problem"), PROBLEMS)
def test_a_block_past_its_limit_is_named_with_a_pointer(block: Json, problem: str) -> None:
    with pytest.raises(Refusal) as caught:
        check_message_blocks([block])

    assert (caught.value.error, caught.value.messages) == ("invalid_blocks", (problem,))


def test_fifty_blocks_are_taken_and_one_more_is_not() -> None:
    check_message_blocks([{"type": "divider"}] * 50)

    with pytest.raises(Refusal) as caught:
        check_message_blocks([{"type": "divider"}] * 51)
    assert caught.value.messages == ("no more than 50 items allowed [json-pointer:/blocks]",)


def test_blocks_that_fit_alone_may_be_too_long_together() -> None:
    with pytest.raises(Refusal, match="msg_blocks_too_long"):
        check_message_blocks([section(3_000)] * 5)


def test_markdown_blocks_share_one_limit() -> None:
    with pytest.raises(Refusal, match="msg_blocks_too_long"):
        check_message_blocks([{"type": "markdown", "text": "x" * 6_001}] * 2)


def test_two_blocks_may_not_share_an_id() -> None:
    with pytest.raises(Refusal, match="invalid_blocks"):
        check_message_blocks([SECTION | {"block_id": "a"}, SECTION | {"block_id": "a"}])


@pytest.mark.parametrize(
    "view",
    [
        modal(title="x" * 25),
        modal(submit=plain("x" * 25)),
        modal(submit=None),
        modal(private_metadata="x" * 3_001),
        modal(blocks=[{"type": "divider"}] * 101),
        modal(blocks=[INPUT | {"label": None}]),
        modal(type="window"),
    ],
)
def test_a_view_past_a_limit_is_refused(view: Json) -> None:
    with pytest.raises(Refusal, match="invalid_arguments"):
        check_view(view)


def test_a_view_at_its_limits_is_taken() -> None:
    check_view(modal(title="x" * 24, private_metadata="x" * 3_000))


def test_blocks_and_elements_without_ids_get_them_and_named_ones_keep_theirs() -> None:
    ids = iter(["b1", "a1"])
    nameless = {key: value for key, value in BUTTON.items() if key != "action_id"}
    blocks: list[Json] = [{"type": "actions", "elements": [nameless, BUTTON]}]

    (named,) = with_ids(blocks, lambda: next(ids))

    assert named["block_id"] == "b1"
    assert named["elements"] == [nameless | {"action_id": "a1"}, BUTTON]
