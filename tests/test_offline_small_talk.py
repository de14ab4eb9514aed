"""What is small talk, and which reply it gets; and what only looks like it."""

from __future__ import annotations

import subprocess
import sys

import pytest

from bot.agent.offline_small_talk import small_talk
from bot.agent.prompts import load_phrases

_TALK = {
    "greeting": ["안녕", "안녕하세요~ 처음 뵙겠습니다", "안뇽", "Hi there!", "hello ttori", "😀"],
    "morning": ["좋은 아침!", "굿모닝", "Good morning"],
    "evening": ["좋은 저녁이에요", "good afternoon"],
    "good_night": ["잘 자", "안녕히 주무세요", "good night"],
    "how_are_you": ["잘 지냈어?", "안녕 잘 지냈어?", "How are you?"],
    "thanks": ["고마워 또리야", "정말 감사합니다", "ㅇㅋ 고마워", "thx", "Thank you so much!"],
    "goodbye": ["안녕히 계세요", "수고했어", "bye bye", "See you later"],
    "never_mind": ["아니야", "됐어", "never mind", "forget it"],
    "well_done": ["응", "네", "알겠어요", "ok", "👍", "❤️", ":thumbsup:"],
    "praise": ["똑똑하네", "역시 최고야", "good job"],
    "sorry": ["미안해", "죄송합니다", "sorry"],
    "laugh": ["ㅋㅋㅋㅋ", "하하", "lol", "haha"],
    "sad": ["ㅠㅠ", "😭", ":sob:"],
    "upset": ["아 짜증나", "바보야", "fuck you", "You're stupid"],
    "listening": ["...", "!!"],
    "confused": [
        "뭐라고?",
        "응?",
        "무슨 말이야?",
        "이해가 안 돼",
        "what?",
        "pardon?",
        "?",
        "ㅁㄴㅇㄹ",
    ],
    "number": ["12345", "42"],
    "is_bot": ["너 사람이야?", "너 AI야?", "are you a bot?"],
    "who": ["누구세요", "넌 누구니", "너 이름이 뭐야?", "who are you"],
    "help": [
        "너 뭐 할 수 있어?",
        "너는 뭘 할 수 있니?",
        "뭐 할 줄 알아?",
        "무슨 기능이 있어?",
        "사용법 알려줘",
        "어떻게 써?",
        "도와줘",
        "help me",
        "What can you do?",
        "how do I use you?",
    ],
    "history_what": ["변경 이력 보여줘", "기록 보여줘", "show my history"],
    "auto": ["자동 저장 꺼줘", "자동으로 기억하지 마", "설정", "turn off auto save"],
    "export": ["내 데이터 내보내기 해줘", "백업", "export my memories"],
    "import": ["가져오기", "import"],
    "stats": ["통계 보여줘", "stats"],
    "purge": ["기억 정리해줘", "clean up my memory"],
}


@pytest.mark.parametrize(
    ("said", "topic"), [(said, topic) for topic, sayings in _TALK.items() for said in sayings]
)
def test_small_talk_gets_the_reply_of_its_kind(said: str, topic: str) -> None:
    assert small_talk(said) == topic


@pytest.mark.parametrize("topic", _TALK)
def test_each_kind_has_a_reply_in_both_languages(topic: str) -> None:
    tables = load_phrases("replies")

    assert all(tables[language][topic].fill() for language in ("ko", "en"))


@pytest.mark.parametrize(
    "said",
    [
        "네모소프트 다녀",
        "에어컨 샀어",
        "바이올린 배워",
        "짱구 생일은 5월",
        "감사팀에서 일해",
        "매일 백업 확인",
        "자동차 바꿔야 해",
        "설정값은 3이야",
        "정리해고 당했어",
        "thanks, remember my dog is Coco",
        "또리가 누구야?",
        "또리 뭐 좋아해?",
        "내 이름이 뭐야?",
        "내 취미가 뭐야",
        "오늘 뭐 먹지?",
        "what is my name",
        "what do I do",
        "I like you and tea",
        "또리 생일이 언제야?",
        "이거 기억해줘",
    ],
)
def test_what_only_looks_like_small_talk_is_none(said: str) -> None:
    assert small_talk(said) == ""


def test_a_long_message_is_no_small_talk() -> None:
    assert small_talk("안녕 " * 40) == ""


def test_a_word_said_over_and_over_is_read_in_no_time() -> None:
    """With nested repeats a pattern would try each way to divide it, for hours."""
    read_all = (
        "from bot.agent.offline_small_talk import small_talk\n"
        "for word in ('기억', '줘', '내 ', '알려', '정말 ', 'help '):\n"
        "    small_talk((word * 28)[:56] + ' z')\n"
    )

    # A pattern that hangs lets nothing else of its process run: not even a timeout.
    done = subprocess.run(  # noqa: S603  # the code is this test's own
        [sys.executable, "-c", read_all], timeout=60, check=False
    )

    assert done.returncode == 0
