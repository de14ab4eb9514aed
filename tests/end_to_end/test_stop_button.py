"""The Stop button in the browser, against the real process and a model that speaks slowly."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest
from playwright.sync_api import expect

from tests.end_to_end.conftest import StartBot
from tests.end_to_end.running_bot import RunningBot
from tests.end_to_end.slack_page import ANSWER_MS, JIWOO, SlackPage
from tests.gemini_server import GeminiServer, gemini_server, hangs, says

OpenPage = Callable[[RunningBot], SlackPage]

BEGUN = "옛날 옛적에 또리라는 강아지가 살았어요. "
STARTING_SECONDS = 10

pytestmark = pytest.mark.timeout(120)


@pytest.fixture
def gemini() -> Iterator[GeminiServer]:
    """A model on this machine, in a thread of its own: the browser's tests hold this one."""
    loop, is_over = asyncio.new_event_loop(), asyncio.Event()
    started: list[GeminiServer] = []
    is_started = threading.Event()

    async def serve() -> None:
        async with gemini_server() as server:
            started.append(server)
            is_started.set()
            await is_over.wait()

    thread = threading.Thread(target=lambda: loop.run_until_complete(serve()))
    thread.start()
    try:
        assert is_started.wait(STARTING_SECONDS)
        yield started[0]
    finally:
        loop.call_soon_threadsafe(is_over.set)
        thread.join(STARTING_SECONDS)
        loop.close()


def test_stop_ends_the_answer_keeps_what_was_said_and_says_so(
    start_bot: StartBot, open_page: OpenPage, gemini: GeminiServer
) -> None:
    gemini.aside = says("없음")
    gemini.will(hangs(BEGUN, BEGUN * 6), says("네, 다음 이야기예요."))
    page = open_page(start_bot(GOOGLE_API_KEY="key", GOOGLE_BASE_URL=gemini.base_url))
    page.enter_dm(JIWOO)
    stop = page.page.get_by_test_id("stop")

    page.say("긴 이야기 하나 해줘")
    page.expect_in_thread("옛날 옛적에")
    stop.click(timeout=ANSWER_MS)

    page.expect_in_thread("⏹️ 여기서 멈췄어요.")
    expect(stop).to_be_hidden(timeout=ANSWER_MS)
    expect(page.thread).to_contain_text("옛날 옛적에 또리라는 강아지가 살았어요.")

    page.say_in_thread("다음 이야기는?")
    page.expect_in_thread("네, 다음 이야기예요.")
    expect(stop).to_be_hidden(timeout=ANSWER_MS)
