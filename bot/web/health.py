"""Says whether the process lives (`/healthz`) and whether each of its parts works (`/readyz`)."""

from __future__ import annotations

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable, Mapping
from http import HTTPStatus
from typing import Final, TypeAlias

from aiohttp import ClientError, web
from slack_sdk.errors import SlackApiError

from memory.errors import MemoryFault

ALIVE: Final = "/healthz"
READY: Final = "/readyz"
KEPT_SECONDS: Final = 5.0
"""So long an answer holds: whoever asks more often costs nothing."""
PATIENCE_SECONDS: Final = 3.0

Check: TypeAlias = Callable[[], Awaitable[bool]]
"""Whether a part works. It may raise what its part raises."""

log = logging.getLogger(__name__)


class Readiness:
    """Asks the parts, all at once, and keeps what they said for some seconds.

    `seconds` is a clock that only goes forward.
    """

    def __init__(
        self, checks: Mapping[str, Check], seconds: Callable[[], float] = time.monotonic
    ) -> None:
        self._checks = dict(checks)
        self._seconds = seconds
        self._lock = asyncio.Lock()
        self._told: dict[str, bool] = {}
        self._told_at: float | None = None

    async def parts(self) -> dict[str, bool]:
        """Each part by name, and whether it is well. Never fails."""
        async with self._lock:
            if self._told_at is None or self._seconds() - self._told_at >= KEPT_SECONDS:
                said = await asyncio.gather(*(_is_well(*each) for each in self._checks.items()))
                self._told = dict(zip(self._checks, said, strict=True))
                self._told_at = self._seconds()
            return self._told

    def routes(self) -> list[web.RouteDef]:
        """Where it is asked."""
        return [web.get(ALIVE, self._alive), web.get(READY, self._ready)]

    async def _alive(self, _request: web.Request) -> web.Response:
        return web.json_response({"status": "alive"})

    async def _ready(self, _request: web.Request) -> web.Response:
        parts = await self.parts()
        is_ready = all(parts.values())
        body = {
            "status": "ready" if is_ready else "not ready",
            "parts": {name: "well" if is_well else "ill" for name, is_well in parts.items()},
        }
        status = HTTPStatus.OK if is_ready else HTTPStatus.SERVICE_UNAVAILABLE
        return web.json_response(body, status=status)


async def _is_well(name: str, check: Check) -> bool:
    try:
        async with asyncio.timeout(PATIENCE_SECONDS):
            return await check()
    except (MemoryFault, SlackApiError, ClientError, TimeoutError, OSError) as error:
        log.warning("[health] %s is ill: %s", name, type(error).__name__)
        return False
