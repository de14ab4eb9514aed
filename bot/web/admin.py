"""The admin server: an operator finds, purges and erases what is kept of a person, over HTTP.

    POST /admin/memory/purge/{user_id}?team=T1&dry_run=true    {"deleted": 5, "user_id": "U1"}
    POST /admin/memory/erase/{user_id}?team=T1&confirm=U1      {"erased": true, "user_id": "U1"}

Every request carries `Authorization: Bearer TTORI_ADMIN_TOKEN`. Errors are JSON: `error` is for
programs, `message` says what to do. `team` may be left out when the person is in one only.
"""

from __future__ import annotations

import hmac
import json
import logging
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware
from pydantic import SecretStr

from bot.owners import OwnerUnknown, TeamUnclear, find_owner
from bot.settings import Settings
from bot.web.server import Address, served
from memory.erasure import Erasure
from memory.errors import MemoryFault
from memory.records import Scope

PURGE: Final = "/admin/memory/purge/{user_id}"
ERASE: Final = "/admin/memory/erase/{user_id}"

_BEARER: Final = "bearer"
_TRUE, _FALSE = frozenset({"true", "1", "yes"}), frozenset({"false", "0", "no", ""})

log = logging.getLogger(__name__)


@asynccontextmanager
async def serve_admin(settings: Settings, erasure: Erasure) -> AsyncIterator[str | None]:
    """Serve until the block ends; gives the address, None when no token is set and nothing starts.

    Raises `SettingsFault` when the address is taken or not of this machine.
    """
    if settings.admin_token is None:
        yield None
        return
    application = build_admin(settings.admin_token, erasure)
    where = Address(
        settings.admin_host,
        settings.admin_port,
        "The admin server",
        "TTORI_ADMIN_PORT or TTORI_ADMIN_HOST",
    )
    async with served(application, where) as address:
        log.info("[admin] listening on %s", address)
        yield address


def build_admin(token: SecretStr, erasure: Erasure) -> web.Application:
    """The application, not served yet."""
    rooms = _Rooms(erasure)
    application = web.Application(middlewares=[_only_with(token), _faults_as_json])
    application.add_routes([web.post(PURGE, rooms.purge), web.post(ERASE, rooms.erase)])
    return application


class _Rooms:
    """The handlers."""

    def __init__(self, erasure: Erasure) -> None:
        self._erasure = erasure

    async def purge(self, request: web.Request) -> web.Response:
        """Forget a person's junk; with `dry_run` only tell what it is."""
        dry_run = _dry_run(request)
        scope = await self._owner(request)
        answer: dict[str, object] = {"deleted": 0, "user_id": scope.user}
        if dry_run:
            found = await self._erasure.find_junk(scope)
            answer |= {
                "dry_run": True,
                "would_delete": len(found),
                "memories": [{"id": each.id, "text": each.text} for each in found],
            }
        else:
            answer["deleted"] = await self._erasure.purge(scope)
            log.info("[admin] purge team=%s deleted=%d", scope.team, answer["deleted"])
        return _json(answer)

    async def erase(self, request: web.Request) -> web.Response:
        """Erase a person for good; `confirm` must repeat the user id."""
        user = request.match_info["user_id"]
        if request.query.get("confirm") != user:
            return _fault(
                400,
                "unconfirmed",
                f"Erasing cannot be undone: add confirm={user} to the query to confirm it.",
            )
        scope = await self._owner(request)
        await self._erasure.erase(scope)
        log.info("[admin] erase team=%s", scope.team)
        return _json({"erased": True, "user_id": scope.user})

    async def _owner(self, request: web.Request) -> Scope:
        known = await self._erasure.known_scopes()
        return find_owner(known, request.match_info["user_id"], request.query.get("team"))


def _dry_run(request: web.Request) -> bool:
    said = request.query.get("dry_run", "").strip().casefold()
    if said not in _TRUE | _FALSE:
        raise web.HTTPBadRequest(text="dry_run must be true or false.")
    return said in _TRUE


def _only_with(token: SecretStr) -> Middleware:
    expected = token.get_secret_value().encode()

    @web.middleware
    async def check(request: web.Request, handler: Handler) -> web.StreamResponse:
        """Let nobody in without the token, and tell them nothing else."""
        scheme, _, given = request.headers.get(hdrs.AUTHORIZATION, "").strip().partition(" ")
        held = given.strip().encode("utf-8", "surrogateescape")
        if scheme.casefold() == _BEARER and hmac.compare_digest(held, expected):
            return await handler(request)
        answer = _fault(
            401,
            "unauthorized",
            "Send the header Authorization: Bearer TOKEN with the TTORI_ADMIN_TOKEN of the bot.",
        )
        answer.headers[hdrs.WWW_AUTHENTICATE] = 'Bearer realm="ttori admin"'
        return answer

    return check


@web.middleware
async def _faults_as_json(request: web.Request, handler: Handler) -> web.StreamResponse:
    """Answer what went wrong with a code and a sentence."""
    try:
        return await handler(request)
    except OwnerUnknown as fault:
        return _fault(404, "unknown_user", str(fault))
    except TeamUnclear as fault:
        return _fault(409, "ambiguous_team", f"{fault} Add team=… to the query.", teams=fault.teams)
    except web.HTTPException as fault:
        return _refusal(fault)
    except MemoryFault as fault:
        log.exception("[admin] a request failed")
        return _fault(503, "unavailable", f"Try again later; the bot's log says more. ({fault})")


def _refusal(fault: web.HTTPException) -> web.Response:
    """The answer for what aiohttp or a handler refused."""
    if isinstance(fault, web.HTTPMethodNotAllowed):
        answer = _fault(fault.status, "method_not_allowed", "Send it by POST.")
        answer.headers[hdrs.ALLOW] = ", ".join(sorted(fault.allowed_methods))
        return answer
    if isinstance(fault, web.HTTPNotFound):
        return _fault(fault.status, "unknown_path", f"There are {PURGE} and {ERASE}.")
    return _fault(fault.status, "bad_request", fault.text or fault.reason)


def _fault(status: int, error: str, message: str, *, teams: tuple[str, ...] = ()) -> web.Response:
    body: dict[str, object] = {"error": error, "message": message}
    if teams:
        body["teams"] = list(teams)
    return _json(body, status=status)


def _json(body: dict[str, object], *, status: int = 200) -> web.Response:
    """JSON in which Korean can be read."""
    return web.json_response(text=json.dumps(body, ensure_ascii=False), status=status)
