"""Delivery over HTTP as the local workspace does it: signed, retried by Slack's rules, once."""

from __future__ import annotations

import hashlib
import hmac
import json
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from urllib.parse import parse_qs

import pytest
from aiohttp import web
from aiohttp.test_utils import TestServer

from bot.local.delivery import Missed
from bot.local.errors import Refusal
from bot.local.server import RunningWorkspace
from tests.local_kit import ACTIONS, DM, JIWOO, SECTION, Json, client, running, until

SECRET = "한국어 비밀"


@dataclass(slots=True)
class Got:
    """One delivery."""

    body: bytes
    headers: dict[str, str]

    @property
    def event(self) -> Json:
        """The payload of an event."""
        read: Json = json.loads(self.body)
        return read

    @property
    def form(self) -> dict[str, str]:
        """The fields of a form."""
        return {name: values[0] for name, values in parse_qs(self.body.decode()).items()}


@dataclass(slots=True)
class App:
    """The app's end, by hand: answers with what is in `answers`, else with an empty 200."""

    url: str = ""
    got: list[Got] = field(default_factory=list)
    answers: list[web.Response] = field(default_factory=list)

    async def take(self, request: web.Request) -> web.Response:
        """Keep a delivery and answer it."""
        body = await request.read()
        if b"url_verification" in body:
            return web.json_response({"challenge": json.loads(body)["challenge"]})
        self.got.append(Got(body, dict(request.headers)))
        return self.answers.pop(0) if self.answers else web.Response()


@asynccontextmanager
async def joined() -> AsyncIterator[tuple[RunningWorkspace, App]]:
    """A workspace that delivers to an app over HTTP."""
    app = App()
    application = web.Application()
    application.add_routes([web.post("/slack/events", app.take)])
    async with TestServer(application) as server, running() as served:
        app.url = str(server.make_url("/slack/events"))
        assert await served.deliver_to(app.url, SECRET)
        yield served, app


async def test_a_message_is_posted_as_json_with_a_signature_that_holds() -> None:
    async with joined() as (served, app):
        served.acts.say(JIWOO, DM, "안녕 😀")
        await until(lambda: bool(app.got))
        await until(lambda: not served.controls.unacked())

    (got,) = app.got
    base = f"v0:{got.headers['X-Slack-Request-Timestamp']}:".encode() + got.body
    signature = hmac.new(SECRET.encode(), base, hashlib.sha256).hexdigest()
    assert got.headers["X-Slack-Signature"] == f"v0={signature}"
    assert got.headers["Content-Type"] == "application/json"
    assert "X-Slack-Retry-Num" not in got.headers
    assert "안녕 😀".encode() in got.body
    assert got.event["event"]["type"] == "message"


async def test_an_event_is_posted_again_at_once_after_a_minute_and_after_five() -> None:
    async with joined() as (served, app):
        app.answers += [web.Response(status=500) for _ in range(4)]
        served.acts.say(JIWOO, DM, "안녕")
        await until(lambda: len(app.got) == 2)
        for already, seconds in ((2, 60), (3, 300)):
            await until(lambda: not _in_flight(served))
            served.controls.jump(seconds - 1)
            assert len(app.got) == already
            served.controls.jump(2)
            await until(lambda: len(app.got) == already + 1)  # noqa: B023 - it is used at once
        await until(lambda: not _in_flight(served))
        served.controls.jump(3_600)
        assert len(served.controls.unacked()) == 1

    numbers = [one.headers.get("X-Slack-Retry-Num") for one in app.got]
    assert numbers == [None, "1", "2", "3"]
    assert {one.headers.get("X-Slack-Retry-Reason") for one in app.got[1:]} == {"http_error"}
    assert len({one.event["event_id"] for one in app.got}) == 1


async def test_an_app_that_is_away_is_tried_again() -> None:
    async with running() as served:
        assert not await served.deliver_to("http://127.0.0.1:9/slack/events", SECRET)
        served.acts.say(JIWOO, DM, "안녕")
        await until(lambda: [one["attempt"] for one in served.controls.late()] == [2])
        assert not served.workspace.app.is_connected


async def test_a_command_is_a_form_and_its_answer_is_shown() -> None:
    async with joined() as (served, app):
        app.answers.append(web.json_response({"text": "네!"}))
        answer = await served.acts.command(JIWOO, DM, "/memory", "목록 & 검색")

    assert app.got[0].form["text"] == "목록 & 검색"
    assert answer.payload == {"text": "네!"}


async def test_words_that_answer_a_command_are_shown_too() -> None:
    async with joined() as (served, app):
        app.answers.append(web.Response(text="네!"))
        assert (await served.acts.command(JIWOO, DM, "/memory")).payload == {"text": "네!"}


async def test_a_click_is_json_in_a_form() -> None:
    async with joined() as (served, app):
        posted = await client(served).chat_postMessage(
            channel=DM, text="기억할까요?", blocks=[SECTION, ACTIONS]
        )
        await served.acts.click(JIWOO, DM, posted["ts"], "yes")
        clicks = [one for one in app.got if b"payload=" in one.body]

    payload = json.loads(clicks[0].form["payload"])
    assert (payload["type"], payload["actions"][0]["action_id"]) == ("block_actions", "yes")


async def test_a_click_that_the_app_refuses_is_not_posted_again() -> None:
    async with joined() as (served, app):
        posted = await client(served).chat_postMessage(
            channel=DM, text="기억할까요?", blocks=[SECTION, ACTIONS]
        )
        await until(lambda: not served.controls.unacked())
        app.answers.append(web.Response(status=500))
        with pytest.raises(Refusal, match=Missed.NOT_CONNECTED.value):
            await served.acts.click(JIWOO, DM, posted["ts"], "yes")
        served.controls.jump(600)
        assert len([one for one in app.got if b"payload=" in one.body]) == 1


async def test_an_acknowledgement_that_is_lost_brings_the_event_again() -> None:
    async with joined() as (served, app):
        served.controls.refuse_acks(1)
        served.acts.say(JIWOO, DM, "안녕")
        await until(lambda: len(app.got) == 2)
        await until(lambda: not served.controls.unacked())

    assert app.got[1].headers["X-Slack-Retry-Reason"] == "http_timeout"


def _in_flight(served: RunningWorkspace) -> bool:
    http = served.workspace.app._http
    return http is not None and bool(http._tasks)
