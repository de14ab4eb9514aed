"""The buttons under an answer that ask what its person thinks of it."""

from __future__ import annotations

from typing import Final

from slack_sdk.models.blocks import (
    ContextActionsBlock,
    FeedbackButtonObject,
    FeedbackButtonsElement,
)

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, Message, actions, button, note
from bot.views.ids import Action
from memory.searches import Feedback

_WORDS: Final = {Feedback.GOOD: "good", Feedback.BAD: "bad"}


def feedback(texts: Texts, language: Language, answer_id: str) -> tuple[Block, ...]:
    """Slack's own thumbs."""
    good, bad = (
        FeedbackButtonObject(
            text=texts.say(language, f"feedback.{word}"),
            accessibility_label=texts.say(language, f"feedback.{word}_label"),
            value=_value(opinion, answer_id),
        )
        for opinion, word in _WORDS.items()
    )
    thumbs = FeedbackButtonsElement(
        action_id=Action.FEEDBACK.value, positive_button=good, negative_button=bad
    )
    return (ContextActionsBlock(elements=[thumbs]).to_dict(),)


def plain_feedback(texts: Texts, language: Language, answer_id: str) -> tuple[Block, ...]:
    """The same as buttons, for where Slack does not know its thumbs."""
    ids = {Feedback.GOOD: Action.FEEDBACK_GOOD, Feedback.BAD: Action.FEEDBACK_BAD}
    row = [
        button(
            texts.say(language, f"feedback.plain_{word}"), ids[opinion], _value(opinion, answer_id)
        )
        for opinion, word in _WORDS.items()
    ]
    return (actions("answer_feedback", row),)


def read_value(value: str) -> tuple[Feedback, str] | None:
    """What a button says of which answer; None for a value that is none of ours."""
    word, _, answer_id = value.partition(" ")
    opinion = next((each for each, known in _WORDS.items() if known == word), None)
    return (opinion, answer_id) if opinion is not None and answer_id else None


def thanks(texts: Texts, language: Language, opinion: Feedback) -> Message:
    """After a click."""
    return _line(texts, language, f"feedback.thanks_{_WORDS[opinion]}")


def not_taken(texts: Texts, language: Language) -> Message:
    """After a click of somebody else, or on an answer whose log has lapsed."""
    return _line(texts, language, "feedback.not_taken")


def _line(texts: Texts, language: Language, key: str) -> Message:
    said = texts.say(language, key)
    return Message(said, (note(said),))


def _value(opinion: Feedback, answer_id: str) -> str:
    return f"{_WORDS[opinion]} {answer_id}"
