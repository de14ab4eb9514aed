"""Pairs the messages of one exported conversation: what a person said to the bot, and its answer.

Only talk with the bot counts: in a direct message with it everything, in a channel what names it,
what follows in such a thread, and what it answered.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from typing import Final

from bot.archive.people import Bot, People
from bot.listeners.payloads import moment, readable, text_at
from memory.backfill import Talk
from memory.records import Scope

OPEN_THREADS: Final = 2_000
"""So many threads wait for an answer at once; the one that waited longest is closed for another."""

_WHAT_PEOPLE_SAY: Final = frozenset({"", "thread_broadcast", "file_share", "me_message"})
_WHAT_BOTS_SAY: Final = _WHAT_PEOPLE_SAY | {"bot_message"}


@dataclass(frozen=True, slots=True)
class Room:
    """A conversation of the archive. `folder` holds its days; `is_private`: a DM with the bot."""

    id: str
    folder: str
    is_private: bool


@dataclass(slots=True)
class _Question:
    scope: Scope
    place: str
    said: str
    ts: str
    is_meant: bool
    answers: list[str] = field(default_factory=list)


class Pairing:
    """Takes the messages of one room in their order and gives out talks as they are complete."""

    def __init__(self, room: Room, bot: Bot, people: People) -> None:
        self._room = room
        self._bot = bot
        self._people = people
        self._open: OrderedDict[str, _Question] = OrderedDict()
        self._taken_part: OrderedDict[str, None] = OrderedDict()
        self._last_begun = ""
        self.passed_over = 0

    def hear(self, message: Mapping[str, object]) -> Iterator[Talk]:
        """What is complete now that this was said. Raises `ScopeMissing` when it has no time."""
        ts = text_at(message, "ts")
        moment(ts)
        thread = text_at(message, "thread_ts") or ts
        subtype = text_at(message, "subtype")
        if self._bot.wrote(message):
            if subtype in _WHAT_BOTS_SAY and self._answered(message, thread, ts):
                return
            self.passed_over += 1
            return
        scope = self._people.scope_of(message)
        said = self._read(message)
        if scope is None or subtype not in _WHAT_PEOPLE_SAY or message.get("hidden") or not said:
            self.passed_over += 1
            return
        yield from self._close(thread)
        is_meant = (
            self._room.is_private
            or self._bot.is_named_in(text_at(message, "text"))
            or thread in self._taken_part
        )
        if is_meant:
            self._note(thread)
        if thread == ts:
            self._last_begun = ts
        self._open[thread] = _Question(scope, self._place(scope, thread), said, ts, is_meant)
        if len(self._open) > OPEN_THREADS:
            yield from self._close(next(iter(self._open)))

    def rest(self) -> Iterator[Talk]:
        """What was left without a further word."""
        for thread in list(self._open):
            yield from self._close(thread)

    def _answered(self, message: Mapping[str, object], thread: str, ts: str) -> bool:
        """Whether a message of the bot answers a question; a card to press on does not."""
        question = self._open.get(self._last_begun if thread == ts else thread)
        said = self._read(message)
        if question is None or not said or _is_card(message):
            return False
        question.answers.append(said)
        self._note(thread)
        return True

    def _close(self, thread: str) -> Iterator[Talk]:
        question = self._open.pop(thread, None)
        if question is None:
            return
        if not (question.is_meant or question.answers):
            self.passed_over += 1
            return
        yield Talk(
            scope=question.scope,
            place=question.place,
            said=question.said,
            answered="\n".join(question.answers),
            at=moment(question.ts),
            is_private=self._room.is_private,
        )

    def _note(self, thread: str) -> None:
        self._taken_part[thread] = None
        self._taken_part.move_to_end(thread)
        if len(self._taken_part) > OPEN_THREADS:
            self._taken_part.popitem(last=False)

    def _place(self, scope: Scope, thread: str) -> str:
        """The place as the bot itself names it: a DM as a whole, or one thread of a channel."""
        place = f"{scope.team}/{self._room.id}"
        return place if self._room.is_private else f"{place}/{thread}"

    def _read(self, message: Mapping[str, object]) -> str:
        named = self._people.named(text_at(message, "text"), but=self._bot.user)
        return readable(named, bot_user=self._bot.user)


def _is_card(message: Mapping[str, object]) -> bool:
    blocks = message.get("blocks")
    held: Iterable[object] = blocks if isinstance(blocks, list) else ()
    return any(text_at(block, "type") == "actions" for block in held)
