"""The prompt of one turn: the latest talk, a block of what was found, and what the person said.

The whole prompt keeps within a budget of tokens. What gives way, in this order:

    1 the middles of earlier messages that are longer than EARLIER_TOKENS
    2 the sections of earlier talk, in the order that `bot.agent.talk_lines` tells
    3 the oldest of the latest exchanges
    4 the memories that rank lowest
    5 the middle of what the person said, with a notice in its place
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, tzinfo
from typing import Final

from langchain_core.messages import AIMessage, AnyMessage, HumanMessage

from bot.agent.memory_lines import write_lines
from bot.agent.prompts import load, load_phrases
from bot.agent.talk_lines import write_sections, write_time
from bot.agent.tokens import MESSAGE_TOKENS, cut_middle, estimate_tokens
from bot.turn import Turn
from memory.dialogue.lookback import Earlier
from memory.records import Exchange, Recall, Recollection
from memory.sharing import Place, speakable

EARLIER_TOKENS: Final = 1_500
_LEAST_SAID_TOKENS: Final = 200


@dataclass(frozen=True, slots=True)
class Briefing:
    """What the model is told before it speaks.

    `recall` are the memories found for this message, best first, and `searched` is the search that
    they were taken from; `recent` the latest exchanges of
    this place, oldest first; `earlier` what else was talked about, of which the sections are made
    (its own `recent` is not looked at); `zone` the person's time zone.
    """

    recall: Sequence[Recollection] = ()
    recent: Sequence[Exchange] = ()
    zone: tzinfo = UTC
    earlier: Earlier = field(default_factory=Earlier)
    searched: Recall = field(default_factory=Recall)


@dataclass(frozen=True, slots=True)
class Prompt:
    """The messages for the model, oldest first, and the memories that entered them."""

    messages: tuple[AnyMessage, ...]
    used: tuple[Recollection, ...]


def compose(turn: Turn, briefing: Briefing, *, budget_tokens: int) -> Prompt:
    """Put the prompt together. Memories that may not be spoken in this place are left out.

    The person's message always enters, with at least its head and tail. The last message has two
    text blocks: the block of what was found, and what was said.
    """
    speakable_here = [each for each in briefing.recall if speakable(each.memory, turn)]
    left = budget_tokens - MESSAGE_TOKENS - estimate_tokens(write_block(turn, "", briefing.zone))
    notice = load_phrases("phrases")["block"]["shortened"].text
    said = cut_middle(turn.text, max(left, _LEAST_SAID_TOKENS), notice)
    left -= estimate_tokens(said)
    lines, count = write_lines(
        [each.memory for each in speakable_here], briefing.zone, limit_tokens=max(left, 0)
    )
    left -= estimate_tokens(lines)
    all_fit = count == len(speakable_here)
    latest, left = _latest(briefing.recent, left, notice) if all_fit else ([], 0)
    sections = write_sections(briefing.earlier, briefing.zone, limit_tokens=left - 2)
    last = HumanMessage(
        content=[
            {"type": "text", "text": write_block(turn, lines, briefing.zone, sections)},
            {"type": "text", "text": said},
        ]
    )
    return Prompt((*latest, last), tuple(speakable_here[:count]))


def write_block(turn: Turn, lines: str, zone: tzinfo, sections: str = "") -> str:
    """The block that stands before what was said.

    `lines` are the memories' and `sections` those of earlier talk; each is "" for none.
    """
    block = load_phrases("phrases")["block"]
    return load("memory_block").fill(
        heading=block["heading"].text,
        now=write_time(turn.at, zone),
        zone=str(zone),
        place=name_place(turn),
        memories=lines or block["none"].text,
        talk=f"\n{sections}\n" if sections else "",
        said_heading=block["said_heading"].text,
    )


def name_place(place: Place) -> str:
    """What the prompt calls this kind of place."""
    return load_phrases("phrases")["place"]["direct" if place.is_direct else "channel"].text


def _latest(recent: Sequence[Exchange], left: int, notice: str) -> tuple[list[AnyMessage], int]:
    """The newest exchanges that fit, and the tokens left; none are left when not all fit."""
    kept: list[AnyMessage] = []
    for exchange in reversed(recent):
        if not (exchange.said.strip() and exchange.answered.strip()):
            continue  # providers refuse empty messages
        said = cut_middle(exchange.said, EARLIER_TOKENS, notice)
        answered = cut_middle(exchange.answered, EARLIER_TOKENS, notice)
        left -= estimate_tokens(said) + estimate_tokens(answered) + 2 * MESSAGE_TOKENS
        if left < 0:
            return kept, 0
        kept[:0] = [HumanMessage(said), AIMessage(answered)]
    return kept, left
