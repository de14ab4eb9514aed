"""What a chat model writes of a batch is read, or refused; on the wire of a scripted model."""

from __future__ import annotations

import asyncio
import json
from datetime import UTC, datetime
from typing import Any

import pytest
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, BaseMessage
from langchain_core.outputs import ChatGeneration, ChatResult

from bot.agent.counting import count_talk
from bot.wiring.models import question_of
from memory.adapters.digest_thinker import DigestThinker
from memory.adapters.one_question import BACKGROUND
from memory.dialogue.records import Digest
from memory.errors import ThinkerUnavailable
from memory.records import Exchange, Scope

NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)
BATCH = [
    Exchange("x1", Scope("T1", "U1"), "T1/D1", "블루밍 들려줘", "아이유의 블루밍이에요!", NOON),
    Exchange("x2", Scope("T1", "U1"), "T1/D1", "ㅋㅋ $tags", "네" * 999, NOON),
]


class ScriptedModel(BaseChatModel):
    """Writes one answer, and remembers what it was asked."""

    answer: str = '[{"n": 0, "tags": []}]'
    hangs: bool = False
    breaks: bool = False
    asked: list[list[BaseMessage]]

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        raise NotImplementedError

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  (LangChain's signature)
    ) -> ChatResult:
        del stop, run_manager, kwargs
        self.asked.append(messages)
        if self.hangs:
            await asyncio.Event().wait()
        if self.breaks:
            raise ConnectionError("told to fail")
        return ChatResult(generations=[ChatGeneration(message=AIMessage(self.answer))])


def thinker(model: ScriptedModel, patience_seconds: float = 5) -> DigestThinker:
    return DigestThinker(
        question_of(model, "digest", patience_seconds, tags_at_most="3", facts_at_most="5")
    )


async def test_one_question_holds_the_whole_batch_as_quoted_data() -> None:
    model = ScriptedModel(asked=[])

    await thinker(model).digest(BATCH, ["음악"])

    ((_, question),) = model.asked
    tags, exchanges = str(question.text).splitlines()
    assert json.loads(tags.removeprefix("tags: ")) == ["음악"]
    assert json.loads(exchanges.removeprefix("exchanges: ")) == [
        {"n": 1, "said": "블루밍 들려줘", "answered": "아이유의 블루밍이에요!"},
        {"n": 2, "said": "ㅋㅋ $tags", "answered": "네" * 400},
    ]


async def test_the_answer_is_read_whatever_stands_around_it() -> None:
    entries = [
        {"n": 1, "tags": ["음악", 7], "facts": ["나 취향: 발라드"], "topic": "블루밍 듣기"},
        {"n": 2, "tags": None},
    ]
    model = ScriptedModel(answer=f"여기요:\n```json\n{json.dumps(entries)}\n```", asked=[])

    assert await thinker(model).digest(BATCH, []) == [
        Digest("x1", ("음악",), ("나 취향: 발라드",), "블루밍 듣기"),
        Digest("x2", None),
    ]


async def test_entries_that_fit_no_exchange_are_left_out() -> None:
    entries = [
        {"n": 0, "tags": []},
        {"n": 3, "tags": []},
        {"n": "1", "tags": []},
        "x",
        {"tags": []},
    ]
    model = ScriptedModel(answer=json.dumps(entries), asked=[])

    assert await thinker(model).digest(BATCH, []) == []


@pytest.mark.parametrize(
    "answer",
    ["", "모르겠어요", "[]", "[1, 2", '{"n": 1}', "[{]", "[" * 5_000 + "]", '{"n":' * 5_000],
)
async def test_an_answer_that_is_no_list_is_refused(answer: str) -> None:
    with pytest.raises(ThinkerUnavailable):
        await thinker(ScriptedModel(answer=answer, asked=[])).digest(BATCH, [])


async def test_of_broken_json_what_is_whole_is_read() -> None:
    whole = '{"n": 2, "tags": ["음악"], "facts": ["나 취향: ```발라드```"], "topic": "{노래}"}'
    model = ScriptedModel(answer=f'[참고] ```json\n[{whole}, {{"n": 1, "tags": ["영', asked=[])

    assert await thinker(model).digest(BATCH, []) == [
        Digest("x2", ("음악",), ("나 취향: ```발라드```",), "{노래}")
    ]


async def test_a_list_in_a_wrapping_and_a_word_for_a_list_are_understood() -> None:
    entries = [{"n": 1, "tags": "음악", "facts": "나 취향: 발라드"}, {"n": True, "tags": []}]
    model = ScriptedModel(answer=json.dumps({"exchanges": entries}), asked=[])

    assert await thinker(model).digest(BATCH, []) == [Digest("x1", ("음악",), ("나 취향: 발라드",))]


async def test_a_model_that_breaks_or_hangs_is_unavailable() -> None:
    with pytest.raises(ThinkerUnavailable, match="ConnectionError"):
        await thinker(ScriptedModel(breaks=True, asked=[])).digest(BATCH, [])
    with pytest.raises(ThinkerUnavailable, match="in time"):
        await thinker(ScriptedModel(hangs=True, asked=[]), 0.01).digest(BATCH, [])


async def test_only_calls_that_answer_somebody_count_as_talk() -> None:
    model = ScriptedModel(asked=[])
    talked: list[None] = []
    count_talk(model, lambda: talked.append(None), beside=BACKGROUND)

    await thinker(model).digest(BATCH, [])
    await model.ainvoke("안녕")

    assert (len(model.asked), len(talked)) == (2, 1)
