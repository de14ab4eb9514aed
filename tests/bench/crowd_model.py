"""The instant model of a crowd: it asks to remember what it is wished to, and digests talk."""

from __future__ import annotations

import json
import re
from collections.abc import AsyncIterator
from typing import Any, Final

from langchain_core.callbacks import AsyncCallbackManagerForLLMRun, CallbackManagerForLLMRun
from langchain_core.messages import AIMessage, AIMessageChunk, BaseMessage, HumanMessage
from langchain_core.messages.tool import tool_call_chunk
from langchain_core.outputs import ChatGeneration, ChatGenerationChunk, ChatResult

from tests.bench.instant_model import InstantModel

WISH: Final = "기억해줘"
_WISHED: Final = re.compile(rf"([^\n\]]*) {WISH} (\(\w+\))\s*$")
_DIGESTED: Final = re.compile(r'"n": (\d+), "said"')


class CrowdModel(InstantModel):
    """Calls `save_memory` once for "FACT 기억해줘 (TAG)", with "FACT (TAG)"; else as its parent."""

    def _generate(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: CallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> ChatResult:
        numbers = _DIGESTED.findall(messages[-1].text)
        if not numbers:
            return super()._generate(messages, stop, run_manager, **kwargs)
        digest = [{"n": int(each), "tags": ["이야기"], "facts": []} for each in numbers]
        return ChatResult(generations=[ChatGeneration(message=AIMessage(json.dumps(digest)))])

    async def _astream(
        self,
        messages: list[BaseMessage],
        stop: list[str] | None = None,
        run_manager: AsyncCallbackManagerForLLMRun | None = None,
        **kwargs: Any,  # noqa: ANN401  # BaseChatModel's own signature
    ) -> AsyncIterator[ChatGenerationChunk]:
        wished = _WISHED.search(messages[-1].text)
        if wished is None or not isinstance(messages[-1], HumanMessage):
            async for chunk in super()._astream(messages, stop, run_manager, **kwargs):
                yield chunk
            return
        call = tool_call_chunk(
            name="save_memory",
            args=json.dumps({"content": f"{wished[1]} {wished[2]}"}),
            id=f"call-{wished[2]}",
            index=0,
        )
        message = AIMessageChunk(content="", tool_call_chunks=[call], chunk_position="last")
        yield ChatGenerationChunk(message=message)
