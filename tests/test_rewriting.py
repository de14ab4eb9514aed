"""Rewriting: the outcome of a click finds its person by one way or another."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.amending import Amends
from bot.app import build_client
from bot.rewriting import Spot, answer
from bot.views.blocks import Message, section
from tests.slack_double import TOKEN, SlackDouble, slack_double

NOTE = Message("알림", (section("알림"),))


def amends() -> Amends:
    return Amends(soon_seconds=(), later_seconds=())


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with slack_double() as double:
        yield double


async def test_the_response_url_rewrites_the_card(slack: SlackDouble) -> None:
    spot = Spot("U1", "D1", ts="100.9", response_url=slack.response_url())
    await amends().rewrite(build_client(TOKEN, slack.url), spot, NOTE)
    sent = slack.only("respond")
    assert (sent.args["replace_original"], sent.text("text")) == (True, "알림")
    assert slack.calls == [sent]


async def test_a_spent_response_url_falls_back_to_the_message_itself(slack: SlackDouble) -> None:
    slack.refuse("respond", "used_url")
    spot = Spot("U1", "D1", ts="100.9", response_url=slack.response_url())
    await amends().rewrite(build_client(TOKEN, slack.url), spot, NOTE)
    update = slack.only("chat.update")
    assert (update.text("channel"), update.text("ts")) == ("D1", "100.9")


async def test_an_ephemeral_card_without_its_url_is_answered_in_the_dm(slack: SlackDouble) -> None:
    slack.refuse("respond", "expired_url")
    spot = Spot("U1", "C1", ts="100.9", response_url=slack.response_url(), is_ephemeral=True)
    await amends().rewrite(build_client(TOKEN, slack.url), spot, NOTE)
    assert slack.called("chat.update") == []
    assert slack.only("chat.postMessage").text("channel") == "D-U1"


async def test_an_unreachable_response_url_is_no_crash(slack: SlackDouble) -> None:
    spot = Spot("U1", "D1", ts="100.9", response_url="http://127.0.0.1:1/gone")
    await amends().rewrite(build_client(TOKEN, slack.url), spot, NOTE)
    assert slack.only("chat.update").text("ts") == "100.9"


async def test_a_card_that_is_gone_is_answered_in_the_dm(slack: SlackDouble) -> None:
    slack.refuse("chat.update", "message_not_found")
    await amends().rewrite(build_client(TOKEN, slack.url), Spot("U1", "D1", ts="100.9"), NOTE)
    assert slack.only("chat.postMessage").text("channel") == "D-U1"


async def test_an_answer_leaves_the_card_as_it_is(slack: SlackDouble) -> None:
    spot = Spot("U1", "C1", ts="100.9", thread_ts="100.1", response_url=slack.response_url())
    await answer(build_client(TOKEN, slack.url), spot, NOTE)
    sent = slack.only("respond")
    assert (sent.args["replace_original"], sent.args["response_type"]) == (False, "ephemeral")
    assert sent.text("thread_ts") == "100.1"


async def test_an_answer_without_a_url_is_ephemeral(slack: SlackDouble) -> None:
    slack.refuse("respond", "used_url")
    spot = Spot("U1", "C1", response_url=slack.response_url())
    await answer(build_client(TOKEN, slack.url), spot, NOTE)
    assert slack.only("chat.postEphemeral").text("user") == "U1"
