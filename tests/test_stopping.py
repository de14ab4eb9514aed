"""Stopping: the model's work ends, what was said is kept, and only one's own turn is stopped."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator

import pytest

from bot.texts import Texts
from bot.turn import Language
from memory.records import Recall, Scope
from tests.agent_kit import SCOPE, ListNotes, turn
from tests.fakes import FakeJournal
from tests.slack_kit import ME, Room, event_callback, open_room
from tests.test_assistant import ScriptedModel, call, scripted
from tests.test_conversation import RecordingStage, ScriptedGleaning, conversation

QUESTION = turn("긴 이야기 해줘")
BEGUN = "옛날 옛적에 또리라는 강아지가 살았어요. " * 4
STOPPED = Texts.load().say(Language.KOREAN, "talk.stopped")


class WatchedStage(RecordingStage):
    """Tells when the first words are there."""

    def __init__(self) -> None:
        super().__init__()
        self.has_begun = asyncio.Event()

    async def speak(self, pieces: AsyncIterator[str], answer_id: str) -> str:
        async def watched() -> AsyncIterator[str]:
            async for piece in pieces:
                yield piece
                self.has_begun.set()

        return await super().speak(watched(), answer_id)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


async def stopped(model: ScriptedModel, stage: WatchedStage, journal: FakeJournal) -> None:
    """Have a question answered, and stop it once its first words are there."""
    gleaning = ScriptedGleaning()
    talk = conversation(model, journal=journal, notes=ListNotes(), gleaning=gleaning)
    async with asyncio.timeout(5):
        answering = asyncio.create_task(talk.hear(QUESTION, stage))
        await stage.has_begun.wait()
        assert talk.stop(QUESTION.lane, SCOPE)
        await answering
    assert await talk.drain(1) == 0
    assert gleaning.overheard == []


async def test_what_was_said_is_kept_and_the_person_is_told() -> None:
    stage, journal = WatchedStage(), FakeJournal()

    await stopped(scripted([BEGUN, asyncio.Event()]), stage, journal)

    assert stage.said == [BEGUN]
    assert stage.whispered == [STOPPED]
    assert not stage.is_thinking
    (kept,) = await journal.latest(SCOPE, QUESTION.place, 5)
    assert kept.answered == BEGUN


async def test_before_the_first_word_nothing_is_said() -> None:
    model, stage, journal = scripted([asyncio.Event()]), WatchedStage(), FakeJournal()
    talk = conversation(model, journal=journal)

    async with asyncio.timeout(5):
        answering = asyncio.create_task(talk.hear(QUESTION, stage))
        await model.is_heard.wait()
        assert talk.stop(QUESTION.lane, SCOPE)
        await answering

    assert not any(stage.said)
    assert stage.whispered == [STOPPED]
    (kept,) = await journal.latest(SCOPE, QUESTION.place, 5)
    assert kept.answered == STOPPED


async def test_a_stop_before_the_model_is_asked_keeps_it_from_being_asked() -> None:
    class SlowNotes(ListNotes):
        is_asked = asyncio.Event()
        go = asyncio.Event()

        async def recall(self, scope: Scope, query: str, *, limit: int) -> Recall:
            self.is_asked.set()
            await self.go.wait()
            return await super().recall(scope, query, limit=limit)

    notes, model, stage = SlowNotes(), scripted(["예"]), RecordingStage()
    talk = conversation(model, notes=notes)

    async with asyncio.timeout(5):
        answering = asyncio.create_task(talk.hear(QUESTION, stage))
        await notes.is_asked.wait()
        assert talk.stop(QUESTION.lane, SCOPE)
        notes.go.set()
        await answering

    assert model.heard == []
    assert stage.whispered == [STOPPED]


async def test_a_card_that_was_proposed_before_the_stop_is_shown() -> None:
    wish = call("save_memory", '{"content": "모카 생일: 3월 2일"}')
    stage = WatchedStage()

    await stopped(scripted([wish], [BEGUN, asyncio.Event()]), stage, FakeJournal())

    assert [card.fact.text for card in stage.cards] == ["모카 생일: 3월 2일"]


async def test_nobody_else_and_nothing_else_is_stopped() -> None:
    go = asyncio.Event()
    stage = WatchedStage()
    talk = conversation(scripted([BEGUN, go, "끝."]))

    async with asyncio.timeout(5):
        answering = asyncio.create_task(talk.hear(QUESTION, stage))
        await stage.has_begun.wait()
        assert not talk.stop(QUESTION.lane, Scope("T1", "U2"))
        assert not talk.stop("T1/D1/other", SCOPE)
        go.set()
        await answering

    assert stage.said == [f"{BEGUN}끝."]
    assert stage.whispered == []
    assert not talk.stop(QUESTION.lane, SCOPE)


async def test_the_stop_button_reaches_the_turn_of_its_thread(room: Room) -> None:
    event = {"type": "agent_session_stopped", "user": "U1", "channel": "D1"}
    await room.send(event_callback({**event, "thread_ts": "1700000000.000100"}))
    assert room.conversation.stopped == [("T1/D1/1700000000.000100", ME)]
