from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, sync_playwright

from tests.end_to_end.assembled import LocalSlack, local_slack, scripted_model
from tests.end_to_end.browser import ARGUMENTS, find_chromium
from tests.end_to_end.running_bot import RunningBot
from tests.end_to_end.slack_page import SlackPage
from tests.gemini_server import GeminiServer

StartBot = Callable[..., RunningBot]


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """A browser for one module: while it is open no asynchronous test can run beside it."""
    path = find_chromium()
    assert path, "no Chromium: python -m tests.end_to_end.browser installs one"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        yield browser
        browser.close()


@pytest.fixture
def start_bot(tmp_path: Path) -> Iterator[StartBot]:
    """Starts the bot, always on the same home; whatever still runs at the end is killed.

    By then it must have acknowledged every envelope of its own workspace. What it is given is set
    in the bot's environment.
    """
    started: list[RunningBot] = []

    def start(**environment: str) -> RunningBot:
        bot = RunningBot(tmp_path, **environment)
        started.append(bot)
        return bot

    yield start
    awake = [bot for bot in started if bot.is_running and bot.address.startswith("http")]
    try:
        assert [bot.unacknowledged() for bot in awake] == [[] for _ in awake]
    finally:
        for bot in started:
            bot.kill()


@pytest.fixture
def open_page(browser: Browser) -> Iterator[Callable[[RunningBot], SlackPage]]:
    """Opens the page of a bot in a browser of its own, and closes it at the end."""
    contexts = []

    def open_page(bot: RunningBot) -> SlackPage:
        context = browser.new_context(viewport={"width": 1280, "height": 800})
        contexts.append(context)
        return SlackPage(context.new_page(), bot.address)

    yield open_page
    for context in contexts:
        context.close()


@pytest.fixture
async def slack() -> AsyncIterator[LocalSlack]:
    """A local workspace; the bot joins it when a test wakes one there."""
    async with local_slack() as opened:
        yield opened


@pytest.fixture
async def model() -> AsyncIterator[GeminiServer]:
    """A server that answers as Gemini does, with what a test has written."""
    async with scripted_model() as server:
        yield server
