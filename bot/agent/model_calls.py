"""How the agent calls its model: few times, with patience, and with every failure given a name."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, TypeAlias

from langchain.agents import AgentState
from langchain.agents.middleware import AgentMiddleware, ModelRequest, ModelResponse
from langchain_core.messages import AIMessage

from bot.agent.errors import ModelBroken, ModelFailed, ModelRefused, translate
from bot.agent.toolbox import TurnWork

CALLS_AT_MOST: Final = 5
"""Model calls in one turn. The last one gets no tools, so that it has to answer."""

_REFUSALS: Final = frozenset({"SAFETY", "PROHIBITED_CONTENT", "BLOCKLIST", "RECITATION", "SPII"})

Request: TypeAlias = ModelRequest[TurnWork]
Response: TypeAlias = ModelResponse[None]

log = logging.getLogger(__name__)


class PatientCalls(AgentMiddleware[AgentState[None], TurnWork, None]):
    """Calls the model again when a failure may pass and nothing of the answer was let out yet.

    `waits_seconds` are the pauses before the second, third, … attempt; a pause that would pass the
    turn's deadline is not begun. Raises `ModelFailed` and nothing else of the provider's.
    """

    def __init__(self, waits_seconds: Sequence[float]) -> None:
        super().__init__()
        self._waits_seconds = tuple(waits_seconds)

    async def awrap_model_call(
        self, request: Request, handler: Callable[[Request], Awaitable[Response]]
    ) -> Response:
        """One model call of the agent's loop, with its retries."""
        work = request.runtime.context
        work.model_calls += 1
        if work.model_calls >= CALLS_AT_MOST:
            request = request.override(tools=[])
        for wait_seconds in (*self._waits_seconds, None):
            work.speech.begin_attempt()
            try:
                return await _call(request, handler)
            except ModelFailed as failure:
                if not failure.is_passing or work.speech.is_committed or wait_seconds is None:
                    raise
                if asyncio.get_running_loop().time() + wait_seconds >= work.deadline:
                    raise
                log.warning("[agent] model failed, trying again: %s", failure)
            await asyncio.sleep(wait_seconds)
        raise AssertionError  # pragma: no cover  # the last round returns or raises


async def _call(request: Request, handler: Callable[[Request], Awaitable[Response]]) -> Response:
    try:
        response = await handler(request)
    except Exception as error:  # every provider's client has its own exceptions
        raise translate(error) from error
    for message in response.result:
        if isinstance(message, AIMessage):
            _check(message)
    return response


def _check(message: AIMessage) -> None:
    """Find the failures that come as an answer."""
    metadata = message.response_metadata
    feedback = metadata.get("prompt_feedback") or {}
    finish = str(metadata.get("finish_reason", ""))
    if feedback.get("block_reason") or finish in _REFUSALS:
        raise ModelRefused("The model's provider blocked this message or its answer.")
    says_something = bool(message.tool_calls or str(message.text).strip())
    is_gemini = metadata.get("model_provider") == "google_genai"
    if is_gemini and not finish and says_something:
        raise ModelBroken("The model's answer was cut off.", is_passing=True)
    if not says_something and message.invalid_tool_calls:
        raise ModelBroken("The model called a tool in a way nobody can read.", is_passing=True)
    if not says_something:
        raise ModelRefused("The model said nothing.", is_passing=True)
