"""What could not be shown is shown with the next answer, if it still holds by then."""

from __future__ import annotations

from dataclasses import replace

from bot.owing import Owed
from memory.errors import StorageFault
from memory.gleaning import Gleaned
from memory.records import Proposal, Scope, Source, SourceKind
from tests.agent_kit import NOW, SCOPE, ListNotes, memory
from tests.test_conversation import RecordingStage

TEA, DOG = memory("취향: 녹차"), memory("또리 생일: 10월 27일")


async def proposals(notes: ListNotes, count: int) -> list[Proposal]:
    for number in range(count):
        await notes.propose(SCOPE, memory(f"별명: {number}").fact, Source(SourceKind.WISH, "", NOW))
    return notes.waiting[-count:]


async def test_what_is_owed_is_shown_once() -> None:
    notes, stage = ListNotes(TEA), RecordingStage()
    (asked,) = await proposals(notes, 1)
    owed = Owed(notes)
    owed.owe(SCOPE, Gleaned((TEA,), (asked,)))

    await owed.settle(SCOPE, stage)
    await owed.settle(SCOPE, stage)

    assert (stage.late_cards, stage.gleaned) == ([asked], [Gleaned((TEA,))])


async def test_what_was_answered_changed_or_forgotten_meanwhile_is_not() -> None:
    notes, stage = ListNotes(replace(TEA, active=False)), RecordingStage()
    (asked,) = await proposals(notes, 1)
    owed = Owed(notes)
    owed.owe(SCOPE, Gleaned((TEA, DOG), (asked,)))
    notes.waiting.clear()

    await owed.settle(SCOPE, stage)

    assert (stage.late_cards, stage.gleaned) == ([], [])


async def test_what_is_not_taken_again_is_still_owed_in_order() -> None:
    notes, stage = ListNotes(), RecordingStage(takes_no_cards=True)
    asked = await proposals(notes, 3)
    owed = Owed(notes)
    owed.owe(SCOPE, Gleaned(asked=tuple(asked)))

    await owed.settle(SCOPE, stage)
    stage.takes_no_cards = False
    await owed.settle(SCOPE, stage)

    assert stage.late_cards == asked


async def test_nobody_is_shown_what_another_is_owed() -> None:
    notes, stage = ListNotes(), RecordingStage()
    asked = await proposals(notes, 1)
    owed = Owed(notes)
    owed.owe(SCOPE, Gleaned(asked=tuple(asked)))

    await owed.settle(Scope("T2", SCOPE.user), stage)

    assert stage.late_cards == []


async def test_a_ledger_that_cannot_be_read_loses_nothing() -> None:
    class Closed(ListNotes):
        is_closed = True

        async def pending(self, scope: Scope) -> list[Proposal]:
            if self.is_closed:
                raise StorageFault
            return await super().pending(scope)

    notes, stage = Closed(), RecordingStage()
    asked = await proposals(notes, 1)
    owed = Owed(notes)
    owed.owe(SCOPE, Gleaned(asked=tuple(asked)))

    await owed.settle(SCOPE, stage)
    notes.is_closed = False
    await owed.settle(SCOPE, stage)

    assert stage.late_cards == asked


async def test_of_one_person_the_latest_ten_are_owed() -> None:
    notes, stage = ListNotes(), RecordingStage()
    asked = await proposals(notes, 12)
    owed = Owed(notes)
    for each in asked:
        owed.owe(SCOPE, Gleaned(asked=(each,)))

    await owed.settle(SCOPE, stage)

    assert stage.late_cards == asked[2:]
