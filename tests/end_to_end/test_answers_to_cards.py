"""What becomes of cards: clicked twice, by strangers, late, after a restart, in a changed world."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.local.faults import Fault
from bot.local.messages import Message
from tests.end_to_end.assembled import (
    ALEX,
    GENERAL,
    JIWOO,
    LocalSlack,
    awake,
    words,
)
from tests.slack_double import buttons

WISH = "또리 생일은 10월 27일이야 기억해줘"
FACT = "또리 생일: 10월 27일"
LATER_WISH = "또리 생일은 1월 1일이야 기억해줘"
LATER_FACT = "또리 생일: 1월 1일"
BEYOND_RESPONSE_URL_SECONDS = 1_801


async def asked(slack: LocalSlack, wish: str = WISH) -> Message:
    """The card of a wish in the direct messages."""
    return await slack.card(slack.say(wish))


def answer_on(slack: LocalSlack, card: Message) -> str:
    """What stands where the card was; its buttons must be gone."""
    now = slack.again(card)
    assert buttons(list(now.blocks)) == {}
    return words(now)


async def test_a_double_click_writes_once_and_the_card_ends_as_saved(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await asked(slack)
        click = slack.click(card, "예")
        await asyncio.gather(slack.interact(click), slack.interact(click), slack.interact(click))
        await bot.comes_to_remember([FACT])

    assert answer_on(slack, card).startswith("✅")
    assert sum("✅" in each for each in slack.read(card.thread_ts)) == 1


async def test_a_click_after_the_card_was_answered_says_how_it_was_answered(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await asked(slack)
        await slack.press(card, "아니오")
        await slack.finds("취소했습니다.", card.thread_ts)
        await slack.interact(slack.click(card, "예"))
        await slack.finds("이미 취소한 카드예요.", card.thread_ts)
        assert await bot.memories() == []


@pytest.mark.parametrize("label", ["예", "아니오", "수정"])
async def test_a_strangers_click_changes_nothing_and_the_owner_can_still_answer(
    slack: LocalSlack, tmp_path: Path, label: str
) -> None:
    async with awake(tmp_path, slack) as bot:
        thread = slack.say(f"@Ttori {WISH}", channel=GENERAL)
        card = await slack.card(thread, channel=GENERAL)
        await slack.interact(slack.click(card, label, user=ALEX))
        told = await slack.finds("somebody else's", thread, user=ALEX, channel=GENERAL)
        assert told.only_for == ALEX
        assert FACT not in words(told)
        assert await bot.memories(ALEX) == await bot.memories(JIWOO) == []
        assert words(slack.again(card)) == words(card)

        await slack.press(card, "예")
        await bot.comes_to_remember([FACT])
        assert await bot.memories(ALEX) == []


async def test_a_card_of_before_a_restart_can_be_answered(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack):
        card = await asked(slack)
    async with awake(tmp_path, slack) as bot:
        await slack.press(card, "예")
        await bot.comes_to_remember([FACT])

    assert answer_on(slack, card).startswith("✅ 기억했습니다!")


async def test_a_card_with_an_unknown_id_is_explained_and_writes_nothing(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await asked(slack)
        await slack.interact(slack.click(card, "예", value="no-such-proposal"))
        await slack.finds("이 카드는 찾을 수 없거나", card.thread_ts)
        assert await bot.memories() == []
        await slack.press(card, "예")
        await bot.comes_to_remember([FACT])


async def test_an_expired_card_closes_and_writes_nothing(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack, proposal_days=1e-9) as bot:
        card = await asked(slack)
        await slack.press(card, "예")
        await slack.finds("⌛ 이 카드는 시간이 지나 닫혔어요.", card.thread_ts)
        assert await bot.memories() == []

    assert answer_on(slack, card).startswith("⌛")


async def test_a_card_whose_world_has_changed_asks_anew_before_it_writes(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        first, second = await asked(slack), await asked(slack, LATER_WISH)
        await slack.press(first, "예")
        await bot.comes_to_remember([FACT])
        await slack.press(second, "예")
        anew = await slack.finds("🔄 기존 기억을 수정할게요.", second.thread_ts)
        assert anew.ts == second.ts
        assert FACT in words(anew)
        assert await bot.memories() == [FACT]
        await slack.press(anew, "예")
        await bot.comes_to_remember([LATER_FACT])


async def test_an_older_card_for_the_same_fact_gives_way_to_the_newer_one(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        older, newer = await asked(slack), await asked(slack)
        await slack.press(older, "예")
        await slack.finds("더 새로운 카드가 있어요.", older.thread_ts)
        assert await bot.memories() == []
        await slack.press(newer, "예")
        await bot.comes_to_remember([FACT])


async def test_a_card_still_ends_well_when_the_response_url_has_expired(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await asked(slack)
        click = slack.click(card, "예")
        slack.controls.jump(BEYOND_RESPONSE_URL_SECONDS)
        await slack.interact(click)
        await bot.comes_to_remember([FACT])

    assert answer_on(slack, card).startswith("✅ 기억했습니다!")


async def test_a_private_card_with_an_expired_response_url_is_answered_in_the_dm(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        thread = slack.say(f"@Ttori {WISH}", channel=GENERAL)
        card = await slack.card(thread, channel=GENERAL)
        click = slack.click(card, "예")
        slack.controls.jump(BEYOND_RESPONSE_URL_SECONDS)
        await slack.interact(click)
        await slack.finds("✅ 기억했습니다!")
        assert await bot.memories() == [FACT]


async def test_a_form_that_slack_no_longer_opens_leaves_the_card_to_press_again(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await asked(slack)
        slack.controls.fault(Fault("views.open", error="expired_trigger_id"))
        await slack.press(card, "수정")
        await slack.finds("시간이 지나서 창을 열지 못했어요.", card.thread_ts)
        assert words(slack.again(card)) == words(card)
        await slack.press(card, "예")
        await bot.comes_to_remember([FACT])
