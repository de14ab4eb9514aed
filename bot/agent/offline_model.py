"""A chat model without any model behind it, for when there is no key.

It works as real ones do, from the messages and the tools that it is given, and knows nothing else.
It reads wishes by rules and answers from the memories in its prompt and in the tools' results.
"""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from typing import Any, Final

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage
from langchain_core.messages.tool import ToolCall, ToolCallChunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

from bot.agent.offline_reading import read_messages
from bot.agent.offline_talk import decide

_PIECE: Final = re.compile(r"\S+\s*|\s+")
_FINISH: Final = {"finish_reason": "STOP", "model_name": "offline"}


class OfflineChatModel(BaseChatModel):
    """Answers about memories in Korean and English; calls no network."""

    @property
    def _llm_type(self) -> str:
        return "ttori-offline"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> Runnable[LanguageModelInput, AIMessage]:
        """Offer tools. It chooses among them by itself: `tool_choice` is not followed."""
        del tool_choice
        return self.bind(tools=[convert_to_openai_tool(each) for each in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> ChatResult:
        del stop, run_manager
        message = _think(messages, _names(kwargs))
        return ChatResult(generations=[ChatGeneration(message=message)])

    async def _agenerate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> ChatResult:
        del run_manager
        return self._generate(messages, stop, None, **kwargs)

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> AsyncIterator[ChatGenerationChunk]:
        del stop
        for chunk in _pieces(_think(messages, _names(kwargs))):
            if run_manager:
                await run_manager.on_llm_new_token(str(chunk.text), chunk=chunk)
            yield chunk


def _think(messages: Sequence[BaseMessage], tools: frozenset[str]) -> AIMessage:
    decision = decide(read_messages(messages), tools)
    if isinstance(decision, str):
        return AIMessage(decision, response_metadata=dict(_FINISH))
    calls = [
        ToolCall(name=call.tool, args=call.arguments, id=f"call-{len(messages)}-{number}")
        for number, call in enumerate(decision)
    ]
    return AIMessage("", tool_calls=calls, response_metadata=dict(_FINISH))


def _pieces(message: AIMessage) -> Iterator[ChatGenerationChunk]:
    for piece in _PIECE.findall(str(message.text)):
        yield ChatGenerationChunk(message=AIMessageChunk(content=piece))
    calls = [
        ToolCallChunk(
            name=call["name"],
            args=json.dumps(call["args"], ensure_ascii=False),
            id=call["id"],
            index=index,
        )
        for index, call in enumerate(message.tool_calls)
    ]
    yield ChatGenerationChunk(
        message=AIMessageChunk(
            content="",
            tool_call_chunks=calls,
            chunk_position="last",
            response_metadata=dict(_FINISH),
        )
    )


def _names(kwargs: dict[str, Any]) -> frozenset[str]:
    return frozenset(each["function"]["name"] for each in kwargs.get("tools", ()))
