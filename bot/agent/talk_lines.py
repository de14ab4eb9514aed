"""How earlier talk stands in a prompt: sections of lines with their times, quoted as data.

What gives way when they do not all fit: the summaries of sessions first, then earlier topics, then
the exchanges of the same topic (the oldest first; of a course of states the ones between), and the
exchanges that match last, the least near first.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime, tzinfo
from functools import cache
from typing import Final

from bot.agent.memory_lines import quote
from bot.agent.prompts import load_phrases
from bot.agent.tokens import cut_middle, estimate_tokens
from memory.dialogue.lookback import Earlier, TalkedOf
from memory.dialogue.records import Session
from memory.dialogue.timeline import thin
from memory.records import Exchange

SAID_TOKENS: Final = 200
ANSWERED_TOKENS: Final = 150
"""What either side of an exchange may take in a line; the rest of its middle is left out."""
OF_A_TOPIC: Final = 6

_WEEKDAYS: Final = ("월", "화", "수", "목", "금", "토", "일")
_QUOTED: Final = r'"(?:[^"\\]|\\.)*"'


@dataclass(frozen=True, slots=True)
class Spoken:
    """A line of earlier talk, as it is read back: `when` is the person's local time."""

    when: str
    said: str
    answered: str


def write_time(at: datetime, zone: tzinfo) -> str:
    """A time in the person's zone, to the minute, with its weekday."""
    local = at.astimezone(zone)
    return f"{local:%Y-%m-%d %H:%M} ({_WEEKDAYS[local.weekday()]})"


def write_talk_line(exchange: Exchange, zone: tzinfo) -> str:
    """One exchange as a line, each side cut to its limit."""
    phrases = load_phrases("phrases")
    notice = phrases["block"]["shortened"].text
    return phrases["talk"]["line"].fill(
        time=write_time(exchange.at, zone),
        said=quote(cut_middle(exchange.said, SAID_TOKENS, notice)),
        answered=quote(cut_middle(exchange.answered, ANSWERED_TOKENS, notice)),
    )


def write_talk_lines(
    exchanges: Iterable[Exchange], zone: tzinfo, *, limit_tokens: int
) -> tuple[str, int]:
    """As many of the first exchanges as fit, in the order of time, and how many those are."""
    chosen = _fitting(exchanges, zone, limit_tokens)
    return "\n".join(_in_order(chosen, zone)), len(chosen)


def read_talk_lines(text: str) -> Sequence[Spoken]:
    """The exchanges that `write_talk_line` put into a text, in its order, each once."""
    found = (_line().fullmatch(line) for line in text.split("\n"))
    spoken = (
        Spoken(each["time"], json.loads(each["said"]), json.loads(each["answered"]))
        for each in found
        if each is not None
    )
    return list(dict.fromkeys(spoken))


def is_course(text: str) -> bool:
    """Whether a text holds the section that shows how a subject changed."""
    heading = load_phrases("phrases")["talk"]["course"].text.partition("$")[0]
    return any(line.startswith(heading) for line in text.split("\n"))


def write_sections(earlier: Earlier, zone: tzinfo, *, limit_tokens: int) -> str:
    """The sections of earlier talk within a limit; "" when there is nothing, or nothing fits."""
    say = load_phrases("phrases")["talk"]
    paper = _Paper(zone, limit_tokens)
    paper.add(say["related"].text, _fitting(earlier.related, zone, paper.room(say["related"].text)))
    heading = say["course" if earlier.is_timeline else "same_topic"].fill(
        about=say["about"].fill(tags=", ".join(earlier.tags)) if earlier.tags else ""
    )
    same = paper.unwritten(earlier.same_topic)
    if earlier.is_timeline:
        paper.add(heading, _course(same, zone, paper.room(heading)))
    else:
        paper.add(heading, _fitting(same[::-1], zone, paper.room(heading)))
    paper.add_topics(say["topics"].text, earlier.topics)
    paper.add_sessions(say["sessions"].text, earlier.sessions)
    return "\n\n".join(paper.sections)


class _Paper:
    """What is written so far, and how many tokens are left."""

    def __init__(self, zone: tzinfo, limit_tokens: int) -> None:
        self.sections: list[str] = []
        self._zone = zone
        self._left = limit_tokens
        self._written: set[str] = set()

    def room(self, heading: str) -> int:
        """What lines under a heading may take."""
        return self._left - estimate_tokens(heading) - 2

    def unwritten(self, exchanges: Sequence[Exchange]) -> list[Exchange]:
        """Those that do not stand in a section yet."""
        return [each for each in exchanges if each.id not in self._written]

    def add(self, heading: str, exchanges: Sequence[Exchange]) -> None:
        """A section of exchanges that fit; none without any."""
        if exchanges:
            self._written |= {each.id for each in exchanges}
            self._write([heading, *_in_order(exchanges, self._zone)])

    def add_topics(self, heading: str, topics: Sequence[TalkedOf]) -> None:
        """The first topics that fit, each with its latest exchanges under its title."""
        title = load_phrases("phrases")["talk"]["topic"]
        lines: list[str] = []
        for each in topics:
            exchanges = self.unwritten(each.exchanges)[-OF_A_TOPIC:]
            name = each.topic.title or ", ".join(each.topic.keywords)
            named = [title.fill(title=" ".join(name.split())), *_in_order(exchanges, self._zone)]
            if exchanges and _size([*lines, *named]) <= self.room(heading):
                lines += named
                self._written |= {each.id for each in exchanges}
        if lines:
            self._write([heading, *lines])

    def add_sessions(self, heading: str, sessions: Sequence[Session]) -> None:
        """The summaries of the first sessions that fit, in the order of time."""
        line = load_phrases("phrases")["talk"]["session"]
        kept: list[tuple[datetime, str]] = []
        for each in sessions:
            written = line.fill(
                time=write_time(each.started_at, self._zone),
                tags=quote(", ".join(each.tags)),
                summary=quote(each.summary),
            )
            if each.summary and _size([*(text for _, text in kept), written]) <= self.room(heading):
                kept.append((each.started_at, written))
        if kept:
            self._write([heading, *(text for _, text in sorted(kept))])

    def _write(self, lines: Sequence[str]) -> None:
        self.sections.append("\n".join(lines))
        self._left -= _size(lines) + 1


def _course(states: Sequence[Exchange], zone: tzinfo, limit_tokens: int) -> Sequence[Exchange]:
    """As many of the states as fit, evenly spread over the whole course."""
    for count in range(len(states), 0, -1):
        kept = thin(states, count)
        if _size(_in_order(kept, zone)) <= limit_tokens:
            return kept
    return ()


def _fitting(exchanges: Iterable[Exchange], zone: tzinfo, limit_tokens: int) -> list[Exchange]:
    kept: list[Exchange] = []
    left = limit_tokens
    for each in exchanges:
        left -= estimate_tokens(write_talk_line(each, zone)) + 1
        if left < 0:
            break
        kept.append(each)
    return kept


def _in_order(exchanges: Sequence[Exchange], zone: tzinfo) -> list[str]:
    return [write_talk_line(each, zone) for each in sorted(exchanges, key=lambda each: each.at)]


def _size(lines: Sequence[str]) -> int:
    return sum(estimate_tokens(line) + 1 for line in lines)


@cache
def _line() -> re.Pattern[str]:
    """The form of a line, from its phrase."""
    pattern = re.escape(load_phrases("phrases")["talk"]["line"].text)
    for name, form in (("time", '[^"]+'), ("said", _QUOTED), ("answered", _QUOTED)):
        pattern = pattern.replace(re.escape(f"${name}"), f"(?P<{name}>{form})")
    return re.compile(pattern)
