"""A chat model that takes no time, so that what is measured is our part of a turn."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable, Sequence
from typing import Any, Final, Literal

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.language_models import BaseChatModel, LanguageModelInput
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult
from langchain_core.runnables import Runnable
from langchain_core.tools import BaseTool
from langchain_core.utils.function_calling import convert_to_openai_tool

FIRST, LAST = "네, ", " 여기 있습니다."
"""How each answer begins and ends; between them stands the end of what was asked, so that no two
answers are the same."""

_QUOTED_CHARS: Final = 40


class InstantModel(BaseChatModel):
    """Answers everything in three pieces at once and calls no tool."""

    @property
    def _llm_type(self) -> str:
        return "instant"

    def bind_tools(
        self,
        tools: Sequence[dict[str, Any] | type | Callable[..., Any] | BaseTool],
        *,
        tool_choice: str | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> Runnable[LanguageModelInput, AIMessage]:
        del tool_choice
        return self.bind(tools=[convert_to_openai_tool(each) for each in tools], **kwargs)

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> ChatResult:
        del stop, run_manager, kwargs
        return ChatResult(
            generations=[ChatGeneration(message=AIMessage("".join(_pieces(messages))))]
        )

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> AsyncIterator[ChatGenerationChunk]:
        del stop, kwargs
        for piece in _pieces(messages):
            position: Literal["last"] | None = "last" if piece == LAST else None
            chunk = AIMessageChunk(content=piece, chunk_position=position)
            if run_manager:
                await run_manager.on_llm_new_token(piece)
            yield ChatGenerationChunk(message=chunk)


def _pieces(messages: list[BaseMessage]) -> tuple[str, str, str]:
    asked = next(each for each in reversed(messages) if isinstance(each, HumanMessage))
    return FIRST, asked.text[-_QUOTED_CHARS:], LAST
