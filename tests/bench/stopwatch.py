"""How long the bot's own part of a turn takes, told in its process."""

from __future__ import annotations

import json
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from typing import Final

from slack_sdk.socket_mode.aiohttp import SocketModeClient

from bot.turn import Turn

_MOST_KEPT: Final = 5_000


class Stopwatch:
    """Milliseconds of each turn, from its event's arrival in this process until it is over."""

    def __init__(self) -> None:
        self.milliseconds: list[float] = []
        self._came: OrderedDict[str, float] = OrderedDict()

    def watch_sockets(self) -> None:
        """Note when events come in, on every socket of this process."""
        enqueue: Callable[[SocketModeClient, str], Awaitable[None]]
        enqueue = SocketModeClient.enqueue_message

        async def timed(client: SocketModeClient, message: str) -> None:
            self._note(message)
            await enqueue(client, message)

        setattr(SocketModeClient, "enqueue_message", timed)  # noqa: B010  (mypy holds methods fast)

    def over(self, turn: Turn) -> None:
        """A turn is over; a second delivery of its message does not count."""
        key = f"{turn.channel}:{turn.ts}"
        came = self._came.get(key, 0.0)
        if came:
            self._came[key] = 0.0
            self.milliseconds.append(1_000 * (time.perf_counter() - came))

    def _note(self, message: str) -> None:
        event = json.loads(message).get("payload", {}).get("event", {})
        if event.get("type") in {"message", "app_mention"} and not event.get("subtype"):
            self._came.setdefault(f"{event['channel']}:{event['ts']}", time.perf_counter())
            if len(self._came) > _MOST_KEPT:
                self._came.popitem(last=False)
