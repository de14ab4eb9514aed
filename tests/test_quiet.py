"""The answers to a quiet card: each fact by itself, by its owner, and what was saved taken back."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest
from slack_bolt.async_app import AsyncBoltRequest

from bot.delivery import SlackStage
from bot.posting import Thread
from bot.texts import Texts
from bot.turn import Language
from bot.views import quiet_cards
from bot.views.blocks import Reader
from memory.facts.reading import read_fact
from memory.gleaning import Gleaned
from memory.notebook import Proposed, Saved
from memory.records import (
    AutoMode,
    Change,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from tests.slack_double import TEAM, Call, button_list, shown
from tests.slack_kit import CHANNEL, DM, ME, USER, Json, Room, click, open_room

OTHER = Scope(TEAM, "U2")
NAME, HOME, DOG = "내 이름: 지우", "나 사는 곳: 부산", "또리 생일: 10월 27일"


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def gleaned(room: Room, *texts: str) -> list[Proposal]:
    """Facts that were let fall in one message, each waiting for an answer."""
    proposals = []
    for text in texts:
        source = Source(SourceKind.EXTRACTION, text, room.clock(), f"{DM}/1.0")
        asked = await room.notebook.save_unasked(ME, read_fact(text), source)
        assert isinstance(asked, Proposed)
        proposals.append(asked.proposal)
    return proposals


async def saved_unasked(room: Room, *texts: str) -> list[Memory]:
    """Facts that were let fall and saved at once."""
    await room.notebook.set_auto_mode(ME, AutoMode.ON)
    memories = []
    for text in texts:
        source = Source(SourceKind.EXTRACTION, text, room.clock(), f"{DM}/1.0")
        saved = await room.notebook.save_unasked(ME, read_fact(text), source)
        assert isinstance(saved, Saved)
        memories.append(saved.memory)
    return memories


def drawn(*rows: quiet_cards.Row) -> object:
    return quiet_cards.quiet_card(Texts.load(), Language.KOREAN, rows).blocks


def asking(proposals: Sequence[Proposal]) -> object:
    return drawn(*(quiet_cards.Asked(each) for each in proposals))


def noting(memories: Sequence[Memory]) -> object:
    return drawn(*(quiet_cards.fresh(each) for each in memories))


def press(room: Room, blocks: object, label: str, id_: str, **more: object) -> Json:
    """A press on the button with this label in the row of this proposal or memory."""
    for name, action, value in button_list(blocks):
        if name == label and quiet_cards.read_value(value).id == id_:
            return click(room.slack, action, value, **more)  # type: ignore[arg-type]  # click's own keywords
    raise AssertionError(f"no {label} for {id_}")


def last(room: Room) -> Call:
    return room.slack.called("respond")[-1]


def left(room: Room) -> list[tuple[str, str]]:
    """The buttons that the card still has: label and row."""
    made = button_list(last(room).args["blocks"])
    return [(label, quiet_cards.read_value(value).id) for label, _, value in made]


# --- each fact by itself


async def test_a_yes_to_one_saves_it_and_leaves_the_others(room: Room) -> None:
    name, home, dog = await gleaned(room, NAME, HOME, DOG)
    response = await room.send(press(room, asking([name, home, dog]), "기억하기", home.id))
    assert response.status == 200
    assert await room.memories() == [HOME]
    assert f"✅ 기억했습니다! {HOME}" in shown(last(room))
    assert left(room) == [
        ("기억하기", name.id),
        ("아니오", name.id),
        ("기억하기", dog.id),
        ("아니오", dog.id),
    ]
    assert last(room).args["replace_original"] is True


async def test_a_no_to_one_writes_nothing_and_leaves_the_others(room: Room) -> None:
    name, home = await gleaned(room, NAME, HOME)
    await room.send(press(room, asking([name, home]), "아니오", name.id))
    assert await room.memories() == []
    assert f"기억하지 않을게요: {NAME}" in shown(last(room))
    assert left(room) == [("기억하기", home.id), ("아니오", home.id)]


async def test_all_rows_can_be_answered_one_after_another(room: Room) -> None:
    name, home = await gleaned(room, NAME, HOME)
    await room.send(press(room, asking([name, home]), "기억하기", name.id))
    await room.send(press(room, last(room).args["blocks"], "기억하기", home.id))
    assert sorted(await room.memories()) == sorted([NAME, HOME])
    assert left(room) == []


async def test_the_pressed_buttons_are_gone_before_the_write(room: Room) -> None:
    name, home = await gleaned(room, NAME, HOME)
    await room.send(press(room, asking([name, home]), "기억하기", name.id))
    first, second = room.slack.called("respond")
    assert f"💾 저장하고 있어요… {NAME}" in shown(first)
    assert {
        quiet_cards.read_value(value).id for _, _, value in button_list(first.args["blocks"])
    } == {home.id}
    assert f"✅ 기억했습니다! {NAME}" in shown(second)


async def test_presses_on_two_rows_at_once_are_both_carried_out_and_shown(room: Room) -> None:
    name, home = await gleaned(room, NAME, HOME)
    blocks = asking([name, home])
    bodies = [press(room, blocks, "기억하기", each.id) for each in (name, home)]
    await asyncio.gather(
        *(
            room.app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))
            for body in bodies
        )
    )
    assert await room.running.drain(5) == 0
    assert sorted(await room.memories()) == sorted([NAME, HOME])
    assert left(room) == []
    assert shown(last(room)).count("✅") == 2


async def test_a_double_click_writes_once_and_the_card_stays_true(room: Room) -> None:
    name, home = await gleaned(room, NAME, HOME)
    for _ in range(2):
        await room.send(press(room, asking([name, home]), "기억하기", name.id))
    assert await room.memories() == [NAME]
    assert f"✅ 기억했습니다! {NAME}" in shown(last(room))
    assert left(room) == [("기억하기", home.id), ("아니오", home.id)]


async def test_an_ephemeral_card_in_a_channel_is_answered_the_same_way(room: Room) -> None:
    name, home = await gleaned(room, NAME, HOME)
    body = press(room, asking([name, home]), "기억하기", name.id, channel=CHANNEL, ephemeral=True)
    await room.send(body)
    assert f"✅ 기억했습니다! {NAME}" in shown(last(room))
    assert left(room) == [("기억하기", home.id), ("아니오", home.id)]
    assert room.slack.called("chat.update") == []


async def test_where_it_cannot_be_rewritten_the_outcome_alone_comes_to_the_dm(room: Room) -> None:
    (name,) = await gleaned(room, NAME)
    room.slack.refuse("respond", "expired_url")
    body = press(room, asking([name]), "기억하기", name.id, channel=CHANNEL, ephemeral=True)
    await room.send(body)
    assert f"✅ 기억했습니다! {NAME}" in shown(room.slack.only("chat.postMessage"))


async def test_a_change_is_written_as_one(room: Room) -> None:
    old = await room.remember("내 나이: 30살")
    source = Source(SourceKind.WISH, "", room.clock())
    asked = await room.notebook.propose_edit(ME, old.id, "내 나이: 31살", source)
    assert isinstance(asked, Proposed)
    await room.send(press(room, asking([asked.proposal]), "기억하기", asked.proposal.id))
    assert await room.memories() == ["내 나이: 31살"]


async def test_choosing_both_keeps_both(room: Room) -> None:
    old = await room.remember("회사: 가람")
    proposal = Proposal(
        "choose-1",
        ME,
        Change.CHOOSE,
        read_fact("커피를 안 마셔"),
        Source(SourceKind.EXTRACTION, "", room.clock()),
        room.clock(),
        room.clock() + timedelta(days=7),
        target=old.id,
        target_text=old.text,
    )
    room.store.proposals[proposal.id] = proposal
    await room.send(press(room, asking([proposal]), "둘 다 기억", proposal.id))
    assert sorted(await room.memories()) == sorted([old.text, "커피를 안 마셔"])


async def test_a_row_that_no_longer_tells_the_truth_asks_anew_among_the_others(room: Room) -> None:
    name, dog = await gleaned(room, NAME, DOG)
    await room.remember("또리 생일: 3월 2일")
    await room.send(press(room, asking([name, dog]), "기억하기", dog.id))
    assert await room.memories() == ["또리 생일: 3월 2일"]
    (newer,) = [each for each in await room.notebook.pending(ME) if each.id != name.id]
    assert left(room)[0] == ("기억하기", name.id)
    assert (left(room)[2][1], newer.target_text) == (newer.id, "또리 생일: 3월 2일")


async def test_an_expired_row_is_closed_and_the_others_stay(room: Room) -> None:
    (name,) = await gleaned(room, NAME)
    room.clock.advance(timedelta(days=8))
    (home,) = await gleaned(room, HOME)
    await room.send(press(room, asking([name, home]), "기억하기", name.id))
    assert await room.memories() == []
    assert f"⌛ 시간이 지나 닫혔어요: {NAME}" in shown(last(room))
    assert left(room) == [("기억하기", home.id), ("아니오", home.id)]


# --- other people, and forged presses


@pytest.mark.parametrize("label", ["기억하기", "아니오"])
async def test_someone_elses_press_changes_nothing_on_the_card_either(
    room: Room, label: str
) -> None:
    name, home = await gleaned(room, NAME, HOME)
    await room.send(press(room, asking([name, home]), label, name.id, user="U2"))
    assert room.store.proposals[name.id].state is ProposalState.PENDING
    assert await room.memories() == await room.memories(OTHER) == []
    refusal = room.slack.only("respond")
    assert refusal.args["replace_original"] is False
    assert refusal.args["response_type"] == "ephemeral"


async def test_someone_elses_undo_changes_nothing(room: Room) -> None:
    (memory,) = await saved_unasked(room, NAME)
    await room.send(press(room, noting([memory]), "되돌리기", memory.id, user="U2"))
    assert await room.memories() == [NAME]
    assert room.slack.only("respond").args["replace_original"] is False


@pytest.mark.parametrize(
    "action", ["memory_quiet_confirm", "memory_quiet_cancel", "memory_quiet_undo"]
)
@pytest.mark.parametrize("value", ["", "p.no-such p.no-such", "m.no-such m.no-such", "가" * 2000])
async def test_an_unknown_row_is_refused(room: Room, action: str, value: str) -> None:
    response = await room.send(click(room.slack, action, value))
    assert response.status == 200
    assert room.slack.only("respond").args["replace_original"] is False


# --- taking back


async def test_what_was_saved_unasked_can_be_taken_back(room: Room) -> None:
    name, home = await saved_unasked(room, NAME, HOME)
    room.clock.advance(timedelta(minutes=9, seconds=59))
    await room.send(press(room, noting([name, home]), "되돌리기", name.id))
    assert await room.memories() == [HOME]
    assert "↩️ 되돌렸어요." in shown(last(room))
    assert NAME not in shown(last(room))
    assert left(room) == [("되돌리기", home.id)]


async def test_after_ten_minutes_it_says_that_it_is_too_late(room: Room) -> None:
    (memory,) = await saved_unasked(room, NAME)
    room.clock.advance(timedelta(minutes=10, seconds=1))
    await room.send(press(room, noting([memory]), "되돌리기", memory.id))
    assert await room.memories() == [NAME]
    told, redrawn = room.slack.called("respond")
    assert shown(told).startswith("10분이 지나서")
    assert told.args["replace_original"] is False
    assert shown(redrawn) == f"✅ 기억해 두었어요: {NAME}"


async def test_what_has_been_changed_since_is_not_taken_back(room: Room) -> None:
    (memory,) = await saved_unasked(room, DOG)
    source = Source(SourceKind.WISH, "", room.clock())
    asked = await room.notebook.propose_edit(ME, memory.id, "또리 생일: 3월 2일", source)
    assert isinstance(asked, Proposed)
    await room.notebook.confirm(ME, asked.proposal.id)
    await room.send(press(room, noting([memory]), "되돌리기", memory.id))
    assert await room.memories() == ["또리 생일: 3월 2일"]
    assert shown(last(room)) == f"✅ 기억해 두었고, 그 뒤에 바뀌었어요: {DOG}"


async def test_a_second_undo_finds_it_gone(room: Room) -> None:
    name, home = await saved_unasked(room, NAME, HOME)
    blocks = noting([name, home])
    await room.send(press(room, blocks, "되돌리기", name.id))
    await room.send(press(room, blocks, "되돌리기", name.id))
    assert await room.memories() == [HOME]
    assert "🗑️ 이제 기억하지 않아요." in shown(last(room))
    assert left(room) == [("되돌리기", home.id)]


# --- how it is shown


def stage(room: Room, *, channel: str) -> SlackStage:
    thread = Thread(
        team=TEAM, channel=channel, thread_ts="1.0", user=USER, is_direct=channel.startswith("D")
    )
    reader = Reader(Language.KOREAN)
    return SlackStage(
        room.client(),
        thread,
        texts=room.services.texts,
        reader=reader,
        abilities=room.services.abilities,
    )


async def test_in_a_dm_the_card_stands_in_the_thread(room: Room) -> None:
    proposals = await gleaned(room, NAME, HOME)
    await stage(room, channel=DM).show_gleaned(Gleaned(asked=tuple(proposals)))
    posted = room.slack.only("chat.postMessage")
    assert (posted.text("channel"), posted.text("thread_ts")) == (DM, "1.0")
    assert len(button_list(posted.args["blocks"])) == 4


async def test_in_a_channel_only_the_person_sees_it(room: Room) -> None:
    proposals = await gleaned(room, NAME)
    await stage(room, channel=CHANNEL).show_gleaned(Gleaned(asked=tuple(proposals)))
    posted = room.slack.only("chat.postEphemeral")
    assert (posted.text("user"), posted.text("thread_ts")) == (USER, "1.0")
    assert room.slack.called("chat.postMessage") == []


async def test_what_was_saved_and_what_is_asked_share_one_message(room: Room) -> None:
    (memory,) = await saved_unasked(room, NAME)
    room.store.auto_modes.clear()
    proposals = await gleaned(room, HOME)
    await stage(room, channel=DM).show_gleaned(Gleaned((memory,), tuple(proposals)))
    said = shown(room.slack.only("chat.postMessage"))
    assert (
        said == f"✅ 기억해 두었어요: {NAME}되돌리기💭 이것도 기억해 둘까요?• {HOME}기억하기아니오"
    )


async def test_a_secret_is_warned_of_in_one_line(room: Room) -> None:
    await stage(room, channel=CHANNEL).warn_of_secret()
    assert shown(room.slack.only("chat.postEphemeral")).startswith("🔒")
