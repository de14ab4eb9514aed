"""What every ledger promises of reading and of proposals, held for the fake and for SQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import UTC, datetime, timedelta, timezone
from pathlib import Path

import pytest

from memory.facts.refusals import mark_of
from memory.ports import Ledger
from memory.records import Change, Fact, MemoryType, ProposalState, Scope
from tests.fakes import remember
from tests.ledger_kit import (
    JUN,
    MINA,
    MINA_ELSEWHERE,
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

    async def test_by_subject_the_newest_subject_is_first_and_those_without_one_last(
        self, ledger: Ledger
    ) -> None:
        subjects = ["또리", "", "Mocha", "나", "또리", "mocha", "me", ""]
        for place, subject in enumerate(subjects):
            told = Fact(f"{place}번째 이야기", subject=subject)
            await remember(ledger, replace(a_memory(f"m{place}", at=minutes(place)), fact=told))
        await remember(ledger, a_memory("theirs", scope=JUN, at=minutes(9)))

        found = [
            await ledger.memories(MINA, offset=at, limit=3, by_subject=True) for at in (0, 3, 6)
        ]

        assert [each.id for page in found for each in page] == [
            *("m6", "m3"),
            *("m5", "m2"),
            *("m4", "m0"),
            *("m7", "m1"),
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

    async def test_ids_of_several_people_are_those_of_their_active_memories(
        self, ledger: Ledger
    ) -> None:
        await remember(ledger, a_memory("old"))
        await remember(ledger, replace(a_memory("new"), supersedes="old"))
        await remember(ledger, a_memory("other", scope=JUN))
        await remember(ledger, a_memory("elsewhere", scope=MINA_ELSEWHERE))

        assert await ledger.ids_of([MINA, MINA_ELSEWHERE]) == {
            MINA: frozenset({"new"}),
            MINA_ELSEWHERE: frozenset({"elsewhere"}),
        }
        assert await ledger.ids_of([]) == {}

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

    async def test_those_said_no_to_are_listed_newest_first_and_for_their_owner(
        self, ledger: Ledger
    ) -> None:
        refused = [
            replace(a_proposal(f"p{place}", at=minutes(place)), fact=Fact(f"{place}. 사실이야"))
            for place in range(3)
        ]
        for proposal in (*refused, replace(a_proposal("hers"), scope=JUN)):
            await ledger.add_proposal(proposal)
            await ledger.settle(proposal.scope, proposal.id, ProposalState.DISMISSED, minutes(9))
        await ledger.add_proposal(a_proposal("waiting"))

        found = await ledger.dismissed(MINA, 2)

        assert [each.id for each in found] == ["p2", "p1"]
        assert found[0] == replace(refused[2], state=ProposalState.DISMISSED)

    async def test_what_came_to_nothing_long_ago_loses_its_words(self, ledger: Ledger) -> None:
        came_to_nothing = (
            ProposalState.DISMISSED,
            ProposalState.EXPIRED,
            ProposalState.REPLACED,
        )
        for state in came_to_nothing:
            await ledger.add_proposal(a_proposal(state, f"{state}: 값"))
            await ledger.settle(MINA, state, state, minutes(5))
        unanswered = replace(a_proposal("unanswered", "잊힌: 카드"), expires_at=minutes(5))
        await ledger.add_proposal(unanswered)

        too_early = await ledger.lapse(minutes(5))
        lapsed = await ledger.lapse(minutes(6))

        assert (too_early, lapsed, await ledger.lapse(minutes(6))) == (0, 4, 0)
        for id_ in (*came_to_nothing, "unanswered"):
            left = await ledger.proposal(MINA, id_)
            assert left is not None
            assert (left.fact.text, left.fact.value, left.source.text) == ("", "", "")
            assert left.target_text == left.source.pointer == ""
            assert left.state == (ProposalState.EXPIRED if id_ == "unanswered" else id_)
        assert await ledger.dismissed(MINA, 10) == []

    async def test_what_waits_and_what_was_agreed_to_does_not_lapse(self, ledger: Ledger) -> None:
        await ledger.add_proposal(a_proposal("waiting", "하나: 1"))
        agreed = a_proposal("agreed", "둘: 2")
        await ledger.add_proposal(agreed)
        await ledger.commit_remembering(agreed, a_memory("m1", "둘: 2"), minutes(1))

        assert await ledger.lapse(minutes(9)) == 0
        kept = await ledger.proposal(MINA, "agreed")
        assert kept is not None
        assert kept.fact.text == "둘: 2"

    async def test_of_a_refused_fact_its_mark_alone_stays_and_for_its_owner(
        self, ledger: Ledger
    ) -> None:
        for scope in (MINA, JUN):
            await ledger.add_proposal(a_proposal(f"no of {scope.user}", scope=scope))
        await ledger.settle(MINA, "no of U1", ProposalState.DISMISSED, minutes(1))
        await ledger.settle(JUN, "no of U2", ProposalState.EXPIRED, minutes(1))
        mine, theirs = (mark_of(each, Fact("또리 생일: 10월 27일")) for each in (MINA, JUN))
        assert not await ledger.was_refused(MINA, mine)

        await ledger.lapse(minutes(2))

        assert await ledger.was_refused(MINA, mine)
        assert not await ledger.was_refused(JUN, mine)
        assert not await ledger.was_refused(JUN, theirs)
        assert not await ledger.was_refused(MINA, mark_of(MINA, Fact("또리 생일: 1월 1일")))

    async def test_a_no_to_forgetting_leaves_no_mark(self, ledger: Ledger) -> None:
        forgetting = a_proposal("no", change=Change.FORGET, target="m1")
        await ledger.add_proposal(forgetting)
        await ledger.settle(MINA, "no", ProposalState.DISMISSED, minutes(1))

        assert await ledger.lapse(minutes(2)) == 1
        assert not await ledger.was_refused(MINA, mark_of(MINA, forgetting.fact))

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
