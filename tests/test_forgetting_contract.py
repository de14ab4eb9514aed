"""What every ledger promises of forgetting, held for the fake and for SQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from memory.facts.reading import read_fact
from memory.ports import Ledger
from memory.records import Change, Fact, ProposalState, Source, SourceKind
from tests.fakes import remember
from tests.ledger_kit import (
    JUN,
    MINA,
    NOON,
    a_memory,
    a_proposal,
    forget,
    minutes,
    open_books,
    state_of,
)


@pytest.fixture(params=["fake", "sqlite"])
async def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ledger]:
    async with open_books(request.param, tmp_path) as books:
        yield books.ledger


async def test_every_version_goes_and_the_ids_come_back(ledger: Ledger) -> None:
    await remember(ledger, a_memory("v1"))
    await remember(ledger, a_memory("v2", supersedes="v1"))
    last = await remember(ledger, a_memory("v3", supersedes="v2"))

    gone = await forget(ledger, last)

    assert gone == ["v1", "v2", "v3"]
    for memory_id in gone:
        assert await ledger.memory(MINA, memory_id) is None
        assert await ledger.versions(MINA, memory_id) == []
    assert await ledger.memories(MINA) == []
    assert await ledger.memories_by_id(MINA, gone) == {}
    assert await ledger.count(MINA) == 0
    assert await state_of(ledger, "forget") is ProposalState.CONFIRMED


async def test_it_happens_once(ledger: Ledger) -> None:
    kept = await remember(ledger, a_memory("m1"))
    asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
    await ledger.add_proposal(asked)

    assert await ledger.commit_forgetting(asked, minutes(1)) == ["m1"]
    assert await ledger.commit_forgetting(asked, minutes(2)) is None


async def test_a_dismissed_wish_forgets_nothing(ledger: Ledger) -> None:
    kept = await remember(ledger, a_memory("m1"))
    asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
    await ledger.add_proposal(asked)
    await ledger.settle(MINA, "p1", ProposalState.DISMISSED, minutes(1))

    assert await ledger.commit_forgetting(asked, minutes(2)) is None

    assert await ledger.memory(MINA, "m1") == kept


async def test_a_yes_to_remembering_forgets_nothing(ledger: Ledger) -> None:
    kept = await remember(ledger, a_memory("m1"))
    asked = a_proposal("p1", change=Change.UPDATE, target="m1")
    await ledger.add_proposal(asked)

    disguised = replace(asked, change=Change.FORGET)

    assert await ledger.commit_forgetting(disguised, minutes(1)) is None
    assert await ledger.memory(MINA, "m1") == kept


async def test_nobody_forgets_for_another(ledger: Ledger) -> None:
    kept = await remember(ledger, a_memory("m1"))
    asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
    await ledger.add_proposal(asked)
    await ledger.add_proposal(replace(asked, id="p2", scope=JUN))

    assert await ledger.commit_forgetting(replace(asked, scope=JUN), minutes(1)) is None
    assert await ledger.commit_forgetting(replace(asked, id="p2", scope=JUN), minutes(1)) == []

    assert await ledger.memory(MINA, "m1") == kept


async def test_every_proposal_that_carried_the_content_is_emptied(ledger: Ledger) -> None:
    kept = await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
    asks_to_change = a_proposal("change", "또리 생일: 1월 1일", change=Change.UPDATE, target="m1")
    await ledger.add_proposal(asks_to_change)
    await ledger.add_proposal(a_proposal("same", "또리 생일: 10월 27일"))
    said_no = a_proposal("said no", "또리 생일: 10월 28일", change=Change.CHOOSE, target="m1")
    await ledger.add_proposal(said_no)
    await ledger.settle(MINA, "said no", ProposalState.DISMISSED, minutes(1))

    await forget(ledger, kept)

    for name, state in {
        "consent-to-m1": ProposalState.CONFIRMED,
        "change": ProposalState.REPLACED,
        "same": ProposalState.REPLACED,
        "said no": ProposalState.DISMISSED,
        "forget": ProposalState.CONFIRMED,
    }.items():
        found = await ledger.proposal(MINA, name)
        assert found is not None
        assert found.state is state
        assert found.fact == Fact("", found.fact.type)
        assert (found.source.text, found.source.pointer, found.target_text) == ("", "", "")
    assert await ledger.pending(MINA) == []


async def test_a_card_that_asks_of_the_same_in_other_words_is_emptied(ledger: Ledger) -> None:
    told = replace(a_memory("m1"), fact=read_fact("I'm allergic to rambutans"))
    kept = await remember(ledger, told)
    asked = a_proposal("again", "I'm allergic to rambutans, as you know")
    for proposal in (asked, a_proposal("other", "모카 생일: 3월 2일")):
        await ledger.add_proposal(proposal)

    await forget(ledger, kept)

    assert await state_of(ledger, "again") is ProposalState.REPLACED
    assert [each.id for each in await ledger.pending(MINA)] == ["other"]


async def test_other_memories_and_proposals_stay(ledger: Ledger) -> None:
    gone = await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
    stays = await remember(ledger, a_memory("m2", "모카 생일: 3월 2일"))
    theirs = await remember(ledger, a_memory("m3", "또리 생일: 10월 27일", scope=JUN))
    waits = a_proposal("p1", "모카 나이: 3살")
    await ledger.add_proposal(waits)

    await forget(ledger, gone)

    assert await ledger.memories(MINA) == [stays]
    assert await ledger.memories(JUN) == [theirs]
    assert await ledger.proposal(MINA, "p1") == waits


async def test_the_raw_message_goes_from_the_other_facts_that_it_held(ledger: Ledger) -> None:
    message = Source(SourceKind.EXTRACTION, "또리는 10월, 모카는 3월에 태어났어", NOON, "T1/D1/7")
    gone = replace(a_memory("m1", "또리 생일: 10월"), source=message)
    stays = replace(a_memory("m2", "모카 생일: 3월"), source=message)
    await remember(ledger, gone)
    await remember(ledger, stays)
    refused = replace(a_proposal("p1", "또리와 모카: 봄가을"), source=message)
    await ledger.add_proposal(refused)
    await ledger.settle(MINA, "p1", ProposalState.DISMISSED, minutes(1))
    waiting = replace(a_proposal("p2", "모카 나이: 3살"), source=message)
    await ledger.add_proposal(waiting)

    await forget(ledger, gone)

    without_message = replace(message, text="")
    assert await ledger.memories(MINA) == [replace(stays, source=without_message)]
    assert await ledger.pending(MINA) == [replace(waiting, source=without_message)]
    emptied = await ledger.proposal(MINA, "p1")
    assert emptied is not None
    assert (emptied.fact.text, emptied.source.text) == ("", "")


async def test_the_same_words_go_from_another_memorys_past(ledger: Ledger) -> None:
    await remember(ledger, a_memory("x1", "또리 생일: 10월 27일"))
    await remember(ledger, a_memory("x2", "또리 생일: 1월 1일", supersedes="x1"))
    twin = await remember(ledger, a_memory("y1", "또리 생일: 10월 27일"))

    gone = await forget(ledger, twin)

    assert gone == ["y1", "x1"]
    assert [each.id for each in await ledger.versions(MINA, "x2")] == ["x2"]
    assert await ledger.versions(MINA, "x1") == []


async def test_the_same_may_be_remembered_again(ledger: Ledger) -> None:
    gone = await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
    await forget(ledger, gone)

    again = await remember(ledger, a_memory("m2", "또리 생일: 10월 27일"))

    assert await ledger.memories(MINA) == [again]
    assert await ledger.memory(MINA, "m1") is None


async def test_what_was_forgotten_cannot_be_superseded_or_touched(ledger: Ledger) -> None:
    gone = await remember(ledger, a_memory("m1"))
    await forget(ledger, gone)
    asked = a_proposal("p1", change=Change.UPDATE, target="m1")
    await ledger.add_proposal(asked)

    await ledger.touch(MINA, ["m1"], minutes(10))

    revived = a_memory("m2", supersedes="m1")
    assert not await ledger.commit_remembering(asked, revived, minutes(11))
    assert await ledger.memory(MINA, "m1") is None
