"""Random faults of Slack and of the way to it, the same ones for the same seed."""

from __future__ import annotations

import asyncio
import random
from collections import Counter
from collections.abc import Sequence
from typing import Final

from bot.local.faults import Fault
from bot.local.server import RunningWorkspace
from tests.bench.crowd import Said

_PAUSE_SECONDS: Final = 1.0
_SLOW_SECONDS: Final = 3.0
_DELAYED_METHODS: Final = ("chat.startStream", "chat.stopStream", "chat.postMessage", "users.info")
_METHODS: Final = (
    *("chat.startStream", "chat.appendStream", "chat.stopStream", "chat.postMessage"),
    *("chat.postEphemeral", "chat.update", "assistant.threads.setStatus", "views.publish"),
    *("agents.sessions.setStatus", "conversations.open", "users.info"),
)
_EXPIRING: Final = 0.3
"""How many of the clicks find their response_url too old."""
_TOO_MANY, _BROKEN = 429, 500


class RandomFaults:
    """Something goes wrong every second or so. `counts` tells what was done how often."""

    def __init__(self, served: RunningWorkspace, said: Sequence[Said], *, seed: int) -> None:
        """`said` grows while people talk; their messages are touched, as link previews do."""
        self.counts: Counter[str] = Counter()
        self._served = served
        self._controls = served.controls
        self._said = said
        self._chance = random.Random(seed)  # noqa: S311  (data for a measurement)
        self._kinds = (
            *(self._deliver_twice, self._deliver_again, self._cut_sockets, self._refresh),
            *(self._come_too_fast, self._break, self._dawdle, self._touch, self._lose_ack),
        )

    async def run(self) -> None:
        """Until cancelled."""
        while True:
            await asyncio.sleep(self._chance.uniform(0, 2 * _PAUSE_SECONDS))
            kind = self._chance.choice(self._kinds)
            kind()
            self.counts[kind.__name__.strip("_").replace("_", " ")] += 1

    def after_click(self) -> None:
        """Let the way that a click was given be too old before the bot takes it."""
        if self._chance.random() < _EXPIRING:
            self._controls.expire_response_urls()
            self.counts["response url expired"] += 1

    def _deliver_twice(self) -> None:
        self._controls.duplicate_next(self._chance.randint(1, 5))

    def _deliver_again(self) -> None:
        self._controls.duplicate(times=self._chance.randint(1, 5))

    def _cut_sockets(self) -> None:
        self._controls.drop_sockets(abruptly=self._chance.random() < 0.5)

    def _refresh(self) -> None:
        self._controls.disconnect("refresh_requested")

    def _come_too_fast(self) -> None:
        self._fault(status=_TOO_MANY)

    def _break(self) -> None:
        self._fault(status=_BROKEN)

    def _dawdle(self) -> None:
        method = self._chance.choice(_DELAYED_METHODS)
        seconds = self._chance.uniform(0, _SLOW_SECONDS)
        self._controls.fault(Fault(method, delay_seconds=seconds))

    def _touch(self) -> None:
        for said in self._said[-self._chance.randint(1, 10) :]:
            self._served.acts.unfurl(said.channel, said.ts)

    def _lose_ack(self) -> None:
        self._controls.refuse_acks()

    def _fault(self, status: int) -> None:
        method = self._chance.choice(_METHODS)
        self._controls.fault(Fault(method, status=status, times=self._chance.randint(1, 2)))
