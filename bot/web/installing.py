"""Installing the bot into a workspace: to Slack's consent page, and back with a code.

https://docs.slack.dev/authentication/installing-with-oauth
"""

from __future__ import annotations

import html
import logging
from http import HTTPStatus
from typing import Final
from urllib.parse import quote, urlencode, urljoin

from aiohttp import web
from slack_bolt.error import BoltError
from slack_bolt.oauth.async_callback_options import (
    AsyncCallbackOptions,
    AsyncFailureArgs,
    AsyncSuccessArgs,
)
from slack_bolt.oauth.async_oauth_flow import AsyncOAuthFlow
from slack_bolt.oauth.async_oauth_settings import AsyncOAuthSettings
from slack_bolt.request.async_request import AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.errors import SlackApiError
from slack_sdk.oauth.installation_store.models.installation import Installation
from slack_sdk.web.async_client import AsyncWebClient

from bot.doctor import REQUIRED_SCOPES
from bot.slack_answers import UNREACHABLE
from bot.texts import Texts
from bot.turn import Language
from bot.workspaces.tenancy import Tenancy
from memory.errors import StorageFault

INSTALL: Final = "/slack/install"
REDIRECT: Final = "/slack/oauth_redirect"
_KNOWN_REASONS: Final = frozenset({"access_denied", "invalid_browser", "invalid_state"})

log = logging.getLogger(__name__)


class InstallingDoor:
    """The two addresses of an installation. `public_url` is how browsers reach them, or ""."""

    def __init__(
        self,
        tenancy: Tenancy,
        client: AsyncWebClient,
        texts: Texts,
        *,
        client_id: str,
        client_secret: str,
        public_url: str,
    ) -> None:
        self._texts = texts
        self._client = client
        self._is_secure = not public_url.startswith("http://")
        redirect_uri = urljoin(public_url, REDIRECT) if public_url else None
        self._settings = AsyncOAuthSettings(
            client_id=client_id,
            client_secret=client_secret,
            scopes=sorted(REQUIRED_SCOPES),
            user_scopes=[],
            redirect_uri=quote(redirect_uri, safe="") if redirect_uri else None,
            authorization_url=urljoin(client.base_url, "/oauth/v2/authorize"),
            installation_store=tenancy.installations,
            state_store=tenancy.states,
            callback_options=AsyncCallbackOptions(success=self._thank, failure=self._regret),
        )
        self._flow = _Flow(tenancy, client, self._settings, redirect_uri)

    def routes(self) -> list[web.RouteDef]:
        """Where it stands."""
        return [web.get(INSTALL, self._begin), web.get(REDIRECT, self._end)]

    async def _begin(self, request: web.Request) -> web.Response:
        asked = AsyncBoltRequest(body="", query=request.query_string, mode="http")
        state = await self._flow.issue_new_state(asked)
        url = await self._flow.build_authorize_url(state, asked)
        answer = web.Response(status=HTTPStatus.FOUND, headers={"Location": url})
        answer.set_cookie(
            self._settings.state_cookie_name,
            state,
            max_age=self._settings.state_expiration_seconds,
            path="/slack",
            secure=self._is_secure,
            httponly=True,
            samesite="Lax",
        )
        return answer

    async def _end(self, request: web.Request) -> web.Response:
        asked = AsyncBoltRequest(
            body="", query=request.query_string, headers=dict(request.headers), mode="http"
        )
        try:
            said = await self._flow.handle_callback(asked)
        except (SlackApiError, *UNREACHABLE) as error:
            log.warning("[slack] an installation could not be ended: %s", type(error).__name__)
            said = self._page(HTTPStatus.BAD_GATEWAY, "install.unreachable")
        answer = web.Response(status=said.status, text=said.body, content_type="text/html")
        answer.headers["Cache-Control"] = "no-store"
        answer.headers["Referrer-Policy"] = "no-referrer"
        answer.del_cookie(self._settings.state_cookie_name, path="/slack")
        return answer

    async def _thank(self, args: AsyncSuccessArgs) -> BoltResponse:
        installed = args.installation
        asked = {"app": installed.app_id or "", "team": installed.team_id or ""}
        link = urljoin(self._client.base_url, f"/app_redirect?{urlencode(asked)}")
        return self._page(HTTPStatus.OK, "install.done", link)

    async def _regret(self, args: AsyncFailureArgs) -> BoltResponse:
        log.info("[slack] an installation failed: %s", args.reason)
        reason = args.reason if args.reason in _KNOWN_REASONS else "failed"
        return self._page(HTTPStatus(args.suggested_status_code), f"install.{reason}", INSTALL)

    def _page(self, status: HTTPStatus, key: str, link: str = INSTALL) -> BoltResponse:
        said = [self._texts.say(language, key) for language in Language]
        lead = " · ".join(self._texts.say(language, "install.link") for language in Language)
        if status is not HTTPStatus.OK:
            lead = " · ".join(self._texts.say(language, "install.again") for language in Language)
        lines = "".join(f"<p>{html.escape(each)}</p>" for each in said)
        body = (
            '<!doctype html><meta charset="utf-8"><title>Ttori</title>'
            '<meta name="viewport" content="width=device-width">'
            '<body style="font:17px/1.6 system-ui;max-width:34em;margin:12vh auto;padding:0 1em">'
            f'<h1>또리 · Ttori</h1>{lines}<p><a href="{html.escape(link)}">{html.escape(lead)}</a>'
        )
        return BoltResponse(status=status, body=body)


class _Flow(AsyncOAuthFlow):
    """Bolt's flow, which tells the tenancy of an installation, and keeps no installer's name."""

    def __init__(
        self,
        tenancy: Tenancy,
        client: AsyncWebClient,
        settings: AsyncOAuthSettings,
        redirect_uri: str | None,
    ) -> None:
        super().__init__(client=client, logger=log, settings=settings)
        self._tenancy = tenancy
        if redirect_uri:
            settings.redirect_uri = redirect_uri  # in a form it is not to be quoted

    async def store_installation(
        self,
        request: AsyncBoltRequest,  # noqa: ARG002  (Bolt's signature)
        installation: Installation,
    ) -> None:
        """Keep it, and call off what was to be erased."""
        if installation.user_token is None:
            installation.user_id = installation.bot_user_id or ""
        try:
            await self._tenancy.installed(installation)
        except StorageFault as error:
            raise BoltError(str(error)) from error
