"""Delivery: whatever Slack refuses or breaks off, the person gets the whole answer once."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import UTC, datetime

import pytest
from slack_sdk.errors import SlackApiError

from bot.abilities import Abilities, Ability
from bot.app import build_client
from bot.delivery import SlackStage
from bot.posting import Thread
from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Reader
from memory.facts.reading import read_fact
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    Recollection,
    Scope,
    Source,
    SourceKind,
)
from tests.slack_double import TOKEN, SlackDouble, shown, slack_double

NOW = datetime(2026, 1, 1, tzinfo=UTC)
ME = Scope("T1", "U1")
SOURCE = Source(SourceKind.WISH, "", NOW)
CARD = Proposal("p1", ME, Change.ADD, Fact("또리 생일: 10월 27일"), SOURCE, NOW, NOW)
IN_DM = Thread("T1", "D1", "100.1", "U1", is_direct=True)
IN_CHANNEL = Thread("T1", "C1", "100.1", "U1", is_direct=False)


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with slack_double() as double:
        yield double


def stage(
    slack: SlackDouble, thread: Thread = IN_DM, abilities: Abilities | None = None
) -> SlackStage:
    return SlackStage(
        build_client(TOKEN, slack.url),
        thread,
        texts=Texts.load(),
        reader=Reader(Language.KOREAN),
        abilities=abilities or Abilities(),
        again_seconds=0,
    )


# --- whole texts


async def test_a_long_text_is_split_and_nothing_is_lost(slack: SlackDouble) -> None:
    text = "\n\n".join(f"문단 {number} " + "가나다 " * 100 for number in range(90))
    await stage(slack).say(text)
    posts = slack.called("chat.postMessage")
    assert len(posts) > 1
    assert "".join(shown(post) for post in posts) == text
    assert all(len(shown(post)) <= 12_000 for post in posts)


async def test_refused_markdown_becomes_mrkdwn_and_is_remembered(slack: SlackDouble) -> None:
    slack.refuse("chat.postMessage", "invalid_blocks", times=1)
    abilities = Abilities()
    await stage(slack, abilities=abilities).say("**굵게** 1 < 2")
    await stage(slack, abilities=abilities).say("다음")
    first, second, third = slack.called("chat.postMessage")
    assert "blocks" in first.args
    assert second.text("text") == "*굵게* 1 &lt; 2"
    assert "blocks" not in second.args
    assert (third.text("text"), "blocks" in third.args) == ("다음", False)


async def test_blocks_that_are_too_long_are_posted_in_halves(slack: SlackDouble) -> None:
    slack.refuse("chat.postMessage", "msg_blocks_too_long", times=1)
    text = "\n\n".join(f"문단 {number} " + "가나다 " * 50 for number in range(20))
    await stage(slack).say(text)
    _, *posts = slack.called("chat.postMessage")
    assert len(posts) > 1
    assert "".join(shown(post) for post in posts) == text


async def test_the_text_beside_a_long_block_is_a_notice(slack: SlackDouble) -> None:
    await stage(slack).say("가나다 " * 2_000)
    post = slack.only("chat.postMessage")
    assert len(shown(post)) == 8_000
    assert len(post.text("text")) < 4_000


async def test_every_message_has_a_text_beside_its_blocks(slack: SlackDouble) -> None:
    await stage(slack).say("안녕")
    await stage(slack).show_card(CARD)
    assert all(call.text("text") for call in slack.called("chat.postMessage"))


async def test_a_refused_message_is_an_error(slack: SlackDouble) -> None:
    slack.refuse("chat.postMessage", "channel_not_found")
    with pytest.raises(SlackApiError):
        await stage(slack).say("안녕")


async def test_too_many_calls_are_tried_again(slack: SlackDouble) -> None:
    slack.refuse("chat.postMessage", "ratelimited", times=1)
    await stage(slack).say("안녕")
    assert len(slack.called("chat.postMessage")) == 2


# --- status


async def test_the_status_comes_and_goes(slack: SlackDouble) -> None:
    here = stage(slack)
    await here.think()
    await here.rest()
    statuses = [call.text("status") for call in slack.called("assistant.threads.setStatus")]
    assert statuses == ["생각하고 있어요…", ""]


async def test_the_status_has_lines_to_show_in_turn(slack: SlackDouble) -> None:
    await stage(slack).think()
    loading = slack.only("assistant.threads.setStatus").args["loading_messages"]
    assert loading == ["생각하고 있어요…", "기억을 찾아보고 있어요…", "답을 고르고 있어요…"]


async def test_a_session_is_processing_until_the_answer_is_there(slack: SlackDouble) -> None:
    here = stage(slack)
    await here.think()
    await here.rest()
    calls = slack.called("agents.sessions.setStatus")
    assert [call.text("status") for call in calls] == ["processing", "active"]
    assert {(call.text("channel_id"), call.text("thread_ts")) for call in calls} == {
        ("D1", "100.1")
    }


async def test_where_there_are_no_sessions_they_are_tried_once(slack: SlackDouble) -> None:
    slack.refuse("agents.sessions.setStatus", "unknown_method")
    abilities = Abilities()
    for _ in range(2):
        here = stage(slack, abilities=abilities)
        await here.think()
        await here.rest()
    assert len(slack.called("agents.sessions.setStatus")) == 1
    assert len(slack.called("assistant.threads.setStatus")) == 4


@pytest.mark.parametrize(("error", "calls"), [("unknown_method", 1), ("internal_error", 2)])
async def test_a_refused_status_never_fails(slack: SlackDouble, error: str, calls: int) -> None:
    slack.refuse("assistant.threads.setStatus", error)
    abilities = Abilities()
    for _ in range(2):
        here = stage(slack, abilities=abilities)
        await here.think()
        await here.rest()
    assert len(slack.called("assistant.threads.setStatus")) == calls


# --- what one person alone may see


async def test_a_card_in_a_dm_is_a_message_of_the_thread(slack: SlackDouble) -> None:
    await stage(slack).show_card(CARD)
    post = slack.only("chat.postMessage")
    assert post.text("thread_ts") == "100.1"
    assert "이렇게 기억할게요: 또리 생일: 10월 27일 맞나요?" in shown(post)


async def test_a_card_in_a_channel_is_for_its_owner_alone(slack: SlackDouble) -> None:
    await stage(slack, IN_CHANNEL).show_card(CARD)
    card = slack.only("chat.postEphemeral")
    assert (card.text("channel"), card.text("user")) == ("C1", "U1")
    assert card.text("thread_ts") == "100.1"
    assert slack.called("chat.postMessage") == []


@pytest.mark.parametrize("error", ["not_in_channel", "channel_not_found", "user_not_in_channel"])
async def test_a_card_that_cannot_be_shown_in_the_channel_goes_to_the_dm(
    slack: SlackDouble, error: str
) -> None:
    slack.refuse("chat.postEphemeral", error)
    await stage(slack, IN_CHANNEL).show_card(CARD)
    post = slack.only("chat.postMessage")
    assert post.text("channel") == "D-U1"
    assert "또리 생일" in shown(post)


@pytest.mark.parametrize(
    ("thread", "method"), [(IN_DM, "chat.postMessage"), (IN_CHANNEL, "chat.postEphemeral")]
)
async def test_a_card_that_slack_failed_to_take_is_shown_a_second_time(
    slack: SlackDouble, thread: Thread, method: str
) -> None:
    slack.refuse(method, "internal_error", times=1)

    assert await stage(slack, thread).show_card(CARD)

    assert len(slack.called(method)) == 2


async def test_a_card_that_slack_took_and_failed_to_say_so_is_not_shown_twice(
    slack: SlackDouble,
) -> None:
    slack.refuse("chat.postMessage", "", times=1, status=500)
    slack.replies = [{"blocks": [{"elements": [{"type": "button", "value": CARD.id}]}]}]

    assert await stage(slack).show_card(CARD)

    assert len(slack.called("chat.postMessage")) == 1


@pytest.mark.parametrize(("error", "attempts"), [("internal_error", 2), ("invalid_blocks", 1)])
async def test_a_card_that_is_not_taken_is_told_of_with_where_it_waits(
    slack: SlackDouble, error: str, attempts: int
) -> None:
    slack.refuse("chat.postMessage", error, times=attempts)

    assert not await stage(slack).show_card(CARD)

    assert "홈 탭" in shown(slack.called("chat.postMessage")[attempts])


async def test_where_there_is_no_home_none_is_spoken_of(slack: SlackDouble) -> None:
    abilities = Abilities()
    abilities.lacks("T1", Ability.HOME, SlackApiError("", {"error": "not_enabled"}))
    slack.refuse("chat.postMessage", "invalid_blocks", times=1)

    assert not await stage(slack, abilities=abilities).show_card(CARD)

    assert "홈" not in shown(slack.called("chat.postMessage")[1])


async def test_a_card_shown_late_says_so(slack: SlackDouble) -> None:
    assert await stage(slack).show_card(CARD, is_late=True)

    assert "아까 띄우지 못한 카드예요." in shown(slack.only("chat.postMessage"))


async def test_no_note_beside_an_answer_ever_fails(slack: SlackDouble) -> None:
    slack.refuse("chat.postMessage", "internal_error")
    found = Recollection(Memory("m1", ME, Fact("취향: 녹차"), SOURCE, NOW, NOW), 1.0)
    here = stage(slack)

    await here.whisper("쉿")
    await here.warn_of_secret()
    await here.show_sources([found], "x1")

    assert len(slack.called("chat.postMessage")) == 3


async def test_no_card_carries_metadata(slack: SlackDouble) -> None:
    await stage(slack).show_card(CARD)
    await stage(slack, IN_CHANNEL).show_card(CARD)
    assert all("metadata" not in call.args for call in slack.calls)


async def test_sources_are_told_to_the_asker_alone(slack: SlackDouble) -> None:
    kept = Memory("m1", ME, read_fact("비밀 이야기"), SOURCE, NOW, NOW)
    await stage(slack, IN_CHANNEL).show_sources([Recollection(kept, 1.0)], "x1")
    line = slack.only("chat.postEphemeral")
    assert line.text("text") == "🧠 기억 1개 참고"
    assert "비밀" not in str(line.args)


async def test_no_sources_say_nothing(slack: SlackDouble) -> None:
    await stage(slack).show_sources([], "x1")
    assert slack.calls == []
