"""What every ledger promises of remembering, held for the fake and for SQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from pathlib import Path

import pytest

from memory.ports import Ledger
from memory.records import Change, ProposalState
from tests.fakes import remember
from tests.ledger_kit import JUN, MINA, a_memory, a_proposal, minutes, open_books, state_of


@pytest.fixture(params=["fake", "sqlite"])
async def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ledger]:
    async with open_books(request.param, tmp_path) as books:
        yield books.ledger


async def test_a_yes_writes_the_memory_and_confirms_the_proposal(ledger: Ledger) -> None:
    asked = a_proposal("p1")
    await ledger.add_proposal(asked)

    assert await ledger.commit_remembering(asked, a_memory("m1"), minutes(1))

    assert await ledger.memory(MINA, "m1") == a_memory("m1")
    assert await state_of(ledger, "p1") is ProposalState.CONFIRMED


async def test_a_second_yes_writes_nothing(ledger: Ledger) -> None:
    asked = a_proposal("p1")
    await ledger.add_proposal(asked)
    await ledger.commit_remembering(asked, a_memory("m1"), minutes(1))

    assert not await ledger.commit_remembering(asked, a_memory("m2"), minutes(2))

    assert [each.id for each in await ledger.memories(MINA)] == ["m1"]


@pytest.mark.parametrize(
    "answer", [ProposalState.DISMISSED, ProposalState.EXPIRED, ProposalState.REPLACED]
)
async def test_after_another_answer_a_yes_writes_nothing(
    ledger: Ledger, answer: ProposalState
) -> None:
    asked = a_proposal("p1")
    await ledger.add_proposal(asked)
    await ledger.settle(MINA, "p1", answer, minutes(1))

    assert not await ledger.commit_remembering(asked, a_memory("m1"), minutes(2))

    assert await ledger.count(MINA) == 0
    assert await state_of(ledger, "p1") is answer


async def test_without_a_kept_proposal_nothing_is_written(ledger: Ledger) -> None:
    made_up = a_proposal("never asked")

    assert not await ledger.commit_remembering(made_up, a_memory("m1"), minutes(1))

    assert await ledger.memory(MINA, "m1") is None


async def test_one_persons_yes_writes_nothing_for_another(ledger: Ledger) -> None:
    asked = a_proposal("p1")
    await ledger.add_proposal(asked)

    for borrowed in (asked, replace(asked, scope=JUN)):
        theirs = a_memory("m1", scope=JUN)
        assert not await ledger.commit_remembering(borrowed, theirs, minutes(1))

    assert await ledger.count(JUN) == 0
    assert await state_of(ledger, "p1") is ProposalState.PENDING


async def test_a_yes_to_forgetting_writes_nothing(ledger: Ledger) -> None:
    kept = await remember(ledger, a_memory("m1"))
    asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
    await ledger.add_proposal(asked)

    assert not await ledger.commit_remembering(asked, a_memory("m2"), minutes(1))

    assert await state_of(ledger, "p1") is ProposalState.PENDING


async def test_a_new_value_supersedes_the_old_and_both_are_linked(ledger: Ledger) -> None:
    await remember(ledger, a_memory("v1", at=minutes(1)))
    await remember(ledger, a_memory("v2", at=minutes(2), supersedes="v1"))
    await remember(ledger, a_memory("v3", at=minutes(3), supersedes="v2"))

    history = await ledger.versions(MINA, "v2")

    assert [(each.id, each.active) for each in history] == [
        ("v1", False),
        ("v2", False),
        ("v3", True),
    ]
    assert [(each.supersedes, each.superseded_by) for each in history] == [
        (None, "v2"),
        ("v1", "v3"),
        ("v2", None),
    ]
    assert [each.updated_at for each in history] == [minutes(2), minutes(3), minutes(3)]
    assert [each.id for each in await ledger.memories(MINA)] == ["v3"]
    assert await ledger.count(MINA) == 1


async def test_versions_are_in_order_even_when_the_clock_stands_still(ledger: Ledger) -> None:
    previous = None
    for name in ("z", "a", "m"):
        await remember(ledger, a_memory(name, supersedes=previous))
        previous = name

    assert [each.id for each in await ledger.versions(MINA, "a")] == ["z", "a", "m"]


@pytest.mark.parametrize("target", ["superseded", "theirs", "unknown"])
async def test_what_is_not_ones_own_active_memory_cannot_be_superseded(
    ledger: Ledger, target: str
) -> None:
    await remember(ledger, a_memory("superseded"))
    await remember(ledger, a_memory("current", supersedes="superseded"))
    await remember(ledger, a_memory("theirs", scope=JUN))
    asked = a_proposal("p1", change=Change.UPDATE, target=target)
    await ledger.add_proposal(asked)

    written = await ledger.commit_remembering(asked, a_memory("new", supersedes=target), minutes(5))

    assert not written
    assert [each.id for each in await ledger.memories(MINA)] == ["current"]
    assert [each.id for each in await ledger.memories(JUN)] == ["theirs"]
    assert await state_of(ledger, "p1") is ProposalState.PENDING


async def test_the_same_content_is_active_once(ledger: Ledger) -> None:
    await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
    await remember(ledger, a_memory("theirs", "또리 생일: 10월 27일", scope=JUN))
    asked = a_proposal("p1")
    await ledger.add_proposal(asked)
    twin = a_memory("m2", "또리 생일 : 10월 27일.")

    assert not await ledger.commit_remembering(asked, twin, minutes(1))

    assert [each.id for each in await ledger.memories(MINA)] == ["m1"]
    assert await state_of(ledger, "p1") is ProposalState.PENDING


async def test_an_old_value_may_come_back(ledger: Ledger) -> None:
    await remember(ledger, a_memory("v1", "또리 생일: 10월 27일"))
    await remember(ledger, a_memory("v2", "또리 생일: 1월 1일", supersedes="v1"))
    await remember(ledger, a_memory("v3", "또리 생일: 10월 27일", supersedes="v2"))

    assert [each.id for each in await ledger.memories(MINA)] == ["v3"]


async def test_a_version_may_say_the_same_in_other_letters(ledger: Ledger) -> None:
    await remember(ledger, a_memory("v1", "likes tea"))
    await remember(ledger, a_memory("v2", "Likes tea.", supersedes="v1"))

    assert [each.text for each in await ledger.memories(MINA)] == ["Likes tea."]


async def test_of_fifty_clicks_at_once_one_writes(ledger: Ledger) -> None:
    asked = a_proposal("p1")
    await ledger.add_proposal(asked)

    written = await asyncio.gather(
        *(
            ledger.commit_remembering(asked, a_memory(f"m{number}"), minutes(1))
            for number in range(50)
        )
    )

    assert written.count(True) == 1
    assert await ledger.count(MINA) == 1


async def test_writers_and_readers_do_not_stand_in_each_others_way(ledger: Ledger) -> None:
    memories = [a_memory(f"m{number}") for number in range(30)]

    await asyncio.gather(
        *(remember(ledger, each) for each in memories),
        *(ledger.memories(MINA) for _ in range(30)),
        *(ledger.touch(MINA, [each.id], minutes(1)) for each in memories),
    )

    assert await ledger.count(MINA) == 30
