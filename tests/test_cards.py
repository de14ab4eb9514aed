"""Cards: they say what will happen to the letter, and then what has happened."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta

import pytest

from bot.texts import Texts
from bot.turn import Language
from bot.views import cards
from memory.facts.reading import read_fact
from memory.notebook import Forgotten, Reconsidered, Saved
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    ProposalState,
    Scope,
    Source,
    SourceKind,
)
from tests.slack_double import buttons, read_blocks

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, 20, tzinfo=UTC)
ME = Scope("T1", "U1")
SOURCE = Source(SourceKind.WISH, "", NOW)


def proposal(change: Change, text: str, old: str = "") -> Proposal:
    return Proposal(
        id="p1",
        scope=ME,
        change=change,
        fact=Fact(text),
        source=SOURCE,
        created_at=NOW,
        expires_at=NOW + timedelta(days=7),
        target="m1" if old else None,
        target_text=old,
    )


def memory(text: str, id_: str = "m1", *, active: bool = True) -> Memory:
    return Memory(id_, ME, read_fact(text), SOURCE, NOW, NOW, active=active)


def walk(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Mapping):
        yield value
        for item in value.values():
            yield from walk(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from walk(item)


CASES = {
    (Change.ADD, Language.KOREAN): (
        "💾 이렇게 기억할게요: 새것 맞나요?",
        {"예": "memory_confirm", "아니오": "memory_cancel", "수정": "memory_edit"},
    ),
    (Change.UPDATE, Language.KOREAN): (
        "🔄 기존 기억을 수정할게요.\n• 기존: 옛것\n• 수정: 새것",
        {"예": "memory_confirm", "아니오": "memory_cancel", "수정": "memory_edit"},
    ),
    (Change.CHOOSE, Language.KOREAN): (
        "🤔 비슷한 기억이 있어요. 바꿀까요, 둘 다 기억할까요?\n• 기존: 옛것\n• 수정: 새것",
        {"바꾸기": "memory_confirm", "둘 다 기억": "memory_keep_both", "아니오": "memory_cancel"},
    ),
    (Change.FORGET, Language.KOREAN): (
        "🗑️ 이 기억을 지울까요?\n옛것",
        {"지우기": "memory_confirm", "아니오": "memory_cancel"},
    ),
    (Change.ADD, Language.ENGLISH): (
        "💾 I'll remember: 새것 Is that right?",
        {"Yes": "memory_confirm", "No": "memory_cancel", "Edit": "memory_edit"},
    ),
}


@pytest.mark.parametrize(("change", "language"), CASES)
def test_a_card_says_what_it_will_do(change: Change, language: Language) -> None:
    words, labels = CASES[change, language]
    card = cards.card(TEXTS, language, proposal(change, "새것", "옛것"))
    assert read_blocks(card.blocks[:-1]) == words
    shown = buttons(card.blocks)
    assert {label: action for label, (action, _) in shown.items()} == labels
    assert {value for _, value in shown.values()} == {"p1"}


def test_the_fact_is_italic_and_our_words_are_not() -> None:
    card = cards.card(TEXTS, Language.KOREAN, proposal(Change.ADD, "새것"))
    italic = [each for each in walk(card.blocks) if each.get("style") == {"italic": True}]
    assert [each["text"] for each in italic] == ["새것"]


def test_an_override_of_the_reading_direction_does_not_reach_our_words() -> None:
    card = cards.card(TEXTS, Language.KOREAN, proposal(Change.ADD, "\u202e거꾸로"))
    assert read_blocks(card.blocks[:1]) == "💾 이렇게 기억할게요: 거꾸로 맞나요?"


def test_a_card_shows_both_facts_of_3000_characters_whole() -> None:
    card = cards.card(TEXTS, Language.KOREAN, proposal(Change.UPDATE, "나" * 3000, "가" * 3000))
    words = read_blocks(card.blocks)
    assert words.count("나") == 3000
    assert words.count("가") == 3000
    assert len(words) < 13_000


def test_after_a_yes_the_buttons_are_gone_and_the_text_stands_there() -> None:
    message = cards.answered(TEXTS, Language.KOREAN, Saved(memory("또리 생일: 10월 27일")))
    assert read_blocks(message.blocks) == "✅ 기억했습니다!또리 생일: 10월 27일"
    assert buttons(message.blocks) == {}


def test_what_was_forgotten_is_not_repeated() -> None:
    message = cards.answered(TEXTS, Language.KOREAN, Forgotten("비밀 이야기"))
    assert "비밀" not in message.text + read_blocks(message.blocks)


def test_a_reconsidered_card_says_that_nothing_is_saved_and_asks_anew() -> None:
    anew = Reconsidered(proposal(Change.UPDATE, "새것", "옛것"))
    message = cards.answered(TEXTS, Language.KOREAN, anew)
    assert "아직 아무것도 바꾸지 않았으니" in read_blocks(message.blocks)
    assert set(buttons(message.blocks)) == {"예", "아니오", "수정"}


@pytest.mark.parametrize(
    ("state", "change", "words"),
    [
        (ProposalState.CONFIRMED, Change.ADD, "✅ 이미 저장했어요."),
        (ProposalState.CONFIRMED, Change.FORGET, "🗑️ 이미 지웠어요."),
        (ProposalState.DISMISSED, Change.ADD, "이미 취소한 카드예요."),
        (ProposalState.REPLACED, None, "더 새로운 카드가 있어요. 그 카드에 답해 주세요."),
    ],
)
def test_an_answered_card_says_how_it_was_answered(
    state: ProposalState, change: Change | None, words: str
) -> None:
    assert read_blocks(cards.settled(TEXTS, Language.KOREAN, state, change).blocks) == words


def test_the_row_of_buttons_tells_what_the_card_asked() -> None:
    card = cards.card(TEXTS, Language.KOREAN, proposal(Change.FORGET, "새것", "옛것"))
    assert cards.asked_change(str(card.blocks[-1]["block_id"])) is Change.FORGET
    assert cards.asked_change("memory_paging") is None
