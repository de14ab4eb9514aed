"""The response_url of an interaction: what it posts, how often, how long."""

from __future__ import annotations

from typing import Any

import aiohttp
import pytest

from bot.local.server import RunningWorkspace
from tests.local_kit import ALEX, GENERAL, JIWOO, SECTION, client, running

Json = dict[str, Any]


async def respond(served: RunningWorkspace, word: str, body: Json) -> tuple[int, str]:
    """Post to a response address; gives the status and the words of the answer."""
    async with (
        aiohttp.ClientSession(served.url) as session,
        session.post(f"/response/{word}", json=body) as response,
    ):
        return response.status, await response.text()


async def test_a_response_is_ephemeral_unless_it_says_otherwise() -> None:
    async with running() as served:
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)
        answers = [
            await respond(served, word, {"text": "너만"}),
            await respond(served, word, {"text": "모두", "response_type": "in_channel"}),
        ]
        conversations = served.workspace.conversations
        private = [one.text for one in conversations.private_of(JIWOO, GENERAL)]
        others = conversations.private_of(ALEX, GENERAL)
        public = [one.text for one in conversations.history(GENERAL)]

    assert answers == [(200, "ok"), (200, "ok")]
    assert (private, others, public) == (["너만"], [], ["모두"])


async def test_a_response_url_can_be_made_too_old() -> None:
    async with running() as served:
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)
        served.controls.expire_response_urls()
        answer = await respond(served, word, {"text": "x"})

    assert answer == (404, "expired_url")


async def test_a_response_can_go_into_a_thread() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, GENERAL, "질문")
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)
        await respond(served, word, {"text": "답", "thread_ts": root.ts})
        (shown,) = served.workspace.conversations.private_of(JIWOO, GENERAL)

    assert shown.thread_ts == root.ts


async def test_replacing_after_a_command_posts_anew() -> None:
    async with running() as served:
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)
        for text in ("하나", "둘"):
            await respond(served, word, {"text": text, "replace_original": True})
        shown = served.workspace.conversations.private_of(JIWOO, GENERAL)

    assert [one.text for one in shown] == ["하나", "둘"]


@pytest.mark.parametrize("is_ephemeral", [True, False])
async def test_the_original_is_replaced_and_deleted(is_ephemeral: bool) -> None:  # noqa: FBT001 - a parameter of the test
    async with running() as served:
        web, conversations = client(served), served.workspace.conversations
        if is_ephemeral:
            posted = await web.chat_postEphemeral(
                channel=GENERAL, user=JIWOO, text="카드", blocks=[SECTION]
            )
            original = conversations.find_private(JIWOO, posted["message_ts"])
        else:
            posted = await web.chat_postMessage(channel=GENERAL, text="카드", blocks=[SECTION])
            original = conversations.find(GENERAL, posted["ts"])
        word = served.workspace.response_urls.issue(JIWOO, GENERAL, original)

        def shown() -> list[str]:
            everything = conversations.history(GENERAL) + conversations.private_of(JIWOO, GENERAL)
            return [one.text for one in everything]

        await respond(served, word, {"text": "바뀜", "replace_original": True})
        replaced = shown()
        await respond(served, word, {"delete_original": True})

        assert (replaced, shown()) == (["바뀜"], [])


async def test_the_sixth_use_is_refused() -> None:
    async with running() as served:
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)
        answers = [await respond(served, word, {"text": "x"}) for _ in range(6)]

    assert answers == [(200, "ok")] * 5 + [(404, "used_url")]


async def test_a_response_is_refused_after_half_an_hour() -> None:
    async with running() as served:
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)
        served.controls.jump(1_801)

        assert await respond(served, word, {"text": "x"}) == (404, "expired_url")


@pytest.mark.parametrize(
    ("body", "answer"),
    [
        ({"text": " "}, (400, "no_text")),
        ({"text": "x", "blocks": [{"type": "?"}]}, (400, "invalid_blocks")),
    ],
)
async def test_a_response_that_slack_would_not_take_is_refused(
    body: Json, answer: tuple[int, str]
) -> None:
    async with running() as served:
        word = served.workspace.response_urls.issue(JIWOO, GENERAL)

        assert await respond(served, word, body) == answer


async def test_an_address_that_was_never_given_is_unknown() -> None:
    async with running() as served:
        assert await respond(served, "guess", {"text": "x"}) == (404, "no_service")
