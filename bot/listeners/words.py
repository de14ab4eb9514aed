"""The words of the command, Korean and English."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from bot.views.ids import MEMORY_COMMAND


class Word(StrEnum):
    """What the command can do."""

    LIST = "list"
    SEARCH = "search"
    ADD = "add"
    EDIT = "edit"
    FORGET = "forget"
    HISTORY = "history"
    HELP = "help"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Command:
    """A word and what follows it; for an unknown word `rest` is the word itself."""

    word: Word
    rest: str = ""


_WORDS: Final = {
    "": Word.LIST,
    "list": Word.LIST,
    "ls": Word.LIST,
    "목록": Word.LIST,
    "search": Word.SEARCH,
    "find": Word.SEARCH,
    "검색": Word.SEARCH,
    "찾기": Word.SEARCH,
    "add": Word.ADD,
    "remember": Word.ADD,
    "추가": Word.ADD,
    "기억": Word.ADD,
    "edit": Word.EDIT,
    "change": Word.EDIT,
    "수정": Word.EDIT,
    "forget": Word.FORGET,
    "delete": Word.FORGET,
    "remove": Word.FORGET,
    "삭제": Word.FORGET,
    "지우기": Word.FORGET,
    "history": Word.HISTORY,
    "기록": Word.HISTORY,
    "help": Word.HELP,
    "도움말": Word.HELP,
}
_ALONE: Final = frozenset({"list", "help", "목록", "도움말"})


def read_command(text: str) -> Command:
    """The command in what was typed after its name."""
    first, _, rest = text.strip().partition(" ")
    word = _WORDS.get(first.casefold())
    return Command(Word.UNKNOWN, first) if word is None else Command(word, rest.strip())


def spoken_command(text: str) -> Command | None:
    """The command in a message, for threads, where Slack refuses slash commands; else None.

    `/memory …` is one, and so is "목록", "도움말", "list" or "help" as the whole message.
    """
    first, _, rest = text.partition(" ")
    if first == MEMORY_COMMAND:
        return read_command(rest)
    return read_command(text) if text.casefold() in _ALONE else None
