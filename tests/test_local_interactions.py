"""Buttons, commands, modals and shortcuts, with Bolt over Socket Mode at the other end."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable
from typing import Any

import pytest
from slack_bolt.async_app import AsyncAck, AsyncRespond, AsyncSayStream
from slack_sdk.web.async_slack_response import AsyncSlackResponse

from bot.local.errors import Refusal
from tests.local_kit import (
    ACTIONS,
    ALEX,
    BOT,
    DM,
    GENERAL,
    JIWOO,
    SECTION,
    Page,
    app_socket,
    bolt_app,
    client,
    modal,
    refused,
    running,
    until,
)

Json = dict[str, Any]


async def test_a_message_is_answered_by_a_stream_in_its_thread() -> None:
    async with running() as served, bolt_app(served) as app:

        @app.event("message")
        async def answer(say_stream: AsyncSayStream) -> None:
            stream = await say_stream()
            await stream.append(markdown_text="반가워요")
            await stream.stop()

        root = served.acts.say(JIWOO, DM, "안녕")
        conversations = served.workspace.conversations
        await until(lambda: len(conversations.thread(DM, root.ts)) == 2)
        await until(lambda: conversations.thread(DM, root.ts)[1].streaming == "closed")

        assert conversations.thread(DM, root.ts)[1].text == "반가워요"


async def test_a_click_carries_its_message_and_can_replace_it() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        @app.action("yes")
        async def clicked(ack: AsyncAck, body: Json, respond: AsyncRespond) -> None:
            await ack()
            await respond(text="✅ 기억했습니다!", replace_original=True)
            got.set_result(body)

        posted = await client(served).chat_postMessage(
            channel=DM, text="기억할까요?", blocks=[SECTION, ACTIONS]
        )
        await served.acts.click(JIWOO, DM, posted["ts"], "yes")
        body = await got
        card = served.workspace.conversations.find(DM, posted["ts"])

    assert (body["actions"][0]["value"], body["actions"][0]["block_id"]) == ("p1", "card")
    assert body["container"] == {
        "type": "message",
        "message_ts": posted["ts"],
        "channel_id": DM,
        "is_ephemeral": False,
    }
    assert body["message"]["text"] == "기억할까요?"
    assert body["user"]["id"] == JIWOO
    assert (card.text, [one["type"] for one in card.blocks]) == ("✅ 기억했습니다!", ["rich_text"])


async def test_a_click_on_an_ephemeral_card_has_no_message_and_updates_by_response_url() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Future[Json] = asyncio.get_running_loop().create_future()

        @app.action("yes")
        async def clicked(ack: AsyncAck, body: Json, respond: AsyncRespond) -> None:
            await ack()
            await respond(text="✅", replace_original=True)
            got.set_result(body)

        posted = await client(served).chat_postEphemeral(
            channel=GENERAL, user=JIWOO, text="기억할까요?", blocks=[ACTIONS]
        )
        await served.acts.click(JIWOO, GENERAL, posted["message_ts"], "yes")
        body = await got
        card = served.workspace.conversations.find_private(JIWOO, posted["message_ts"])

    assert "message" not in body
    assert body["container"]["is_ephemeral"] is True
    assert card.text == "✅"


async def test_nobody_else_can_click_an_ephemeral_card() -> None:
    async with running() as served:
        posted = await client(served).chat_postEphemeral(
            channel=GENERAL, user=JIWOO, text="기억할까요?", blocks=[ACTIONS]
        )
        with pytest.raises(Refusal, match="message_not_found"):
            await served.acts.click(ALEX, GENERAL, posted["message_ts"], "yes")


async def test_a_button_that_does_not_stand_there_cannot_be_clicked() -> None:
    async with running() as served:
        posted = await client(served).chat_postMessage(channel=DM, text="a", blocks=[ACTIONS])
        with pytest.raises(Refusal, match="action_not_found"):
            await served.acts.click(JIWOO, DM, posted["ts"], "no")


async def test_a_click_without_an_ack_shows_a_warning_in_the_persons_language() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        posted = await client(served).chat_postMessage(channel=DM, text="a", blocks=[ACTIONS])
        await socket.event("message")
        clicked = asyncio.create_task(served.acts.click(JIWOO, DM, posted["ts"], "yes"))
        await socket.next()
        served.controls.jump(3)
        with pytest.raises(Refusal, match="operation_timeout"):
            await clicked
        note = await page.note("interaction_failed")

    assert (note["message_ts"], note["action_id"]) == (posted["ts"], "yes")
    assert note["text"] == "앱이 답하지 않았어요. 다시 눌러 보세요."


async def test_the_text_of_a_commands_ack_is_shown_to_the_person_alone() -> None:
    async with running() as served, bolt_app(served) as app:

        @app.command("/memory")
        async def listed(ack: AsyncAck, command: Json) -> None:
            await ack(f"{command['channel_name']}: {command['text']}")

        await served.acts.command(JIWOO, GENERAL, "/memory", "search a < b")
        (shown,) = served.workspace.conversations.private_of(JIWOO, GENERAL)

        assert shown.text == "general: search a < b"
        assert served.workspace.conversations.history(GENERAL) == []


async def test_a_command_may_answer_everyone() -> None:
    async with running() as served, bolt_app(served) as app:

        @app.command("/memory")
        async def listed(ack: AsyncAck) -> None:
            await ack(text="모두에게", response_type="in_channel")

        await served.acts.command(JIWOO, GENERAL, "/memory")

        assert [one.text for one in served.workspace.conversations.history(GENERAL)] == ["모두에게"]


@pytest.mark.parametrize(
    ("command", "thread_ts", "error"),
    [
        ("/memory", "1.000001", "not_supported_in_thread"),
        ("/forget", "", "unknown_command"),
        ("/memory", "", "dispatch_failed"),
    ],
)
async def test_a_command_that_cannot_run_says_why(command: str, thread_ts: str, error: str) -> None:
    async with running() as served:
        with pytest.raises(Refusal, match=error):
            await served.acts.command(JIWOO, GENERAL, command, "", thread_ts)


async def test_a_failed_command_is_told_to_the_person() -> None:
    async with running() as served, Page(served, ALEX) as page:
        answer = await page.post("/page/command", channel=GENERAL, command="/memory", text="list")
        note = await page.note("command_result")

    assert answer == {"ok": False, "error": "dispatch_failed"}
    assert note["text"] == "/memory failed: dispatch_failed"


async def test_a_modal_opens_is_corrected_and_closes() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Queue[str] = asyncio.Queue()

        @app.command("/memory")
        async def edit(ack: AsyncAck, command: Json) -> None:
            await ack()
            await app.client.views_open(trigger_id=command["trigger_id"], view=modal())
            got.put_nowait("opened")

        @app.view("edit")
        async def submitted(ack: AsyncAck, view: Json) -> None:
            text = view["state"]["values"]["text"]["value"]["value"]
            if text == "나쁨":
                await ack(response_action="errors", errors={"text": "다시"})
            else:
                await ack()
                got.put_nowait(text)

        await served.acts.command(JIWOO, DM, "/memory")
        await got.get()
        (view,) = served.workspace.surfaces.stack(JIWOO)
        corrected = await served.acts.submit(JIWOO, view.id, _entered("나쁨"))
        still_open = served.workspace.surfaces.stack(JIWOO)
        taken = await served.acts.submit(JIWOO, view.id, _entered("좋음"))

        assert corrected == {"response_action": "errors", "errors": {"text": "다시"}}
        assert [one.id for one in still_open] == [view.id]
        assert (taken, await got.get()) == ({}, "좋음")
        assert served.workspace.surfaces.stack(JIWOO) == []


@pytest.mark.parametrize(
    ("response", "titles"),
    [
        ({"response_action": "update", "view": modal("둘")}, ["둘"]),
        ({"response_action": "push", "view": modal("둘")}, ["수정", "둘"]),
        ({"response_action": "clear"}, []),
    ],
)
async def test_an_ack_of_a_submission_can_change_the_stack(
    response: Json, titles: list[str]
) -> None:
    async with running() as served, bolt_app(served) as app:

        @app.view("edit")
        async def submitted(ack: AsyncAck) -> None:
            await ack(**response)

        view = served.workspace.surfaces.open(JIWOO, modal())
        await served.acts.submit(JIWOO, view.id, _entered("좋음"))

        stack = served.workspace.surfaces.stack(JIWOO)
        assert [
            one.as_slack(served.workspace.team, served.workspace.bot)["title"] for one in stack
        ] == [{"type": "plain_text", "text": title} for title in titles]


async def test_an_empty_required_input_never_reaches_the_app() -> None:
    async with running() as served:
        view = served.workspace.surfaces.open(JIWOO, modal())
        answer = await served.acts.submit(JIWOO, view.id, {})

    assert answer == {
        "response_action": "errors",
        "errors": {"text": "꼭 채워야 하는 칸이에요."},
    }


async def test_closing_a_modal_is_told_when_the_app_asked_for_it() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Queue[Json] = asyncio.Queue()

        @app.view_closed("edit")
        async def closed(ack: AsyncAck, body: Json) -> None:
            await ack()
            got.put_nowait(body)

        view = served.workspace.surfaces.open(JIWOO, modal(notify_on_close=True))
        await served.acts.close(JIWOO, view.id)
        body = await got.get()

        assert (body["view"]["id"], body["is_cleared"]) == (view.id, False)
        assert served.workspace.surfaces.stack(JIWOO) == []


async def test_a_message_shortcut_brings_the_message_along() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Queue[Json] = asyncio.Queue()

        @app.shortcut("remember")
        async def remember(ack: AsyncAck, body: Json) -> None:
            await ack()
            got.put_nowait(body)

        said = served.acts.say(ALEX, GENERAL, "또리 생일은 10월 27일")
        await served.acts.shortcut(JIWOO, "remember", GENERAL, said.ts)
        body = await got.get()

    assert (body["type"], body["message"]["text"]) == ("message_action", "또리 생일은 10월 27일")
    assert (body["user"]["id"], body["message"]["user"]) == (JIWOO, ALEX)


async def test_a_home_click_carries_the_view_and_no_channel() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Queue[Json] = asyncio.Queue()

        @app.action("yes")
        async def clicked(ack: AsyncAck, body: Json) -> None:
            await ack()
            got.put_nowait(body)

        home = {"type": "home", "blocks": [ACTIONS]}
        published = await client(served).views_publish(user_id=JIWOO, view=home)
        view_id = published["view"]["id"]
        await served.acts.click_in_view(JIWOO, view_id, "yes")
        body = await got.get()

    assert body["container"] == {"type": "view", "view_id": view_id}
    assert (body["view"]["type"], "channel" in body, "message" in body) == ("home", False, False)


async def test_a_trigger_opens_one_view_within_three_seconds() -> None:
    async with running() as served:
        web, triggers = client(served), served.workspace.triggers
        spent, late = triggers.issue(JIWOO), triggers.issue(JIWOO)
        await web.views_open(trigger_id=spent, view=modal())
        errors = [
            await _error(web.views_open(trigger_id=trigger_id, view=modal()))
            for trigger_id in (spent, "1.2.3")
        ]
        served.controls.jump(3.1)
        errors.append(await _error(web.views_open(trigger_id=late, view=modal())))

    assert errors == ["exchanged_trigger_id", "invalid_trigger_id", "expired_trigger_id"]


async def test_three_views_can_be_stacked_and_no_more() -> None:
    async with running() as served:
        web, triggers = client(served), served.workspace.triggers
        first = await web.views_open(trigger_id=triggers.issue(JIWOO), view=modal("1"))
        second = await web.views_push(trigger_id=triggers.issue(JIWOO), view=modal("2"))
        await web.views_push(trigger_id=triggers.issue(JIWOO), view=modal("3"))
        error = await _error(web.views_push(trigger_id=triggers.issue(JIWOO), view=modal("4")))

    assert error == "push_limit_reached"
    assert second["view"]["previous_view_id"] == first["view"]["id"]
    assert second["view"]["root_view_id"] == first["view"]["id"]


async def test_a_view_is_not_updated_over_an_old_hash_nor_when_it_is_closed() -> None:
    async with running() as served:
        web, surfaces = client(served), served.workspace.surfaces
        view = surfaces.open(JIWOO, modal())
        changed = await web.views_update(view_id=view.id, hash=view.hash, view=modal("둘"))
        stale = await _error(web.views_update(view_id=view.id, hash=view.hash, view=modal("셋")))
        surfaces.clear(JIWOO)
        gone = await _error(web.views_update(view_id=view.id, view=modal("넷")))

    assert changed["view"]["hash"] != view.hash
    assert (stale, gone) == ("hash_conflict", "not_found")


async def test_the_home_view_comes_with_the_next_opening() -> None:
    async with running() as served, app_socket(served) as socket:
        home = {"type": "home", "blocks": [SECTION]}
        await client(served).views_publish(user_id=JIWOO, view=home)
        served.acts.open_home(JIWOO)
        event = (await socket.next())["payload"]["event"]

    assert event["view"]["blocks"][0]["text"]["text"] == "기억할까요?"


@pytest.mark.parametrize("way", ["refresh", "closing frame", "cut"])
async def test_bolt_hears_what_is_said_after_it_lost_its_socket(way: str) -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Queue[str] = asyncio.Queue()

        @app.event("message")
        async def heard(event: Json) -> None:
            got.put_nowait(event["text"])

        line = served.workspace.app.sockets
        if way == "refresh":
            line.disconnect("refresh_requested")
        else:
            line.drop_sockets(abruptly=way == "cut")
            await until(lambda: not line.is_connected)
        served.acts.say(JIWOO, DM, "아직 있어?")

        assert await asyncio.wait_for(got.get(), 5) == "아직 있어?"


async def test_the_bot_never_hears_itself_through_bolt() -> None:
    async with running() as served, bolt_app(served) as app:
        got: asyncio.Queue[str] = asyncio.Queue()

        @app.event("message")
        async def heard(event: Json) -> None:
            got.put_nowait(event["user"])

        await client(served).chat_postMessage(channel=GENERAL, text="혼잣말")
        served.acts.say(JIWOO, GENERAL, "사람 말")

        assert await asyncio.wait_for(got.get(), 5) == JIWOO != BOT
        await until(lambda: not served.workspace.app.unacknowledged())


def _entered(text: str) -> Json:
    return {"text": {"value": {"type": "plain_text_input", "value": text}}}


async def _error(call: Awaitable[AsyncSlackResponse]) -> str:
    return str((await refused(call))["error"])
