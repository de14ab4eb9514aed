"""Counts the model's calls that answer somebody; background work counts its own beforehand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

from langchain_core.callbacks import AsyncCallbackHandler
from langchain_core.language_models import BaseChatModel
from langchain_core.messages import BaseMessage


def count_talk(model: BaseChatModel, talked: Callable[[], None], *, beside: str) -> None:
    """Have `talked` called at each of the model's calls that does not bear the tag `beside`."""
    held = model.callbacks if isinstance(model.callbacks, list) else []
    model.callbacks = [*held, _Counter(talked, beside)]


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
