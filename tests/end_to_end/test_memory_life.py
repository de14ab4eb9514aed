"""The life of a memory in the browser: edited, brought back, imported, quoted, erased."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from playwright.sync_api import FilePayload, Locator, expect

from tests.end_to_end.conftest import StartBot
from tests.end_to_end.running_bot import RunningBot
from tests.end_to_end.slack_page import ALEX, ANSWER_MS, GENERAL, JIWOO, SlackPage

OpenPage = Callable[[RunningBot], SlackPage]

pytestmark = pytest.mark.timeout(240)

EXPORT = (
    '{"format": "ttori-memories", "version": 1, "memories": ['
    '{"text": "루비 생일: 4월 4일"}, {"text": "또리 생일: 10월 27일"}, {"text": "없음"}]}'
)


def home(page: SlackPage) -> Locator:
    page.page.get_by_test_id("tab-home").click()
    return page.page.get_by_test_id("home")


def modal(page: SlackPage) -> Locator:
    return page.page.get_by_test_id("modal")


def test_home_teaches_then_adds_finds_edits_brings_back_and_forgets(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    tab = home(page)
    expect(tab).to_contain_text("아직 기억이 없어요.", timeout=ANSWER_MS)
    expect(tab).to_contain_text("기억해줘")

    for text in ("또리 생일은 10월 27일이야", "내 취미는 사진이야"):
        tab.get_by_role("button", name="기억 추가").click()
        modal(page).get_by_role("textbox").fill(text)
        modal(page).get_by_test_id("modal-submit").click()
        expect(tab).to_contain_text("✅ 기억했습니다!", timeout=ANSWER_MS)
        expect(modal(page)).to_have_count(0)
    expect(tab).to_contain_text("🏷️ 또리")
    expect(tab).to_contain_text("🙋 나")

    search = tab.get_by_test_id("block-text")
    search.fill("또리")
    search.press("Enter")
    expect(tab).to_contain_text("🔎 ‘또리’ 검색 결과", timeout=ANSWER_MS)
    expect(tab).not_to_contain_text("내 취미: 사진", timeout=ANSWER_MS)

    tab.get_by_role("button", name="수정", exact=True).click()
    modal(page).get_by_role("textbox").fill("또리 생일: 1월 1일")
    modal(page).get_by_test_id("modal-submit").click()
    expect(tab).to_contain_text("또리 생일: 1월 1일", timeout=ANSWER_MS)

    tab.get_by_role("button", name="기록", exact=True).click()
    expect(modal(page)).to_contain_text("지금까지", timeout=ANSWER_MS)
    modal(page).get_by_role("button", name="되돌리기").click()
    expect(modal(page)).to_contain_text("↩️ 되돌렸어요.", timeout=ANSWER_MS)
    modal(page).get_by_role("button", name="닫기").last.click()
    expect(tab).to_contain_text("또리 생일: 10월 27일", timeout=ANSWER_MS)

    tab.get_by_role("button", name="지우기", exact=True).click()
    question = page.page.get_by_role("alertdialog").or_(page.page.get_by_role("dialog"))
    expect(question).to_contain_text("또리 생일: 10월 27일")
    question.get_by_role("button", name="지우기", exact=True).click()
    expect(tab).to_contain_text("🗑️ 잊었습니다.", timeout=ANSWER_MS)


def test_an_export_comes_as_files_and_a_pasted_one_asks_once(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    page.remember("또리 생일은 10월 27일이야 기억해줘")

    page.say(EXPORT)
    page.expect_in_thread("새 기억: 1개")
    page.expect_in_thread("이미 아는 것: 1개")
    page.press(page.thread, "1개 기억하기")
    page.expect_in_thread("✅ 1개를 기억했습니다!")

    page.say("/memory 내보내기")
    page.expect_in_channel("내보낸 기억 2개예요.")
    with page.page.expect_download() as started:
        page.channel.get_by_role("link", name=".json").click()
    saved = started.value.path().read_text(encoding="utf-8")
    assert "루비 생일: 4월 4일" in saved
    assert "또리 생일: 10월 27일" in saved


def test_an_export_that_is_shared_as_a_file_asks_once(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    export: FilePayload = {
        "name": "ttori-memories.json",
        "mimeType": "application/json",
        "buffer": EXPORT.encode(),
    }
    page.page.get_by_test_id("composer-file").set_input_files(export)
    expect(page.channel.get_by_role("link", name="ttori-memories.json")).to_be_visible()
    page.channel.get_by_test_id("thread-bar").last.click(timeout=ANSWER_MS)
    page.expect_in_thread("새 기억: 2개")
    page.press(page.thread, "2개 기억하기")
    page.expect_in_thread("✅ 2개를 기억했습니다!")


def test_somebody_elses_message_is_quoted_to_the_one_who_chose_it(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    bot = start_bot()
    other = open_page(bot)
    other.enter(ALEX, GENERAL)
    other.say("My desk is on the third floor")
    other.expect_in_channel("third floor")

    page = open_page(bot)
    page.enter(JIWOO, GENERAL)
    message = page.expect_in_channel("third floor")
    message.hover()
    message.get_by_test_id("shortcut-remember_message").click()

    card = page.expect_in_channel("이렇게 기억할게요")
    expect(card).to_contain_text("Alex said “My desk is on the third floor”")
    expect(card.get_by_test_id("only-you")).to_be_visible()
    expect(other.channel).not_to_contain_text("이렇게 기억할게요")
    page.press(card, "예")
    page.expect_in_channel("✅ 기억했습니다!")


def test_everything_goes_only_after_the_word_was_typed(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(ALEX)
    page.remember("Remember that Mocha's birthday is March 2", yes="Yes", done="✅")

    page.say("/memory forget everything")
    expect(modal(page)).to_contain_text("type “erase everything”", timeout=ANSWER_MS)
    modal(page).get_by_role("textbox").fill("yes")
    modal(page).get_by_test_id("modal-submit").click()
    expect(modal(page)).to_contain_text("Nothing is erased yet.", timeout=ANSWER_MS)
    modal(page).get_by_role("textbox").fill("erase everything")
    modal(page).get_by_test_id("modal-submit").click()

    page.expect_in_channel("Everything was erased on")
    page.say("/memory")
    page.expect_in_channel("No memories yet.")
    expect(home(page)).to_contain_text("No memories yet.", timeout=ANSWER_MS)
