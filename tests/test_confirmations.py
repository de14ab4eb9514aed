"""The answers to cards: written once, by their owner alone, and the card tells the outcome."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta

import pytest
from slack_bolt.async_app import AsyncBoltRequest

from bot.texts import Texts
from bot.turn import Language
from bot.views import cards
from memory.errors import StorageFault
from memory.facts.reading import read_fact
from memory.notebook import Proposed
from memory.records import (
    AutoMode,
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from tests.fakes_books import FakePreferences
from tests.slack_double import Call, buttons, read_blocks, shown
from tests.slack_kit import CHANNEL, ME, Room, click, open_room, press

OTHER = Scope("T1", "U2")


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def blocks(proposal: Proposal) -> object:
    return cards.card(Texts.load(), Language.KOREAN, proposal).blocks


def last(room: Room) -> Call:
    """The latest state of the card."""
    return room.slack.called("respond")[-1]


async def state(room: Room, proposal: Proposal) -> ProposalState:
    return room.store.proposals[proposal.id].state


async def choosing(room: Room) -> tuple[Memory, Proposal]:
    """A memory, and a proposal that leaves it to the person to replace it."""
    old = await room.remember("또리 생일: 10월 27일")
    source = Source(SourceKind.WISH, "", room.clock())
    proposal = Proposal(
        "choose-1",
        ME,
        Change.CHOOSE,
        Fact("커피를 안 마셔"),
        source,
        room.clock(),
        room.clock() + timedelta(days=7),
        target=old.id,
        target_text=old.text,
    )
    room.store.proposals[proposal.id] = proposal
    return old, proposal


# --- yes


async def test_nothing_is_written_before_a_yes(room: Room) -> None:
    await room.propose("또리 생일은 10월 27일이야")
    assert await room.memories() == []


async def test_a_yes_writes_and_the_card_becomes_saved(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    response = await room.send(press(room.slack, blocks(proposal), "예"))
    assert response.status == 200
    assert await room.memories() == [proposal.fact.text]
    assert shown(last(room)) == f"✅ 기억했습니다!{proposal.fact.text}"
    assert last(room).args["replace_original"] is True
    assert buttons(last(room).args["blocks"]) == {}


async def test_the_buttons_are_gone_before_the_write(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예"))
    first, second = room.slack.called("respond")
    assert shown(first) == "💾 저장하고 있어요…"
    assert buttons(first.args["blocks"]) == {}
    assert shown(second).startswith("✅")


async def test_an_ephemeral_card_is_answered_the_same_way(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예", channel=CHANNEL, ephemeral=True))
    assert shown(last(room)).startswith("✅ 기억했습니다!")
    assert room.slack.called("chat.update") == []


async def test_the_click_is_acknowledged_while_the_write_is_slow(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    lock = room.notebook.alone(ME)
    async with lock:
        body = press(room.slack, blocks(proposal), "예")
        request = AsyncBoltRequest(mode="socket_mode", body=body)
        response = await room.app.async_dispatch(request)
        assert response.status == 200
        assert await room.memories() == []
    assert await room.running.drain(5) == 0
    assert await room.memories() == [proposal.fact.text]


async def test_a_double_click_writes_once(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    bodies = [press(room.slack, blocks(proposal), "예") for _ in range(2)]
    await asyncio.gather(
        *(
            room.app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))
            for body in bodies
        )
    )
    assert await room.running.drain(5) == 0
    assert await room.memories() == [proposal.fact.text]
    assert len(room.store.memories) == 1


async def test_a_later_second_click_says_that_it_is_saved(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예"))
    await room.send(press(room.slack, blocks(proposal), "예"))
    assert shown(last(room)) == "✅ 이미 저장했어요."
    assert len(room.store.memories) == 1


async def test_the_buttons_values_are_the_proposals_id_alone(room: Room) -> None:
    proposal = await room.propose("가" * 2900)
    assert {value for _, value in buttons(blocks(proposal)).values()} == {proposal.id}


async def test_an_update_replaces_and_the_old_version_is_kept(room: Room) -> None:
    old = await room.remember("또리 생일은 10월 27일이야")
    source = Source(SourceKind.WISH, "", room.clock())
    proposed = await room.notebook.propose_edit(ME, old.id, "또리 생일: 1월 1일", source)
    assert isinstance(proposed, Proposed)
    await room.send(press(room.slack, blocks(proposed.proposal), "예"))
    assert await room.memories() == ["또리 생일: 1월 1일"]
    assert [each.active for each in await room.notebook.history(ME, old.id)] == [False, True]


async def test_what_became_known_in_the_meantime_is_not_written_twice(room: Room) -> None:
    first = await room.propose("또리 생일은 10월 27일이야")
    source = first.source
    waiting = Proposal(
        "p-late", ME, Change.ADD, first.fact, source, first.created_at, first.expires_at
    )
    await room.send(press(room.slack, blocks(first), "예"))
    room.store.proposals[waiting.id] = waiting
    await room.send(press(room.slack, blocks(waiting), "예"))
    assert shown(last(room)).startswith("이미 동일한 내용을 기억하고 있습니다.")
    assert len(await room.memories()) == 1


async def test_a_card_that_no_longer_tells_the_truth_asks_anew(room: Room) -> None:
    waiting = await room.propose("또리 생일은 10월 27일이야")
    await room.remember("또리 생일은 3월 2일이야")
    await room.send(press(room.slack, blocks(waiting), "예"))
    assert await room.memories() == [read_fact("또리 생일은 3월 2일이야").text]
    assert "그사이 기억이 달라졌어요." in shown(last(room))
    assert {"예", "아니오"} <= set(buttons(last(room).args["blocks"]))


async def test_choosing_to_replace_replaces(room: Room) -> None:
    old, proposal = await choosing(room)
    await room.send(press(room.slack, blocks(proposal), "바꾸기"))
    assert await room.memories() == ["커피를 안 마셔"]
    assert not room.store.memories[old.id].active


async def test_choosing_both_keeps_both(room: Room) -> None:
    old, proposal = await choosing(room)
    await room.send(press(room.slack, blocks(proposal), "둘 다 기억"))
    assert sorted(await room.memories()) == sorted(["커피를 안 마셔", old.text])


async def test_forgetting_asks_names_it_and_then_forgets(room: Room) -> None:
    memory = await room.remember("또리 생일은 10월 27일이야")
    source = Source(SourceKind.COMMAND, "", room.clock())
    proposal = (await room.notebook.propose_forgetting(ME, memory.id, source)).proposal
    assert memory.text in read_blocks(blocks(proposal))
    await room.send(press(room.slack, blocks(proposal), "지우기"))
    assert await room.memories() == []
    assert shown(last(room)) == "🗑️ 잊었습니다."


async def test_a_second_click_on_a_forgetting_says_that_it_is_gone(room: Room) -> None:
    memory = await room.remember("또리 생일은 10월 27일이야")
    source = Source(SourceKind.COMMAND, "", room.clock())
    proposal = (await room.notebook.propose_forgetting(ME, memory.id, source)).proposal
    row = f"forget:{proposal.id}"
    for _ in range(2):
        await room.send(click(room.slack, "memory_confirm", proposal.id, block_id=row))
    assert shown(last(room)) == "🗑️ 이미 지웠어요."


# --- no


async def test_a_no_writes_nothing(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "아니오"))
    assert await room.memories() == []
    assert shown(last(room)) == "취소했습니다."
    assert await state(room, proposal) is ProposalState.DISMISSED


async def test_a_yes_after_a_no_writes_nothing(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "아니오"))
    await room.send(press(room.slack, blocks(proposal), "예"))
    assert await room.memories() == []
    assert shown(last(room)) == "이미 취소한 카드예요."


async def test_a_click_too_late_says_that_the_card_is_closed(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    room.clock.advance(timedelta(days=8))
    await room.send(press(room.slack, blocks(proposal), "예"))
    assert await room.memories() == []
    assert shown(last(room)).startswith("⌛ 이 카드는 시간이 지나 닫혔어요.")


async def test_an_old_card_settles_nothing_but_itself(room: Room) -> None:
    old = await room.propose("또리 생일은 10월 27일이야")
    newer = await room.propose("모카 생일은 3월 2일이야")
    await room.send(press(room.slack, blocks(old), "예"))
    assert await room.memories() == [old.fact.text]
    assert await state(room, newer) is ProposalState.PENDING


# --- other people


@pytest.mark.parametrize("label", ["예", "아니오", "수정"])
async def test_someone_elses_click_changes_nothing(room: Room, label: str) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), label, user="U2"))
    assert await state(room, proposal) is ProposalState.PENDING
    assert await room.memories() == await room.memories(OTHER) == []
    refusal = room.slack.only("respond")
    assert refusal.args["replace_original"] is False
    assert refusal.args["response_type"] == "ephemeral"
    assert "다른 분의 것이에요" in shown(refusal) or "somebody else's" in shown(refusal)
    assert room.slack.called("views.open") == []


async def test_the_same_user_id_of_another_team_is_someone_else(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예", team="T2"))
    assert await state(room, proposal) is ProposalState.PENDING
    assert await room.memories(Scope("T2", "U1")) == []


@pytest.mark.parametrize("value", ["", "no-such-id", "가" * 2000, "' OR 1=1 --"])
async def test_an_unknown_proposal_is_refused(room: Room, value: str) -> None:
    response = await room.send(click(room.slack, "memory_confirm", value))
    assert response.status == 200
    assert room.slack.only("respond").args["replace_original"] is False
    assert room.store.memories == {}


async def test_what_is_saved_is_called_so_though_home_cannot_be_drawn_then(room: Room) -> None:
    class Unreadable(FakePreferences):
        async def auto_mode(self, scope: Scope) -> AutoMode:
            raise StorageFault(scope.user)

    room.notebook._preferences = Unreadable(room.store)
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예"))
    assert await room.memories() == [proposal.fact.text]
    assert shown(last(room)).startswith("✅ 기억했습니다!")


# --- where the card cannot be rewritten


async def test_a_spent_response_url_still_saves_and_the_message_is_changed(room: Room) -> None:
    room.slack.refuse("respond", "used_url")
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예"))
    assert await room.memories() == [proposal.fact.text]
    updates = [shown(call) for call in room.slack.called("chat.update")]
    assert updates[-1].startswith("✅ 기억했습니다!")


async def test_a_spent_response_url_of_an_ephemeral_card_ends_in_a_dm(room: Room) -> None:
    room.slack.refuse("respond", "expired_url")
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "예", channel=CHANNEL, ephemeral=True))
    assert await room.memories() == [proposal.fact.text]
    final = room.slack.only("chat.postMessage")  # and no “saving …” that nothing would change
    assert final.text("channel") == "D-U1"
    assert shown(final).startswith("✅ 기억했습니다!")
