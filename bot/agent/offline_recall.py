"""How the offline model answers from earlier talk: what it takes for such a question, and says."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final

from bot.agent.prompts import load_phrases
from bot.agent.talk_lines import Spoken
from bot.turn import Language
from memory.dialogue.cues import looks_back
from memory.dialogue.matching import holds, keywords
from memory.dialogue.timeline import asks_how_it_went

TOLD_AT_MOST: Final = 8
_ANSWER_CHARS: Final = 120

_AGAIN: Final = re.compile(
    r"(?:다시|한\s?번\s?더)\s?(?:좀\s?)?(?:말|얘기|이야기|설명|알려|들려)|(?:방금|아까) 뭐라고"
    r"|\bsay (?:that|it) again\b|\brepeat (?:that|it)\b|\bwhat did you just say\b",
    re.IGNORECASE,
)
_LONGER_AGO: Final = re.compile(
    r"저번|지난|어제|그제|그저께|어젯밤|예전|그때|전에|\bago\b|yesterday|last"
)


def asks_again(question: str) -> bool:
    """Whether it asks for the last answer once more, and for nothing else."""
    if _LONGER_AGO.search(question) or keywords(question):
        return False
    return bool(_AGAIN.search(question))


def choose_talk(question: str, spoken: Sequence[Spoken]) -> list[Spoken]:
    """The exchanges to tell, in their order: those with the most of the question's keywords.

    When none holds a keyword all may be meant: they were found by meaning, by tag or by time. An
    earlier question of the same kind tells nothing, unless there is nothing else.
    """
    telling = [each for each in spoken if not looks_back(each.said)] or list(spoken)
    wanted = keywords(question)
    scores = [holds(wanted, f"{each.said}\n{each.answered}") for each in telling]
    most = max(scores, default=0)
    if most and not asks_how_it_went(question):
        telling = [each for each, score in zip(telling, scores, strict=True) if score == most]
    return sorted(telling, key=lambda each: each.when)[-TOLD_AT_MOST:]


def tell_talk(
    question: str, spoken: Sequence[Spoken], language: Language, *, is_course: bool
) -> str:
    """Earlier exchanges as an answer, each with its time; as a guess when no keyword is in them."""
    say = load_phrases("replies")[language]
    wanted = keywords(question)
    is_guess = bool(wanted) and not any(
        holds(wanted, f"{each.said}\n{each.answered}") for each in spoken
    )
    opening = "course" if is_course else "talk_guess" if is_guess else "talked"
    lines = [
        say["state"].fill(time=each.when, said=each.said)
        if is_course
        else say["talk"].fill(time=each.when, said=each.said, answered=_shortened(each.answered))
        for each in spoken
    ]
    return "\n".join([say[opening].fill(), *lines])


def _shortened(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= _ANSWER_CHARS else f"{line[:_ANSWER_CHARS]}…"
