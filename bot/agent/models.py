"""Chooses the chat model: Gemini, any LangChain provider's, or the offline one without a key."""

from __future__ import annotations

import warnings
from dataclasses import dataclass
from typing import Final

from langchain.chat_models import init_chat_model
from langchain_core.language_models import BaseChatModel

from bot.agent.errors import ModelDenied, ModelMisnamed
from bot.agent.offline_model import OfflineChatModel
from bot.settings import DEFAULT_CHAT_MODEL, Settings

OFFLINE: Final = "offline"

_GEMINI: Final = "google_genai"
_GEMINI_API_VERSION: Final = "v1beta"
_ONE_ATTEMPT: Final = 1
"""The provider's client does not retry: `bot.agent.model_calls` does, within its deadline."""


@dataclass(frozen=True, slots=True)
class ChosenModel:
    """A chat model, what to call it, and whether no real model is behind it."""

    model: BaseChatModel
    name: str
    is_offline: bool

    async def close(self) -> None:
        """Close its connections, on the event loop that used it, when its client can be closed."""
        close = getattr(self.model, "aclose", None)
        if close is not None:
            await close()


def choose_model(settings: Settings) -> ChosenModel:
    """The model that the settings name. Asks nobody: a wrong model name shows at the first call.

    Raises `ModelMisnamed` for an unknown provider or a missing package, and `ModelDenied` for a
    missing key; the messages say what to do.
    """
    name = settings.chat_model
    if name is None:
        name = DEFAULT_CHAT_MODEL if settings.google_api_key else OFFLINE
    if name == OFFLINE:
        return ChosenModel(OfflineChatModel(), OFFLINE, is_offline=True)
    provider, colon, model_name = name.partition(":")
    if not (provider and colon and model_name):
        raise ModelMisnamed(
            f"CHAT_MODEL={name} does not name a provider and a model: write provider:model, "
            f"such as {DEFAULT_CHAT_MODEL}, or {OFFLINE}."
        )
    if provider == _GEMINI:
        return ChosenModel(_gemini(settings, model_name), name, is_offline=False)
    return ChosenModel(_of_any_provider(name, provider), name, is_offline=False)


def _gemini(settings: Settings, model_name: str) -> BaseChatModel:
    if settings.google_api_key is None:
        raise ModelDenied(
            f"CHAT_MODEL={_GEMINI}:{model_name} needs GOOGLE_API_KEY: set it, or leave CHAT_MODEL "
            "out to run offline."
        )
    return init_chat_model(
        model_name,
        model_provider=_GEMINI,
        api_key=settings.google_api_key.get_secret_value(),
        base_url=settings.google_base_url,
        api_version=_GEMINI_API_VERSION,
        timeout=settings.reply_timeout_seconds,
        max_retries=_ONE_ATTEMPT,
        thinking_level="minimal",
        temperature=None,
    )


def _of_any_provider(name: str, provider: str) -> BaseChatModel:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", DeprecationWarning)
            return init_chat_model(name)
    except ImportError as error:
        raise ModelMisnamed(
            f"CHAT_MODEL={name} needs a package that is not installed: "
            f"install langchain-{provider.replace('_', '-')} into the same environment ({error})."
        ) from error
    except ValueError as error:
        raise ModelMisnamed(
            f"CHAT_MODEL={name} cannot be used ({_first_line(error)}). Write provider:model, "
            f"such as {DEFAULT_CHAT_MODEL}."
        ) from error
    except Exception as error:  # every provider's client has its own exceptions
        raise ModelDenied(
            f"CHAT_MODEL={name} could not be set up ({_first_line(error)}). "
            "Check the provider's key."
        ) from error


def _first_line(error: Exception) -> str:
    """LangChain lists every provider that it knows below."""
    return str(error).strip().partition("\n")[0].rstrip(".")
