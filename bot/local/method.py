"""One method of the Web API: what it does and what a token needs for it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum

from bot.local.json_values import Json
from bot.local.workspace import Workspace


class Token(StrEnum):
    """The kind of token that a method takes."""

    BOT = "bot"
    APP = "app"
    NONE = "none"


@dataclass(frozen=True, slots=True)
class Method:
    """`scopes` are alternatives: one of them is enough; none are needed when it is empty.

    `run` gets the merged arguments and answers the body, or raises `Refusal`.
    """

    run: Callable[[Workspace, Json], Json]
    scopes: tuple[str, ...] = ()
    token: Token = Token.BOT
