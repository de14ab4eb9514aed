"""The payloads of what people do with the app: clicks, commands, modals, shortcuts."""

from __future__ import annotations

from bot.local.errors import Refusal
from bot.local.events import VERIFICATION_TOKEN
from bot.local.json_values import Json, as_json, as_rows, object_of, text_of
from bot.local.messages import Message
from bot.local.people import Channel
from bot.local.surfaces import View
from bot.local.workspace import Workspace

_CHOSEN = (
    "selected_option",
    "selected_options",
    "selected_user",
    "selected_users",
    "selected_channel",
    "selected_channels",
    "selected_conversation",
    "selected_conversations",
    "selected_date",
    "selected_time",
    "selected_date_time",
    "rich_text_value",
)


class Payloads:
    """Builds payloads; `origin` is where the workspace is served."""

    def __init__(self, workspace: Workspace, origin: str) -> None:
        self._workspace = workspace
        self._origin = origin

    def command(self, user: str, channel: Channel, command: str, text: str) -> Json:
        """A slash command, as typed: nothing in `text` is escaped."""
        workspace = self._workspace
        return {
            "token": VERIFICATION_TOKEN,
            "team_id": workspace.team.id,
            "team_domain": workspace.team.domain,
            "channel_id": channel.id,
            "channel_name": "directmessage" if channel.is_im else channel.name,
            "user_id": user,
            "user_name": workspace.person(user).name,
            "command": command,
            "text": text,
            "api_app_id": workspace.bot.app_id,
            "is_enterprise_install": "false",
            "response_url": self._response_url(user, channel.id),
            "trigger_id": workspace.triggers.issue(user),
        }

    def message_action(self, user: str, message: Message, action: Json, state: Json) -> Json:
        """A click under a message. An ephemeral one is not sent along, as in Slack."""
        workspace = self._workspace
        container: Json = {
            "type": "message",
            "message_ts": message.ts,
            "channel_id": message.channel,
            "is_ephemeral": bool(message.only_for),
        }
        if message.thread_ts:
            container["thread_ts"] = message.thread_ts
        payload = self._frame("block_actions", user) | {
            "container": container,
            "channel": self._channel(message.channel, user),
            "state": {"values": state},
            "response_url": self._response_url(user, message.channel, message),
            "actions": [action],
        }
        if not message.only_for:
            payload["message"] = message.as_slack(workspace.team, workspace.bot)
        return payload

    def view_action(self, view: View, action: Json) -> Json:
        """A click in a modal or on the Home tab."""
        seen = self._view(view)
        return self._frame("block_actions", view.user) | {
            "container": {"type": "view", "view_id": view.id},
            "view": seen,
            "state": seen["state"],
            "actions": [action],
        }

    def view_submission(self, view: View, chosen: list[tuple[str, str, str]]) -> Json:
        """A modal that is submitted. `chosen` are the conversations that ask for a response_url."""
        return self._frame("view_submission", view.user) | {
            "view": self._view(view),
            "response_urls": [
                {
                    "block_id": block_id,
                    "action_id": action_id,
                    "channel_id": channel,
                    "response_url": self._response_url(view.user, channel),
                }
                for block_id, action_id, channel in chosen
            ],
        }

    def view_closed(self, view: View, *, all_at_once: bool) -> Json:
        """A modal that is closed without submitting; it has no trigger."""
        payload = self._frame("view_closed", view.user)
        del payload["trigger_id"]
        return payload | {"view": self._view(view), "is_cleared": all_at_once}

    def message_shortcut(self, user: str, callback_id: str, message: Message) -> Json:
        """A shortcut from a message's menu."""
        workspace = self._workspace
        return self._frame("message_action", user) | {
            "callback_id": callback_id,
            "action_ts": workspace.clock.timestamp(),
            "message_ts": message.ts,
            "channel": self._channel(message.channel, user),
            "message": message.as_slack(workspace.team, workspace.bot),
            "response_url": self._response_url(user, message.channel, message),
        }

    def global_shortcut(self, user: str, callback_id: str) -> Json:
        """A shortcut from anywhere."""
        return self._frame("shortcut", user) | {
            "callback_id": callback_id,
            "action_ts": self._workspace.clock.timestamp(),
        }

    def action(self, blocks: list[Json], block_id: str, action_id: str, given: Json) -> Json:
        """The action of an element that really stands in these blocks.

        Raises `Refusal` action_not_found.
        """
        element = _element(blocks, block_id, action_id)
        action: Json = {
            "type": text_of(element, "type"),
            "action_id": action_id,
            "block_id": block_id,
            "action_ts": self._workspace.clock.timestamp(),
        }
        if element.get("type") in {"button", "icon_button", "workflow_button"}:
            return action | {
                key: element[key] for key in ("text", "value", "url", "style") if key in element
            }
        if element.get("type") == "feedback_buttons":
            return action | _feedback(element, given)
        chosen = {key: given[key] for key in (*_CHOSEN, "value") if key in given}
        return action | chosen

    def _frame(self, kind: str, user: str) -> Json:
        workspace = self._workspace
        person = workspace.person(user)
        return {
            "type": kind,
            "team": {"id": workspace.team.id, "domain": workspace.team.domain},
            "user": {
                "id": person.id,
                "username": person.name,
                "name": person.name,
                "team_id": workspace.team.id,
            },
            "api_app_id": workspace.bot.app_id,
            "token": VERIFICATION_TOKEN,
            "trigger_id": workspace.triggers.issue(user),
            "enterprise": None,
            "is_enterprise_install": False,
        }

    def _channel(self, channel_id: str, user: str) -> Json:
        channel = self._workspace.conversations.channel(channel_id, user)
        return {"id": channel.id, "name": "directmessage" if channel.is_im else channel.name}

    def _view(self, view: View) -> Json:
        return view.as_slack(self._workspace.team, self._workspace.bot)

    def _response_url(self, user: str, channel: str, original: Message | None = None) -> str:
        word = self._workspace.response_urls.issue(user, channel, original)
        return f"{self._origin}/response/{word}"


def _element(blocks: list[Json], block_id: str, action_id: str) -> Json:
    for block in blocks:
        if block.get("block_id") == block_id:
            candidates = [as_json(block.get("element")), as_json(block.get("accessory"))]
            candidates += as_rows(block.get("elements"))
            for element in candidates:
                if element.get("action_id") == action_id:
                    return element
    raise Refusal("action_not_found")


def _feedback(element: Json, given: Json) -> Json:
    for key in ("positive_button", "negative_button"):
        button = object_of(element, key)
        if button.get("value") == given.get("value"):
            return {"text": button.get("text"), "value": button.get("value")}
    raise Refusal("action_not_found")
