"""What the browser page talks to: how things stand, what happens, what the person does."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import Awaitable, Callable
from pathlib import Path

from aiohttp import WSMsgType, web

from bot.local.acts import Acts
from bot.local.errors import Refusal
from bot.local.json_values import Json, as_json, flag_of, object_of, text_of
from bot.local.people import Channel
from bot.local.shared_files import share
from bot.local.workspace import Workspace

_PAGE = Path(__file__).parent / "page"
_HEARTBEAT_SECONDS = 20.0


class PageApi:
    """Serves the page, its data and its deeds."""

    def __init__(self, workspace: Workspace, acts: Acts) -> None:
        self._workspace = workspace
        self._acts = acts

    def routes(self) -> list[web.RouteDef]:
        """Where each thing is served."""
        return [
            web.get("/", self._index),
            web.get("/static/{name:.+}", self._static),
            web.get("/page/boot", self._boot),
            web.get("/page/history", self._history),
            web.get("/page/live", self._live),
            web.post("/page/{deed}", self._deed),
        ]

    async def _index(self, _request: web.Request) -> web.StreamResponse:
        return _file(_PAGE / "index.html")

    async def _static(self, request: web.Request) -> web.StreamResponse:
        path = (_PAGE / request.match_info["name"]).resolve()
        if not path.is_relative_to(_PAGE.resolve()) or not path.is_file():
            raise web.HTTPNotFound
        return _file(path)

    async def _boot(self, request: web.Request) -> web.Response:
        workspace = self._workspace
        default = workspace.settings.seed.people[0].id
        me = workspace.person(request.query.get("user") or default)
        return _json(
            {
                "ok": True,
                "team": {"id": workspace.team.id, "name": workspace.team.name},
                "me": me.id,
                "default": default,
                "bot_user_id": workspace.bot.user_id,
                "people": [
                    {
                        "id": one.id,
                        "name": one.name,
                        "real_name": one.real_name,
                        "avatar_color": one.avatar_color,
                        "locale": one.locale,
                        "is_bot": one.is_bot,
                    }
                    for one in workspace.people.values()
                ],
                "channels": [
                    self._channel(channel, me.id)
                    for channel in workspace.conversations.rooms_of(me.id)
                ],
                "commands": [
                    {
                        "command": one.command,
                        "description": one.description,
                        "usage_hint": one.usage_hint,
                    }
                    for one in workspace.settings.commands
                ],
                "shortcuts": [
                    {"callback_id": one.callback_id, "name": one.name}
                    for one in workspace.settings.shortcuts
                    if one.kind == "message"
                ],
                "bot_connected": workspace.app.is_connected,
                "install_url": workspace.installations.install_url,
            }
        )

    def _channel(self, channel: Channel, me: str) -> Json:
        return {
            "id": channel.id,
            "name": channel.name,
            "is_im": channel.is_im,
            "user": self._workspace.bot.user_id if channel.is_im else None,
            "is_member_bot": self._workspace.bot.user_id in channel.members,
            "topic": channel.topic,
            "unread": self._workspace.conversations.unread(me, channel.id),
        }

    async def _history(self, request: web.Request) -> web.Response:
        conversations = self._workspace.conversations
        me = self._workspace.person(request.query.get("user", "")).id
        channel = conversations.channel(request.query.get("channel", ""), me)
        thread_ts = request.query.get("thread_ts", "")
        private = conversations.private_of(me, channel.id)
        if thread_ts:
            public = conversations.thread(channel.id, thread_ts)
            mine = [one for one in private if one.thread_ts == public[0].ts]
            shown = [public[0], *sorted([*public[1:], *mine], key=lambda one: one.ts)]
        else:
            conversations.mark_read(me, channel.id)
            public = conversations.history(channel.id)
            mine = [one for one in private if not one.thread_ts]
            shown = sorted([*public, *mine], key=lambda one: one.ts)
        return _json({"ok": True, "messages": [one.as_page() for one in shown]})

    async def _live(self, request: web.Request) -> web.WebSocketResponse:
        workspace = self._workspace
        me = workspace.person(request.query.get("user", "")).id
        page = web.WebSocketResponse(heartbeat=_HEARTBEAT_SECONDS)
        await page.prepare(request)
        with workspace.pages.watch(me) as waiting:
            for note in self._standing(me):
                waiting.put_nowait(note)
            writer = asyncio.create_task(_write(page, waiting))
            try:
                async for message in page:
                    if message.type is WSMsgType.ERROR:
                        break
            finally:
                writer.cancel()
                with contextlib.suppress(asyncio.CancelledError):
                    await writer
        return page

    def _standing(self, me: str) -> list[Json]:
        """What a page that opens now has to know besides its history."""
        workspace = self._workspace
        mine = {channel.id for channel in workspace.conversations.rooms_of(me)}
        notes = workspace.panel.standing(mine)
        stack = workspace.surfaces.stack(me)
        notes += [
            {"type": "view_opened", "view": one.as_slack(workspace.team, workspace.bot)}
            | {"depth": depth}
            for depth, one in enumerate(stack, start=1)
        ]
        connected = workspace.app.is_connected
        return [*notes, {"type": "bot_connected", "connected": connected}]

    async def _deed(self, request: web.Request) -> web.Response:
        deed = self._deeds().get(request.match_info["deed"])
        if deed is None:
            raise web.HTTPNotFound
        body = await json_body(request)
        return _json({"ok": True} | await deed(text_of(body, "user"), body))

    def _deeds(self) -> dict[str, Callable[[str, Json], Awaitable[Json]]]:
        return {
            "message": self._message,
            "share": self._share,
            "edit": self._edit,
            "delete": self._delete,
            "command": self._command,
            "action": self._action,
            "view_submit": self._view_submit,
            "view_close": self._view_close,
            "home": self._home,
            "unfurl": self._unfurl,
            "shortcut": self._shortcut,
            "stop": self._stop,
        }

    async def _message(self, user: str, body: Json) -> Json:
        said = self._acts.say(
            user, text_of(body, "channel"), text_of(body, "text"), text_of(body, "thread_ts")
        )
        return {"ts": said.ts}

    async def _share(self, user: str, body: Json) -> Json:
        return {"ts": share(self._workspace, self._acts.origin, user, body).ts}

    async def _edit(self, user: str, body: Json) -> Json:
        self._acts.edit(user, text_of(body, "channel"), text_of(body, "ts"), text_of(body, "text"))
        return {}

    async def _delete(self, user: str, body: Json) -> Json:
        self._acts.delete(user, text_of(body, "channel"), text_of(body, "ts"))
        return {}

    async def _command(self, user: str, body: Json) -> Json:
        await self._acts.command(
            user,
            text_of(body, "channel"),
            text_of(body, "command"),
            text_of(body, "text"),
            text_of(body, "thread_ts"),
        )
        return {}

    async def _action(self, user: str, body: Json) -> Json:
        state = object_of(body, "state")
        values = object_of(state, "values") if "values" in state else state
        action, action_id = object_of(body, "action"), text_of(body, "action_id")
        block_id = text_of(body, "block_id")
        if text_of(body, "view_id"):
            await self._acts.click_in_view(
                user,
                text_of(body, "view_id"),
                action_id,
                block_id=block_id,
                action=action,
                state=values,
            )
        else:
            await self._acts.click(
                user,
                text_of(body, "channel"),
                text_of(body, "message_ts"),
                action_id,
                block_id=block_id,
                action=action,
                state=values,
            )
        return {}

    async def _view_submit(self, user: str, body: Json) -> Json:
        return await self._acts.submit(
            user, text_of(body, "view_id"), object_of(body, "state_values")
        )

    async def _view_close(self, user: str, body: Json) -> Json:
        await self._acts.close(
            user, text_of(body, "view_id"), all_at_once=flag_of(body, "all_at_once")
        )
        return {}

    async def _home(self, user: str, body: Json) -> Json:
        self._acts.open_home(user, text_of(body, "tab") or "home", text_of(body, "channel"))
        return {}

    async def _unfurl(self, _user: str, body: Json) -> Json:
        self._acts.unfurl(text_of(body, "channel"), text_of(body, "ts"))
        return {}

    async def _shortcut(self, user: str, body: Json) -> Json:
        await self._acts.shortcut(
            user,
            text_of(body, "callback_id"),
            text_of(body, "channel"),
            text_of(body, "message_ts"),
        )
        return {}

    async def _stop(self, user: str, body: Json) -> Json:
        self._acts.stop(user, text_of(body, "channel"), text_of(body, "thread_ts"))
        return {}


async def json_body(request: web.Request) -> Json:
    """The JSON object that a page or a test sends. Raises `Refusal` for anything else.

    The content type is required: a form on a foreign page cannot send it.
    """
    if request.content_type != "application/json":
        raise Refusal("json_required")
    text = await request.text()
    try:
        return as_json(json.loads(text)) if text.strip() else {}
    except ValueError as error:
        raise Refusal("invalid_json") from error


async def _write(page: web.WebSocketResponse, waiting: asyncio.Queue[Json | None]) -> None:
    while True:
        note = await waiting.get()
        try:
            if note is None:
                await page.close()
                return
            await page.send_json(note)
        except ConnectionError:
            return


def _file(path: Path) -> web.FileResponse:
    headers = {"Cache-Control": "no-cache", "X-Frame-Options": "DENY"}
    return web.FileResponse(path, headers=headers)


def _json(body: Json) -> web.Response:
    return web.json_response(body)
