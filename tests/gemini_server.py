"""A small loopback server that speaks Gemini's wire as scripted: unary, streamed, and broken.

The shapes follow https://ai.google.dev/api/generate-content (GenerateContentResponse) and Google's
error model (https://google.aip.dev/193).
"""

from __future__ import annotations

import asyncio
import json
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from aiohttp import web

Json: TypeAlias = dict[str, Any]
Answer: TypeAlias = Callable[[web.Request], Awaitable[web.StreamResponse]]

MODEL = "gemini-3.5-flash-lite"
_STREAMED = ":streamGenerateContent"


class GeminiServer:
    """Answers one request with each step of its script, in order; keeps what was asked.

    With `aside`, that is what a request for a whole answer gets, outside of the script: so what is
    asked in the background does not take a step that is meant for the talk.
    """

    def __init__(self) -> None:
        self.base_url = ""
        self.aside: Answer | None = None
        self.requests: list[Json] = []
        self.paths: list[str] = []
        self.keys: list[str] = []
        self._script: deque[Answer] = deque()

    def will(self, *answers: Answer) -> None:
        """Append to the script."""
        self._script.extend(answers)

    @property
    def left(self) -> int:
        """How many steps were not used."""
        return len(self._script)

    @property
    def talks(self) -> int:
        """How many requests asked for a stream, as the talk with a person does."""
        return sum(path.endswith(_STREAMED) for path in self.paths)

    async def handle(self, request: web.Request) -> web.StreamResponse:
        """Take a request and play the next step."""
        self.paths.append(request.path)
        self.keys.append(request.headers.get("x-goog-api-key", ""))
        self.requests.append(await request.json())
        if self.aside and not _is_stream(request):
            return await self.aside(request)
        if not self._script:
            return web.json_response({"error": {"code": 500, "message": "no script"}}, status=500)
        return await self._script.popleft()(request)


@asynccontextmanager
async def gemini_server() -> AsyncIterator[GeminiServer]:
    """A running server on a free port of 127.0.0.1."""
    server = GeminiServer()
    app = web.Application(client_max_size=4 * 2**20)
    app.router.add_post("/v1beta/models/{call}", server.handle)
    runner = web.AppRunner(app, handler_cancellation=True, shutdown_timeout=0.1)
    await runner.setup()
    try:
        site = web.TCPSite(runner, "127.0.0.1", 0)
        await site.start()
        server.base_url = f"http://127.0.0.1:{runner.addresses[0][1]}"
        yield server
    finally:
        await runner.cleanup()


def says(*pieces: str, finish: str | None = "STOP") -> Answer:
    """Text, one chunk for each piece; `finish=None` ends the stream without a finish reason."""
    return _parts(*([{"text": piece}] for piece in pieces), finish=finish)


def calls(name: str, *, before: str = "", **arguments: str) -> Answer:
    """A function call, perhaps after some talk."""
    call = {"functionCall": {"name": name, "args": arguments}, "thoughtSignature": "c2lnbmVk"}
    return _parts(*([[{"text": before}]] if before else []), [call], finish="STOP")


def says_nothing() -> Answer:
    """A candidate without any part."""
    return _chunks({"candidates": [{"content": {"role": "model"}, "finishReason": "STOP"}]})


def blocks() -> Answer:
    """A prompt that the safety filter refuses."""
    return _chunks({"promptFeedback": {"blockReason": "SAFETY"}})


def fails(status: int, reason: str, message: str) -> Answer:
    """An error in Google's form."""

    async def answer(_: web.Request) -> web.StreamResponse:
        body = {"error": {"code": status, "message": message, "status": reason}}
        return web.json_response(body, status=status)

    return answer


def sends_garbage() -> Answer:
    """200, but no JSON."""

    async def answer(request: web.Request) -> web.StreamResponse:
        if _is_stream(request):
            return web.Response(
                text='data: {"candidates": [{"content"\n\n', content_type="text/event-stream"
            )
        return web.Response(text='{"candidates": [{"content"', content_type="application/json")

    return answer


def breaks_off(*pieces: str) -> Answer:
    """Some pieces of a stream, then the connection is gone."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = await _open_stream(request)
        for piece in pieces:
            await _send(response, _candidate([{"text": piece}], None))
        if request.transport is not None:
            request.transport.close()
        return response

    return answer


def pauses(first: str, until_set: asyncio.Event, rest: str = "") -> Answer:
    """A piece of a stream, then nothing until the event is set, then the rest and the end."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = await _open_stream(request)
        await _send(response, _candidate([{"text": first}], None))
        await until_set.wait()
        await _send(response, _candidate([{"text": rest}], "STOP"))
        await response.write_eof()
        return response

    return answer


def hangs(*pieces: str) -> Answer:
    """Some pieces of a stream, then nothing, until the client goes away."""

    async def answer(request: web.Request) -> web.StreamResponse:
        response = await _open_stream(request)
        for piece in pieces:
            await _send(response, _candidate([{"text": piece}], None))
        await asyncio.Event().wait()
        return response

    return answer


def _parts(*chunks: Sequence[Json], finish: str | None) -> Answer:
    last = len(chunks) - 1
    return _chunks(
        *(
            _candidate(parts, finish if index == last else None)
            for index, parts in enumerate(chunks)
        )
    )


def _candidate(parts: Sequence[Json], finish: str | None) -> Json:
    candidate: Json = {"content": {"role": "model", "parts": list(parts)}, "index": 0}
    if finish:
        candidate["finishReason"] = finish
    return {"candidates": [candidate], "modelVersion": MODEL, "responseId": "r"}


def _chunks(*chunks: Json) -> Answer:
    async def answer(request: web.Request) -> web.StreamResponse:
        if not _is_stream(request):
            return web.json_response(_merge(chunks))
        response = await _open_stream(request)
        for chunk in chunks:
            await _send(response, chunk)
        await response.write_eof()
        return response

    return answer


def _merge(chunks: Sequence[Json]) -> Json:
    merged: Json = json.loads(json.dumps(chunks[-1]))
    for candidate in merged.get("candidates", []):
        parts = [
            part
            for chunk in chunks
            for each in chunk["candidates"]
            for part in each["content"].get("parts", [])
        ]
        candidate["content"]["parts"] = parts
    return merged


def _is_stream(request: web.Request) -> bool:
    return request.path.endswith(_STREAMED)


async def _open_stream(request: web.Request) -> web.StreamResponse:
    response = web.StreamResponse(headers={"Content-Type": "text/event-stream"})
    response.enable_chunked_encoding()
    await response.prepare(request)
    return response


async def _send(response: web.StreamResponse, chunk: Json) -> None:
    await response.write(f"data: {json.dumps(chunk)}\n\n".encode())
