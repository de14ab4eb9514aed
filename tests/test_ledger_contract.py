"""What every ledger promises, held for the fake and for SQL alike."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from memory.adapters.database import open_database
from memory.adapters.sql_ledger import SqlLedger
from memory.ports import Ledger
from memory.records import (
    Change,
    Fact,
    Memory,
    MemoryType,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from tests.fakes import FakeLedger, remember

MINA = Scope("T1", "U1")
JUN = Scope("T1", "U2")
MINA_ELSEWHERE = Scope("T2", "U1")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


@pytest.fixture(params=["fake", "sqlite"])
async def ledger(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Ledger]:
    if request.param == "fake":
        yield FakeLedger()
        return
    async with await open_database(tmp_path) as database:
        yield SqlLedger(database)


def minutes(count: int) -> datetime:
    return NOON + timedelta(minutes=count)


def a_memory(
    memory_id: str,
    text: str = "",
    *,
    scope: Scope = MINA,
    at: datetime = NOON,
    supersedes: str | None = None,
) -> Memory:
    return Memory(
        id=memory_id,
        scope=scope,
        fact=Fact(text or f"주어 {memory_id}: 값"),
        source=Source(SourceKind.WISH, f"{memory_id}라고 기억해줘", at, f"T1/D1/{memory_id}"),
        created_at=at,
        updated_at=at,
        supersedes=supersedes,
    )


def a_proposal(
    proposal_id: str,
    text: str = "또리 생일: 10월 27일",
    *,
    scope: Scope = MINA,
    change: Change = Change.ADD,
    target: str | None = None,
    at: datetime = NOON,
) -> Proposal:
    return Proposal(
        id=proposal_id,
        scope=scope,
        change=change,
        fact=Fact(text),
        source=Source(SourceKind.WISH, f"{text} 기억해줘", at, f"T1/D1/{proposal_id}"),
        created_at=at,
        expires_at=at + timedelta(days=7),
        target=target,
        target_text="예전 글" if target else "",
    )


async def forget(ledger: Ledger, memory: Memory, proposal_id: str = "forget") -> list[str] | None:
    asked = replace(
        a_proposal(proposal_id, memory.text, change=Change.FORGET, target=memory.id),
        scope=memory.scope,
        target_text=memory.text,
    )
    await ledger.add_proposal(asked)
    return await ledger.commit_forgetting(asked, minutes(9))


async def state_of(ledger: Ledger, proposal_id: str, scope: Scope = MINA) -> ProposalState:
    found = await ledger.proposal(scope, proposal_id)
    assert found is not None
    return found.state


class TestReading:
    async def test_a_memory_comes_back_whole(self, ledger: Ledger) -> None:
        fact = Fact(
            text="또리 생일: 10월 27일 <&>*_~`🎂",
            type=MemoryType.EPISODIC,
            subject="또리",
            attribute="생일",
            value="10월 27일",
            tags=("가족", '"quoted"'),
            confidence=0.25,
            importance=9,
        )
        written = replace(a_memory("m1"), fact=fact)

        await remember(ledger, written)

        assert await ledger.memory(MINA, "m1") == written

    async def test_times_come_back_in_utc_whatever_zone_they_went_in(self, ledger: Ledger) -> None:
        seoul = datetime(2026, 3, 2, 21, 0, 0, 123_456, timezone(timedelta(hours=9)))

        await remember(ledger, a_memory("m1", at=seoul))

        found = await ledger.memory(MINA, "m1")
        assert found is not None
        assert found.created_at == datetime(2026, 3, 2, 12, 0, 0, 123_456, UTC)
        assert found.created_at.tzinfo is not None

    async def test_the_listing_is_newest_first_and_later_writes_win_a_tie(
        self, ledger: Ledger
    ) -> None:
        await remember(ledger, a_memory("old", at=minutes(1)))
        await remember(ledger, a_memory("tied first", at=minutes(2)))
        await remember(ledger, a_memory("tied last", at=minutes(2)))

        assert [each.id for each in await ledger.memories(MINA)] == [
            "tied last",
            "tied first",
            "old",
        ]

    async def test_pages_cover_the_listing_without_overlap(self, ledger: Ledger) -> None:
        for number in range(5):
            await remember(ledger, a_memory(f"m{number}", at=minutes(number)))

        pages = [await ledger.memories(MINA, offset=start, limit=2) for start in (0, 2, 4, 6)]

        assert [[each.id for each in page] for page in pages] == [
            ["m4", "m3"],
            ["m2", "m1"],
            ["m0"],
            [],
        ]

    async def test_by_id_leaves_out_unknown_inactive_and_other_peoples(
        self, ledger: Ledger
    ) -> None:
        await remember(ledger, a_memory("old"))
        await remember(ledger, a_memory("new", supersedes="old"))
        await remember(ledger, a_memory("theirs", scope=JUN))

        found = await ledger.memories_by_id(MINA, ["old", "new", "theirs", "nobody's", "new"])

        assert list(found) == ["new"]
        assert await ledger.memories_by_id(MINA, []) == {}

    async def test_nobody_reads_another_persons_or_another_teams_memories(
        self, ledger: Ledger
    ) -> None:
        await remember(ledger, a_memory("m1"))

        for stranger in (JUN, MINA_ELSEWHERE):
            assert await ledger.memory(stranger, "m1") is None
            assert await ledger.memories(stranger) == []
            assert await ledger.memories_by_id(stranger, ["m1"]) == {}
            assert await ledger.versions(stranger, "m1") == []
            assert await ledger.count(stranger) == 0

    async def test_scopes_are_those_with_an_active_memory(self, ledger: Ledger) -> None:
        await remember(ledger, a_memory("m1"))
        await remember(ledger, a_memory("m2", scope=MINA_ELSEWHERE))
        forgotten = await remember(ledger, a_memory("m3", scope=JUN))
        await ledger.add_proposal(a_proposal("only asked", scope=Scope("T3", "U3")))

        await forget(ledger, forgotten)

        assert await ledger.scopes() == [MINA, MINA_ELSEWHERE]

    async def test_touching_notes_the_time_on_ones_own_memories_only(self, ledger: Ledger) -> None:
        await remember(ledger, a_memory("mine"))
        await remember(ledger, a_memory("theirs", scope=JUN))

        await ledger.touch(MINA, ["mine", "theirs", "nobody's"], minutes(5))
        await ledger.touch(MINA, [], minutes(6))

        mine, theirs = await ledger.memory(MINA, "mine"), await ledger.memory(JUN, "theirs")
        assert mine is not None
        assert theirs is not None
        assert (mine.last_accessed_at, theirs.last_accessed_at) == (minutes(5), None)


class TestProposals:
    async def test_a_proposal_comes_back_whole_and_to_its_owner_alone(self, ledger: Ledger) -> None:
        asked = a_proposal("p1", change=Change.CHOOSE, target="m1")

        await ledger.add_proposal(asked)

        assert await ledger.proposal(MINA, "p1") == asked
        assert await ledger.proposal(JUN, "p1") is None
        assert await ledger.proposal(MINA_ELSEWHERE, "p1") is None

    async def test_pending_ones_are_listed_newest_first(self, ledger: Ledger) -> None:
        await ledger.add_proposal(a_proposal("p1", "하나: 1", at=minutes(1)))
        await ledger.add_proposal(a_proposal("p2", "둘: 2", at=minutes(2)))
        await ledger.add_proposal(a_proposal("p3", "셋: 3", at=minutes(2)))
        await ledger.add_proposal(a_proposal("theirs", scope=JUN))
        await ledger.settle(MINA, "p2", ProposalState.DISMISSED, minutes(3))

        assert [each.id for each in await ledger.pending(MINA)] == ["p3", "p1"]

    async def test_asking_the_same_again_replaces_what_waits(self, ledger: Ledger) -> None:
        await ledger.add_proposal(a_proposal("first", "또리 생일: 10월 27일"))
        await ledger.add_proposal(a_proposal("theirs", "또리 생일: 10월 27일", scope=JUN))
        await ledger.add_proposal(
            a_proposal("other change", "또리 생일: 10월 27일", change=Change.FORGET, target="m1")
        )

        await ledger.add_proposal(a_proposal("again", "또리  생일:10월 27일."))

        assert await state_of(ledger, "first") is ProposalState.REPLACED
        assert await state_of(ledger, "again") is ProposalState.PENDING
        assert await state_of(ledger, "other change") is ProposalState.PENDING
        assert await state_of(ledger, "theirs", JUN) is ProposalState.PENDING

    @pytest.mark.parametrize(
        "answer", [ProposalState.DISMISSED, ProposalState.EXPIRED, ProposalState.REPLACED]
    )
    async def test_an_answer_is_given_once(self, ledger: Ledger, answer: ProposalState) -> None:
        await ledger.add_proposal(a_proposal("p1"))

        answers = [await ledger.settle(MINA, "p1", answer, minutes(1)) for _ in range(2)]

        assert answers == [True, False]
        assert await state_of(ledger, "p1") is answer

    @pytest.mark.parametrize("state", [ProposalState.CONFIRMED, ProposalState.PENDING])
    async def test_a_proposal_cannot_be_settled_into_consent(
        self, ledger: Ledger, state: ProposalState
    ) -> None:
        await ledger.add_proposal(a_proposal("p1"))

        with pytest.raises(ValueError, match=state):
            await ledger.settle(MINA, "p1", state, minutes(1))

        assert await state_of(ledger, "p1") is ProposalState.PENDING

    async def test_nobody_answers_for_another(self, ledger: Ledger) -> None:
        await ledger.add_proposal(a_proposal("p1"))

        assert not await ledger.settle(JUN, "p1", ProposalState.DISMISSED, minutes(1))
        assert not await ledger.settle(MINA, "unknown", ProposalState.DISMISSED, minutes(1))
        assert await state_of(ledger, "p1") is ProposalState.PENDING


class TestRemembering:
    async def test_a_yes_writes_the_memory_and_confirms_the_proposal(self, ledger: Ledger) -> None:
        asked = a_proposal("p1")
        await ledger.add_proposal(asked)

        assert await ledger.commit_remembering(asked, a_memory("m1"), minutes(1))

        assert await ledger.memory(MINA, "m1") == a_memory("m1")
        assert await state_of(ledger, "p1") is ProposalState.CONFIRMED

    async def test_a_second_yes_writes_nothing(self, ledger: Ledger) -> None:
        asked = a_proposal("p1")
        await ledger.add_proposal(asked)
        await ledger.commit_remembering(asked, a_memory("m1"), minutes(1))

        assert not await ledger.commit_remembering(asked, a_memory("m2"), minutes(2))

        assert [each.id for each in await ledger.memories(MINA)] == ["m1"]

    @pytest.mark.parametrize(
        "answer", [ProposalState.DISMISSED, ProposalState.EXPIRED, ProposalState.REPLACED]
    )
    async def test_after_another_answer_a_yes_writes_nothing(
        self, ledger: Ledger, answer: ProposalState
    ) -> None:
        asked = a_proposal("p1")
        await ledger.add_proposal(asked)
        await ledger.settle(MINA, "p1", answer, minutes(1))

        assert not await ledger.commit_remembering(asked, a_memory("m1"), minutes(2))

        assert await ledger.count(MINA) == 0
        assert await state_of(ledger, "p1") is answer

    async def test_without_a_kept_proposal_nothing_is_written(self, ledger: Ledger) -> None:
        made_up = a_proposal("never asked")

        assert not await ledger.commit_remembering(made_up, a_memory("m1"), minutes(1))

        assert await ledger.memory(MINA, "m1") is None

    async def test_one_persons_yes_writes_nothing_for_another(self, ledger: Ledger) -> None:
        asked = a_proposal("p1")
        await ledger.add_proposal(asked)

        for borrowed in (asked, replace(asked, scope=JUN)):
            theirs = a_memory("m1", scope=JUN)
            assert not await ledger.commit_remembering(borrowed, theirs, minutes(1))

        assert await ledger.count(JUN) == 0
        assert await state_of(ledger, "p1") is ProposalState.PENDING

    async def test_a_yes_to_forgetting_writes_nothing(self, ledger: Ledger) -> None:
        kept = await remember(ledger, a_memory("m1"))
        asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
        await ledger.add_proposal(asked)

        assert not await ledger.commit_remembering(asked, a_memory("m2"), minutes(1))

        assert await state_of(ledger, "p1") is ProposalState.PENDING

    async def test_a_new_value_supersedes_the_old_and_both_are_linked(self, ledger: Ledger) -> None:
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

    async def test_versions_are_in_order_even_when_the_clock_stands_still(
        self, ledger: Ledger
    ) -> None:
        previous = None
        for name in ("z", "a", "m"):
            await remember(ledger, a_memory(name, supersedes=previous))
            previous = name

        assert [each.id for each in await ledger.versions(MINA, "a")] == ["z", "a", "m"]

    @pytest.mark.parametrize("target", ["superseded", "theirs", "unknown"])
    async def test_what_is_not_ones_own_active_memory_cannot_be_superseded(
        self, ledger: Ledger, target: str
    ) -> None:
        await remember(ledger, a_memory("superseded"))
        await remember(ledger, a_memory("current", supersedes="superseded"))
        await remember(ledger, a_memory("theirs", scope=JUN))
        asked = a_proposal("p1", change=Change.UPDATE, target=target)
        await ledger.add_proposal(asked)

        written = await ledger.commit_remembering(
            asked, a_memory("new", supersedes=target), minutes(5)
        )

        assert not written
        assert [each.id for each in await ledger.memories(MINA)] == ["current"]
        assert [each.id for each in await ledger.memories(JUN)] == ["theirs"]
        assert await state_of(ledger, "p1") is ProposalState.PENDING

    async def test_the_same_content_is_active_once(self, ledger: Ledger) -> None:
        await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
        await remember(ledger, a_memory("theirs", "또리 생일: 10월 27일", scope=JUN))
        asked = a_proposal("p1")
        await ledger.add_proposal(asked)
        twin = a_memory("m2", "또리 생일 : 10월 27일.")

        assert not await ledger.commit_remembering(asked, twin, minutes(1))

        assert [each.id for each in await ledger.memories(MINA)] == ["m1"]
        assert await state_of(ledger, "p1") is ProposalState.PENDING

    async def test_an_old_value_may_come_back(self, ledger: Ledger) -> None:
        await remember(ledger, a_memory("v1", "또리 생일: 10월 27일"))
        await remember(ledger, a_memory("v2", "또리 생일: 1월 1일", supersedes="v1"))
        await remember(ledger, a_memory("v3", "또리 생일: 10월 27일", supersedes="v2"))

        assert [each.id for each in await ledger.memories(MINA)] == ["v3"]

    async def test_a_version_may_say_the_same_in_other_letters(self, ledger: Ledger) -> None:
        await remember(ledger, a_memory("v1", "likes tea"))
        await remember(ledger, a_memory("v2", "Likes tea.", supersedes="v1"))

        assert [each.text for each in await ledger.memories(MINA)] == ["Likes tea."]

    async def test_of_fifty_clicks_at_once_one_writes(self, ledger: Ledger) -> None:
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

    async def test_writers_and_readers_do_not_stand_in_each_others_way(
        self, ledger: Ledger
    ) -> None:
        memories = [a_memory(f"m{number}") for number in range(30)]

        await asyncio.gather(
            *(remember(ledger, each) for each in memories),
            *(ledger.memories(MINA) for _ in range(30)),
            *(ledger.touch(MINA, [each.id], minutes(1)) for each in memories),
        )

        assert await ledger.count(MINA) == 30


class TestForgetting:
    async def test_every_version_goes_and_the_ids_come_back(self, ledger: Ledger) -> None:
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

    async def test_it_happens_once(self, ledger: Ledger) -> None:
        kept = await remember(ledger, a_memory("m1"))
        asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
        await ledger.add_proposal(asked)

        assert await ledger.commit_forgetting(asked, minutes(1)) == ["m1"]
        assert await ledger.commit_forgetting(asked, minutes(2)) is None

    async def test_a_dismissed_wish_forgets_nothing(self, ledger: Ledger) -> None:
        kept = await remember(ledger, a_memory("m1"))
        asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
        await ledger.add_proposal(asked)
        await ledger.settle(MINA, "p1", ProposalState.DISMISSED, minutes(1))

        assert await ledger.commit_forgetting(asked, minutes(2)) is None

        assert await ledger.memory(MINA, "m1") == kept

    async def test_a_yes_to_remembering_forgets_nothing(self, ledger: Ledger) -> None:
        kept = await remember(ledger, a_memory("m1"))
        asked = a_proposal("p1", change=Change.UPDATE, target="m1")
        await ledger.add_proposal(asked)

        disguised = replace(asked, change=Change.FORGET)

        assert await ledger.commit_forgetting(disguised, minutes(1)) is None
        assert await ledger.memory(MINA, "m1") == kept

    async def test_nobody_forgets_for_another(self, ledger: Ledger) -> None:
        kept = await remember(ledger, a_memory("m1"))
        asked = a_proposal("p1", kept.text, change=Change.FORGET, target="m1")
        await ledger.add_proposal(asked)
        await ledger.add_proposal(replace(asked, id="p2", scope=JUN))

        assert await ledger.commit_forgetting(replace(asked, scope=JUN), minutes(1)) is None
        assert await ledger.commit_forgetting(replace(asked, id="p2", scope=JUN), minutes(1)) == []

        assert await ledger.memory(MINA, "m1") == kept

    async def test_every_proposal_that_carried_the_content_is_emptied(self, ledger: Ledger) -> None:
        kept = await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
        asks_to_change = a_proposal(
            "change", "또리 생일: 1월 1일", change=Change.UPDATE, target="m1"
        )
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

    async def test_other_memories_and_proposals_stay(self, ledger: Ledger) -> None:
        gone = await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
        stays = await remember(ledger, a_memory("m2", "모카 생일: 3월 2일"))
        theirs = await remember(ledger, a_memory("m3", "또리 생일: 10월 27일", scope=JUN))
        waits = a_proposal("p1", "모카 나이: 3살")
        await ledger.add_proposal(waits)

        await forget(ledger, gone)

        assert await ledger.memories(MINA) == [stays]
        assert await ledger.memories(JUN) == [theirs]
        assert await ledger.proposal(MINA, "p1") == waits

    async def test_the_raw_message_goes_from_the_other_facts_that_it_held(
        self, ledger: Ledger
    ) -> None:
        message = Source(
            SourceKind.EXTRACTION, "또리는 10월, 모카는 3월에 태어났어", NOON, "T1/D1/7"
        )
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

    async def test_the_same_words_go_from_another_memorys_past(self, ledger: Ledger) -> None:
        await remember(ledger, a_memory("x1", "또리 생일: 10월 27일"))
        await remember(ledger, a_memory("x2", "또리 생일: 1월 1일", supersedes="x1"))
        twin = await remember(ledger, a_memory("y1", "또리 생일: 10월 27일"))

        gone = await forget(ledger, twin)

        assert gone == ["y1", "x1"]
        assert [each.id for each in await ledger.versions(MINA, "x2")] == ["x2"]
        assert await ledger.versions(MINA, "x1") == []

    async def test_the_same_may_be_remembered_again(self, ledger: Ledger) -> None:
        gone = await remember(ledger, a_memory("m1", "또리 생일: 10월 27일"))
        await forget(ledger, gone)

        again = await remember(ledger, a_memory("m2", "또리 생일: 10월 27일"))

        assert await ledger.memories(MINA) == [again]
        assert await ledger.memory(MINA, "m1") is None

    async def test_what_was_forgotten_cannot_be_superseded_or_touched(self, ledger: Ledger) -> None:
        gone = await remember(ledger, a_memory("m1"))
        await forget(ledger, gone)
        asked = a_proposal("p1", change=Change.UPDATE, target="m1")
        await ledger.add_proposal(asked)

        await ledger.touch(MINA, ["m1"], minutes(10))

        revived = a_memory("m2", supersedes="m1")
        assert not await ledger.commit_remembering(asked, revived, minutes(11))
        assert await ledger.memory(MINA, "m1") is None
