"""The Web API as Slack's own client meets it: arguments, tokens, scopes, faults, people."""

from __future__ import annotations

from dataclasses import replace

import aiohttp
import pytest

from bot.local.faults import Fault
from bot.local.settings import default_settings
from tests.local_kit import ALEX, BOT, DM, GENERAL, JIWOO, RANDOM, client, refused, running


async def test_auth_test_names_the_bot_and_its_scopes() -> None:
    async with running() as served:
        answer = await client(served).auth_test()

    assert (answer["user_id"], answer["bot_id"], answer["team_id"]) == (BOT, "B0TTORI", "T0LOCAL")
    assert "chat:write" in answer.headers["x-oauth-scopes"]


@pytest.mark.parametrize(
    ("token", "error"),
    [("xoxb-wrong", "invalid_auth"), ("xapp-local", "not_allowed_token_type")],
)
async def test_a_wrong_token_is_refused(token: str, error: str) -> None:
    async with running() as served:
        assert (await refused(client(served, token).auth_test()))["error"] == error


async def test_no_token_is_not_authed() -> None:
    async with (
        running() as served,
        aiohttp.ClientSession() as session,
        session.post(f"{served.api_url}auth.test") as response,
    ):
        assert await response.json() == {"ok": False, "error": "not_authed"}


async def test_a_method_that_slack_does_not_know_is_named_so() -> None:
    async with running() as served:
        body = await refused(client(served).api_call("chat.shout"))

    assert body == {"ok": False, "error": "unknown_method"}


@pytest.mark.parametrize("slash", ["", "/"])
@pytest.mark.parametrize("form", ["query", "form", "json"])
async def test_arguments_may_come_in_any_form(form: str, slash: str) -> None:
    args = {"channel": GENERAL, "text": "안녕 😀"}
    query, data, body = (args if form == one else None for one in ("query", "form", "json"))
    headers = {"Authorization": "Bearer xoxb-local"}
    async with (
        running() as served,
        aiohttp.ClientSession(headers=headers) as session,
        session.post(
            f"{served.api_url}chat.postMessage{slash}", params=query, data=data, json=body
        ) as response,
    ):
        assert (await response.json())["message"]["text"] == "안녕 😀"


async def test_a_missing_scope_is_named() -> None:
    settings = replace(default_settings(), bot_scopes=frozenset({"commands"}))
    async with running(settings) as served:
        body = await refused(client(served).chat_postMessage(channel=GENERAL, text="hi"))

    assert (body["error"], body["needed"], body["provided"]) == (
        "missing_scope",
        "chat:write",
        "commands",
    )


async def test_a_rate_limit_carries_retry_after_and_ends_after_its_times() -> None:
    async with running() as served:
        served.controls.fault(
            Fault("chat.postMessage", error="ratelimited", status=429, retry_after_seconds=7)
        )
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{served.api_url}chat.postMessage") as response,
        ):
            first = (response.status, response.headers["Retry-After"], await response.json())
        second = await client(served).chat_postMessage(channel=GENERAL, text="hi")

    assert first == (429, "7", {"ok": False, "error": "ratelimited"})
    assert second["ok"]


async def test_a_fault_meets_only_its_method() -> None:
    async with running() as served:
        served.controls.fault(Fault("chat.update", error="internal_error"))

        assert (await client(served).chat_postMessage(channel=GENERAL, text="hi"))["ok"]


async def test_an_injected_missing_scope_names_what_is_needed() -> None:
    async with running() as served:
        served.controls.fault(
            Fault("chat.startStream", error="missing_scope", needed="chat:write", provided="none")
        )
        body = await refused(client(served).chat_startStream(channel=DM, thread_ts="1.0"))

    assert (body["error"], body["needed"]) == ("missing_scope", "chat:write")


async def test_a_server_error_is_no_slack_answer() -> None:
    async with running() as served:
        served.controls.fault(Fault("auth.test", status=500))
        async with (
            aiohttp.ClientSession() as session,
            session.post(f"{served.api_url}auth.test") as response,
        ):
            assert (response.status, response.content_type) == (500, "text/plain")


async def test_a_call_is_noted_without_its_token() -> None:
    async with running() as served:
        await client(served).chat_postMessage(channel=GENERAL, text="hi", token="xoxb-local")

        (call,) = served.workspace.calls
    assert (call["method"], call["ok"]) == ("chat.postMessage", True)
    assert call["args"] == {"channel": GENERAL, "text": "hi"}


async def test_users_info_gives_the_locale_only_when_asked() -> None:
    async with running() as served:
        web = client(served)
        asked = await web.users_info(user=JIWOO, include_locale=True)
        plain = await web.users_info(user=ALEX)

    assert (asked["user"]["locale"], asked["user"]["tz"]) == ("ko-KR", "Asia/Seoul")
    assert (plain["user"]["real_name"], "locale" in plain["user"]) == ("Alex", False)


async def test_an_unknown_person_is_not_found() -> None:
    async with running() as served:
        assert (await refused(client(served).users_info(user="U9")))["error"] == "user_not_found"


async def test_users_list_pages() -> None:
    async with running() as served:
        web = client(served)
        first = await web.users_list(limit=2)
        cursor = first["response_metadata"]["next_cursor"]
        second = await web.users_list(limit=2, cursor=cursor)

    assert [one["id"] for one in (*first["members"], *second["members"])] == [JIWOO, ALEX, BOT]
    assert second["response_metadata"]["next_cursor"] == ""


async def test_team_and_bot_can_be_looked_up() -> None:
    async with running() as served:
        web = client(served)
        team, bot = await web.team_info(), await web.bots_info(bot="B0TTORI")

    assert (team["team"]["name"], bot["bot"]["user_id"]) == ("Ttori Local", BOT)


async def test_conversations_open_gives_the_direct_message_of_a_person() -> None:
    async with running() as served:
        assert (await client(served).conversations_open(users=JIWOO))["channel"]["id"] == DM


async def test_conversations_list_tells_where_the_bot_is() -> None:
    async with running() as served:
        listed = await client(served).conversations_list(types="public_channel,im")

    assert {one["id"]: one.get("is_member") for one in listed["channels"]} == {
        GENERAL: True,
        RANDOM: False,
        DM: None,
        "D0ALEX": None,
    }


async def test_conversations_members_are_everyone_in_it() -> None:
    async with running() as served:
        answer = await client(served).conversations_members(channel=GENERAL)

    assert answer["members"] == sorted([JIWOO, ALEX, BOT])


async def test_history_is_newest_first_and_pages() -> None:
    async with running() as served:
        for text in ("하나", "둘", "셋"):
            served.acts.say(JIWOO, GENERAL, text)
        web = client(served)
        first = await web.conversations_history(channel=GENERAL, limit=2)
        cursor = first["response_metadata"]["next_cursor"]
        second = await web.conversations_history(channel=GENERAL, limit=2, cursor=cursor)

    assert [one["text"] for one in first["messages"]] == ["셋", "둘"]
    assert (first["has_more"], second["has_more"]) == (True, False)
    assert [one["text"] for one in second["messages"]] == ["하나"]


async def test_replies_start_with_the_root_and_its_counts() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, GENERAL, "질문")
        reply = served.acts.say(ALEX, GENERAL, "답", root.ts)
        answer = await client(served).conversations_replies(channel=GENERAL, ts=root.ts)

    assert [one["text"] for one in answer["messages"]] == ["질문", "답"]
    first = answer["messages"][0]
    assert (first["reply_count"], first["latest_reply"]) == (1, reply.ts)


async def test_history_of_a_channel_without_the_bot_is_refused() -> None:
    async with running() as served:
        body = await refused(client(served).conversations_history(channel=RANDOM))

    assert body["error"] == "not_in_channel"


async def test_metadata_is_shown_only_when_asked_for() -> None:
    metadata = {"event_type": "card", "event_payload": {"id": "p1"}}
    async with running() as served:
        web = client(served)
        await web.chat_postMessage(channel=GENERAL, text="hi", metadata=metadata)
        plain = await web.conversations_history(channel=GENERAL)
        asked = await web.conversations_history(channel=GENERAL, include_all_metadata=True)

    assert "metadata" not in plain["messages"][0]
    assert asked["messages"][0]["metadata"] == metadata


async def test_a_reaction_is_added_once_and_removed_once() -> None:
    async with running() as served:
        said = served.acts.say(JIWOO, GENERAL, "안녕")
        web = client(served)
        which = {"channel": GENERAL, "timestamp": said.ts, "name": "eyes"}
        await web.reactions_add(**which)
        again = await refused(web.reactions_add(**which))
        shown = served.workspace.conversations.find(GENERAL, said.ts).reactions
        await web.reactions_remove(**which)
        gone = await refused(web.reactions_remove(**which))

    assert shown == ({"name": "eyes", "users": [BOT], "count": 1},)
    assert (again["error"], gone["error"]) == ("already_reacted", "no_reaction")


async def test_a_file_is_uploaded_and_shared_in_a_thread() -> None:
    async with running() as served:
        root = served.acts.say(JIWOO, DM, "내보내 줘")
        answer = await client(served).files_upload_v2(
            filename="memories.json",
            content='{"기억": []}',
            channel=DM,
            thread_ts=root.ts,
            initial_comment="여기요",
        )
        shared = served.workspace.conversations.thread(DM, root.ts)[1]
        async with (
            aiohttp.ClientSession(served.url) as session,
            session.get(str(shared.files[0]["url_private"])) as response,
        ):
            content = await response.text()

    assert answer["file"]["name"] == "memories.json"
    assert (shared.text, shared.files[0]["title"]) == ("여기요", "memories.json")
    assert content == '{"기억": []}'
