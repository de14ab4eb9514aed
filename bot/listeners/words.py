"""The words of the command, Korean and English."""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass
from difflib import get_close_matches
from enum import StrEnum
from typing import Final

from bot.views.ids import MEMORY_COMMAND
from memory.records import AutoMode


class Word(StrEnum):
    """What the command can do."""

    LIST = "list"
    SEARCH = "search"
    ADD = "add"
    EDIT = "edit"
    FORGET = "forget"
    ERASE = "erase"
    HISTORY = "history"
    WHY = "why"
    AUTO = "auto"
    EXPORT = "export"
    IMPORT = "import"
    PURGE = "purge"
    STATS = "stats"
    HELP = "help"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Command:
    """A word and what follows it.

    For an unknown word `rest` is the word itself, and `near` the command that it may be a slip of.
    """

    word: Word
    rest: str = ""
    near: str = ""


_WORDS: Final = {
    said: word
    for word, all_said in {
        Word.LIST: "list ls show view 목록 리스트 보기 보여줘 조회",
        Word.SEARCH: "search find 검색 찾기 찾아 찾아줘",
        Word.ADD: "add new save remember 추가 기억 저장 기억해줘",
        Word.EDIT: "edit change update fix 수정 변경 고치기 고쳐 고쳐줘 바꾸기 바꿔 바꿔줘",
        Word.FORGET: "forget delete remove rm erase 삭제 지우기 제거 잊기 지워 지워줘 잊어 잊어줘",
        Word.HISTORY: "history versions undo 기록 이력 히스토리 되돌리기",
        Word.WHY: "why reason reasons sources 왜 이유 근거 출처",
        Word.AUTO: "auto automatic 자동 자동기억",
        Word.EXPORT: "export download backup 내보내기 백업",
        Word.IMPORT: "import upload restore 가져오기 불러오기 복원",
        Word.PURGE: "purge clean cleanup 정리 청소",
        Word.STATS: "stats stat statistics 통계 현황",
        Word.HELP: "help ? 도움말 도움 사용법",
    }.items()
    for said in all_said.split()
}
_EVERYTHING: Final = re.compile(
    r"everything|all(?: of (?:it|them))?|all (?:my )?memories"
    r"|(?:내 )?(?:기억 )?(?:전부|전체|모두|모든 (?:것|거|기억))(?: ?다)?",
    re.IGNORECASE,
)
_WAYS: Final = {
    said: mode
    for mode, all_said in {
        AutoMode.ASK: "ask 묻기 물어보기 물어봐 물어봐줘 확인",
        AutoMode.ON: "on yes true 켜기 켜 켜줘 켬 예 네",
        AutoMode.OFF: "off no false 끄기 꺼 꺼줘 끔 아니오 아니요",
    }.items()
    for said in all_said.split()
}
_HANGUL: Final = re.compile("[가-힣]")
_LIKE: Final = 0.7
"""How much of two words must be alike, of 1, for one to be a slip of the other."""
_ALONE: Final = frozenset({"list", "help", "목록", "도움말"})


def read_command(text: str) -> Command:
    """The command in what was typed after its name.

    In Korean the verb may come last ("생일 삭제"). A list of something is a search for it.
    """
    first, rest = _parted(text)
    word = Word.LIST if not first or _is_everything(text) else _WORDS.get(first.casefold())
    if word is None:
        before, _, last = " ".join(text.split()).rpartition(" ")
        word, rest = _WORDS.get(last) if _HANGUL.match(last) and before else None, before
    if word is None:
        near = _near(first)
        return Command(Word.UNKNOWN, first, f"{near} {_parted(text)[1]}".strip() if near else "")
    if _is_everything(rest):
        word = Word.ERASE if word is Word.FORGET else word
        rest = "" if word in {Word.ERASE, Word.LIST} else rest
    if word is Word.LIST and _WORDS.get(rest.casefold()) is Word.LIST:
        rest = ""  # "목록 보여줘"
    if word is Word.LIST and rest:
        word = Word.SEARCH
    return Command(word, rest)


def spoken_command(text: str) -> Command | None:
    """The command in a message, for threads, where Slack refuses slash commands; else None.

    `/memory …` is one, and so is "목록", "도움말", "list" or "help" as the whole message.
    """
    first, rest = _parted(text)
    if first == MEMORY_COMMAND:
        return read_command(rest)
    return read_command(text) if text.casefold() in _ALONE else None


def read_auto(said: str) -> AutoMode | None:
    """The way of remembering by itself that a word names; None for none of them."""
    return _WAYS.get("".join(said.casefold().split()))


def _near(typed: str) -> str:
    """The word that one may be a slip of ("serach", "검섹"), letter by letter; "" for none."""
    letters = {unicodedata.normalize("NFD", word): word for word in _WORDS}
    slip = unicodedata.normalize("NFD", typed.casefold())
    found = get_close_matches(slip, letters, n=1, cutoff=_LIKE)
    return letters[found[0]] if found else ""


def _parted(text: str) -> tuple[str, str]:
    """The first word, and what follows it as it was typed."""
    parts = text.split(maxsplit=1)
    return (parts[0] if parts else ""), (parts[1].strip() if len(parts) > 1 else "")


def _is_everything(text: str) -> bool:
    return _EVERYTHING.fullmatch(" ".join(text.split())) is not None
