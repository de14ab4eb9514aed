"""Starts the local workspace: the Web API, Socket Mode, the page and the controls on one port."""

from __future__ import annotations

import asyncio
import contextlib
import errno
import json
import socket
import time
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, replace

from aiohttp import WSMsgType, web

from bot.local.acts import Acts
from bot.local.clock import Clock
from bot.local.consent import Consent
from bot.local.control_api import ControlApi
from bot.local.controls import Controls
from bot.local.errors import NotLoopback, PortTaken, Refusal
from bot.local.files import LARGEST_FILE_BYTES
from bot.local.guard import is_loopback, refusals_as_json, same_machine_only
from bot.local.json_values import Json, as_json
from bot.local.page_api import PageApi
from bot.local.people import Shortcut, SlashCommand
from bot.local.settings import Settings, default_settings
from bot.local.socket_mode import Socket
from bot.local.web_api import WebApi, merged_arguments
from bot.local.workspace import Workspace, random_id

_SHUTDOWN_SECONDS = 1.0


@dataclass(frozen=True, slots=True)
class RunningWorkspace:
    """A workspace that is being served.

    `acts` is what people do in it, `controls` what only a test can do, `workspace` its state,
    `neighbours` are all workspaces of this Slack by team.
    """

    workspace: Workspace
    acts: Acts
    controls: Controls
    neighbours: dict[str, Workspace]
    host: str
    port: int
    _runner: web.AppRunner

    @property
    def url(self) -> str:
        """The address of the page."""
        return f"http://{_bracketed(self.host)}:{self.port}"

    @property
    def api_url(self) -> str:
        """What the app takes as SLACK_API_URL."""
        return f"{self.url}/api/"

    async def deliver_to(self, request_url: str, signing_secret: str) -> bool:
        """Deliver over HTTP to the app there; whether it took the challenge."""
        return await self.workspace.app.move_to(request_url, signing_secret)

    async def close(self) -> None:
        """Close every connection and stop serving."""
        await self.workspace.app.hang_up()
        self.workspace.app.sockets.drop_sockets(abruptly=False)
        self.workspace.pages.close()
        self.workspace.clock.stop()
        await self._runner.cleanup()


async def start_workspace(
    host: str = "127.0.0.1",
    port: int = 0,
    *,
    commands: Iterable[SlashCommand] | None = None,
    shortcuts: Iterable[Shortcut] | None = None,
    settings: Settings | None = None,
    time_source: Callable[[], float] = time.time,
    new_id: Callable[[], str] = random_id,
    beside: RunningWorkspace | None = None,
) -> RunningWorkspace:
    """Serve a workspace until `RunningWorkspace.close`. Port 0 takes any free one.

    `commands` and `shortcuts` replace those of `settings`; `beside` is a workspace of the same
    Slack, whose Web API serves this one too. Raises `PortTaken` and `NotLoopback`.
    """
    if not is_loopback(host):
        raise NotLoopback(host)
    chosen = settings or default_settings()
    if commands is not None:
        chosen = replace(chosen, commands=tuple(commands))
    if shortcuts is not None:
        chosen = replace(chosen, shortcuts=tuple(shortcuts))
    listening = _listen(host, port)
    real_port = int(listening.getsockname()[1])
    installations = beside.workspace.installations if beside else None
    workspace = Workspace(chosen, Clock(time_source), new_id, installations)
    origin = f"http://{_bracketed(host)}:{real_port}"
    workspace.installations.add(workspace, origin)
    neighbours = beside.neighbours if beside else {}
    neighbours[workspace.team.id] = workspace
    acts = Acts(workspace, origin)
    controls = Controls(workspace, acts)
    runner = web.AppRunner(
        _application(workspace, acts, controls, neighbours),
        access_log=None,
        shutdown_timeout=_SHUTDOWN_SECONDS,
    )
    await runner.setup()
    await web.SockSite(runner, listening).start()
    return RunningWorkspace(workspace, acts, controls, neighbours, host, real_port, runner)


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise PortTaken(port) from error
        raise


class _Doors:
    """The addresses that only the app uses besides the Web API: sockets, responses, files."""

    def __init__(self, workspace: Workspace) -> None:
        self._workspace = workspace

    def routes(self) -> list[web.RouteDef]:
        return [
            web.get("/socket", self._socket),
            web.post("/response/{word}", self._response),
            web.post("/upload/{file_id}", self._upload),
            web.get("/files/{file_id}", self._file),
        ]

    async def _socket(self, request: web.Request) -> web.StreamResponse:
        app = self._workspace.app.sockets
        if not app.admit(request.query.get("ticket", "")):
            return web.Response(status=404, text="this address was used before, or is too old")
        connection = web.WebSocketResponse()
        await connection.prepare(request)
        line = Socket(drop=lambda: _abort(request))
        app.connect(line)
        writer = asyncio.create_task(_write(connection, line))
        try:
            async for message in connection:
                if message.type is WSMsgType.TEXT:
                    app.receive(_parsed(message.data))
        finally:
            app.disconnected(line)
            writer.cancel()
            with contextlib.suppress(asyncio.CancelledError):
                await writer
        return connection

    async def _response(self, request: web.Request) -> web.Response:
        args = await merged_arguments(request)
        body = as_json(args.get("payload")) or args
        try:
            self._workspace.response_urls.use(request.match_info["word"], body)
        except Refusal as refusal:
            gone = refusal.error in {"no_service", "used_url", "expired_url"}
            return web.Response(status=404 if gone else 400, text=refusal.error)
        return web.Response(text="ok")

    async def _upload(self, request: web.Request) -> web.Response:
        content = await request.read()
        if request.content_type == "multipart/form-data":
            return web.Response(status=400, text="send the bytes themselves")
        try:
            count = self._workspace.files.receive(request.match_info["file_id"], content)
        except Refusal as refusal:
            return web.Response(status=400, text=refusal.error)
        return web.Response(text=f"OK - {count}")

    async def _file(self, request: web.Request) -> web.Response:
        name, content = self._workspace.files.content(request.match_info["file_id"])
        headers = {
            "Content-Disposition": "attachment",
            "X-Content-Type-Options": "nosniff",
            "X-File-Name": name.encode("ascii", "replace").decode(),
        }
        return web.Response(body=content, content_type="application/octet-stream", headers=headers)


def _application(
    workspace: Workspace, acts: Acts, controls: Controls, neighbours: Mapping[str, Workspace]
) -> web.Application:
    application = web.Application(
        middlewares=[same_machine_only, refusals_as_json], client_max_size=LARGEST_FILE_BYTES
    )
    for part in (
        WebApi(workspace, neighbours),
        Consent(workspace.installations),
        _Doors(workspace),
        PageApi(workspace, acts),
        ControlApi(controls),
    ):
        application.add_routes(part.routes())
    return application


async def _write(connection: web.WebSocketResponse, line: Socket) -> None:
    while True:
        message = await line.outgoing.get()
        try:
            if message is None:
                await connection.close()
                return
            await connection.send_json(message)
        except ConnectionError:
            return


def _abort(request: web.Request) -> None:
    if request.transport is not None:
        request.transport.abort()


def _parsed(text: str) -> Json:
    try:
        return as_json(json.loads(text))
    except ValueError:
        return {}


def _bracketed(host: str) -> str:
    return f"[{host}]" if ":" in host else host
