"""Calls are tried again after an error of Slack's own where a second one does no harm."""

from __future__ import annotations

import pytest
from slack_sdk.errors import SlackApiError
from slack_sdk.http_retry.builtin_interval_calculators import FixedValueRetryIntervalCalculator
from slack_sdk.web.async_client import AsyncWebClient

from bot.app import build_client
from bot.slack_answers import http_status
from tests.slack_double import TOKEN, SlackDouble, slack_double


def client_of(slack: SlackDouble) -> AsyncWebClient:
    """The client as the bot makes it, but without a wait between two attempts."""
    client = build_client(TOKEN, slack.url)
    for handler in client.retry_handlers:
        handler.interval_calculator = FixedValueRetryIntervalCalculator(0)
    return client


async def test_a_call_that_may_be_repeated_outlives_two_server_errors() -> None:
    async with slack_double() as slack:
        slack.refuse("conversations.open", "", times=2, status=500)
        opened = await client_of(slack).conversations_open(users="U1")
        calls = slack.called("conversations.open")

    assert opened["ok"]
    assert len(calls) == 3


async def test_a_message_is_not_posted_again_after_a_server_error() -> None:
    async with slack_double() as slack:
        slack.refuse("chat.postMessage", "", status=500)
        with pytest.raises(SlackApiError) as refused:
            await client_of(slack).chat_postMessage(channel="D1", text="안녕")
        calls = slack.called("chat.postMessage")

    assert http_status(refused.value) == 500
    assert len(calls) == 1


async def test_a_refusal_is_an_answer_and_not_tried_again() -> None:
    async with slack_double() as slack:
        slack.refuse("conversations.open", "user_not_found")
        with pytest.raises(SlackApiError):
            await client_of(slack).conversations_open(users="U1")

        assert len(slack.called("conversations.open")) == 1
