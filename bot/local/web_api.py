"""The Web API at /api/{method}: arguments from everywhere, tokens, scopes, faults, errors."""

from __future__ import annotations

import base64
import json
from collections.abc import Mapping
from urllib.parse import urlsplit

from aiohttp import web

from bot.local import (
    web_api_agents,
    web_api_chat,
    web_api_conversations,
    web_api_files,
    web_api_people,
    web_api_views,
)
from bot.local.errors import Refusal
from bot.local.faults import Fault
from bot.local.json_values import Json, as_json, decoded, text_of
from bot.local.method import Method, Token
from bot.local.workspace import Workspace

_SECRETS = frozenset({"token", "client_secret", "refresh_token", "code"})


def open_connection(workspace: Workspace, _args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/apps.connections.open."""
    return {"ok": True, "url": f"/socket?ticket={workspace.app.sockets.ticket()}"}


def give_access(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/oauth.v2.access."""
    return workspace.installations.access(args)


METHODS: Mapping[str, Method] = {
    **web_api_people.METHODS,
    **web_api_chat.METHODS,
    **web_api_conversations.METHODS,
    **web_api_views.METHODS,
    **web_api_agents.METHODS,
    **web_api_files.METHODS,
    "oauth.v2.access": Method(give_access, token=Token.NONE),
    "apps.connections.open": Method(open_connection, token=Token.APP),
}


class WebApi:
    """Serves the methods to the app."""

    def __init__(self, workspace: Workspace, neighbours: Mapping[str, Workspace]) -> None:
        """`neighbours` are the workspaces of this Slack by team: a token leads to its own."""
        self._workspace = workspace
        self._neighbours = neighbours

    def routes(self) -> list[web.RouteDef]:
        """Where it is served; a slash at the end does not matter."""
        return [
            web.route("*", "/api/{method}", self._serve),
            web.route("*", "/api/{method}/", self._serve),
        ]

    async def _serve(self, request: web.Request) -> web.Response:
        name = request.match_info["method"]
        try:
            response = await self._answer(request, name, await merged_arguments(request))
        except Refusal as refusal:
            response = _json(refusal.answer())
        response.headers["X-OAuth-Scopes"] = ",".join(sorted(self._workspace.settings.bot_scopes))
        return response

    async def _answer(self, request: web.Request, name: str, args: Json) -> web.Response:
        fault = self._workspace.faults.take(name)
        if fault is not None:
            if fault.delay_seconds:
                await self._workspace.clock.wait(fault.delay_seconds)
            if fault.status or fault.error:
                self._note(name, args, fault.error or f"http_{fault.status}", faulty=True)
                return _faulty(fault)
        try:
            body = self._call(request, name, args)
        except Refusal as refusal:
            body = refusal.answer()
        self._note(name, args, text_of(body, "error"))
        return _json(body)

    def _call(self, request: web.Request, name: str, args: Json) -> Json:
        method = METHODS.get(name)
        if method is None:
            raise Refusal("unknown_method")
        token = _token(request, args)
        workspace = self._workspace_of(token)
        _check_token(workspace, method, token)
        body = method.run(workspace, args | _credentials(request))
        host = urlsplit(workspace.installations.origin_of(workspace.team.id)).netloc
        for key, scheme in (("url", "ws"), ("upload_url", "http"), ("permalink", "http")):
            if text_of(body, key).startswith("/"):
                body[key] = f"{scheme}://{host}{body[key]}"
        return body

    def _workspace_of(self, token: str) -> Workspace:
        """The workspace whose token this is, else the one that is served here."""
        team = self._workspace.installations.team_of(token)
        return self._neighbours.get(team, self._workspace)

    def _note(self, name: str, args: Json, error: str, *, faulty: bool = False) -> None:
        shown = {key: value for key, value in args.items() if key not in _SECRETS}
        self._workspace.calls.append(
            {
                "method": name,
                "args": shown,
                "ok": not error,
                "error": error,
                "fault": faulty,
                "at": self._workspace.clock.now(),
            }
        )


def _check_token(workspace: Workspace, method: Method, token: str) -> None:
    if method.token is Token.NONE:
        return
    if not token:
        raise Refusal("not_authed")
    settings = workspace.settings
    if token not in {*workspace.bot_tokens, settings.app_token}:
        raise Refusal("invalid_auth")
    if (token == settings.app_token) is not (method.token is Token.APP):
        raise Refusal("not_allowed_token_type")
    if method.scopes and settings.bot_scopes.isdisjoint(method.scopes):
        provided = ",".join(sorted(settings.bot_scopes))
        raise Refusal("missing_scope", needed=method.scopes[0], provided=provided)


def _credentials(request: web.Request) -> Json:
    """The app's id and secret, as the SDK sends them."""
    scheme, _, coded = request.headers.get("Authorization", "").partition(" ")
    if scheme.lower() != "basic":
        return {}
    try:
        login, _, password = base64.b64decode(coded).decode().partition(":")
    except ValueError as error:
        raise Refusal("invalid_client_id") from error
    return {"client_id": login, "client_secret": password}


async def merged_arguments(request: web.Request) -> Json:
    """The query string, the form and the JSON body of a request, later ones winning.

    Raises `Refusal` invalid_json.
    """
    args: Json = dict(request.query)
    if request.content_type == "application/json":
        text = await request.text()
        try:
            args |= as_json(json.loads(text)) if text.strip() else {}
        except ValueError as error:
            raise Refusal("invalid_json") from error
    elif request.can_read_body:
        form = await request.post()
        args |= {key: decoded(value) for key, value in form.items() if isinstance(value, str)}
    return args


def _token(request: web.Request, args: Json) -> str:
    scheme, _, token = request.headers.get("Authorization", "").partition(" ")
    return token.strip() if scheme.lower() == "bearer" else text_of(args, "token")


def _faulty(fault: Fault) -> web.Response:
    error = fault.error or (
        "ratelimited" if fault.status == web.HTTPTooManyRequests.status_code else ""
    )
    if not error:
        return web.Response(status=fault.status, text="internal error")
    body = Refusal(error, needed=fault.needed, provided=fault.provided).answer()
    response = _json(body, fault.status or web.HTTPOk.status_code)
    if response.status == web.HTTPTooManyRequests.status_code:
        response.headers["Retry-After"] = str(fault.retry_after_seconds)
    return response


def _json(body: Json, status: int = 200) -> web.Response:
    return web.json_response(body, status=status)
