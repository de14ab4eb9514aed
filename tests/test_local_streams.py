"""Streamed messages through the SDK's own helper, and every state in which they are refused."""

from __future__ import annotations

from typing import Any

import pytest
from slack_sdk.models.messages.chunk import MarkdownTextChunk, TaskUpdateChunk

from tests.local_kit import ACTIONS, DM, GENERAL, JIWOO, Page, client, refused, running

Json = dict[str, Any]
TEXT = [MarkdownTextChunk(text="안녕")]


async def test_a_stream_grows_piece_by_piece_and_ends_with_its_blocks() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        root = served.acts.say(JIWOO, DM, "안녕")
        stream = await client(served).chat_stream(channel=DM, thread_ts=root.ts, buffer_size=1)
        await stream.append(markdown_text="**안")
        await stream.append(markdown_text="녕**")
        answer = await stream.stop(blocks=[ACTIONS])
        shown: list[Json] = []
        while not shown or shown[-1]["streaming"]:
            message = (await page.note("message_changed", "message_added"))["message"]
            if message["ts"] == answer["ts"]:
                shown.append(message)

    assert [one["text"] for one in shown] == ["", "**안", "**안녕**", "**안녕**"]
    assert [one["streaming"] for one in shown] == [True, True, True, False]
    blocks = answer["message"]["blocks"]
    assert [one["type"] for one in blocks] == ["markdown", "actions"]
    assert answer["message"]["thread_ts"] == root.ts


@pytest.mark.parametrize(
    ("args", "error"),
    [
        ({}, "missing_recipient_user_id"),
        ({"recipient_user_id": JIWOO}, "missing_recipient_team_id"),
        ({"recipient_user_id": "U9", "recipient_team_id": "T0LOCAL"}, "user_not_found"),
    ],
)
async def test_a_stream_in_a_channel_needs_its_recipient(args: Json, error: str) -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, GENERAL, "안녕")
        body = await refused(
            client(served).chat_startStream(channel=GENERAL, thread_ts=root.ts, **args)
        )

    assert body["error"] == error


async def test_a_stream_needs_a_thread() -> None:
    async with running() as served:
        body = await refused(client(served).api_call("chat.startStream", json={"channel": DM}))

    assert body["error"] == "invalid_arguments"


async def test_a_stream_is_closed_after_five_minutes_and_its_message_can_be_updated() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        ts = (await web.chat_startStream(channel=DM, thread_ts=root.ts, chunks=TEXT))["ts"]
        served.controls.jump(299)
        await web.chat_appendStream(channel=DM, ts=ts, markdown_text="", chunks=TEXT)
        served.controls.jump(2)
        late = [
            await refused(web.chat_appendStream(channel=DM, ts=ts, markdown_text="", chunks=TEXT)),
            await refused(web.chat_stopStream(channel=DM, ts=ts)),
        ]
        updated = await web.chat_update(channel=DM, ts=ts, text="다 말했어요")

    assert [one["error"] for one in late] == ["message_not_in_streaming_state"] * 2
    (block,) = updated["message"]["blocks"]
    assert block["elements"][0]["elements"] == [{"type": "text", "text": "다 말했어요"}]


async def test_an_open_stream_can_be_neither_updated_nor_deleted() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        ts = (await web.chat_startStream(channel=DM, thread_ts=root.ts, chunks=TEXT))["ts"]
        updated = await refused(web.chat_update(channel=DM, ts=ts, text="x"))
        deleted = await refused(web.chat_delete(channel=DM, ts=ts))

    assert (updated["error"], deleted["error"]) == (
        "streaming_state_conflict",
        "cant_delete_message",
    )


async def test_a_stream_keeps_the_mode_of_its_first_content() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        started = await web.chat_startStream(channel=DM, thread_ts=root.ts, markdown_text="a")
        where = {"channel": DM, "ts": started["ts"]}
        mixed = await refused(web.chat_appendStream(**where, markdown_text="", chunks=TEXT))
        both = await refused(web.chat_appendStream(**where, markdown_text="b", chunks=TEXT))

    assert mixed["error"] == "streaming_mode_mismatch"
    assert both["error"] == "cannot_provide_both_markdown_text_and_chunks"


async def test_a_stream_with_nothing_in_it_cannot_end() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        ts = (await web.chat_startStream(channel=DM, thread_ts=root.ts))["ts"]

        assert (await refused(web.chat_stopStream(channel=DM, ts=ts)))["error"] == "no_text"


async def test_a_plain_message_is_no_stream() -> None:
    async with running() as served:
        web = client(served)
        mine = (await web.chat_postMessage(channel=DM, text="a"))["ts"]
        theirs = served.acts.say(JIWOO, DM, "b").ts
        errors = [
            (await refused(web.chat_appendStream(channel=DM, ts=ts, markdown_text="c")))["error"]
            for ts in (mine, theirs, "1.000001")
        ]

    assert errors == [
        "message_not_in_streaming_state",
        "message_not_owned_by_app",
        "message_not_found",
    ]


async def test_a_tasks_status_is_replaced_and_its_details_are_added_to() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        first = TaskUpdateChunk(id="t1", title="찾기", status="in_progress", details="하나")
        last = TaskUpdateChunk(id="t1", title="찾음", status="complete", details=" 둘")
        ts = (await web.chat_startStream(channel=DM, thread_ts=root.ts, chunks=[first]))["ts"]
        answer = await web.chat_stopStream(channel=DM, ts=ts, chunks=[last, *TEXT])

    card, words = answer["message"]["blocks"]
    assert (card["type"], card["title"], card["status"]) == ("task_card", "찾음", "complete")
    assert card["details"]["elements"][0]["elements"] == [{"type": "text", "text": "하나 둘"}]
    assert words["text"] == "안녕"


async def test_an_unknown_chunk_is_refused() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        args = {"channel": DM, "thread_ts": root.ts, "chunks": [{"type": "song"}]}
        body = await refused(client(served).api_call("chat.startStream", json=args))

    assert body["error"] == "invalid_chunks"


async def test_the_first_word_of_a_stream_clears_the_status() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        await web.assistant_threads_setStatus(channel_id=DM, thread_ts=root.ts, status="생각 중")
        before = served.workspace.panel.status(DM, root.ts)
        await web.chat_startStream(channel=DM, thread_ts=root.ts, chunks=TEXT)

        assert (before, served.workspace.panel.status(DM, root.ts)) == ("생각 중", "")
