"""What is let fall in passing is asked about once, saved where the person wants that, or left."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta

import pytest

from memory.adapters.local_thinker import LocalThinker
from memory.facts.extraction import Extraction, Overheard
from memory.gleaning import MOST_FACTS, Gleaned, Gleaning
from memory.ports import CARD_DAYS
from memory.records import AutoMode, Change, ProposalState, WriteVerdict
from tests.notebook_kit import JUN, MINA, Room, open_room


class Harvest:
    """Gleaning without a model, over a notebook on fakes."""

    def __init__(self, room: Room) -> None:
        self.room = room
        self.notebook = room.notebook
        self.gleaning = Gleaning(extraction=Extraction(LocalThinker()), notebook=room.notebook)

    async def hear(self, *said: str) -> Gleaned:
        self.room.clock.advance(timedelta(minutes=1))
        messages = [Overheard(each, self.room.clock(), pointer="D1/1.0") for each in said]
        return await self.gleaning.glean(MINA, messages)


@pytest.fixture
async def harvest() -> Harvest:
    return Harvest(await open_room())


def asked(gleaned: Gleaned) -> list[str]:
    return [each.fact.text for each in gleaned.asked]


def saved(gleaned: Gleaned) -> list[str]:
    return [each.text for each in gleaned.saved]


# --- ask, the default


async def test_a_fact_is_asked_about_and_not_saved(harvest: Harvest) -> None:
    gleaned = await harvest.hear("내 이름은 지우야")
    assert (asked(gleaned), saved(gleaned)) == (["내 이름: 지우"], [])
    assert await harvest.room.texts() == []
    assert [each.fact.text for each in await harvest.notebook.pending(MINA)] == ["내 이름: 지우"]


async def test_several_facts_are_asked_about_together_up_to_a_few(harvest: Harvest) -> None:
    gleaned = await harvest.hear(
        *(f"친구{place} 생일은 3월 {place}일이야" for place in range(1, 9))
    )
    assert len(gleaned.asked) == MOST_FACTS


async def test_a_fact_that_changes_a_memory_asks_to_change_it(harvest: Harvest) -> None:
    old = await harvest.room.save("내 나이: 30살")
    (proposal,) = (await harvest.hear("내 나이는 31살이야")).asked
    assert (proposal.change, proposal.target) == (Change.UPDATE, old.id)


async def test_nobody_is_asked_of_what_is_known(harvest: Harvest) -> None:
    await harvest.room.save("내 이름: 지우")
    assert await harvest.hear("내 이름은 지우야") == Gleaned()


async def test_nobody_is_asked_of_what_waits_for_an_answer(harvest: Harvest) -> None:
    (first,) = (await harvest.hear("나 부산 살아")).asked
    assert await harvest.hear("나는 부산에 살고 있어") == Gleaned()
    assert (await harvest.notebook.proposal(MINA, first.id)).is_pending


async def test_nobody_is_asked_again_of_what_they_said_no_to(harvest: Harvest) -> None:
    (proposal,) = (await harvest.hear("나 부산 살아")).asked
    await harvest.notebook.dismiss(MINA, proposal.id)
    assert await harvest.hear("나는 부산에 살고 있어") == Gleaned()
    (entry, *_) = await harvest.notebook.log(MINA, 1)
    assert entry.verdict is WriteVerdict.REFUSED
    assert "said no to it before" in entry.reason


async def test_nobody_is_asked_again_when_the_words_of_the_no_have_lapsed(
    harvest: Harvest,
) -> None:
    (proposal,) = (await harvest.hear("나 부산 살아")).asked
    await harvest.notebook.dismiss(MINA, proposal.id)
    harvest.room.clock.advance(timedelta(days=CARD_DAYS + 1))
    assert await harvest.room.ledger.lapse(harvest.room.clock() - timedelta(days=CARD_DAYS)) == 1

    assert await harvest.hear("나는 부산에 살고 있어") == Gleaned()
    assert asked(await harvest.hear("나 대전 살아")) == ["나 사는 곳: 대전"]


async def test_another_content_is_asked_of_after_a_no(harvest: Harvest) -> None:
    (proposal,) = (await harvest.hear("나 부산 살아")).asked
    await harvest.notebook.dismiss(MINA, proposal.id)
    assert asked(await harvest.hear("나 대전 살아")) == ["나 사는 곳: 대전"]


async def test_a_no_to_forgetting_is_no_refusal_of_the_fact(harvest: Harvest) -> None:
    memory = await harvest.room.save("내 이름: 지우")
    source = harvest.room.source("내 이름")
    for answer in (harvest.notebook.dismiss, harvest.notebook.confirm):
        proposal = (await harvest.notebook.propose_forgetting(MINA, memory.id, source)).proposal
        await answer(MINA, proposal.id)
    assert asked(await harvest.hear("내 이름은 지우야")) == ["내 이름: 지우"]


async def test_an_expired_question_may_be_asked_again(harvest: Harvest) -> None:
    await harvest.hear("내 이름은 지우야")
    harvest.room.clock.advance(timedelta(days=8))
    assert asked(await harvest.hear("내 이름은 지우야")) == ["내 이름: 지우"]


async def test_another_persons_no_counts_for_them_alone(harvest: Harvest) -> None:
    (proposal,) = (
        await harvest.gleaning.glean(JUN, [Overheard("나 부산 살아", harvest.room.clock())])
    ).asked
    await harvest.notebook.dismiss(JUN, proposal.id)
    assert asked(await harvest.hear("나 부산 살아")) == ["나 사는 곳: 부산"]


async def test_the_source_is_the_message_without_its_secrets(harvest: Harvest) -> None:
    said = "내 이름은 지우야. 비밀번호는 tiger!2024야."
    (proposal,) = (await harvest.hear(said)).asked
    assert proposal.source.text == "내 이름은 지우야. […]"
    assert proposal.source.pointer == "D1/1.0"
    assert "tiger" not in repr(harvest.room.store)


# --- on


async def test_where_it_is_on_a_sure_new_fact_is_saved(harvest: Harvest) -> None:
    await harvest.notebook.set_auto_mode(MINA, AutoMode.ON)
    gleaned = await harvest.hear("내 이름은 지우야")
    assert (saved(gleaned), asked(gleaned)) == (["내 이름: 지우"], [])
    assert await harvest.room.texts() == ["내 이름: 지우"]


async def test_where_it_is_on_a_doubtful_one_is_asked_about(harvest: Harvest) -> None:
    await harvest.notebook.set_auto_mode(MINA, AutoMode.ON)
    gleaned = await harvest.hear("내 이름은 지우야 ㅋㅋㅋ")
    assert (saved(gleaned), asked(gleaned)) == ([], ["내 이름: 지우"])


async def test_where_it_is_on_one_in_conflict_is_asked_about(harvest: Harvest) -> None:
    await harvest.room.save("내 나이: 30살")
    await harvest.notebook.set_auto_mode(MINA, AutoMode.ON)
    gleaned = await harvest.hear("내 나이는 31살이야")
    assert (saved(gleaned), asked(gleaned)) == ([], ["내 나이: 31살"])
    assert await harvest.room.texts() == ["내 나이: 30살"]


# --- off, and after an erasure


async def test_where_it_is_off_nothing_is_even_looked_for(harvest: Harvest) -> None:
    class Untouched:
        async def extract(self, said: Sequence[str], known: Sequence[str]) -> str:
            raise AssertionError((said, known))

    await harvest.notebook.set_auto_mode(MINA, AutoMode.OFF)
    gleaning = Gleaning(extraction=Extraction(Untouched()), notebook=harvest.notebook)
    message = Overheard("내 이름은 지우야", harvest.room.clock())
    assert await gleaning.glean(MINA, [message]) == Gleaned()


async def test_what_was_said_before_an_erasure_is_dropped(harvest: Harvest) -> None:
    harvest.room.store.erased_at[MINA] = harvest.room.clock() + timedelta(hours=1)
    assert await harvest.hear("내 이름은 지우야") == Gleaned()
    assert all(
        each.state is not ProposalState.PENDING for each in harvest.room.store.proposals.values()
    )
