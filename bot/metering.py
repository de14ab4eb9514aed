"""What is counted and timed while the bot runs: the port that a metrics library fulfils."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Final, Protocol


class Meter(Protocol):
    """Takes figures in. Never fails, never waits, and is never given a text or a person."""

    def turn(self, outcome: str, seconds: float) -> None:
        """A message was "answered", "failed", or "repeated": seen before and left alone."""
        ...

    def model_call(self, kind: str) -> None:
        """The model was called, for "talk" or in the "background"."""
        ...

    def search(self, seconds: float) -> None:
        """Memories were searched."""
        ...

    def proposal(self, outcome: str) -> None:
        """A proposal was "proposed", or became one of `memory.records.ProposalState`."""
        ...

    def error(self, kind: str) -> None:
        """A listener let out an error of this class."""
        ...

    def queue(self, depth: Callable[[], int]) -> None:
        """From now on `depth` tells how much waits in the background."""
        ...


class NoMeter:
    """A `Meter` that keeps nothing."""

    def turn(self, outcome: str, seconds: float) -> None:
        """Keep nothing."""

    def model_call(self, kind: str) -> None:
        """Keep nothing."""

    def search(self, seconds: float) -> None:
        """Keep nothing."""

    def proposal(self, outcome: str) -> None:
        """Keep nothing."""

    def error(self, kind: str) -> None:
        """Keep nothing."""

    def queue(self, depth: Callable[[], int]) -> None:
        """Keep nothing."""


UNMETERED: Final = NoMeter()


@contextmanager
def counted_turn(meter: Meter, seconds: Callable[[], float] = time.monotonic) -> Iterator[None]:
    """Time one turn; whatever leaves the block as an error makes it a failed one."""
    begun, outcome = seconds(), "failed"
    try:
        yield
        outcome = "answered"
    finally:
        meter.turn(outcome, seconds() - begun)
