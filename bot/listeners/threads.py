"""In which channel threads the bot listens on without being called again."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from bot.turn import Turn
from memory.ports import Journal

_MOST_THREADS: Final = 10_000


class FollowedThreads:
    """Where a person talks with the bot. Other people's words in the same thread are not for it."""

    def __init__(self) -> None:
        self._joined: OrderedDict[tuple[str, str], None] = OrderedDict()

    def join(self, turn: Turn) -> None:
        """The person called the bot in this thread."""
        key = (turn.lane, turn.scope.user)
        self._joined[key] = None
        self._joined.move_to_end(key)
        if len(self._joined) > _MOST_THREADS:
            self._joined.popitem(last=False)

    async def follows(self, turn: Turn, journal: Journal) -> bool:
        """Whether this reply is for the bot: its writer has talked with the bot in this thread.

        The journal knows it after a restart, too. Raises `StorageFault`.
        """
        if turn.thread_ts == turn.ts:
            return False
        if (turn.lane, turn.scope.user) in self._joined:
            return True
        return bool(await journal.latest(turn.scope, turn.place, 1))
