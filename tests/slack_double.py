"""A Slack Web API that records every call, answers it, and refuses what a test tells it to.

It listens on a free port of this machine, and knows response_urls, too.
"""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Final

from aiohttp import web

BOT_USER: Final = "UBOT"
BOT_ID: Final = "BBOT"
TEAM: Final = "T1"
TOKEN: Final = "xoxb-double"
CUT: Final = "connection cut"
"""Refused so, a call gets no answer."""


@dataclass(frozen=True, slots=True)
class Call:
    """One call of a method, or of a response_url (method "respond")."""

    method: str
    args: Mapping[str, object]

    def text(self, name: str) -> str:
        """An argument as text."""
        value = self.args.get(name, "")
        assert isinstance(value, str), f"{name} is {value!r}"
        return value


@dataclass(slots=True)
class SlackDouble:
    """The server's state: what was called, and what is to go wrong.

    `uploads` are the files that it was sent, `shared` those that can be fetched, by file id;
    `replies` is what stands in any thread;
    `peers` are the ports at the other end of each connection that brought a call.
    """

    url: str = ""
    calls: list[Call] = field(default_factory=list)
    peers: set[int] = field(default_factory=set)
    profiles: dict[str, dict[str, object]] = field(default_factory=dict)
    uploads: dict[str, bytes] = field(default_factory=dict)
    shared: dict[str, bytes] = field(default_factory=dict)
    replies: list[dict[str, object]] = field(default_factory=list)
    _refusals: dict[str, list[dict[str, object]]] = field(default_factory=lambda: defaultdict(list))
    _always: dict[str, dict[str, object]] = field(default_factory=dict)
    _made: int = 0

    def refuse(
        self, method: str, error: str, *, times: int | None = None, **details: object
    ) -> None:
        """Refuse a method: the next `times` calls of it, or all of them."""
        answer: dict[str, object] = {"ok": False, "error": error, **details}
        if times is None:
            self._always[method] = answer
        else:
            self._refusals[method] += [answer] * times

    def called(self, *methods: str) -> list[Call]:
        """The calls of these methods, in order."""
        return [call for call in self.calls if call.method in methods]

    def only(self, method: str) -> Call:
        """The one call of this method."""
        (call,) = self.called(method)
        return call

    def response_url(self) -> str:
        """A response_url that works."""
        self._made += 1
        return f"{self.url}respond/{self._made}"

    def answer(self, call: Call) -> dict[str, object]:
        """What the server says to a call, after recording it."""
        self.calls.append(call)
        if self._refusals[call.method]:
            return self._refusals[call.method].pop(0)
        if call.method in self._always:
            return self._always[call.method]
        return {"ok": True, **self._details(call)}

    def _details(self, call: Call) -> dict[str, object]:
        match call.method:
            case "auth.test":
                return {"team_id": TEAM, "user_id": BOT_USER, "bot_id": BOT_ID, "url": self.url}
            case "users.info":
                user = call.text("user")
                return {"user": {"id": user, **self.profiles.get(user, {})}}
            case "conversations.open":
                return {"channel": {"id": f"D-{call.text('users')}"}}
            case "conversations.replies":
                return {"messages": self.replies, "has_more": False}
            case "chat.postMessage" | "chat.startStream":
                self._made += 1
                return {"channel": call.text("channel"), "ts": f"1800000000.{self._made:06d}"}
            case _:
                return self._file_details(call)

    def _file_details(self, call: Call) -> dict[str, object]:
        if call.method == "files.completeUploadExternal":
            return {"files": call.args["files"]}
        if call.method != "files.getUploadURLExternal":
            return {}
        self._made += 1
        return {
            "upload_url": f"{self.url}upload/F{self._made}",
            "file_id": f"F{self._made}",
        }


def shown(call: Call) -> str:
    """All the words in a call's blocks, in order, as a person reads them."""
    return read_blocks(call.args.get("blocks") or [])


def read_blocks(blocks: object) -> str:
    """All the words in blocks, in order."""
    words: list[str] = []

    def walk(value: object) -> None:
        if isinstance(value, Mapping):
            for key, item in value.items():
                if key == "text" and isinstance(item, str):
                    words.append(item)
                else:
                    walk(item)
        elif isinstance(value, list | tuple):
            for item in value:
                walk(item)

    walk(blocks)
    return "".join(words)


def buttons(blocks: object) -> dict[str, tuple[str, str]]:
    """The buttons in blocks: label → (action id, value); of several with one label, the last."""
    return {label: (action, value) for label, action, value in button_list(blocks)}


def button_list(blocks: object) -> list[tuple[str, str, str]]:
    """The buttons in blocks, in order: label, action id, value."""
    found: list[tuple[str, str, str]] = []

    def walk(value: object) -> None:
        if isinstance(value, Mapping):
            if value.get("type") == "button":
                found.append((value["text"]["text"], value["action_id"], value["value"]))
            for item in value.values():
                walk(item)
        elif isinstance(value, list | tuple):
            for item in value:
                walk(item)

    walk(blocks)
    return found


def _response(answer: dict[str, object]) -> web.Response:
    if answer.get("error") == "ratelimited":
        return web.json_response(answer, status=429, headers={"Retry-After": "0"})
    if "status" in answer:
        return web.Response(status=int(str(answer["status"])), text="not here")
    return web.json_response(answer)


@asynccontextmanager
async def slack_double() -> AsyncIterator[SlackDouble]:
    """A running server."""
    double = SlackDouble()
    app = web.Application()

    async def method(request: web.Request) -> web.Response:
        assert request.transport is not None
        double.peers.add(request.transport.get_extra_info("peername")[1])
        args: dict[str, object] = dict(request.query)
        if request.content_type == "application/json":
            args |= await request.json()
        else:
            args |= {str(key): value for key, value in (await request.post()).items()}
        answer = double.answer(Call(request.match_info["method"], args))
        if answer.get("error") == CUT:
            request.transport.abort()
        return _response(answer)

    async def respond(request: web.Request) -> web.Response:
        answer = double.answer(Call("respond", json.loads(await request.text())))
        if answer["ok"]:
            return web.Response(text="ok")
        return web.Response(status=404, text=str(answer["error"]))

    async def upload(request: web.Request) -> web.Response:
        double.uploads[request.match_info["file"]] = await request.read()
        return web.Response(text="OK")

    async def download(request: web.Request) -> web.Response:
        double.calls.append(Call("download", dict(request.headers)))
        shared = double.shared.get(request.match_info["file"])
        if shared is None:  # as Slack answers a token without files:read
            return web.Response(text="<html>", content_type="text/html")
        return web.Response(body=shared, content_type="application/octet-stream")

    app.router.add_route("*", "/api/{method}", method)
    app.router.add_post("/api/upload/{file}", upload)
    app.router.add_get("/files/{file}", download)
    app.router.add_post("/api/respond/{number}", respond)
    runner = web.AppRunner(app)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        host, port = runner.addresses[0][:2]
        double.url = f"http://{host}:{port}/api/"
        yield double
    finally:
        await runner.cleanup()
