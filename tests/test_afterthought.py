"""After a reply: in order for each person, beside the talk, and quiet when it fails."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.afterthought import Afterthought
from bot.owing import Owed
from memory.errors import StorageFault, ThinkerUnavailable
from memory.facts.extraction import Overheard
from memory.facts.reading import read_fact
from memory.gleaning import Gleaned
from memory.records import Change, Proposal, Scope, Source, SourceKind
from tests.agent_kit import NOW, SCOPE, ListNotes, memory, recollections, turn
from tests.test_conversation import RecordingStage


def proposal(text: str, change: Change = Change.ADD) -> Proposal:
    source = Source(SourceKind.EXTRACTION, text, NOW)
    return Proposal("p1", SCOPE, change, read_fact(text), source, NOW, NOW + timedelta(days=7))


class Gate:
    """Gleans when it is let to; keeps who is in it, in order."""

    def __init__(self, gleaned: Gleaned | Exception | None = None) -> None:
        self.gleaned = gleaned or Gleaned()
        self.entered: list[str] = []
        self.known: list[str] = []
        self.open = asyncio.Event()
        self.open.set()

    async def glean(
        self, scope: Scope, overheard: Sequence[Overheard], known: Sequence[str] = ()
    ) -> Gleaned:
        self.entered += [f"{scope.user}: {each.said}" for each in overheard]
        self.known += known
        await self.open.wait()
        if isinstance(self.gleaned, Exception):
            raise self.gleaned
        return self.gleaned


async def test_what_was_gleaned_is_shown_in_one_piece() -> None:
    gleaned = Gleaned((memory("이름: 지우"),), (proposal("나 사는 곳: 부산"),))
    stage, after = RecordingStage(), Afterthought(Gate(gleaned))

    after.begin(turn("내 이름은 지우야. 나 부산 살아"), stage)
    await after.drain(5)

    assert stage.gleaned == [gleaned]


async def test_nothing_is_shown_where_nothing_was_gleaned() -> None:
    stage, after = RecordingStage(), Afterthought(Gate())

    after.begin(turn("안녕"), stage)
    await after.drain(5)

    assert (stage.gleaned, stage.warnings, stage.said) == ([], 0, [])


async def test_the_gleaning_gets_the_persons_words_and_what_is_known() -> None:
    gate = Gate()
    after = Afterthought(gate)

    used = recollections(memory("또리 생일: 10월 27일"))
    after.begin(turn("또리는 강아지야"), RecordingStage(), used=used)
    await after.drain(5)

    assert gate.entered == ["U1: 또리는 강아지야"]
    assert gate.known == ["또리 생일: 10월 27일"]


async def test_a_card_that_asks_to_forget_is_no_card_for_its_fact() -> None:
    class Look(Gate):
        async def glean(
            self, scope: Scope, overheard: Sequence[Overheard], known: Sequence[str] = ()
        ) -> Gleaned:
            del scope, known
            self.asked = [fact.text for each in overheard for fact in each.asked]
            return Gleaned()

    look = Look()
    after = Afterthought(look)
    cards = [proposal("이름: 지우"), proposal("나이: 30살", Change.FORGET)]

    after.begin(turn("…"), RecordingStage(), proposals=cards)
    await after.drain(5)

    assert look.asked == ["이름: 지우"]


async def test_one_persons_turns_are_gleaned_in_order_and_anothers_beside_them() -> None:
    gate = Gate()
    gate.open.clear()
    after = Afterthought(gate)
    other = replace(turn("셋"), scope=Scope("T1", "U2"))

    for each in (turn("하나"), turn("둘"), other):
        after.begin(each, RecordingStage())
    await asyncio.sleep(0)
    before = list(gate.entered)
    gate.open.set()
    await after.drain(5)

    assert before == ["U1: 하나", "U2: 셋"]
    assert gate.entered == ["U1: 하나", "U2: 셋", "U1: 둘"]


async def test_a_secret_is_warned_of_once_and_before_anything_else() -> None:
    stage, after = RecordingStage(), Afterthought(Gate())
    said = turn("내 비밀번호는 tiger!2024야")

    after.begin(said, stage)
    after.begin(said, stage, told_of_secret=True)
    await after.drain(5)

    assert stage.warnings == 1


@pytest.mark.parametrize(
    ("failure", "level"),
    [(ThinkerUnavailable("away"), logging.WARNING), (StorageFault("gone"), logging.ERROR)],
)
async def test_a_failure_is_logged_and_never_shown(
    failure: Exception, level: int, caplog: pytest.LogCaptureFixture
) -> None:
    stage, after = RecordingStage(), Afterthought(Gate(failure))

    after.begin(turn("내 이름은 지우야"), stage)
    await after.drain(5)

    assert [each.levelno for each in caplog.records if each.name == "bot.afterthought"] == [level]
    assert (stage.said, stage.gleaned) == ([], [])


async def test_what_was_gleaned_and_cannot_be_shown_is_owed() -> None:
    known = memory("이름: 지우")
    notes, stage = ListNotes(known), RecordingStage(takes_no_cards=True)
    owed = Owed(notes)
    after = Afterthought(Gate(Gleaned((known,))), owed=owed)

    after.begin(turn("내 이름은 지우야"), stage)
    await after.drain(5)
    later = RecordingStage()
    await owed.settle(SCOPE, later)

    assert later.gleaned == [Gleaned((known,))]


async def test_the_next_turn_is_gleaned_after_a_failure() -> None:
    gate = Gate(ThinkerUnavailable("away"))
    stage, after = RecordingStage(), Afterthought(gate)

    after.begin(turn("하나"), stage)
    await after.drain(5)
    gate.gleaned = Gleaned((memory("이름: 지우"),))
    after.begin(turn("둘"), stage)
    await after.drain(5)

    assert len(stage.gleaned) == 1


async def test_draining_gives_up_what_does_not_end_in_time() -> None:
    gate = Gate()
    gate.open.clear()
    after = Afterthought(gate)
    after.begin(turn("하나"), RecordingStage())

    assert await after.drain(0.01) == 1
    assert await after.drain(0.01) == 0


async def test_the_zone_and_the_time_of_the_message_go_along() -> None:
    seen: list[Overheard] = []

    class Look(Gate):
        async def glean(
            self, scope: Scope, overheard: Sequence[Overheard], known: Sequence[str] = ()
        ) -> Gleaned:
            del scope, known
            seen.extend(overheard)
            return Gleaned()

    after = Afterthought(Look())
    after.begin(turn("어제 이사했어", ts="7.5"), RecordingStage())
    await after.drain(5)

    assert (seen[0].at, seen[0].tz, seen[0].pointer) == (NOW, UTC, "D1/7.5")
    assert isinstance(seen[0].at, datetime)


async def test_an_answered_turn_is_gathered_for_the_digest_of_its_person() -> None:
    class Buffer:
        def __init__(self) -> None:
            self.added: list[Scope] = []

        def add(self, scope: Scope) -> None:
            self.added.append(scope)

    buffer = Buffer()
    after = Afterthought(Gate(), buffer)

    after.begin(turn("블루밍 들려줘"), RecordingStage())
    at_once = list(buffer.added)
    await after.drain(5)

    assert at_once == buffer.added == [SCOPE]
