"""Serves one web application on one address until the block ends."""

from __future__ import annotations

import os
import socket
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from typing import Final

from aiohttp import web

from bot.settings import SettingsFault

_ENDING_SECONDS: Final = 5.0


@dataclass(frozen=True, slots=True)
class Address:
    """Where something listens. `part` names it in an error, `settings` what to set otherwise."""

    host: str
    port: int
    part: str
    settings: str


@asynccontextmanager
async def served(application: web.Application, address: Address) -> AsyncIterator[str]:
    """Serve until the block ends, and then let running requests end; gives the URL.

    Port 0 takes any free one. Raises `SettingsFault` when the address is taken or not of this
    machine.
    """
    listening = _listen(address)
    runner = web.AppRunner(application, access_log=None, shutdown_timeout=_ENDING_SECONDS)
    await runner.setup()
    try:
        await web.SockSite(runner, listening).start()
        host, port = listening.getsockname()[:2]
        yield f"http://[{host}]:{port}" if ":" in host else f"http://{host}:{port}"
    finally:
        await runner.cleanup()


def _listen(address: Address) -> socket.socket:
    family = socket.AF_INET6 if ":" in address.host else socket.AF_INET
    try:
        return socket.create_server((address.host, address.port), family=family)
    except OSError as error:
        number = error.errno or 0  # a host name that is not found has a negative one
        reason = os.strerror(number) if number > 0 else error.strerror
        raise SettingsFault(
            f"{address.part} cannot listen on {address.host}, port {address.port} ({reason}). "
            f"Stop the program that does, or set {address.settings} to another."
        ) from error
