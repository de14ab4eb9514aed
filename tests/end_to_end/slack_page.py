"""What a person does in the page of the local workspace, in a person's words."""

from __future__ import annotations

import re

from playwright.sync_api import Locator, Page, expect

JIWOO = "U0JIWOO"
ALEX = "U0ALEX"
GENERAL = "C0GENERAL"
ANSWER_MS = 20_000


class SlackPage:
    """The page, as one person sees it."""

    def __init__(self, page: Page, address: str) -> None:
        self.page = page
        self.address = address

    def enter(self, user: str, place: str) -> None:
        """Open the page as this person, in this channel."""
        self.page.goto(f"{self.address}/?user={user}#{place}")
        expect(self.page.get_by_test_id("composer")).to_be_visible()
        expect(self.page.get_by_test_id("bot-offline")).to_have_count(0, timeout=ANSWER_MS)

    def enter_dm(self, user: str) -> None:
        """Open the page as this person, in the direct messages with the bot."""
        self.enter(user, "")
        self.page.locator("[data-testid=channel][data-channel^=D]").first.click()
        expect(self.page.get_by_test_id("tab-home")).to_be_visible()

    def say(self, text: str) -> None:
        """Write a message, not in a thread."""
        close = self.page.get_by_test_id("close-thread")
        if close.is_visible():
            close.click()
        composer = self.page.get_by_test_id("composer")
        composer.fill(text)
        composer.press("Enter")

    def say_in_thread(self, text: str) -> None:
        """Write a message in the open thread."""
        composer = self.page.get_by_test_id("thread-composer")
        composer.fill(text)
        composer.press("Enter")

    @property
    def thread(self) -> Locator:
        """The open thread."""
        return self.page.get_by_test_id("thread-list")

    @property
    def channel(self) -> Locator:
        """What stands in the channel itself."""
        return self.page.get_by_test_id("message-list")

    def expect_in_thread(self, text: str | re.Pattern[str]) -> Locator:
        """The message in the thread that holds this text, once it is there."""
        message = self.thread.locator("[data-testid=message], [data-testid=ephemeral]").filter(
            has_text=text
        )
        expect(message.last).to_be_visible(timeout=ANSWER_MS)
        return message.last

    def expect_in_channel(self, text: str | re.Pattern[str]) -> Locator:
        """The message in the channel that holds this text, once it is there."""
        message = self.channel.locator("[data-testid=message], [data-testid=ephemeral]").filter(
            has_text=text
        )
        expect(message.last).to_be_visible(timeout=ANSWER_MS)
        return message.last

    def press(self, where: Locator, button: str) -> None:
        """Press a button of a message."""
        where.get_by_role("button", name=button, exact=True).last.click(timeout=ANSWER_MS)

    def remember(self, wish: str, yes: str = "예", done: str = "기억했습니다") -> None:
        """Say a wish and agree to its card."""
        self.say(wish)
        self.press(self.thread, yes)
        self.expect_in_thread(done)
