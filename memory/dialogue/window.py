"""Which of the latest exchanges stand raw in the prompt; retrieval draws only on what is older."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from memory.records import Exchange

RAW: Final = 5
RAW_WHEN_VAGUE: Final = 10


@dataclass(frozen=True, slots=True)
class Window:
    """The raw exchanges of a place, oldest first."""

    exchanges: tuple[Exchange, ...]

    @property
    def ids(self) -> frozenset[str]:
        """The ids that retrieval leaves out."""
        return frozenset(each.id for each in self.exchanges)


def choose_window(latest: Sequence[Exchange], *, is_vague: bool) -> Window:
    """The last RAW of the latest exchanges (oldest first), or RAW_WHEN_VAGUE when nothing was near.

    `is_vague`: nothing older lies near the message, so that it can only mean what was just said.
    """
    return Window(tuple(latest[-(RAW_WHEN_VAGUE if is_vague else RAW) :]))
