"""The manifest asks for what the code listens to and calls, and for nothing else."""

from __future__ import annotations

import ast
import inspect
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
import yaml  # type: ignore[import-untyped]  # it comes without types, through other packages
from slack_sdk.web.async_client import AsyncWebClient

import bot
from bot import doctor
from bot.views import ids
from tests.slack_kit import Json, Room, event_callback, open_room

SOURCES = Path(bot.__file__).parent
MANIFEST = yaml.safe_load((SOURCES.parent / "manifest.yml").read_text(encoding="utf-8"))
SCOPES = set(MANIFEST["oauth_config"]["scopes"]["bot"])
EVENTS = set(MANIFEST["settings"]["event_subscriptions"]["bot_events"])

SCOPE_OF_EVENT = {
    "app_uninstalled": None,
    "tokens_revoked": None,
    "agent_session_stopped": None,
    "app_home_opened": None,
    "app_mention": "app_mentions:read",
    "message.channels": "channels:history",
    "message.groups": "groups:history",
    "message.im": "im:history",
}
SCOPE_OF_METHOD = {
    "apps_connections_open": None,  # with the app token
    "agents_sessions_setStatus": "chat:write",
    "assistant_threads_setStatus": "assistant:write",
    "assistant_threads_setSuggestedPrompts": "assistant:write",
    "auth_test": None,
    "chat_appendStream": "chat:write",
    "chat_postEphemeral": "chat:write",
    "chat_postMessage": "chat:write",
    "chat_startStream": "chat:write",
    "chat_stopStream": "chat:write",
    "chat_update": "chat:write",
    "conversations_open": "im:write",
    "conversations_replies": "channels:history",
    "fetch_file": "files:read",
    "files_upload_v2": "files:write",
    "users_info": "users:read",
    "views_open": None,
    "views_publish": None,
    "views_update": None,
}


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def called_methods() -> set[str]:
    """Every Web API method that the product calls, by the SDK's own names, and file downloads."""
    files = [file for file in SOURCES.rglob("*.py") if SOURCES / "local" not in file.parents]
    calls = [
        node.func
        for file in files
        for node in ast.walk(ast.parse(file.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call)
    ]
    names = {call.attr for call in calls if isinstance(call, ast.Attribute)}
    own = {call.id for call in calls if isinstance(call, ast.Name)}
    return {name for name in names if is_web_api_method(name)} | (own & {"fetch_file"})


def is_web_api_method(name: str) -> bool:
    """Whether the SDK's client has it, as `family_method`."""
    return "_" in name.strip("_") and inspect.iscoroutinefunction(
        getattr(AsyncWebClient, name, None)
    )


def test_the_commands_are_those_that_the_code_knows() -> None:
    commands = MANIFEST["features"]["slash_commands"]
    assert tuple(each["command"] for each in commands) == ids.COMMANDS
    assert all(each["should_escape"] is False for each in commands)


def test_the_shortcuts_are_those_that_the_code_knows() -> None:
    shortcuts = MANIFEST["features"]["shortcuts"]
    assert {each["callback_id"] for each in shortcuts} == set(ids.Shortcut)
    assert {each["type"] for each in shortcuts} == {"message"}


def test_the_events_are_those_that_the_code_knows() -> None:
    assert set(ids.Event) == EVENTS


def test_the_scopes_are_what_events_and_calls_need_and_no_more() -> None:
    for_events = {SCOPE_OF_EVENT[event] for event in EVENTS}
    for_calls = {SCOPE_OF_METHOD[method] for method in called_methods()}
    assert (for_events | for_calls | {"commands"}) - {None} == SCOPES


def test_no_method_is_listed_that_is_called_nowhere() -> None:
    assert called_methods() == set(SCOPE_OF_METHOD)


def test_the_check_wants_the_scopes_of_the_manifest() -> None:
    assert set(doctor.REQUIRED_SCOPES) == SCOPES


def test_it_is_an_agent_with_a_home_over_socket_mode() -> None:
    features, settings = MANIFEST["features"], MANIFEST["settings"]
    assert features["agent_view"]["agent_description"]
    assert len(features["agent_view"]["suggested_prompts"]) <= 4
    assert features["app_home"] == {
        "home_tab_enabled": True,
        "messages_tab_enabled": True,
        "messages_tab_read_only_enabled": False,
    }
    assert "assistant_view" not in features
    assert features["bot_user"]["display_name"] == "Ttori"
    assert settings["socket_mode_enabled"] is True
    assert settings["interactivity"]["is_enabled"] is True


SAMPLE_EVENTS: dict[str, Json] = {
    "app_uninstalled": {"type": "app_uninstalled"},
    "tokens_revoked": {"type": "tokens_revoked", "tokens": {"bot": ["UBOT"]}},
    "agent_session_stopped": {
        "type": "agent_session_stopped",
        "user": "U1",
        "channel": "D1",
        "thread_ts": "1700000000.000100",
    },
    "app_home_opened": {"type": "app_home_opened", "user": "U1", "channel": "D1", "tab": "home"},
    "app_mention": {
        "type": "app_mention",
        "user": "U1",
        "text": "<@UBOT> hi",
        "channel": "C1",
        "ts": "1700000000.000100",
    },
    "message.im": {
        "type": "message",
        "channel_type": "im",
        "user": "U1",
        "text": "hi",
        "channel": "D1",
        "ts": "1700000000.000100",
    },
    "message.channels": {
        "type": "message",
        "channel_type": "channel",
        "user": "U1",
        "text": "<@UBOT> hi",
        "channel": "C1",
        "ts": "1700000000.000100",
    },
    "message.groups": {
        "type": "message",
        "channel_type": "group",
        "user": "U1",
        "text": "<@UBOT> hi",
        "channel": "G1",
        "ts": "1700000000.000100",
    },
}


@pytest.mark.parametrize("event", sorted(EVENTS))
async def test_every_event_is_taken_by_a_listener(room: Room, event: str) -> None:
    await room.send(event_callback(SAMPLE_EVENTS[event]))
    taken = room.conversation.heard or room.conversation.stopped or room.store.departures
    assert taken or room.slack.called("views.publish")


@pytest.mark.parametrize("name", [*ids.Action])
def test_every_button_has_a_listener(name: str) -> None:
    listening = "\n".join(
        file.read_text(encoding="utf-8") for file in (SOURCES / "listeners").glob("*.py")
    )
    assert f"app.action(Action.{ids.Action(name).name})" in listening
