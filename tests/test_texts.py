"""The texts: both languages say the same things, and nothing goes missing without a name."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import bot
from bot.texts import NameMissing, Piece, TextMissing, Texts
from bot.turn import Language

TEXTS = Texts.load()
SOURCES = Path(bot.__file__).parent


def test_both_languages_have_the_same_keys() -> None:
    assert TEXTS.keys(Language.KOREAN) == TEXTS.keys(Language.ENGLISH)


@pytest.mark.parametrize("key", sorted(TEXTS.keys(Language.KOREAN)))
def test_a_text_wants_the_same_names_in_both_languages(key: str) -> None:
    assert TEXTS.names(Language.KOREAN, key) == TEXTS.names(Language.ENGLISH, key)


def test_every_key_that_the_code_spells_out_exists() -> None:
    spelled = {
        key
        for file in SOURCES.rglob("*.py")
        for key in re.findall(
            r'"((?:card|list|command|sources|failure|talk|prompts|form|home|history|button|auto|stats|purge|erase|export|import|shortcut|talks)\.[a-z_]+)"',
            file.read_text(encoding="utf-8"),
        )
        if not key.endswith("_")
    }
    assert len(spelled) > 40
    assert spelled <= TEXTS.keys(Language.KOREAN)


def test_a_missing_text_is_named() -> None:
    with pytest.raises(TextMissing, match=r"en\.toml has no text 'card\.nope'"):
        TEXTS.say(Language.ENGLISH, "card.nope")


def test_a_missing_name_is_named() -> None:
    with pytest.raises(NameMissing, match=r"ko\.toml, card\.new: nothing given for \$fact"):
        TEXTS.say(Language.KOREAN, "card.new")


def test_a_new_card_reads_to_the_letter() -> None:
    said = TEXTS.say(Language.KOREAN, "card.new", fact="또리 생일: 10월 27일")
    assert said == "💾 이렇게 기억할게요: _또리 생일: 10월 27일_ 맞나요?"


def test_an_update_card_reads_to_the_letter() -> None:
    said = TEXTS.say(Language.KOREAN, "card.update", old="가", fact="나")
    assert said == "🔄 기존 기억을 수정할게요.\n• 기존: _가_\n• 수정: _나_"


def test_what_is_filled_in_is_not_read_as_a_template() -> None:
    assert TEXTS.say(Language.ENGLISH, "list.nothing", query="${total} $$") == (
        "I found no memory for “${total} $$”."
    )


def test_pieces_tell_given_words_from_ours() -> None:
    assert TEXTS.pieces(Language.ENGLISH, "list.saved_on", date="2026-01-02") == [
        Piece("Saved ", is_given=False),
        Piece("2026-01-02", is_given=True),
    ]
