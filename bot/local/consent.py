"""The page on which a person lets the app into a workspace, and the way back to the app."""

from __future__ import annotations

import html
from urllib.parse import urlencode

from aiohttp import web

from bot.local.errors import Refusal
from bot.local.installations import CLIENT_ID, Installations
from bot.local.json_values import Json

_CARRIED = ("state", "scope", "redirect_uri", "client_id")
_STYLE = "font:17px/1.6 system-ui;max-width:34em;margin:12vh auto;padding:0 1em"


class Consent:
    """Serves `/oauth/v2/authorize` and `/app_redirect`."""

    def __init__(self, installations: Installations) -> None:
        self._installations = installations

    def routes(self) -> list[web.RouteDef]:
        """Where each is served."""
        return [
            web.get("/oauth/v2/authorize", self._ask),
            web.post("/oauth/v2/authorize", self._answer),
            web.get("/app_redirect", self._redirect),
        ]

    async def _ask(self, request: web.Request) -> web.Response:
        _check(dict(request.query))
        hidden = "".join(
            f'<input type="hidden" name="{name}" value="{html.escape(value)}">'
            for name in _CARRIED
            if (value := request.query.get(name, ""))
        )
        choices = self._installations.choices()
        wanted = request.query.get("team") or next(
            (team.id for team, is_installed in choices if not is_installed), choices[0][0].id
        )
        rows = "".join(
            f'<p><label><input type="radio" name="team" value="{html.escape(team.id)}"'
            f"{' checked' if team.id == wanted else ''}> {html.escape(team.name)}"
            f"{' · 설치됨 installed' if is_installed else ''}</label>"
            for team, is_installed in choices
        )
        scopes = html.escape(request.query.get("scope", "").replace(",", ", "))
        page = (
            '<!doctype html><meta charset="utf-8"><title>Ttori Local</title>'
            f'<body style="{_STYLE}"><h1>또리를 추가할까요? · Add Ttori?</h1>'
            f'<form method="post" action="/oauth/v2/authorize">{hidden}{rows}<p><small>{scopes}'
            '</small><p><button name="said" value="allow">허용 · Allow</button> '
            '<button name="said" value="deny">취소 · Cancel</button></form>'
        )
        headers = {"X-Frame-Options": "DENY", "Cache-Control": "no-store"}
        return web.Response(text=page, content_type="text/html", headers=headers)

    async def _answer(self, request: web.Request) -> web.Response:
        form: Json = {
            key: value for key, value in (await request.post()).items() if isinstance(value, str)
        }
        _check(form)
        said = {"state": str(form.get("state", ""))}
        if form.get("said") == "allow":
            said["code"] = self._installations.allow(
                str(form.get("team", "")), str(form["redirect_uri"]), str(form.get("scope", ""))
            )
        else:
            said["error"] = "access_denied"
        return web.Response(
            status=302, headers={"Location": f"{form['redirect_uri']}?{urlencode(said)}"}
        )

    async def _redirect(self, request: web.Request) -> web.Response:
        origin = self._installations.origin_of(request.query.get("team", ""))
        return web.Response(status=302, headers={"Location": f"{origin}/"})


def _check(asked: Json) -> None:
    if asked.get("client_id") != CLIENT_ID:
        raise Refusal("invalid_client_id")
    if not str(asked.get("redirect_uri", "")).startswith(("http://127.0.0.1:", "http://[::1]:")):
        raise Refusal("bad_redirect_uri")
