"""The quiet card: a row for each fact, each with its own buttons, and the truth about each."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from bot.texts import Texts
from bot.turn import Language
from bot.views.quiet_cards import (
    Asked,
    Noted,
    Row,
    SavedState,
    quiet_card,
    read_value,
    secret,
)
from memory.records import Change, Fact, Proposal, ProposalState, Scope, Source, SourceKind
from tests.slack_double import button_list, read_blocks

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, tzinfo=UTC)
NASTY = "<!channel> *굵게* _기울임_ `코드` & a < b"


def proposal(
    id_: str,
    text: str,
    *,
    change: Change = Change.ADD,
    old: str = "",
    state: ProposalState = ProposalState.PENDING,
) -> Proposal:
    source = Source(SourceKind.EXTRACTION, "", NOW)
    made = Proposal(
        id_, Scope("T1", "U1"), change, Fact(text), source, NOW, NOW + timedelta(days=7)
    )
    return replace(made, state=state, target_text=old)


def words(*rows: Row, language: Language = Language.KOREAN) -> str:
    return read_blocks(quiet_card(TEXTS, language, rows).blocks)


def test_each_fact_has_its_own_two_buttons() -> None:
    card = quiet_card(
        TEXTS,
        Language.KOREAN,
        [Asked(proposal("a", "내 이름: 지우")), Asked(proposal("b", "나 사는 곳: 부산"))],
    )

    made = button_list(card.blocks)
    assert [label for label, _, _ in made] == ["기억하기", "아니오", "기억하기", "아니오"]
    assert [read_value(value).id for _, _, value in made] == ["a", "a", "b", "b"]
    assert read_blocks(card.blocks).startswith("💭 이것도 기억해 둘까요?• 내 이름: 지우")


def test_the_english_card_reads_to_the_letter() -> None:
    said = words(Asked(proposal("a", "I live in Busan")), language=Language.ENGLISH)
    assert said == "💭 Shall I remember this, too?• I live in BusanRememberNo"


def test_every_button_brings_the_whole_card_back() -> None:
    rows: list[Row] = [Noted("m1", "또리 생일: 10월 27일"), Asked(proposal("p1", "내 이름: 지우"))]

    card = quiet_card(TEXTS, Language.KOREAN, rows)

    for _, _, value in button_list(card.blocks):
        assert read_value(value).rows == (("m", "m1"), ("p", "p1"))
        assert len(value) <= 2_000


def test_a_change_shows_both_lines() -> None:
    change = proposal("a", "내 나이: 31살", change=Change.UPDATE, old="내 나이: 30살")
    assert "• 기존: 내 나이: 30살\n• 수정: 내 나이: 31살" in words(Asked(change))


def test_a_doubt_lets_the_person_choose() -> None:
    doubt = proposal("a", "회사: 나래", change=Change.CHOOSE, old="회사: 가람")
    card = quiet_card(TEXTS, Language.KOREAN, [Asked(doubt)])
    assert [label for label, _, _ in button_list(card.blocks)] == ["바꾸기", "둘 다 기억", "아니오"]


@pytest.mark.parametrize(
    ("state", "said"),
    [
        (ProposalState.CONFIRMED, "✅ 기억했습니다! 내 이름: 지우"),
        (ProposalState.DISMISSED, "기억하지 않을게요: 내 이름: 지우"),
        (ProposalState.EXPIRED, "⌛ 시간이 지나 닫혔어요: 내 이름: 지우"),
        (ProposalState.REPLACED, "더 새로운 카드가 있어요: 내 이름: 지우"),
    ],
)
def test_an_answered_row_tells_how_and_has_no_buttons(state: ProposalState, said: str) -> None:
    card = quiet_card(TEXTS, Language.KOREAN, [Asked(proposal("a", "내 이름: 지우", state=state))])
    assert read_blocks(card.blocks) == said
    assert button_list(card.blocks) == []


def test_a_row_that_is_being_saved_has_no_buttons_and_the_others_keep_theirs() -> None:
    working = Asked(proposal("a", "내 이름: 지우"), is_working=True)
    card = quiet_card(TEXTS, Language.KOREAN, [working, Asked(proposal("b", "나 사는 곳: 부산"))])
    assert "💾 저장하고 있어요… 내 이름: 지우" in read_blocks(card.blocks)
    assert {read_value(value).id for _, _, value in button_list(card.blocks)} == {"b"}


@pytest.mark.parametrize(
    ("state", "text", "said"),
    [
        (SavedState.FRESH, "내 이름: 지우", "✅ 기억해 두었어요: 내 이름: 지우되돌리기"),
        (SavedState.LASTING, "내 이름: 지우", "✅ 기억해 두었어요: 내 이름: 지우"),
        (
            SavedState.CHANGED,
            "내 이름: 지우",
            "✅ 기억해 두었고, 그 뒤에 바뀌었어요: 내 이름: 지우",
        ),
        (SavedState.UNDONE, "", "↩️ 되돌렸어요. 이 내용은 이제 기억하지 않아요."),
        (SavedState.RESTORED, "나이: 30살", "↩️ 되돌렸어요. 다시 이렇게 기억해요: 나이: 30살"),
        (SavedState.GONE, "", "🗑️ 이제 기억하지 않아요."),
    ],
)
def test_what_was_saved_unasked_can_be_taken_back_while_it_is_fresh(
    state: SavedState, text: str, said: str
) -> None:
    assert words(Noted("m1", text, state)) == said


def test_what_was_forgotten_leaves_no_word_on_the_card() -> None:
    gone = proposal("a", "", state=ProposalState.CONFIRMED)
    assert words(Asked(gone)) == "🗑️ 이제 기억하지 않아요."


def test_a_persons_text_is_never_read_as_markup() -> None:
    card = quiet_card(TEXTS, Language.KOREAN, [Asked(proposal("a", NASTY)), Noted("m", NASTY)])
    assert read_blocks(card.blocks).count(NASTY) == 2
    assert '"mrkdwn"' not in str(card.blocks).replace("'", '"')
    assert "&lt;!channel&gt;" in card.text


def test_the_longest_card_keeps_slacks_limits() -> None:
    rows = [
        Asked(proposal("i" * 22 + str(n), "가" * 3_000, change=Change.CHOOSE, old="나" * 3_000))
        for n in range(5)
    ]
    card = quiet_card(TEXTS, Language.KOREAN, rows)
    assert len(card.blocks) <= 50
    assert len(read_blocks(card.blocks)) < 13_000
    assert len({block.get("block_id", id(block)) for block in card.blocks}) == len(card.blocks)
    assert all(len(value) <= 2_000 for _, _, value in button_list(card.blocks))


@pytest.mark.parametrize(
    "value", ["", " ", "nonsense", "p. q.", "p.a x.b", "가" * 2_000, "p.a " * 50]
)
def test_a_forged_value_does_no_harm(value: str) -> None:
    assert len(read_value(value).rows) <= 10


def test_a_card_without_rows_says_so() -> None:
    assert words() == "이 카드에는 이제 남은 것이 없어요."


def test_the_notice_about_secrets_is_one_line() -> None:
    (block,) = secret(TEXTS, Language.KOREAN).blocks
    assert read_blocks([block]) == "🔒 비밀번호, 키, 카드·주민등록번호 같은 비밀은 기억하지 않아요."
