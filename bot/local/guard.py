"""Keeps other web pages out: only requests that name this machine, from this page, are served.

A page on the internet can make a browser send requests to a loopback address, and DNS rebinding
can even make it look like the page's own address. So the Host must be a loopback name, and an
Origin, if there is one, must be the same place.
"""

from __future__ import annotations

import ipaddress
from urllib.parse import urlsplit

from aiohttp import web
from aiohttp.typedefs import Handler

from bot.local.errors import Refusal


def is_loopback(host: str) -> bool:
    """Whether a host name or address is this machine and nothing else."""
    if host == "localhost":
        return True
    try:
        return ipaddress.ip_address(host.strip("[]")).is_loopback
    except ValueError:
        return False


@web.middleware
async def same_machine_only(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Refuse a foreign Host or Origin with 403."""
    host = urlsplit(f"//{request.host}").hostname or ""
    origin = request.headers.get("Origin")
    if not is_loopback(host) or (origin is not None and urlsplit(origin).netloc != request.host):
        return web.json_response({"ok": False, "error": "forbidden_origin"}, status=403)
    return await handler(request)


@web.middleware
async def refusals_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer a `Refusal` as Slack would."""
    try:
        return await handler(request)
    except Refusal as refusal:
        return web.json_response(refusal.answer())
