"""What the page reads and pushes, and who may see what."""

from __future__ import annotations

import asyncio

import aiohttp
import pytest

from tests.local_kit import (
    ACTIONS,
    ALEX,
    BOT,
    DM,
    GENERAL,
    JIWOO,
    RANDOM,
    SECTION,
    Page,
    app_socket,
    client,
    modal,
    running,
)


async def test_the_boot_tells_who_where_and_what() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        boot = await page.get("/page/boot")

    assert (boot["me"], boot["bot_connected"]) == (JIWOO, False)
    assert [(one["id"], one["is_bot"]) for one in boot["people"]] == [
        (JIWOO, False),
        (ALEX, False),
        (BOT, True),
    ]
    assert [(one["id"], one["is_im"], one["is_member_bot"]) for one in boot["channels"]] == [
        (GENERAL, False, True),
        (RANDOM, False, False),
        (DM, True, True),
    ]
    assert [one["command"] for one in boot["commands"]] == ["/memory"]
    assert boot["shortcuts"] == [{"callback_id": "remember", "name": "기억하기"}]


async def test_the_boot_without_a_person_takes_the_first_one() -> None:
    async with (
        running() as served,
        aiohttp.ClientSession(served.url) as session,
        session.get("/page/boot") as response,
    ):
        assert (await response.json())["me"] == JIWOO


async def test_a_message_reaches_everyone_in_the_channel_and_is_escaped_once() -> None:
    async with running() as served, Page(served, JIWOO) as mine, Page(served, ALEX) as theirs:
        answer = await mine.post("/page/message", channel=GENERAL, text="@Ttori a &lt; b > c")
        notes = [await page.note("message_added") for page in (mine, theirs)]

    assert notes[0] == notes[1]
    assert notes[0]["message"]["ts"] == answer["ts"]
    assert notes[0]["message"]["text"] == f"<@{BOT}> a &lt; b &gt; c"


async def test_direct_messages_ephemerals_and_views_reach_their_person_only() -> None:
    async with running() as served, Page(served, ALEX) as page:
        web, triggers = client(served), served.workspace.triggers
        served.acts.say(JIWOO, DM, "비밀")
        await web.chat_postEphemeral(channel=GENERAL, user=JIWOO, text="너만", blocks=[ACTIONS])
        await web.views_open(trigger_id=triggers.issue(JIWOO), view=modal())
        await web.views_publish(user_id=JIWOO, view={"type": "home", "blocks": [SECTION]})
        served.acts.say(ALEX, GENERAL, "끝")
        first = await page.note(
            "message_added", "ephemeral_added", "view_opened", "home", "message_changed"
        )
        peek = await page.get("/page/history", channel=DM)
        history = await page.get("/page/history", channel=GENERAL)

    assert first["message"]["text"] == "끝"
    assert peek == {"ok": False, "error": "channel_not_found"}
    assert [one["text"] for one in history["messages"]] == ["끝"]


async def test_history_is_oldest_first_with_the_persons_ephemerals_among_it() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        served.acts.say(ALEX, GENERAL, "하나")
        await client(served).chat_postEphemeral(channel=GENERAL, user=JIWOO, text="둘")
        served.acts.say(ALEX, GENERAL, "셋")
        history = await page.get("/page/history", channel=GENERAL)

    assert [(one["text"], one["is_ephemeral"]) for one in history["messages"]] == [
        ("하나", False),
        ("둘", True),
        ("셋", False),
    ]


async def test_a_reply_changes_its_roots_count_and_stands_in_the_thread() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        root = served.acts.say(JIWOO, GENERAL, "질문")
        served.acts.say(ALEX, GENERAL, "답", root.ts)
        changed = (await page.note("message_changed"))["message"]
        thread = await page.get("/page/history", channel=GENERAL, thread_ts=root.ts)

    assert (changed["ts"], changed["reply_count"], changed["reply_users"]) == (root.ts, 1, [ALEX])
    assert [one["text"] for one in thread["messages"]] == ["질문", "답"]


async def test_unread_counts_what_others_said_since_the_last_look() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        served.acts.say(ALEX, GENERAL, "하나")
        served.acts.say(JIWOO, GENERAL, "나")
        before = (await page.get("/page/boot"))["channels"][0]["unread"]
        await page.get("/page/history", channel=GENERAL)
        served.acts.say(ALEX, GENERAL, "둘")
        served.acts.say(ALEX, GENERAL, "셋")
        after = (await page.get("/page/boot"))["channels"][0]["unread"]

    assert (before, after) == (1, 2)


async def test_only_ones_own_messages_can_be_edited_and_deleted() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        mine = served.acts.say(JIWOO, GENERAL, "하나").ts
        theirs = served.acts.say(ALEX, GENERAL, "둘").ts
        answers = [
            await page.post("/page/edit", channel=GENERAL, ts=mine, text="고침"),
            await page.post("/page/edit", channel=GENERAL, ts=theirs, text="고침"),
            await page.post("/page/delete", channel=GENERAL, ts=theirs),
            await page.post("/page/delete", channel=GENERAL, ts=mine),
        ]
        left = served.workspace.conversations.history(GENERAL)

    assert [one.get("error") for one in answers] == [
        None,
        "cant_update_message",
        "cant_delete_message",
        None,
    ]
    assert [one.text for one in left] == ["둘"]


async def test_an_edited_message_says_so() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        ts = served.acts.say(JIWOO, GENERAL, "하나").ts
        await page.post("/page/edit", channel=GENERAL, ts=ts, text="고침")
        message = (await page.note("message_changed"))["message"]

    assert (message["text"], message["edited"]["user"]) == ("고침", JIWOO)


async def test_an_ephemeral_message_can_be_dismissed() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        posted = await client(served).chat_postEphemeral(channel=GENERAL, user=JIWOO, text="너만")
        answer = await page.post("/page/delete", channel=GENERAL, ts=posted["message_ts"])
        note = await page.note("ephemeral_removed")

    assert (answer["ok"], note["message"]["ts"]) == (True, posted["message_ts"])


@pytest.mark.parametrize("text", ["", " \n ", "x" * 40_001])
async def test_a_message_that_cannot_be_sent_is_refused(text: str) -> None:
    async with running() as served, Page(served, JIWOO) as page:
        answer = await page.post("/page/message", channel=GENERAL, text=text)

    assert answer["error"] == ("msg_too_long" if text.startswith("x") else "no_text")


async def test_a_click_answers_when_the_app_has_taken_it() -> None:
    async with running() as served, app_socket(served) as socket, Page(served, JIWOO) as page:
        posted = await client(served).chat_postMessage(channel=DM, text="a", blocks=[ACTIONS])
        await socket.ack(await socket.event("message"))
        clicking = asyncio.create_task(
            page.post(
                "/page/action",
                channel=DM,
                message_ts=posted["ts"],
                block_id="card",
                action_id="yes",
                action={"type": "button", "value": "forged"},
                state={"values": {}},
            )
        )
        envelope = await socket.next()
        await socket.ack(envelope)
        answer = await clicking

    assert answer == {"ok": True}
    assert envelope["payload"]["actions"][0]["value"] == "p1"


async def test_a_status_is_shown_until_two_minutes_have_passed() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        root = served.acts.say(JIWOO, DM, "안녕")
        await client(served).assistant_threads_setStatus(
            channel_id=DM, thread_ts=root.ts, status="생각 중", loading_messages=["음…"]
        )
        shown = await page.note("status")
        served.controls.jump(120)
        cleared = await page.note("status")

    assert (shown["status"], shown["loading_messages"]) == ("생각 중", ["음…"])
    assert (cleared["thread_ts"], cleared["status"]) == (root.ts, "")


async def test_prompts_with_a_thread_are_silently_not_shown() -> None:
    prompts = [{"title": "기억", "message": "뭘 기억해?"}]
    async with running() as served, Page(served, JIWOO) as page:
        root = served.acts.say(JIWOO, DM, "안녕")
        web = client(served)
        await web.assistant_threads_setSuggestedPrompts(
            channel_id=DM, thread_ts=root.ts, title="아님", prompts=prompts
        )
        await web.assistant_threads_setSuggestedPrompts(
            channel_id=DM, title="이렇게", prompts=prompts
        )
        note = await page.note("suggested_prompts")

    assert (note["title"], note["prompts"]) == ("이렇게", prompts)


async def test_a_page_that_opens_later_sees_what_stands() -> None:
    async with running() as served:
        web = client(served)
        root = served.acts.say(JIWOO, DM, "안녕")
        await web.agents_sessions_setStatus(channel_id=DM, thread_ts=root.ts, status="processing")
        served.workspace.surfaces.open(JIWOO, modal())
        async with (
            aiohttp.ClientSession(served.url) as session,
            session.ws_connect(f"/page/live?user={JIWOO}") as live,
        ):
            kinds = [(await live.receive_json())["type"] for _ in range(3)]

    assert kinds == ["session", "view_opened", "bot_connected"]


async def test_the_page_hears_when_the_bot_comes_and_goes() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        async with app_socket(served):
            came = await page.note("bot_connected")
        went = await page.note("bot_connected")

    assert (came["connected"], went["connected"]) == (True, False)


async def test_the_home_tab_shows_what_was_published_and_what_is_published_next() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/page/home", tab="home")
        before = await page.note("home")
        await client(served).views_publish(
            user_id=JIWOO, view={"type": "home", "blocks": [SECTION]}
        )
        after = await page.note("home")

    assert before["view"] is None
    assert after["view"]["blocks"][0]["text"]["text"] == "기억할까요?"


async def test_half_a_character_does_no_harm() -> None:
    async with running() as served, Page(served, JIWOO) as page:
        await page.post("/page/message", channel=GENERAL, text="\ud83d 반쪽")
        note = await page.note("message_added")
        await page.post("/page/message", channel=GENERAL, text="다음")
        following = await page.note("message_added")

    assert (note["message"]["text"], following["message"]["text"]) == ("\ud83d 반쪽", "다음")


async def test_an_unknown_deed_or_file_is_not_found() -> None:
    async with running() as served, aiohttp.ClientSession(served.url) as session:
        statuses = []
        for request in (
            session.post("/page/sing", json={}),
            session.get("/static/none.js"),
            session.get("/static/%2e%2e/server.py"),
        ):
            async with request as response:
                statuses.append(response.status)

    assert statuses == [404, 404, 404]


async def test_the_page_itself_is_served_fresh() -> None:
    async with (
        running() as served,
        aiohttp.ClientSession(served.url) as session,
        session.get("/") as response,
    ):
        assert (response.content_type, response.headers["Cache-Control"]) == (
            "text/html",
            "no-cache",
        )
