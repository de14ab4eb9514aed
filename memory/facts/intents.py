"""What one sentence asks of the memory, before the sentences of a message are put together."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class IntentKind(StrEnum):
    """What a sentence is for."""

    SAVE = "save"
    DO_NOT_SAVE = "do_not_save"
    FORGET = "forget"
    LIST = "list"
    HISTORY = "history"
    UNDO = "undo"
    ASK = "ask"
    SUPPOSE = "suppose"
    QUOTE = "quote"
    CHAT = "chat"


@dataclass(frozen=True, slots=True)
class Intent:
    """One sentence's intent. `content` is what is to be saved, or the words to search with.

    `named` is a thing that is to be saved while nothing is said of it ("내 생일 기억해줘").
    """

    kind: IntentKind
    content: str = ""
    corrects: bool = False
    everything: bool = False
    named: str = ""
