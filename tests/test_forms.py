"""The form: what its owner writes there is what gets saved."""

from __future__ import annotations

from collections.abc import AsyncIterator

import pytest

from bot.texts import Texts
from bot.turn import Language
from bot.views import cards
from memory.facts.reading import read_fact
from memory.records import Proposal, ProposalState, Scope
from tests.slack_double import Call, shown
from tests.slack_kit import Json, Room, open_room, press, submitted

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


async def opened_form(room: Room, proposal: Proposal) -> Json:
    await room.send(press(room.slack, blocks(proposal), "수정"))
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    return view


def initial_value(view: Json) -> object:
    """What stands in the form's entry."""
    blocks_of_form = view["blocks"]
    assert isinstance(blocks_of_form, list)
    return blocks_of_form[0]["element"]["initial_value"]


async def test_the_form_opens_with_the_fact(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    view = await opened_form(room, proposal)
    assert initial_value(view) == proposal.fact.text
    assert len(str(view["private_metadata"])) <= 3_000
    assert proposal.fact.text not in str(view["private_metadata"])
    assert await state(room, proposal) is ProposalState.PENDING


async def test_the_forms_text_is_what_is_saved(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    view = await opened_form(room, proposal)
    response = await room.send(submitted(view, "또리는 시월에 태어났어"))
    assert (response.status, response.body) == (200, "")
    assert await room.memories() == [read_fact("또리는 시월에 태어났어").text]
    assert shown(last(room)).startswith("✅ 기억했습니다!")
    assert last(room).args["replace_original"] is True


@pytest.mark.parametrize("text", ["", "  \n ", "없음", "N/A"])
async def test_an_empty_form_is_refused_in_the_form(room: Room, text: str) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    view = await opened_form(room, proposal)
    response = await room.send(submitted(view, text))
    assert '"response_action": "errors"' in response.body
    assert "memory_form_text" in response.body
    assert await state(room, proposal) is ProposalState.PENDING


async def test_somebody_else_cannot_send_the_form(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    view = await opened_form(room, proposal)
    await room.send(submitted(view, "내 것", user="U2"))
    assert await room.memories() == await room.memories(OTHER) == []
    assert await state(room, proposal) is ProposalState.PENDING


async def test_a_form_sent_twice_saves_once(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    view = await opened_form(room, proposal)
    await room.send(submitted(view, "또리는 시월에 태어났어"))
    await room.send(submitted(view, "또리는 시월에 태어났어"))
    assert len(room.store.memories) == 1
    assert shown(last(room)) == "✅ 이미 저장했어요."


async def test_a_form_that_opens_too_late_asks_to_press_again(room: Room) -> None:
    room.slack.refuse("views.open", "expired_trigger_id")
    proposal = await room.propose("또리 생일은 10월 27일이야")
    await room.send(press(room.slack, blocks(proposal), "수정"))
    told = room.slack.only("respond")
    assert "다시 한번 해 주세요" in shown(told)
    assert told.args["replace_original"] is False
    assert await state(room, proposal) is ProposalState.PENDING
