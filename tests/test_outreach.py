"""A quiet card reaches its person where they spoke, without an event of Slack's."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.listeners.outreach import Outreach
from memory.gleaning import Gleaned
from memory.ports import Unanswered
from memory.records import Exchange, Origin
from tests.slack_kit import CHANNEL, DM, ME, USER, Room, open_room


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def said_in(room: Room, channel: str) -> Exchange:
    is_private = channel == DM
    place = f"{ME.team}/{channel}" if is_private else f"{ME.team}/{channel}/5.0"
    origin = Origin(f"{channel}/7.0", "5.0", "Asia/Seoul")
    return Exchange(
        "x", ME, place, "I like tea", "ok", room.clock(), is_private=is_private, origin=origin
    )


async def show(room: Room, channel: str, *, perhaps_again: bool = False) -> bool:
    gleaned = Gleaned(asked=(await room.propose("나 취향: 녹차"),))
    outreach = Outreach(room.services)
    await outreach.reached()
    return await outreach.show(said_in(room, channel), gleaned, perhaps_again=perhaps_again)


async def test_in_a_dm_the_card_stands_in_the_thread_and_in_the_persons_language(
    room: Room,
) -> None:
    assert await show(room, DM)

    (posted,) = room.slack.called("chat.postMessage")
    assert (posted.text("channel"), posted.text("thread_ts")) == (DM, "5.0")
    assert "이것도 기억해 둘까요?" in posted.text("text")


async def test_in_a_channel_the_person_alone_sees_it(room: Room) -> None:
    assert await show(room, CHANNEL)

    (posted,) = room.slack.called("chat.postEphemeral")
    where = (posted.text("channel"), posted.text("user"), posted.text("thread_ts"))
    assert where == (CHANNEL, USER, "5.0")


async def test_where_the_bot_may_not_post_any_more_it_comes_to_the_dm(room: Room) -> None:
    room.slack.refuse("chat.postEphemeral", "not_in_channel")

    assert await show(room, CHANNEL)

    assert len(room.slack.called("chat.postMessage")) == 1


@pytest.mark.parametrize(("error", "is_done"), [("fatal_error", False), ("account_inactive", True)])
async def test_what_passes_is_tried_again_and_what_does_not_is_given_up(
    room: Room,
    error: str,
    is_done: bool,  # noqa: FBT001 - a parameter
) -> None:
    room.slack.refuse("chat.postMessage", error)

    assert await show(room, DM) is is_done


async def test_a_slack_that_does_not_say_who_it_is_is_tried_again(room: Room) -> None:
    room.slack.refuse("auth.test", "internal_error", times=1)

    assert [await show(room, DM), await show(room, DM)] == [False, True]


async def test_a_thread_that_cannot_be_looked_at_gets_the_card(room: Room) -> None:
    room.slack.refuse("conversations.replies", "missing_scope")

    assert await show(room, DM, perhaps_again=True)

    assert len(room.slack.called("chat.postMessage")) == 1


@pytest.mark.parametrize(
    ("channel", "said"), [(DM, "한 번 더 말씀해 주세요"), (CHANNEL, "한 번 더")]
)
async def test_a_message_left_unanswered_is_owned_up_to_where_it_was_said(
    room: Room, channel: str, said: str
) -> None:
    message = Unanswered("k", ME, channel, "5.0", room.clock())

    assert await Outreach(room.services).own_up(message)

    (posted,) = room.slack.called("chat.postMessage")
    assert (posted.text("channel"), posted.text("thread_ts")) == (channel, "5.0")
    assert said in posted.text("text")


@pytest.mark.parametrize(("error", "is_done"), [("fatal_error", False), ("thread_not_found", True)])
async def test_owning_up_is_tried_again_as_long_as_it_may_pass(
    room: Room,
    error: str,
    is_done: bool,  # noqa: FBT001 - a parameter
) -> None:
    room.slack.refuse("chat.postMessage", error)
    message = Unanswered("k", ME, DM, "5.0", room.clock())

    assert await Outreach(room.services).own_up(message) is is_done
