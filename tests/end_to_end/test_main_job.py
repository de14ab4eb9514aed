"""The main job, in the browser, against the real process: seven steps in the order of a day.

Each step runs over Socket Mode and over HTTP.
"""

from __future__ import annotations

import re
import shutil
from collections.abc import Callable
from functools import partial

import pytest
from playwright.sync_api import expect

from tests.end_to_end.conftest import StartBot
from tests.end_to_end.running_bot import RunningBot
from tests.end_to_end.slack_page import ALEX, GENERAL, JIWOO, SlackPage

OpenPage = Callable[[RunningBot], SlackPage]

pytestmark = pytest.mark.timeout(240)


@pytest.fixture(params=["socket", "http"])
def start_bot(request: pytest.FixtureRequest, start_bot: StartBot) -> StartBot:
    """Starts the bot over each of the two ways to Slack, or over the one that a test names."""
    return partial(start_bot, TTORI_TRANSPORT=request.param)


def test_the_bot_asks_before_it_remembers_and_then_knows(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)

    page.say("또리 생일은 10월 27일이야 기억해줘")
    card = page.expect_in_thread("이렇게 기억할게요")
    expect(card).to_contain_text("💾 이렇게 기억할게요: 또리 생일: 10월 27일 맞나요?")
    for name in ("예", "아니오", "수정"):
        expect(card.get_by_role("button", name=name, exact=True)).to_be_visible()
    page.press(card, "예")
    saved = page.expect_in_thread("✅ 기억했습니다!")
    expect(saved.get_by_test_id("block-button")).to_have_count(0)

    page.say("또리 생일이 언제야")
    page.expect_in_thread(re.compile("또리.*10월 27일"))
    page.press(page.expect_in_thread("🧠 기억 1개 참고"), "무엇을, 왜?")
    modal = page.page.get_by_test_id("modal")
    expect(modal).to_contain_text("‘또리, 생일’ 낱말이 들어 있어요")
    expect(modal).to_contain_text("기억해 달라고 하신 말씀")
    page.page.keyboard.press("Escape")
    page.say("/memory 왜")
    expect(page.expect_in_channel("마지막 답에 참고한 기억")).to_contain_text("10월 27일")


def test_memory_outlives_a_restart_and_the_loss_of_the_index(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    bot = start_bot()
    page = open_page(bot)
    page.enter_dm(JIWOO)
    page.remember("또리 생일은 10월 27일이야 기억해줘")
    assert bot.stop() == 0
    assert "ResourceWarning" not in bot.output
    shutil.rmtree(bot.home / "ttori" / "index")

    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    page.say("또리 생일이 언제야")

    page.expect_in_thread(re.compile("또리.*10월 27일"))


def test_a_change_shows_both_lines_and_the_old_value_is_recalled_no_more(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    page.remember("또리 생일은 10월 27일이야 기억해줘")

    page.say("아 또리 생일 다시 1월 1일로 기억해줘")
    card = page.expect_in_thread("🔄 기존 기억을 수정할게요.")
    expect(card).to_contain_text("• 기존: 또리 생일: 10월 27일")
    expect(card).to_contain_text("• 수정: 또리 생일: 1월 1일")
    page.press(card, "예")
    page.expect_in_thread("✅ 기억했습니다!")

    page.say("또리 생일이 언제야")
    page.expect_in_thread(re.compile("또리.*1월 1일"))
    expect(page.thread).not_to_contain_text("10월 27일")
    page.say("/memory 기록 또리 생일")
    history = page.expect_in_channel("기억의 기록")
    expect(history).to_contain_text("10월 27일")
    expect(history).to_contain_text("1월 1일")


def test_the_same_again_shows_no_card_no_writes_nothing_and_an_edit_is_what_is_saved(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    page.remember("또리 생일은 1월 1일이야 기억해줘")

    page.say("또리 생일은 1월 1일이야 기억해줘")
    page.expect_in_thread("이미")
    expect(page.thread.get_by_role("button", name="예", exact=True)).to_have_count(0)

    page.say("내 취미는 사진이야 기억해줘")
    page.press(page.expect_in_thread("이렇게 기억할게요"), "아니오")
    page.expect_in_thread("취소했습니다.")
    page.say("/memory")
    expect(page.expect_in_channel("기억 1개")).not_to_contain_text("사진")

    page.say("내 취미는 사진이야 기억해줘")
    page.press(page.expect_in_thread("이렇게 기억할게요"), "수정")
    modal = page.page.get_by_test_id("modal")
    modal.get_by_role("textbox").fill("취미: 필름 사진")
    modal.get_by_test_id("modal-submit").click()
    page.expect_in_thread("✅ 기억했습니다!")
    page.say("/memory search 취미")
    page.expect_in_channel("취미: 필름 사진")


def test_another_name_is_a_new_memory_and_the_first_stays_as_it_was(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    page = open_page(start_bot())
    page.enter_dm(JIWOO)
    page.remember("또리 생일은 1월 1일이야 기억해줘")

    page.say("모카 생일은 3월 2일이야 기억해줘")
    page.press(page.expect_in_thread("💾 이렇게 기억할게요: 모카 생일: 3월 2일"), "예")
    page.expect_in_thread("✅ 기억했습니다!")

    page.say("/memory")
    listing = page.expect_in_channel("기억 2개")
    expect(listing).to_contain_text("또리 생일: 1월 1일")
    expect(listing).to_contain_text("모카 생일: 3월 2일")


def test_the_command_lists_searches_forgets_and_the_other_person_sees_nothing(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    bot = start_bot()
    page = open_page(bot)
    page.enter_dm(JIWOO)
    page.remember("또리 생일은 10월 27일이야 기억해줘")
    page.remember("내 취미는 사진이야 기억해줘")

    page.say("/memory search 생일")
    expect(page.expect_in_channel("검색 결과")).to_contain_text("또리 생일: 10월 27일")
    page.say("/memory help")
    page.expect_in_channel("/memory 쓰는 법")

    other = open_page(bot)
    other.enter_dm(ALEX)
    other.say("/memory")
    other.expect_in_channel(re.compile("no memories|nothing", re.IGNORECASE))
    other.say("When is 또리's birthday?")
    other.expect_in_thread(re.compile("don't|no memory|nothing|not", re.IGNORECASE))
    expect(other.page.locator("body")).not_to_contain_text("10월 27일")

    page.say("/memory forget 또리 생일")
    card = page.expect_in_channel("이 기억을 지울까요?")
    expect(card).to_contain_text("또리 생일: 10월 27일")
    page.press(card, "지우기")
    page.expect_in_channel("잊었습니다")
    page.say("또리 생일이 언제야")
    page.expect_in_thread(re.compile("없|모르|못"))
    expect(page.thread).not_to_contain_text("10월 27일")


def test_in_a_channel_it_answers_in_a_thread_and_only_the_asker_sees_the_card(
    start_bot: StartBot, open_page: OpenPage
) -> None:
    bot = start_bot()
    page = open_page(bot)
    page.enter_dm(JIWOO)
    page.remember("내 비상금은 서랍에 있어 기억해줘")

    page.enter(JIWOO, GENERAL)
    page.say("@Ttori 팀 회의는 월요일이야 기억해줘")
    page.channel.get_by_test_id("thread-bar").last.click()
    card = page.expect_in_thread("이렇게 기억할게요")
    expect(card.get_by_test_id("only-you")).to_be_visible()

    other = open_page(bot)
    other.enter(ALEX, GENERAL)
    other.channel.get_by_test_id("thread-bar").last.click()
    expect(other.thread.get_by_test_id("message").last).to_be_visible()
    expect(other.thread).not_to_contain_text("이렇게 기억할게요")

    page.say("@Ttori 내 비상금 어디에 있어?")
    page.channel.get_by_test_id("thread-bar").last.click()
    expect(page.thread.get_by_test_id("message").nth(1)).to_be_visible()
    expect(page.thread).not_to_contain_text("서랍")
    expect(page.channel).not_to_contain_text("서랍")
    expect(other.page.locator("body")).not_to_contain_text("서랍")


@pytest.mark.parametrize("start_bot", ["socket"], indirect=True)
def test_the_main_job_in_english(start_bot: StartBot, open_page: OpenPage) -> None:
    page = open_page(start_bot())
    page.enter_dm(ALEX)

    page.say("Remember that Mocha's birthday is March 2")
    card = page.expect_in_thread("I'll remember")
    page.press(card, "Yes")
    page.expect_in_thread(re.compile("✅"))
    page.say("When is Mocha's birthday?")
    page.expect_in_thread(re.compile("Mocha.*March 2"))

    page.say("Change Mocha's birthday to April 5")
    card = page.expect_in_thread("🔄")
    expect(card).to_contain_text("March 2")
    expect(card).to_contain_text("April 5")
    page.press(card, "Yes")
    page.expect_in_thread(re.compile("✅"))
    page.say("When is Mocha's birthday?")
    page.expect_in_thread(re.compile("Mocha.*April 5"))
    expect(page.thread).not_to_contain_text("March 2")
