"""What is let out of a model's talk, and when."""

from __future__ import annotations

from bot.agent.speech import HOLD_CHARS, Speech

LONG = "가" * HOLD_CHARS


def test_a_short_message_is_let_out_when_it_is_whole() -> None:
    speech = Speech()

    assert speech.take("m1", "안녕", calls_tool=False) == ""
    assert speech.end_message(calls_tool=False) == "안녕"


def test_a_long_message_is_let_out_as_it_comes() -> None:
    speech = Speech()

    assert speech.take("m1", LONG, calls_tool=False) == LONG
    assert speech.take("m1", "나", calls_tool=False) == "나"
    assert speech.end_message(calls_tool=False) == ""


def test_talk_before_a_tool_call_is_kept_aside() -> None:
    speech = Speech()

    speech.take("m1", "찾아볼게요", calls_tool=False)
    speech.take("m1", "", calls_tool=True)

    assert speech.end_message(calls_tool=True) == ""
    assert (speech.said, speech.aside) == ("", "찾아볼게요")


def test_an_attempt_that_starts_over_drops_what_was_held() -> None:
    speech = Speech()
    speech.take("m1", "안녕하", calls_tool=False)

    speech.take("m2", "안녕하세요", calls_tool=False)

    assert speech.end_message(calls_tool=False) == "안녕하세요"


def test_a_second_message_starts_a_new_paragraph() -> None:
    speech = Speech()
    speech.take("m1", LONG, calls_tool=False)
    speech.end_message(calls_tool=True)
    speech.take("m2", "찾았어요", calls_tool=False)
    speech.end_message(calls_tool=False)

    assert speech.said == f"{LONG}\n\n찾았어요"


def test_spaces_before_the_first_word_are_left_out() -> None:
    speech = Speech()
    speech.take("m1", "\n\n 안녕", calls_tool=False)

    assert speech.end_message(calls_tool=False) == "안녕"


def test_breaking_off_lets_out_what_was_held_when_nothing_was_said() -> None:
    speech = Speech()
    speech.take("m1", "안녕하", calls_tool=False)

    assert speech.break_off() == "안녕하"


def test_breaking_off_adds_nothing_to_what_was_said() -> None:
    speech = Speech()
    speech.take("m1", LONG, calls_tool=False)
    speech.end_message(calls_tool=True)
    speech.take("m2", "그리고", calls_tool=False)

    assert speech.break_off() == ""


def test_an_attempt_is_committed_from_the_length_at_which_it_is_let_out() -> None:
    speech = Speech(heard_chars=HOLD_CHARS - 1)
    assert not speech.is_committed

    speech.heard_chars += 1

    assert speech.is_committed
