"""What the model says in one turn, and which of it the person gets to hear.

A model may talk before it calls a tool ("one moment, I will look"). The first HOLD_CHARS of each of
its messages are held back until it is plain that no tool call follows; such talk is then left out.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

HOLD_CHARS: Final = 80


@dataclass(slots=True)
class Speech:
    """The speech of one turn.

    `said` is what was let out; `aside` the latest talk left out, for when nothing else is said;
    `heard_chars` how much the current attempt at a model call has brought, let out or not.
    """

    said: str = ""
    aside: str = ""
    heard_chars: int = 0
    _message_id: str | None = None
    _held: str = ""
    _is_open: bool = False
    _calls_tool: bool = False

    @property
    def is_committed(self) -> bool:
        """Whether the current attempt has been, or soon will be, let out: do not repeat it."""
        return self.heard_chars >= HOLD_CHARS

    def begin_attempt(self) -> None:
        """A model call starts, or starts over."""
        self.heard_chars = 0

    def take(self, message_id: str | None, text: str, *, calls_tool: bool) -> str:
        """Take in a piece of a message; returns what may be let out now, perhaps ""."""
        if message_id != self._message_id:
            self._message_id, self._held = message_id, ""
            self._is_open = self._calls_tool = False
        self._calls_tool = self._calls_tool or calls_tool
        if self._is_open:
            return self._let_out(text)
        self._held += text
        if self._calls_tool or len(self._held) < HOLD_CHARS:
            return ""
        return self._open()

    def end_message(self, *, calls_tool: bool) -> str:
        """The message is whole; returns what was held back, or "" when a tool is called."""
        if self._is_open:
            return ""
        if calls_tool or self._calls_tool:
            self.aside = self._held.strip() or self.aside
            self._held = ""
            return ""
        return self._open()

    def break_off(self) -> str:
        """No more will come; returns what was held back, if nothing has been said."""
        return "" if self.said or self._calls_tool else self._open()

    def say(self, text: str) -> str:
        """Let out a text that the model did not stream."""
        return self._let_out(text)

    def _open(self) -> str:
        held, self._held, self._is_open = self._held, "", True
        return self._let_out(f"\n\n{held.lstrip()}" if self.said and held.strip() else held)

    def _let_out(self, text: str) -> str:
        piece = text if self.said else text.lstrip()
        self.said += piece
        return piece
