"""Slack's door over HTTP: what Slack signed comes in, and nothing else."""

from __future__ import annotations

import asyncio
import io
import json
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass
from urllib.parse import quote, urlencode

import aiohttp
import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from bot.turn import Stage, Turn
from bot.web.signature import WINDOW_SECONDS, Signature
from bot.web.slack import EVENTS, LARGEST_BODY_BYTES, SlackDoor
from tests.slack_kit import Json, Room, click, message, open_room

SECRET = SecretStr("8f742231b10e8888abcd99yyyzzz85a5")
NOW = 1_531_420_618
# https://docs.slack.dev/authentication/verifying-requests-from-slack shows this very example.
SLACKS_BODY = (
    b"token=xyzz0WbapA4vBCDEFasx0q6G&team_id=T1DC2JH3J&team_domain=testteamnow&channel_id=G8PSS9T3V"
    b"&channel_name=foobar&user_id=U2CERLKJA&user_name=roadrunner&command=%2Fwebhook-collect&text="
    b"&response_url=https%3A%2F%2Fhooks.slack.com%2Fcommands%2FT1DC2JH3J%2F397700885554%2F"
    b"96rGlfmibIGlgcZRskXaIFfN&trigger_id=398738663015.47445629121.803a0bc887a14d10d2c447fce8b6703c"
)
SLACKS_SIGNATURE = "v0=a2114d57b48eac39b9ad189dd8316235a7b4a8d21a10bd27519666489c69b503"
KOREAN = "안녕 또리야 😀"

Client = TestClient[web.Request, web.Application]


@dataclass(slots=True)
class Door:
    """The door and the room behind it."""

    room: Room
    client: Client
    signature: Signature

    async def post(
        self, body: bytes, content_type: str = "application/json", **headers: str
    ) -> aiohttp.ClientResponse:
        """Knock with a signed body; `headers` (with _ for -) replace those of the signature."""
        timestamp = str(int(time.time()))
        sent = {
            "X-Slack-Request-Timestamp": timestamp,
            "X-Slack-Signature": self.signature.sign(body, timestamp),
            "Content-Type": content_type,
        }
        sent |= {name.replace("_", "-"): value for name, value in headers.items()}
        kept = {name: value for name, value in sent.items() if value != "-"}
        return await self.client.post(EVENTS, data=body, headers=kept)

    async def heard(self) -> list[str]:
        """What the bot was told, once every listener has ended."""
        assert await self.room.running.drain(5) == 0
        return [turn.text for turn in self.room.conversation.heard]


@pytest.fixture
async def door() -> AsyncIterator[Door]:
    async with open_room() as room:
        signature = Signature(SECRET)
        application = web.Application(client_max_size=LARGEST_BODY_BYTES)
        application.add_routes(SlackDoor(room.app, signature).routes())
        async with TestClient(TestServer(application)) as client:
            yield Door(room, client, signature)


def raw(payload: Json) -> bytes:
    """A payload as Slack writes it: Korean and emoji as they are."""
    return json.dumps(payload, ensure_ascii=False).encode()


def test_the_example_of_slacks_own_page_holds() -> None:
    signature = Signature(SECRET, lambda: NOW)
    assert signature.holds(SLACKS_BODY, "1531420618", SLACKS_SIGNATURE)


@pytest.mark.parametrize("drift", [WINDOW_SECONDS, -WINDOW_SECONDS])
def test_five_minutes_either_way_hold(drift: int) -> None:
    assert Signature(SECRET, lambda: NOW + drift).holds(SLACKS_BODY, "1531420618", SLACKS_SIGNATURE)


@pytest.mark.parametrize("drift", [WINDOW_SECONDS + 1, -WINDOW_SECONDS - 1])
def test_more_than_five_minutes_either_way_do_not(drift: int) -> None:
    assert not Signature(SECRET, lambda: NOW + drift).holds(
        SLACKS_BODY, "1531420618", SLACKS_SIGNATURE
    )


async def test_a_raw_korean_body_with_emoji_is_heard(door: Door) -> None:
    answer = await door.post(raw(message(KOREAN)))

    assert answer.status == 200
    assert await door.heard() == [KOREAN]


@pytest.mark.parametrize(
    "headers",
    [
        {"X_Slack_Signature": "v0=" + "0" * 64},
        {"X_Slack_Signature": "v0=또리"},
        {"X_Slack_Signature": "-"},
        {"X_Slack_Request_Timestamp": "-"},
        {"X_Slack_Request_Timestamp": "now"},
        {"X_Slack_Request_Timestamp": ""},
        {"X_Slack_Request_Timestamp": "-1"},
        {"X_Slack_Request_Timestamp": "1e9"},
        {"X_Slack_Request_Timestamp": "٣"},
        {"X_Slack_Request_Timestamp": "9" * 400},
    ],
)
async def test_what_slack_did_not_sign_is_refused(door: Door, headers: dict[str, str]) -> None:
    answer = await door.post(raw(message(KOREAN)), **headers)

    assert answer.status == 401
    assert await door.heard() == []


async def test_an_old_request_is_not_heard_again(door: Door) -> None:
    body, old = raw(message(KOREAN)), str(int(time.time()) - WINDOW_SECONDS - 5)
    answer = await door.post(
        body,
        X_Slack_Request_Timestamp=old,
        X_Slack_Signature=door.signature.sign(body, old),
    )

    assert answer.status == 401
    assert await door.heard() == []


async def test_a_body_that_was_changed_on_the_way_is_refused(door: Door) -> None:
    timestamp = str(int(time.time()))
    signed = door.signature.sign(raw(message("안녕")), timestamp)
    answer = await door.post(
        raw(message("잘 가")), X_Slack_Request_Timestamp=timestamp, X_Slack_Signature=signed
    )

    assert answer.status == 401


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"{", "application/json"),
        (b"[1]", "application/json"),
        (b"\xff\xfe", "application/json"),
        (b"payload=%7B", "application/x-www-form-urlencoded"),
        (b"payload=%5B1%5D", "application/x-www-form-urlencoded"),
    ],
)
async def test_a_signed_body_that_cannot_be_read_is_a_bad_request(
    door: Door, body: bytes, content_type: str
) -> None:
    assert (await door.post(body, content_type)).status == 400


async def test_a_body_beyond_the_limit_is_refused(door: Door) -> None:
    huge = io.BytesIO(b" " * (LARGEST_BODY_BYTES + 1))

    assert (await door.client.post(EVENTS, data=huge)).status == 413


@pytest.mark.parametrize(("method", "path", "status"), [("GET", EVENTS, 405), ("POST", "/", 404)])
async def test_nothing_else_stands_open(door: Door, method: str, path: str, status: int) -> None:
    assert (await door.client.request(method, path)).status == status


async def test_slacks_challenge_is_answered(door: Door) -> None:
    challenge: Json = {"type": "url_verification", "challenge": "3eZbrw1aB10", "token": "x"}
    answer = await door.post(raw(challenge))

    assert (answer.status, await answer.json()) == (200, {"challenge": "3eZbrw1aB10"})


async def test_a_click_in_a_form_writes(door: Door) -> None:
    proposal = await door.room.propose("또리 생일은 10월 27일이야")
    payload = click(door.room.slack, "memory_confirm", proposal.id)
    body = b"payload=" + quote(json.dumps(payload, ensure_ascii=False)).encode()
    answer = await door.post(body, "application/x-www-form-urlencoded")

    assert (answer.status, await answer.text()) == (200, "")
    assert await door.room.running.drain(5) == 0
    assert await door.room.memories() == ["또리 생일: 10월 27일"]


async def test_a_command_in_a_form_is_carried_out(door: Door) -> None:
    form = {
        "command": "/memory",
        "text": "목록",
        "team_id": "T1",
        "user_id": "U1",
        "channel_id": "D1",
        "response_url": door.room.slack.response_url(),
        "trigger_id": "1.2",
    }
    answer = await door.post(urlencode(form).encode(), "application/x-www-form-urlencoded")

    assert (answer.status, await answer.text()) == (200, "")
    assert await door.room.running.drain(5) == 0
    assert len(door.room.slack.called("respond")) == 1


async def test_a_slow_answer_holds_up_no_acknowledgement(door: Door) -> None:
    may_end = asyncio.Event()

    async def script(_: Turn, __: Stage) -> None:
        await may_end.wait()

    door.room.conversation.script = script
    async with asyncio.timeout(3):
        answer = await door.post(raw(message("안녕")))
    assert answer.status == 200
    may_end.set()
    assert await door.heard() == ["안녕"]
