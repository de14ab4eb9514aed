"""Everything that can go wrong with the chat model, as one tree.

ModelFailed
├── ModelBusy       too many calls (429), also after the retries
├── ModelTimeout    no whole answer in the time allowed
├── ModelRefused    a blocked prompt, or nothing said
├── ModelBroken     server errors, broken answers, cut streams, no network
├── ModelDenied     the provider does not accept the key
└── ModelMisnamed   no such model or provider, or its package or key is missing
"""

from __future__ import annotations

from typing import Final

from langchain_core.exceptions import (
    ContextOverflowError,
    ModelAPIError,
    ModelAuthenticationError,
    ModelConnectionError,
    ModelInvalidRequestError,
    ModelNotFoundError,
    ModelPermissionDeniedError,
    ModelRateLimitError,
    ModelRefusalError,
    ModelTimeoutError,
)


class ModelFailed(Exception):
    """The model gave no whole answer. Keep what was said, apologise, and go on.

    `is_passing` tells that the same call may well succeed a moment later.
    """

    def __init__(self, message: str, *, is_passing: bool = False) -> None:
        super().__init__(message)
        self.is_passing = is_passing


class ModelBusy(ModelFailed):
    """Too many calls: ask the person to try again in a minute."""


class ModelTimeout(ModelFailed):
    """No whole answer in the time allowed: ask the person to try again."""


class ModelRefused(ModelFailed):
    """The model would not answer, or said nothing: ask the person to put it differently."""


class ModelBroken(ModelFailed):
    """The provider or the network failed: ask the person to try again."""


class ModelDenied(ModelFailed):
    """The provider does not accept the key: the operator has to mend it; the message says how."""


class ModelMisnamed(ModelFailed):
    """No such model: the operator has to choose another; the message says how."""


_BY_KIND: Final[tuple[tuple[type[Exception], type[ModelFailed], bool], ...]] = (
    (ModelRateLimitError, ModelBusy, True),
    (ModelTimeoutError, ModelTimeout, True),
    (TimeoutError, ModelTimeout, True),
    (ModelNotFoundError, ModelMisnamed, False),
    (ModelAuthenticationError, ModelDenied, False),
    (ModelPermissionDeniedError, ModelDenied, False),
    (ModelRefusalError, ModelRefused, False),
    (ContextOverflowError, ModelBroken, False),
    (ModelInvalidRequestError, ModelBroken, False),
    (ModelAPIError, ModelBroken, True),
    (ModelConnectionError, ModelBroken, True),
)
_BY_STATUS: Final[dict[int, tuple[type[ModelFailed], bool]]] = {
    400: (ModelBroken, False),
    401: (ModelDenied, False),
    403: (ModelDenied, False),
    404: (ModelMisnamed, False),
    408: (ModelTimeout, True),
    429: (ModelBusy, True),
}
_ADVICE: Final[dict[type[ModelFailed], str]] = {
    ModelBusy: "The model is over its rate limit",
    ModelTimeout: "The model did not answer in time",
    ModelRefused: "The model would not answer",
    ModelBroken: "The model's answer could not be used",
    ModelDenied: "The provider refused the key: check GOOGLE_API_KEY or the one it needs",
    ModelMisnamed: "The provider does not know this model: choose another with CHAT_MODEL",
}


def translate(error: Exception) -> ModelFailed:
    """What an exception of any provider's client means here. Raise it `from error`.

    LangChain's own classes come first, then the HTTP status that most clients carry, then the
    class's name for timeouts; anything else counts as broken, and as worth another try.
    """
    kind, is_passing = _classify(error)
    return kind(f"{_ADVICE[kind]} ({type(error).__name__}).", is_passing=is_passing)


def _classify(error: Exception) -> tuple[type[ModelFailed], bool]:
    if "api key" in str(error).lower() and _status(error) in {None, 400, 401, 403}:
        return ModelDenied, False
    for known, kind, is_passing in _BY_KIND:
        if isinstance(error, known):
            return kind, is_passing
    status = _status(error)
    if status is not None and status in _BY_STATUS:
        return _BY_STATUS[status]
    if "Timeout" in type(error).__name__:
        return ModelTimeout, True
    return ModelBroken, True


def _status(error: Exception) -> int | None:
    for name in ("status_code", "code", "status"):
        status = getattr(error, name, None)
        if isinstance(status, int):
            return status
    return None
