"""The app registers for what the manifest has Slack send: nothing missing, nothing unused."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, cast

import pytest
import yaml  # type: ignore[import-untyped]  # it comes without types, through other packages
from slack_bolt.async_app import AsyncApp

import bot
from bot.listeners import register
from bot.views.ids import Action, Modal
from tests.slack_kit import open_room

MANIFEST = yaml.safe_load(
    (Path(bot.__file__).parent.parent / "manifest.yml").read_text(encoding="utf-8")
)
Names = dict[str, list[str]]


class Registered:
    """Stands where the app would, and keeps what each kind of listener was registered for."""

    def __init__(self) -> None:
        self.names: Names = defaultdict(list)

    def __getattr__(self, kind: str) -> Callable[..., object]:
        def take(wanted: object) -> Callable[[object], object]:
            if (name := _name(wanted)) is not None:
                self.names[kind].append(name)
            return lambda listener: listener

        return take


def _name(wanted: object) -> str | None:
    """The name that Slack sends; None for what takes anything that is left, and for errors."""
    if isinstance(wanted, Mapping):
        wanted = wanted["type"]
    return str(wanted) if isinstance(wanted, str) else None


@pytest.fixture
async def registered() -> Names:
    app = Registered()
    async with open_room() as room:
        register(cast("AsyncApp", app), room.services)
    return app.names


def test_each_event_that_slack_sends_has_one_listener(registered: Names) -> None:
    subscribed = MANIFEST["settings"]["event_subscriptions"]["bot_events"]

    kinds = {event.partition(".")[0] for event in subscribed}  # message.im comes as message

    assert sorted(registered["event"]) == sorted(kinds)


@pytest.mark.parametrize(
    ("kinds", "features", "named"),
    [
        (("command",), "slash_commands", "command"),
        (("shortcut", "message_shortcut", "global_shortcut"), "shortcuts", "callback_id"),
    ],
)
def test_each_command_and_shortcut_has_one_listener(
    registered: Names, kinds: tuple[str, ...], features: str, named: str
) -> None:
    offered: list[Mapping[str, Any]] = MANIFEST["features"][features]

    listened = sorted(name for kind in kinds for name in registered[kind])

    assert listened == sorted(entry[named] for entry in offered)


def test_each_button_and_form_of_ours_has_one_listener(registered: Names) -> None:
    assert sorted(registered["action"]) == sorted(each.value for each in Action)
    assert set(registered["view"]) <= {each.value for each in Modal}


def test_nothing_is_listened_to_that_the_manifest_cannot_have_sent(registered: Names) -> None:
    assert set(registered) == {"event", "action", "command", "message_shortcut", "view"}
