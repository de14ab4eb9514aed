"""Deliveries that are repeated, doubled, slow, cut off or refused, on the bot as it is wired."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from bot.local.faults import Fault
from memory.records import Scope
from tests.end_to_end.assembled import (
    ALEX,
    GENERAL,
    JIWOO,
    TEAM,
    LocalSlack,
    awake,
    held,
    until,
    words,
)
from tests.gemini_server import GeminiServer, says

WISH = "또리 생일은 10월 27일이야 기억해줘"
FACT = "또리 생일: 10월 27일"
ALWAYS = 1_000

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning"  # google-genai's own
)


async def test_an_event_delivered_again_while_the_model_thinks_is_answered_once(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    thought = asyncio.Event()
    model.will(held(thought, says("네, 안녕하세요!")))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("안녕 또리야")
        await until(lambda: model.talks == 1)
        slack.controls.duplicate("message", times=1)
        slack.controls.duplicate("message", times=1)
        await slack.all_acked()
        thought.set()

    assert slack.read(thread) == ["네, 안녕하세요!"]
    assert model.talks == 1


async def test_an_event_whose_acknowledgement_is_lost_is_answered_once(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says("네, 안녕하세요!"))
    async with awake(tmp_path, slack, model=model):
        slack.controls.refuse_acks(1)
        thread = slack.say("안녕 또리야")
        await slack.finds("네, 안녕하세요!", thread)
        slack.controls.jump(4)
        await slack.all_acked()

    assert slack.read(thread) == ["네, 안녕하세요!"]
    assert model.talks == 1


@pytest.mark.parametrize("place", ["channel", "direct"])
async def test_a_mention_that_comes_as_two_events_is_answered_once(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path, place: str
) -> None:
    model.will(says("네!"))
    channel = GENERAL if place == "channel" else slack.direct(JIWOO)
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("@Ttori 안녕", channel=channel)
        await slack.finds("네!", thread, channel=channel)
        await slack.all_acked()

    assert slack.read(thread, channel=channel) == ["네!"]
    assert model.talks == 1


async def test_edits_previews_deletions_and_other_bots_start_no_turn(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says("네!"))
    direct = slack.direct(JIWOO)
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("@Ttori 안녕", channel=GENERAL)
        await slack.finds("네!", thread, channel=GENERAL)
        slack.acts.edit(JIWOO, GENERAL, thread, "@Ttori 안녕하세요")
        slack.acts.unfurl(GENERAL, thread)
        reply = slack.say("고마워", channel=GENERAL, thread=thread, user=ALEX)
        slack.acts.delete(ALEX, GENERAL, reply)
        slack.acts.delete(JIWOO, GENERAL, thread)
        slack.deliver(
            slack.message_event("@Ttori 안녕", channel=direct, user="UOTHER", bot_id="BOTHER")
        )
        slack.deliver(
            slack.message_event("지우가 들어왔어요", channel=direct, subtype="channel_join")
        )
        slack.deliver(slack.event({"type": "reaction_added", "user": JIWOO, "reaction": "eyes"}))
        await slack.all_acked()

    assert model.talks == 1
    assert slack.read(channel=direct) == []


async def test_a_slow_model_holds_up_no_acknowledgement_and_no_command(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    thought = asyncio.Event()
    model.will(*(held(thought, says(f"{number}번")) for number in range(4)))
    async with awake(tmp_path, slack, model=model):
        threads = [slack.say(f"{number}번 질문이야") for number in range(4)]
        await until(lambda: model.talks == 4)
        await slack.all_acked()
        assert "아직 기억이 없어요" in await slack.command("")
        assert [slack.read(thread) for thread in threads] == [[], [], [], []]
        thought.set()

    assert slack.controls.late() == []
    assert sorted(slack.read(thread)[0] for thread in threads) == ["0번", "1번", "2번", "3번"]


async def test_two_messages_in_one_thread_are_answered_one_after_the_other(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    first, second = asyncio.Event(), asyncio.Event()
    model.will(says("네!"), held(first, says("하나")), held(second, says("둘")))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("안녕 또리야")
        await slack.finds("네!", thread)
        slack.say("하나라고 해 줘", thread=thread)
        slack.say("둘이라고 해 줘", thread=thread)
        second.set()
        await until(lambda: model.talks == 2)
        await slack.all_acked()
        assert "하나라고 해 줘" in str(model.requests[-1]["contents"][-1])
        first.set()

    assert slack.read(thread) == ["네!", "하나", "둘"]


async def test_two_threads_are_answered_side_by_side(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    slow = asyncio.Event()
    model.will(held(slow, says("느린 답")), says("빠른 답"))
    async with awake(tmp_path, slack, model=model):
        slow_thread = slack.say("오래 생각해 줘")
        await until(lambda: model.talks == 1)
        quick_thread = slack.say("바로 말해 줘")
        await slack.finds("빠른 답", quick_thread)
        assert slack.read(slow_thread) == []
        slow.set()

    assert slack.read(slow_thread) == ["느린 답"]


@pytest.mark.parametrize("how", ["abruptly", "politely", "by request"])
async def test_after_a_lost_socket_the_next_message_is_answered(
    slack: LocalSlack, tmp_path: Path, how: str
) -> None:
    async with awake(tmp_path, slack):
        await slack.remember(WISH)
        match how:
            case "abruptly":
                slack.controls.drop_sockets()
            case "politely":
                slack.controls.drop_sockets(abruptly=False)
            case _:
                slack.controls.disconnect("refresh_requested")
        thread = slack.say("또리 생일이 언제야")
        await slack.finds("10월 27일", thread)
        await slack.all_acked()


@pytest.mark.parametrize("error", ["unknown_method", "missing_scope"])
async def test_without_streams_and_status_the_answer_is_a_plain_message(
    slack: LocalSlack, tmp_path: Path, error: str
) -> None:
    for method in ("chat.startStream", "assistant.threads.setStatus"):
        slack.controls.fault(
            Fault(
                method, error=error, times=ALWAYS, needed="assistant:write", provided="chat:write"
            )
        )
    async with awake(tmp_path, slack):
        await slack.remember(WISH)
        thread = slack.say("또리 생일이 언제야")
        await slack.finds("10월 27일", thread)

    assert any("10월 27일" in str(call) for call in slack.calls("chat.postMessage"))
    assert len(slack.controls.calls("chat.startStream")) == 1
    assert len(slack.controls.calls("assistant.threads.setStatus")) == 1


async def test_too_many_requests_are_tried_again(slack: LocalSlack, tmp_path: Path) -> None:
    slack.controls.fault(
        Fault("chat.postMessage", status=429, error="ratelimited", retry_after_seconds=0, times=2)
    )
    async with awake(tmp_path, slack) as bot:
        await slack.remember(WISH)
        assert await bot.memories() == [FACT]


async def test_an_answer_that_slack_could_not_take_is_owned_up_to_and_its_card_still_asks(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        slack.controls.fault(Fault("chat.startStream", status=500))
        slack.controls.fault(Fault("chat.postMessage", status=500))
        thread = slack.say(WISH)
        await slack.finds("Slack이 답을 받아 주지 않았어요", thread)
        await slack.press(await slack.card(thread), "예")
        await bot.comes_to_remember([FACT])


@pytest.mark.parametrize("channel", ["", GENERAL])
async def test_a_card_that_slack_could_not_take_waits_in_home_and_comes_with_the_next_answer(
    slack: LocalSlack, tmp_path: Path, channel: str
) -> None:
    method = "chat.postEphemeral" if channel else "chat.postMessage"
    mention = "@Ttori " if channel else ""
    async with awake(tmp_path, slack) as bot:
        slack.controls.fault(Fault(method, status=500, times=2))
        thread = slack.say(mention + WISH, channel=channel)
        await slack.finds("카드를 지금은 띄우지 못했어요. 홈 탭에서", thread, channel=channel)
        again = slack.say(f"{mention}안녕", channel=channel)
        card = await slack.card(again, channel=channel)
        assert "아까 띄우지 못한 카드예요." in words(card)
        await slack.press_in_home("예")
        await bot.comes_to_remember([FACT])
        counted = await bot.rooms.notebook.stats(Scope(TEAM, JIWOO))
        assert counted.exchanges == 2


async def test_where_the_bot_is_no_member_the_card_comes_by_direct_message(
    slack: LocalSlack, tmp_path: Path
) -> None:
    slack.controls.fault(Fault("chat.postEphemeral", error="not_in_channel"))
    async with awake(tmp_path, slack) as bot:
        slack.say(f"@Ttori {WISH}", channel=GENERAL)
        card = await slack.card("")
        await slack.press(card, "예")
        await slack.finds("✅ 기억했습니다!")
        assert await bot.memories() == [FACT]
