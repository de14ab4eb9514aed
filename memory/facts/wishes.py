"""What a person may ask of the memory, as values: the answer of `memory.facts.policy.read_wish`."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from memory.records import Fact


@dataclass(frozen=True, slots=True)
class Save:
    """Remember these. No facts at all means "remember this": look at the message before.

    `corrects` tells that the person said it as a correction ("정정: …", "change … to"); `named` is
    a thing of which nothing was said ("내 생일 기억해줘"): ask what it is.
    """

    facts: tuple[Fact, ...]
    corrects: bool = False
    named: str = ""


@dataclass(frozen=True, slots=True)
class Forget:
    """Forget what this query finds. "" means what was talked of just now, or `everything`."""

    query: str
    everything: bool = False


@dataclass(frozen=True, slots=True)
class ListAll:
    """Show what is remembered of me."""


@dataclass(frozen=True, slots=True)
class History:
    """Show the earlier versions of what this query finds. "" means what was talked of just now."""

    query: str


@dataclass(frozen=True, slots=True)
class Ask:
    """A question, in the person's own words; the memory may hold the answer."""

    query: str


@dataclass(frozen=True, slots=True)
class Undo:
    """Take back the latest change."""


@dataclass(frozen=True, slots=True)
class Tell:
    """A statement that holds facts about the person or their world, with no wish to keep them."""

    facts: tuple[Fact, ...]


@dataclass(frozen=True, slots=True)
class Talk:
    """Anything else: chat, a task, a supposition, or a wish not to remember."""


Wish: TypeAlias = Save | Forget | ListAll | History | Ask | Undo | Tell | Talk
