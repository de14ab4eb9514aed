"""People share files in the local workspace as in Slack: the message, the event, the bytes."""

from __future__ import annotations

import base64

import aiohttp
import pytest

from tests.local_kit import DM, JIWOO, RANDOM, Json, Page, app_socket, running

CONTENT = "기억 <&> 😀".encode()


def a_file(name: str = "기억.json", content: bytes = CONTENT) -> Json:
    return {"name": name, "content": base64.b64encode(content).decode()}


async def test_a_shared_file_reaches_the_app_with_an_address_that_gives_its_bytes() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        answer = await page.post("/page/share", channel=DM, text="a < b", file=a_file())
        envelope = await socket.event("message")
        await socket.ack(envelope)
        event = envelope["payload"]["event"]
        (told,) = event["files"]
        async with aiohttp.ClientSession() as session, session.get(told["url_private"]) as got:
            content = await got.read()

    assert answer["ok"] is True
    assert (event["subtype"], event["text"], event["user"]) == ("file_share", "a &lt; b", JIWOO)
    assert (told["name"], told["filetype"], told["size"]) == ("기억.json", "json", len(CONTENT))
    assert told["url_private"].startswith(served.url)
    assert content == CONTENT


async def test_a_file_needs_no_words() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/page/share", channel=DM, file=a_file())
        note = await page.note("message_added")

    assert note["message"]["text"] == ""
    assert note["message"]["files"][0]["title"] == "기억.json"


async def test_a_files_name_has_no_folder() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/page/share", channel=DM, file=a_file("..\\x/../etc/passwd"))
        note = await page.note("message_added")

    assert note["message"]["files"][0]["name"] == "passwd"


@pytest.mark.parametrize(
    "file",
    [
        {},
        {"name": "a.json"},
        {"name": "a.json", "content": "not base64!"},
        {"name": "", "content": "YQ=="},
        a_file(content=b""),
    ],
)
async def test_what_is_no_file_is_refused(file: Json) -> None:
    async with running() as served, Page(served, JIWOO) as page:
        answer = await page.post("/page/share", channel=DM, file=file)

    assert (answer["ok"], answer["error"]) == (False, "invalid_arguments")


async def test_nobody_shares_in_somebody_elses_direct_messages() -> None:
    async with running() as served, Page(served, "U0ALEX") as page:
        answer = await page.post("/page/share", channel=DM, file=a_file())
        in_a_channel = await page.post("/page/share", channel=RANDOM, file=a_file())

    assert answer["ok"] is False
    assert in_a_channel["ok"] is True
