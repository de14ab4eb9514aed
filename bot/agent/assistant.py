"""The assistant: a LangChain agent that is built once and answers every turn."""

from __future__ import annotations

import json
import logging
from collections.abc import AsyncGenerator, Sequence
from contextlib import aclosing
from typing import Any, Final

from langchain.agents import create_agent
from langchain.agents.middleware.types import InputAgentState
from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import AIMessage, AIMessageChunk, AnyMessage, BaseMessage
from langchain_core.runnables import RunnableConfig
from langchain_core.tools import BaseTool
from langgraph.errors import GraphRecursionError

from bot.agent.asking import Talks
from bot.agent.briefing import Briefing, compose
from bot.agent.errors import ModelBroken, ModelFailed, ModelRefused
from bot.agent.model_calls import CALLS_AT_MOST, PatientCalls
from bot.agent.prompts import load, load_phrases
from bot.agent.reply import Reply
from bot.agent.speech import Speech
from bot.agent.tokens import MESSAGE_TOKENS, estimate_tokens
from bot.agent.toolbox import Notes, Toolbox, TurnWork
from bot.turn import Turn
from memory.searches import SearchKind

BUDGET_TOKENS: Final = 12_000
REPLY_TIMEOUT_SECONDS: Final = 22.0
RETRY_WAITS_SECONDS: Final = (0.5, 1.5, 4.0)

_STEPS_AT_MOST: Final = 2 * CALLS_AT_MOST + 1
_MODEL_NODE: Final = "model"

log = logging.getLogger(__name__)


class Assistant:
    """Answers turns with a model and tools. One instance for a process; turns may overlap.

    `budget_tokens` bounds the whole prompt as it is first sent: system prompt, tools, memories,
    earlier talk and message. Raises `PromptFault` when a prompt file does not fit the code.
    """

    def __init__(
        self,
        *,
        model: BaseChatModel,
        notebook: Notes,
        talks: Talks,
        budget_tokens: int = BUDGET_TOKENS,
        reply_timeout_seconds: float = REPLY_TIMEOUT_SECONDS,
        retry_waits_seconds: Sequence[float] = RETRY_WAITS_SECONDS,
    ) -> None:
        tools = Toolbox(notebook, talks).tools()
        system_prompt = write_system_prompt()
        self._reply_timeout_seconds = reply_timeout_seconds
        self._budget_tokens = budget_tokens - _fixed_tokens(system_prompt, tools)
        self._agent = create_agent(
            model,
            tools,
            system_prompt=system_prompt,
            middleware=[PatientCalls(retry_waits_seconds)],
            context_schema=TurnWork,
        )

    def reply(self, turn: Turn, briefing: Briefing) -> Reply:
        """Begin to answer; nothing runs until the reply is iterated."""
        prompt = compose(turn, briefing, budget_tokens=self._budget_tokens)
        work = TurnWork(turn=turn, zone=briefing.zone)
        work.recalls.append((SearchKind.PREFETCH, briefing.searched))
        work.note_used(prompt.used)
        return Reply(
            self._speak(prompt.messages, work),
            work,
            timeout_seconds=self._reply_timeout_seconds,
        )

    async def _speak(self, messages: Sequence[AnyMessage], work: TurnWork) -> AsyncGenerator[str]:
        try:
            async with aclosing(self._run(messages, work)) as pieces:
                async for piece in pieces:
                    if piece:
                        yield piece
        except ModelFailed as failure:
            if rest := work.speech.break_off():
                yield rest
            said_nothing = isinstance(failure, ModelRefused) and failure.is_passing
            if not (said_nothing and _has_something_to_show(work)):
                raise
        if not work.speech.said:
            yield work.speech.say(work.speech.aside or _point_at_cards(work))

    async def _run(self, messages: Sequence[AnyMessage], work: TurnWork) -> AsyncGenerator[str]:
        config: RunnableConfig = {
            "recursion_limit": _STEPS_AT_MOST,
            "callbacks": [_Ear(work.speech)],
        }
        try:
            async for part in self._agent.astream(
                InputAgentState(messages=list(messages)),
                config,
                context=work,
                stream_mode=["messages", "updates"],
                version="v2",
            ):
                if part["type"] == "messages":
                    message, metadata = part["data"]
                    if metadata.get("langgraph_node") == _MODEL_NODE:
                        yield _take(work.speech, message)
                elif part["type"] == "updates" and (update := part["data"].get(_MODEL_NODE)):
                    yield _end(work.speech, update["messages"])
        except GraphRecursionError as error:
            raise ModelBroken("The model called tools without end.") from error


class _Ear(AsyncCallbackHandler):
    """Counts what an attempt brings before anyone else sees it, so that no retry can repeat it."""

    run_inline = True

    def __init__(self, speech: Speech) -> None:
        self._speech = speech

    async def on_llm_new_token(
        self,
        token: str | list[str | dict[str, Any]],
        **_: Any,  # noqa: ANN401  # AsyncCallbackHandler's own signature
    ) -> None:
        self._speech.heard_chars += len(
            token
            if isinstance(token, str)
            else "".join(
                each if isinstance(each, str) else str(each.get("text", "")) for each in token
            )
        )


def write_system_prompt() -> str:
    """The system prompt, the same for every turn."""
    phrases = load_phrases("phrases")
    return load("system").fill(
        heading=phrases["block"]["heading"].text,
        channel=phrases["place"]["channel"].text,
        related=phrases["talk"]["related"].text,
    )


def _take(speech: Speech, chunk: BaseMessage) -> str:
    if not isinstance(chunk, AIMessage | AIMessageChunk):
        return ""
    calls_tool = bool(
        chunk.tool_calls or (isinstance(chunk, AIMessageChunk) and chunk.tool_call_chunks)
    )
    return speech.take(chunk.id, str(chunk.text), calls_tool=calls_tool)


def _end(speech: Speech, messages: Sequence[BaseMessage]) -> str:
    calls_tool = any(isinstance(each, AIMessage) and bool(each.tool_calls) for each in messages)
    return speech.end_message(calls_tool=calls_tool)


def _has_something_to_show(work: TurnWork) -> bool:
    return bool(work.proposals or work.speech.aside or work.speech.said)


def _point_at_cards(work: TurnWork) -> str:
    return load_phrases("replies")[work.turn.language]["look_at_card"].fill()


def _fixed_tokens(system_prompt: str, tools: Sequence[BaseTool]) -> int:
    texts = [system_prompt]
    for tool in tools:
        texts += [tool.description, json.dumps(tool.args, ensure_ascii=False)]
    return sum(estimate_tokens(text) + MESSAGE_TOKENS for text in texts)
