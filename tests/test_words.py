"""The words of the command, typed after it or said in a message."""

from __future__ import annotations

import pytest

from bot.listeners.words import Command, Word, read_command, spoken_command


@pytest.mark.parametrize(
    ("typed", "command"),
    [
        ("", Command(Word.LIST)),
        ("  ", Command(Word.LIST)),
        ("list", Command(Word.LIST)),
        ("목록", Command(Word.LIST)),
        ("search  생일", Command(Word.SEARCH, "생일")),
        ("검색 또리 생일", Command(Word.SEARCH, "또리 생일")),
        ("ADD x is y", Command(Word.ADD, "x is y")),
        ("추가 내 생일은 10월 27일", Command(Word.ADD, "내 생일은 10월 27일")),
        ("edit 생일", Command(Word.EDIT, "생일")),
        ("수정", Command(Word.EDIT)),
        ("forget 생일", Command(Word.FORGET, "생일")),
        ("삭제 생일", Command(Word.FORGET, "생일")),
        ("history 생일", Command(Word.HISTORY, "생일")),
        ("기록 생일", Command(Word.HISTORY, "생일")),
        ("help", Command(Word.HELP)),
        ("도움말", Command(Word.HELP)),
        ("뭐야 이거", Command(Word.UNKNOWN, "뭐야")),
        ("찾기 생일", Command(Word.SEARCH, "생일")),
        ("검섹 생일", Command(Word.UNKNOWN, "검섹", "검색 생일")),
        ("serach my birthday", Command(Word.UNKNOWN, "serach", "search my birthday")),
        ("도움맒", Command(Word.UNKNOWN, "도움맒", "도움말")),
        ("리스트", Command(Word.LIST)),
        ("목록 보여줘", Command(Word.LIST)),
        ("지워 생일", Command(Word.FORGET, "생일")),
        ("show", Command(Word.LIST)),
        ("show all", Command(Word.LIST)),
        ("전체", Command(Word.LIST)),
        ("show birthday", Command(Word.SEARCH, "birthday")),
        ("delete birthday", Command(Word.FORGET, "birthday")),
        ("remove birthday", Command(Word.FORGET, "birthday")),
        ("지우기 생일", Command(Word.FORGET, "생일")),
        ("생일 삭제", Command(Word.FORGET, "생일")),
        ("또리 생일 기록", Command(Word.HISTORY, "또리 생일")),
        ("undo birthday", Command(Word.HISTORY, "birthday")),
        ("forget everything", Command(Word.ERASE)),
        ("delete ALL", Command(Word.ERASE)),
        ("delete all my memories", Command(Word.ERASE)),
        ("삭제 전부", Command(Word.ERASE)),
        ("삭제 모든 기억", Command(Word.ERASE)),
        ("전부 삭제", Command(Word.ERASE)),
        ("forget all hands meeting", Command(Word.FORGET, "all hands meeting")),
        ("삭제 전부치기", Command(Word.FORGET, "전부치기")),
        ("auto", Command(Word.AUTO)),
        ("auto on", Command(Word.AUTO, "on")),
        ("자동 켜기", Command(Word.AUTO, "켜기")),
        ("export", Command(Word.EXPORT)),
        ("내보내기", Command(Word.EXPORT)),
        ("import\n{}", Command(Word.IMPORT, "{}")),
        ("가져오기", Command(Word.IMPORT)),
        ("purge", Command(Word.PURGE)),
        ("정리", Command(Word.PURGE)),
        ("stats", Command(Word.STATS)),
        ("통계", Command(Word.STATS)),
    ],
)
def test_words_are_read_in_both_languages(typed: str, command: Command) -> None:
    assert read_command(typed) == command


@pytest.mark.parametrize("said", ["안녕", "기억", "추가", "memory list", "목록 보여줘", ""])
def test_talk_is_no_command(said: str) -> None:
    assert spoken_command(said) is None
