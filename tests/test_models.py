"""Which chat model is chosen, and what an operator is told when it cannot be."""

from __future__ import annotations

import sys

import pytest
from pydantic import SecretStr

from bot.agent.errors import ModelDenied, ModelMisnamed
from bot.agent.models import OFFLINE, choose_model
from bot.agent.offline_model import OfflineChatModel
from bot.settings import Settings

KEY = SecretStr("loopback-key")


@pytest.fixture(autouse=True)
def _no_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("GOOGLE_API_KEY", "GEMINI_API_KEY", "GOOGLE_BASE_URL", "CHAT_MODEL"):
        monkeypatch.delenv(name, raising=False)


def settings(**values: object) -> Settings:
    return Settings.model_validate(values)


def test_without_a_key_the_offline_model_is_chosen() -> None:
    chosen = choose_model(settings())

    assert chosen.is_offline
    assert isinstance(chosen.model, OfflineChatModel)


async def test_with_a_key_gemini_is_chosen() -> None:
    chosen = choose_model(settings(google_api_key=KEY))

    assert chosen.name == "google_genai:gemini-3.5-flash-lite"
    assert not chosen.is_offline
    assert type(chosen.model).__name__ == "ChatGoogleGenerativeAI"
    await chosen.close()


async def test_gemini_gets_a_time_limit_and_does_not_retry_by_itself() -> None:
    chosen = choose_model(settings(google_api_key=KEY, TTORI_REPLY_TIMEOUT=7))

    assert (chosen.model.timeout, chosen.model.max_retries) == (7, 1)  # type: ignore[attr-defined]
    assert chosen.model.temperature is None  # type: ignore[attr-defined]
    await chosen.close()


async def test_the_key_does_not_show() -> None:
    chosen = choose_model(settings(google_api_key=KEY))

    assert KEY.get_secret_value() not in repr(chosen)
    await chosen.close()


def test_the_offline_model_can_be_chosen_although_there_is_a_key() -> None:
    assert choose_model(settings(google_api_key=KEY, chat_model=OFFLINE)).is_offline


async def test_closing_a_model_without_connections_does_nothing() -> None:
    await choose_model(settings()).close()


def test_gemini_without_a_key_says_what_to_set() -> None:
    with pytest.raises(ModelDenied, match="GOOGLE_API_KEY"):
        choose_model(settings(chat_model="google_genai:gemini-3.5-flash-lite"))


@pytest.mark.parametrize("name", ["gemini-3.5-flash-lite", "google_genai:", ":gemini", "  "])
def test_a_name_without_a_provider_says_how_to_write_it(name: str) -> None:
    with pytest.raises(ModelMisnamed, match="provider:model"):
        choose_model(settings(chat_model=name, google_api_key=KEY))


def test_an_unknown_provider_is_named() -> None:
    with pytest.raises(ModelMisnamed, match="CHAT_MODEL=nobody:some-model"):
        choose_model(settings(chat_model="nobody:some-model"))


def test_a_provider_whose_package_is_missing_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setitem(sys.modules, "langchain_groq", None)

    with pytest.raises(ModelMisnamed, match="install langchain-groq"):
        choose_model(settings(chat_model="groq:some-model"))
