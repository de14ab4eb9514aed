"""Takes README's picture anew: `python -m tests.end_to_end.picture`, when the page looks different.

The real bot answers in the real page, offline: the picture shows what a newcomer gets.
"""

from __future__ import annotations

import tempfile
from pathlib import Path
from typing import Final

from playwright.sync_api import Page, ViewportSize, expect, sync_playwright

from tests.end_to_end.browser import ARGUMENTS, find_chromium, install_chromium
from tests.end_to_end.running_bot import PROJECT, RunningBot
from tests.end_to_end.slack_page import ANSWER_MS, JIWOO, SlackPage

PICTURE: Final = PROJECT / ".github" / "page.png"
_WINDOW: Final = ViewportSize(width=1280, height=800)


def main() -> None:
    """Save something, ask for it, begin to change it, and take the picture of the card."""
    with tempfile.TemporaryDirectory() as home, sync_playwright() as playwright:
        path = find_chromium() or install_chromium()
        browser = playwright.chromium.launch(executable_path=path, args=list(ARGUMENTS))
        bot = RunningBot(Path(home))
        try:
            page = browser.new_context(viewport=_WINDOW, locale="ko-KR").new_page()
            _talk(SlackPage(page, bot.address))
            _settle(page)
            page.screenshot(path=PICTURE)
        finally:
            bot.kill()
            browser.close()


def _talk(slack: SlackPage) -> None:
    slack.enter_dm(JIWOO)
    slack.remember("또리 생일은 10월 27일이야 기억해줘")
    slack.say("또리 생일이 언제야")
    slack.expect_in_thread("10월 27일")
    slack.say("아 또리 생일 다시 1월 1일로 기억해줘")
    yes = slack.thread.get_by_role("button", name="예", exact=True)
    expect(yes).to_be_visible(timeout=ANSWER_MS)


def _settle(page: Page) -> None:
    """Wait until nothing is on its way any more, and leave no mark of the pointer."""
    status = page.locator("[data-testid=status]:visible")
    expect(status).to_have_count(0, timeout=ANSWER_MS)
    page.mouse.move(0, 0)


if __name__ == "__main__":
    main()
