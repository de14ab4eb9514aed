"""Counts the model's calls: those that answer somebody, and all of them by what they are for."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final
from uuid import UUID

from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage
from langchain_core.outputs import LLMResult

from bot.metering import Meter

FAILED_CALLS: Final = 3
"""So many calls in a row without an answer mean that the model is ill."""


def count_talk(model: BaseChatModel, talked: Callable[[], None], *, beside: str) -> None:
    """Have `talked` called at each of the model's calls that does not bear the tag `beside`."""
    held = model.callbacks if isinstance(model.callbacks, list) else []
    model.callbacks = [*held, _Counter(talked, beside)]


def watch_model(model: BaseChatModel, meter: Meter, *, beside: str) -> ModelWatch:
    """Count every call of the model, those that bear the tag `beside` as background's."""
    watch = ModelWatch(meter, beside)
    held = model.callbacks if isinstance(model.callbacks, list) else []
    model.callbacks = [*held, watch]
    return watch


class ModelWatch(AsyncCallbackHandler):
    """Counts calls, and knows whether the model answers."""

    run_inline = True

    def __init__(self, meter: Meter, beside: str) -> None:
        super().__init__()
        self._meter = meter
        self._beside = beside
        self._failed_in_a_row = 0

    def is_well(self) -> bool:
        """Whether one of the last calls was answered; nothing is asked to find out."""
        return self._failed_in_a_row < FAILED_CALLS

    async def on_chat_model_start(
        self,
        serialized: dict[str, Any],  # noqa: ARG002  (LangChain's signature)
        messages: list[list[BaseMessage]],  # noqa: ARG002  (LangChain's signature)
        *,
        tags: list[str] | None = None,
        **kwargs: Any,  # noqa: ANN401, ARG002  (LangChain's signature)
    ) -> None:
        """Count a call that is about to be made."""
        self._meter.model_call("background" if self._beside in (tags or ()) else "talk")

    async def on_llm_end(
        self,
        response: LLMResult,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401, ARG002  (LangChain's signature)
    ) -> None:
        """The model answered."""
        self._failed_in_a_row = 0

    async def on_llm_error(
        self,
        error: BaseException,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401, ARG002  (LangChain's signature)
    ) -> None:
        """The model did not answer."""
        self._failed_in_a_row += 1


class _Counter(AsyncCallbackHandler):
    run_inline = True

    def __init__(self, talked: Callable[[], None], beside: str) -> None:
        super().__init__()
        self._talked = talked
        self._beside = beside

    async def on_chat_model_start(
        self,
        serialized: dict[str, Any],  # noqa: ARG002  (LangChain's signature)
        messages: list[list[BaseMessage]],  # noqa: ARG002  (LangChain's signature)
        *,
        run_id: UUID,  # noqa: ARG002  (LangChain's signature)
        parent_run_id: UUID | None = None,  # noqa: ARG002  (LangChain's signature)
        tags: list[str] | None = None,
        metadata: dict[str, Any] | None = None,  # noqa: ARG002  (LangChain's signature)
        **kwargs: Any,  # noqa: ANN401, ARG002  (LangChain's signature)
    ) -> None:
        """Count a call that is about to be made."""
        if self._beside not in (tags or ()):
            self._talked()
