"""The chat methods: what is posted, changed and refused."""

from __future__ import annotations

import pytest

from tests.local_kit import (
    ACTIONS,
    ALEX,
    DM,
    GENERAL,
    JIWOO,
    RANDOM,
    SECTION,
    client,
    refused,
    running,
)


async def test_a_post_answers_with_the_message_and_always_blocks() -> None:
    async with running() as served:
        answer = await client(served).chat_postMessage(channel=GENERAL, text="*안녕*")

    message = answer["message"]
    assert (message["user"], message["bot_id"], message["ts"]) == (
        "U0TTORI",
        "B0TTORI",
        answer["ts"],
    )
    assert message["blocks"][0]["elements"][0]["elements"] == [
        {"type": "text", "text": "안녕", "style": {"bold": True}}
    ]


@pytest.mark.parametrize("target", [GENERAL, "#general", "general", JIWOO])
async def test_a_channel_can_be_named_in_several_ways(target: str) -> None:
    async with running() as served:
        answer = await client(served).chat_postMessage(channel=target, text="hi")

    assert answer["channel"] == (DM if target == JIWOO else GENERAL)


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ({"channel": "C404", "text": "hi"}, "channel_not_found"),
        ({"channel": "", "text": "hi"}, "channel_not_found"),
        ({"channel": RANDOM, "text": "hi"}, "not_in_channel"),
        ({"channel": GENERAL, "text": " \n"}, "no_text"),
        ({"channel": GENERAL, "text": "hi", "thread_ts": "1.000001"}, "thread_not_found"),
        ({"channel": GENERAL, "markdown_text": "a", "text": "b"}, "markdown_text_conflict"),
        ({"channel": GENERAL, "markdown_text": "x" * 12_001}, "msg_too_long"),
        ({"channel": GENERAL, "text": "hi", "blocks": "not json"}, "invalid_blocks_format"),
        ({"channel": GENERAL, "text": "hi", "blocks": [{"type": "?"}]}, "invalid_blocks"),
    ],
)
async def test_a_post_that_slack_would_not_take_is_refused(
    args: dict[str, object], error: str
) -> None:
    async with running() as served:
        body = await refused(client(served).api_call("chat.postMessage", json=args))

    assert body["error"] == error


async def test_a_refusal_of_blocks_says_where_the_fault_is() -> None:
    long = {"type": "section", "text": {"type": "mrkdwn", "text": "x" * 3_001}}
    async with running() as served:
        body = await refused(
            client(served).chat_postMessage(channel=GENERAL, text="hi", blocks=[SECTION, long])
        )

    assert body["response_metadata"]["messages"] == [
        "[ERROR] must be less than 3001 characters [json-pointer:/blocks/1/text/text]"
    ]


async def test_text_is_cut_at_forty_thousand_characters() -> None:
    async with running() as served:
        answer = await client(served).api_call(
            "chat.postMessage", json={"channel": GENERAL, "text": "x" * 40_001}
        )

    assert len(answer["message"]["text"]) == 40_000


async def test_markdown_text_becomes_a_markdown_block() -> None:
    async with running() as served:
        answer = await client(served).chat_postMessage(channel=GENERAL, markdown_text="**hi** <3")

    assert [one["text"] for one in answer["message"]["blocks"]] == ["**hi** <3"]
    assert answer["message"]["text"] == "**hi** &lt;3"


async def test_a_reply_to_a_reply_lands_in_the_same_thread() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, GENERAL, "질문")
        reply = served.acts.say(ALEX, GENERAL, "답", root.ts)
        answer = await client(served).chat_postMessage(
            channel=GENERAL, text="또", thread_ts=reply.ts
        )

    assert answer["message"]["thread_ts"] == root.ts


async def test_an_update_keeps_given_blocks_and_an_empty_list_removes_them() -> None:
    async with running() as served:
        web = client(served)
        ts = (await web.chat_postMessage(channel=DM, text="a", blocks=[SECTION, ACTIONS]))["ts"]
        kept = await web.chat_update(channel=DM, ts=ts, text="b")
        removed = await web.chat_update(channel=DM, ts=ts, text="c", blocks=[])

    assert [one["type"] for one in kept["message"]["blocks"]] == ["section", "actions"]
    assert [one["type"] for one in removed["message"]["blocks"]] == ["rich_text"]


async def test_an_update_of_text_alone_shows_the_new_text() -> None:
    async with running() as served:
        web = client(served)
        ts = (await web.chat_postMessage(channel=DM, text="a"))["ts"]
        answer = await web.chat_update(channel=DM, ts=ts, text="b")

    (block,) = answer["message"]["blocks"]
    assert block["elements"][0]["elements"] == [{"type": "text", "text": "b"}]


async def test_an_update_longer_than_four_thousand_characters_is_refused() -> None:
    async with running() as served:
        web = client(served)
        ts = (await web.chat_postMessage(channel=DM, text="a"))["ts"]
        body = await refused(web.chat_update(channel=DM, ts=ts, text="x" * 4_001))

    assert body["error"] == "msg_too_long"


async def test_only_the_bots_own_messages_can_be_changed_or_deleted() -> None:
    async with running() as served:
        said = served.acts.say(JIWOO, GENERAL, "내 말")
        web = client(served)
        changed = await refused(web.chat_update(channel=GENERAL, ts=said.ts, text="x"))
        deleted = await refused(web.chat_delete(channel=GENERAL, ts=said.ts))

    assert (changed["error"], deleted["error"]) == ("cant_update_message", "cant_delete_message")


async def test_an_ephemeral_message_is_seen_by_one_person_and_cannot_be_changed() -> None:
    async with running() as served:
        web = client(served)
        answer = await web.chat_postEphemeral(channel=GENERAL, user=JIWOO, text="너만")
        ts = answer["message_ts"]
        body = await refused(web.chat_update(channel=GENERAL, ts=ts, text="x"))
        history = await web.conversations_history(channel=GENERAL)
        conversations = served.workspace.conversations
        seen = [len(conversations.private_of(user, GENERAL)) for user in (JIWOO, ALEX)]

    assert body["error"] == "cant_update_message"
    assert history["messages"] == []
    assert seen == [1, 0]


async def test_an_ephemeral_message_needs_someone_in_the_channel() -> None:
    async with running() as served:
        body = await refused(client(served).chat_postEphemeral(channel=DM, user=ALEX, text="너만"))

    assert body["error"] == "user_not_in_channel"


async def test_a_deleted_message_is_gone_and_a_deleted_root_leaves_a_tombstone() -> None:
    async with running() as served:
        web = client(served)
        alone = await web.chat_postMessage(channel=GENERAL, text="a")
        root = await web.chat_postMessage(channel=GENERAL, text="b")
        served.acts.say(JIWOO, GENERAL, "답", root["ts"])
        for one in (alone, root):
            await web.chat_delete(channel=GENERAL, ts=one["ts"])
        history = await web.conversations_history(channel=GENERAL)

    assert [one.get("subtype") for one in history["messages"]] == ["tombstone"]


async def test_a_permalink_leads_to_the_page() -> None:
    async with running() as served:
        said = served.acts.say(JIWOO, GENERAL, "안녕")
        answer = await client(served).chat_getPermalink(channel=GENERAL, message_ts=said.ts)

    assert answer["permalink"] == f"{served.url}/#{GENERAL}"
