"""What other people's exceptions mean here."""

from __future__ import annotations

import pytest
from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelNotFoundError,
    ModelRateLimitError,
    ModelTimeoutError,
)

from bot.agent.errors import (
    ModelBroken,
    ModelBusy,
    ModelDenied,
    ModelFailed,
    ModelMisnamed,
    ModelTimeout,
    translate,
)


class CarriesStatus(Exception):
    """As the clients of other providers do."""

    def __init__(self, status_code: int) -> None:
        super().__init__("no")
        self.status_code = status_code


class ReadTimeout(Exception):
    """As httpx names its own."""


@pytest.mark.parametrize(
    ("error", "meaning", "is_passing"),
    [
        (ModelRateLimitError(), ModelBusy, True),
        (ModelTimeoutError(), ModelTimeout, True),
        (ModelAPIError(), ModelBroken, True),
        (ModelConnectionError(), ModelBroken, True),
        (ModelAuthenticationError(), ModelDenied, False),
        (ModelNotFoundError(), ModelMisnamed, False),
        (ContextOverflowError(), ModelBroken, False),
        (TimeoutError(), ModelTimeout, True),
        (ReadTimeout(), ModelTimeout, True),
        (ConnectionResetError(), ModelBroken, True),
        (ValueError("broken JSON"), ModelBroken, True),
        (CarriesStatus(400), ModelBroken, False),
        (CarriesStatus(401), ModelDenied, False),
        (CarriesStatus(404), ModelMisnamed, False),
        (CarriesStatus(429), ModelBusy, True),
        (CarriesStatus(529), ModelBroken, True),
        (ValueError("Invalid API key"), ModelDenied, False),
    ],
)
def test_an_exception_gets_its_name(
    error: Exception, meaning: type[ModelFailed], *, is_passing: bool
) -> None:
    failure = translate(error)

    assert type(failure) is meaning
    assert failure.is_passing is is_passing


def test_the_message_of_another_exception_is_not_repeated() -> None:
    assert "sk-123" not in str(translate(ValueError("header was Bearer sk-123")))


@pytest.mark.parametrize(
    ("error", "advice"),
    [(ModelNotFoundError(), "CHAT_MODEL"), (ModelAuthenticationError(), "GOOGLE_API_KEY")],
)
def test_what_the_operator_can_mend_says_how(error: Exception, advice: str) -> None:
    assert advice in str(translate(error))
