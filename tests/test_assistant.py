"""The assistant with a scripted model: turns, tools, timing, and who hears what."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any

import pytest
from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool

from bot.agent.assistant import Assistant, write_system_prompt
from bot.agent.briefing import Briefing
from bot.agent.errors import ModelBroken, ModelBusy, ModelTimeout
from bot.agent.tokens import estimate_tokens
from memory.errors import DatabaseCorrupt
from memory.records import Recall, Scope
from tests.agent_kit import (
    ListNotes,
    ListTalks,
    listen,
    listen_until_failure,
    memory,
    recollections,
    turn,
)

LONG = "기억은 사람의 것이고, 사람이 허락한 것만 여기에 남습니다. " * 3


class Breaks(Exception):
    """Stands for the exceptions of any provider's client."""


class ScriptedModel(BaseChatModel):
    """Plays one step for each call: pieces of text, tool calls, exceptions to raise, or waiting."""

    script: deque[Sequence[Any]]
    heard: list[list[BaseMessage]]
    is_heard: asyncio.Event

    @property
    def _llm_type(self) -> str:
        return "scripted"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> Runnable[LanguageModelInput, AIMessage]:
        del tools, tool_choice, kwargs
        return self

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> ChatResult:
        del messages, stop, run_manager, kwargs
        raise AssertionError("the assistant streams")

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> AsyncIterator[ChatGenerationChunk]:
        del stop, kwargs
        self.heard.append(messages)
        self.is_heard.set()
        for step in self.script.popleft():
            if isinstance(step, Exception):
                raise step
            if isinstance(step, asyncio.Event):
                await step.wait()
                continue
            message = AIMessageChunk(content=step) if isinstance(step, str) else step
            if run_manager:
                await run_manager.on_llm_new_token(str(message.text))
            yield ChatGenerationChunk(message=message)


def call(name: str, arguments: str = "{}") -> AIMessageChunk:
    chunk = tool_call_chunk(name=name, args=arguments, id=f"call-{name}-{arguments}", index=None)
    return AIMessageChunk(content="", tool_call_chunks=[chunk])


def scripted(*steps: Sequence[Any]) -> ScriptedModel:
    return ScriptedModel(script=deque(steps), heard=[], is_heard=asyncio.Event())


def assistant(
    model: BaseChatModel,
    notes: ListNotes | None = None,
    *,
    budget_tokens: int = 12_000,
    reply_timeout_seconds: float = 8,
    retry_waits_seconds: Sequence[float] = (0, 0),
) -> Assistant:
    return Assistant(
        model=model,
        notebook=notes or ListNotes(),
        talks=ListTalks(),
        budget_tokens=budget_tokens,
        reply_timeout_seconds=reply_timeout_seconds,
        retry_waits_seconds=retry_waits_seconds,
    )


async def test_an_answer_comes_in_pieces_and_stays_whole() -> None:
    reply = assistant(scripted([LONG, "그래요."])).reply(turn("왜?"), Briefing())

    pieces = await listen(reply)

    assert len(pieces) == 2
    assert "".join(pieces) == reply.text == f"{LONG}그래요."


async def test_nothing_runs_before_the_reply_is_listened_to() -> None:
    model = scripted(["안녕"])

    reply = assistant(model).reply(turn("안녕"), Briefing())
    await asyncio.sleep(0)

    assert model.heard == []
    await reply.aclose()


async def test_memories_of_the_prompt_and_of_the_tools_count_as_used_once() -> None:
    birthday, name = memory("또리 생일은 10월 27일"), memory("또리 이름은 별명")
    model = scripted([call("search_memory", '{"query": "또리"}')], ["네."])
    reply = assistant(model, ListNotes(birthday, name)).reply(
        turn("또리?"), Briefing(recollections(birthday))
    )

    await listen(reply)

    assert [each.memory for each in reply.used] == [birthday, name]


async def test_two_calls_in_one_message_make_two_proposals() -> None:
    model = scripted(
        [
            call("save_memory", '{"content": "또리 생일은 10월 27일"}'),
            call("save_memory", '{"content": "모카 생일은 3월 2일"}'),
        ],
        ["카드 두 장이에요."],
    )
    reply = assistant(model).reply(turn("기억해줘"), Briefing())

    await listen(reply)

    assert {each.source.text for each in reply.proposals} == {"기억해줘"}
    assert len(reply.proposals) == 2


async def test_turns_that_overlap_do_not_see_each_others_work() -> None:
    gate = asyncio.Event()
    model = scripted(
        [gate, call("save_memory", '{"content": "하나는 1"}')],
        [call("save_memory", '{"content": "둘은 2"}')],
        ["둘째."],
        ["첫째."],
    )
    speaker = assistant(model)
    first = speaker.reply(turn("하나", channel="D1", ts="1.0"), Briefing())
    second = speaker.reply(turn("둘", channel="D2", ts="2.0"), Briefing())

    first_task = asyncio.create_task(listen(first))
    await model.is_heard.wait()
    await listen(second)
    gate.set()
    await first_task

    assert [each.source.pointer for each in first.proposals] == ["D1/1.0"]
    assert [each.source.pointer for each in second.proposals] == ["D2/2.0"]


async def test_a_wrong_argument_goes_back_to_the_model() -> None:
    model = scripted([call("save_memory", '{"text": "?"}')], ["다시 할게요."])

    pieces = await listen(assistant(model).reply(turn("기억해줘"), Briefing()))

    assert "".join(pieces) == "다시 할게요."
    assert "content" in str(model.heard[1][-1].text)


async def test_an_unknown_tool_goes_back_to_the_model() -> None:
    model = scripted([call("delete_everything")], ["못 해요."])

    pieces = await listen(assistant(model).reply(turn("지워"), Briefing()))

    assert "".join(pieces) == "못 해요."


async def test_broken_tool_arguments_do_not_break_the_turn() -> None:
    model = scripted([call("save_memory", "content is 또리")], ["다시 말해 주세요."])

    reply = assistant(model).reply(turn("기억해줘"), Briefing())

    assert "다시 말해" in "".join(await listen(reply))
    assert reply.proposals == []


async def test_any_exception_of_a_client_becomes_model_broken() -> None:
    model = scripted(*[[Breaks("boom")]] * 3)

    await listen_until_failure(assistant(model).reply(turn("안녕"), Briefing()), ModelBroken)

    assert len(model.heard) == 3


async def test_a_failure_after_words_were_let_out_is_not_repeated() -> None:
    model = scripted([LONG, Breaks("boom")], ["또 안녕"])

    pieces = await listen_until_failure(
        assistant(model).reply(turn("안녕"), Briefing()), ModelBroken
    )

    assert "".join(pieces) == LONG
    assert len(model.heard) == 1


async def test_proposals_made_before_a_failure_stand() -> None:
    model = scripted([call("save_memory", '{"content": "또리는 개"}')], *[[Breaks()]] * 3)
    reply = assistant(model).reply(turn("기억해줘"), Briefing())

    await listen_until_failure(reply, ModelBroken)

    assert len(reply.proposals) == 1


async def test_a_pause_that_would_pass_the_deadline_is_not_begun() -> None:
    model = scripted([type("RateLimit", (Exception,), {"status_code": 429})()], ["안녕"])
    speaker = assistant(model, retry_waits_seconds=(60,), reply_timeout_seconds=30)

    await listen_until_failure(speaker.reply(turn("안녕"), Briefing()), ModelBusy)

    assert len(model.heard) == 1


async def test_a_model_that_never_answers_ends_in_a_timeout() -> None:
    speaker = assistant(scripted([asyncio.Event()]), reply_timeout_seconds=0.05)

    await listen_until_failure(speaker.reply(turn("안녕"), Briefing()), ModelTimeout)


async def test_a_fault_of_memory_reaches_the_listener() -> None:
    class Corrupt(ListNotes):
        async def recall(self, scope: Scope, query: str, *, limit: int) -> Recall:
            del scope, query, limit
            raise DatabaseCorrupt("unreadable")

    model = scripted([call("search_memory", '{"query": "또리"}')])

    await listen_until_failure(
        assistant(model, Corrupt()).reply(turn("또리?"), Briefing()), DatabaseCorrupt
    )


async def test_a_listener_that_is_cancelled_stops_the_model() -> None:
    gate = asyncio.Event()
    model = scripted([LONG, gate])
    reply = assistant(model).reply(turn("안녕"), Briefing())
    assert await anext(reply) == LONG

    waiting = asyncio.ensure_future(anext(reply))
    await asyncio.sleep(0)
    waiting.cancel()

    with pytest.raises(asyncio.CancelledError):
        await waiting
    assert not [each for each in asyncio.all_tasks() if each.get_name() == "reply"]


async def test_a_closed_reply_gives_no_more() -> None:
    reply = assistant(scripted([LONG, asyncio.Event()])).reply(turn("안녕"), Briefing())
    await anext(reply)

    await reply.aclose()

    assert [piece async for piece in reply] == []


async def test_the_system_prompt_comes_first_and_is_the_same_for_all() -> None:
    model = scripted(["하나"], ["둘"])
    speaker = assistant(model)

    await listen(speaker.reply(turn("안녕"), Briefing()))
    await listen(speaker.reply(turn("hello", channel="C1"), Briefing()))

    assert [each[0].text for each in model.heard] == [write_system_prompt()] * 2


async def test_the_whole_prompt_keeps_within_the_budget() -> None:
    model = scripted(["네"])
    speaker = assistant(model, budget_tokens=4_000)

    await listen(speaker.reply(turn("말" * 40_000), Briefing()))

    assert sum(estimate_tokens(str(each.text)) for each in model.heard[0]) <= 4_000


async def test_talk_before_a_tool_is_heard_when_nothing_else_is_said() -> None:
    model = scripted(["알겠어요, 찾아볼게요.", call("list_memories")], *[[""]] * 3)

    pieces = await listen(assistant(model).reply(turn("뭘 기억해?"), Briefing()))

    assert "".join(pieces) == "알겠어요, 찾아볼게요."
