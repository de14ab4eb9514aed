from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from langchain_core.language_models import BaseChatModel

from bot.afterthought import Afterthought
from bot.agent.assistant import Assistant
from bot.agent.errors import ModelBroken, ModelTimeout
from bot.agent.offline_model import OfflineChatModel
from bot.conversation import Conversation
from bot.owing import Owed
from bot.texts import Texts
from memory.books import SearchLog
from memory.dialogue.limiter import CallBudget
from memory.dialogue.lookback import Lookback
from memory.dialogue.nearness import Nearness
from memory.errors import StorageFault
from memory.facts.extraction import Overheard
from memory.gleaning import Gleaned
from memory.records import Exchange, Origin, Proposal, Recall, Recollection, Scope
from memory.searches import SearchKind
from memory.traces import Traces
from tests.agent_kit import NOW, SCOPE, ListNotes, memory, recollections, turn
from tests.fakes import FakeClock, FakeJournal, FakeLedger, SequentialIds
from tests.fakes_books import FakeSearchLog
from tests.fakes_dialogue import FakeChronicle
from tests.fakes_search import FakeEmbedder, FakeVectorIndex
from tests.test_assistant import call, scripted

DOG = memory("또리 생일: 10월 27일")


@dataclass(slots=True)
class RecordingStage:
    """Writes down what is said and shown on it."""

    said: list[str] = field(default_factory=list)
    spoken_ids: list[str] = field(default_factory=list)
    whispered: list[str] = field(default_factory=list)
    cards: list[Proposal] = field(default_factory=list)
    late_cards: list[Proposal] = field(default_factory=list)
    takes_no_cards: bool = False
    sources: list[Recollection] = field(default_factory=list)
    answer_ids: list[str] = field(default_factory=list)
    gleaned: list[Gleaned] = field(default_factory=list)
    warnings: int = 0
    is_thinking: bool = False

    async def think(self) -> None:
        self.is_thinking = True

    async def rest(self) -> None:
        self.is_thinking = False

    async def speak(self, pieces: AsyncIterator[str], answer_id: str) -> str:
        self.spoken_ids.append(answer_id)
        text = ""
        self.said.append(text)
        async for piece in pieces:
            text += piece
            self.said[-1] = text
        if not text:
            self.said.pop()
        return text

    async def say(self, text: str) -> None:
        self.said.append(text)

    async def whisper(self, text: str) -> None:
        self.whispered.append(text)

    async def show_sources(self, sources: Sequence[Recollection], answer_id: str) -> None:
        self.sources.extend(sources)
        self.answer_ids.append(answer_id)

    async def show_card(self, proposal: Proposal, *, is_late: bool = False) -> bool:
        if self.takes_no_cards:
            return False
        (self.late_cards if is_late else self.cards).append(proposal)
        return True

    async def show_gleaned(self, gleaned: Gleaned) -> bool:
        if self.takes_no_cards:
            return False
        self.gleaned.append(gleaned)
        return True

    async def warn_of_secret(self) -> None:
        self.warnings += 1


@dataclass(slots=True)
class ScriptedGleaning:
    """Writes down what it is handed, and gleans by a script."""

    overheard: list[Overheard] = field(default_factory=list)
    known: list[str] = field(default_factory=list)
    gleaned: Gleaned = field(default_factory=Gleaned)
    hold: asyncio.Event | None = None

    async def glean(
        self, scope: Scope, overheard: Sequence[Overheard], known: Sequence[str] = ()
    ) -> Gleaned:
        assert scope == SCOPE
        self.overheard += overheard
        self.known += known
        if self.hold:
            await self.hold.wait()
        return self.gleaned


def conversation(
    model: BaseChatModel | None = None,
    *,
    notes: ListNotes | None = None,
    journal: FakeJournal | None = None,
    is_offline: bool = False,
    seconds: float = 10,
    gleaning: ScriptedGleaning | None = None,
    chronicle: FakeChronicle | None = None,
    search_log: SearchLog | None = None,
    budget: CallBudget | None = None,
    stand_in: Assistant | None = None,
) -> Conversation:
    notes = notes or ListNotes(DOG)
    journal = journal or FakeJournal()
    talks = Lookback(
        chronicle=chronicle or FakeChronicle(journal.store),
        nearness=Nearness(index=FakeVectorIndex(), embedder=FakeEmbedder()),
    )
    return Conversation(
        journal=journal,
        notebook=notes,
        talks=talks,
        assistant=Assistant(
            model=model or OfflineChatModel(),
            notebook=notes,
            talks=talks,
            retry_waits_seconds=(0,),
        ),
        texts=Texts.load(),
        new_id=SequentialIds(),
        reply_timeout_seconds=seconds,
        is_offline=is_offline,
        afterthought=Afterthought(gleaning or ScriptedGleaning()),
        traces=Traces(
            search_log=search_log or FakeSearchLog(journal.store),
            ledger=FakeLedger(journal.store),
            exchanges=FakeChronicle(journal.store),
            clock=FakeClock(),
            new_id=SequentialIds("search"),
        ),
        owed=Owed(notes),
        budget=budget,
        stand_in=stand_in,
    )


async def test_a_question_is_answered_from_memory_with_its_source() -> None:
    stage = RecordingStage()

    await conversation().hear(turn("또리 생일이 언제야?"), stage)

    assert "10월 27일" in stage.said[0]
    assert [each.memory for each in stage.sources] == [DOG]


async def test_the_searches_of_an_answer_are_noted_under_its_exchange() -> None:
    journal, stage = FakeJournal(), RecordingStage()
    search_log = FakeSearchLog(journal.store)
    talk = conversation(journal=journal, search_log=search_log)

    await talk.hear(turn("또리 생일이 언제야?"), stage)
    await asyncio.sleep(0)

    (entry,) = await search_log.entries(SCOPE, 9)
    (exchange,) = await journal.latest(SCOPE, "T1/D1", 9)
    assert (entry.kind, entry.answer_id) == (SearchKind.PREFETCH, exchange.id)
    assert (entry.used, entry.cited) == ((DOG.id,), (DOG.id,))
    assert stage.answer_ids == [exchange.id]


async def test_what_a_tool_found_and_what_it_listed_are_noted_apart() -> None:
    journal, stage = FakeJournal(), RecordingStage()
    search_log = FakeSearchLog(journal.store)
    cat = memory("모카 나이: 3살")
    model = scripted(
        [call("search_memory", '{"query": "모카"}')],
        [call("list_memories")],
        ["모카는 3살이에요."],
    )
    talk = conversation(model, notes=ListNotes(DOG, cat), journal=journal, search_log=search_log)

    await talk.hear(turn("걔 몇 살이더라?"), stage)
    await asyncio.sleep(0)

    noted = [(each.kind, each.used) for each in (await search_log.entries(SCOPE, 9))[::-1]]
    assert noted == [
        (SearchKind.PREFETCH, ()),
        (SearchKind.TOOL, (cat.id,)),
        (SearchKind.LOOKUP, (DOG.id,)),
    ]


async def test_a_wish_brings_a_card_and_writes_nothing() -> None:
    stage, notes = RecordingStage(), ListNotes()

    await conversation(notes=notes).hear(turn("모카 생일은 3월 2일이야 기억해줘"), stage)

    assert [card.fact.text for card in stage.cards] == ["모카 생일: 3월 2일"]
    assert notes.memories == []


async def test_a_message_that_comes_twice_is_answered_once() -> None:
    talk, stage = conversation(), RecordingStage()
    message = turn("안녕")

    await asyncio.gather(talk.hear(message, stage), talk.hear(message, stage))

    assert len(stage.said) == 1


async def test_an_exchange_is_kept_with_the_memories_and_proposals_it_touched() -> None:
    journal = FakeJournal()

    talk, stage = conversation(journal=journal), RecordingStage()
    wish = turn("모카 생일은 3월 2일이야 기억해줘", ts="100.2")

    await talk.hear(turn("또리 생일이 언제야?"), RecordingStage())
    await talk.hear(wish, stage)

    question, asked = await journal.latest(SCOPE, wish.place, 5)
    assert question.said == "또리 생일이 언제야?"
    assert DOG.id in question.memory_ids
    assert stage.cards[0].id in asked.memory_ids


async def test_no_answer_waits_for_the_thinking_sign_which_goes_all_the_same() -> None:
    answered = asyncio.Event()

    class SlowSign(RecordingStage):
        async def think(self) -> None:
            await answered.wait()
            await super().think()

        async def show_sources(self, sources: Sequence[Recollection], answer_id: str) -> None:
            await super().show_sources(sources, answer_id)
            answered.set()

    stage = SlowSign()

    async with asyncio.timeout(5):
        await conversation().hear(turn("또리 생일이 언제야"), stage)

    assert stage.said
    assert not stage.is_thinking


async def test_the_thinking_sign_goes_also_when_the_model_fails() -> None:
    stage = RecordingStage()

    with pytest.raises(ModelBroken):
        await conversation(scripted([ValueError()], [ValueError()])).hear(turn("왜?"), stage)

    assert not stage.is_thinking


async def test_a_card_is_shown_also_when_the_model_fails_after_it() -> None:
    stage = RecordingStage()
    wish = call("save_memory", '{"content": "모카 생일: 3월 2일"}')

    with pytest.raises(ModelBroken):
        await conversation(scripted([wish], [ValueError()], [ValueError()])).hear(
            turn("모카 생일은 3월 2일이야"), stage
        )

    assert [card.fact.text for card in stage.cards] == ["모카 생일: 3월 2일"]


async def test_what_cannot_be_shown_beside_an_answer_keeps_nothing_else_from_happening() -> None:
    journal, gleaning = FakeJournal(), ScriptedGleaning()
    stage, later = RecordingStage(takes_no_cards=True), RecordingStage()
    talk = conversation(journal=journal, gleaning=gleaning)
    wish = turn("모카 생일은 3월 2일이야 기억해줘", ts="100.2")

    await talk.hear(wish, stage)
    await talk.drain(5)
    kept = await journal.latest(SCOPE, wish.place, 5)
    await talk.hear(turn("안녕", ts="100.3"), later)

    assert [each.answered for each in kept] == stage.said
    assert [each.said for each in gleaning.overheard] == [wish.text]
    assert [card.fact.text for card in later.late_cards] == ["모카 생일: 3월 2일"]


async def test_a_card_is_shown_also_when_the_answer_cannot_be_said() -> None:
    class Mute(RecordingStage):
        async def speak(self, pieces: AsyncIterator[str], answer_id: str) -> str:
            await super().speak(pieces, answer_id)
            raise ConnectionError

    stage = Mute()

    with pytest.raises(ConnectionError):
        await conversation().hear(turn("모카 생일은 3월 2일이야 기억해줘"), stage)

    assert [card.fact.text for card in stage.cards] == ["모카 생일: 3월 2일"]


async def test_a_card_is_shown_also_when_its_exchange_cannot_be_kept() -> None:
    class Full(FakeJournal):
        async def keep(self, exchange: Exchange, *, answers: str | None = None) -> None:
            raise StorageFault(f"{exchange.id} {answers}")

    stage = RecordingStage()

    with pytest.raises(StorageFault):
        await conversation(journal=Full()).hear(turn("모카 생일은 3월 2일이야 기억해줘"), stage)

    assert [card.fact.text for card in stage.cards] == ["모카 생일: 3월 2일"]


async def test_a_card_is_shown_also_when_the_answer_takes_too_long() -> None:
    stage = RecordingStage()
    wish = call("save_memory", '{"content": "모카 생일: 3월 2일"}')

    with pytest.raises(ModelTimeout):
        await conversation(scripted([wish], [asyncio.Event()]), seconds=0.05).hear(
            turn("모카 생일은 3월 2일이야"), stage
        )

    assert [card.fact.text for card in stage.cards] == ["모카 생일: 3월 2일"]


async def test_the_conversation_goes_on_after_a_failure() -> None:
    stage = RecordingStage()
    talk = conversation(scripted([ValueError()], [ValueError()], ["네, 여기 있어요."]))

    with pytest.raises(ModelBroken):
        await talk.hear(turn("왜?"), stage)
    await talk.hear(turn("거기 있어?", ts="100.2"), stage)

    assert stage.said[-1] == "네, 여기 있어요."


async def test_a_model_that_never_answers_is_given_up() -> None:
    talk = conversation(scripted([asyncio.Event()]), seconds=0.05)

    with pytest.raises(ModelTimeout):
        await talk.hear(turn("왜?"), RecordingStage())


async def test_a_slow_model_in_one_thread_does_not_hold_up_another() -> None:
    go = asyncio.Event()
    model = scripted([go, "느린 답"], ["빠른 답"])
    talk = conversation(model)
    slow, fast = RecordingStage(), RecordingStage()

    waiting = asyncio.create_task(talk.hear(turn("느린 질문"), slow))
    while not model.heard:  # noqa: ASYNC110  (a scripted model has no event to wait for)
        await asyncio.sleep(0)
    other = replace(turn("빠른 질문", channel="C2", ts="100.2"), is_direct=False)
    async with asyncio.timeout(5):
        await talk.hear(other, fast)
        assert (fast.said, slow.said) == (["빠른 답"], [""])
        go.set()
        await waiting


async def test_nothing_said_is_answered_without_the_model() -> None:
    stage = RecordingStage()

    await conversation(scripted()).hear(turn(""), stage)

    assert stage.said == [Texts.load().say(turn("").language, "talk.nothing_said")]


async def test_the_offline_notice_is_given_once_to_each_person_alone() -> None:
    talk, stage = conversation(is_offline=True), RecordingStage()
    notice = Texts.load().say(turn("안녕").language, "talk.offline")

    for number in range(3):
        await talk.hear(turn("안녕", ts=f"100.{number}"), stage)

    assert stage.whispered == [notice]
    assert notice not in stage.said


async def test_what_a_card_shows_is_not_named_as_a_source_too() -> None:
    stage = RecordingStage()

    await conversation(OfflineChatModel()).hear(turn("또리 생일 잊어줘"), stage)

    assert [each.target for each in stage.cards] == [DOG.id]
    assert stage.sources == []


async def test_an_answered_turn_is_gleaned_in_the_persons_own_words_alone() -> None:
    gleaning = ScriptedGleaning()
    talk = conversation(
        scripted(["또리 생일은 10월 27일이에요. 나비 생일은 5월 5일이고요."]), gleaning=gleaning
    )

    await talk.hear(turn("또리 생일이 언제야?"), RecordingStage())
    await talk.drain(5)

    (heard,) = gleaning.overheard
    assert (heard.said, heard.pointer, heard.asked) == ("또리 생일이 언제야?", "D1/100.1", ())
    assert gleaning.known == [DOG.text]


async def test_what_a_card_asks_already_is_handed_to_the_gleaning() -> None:
    gleaning, stage = ScriptedGleaning(), RecordingStage()
    talk = conversation(notes=ListNotes(), gleaning=gleaning)

    await talk.hear(turn("모카 생일은 3월 2일이야 기억해줘"), stage)
    await talk.drain(5)

    assert gleaning.overheard[0].asked == (stage.cards[0].fact,)


async def test_a_turn_does_not_wait_for_the_gleaning() -> None:
    gleaning, stage = ScriptedGleaning(hold=asyncio.Event()), RecordingStage()
    talk = conversation(gleaning=gleaning)

    async with asyncio.timeout(5):
        await talk.hear(turn("안녕"), stage)

    assert stage.said
    assert await talk.drain(0.01) == 1


async def test_a_turn_without_an_answer_is_not_gleaned() -> None:
    gleaning = ScriptedGleaning()
    talk = conversation(scripted([ValueError()], [ValueError()]), gleaning=gleaning)

    with pytest.raises(ModelBroken):
        await talk.hear(turn("내 이름은 지우야"), RecordingStage())
    await talk.drain(5)

    assert gleaning.overheard == []


async def test_an_exchange_is_kept_without_the_secrets_in_it() -> None:
    journal = FakeJournal()
    message = turn("내 이름은 지우야. 비밀번호는 tiger!2024야.")
    talk = conversation(scripted(["비밀번호: tiger!2024"]), journal=journal)

    await talk.hear(message, RecordingStage())

    (kept,) = await journal.latest(SCOPE, message.place, 1)
    assert (kept.said, kept.answered) == ("내 이름은 지우야. […]", "[…]")


async def test_of_noise_only_the_rules_of_conduct_enter_the_prompt() -> None:
    class Noise(ListNotes):
        async def recall(self, scope: Scope, query: str, *, limit: int) -> Recall:
            assert query
            mine = [each for each in self.memories if each.scope == scope]
            return Recall(tuple(recollections(*mine))[:limit], is_noise=True)

    model = scripted(["네."])
    rule = memory("답변은 존댓말로 해 주기")

    await conversation(model, notes=Noise(DOG, rule)).hear(turn("심심하다"), RecordingStage())

    prompt = str(model.heard[0][-1].content)
    assert rule.text in prompt
    assert DOG.text not in prompt


async def test_a_spent_day_is_told_once_a_day_to_each_person() -> None:
    stage, clock = RecordingStage(), FakeClock()
    budget = CallBudget(clock=clock, a_day=3)
    talk = conversation(budget=budget)
    told = []

    for number, days in enumerate((0, 0, 0, 1)):
        if number:
            budget.talk()
        said = replace(turn("안녕", ts=f"{number}.1"), at=NOW + timedelta(days=days))
        await talk.hear(said, stage)
        told.append(len(stage.whispered))

    assert told == [0, 0, 1, 2]
    assert "호출을 거의 다 썼어요" in stage.whispered[0]


async def test_without_a_call_left_the_stand_in_answers() -> None:
    stage = RecordingStage()
    budget = CallBudget(clock=FakeClock(), a_day=1)
    notes = ListNotes(DOG)
    talks = Lookback(
        chronicle=FakeChronicle(),
        nearness=Nearness(index=FakeVectorIndex(), embedder=FakeEmbedder()),
    )
    rules = Assistant(model=OfflineChatModel(), notebook=notes, talks=talks)
    talk = conversation(scripted("모델의 답"), budget=budget, stand_in=rules)

    await talk.hear(turn("또리 생일이 언제야?", ts="1.1"), stage)
    budget.talk()
    await talk.hear(turn("또리 생일이 언제야?", ts="2.1"), stage)

    assert stage.said[0] == "모델의 답"
    assert "10월 27일" in stage.said[1]


async def test_an_exchange_knows_its_message_and_the_zone_of_the_person() -> None:
    journal = FakeJournal()

    await conversation(journal=journal).hear(turn("안녕", ts="7.5"), RecordingStage())

    (kept,) = journal.store.exchanges.values()
    assert kept.origin == Origin("D1/7.5", "7.5", "UTC")
