"""An outcome comes to stand where it was asked for, and its person hears of it before that."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_interval_calculators import FixedValueRetryIntervalCalculator
from slack_sdk.web.async_client import AsyncWebClient

from bot.amending import Amends
from bot.app import build_client
from bot.rewriting import Spot
from bot.views.blocks import Message, section
from tests.slack_double import CUT, TOKEN, SlackDouble, slack_double

SAVING, SAVED = (Message(text, (section(text),)) for text in ("저장하고 있어요…", "✅"))
CARD = Spot("U1", "D1", ts="100.9")
FOREVER = 3_600.0


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with slack_double() as double:
        yield double


def client(slack: SlackDouble) -> AsyncWebClient:
    """The bot's client, without a wait between the attempts that it makes by itself."""
    made = build_client(TOKEN, slack.url)
    for handler in made.retry_handlers:
        handler.interval_calculator = FixedValueRetryIntervalCalculator(0)
    return made


def alone(slack: SlackDouble) -> Spot:
    return Spot("U1", "C1", ts="100.9", response_url=slack.response_url(), is_ephemeral=True)


async def ended(amends: Amends) -> None:
    """Return when nothing is left to put right."""
    await asyncio.gather(*amends._tasks)


@pytest.mark.parametrize("error", ["internal_error", CUT])
async def test_what_fails_for_a_moment_is_put_right_with_nothing_told_elsewhere(
    slack: SlackDouble, error: str
) -> None:
    slack.refuse("chat.update", error, times=2)

    await Amends((0, 0), ()).rewrite(client(slack), CARD, SAVED)

    assert slack.called("chat.update")[-1].text("text") == "✅"
    assert slack.called("chat.postMessage") == []


async def test_what_fails_for_longer_is_told_in_the_dm_and_put_right_later(
    slack: SlackDouble,
) -> None:
    slack.refuse("chat.update", "internal_error", times=3)
    amends = Amends((0,), (0, 0, 0))

    await amends.rewrite(client(slack), CARD, SAVED)
    assert slack.only("chat.postMessage").text("text") == "✅"
    await ended(amends)

    assert len(slack.called("chat.update")) == 4
    assert len(slack.called("chat.postMessage")) == 1


async def test_an_outcome_that_nobody_could_be_told_is_told_later(slack: SlackDouble) -> None:
    slack.refuse("respond", "expired_url")
    slack.refuse("chat.postMessage", "internal_error", times=2)
    amends = Amends((0,), (0, 0, 0))

    await amends.rewrite(client(slack), alone(slack), SAVED)
    await ended(amends)

    assert [each.text("channel") for each in slack.called("chat.postMessage")] == ["D-U1"] * 3


async def test_what_cannot_pass_is_not_waited_for(slack: SlackDouble) -> None:
    slack.refuse("chat.update", "message_not_found")
    amends = Amends((FOREVER,), (FOREVER,))

    await amends.rewrite(client(slack), CARD, SAVED)

    assert len(slack.called("chat.update", "chat.postMessage")) == 2
    assert amends._latest == {}


async def test_what_can_be_told_nowhere_is_an_error(slack: SlackDouble) -> None:
    slack.refuse("chat.update", "message_not_found")
    slack.refuse("chat.postMessage", "account_inactive")

    with pytest.raises(SlackApiError):
        await Amends().rewrite(client(slack), CARD, SAVED)


async def test_an_older_state_is_never_put_over_a_newer_one(slack: SlackDouble) -> None:
    slack.refuse("chat.update", "internal_error", times=1)
    amends, here = Amends((), (0,)), client(slack)

    await amends.rewrite(here, CARD, SAVING)
    await amends.rewrite(here, CARD, SAVED)
    await ended(amends)

    assert [each.text("text") for each in slack.called("chat.update")] == [SAVING.text, "✅"]


async def test_an_outcome_of_before_is_not_put_over_what_is_being_done(slack: SlackDouble) -> None:
    slack.refuse("chat.update", "internal_error", times=1)
    amends, here = Amends((), (0,)), client(slack)

    await amends.rewrite(here, CARD, SAVED)
    await amends.show_working(here, CARD, SAVING)
    await ended(amends)

    assert slack.called("chat.update")[-1].text("text") == SAVING.text


async def test_that_something_is_being_done_is_told_in_its_place_or_nowhere(
    slack: SlackDouble,
) -> None:
    slack.refuse("chat.update", "internal_error")

    await Amends().show_working(client(slack), CARD, SAVING)

    assert slack.called("chat.postMessage") == []


async def test_the_end_gives_up_what_waits_and_says_so(
    slack: SlackDouble, caplog: pytest.LogCaptureFixture
) -> None:
    slack.refuse("chat.update", "internal_error")
    amends = Amends((), (FOREVER,))
    await amends.rewrite(client(slack), CARD, SAVED)

    with caplog.at_level(logging.WARNING, logger="bot.amending"):
        await amends.close()
        await asyncio.sleep(0)

    assert "1 cards were left as they stood" in caplog.text
    assert amends._latest == {}
