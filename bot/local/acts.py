"""What people do here: talk, click, type commands, fill in modals. The page calls these.

Each raises `Refusal` for what Slack's own client would not let a person do.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.local.delivery import Answer, Kind
from bot.local.errors import Refusal
from bot.local.failure_texts import failure_text
from bot.local.form_state import form_state, missing_inputs, response_url_inputs
from bot.local.json_values import Json, flag_of, object_of, text_of
from bot.local.messages import Message
from bot.local.mrkdwn import to_wire
from bot.local.payloads import Payloads
from bot.local.people import Channel
from bot.local.surfaces import View
from bot.local.workspace import Workspace

_LONGEST_TEXT_CHARS = 40_000


class Acts:
    """A person's hands. `user` is who acts; nothing is done in the name of the bot."""

    def __init__(self, workspace: Workspace, origin: str) -> None:
        self._workspace = workspace
        self._payloads = Payloads(workspace, origin)
        self.origin = origin

    def say(self, user: str, channel_id: str, text: str, thread_ts: str = "") -> Message:
        """Say something; `text` is what was typed, or Slack's wire form of it."""
        channel = self._joined(user, channel_id)
        return self._workspace.conversations.post(
            Message(
                channel=channel.id,
                ts="",
                user=user,
                text=self._wire(text),
                thread_ts=thread_ts,
                client_msg_id=self._workspace.new_id(),
            )
        )

    def edit(self, user: str, channel_id: str, ts: str, text: str) -> Message:
        """Change one's own message."""
        old = self._own(user, channel_id, ts, "cant_update_message")
        edited: Json = {"user": user, "ts": self._workspace.clock.timestamp()}
        new = replace(old, text=self._wire(text), blocks=(), made=frozenset(), edited=edited)
        return self._workspace.conversations.change(new)

    def delete(self, user: str, channel_id: str, ts: str) -> None:
        """Delete one's own message, or dismiss one that only this person sees."""
        conversations = self._workspace.conversations
        if conversations.is_private(channel_id, ts):
            conversations.remove(conversations.find_private(user, ts))
        else:
            conversations.remove(self._own(user, channel_id, ts, "cant_delete_message"))

    def unfurl(self, channel_id: str, ts: str) -> None:
        """Let the workspace touch a message without changing its text, as link previews do."""
        message = self._workspace.conversations.find(channel_id, ts)
        self._workspace.conversations.change(message)

    def open_home(self, user: str, tab: str = "home", channel_id: str = "") -> None:
        """Open the app's Home tab or its Messages tab."""
        workspace = self._workspace
        channel = channel_id or workspace.conversations.direct(user).id
        view = workspace.surfaces.home(user)
        shown = view.as_slack(workspace.team, workspace.bot) if view else None
        if tab == "home":
            workspace.pages.show({"type": "home", "view": shown}, to={user})
        workspace.events.home_opened(user, channel, tab, shown)

    def stop(self, user: str, channel_id: str, thread_ts: str) -> None:
        """Press Stop on what the agent is doing in a thread."""
        channel = self._joined(user, channel_id)
        streams = self._workspace.streams.open_in(channel.id, thread_ts)
        self._workspace.events.session_stopped(user, channel.id, thread_ts, streams)

    def invite(self, channel_id: str, user: str) -> None:
        """Bring someone (the bot, most often) into a channel."""
        self._workspace.person(user)
        self._workspace.conversations.channel(channel_id, user)
        self._workspace.conversations.join(channel_id, user)

    async def command(
        self, user: str, channel_id: str, command: str, text: str = "", thread_ts: str = ""
    ) -> Answer:
        """Send a slash command; what the acknowledgement says is shown to the person."""
        workspace = self._workspace
        if thread_ts:
            raise Refusal("not_supported_in_thread")
        if command not in {one.command for one in workspace.settings.commands}:
            raise Refusal("unknown_command")
        channel = workspace.conversations.channel(channel_id, user)
        payload = self._payloads.command(user, channel, command, text)
        answer = await workspace.app.ask(Kind.COMMAND, payload)
        error = answer.missed.value if answer.missed else ""
        if any(answer.payload.get(key) for key in ("text", "blocks", "attachments")):
            try:
                workspace.response_urls.speak(user, channel.id, answer.payload)
            except Refusal as refusal:
                error = refusal.error
        note: Json = {"type": "command_result", "command": command, "channel": channel.id}
        if error:
            person = workspace.person(user)
            told = failure_text(person, "command", command=command, error=error)
            note |= {"ok": False, "error": error, "text": told}
        else:
            note |= {"ok": True}
        workspace.pages.show(note, to={user})
        if error:
            raise Refusal(error)
        return answer

    async def click(
        self,
        user: str,
        channel_id: str,
        message_ts: str,
        action_id: str,
        *,
        block_id: str = "",
        action: Mapping[str, object] | None = None,
        state: Json | None = None,
    ) -> Answer:
        """Use an element under a message. `action` is what was chosen, for more than a button.

        Without `block_id`, the first element with this `action_id` is meant.
        """
        conversations = self._workspace.conversations
        conversations.channel(channel_id, user)
        is_private = conversations.is_private(channel_id, message_ts)
        message = (
            conversations.find_private(user, message_ts)
            if is_private
            else conversations.find(channel_id, message_ts)
        )
        blocks = list(message.blocks)
        done = self._payloads.action(
            blocks, block_id or _block_of(blocks, action_id), action_id, dict(action or {})
        )
        values = form_state(blocks, state or {})
        payload = self._payloads.message_action(user, message, done, values)
        where: Json = {"message_ts": message_ts, "action_id": action_id}
        return await self._interact(user, payload, "action", where)

    async def click_in_view(
        self,
        user: str,
        view_id: str,
        action_id: str,
        *,
        block_id: str = "",
        action: Mapping[str, object] | None = None,
        state: Json | None = None,
    ) -> Answer:
        """Use an element of a modal or of the Home tab."""
        view = self._workspace.surfaces.view(view_id, user)
        if state is not None:
            view = self._workspace.surfaces.keep(view, state)
        blocks = list(view.blocks)
        done = self._payloads.action(
            blocks, block_id or _block_of(blocks, action_id), action_id, dict(action or {})
        )
        payload = self._payloads.view_action(view, done)
        return await self._interact(
            user, payload, "action", {"view_id": view_id, "action_id": action_id}
        )

    async def submit(self, user: str, view_id: str, values: Json) -> Json:
        """Submit a modal: {} when the app took it, else {"response_action": …, "errors": …}.

        `values` is `state.values`; an input that is not in it keeps what it started with.
        """
        workspace = self._workspace
        view = workspace.surfaces.keep(workspace.surfaces.view(view_id, user), values)
        missing = missing_inputs(view.blocks, view.values)
        if missing:
            person = workspace.person(user)
            told = {block: failure_text(person, why) for block, why in missing.items()}
            return {"response_action": "errors", "errors": told}
        chosen = list(response_url_inputs(view.blocks, view.values))
        payload = self._payloads.view_submission(view, chosen)
        answer = await self._interact(user, payload, "view", {"view_id": view_id})
        try:
            return self._follow(view, answer.payload)
        except Refusal:
            told_text = failure_text(workspace.person(user), "view")
            self._show_failure(user, {"view_id": view_id}, told_text)
            raise

    async def close(self, user: str, view_id: str, *, all_at_once: bool = False) -> None:
        """Close a modal without submitting it, or the whole stack."""
        surfaces = self._workspace.surfaces
        view = surfaces.view(view_id, user)
        if view not in surfaces.stack(user):
            raise Refusal("not_found")
        clears = all_at_once or flag_of(view.body, "clear_on_close")
        closing = surfaces.stack(user)[::-1] if clears else [view]
        payloads = [
            self._payloads.view_closed(one, all_at_once=clears)
            for one in closing
            if one.tells_of_closing
        ]
        for one in closing:
            surfaces.close(one)
        for payload in payloads:
            await self._workspace.app.ask(Kind.INTERACTION, payload)

    async def shortcut(
        self, user: str, callback_id: str, channel_id: str = "", message_ts: str = ""
    ) -> Answer:
        """Use a shortcut: on a message, or on nothing for a global one."""
        workspace = self._workspace
        kind = "message" if message_ts else "global"
        offered = {one.callback_id for one in workspace.settings.shortcuts if one.kind == kind}
        if callback_id not in offered:
            raise Refusal("unknown_shortcut")
        if not message_ts:
            payload = self._payloads.global_shortcut(user, callback_id)
            return await self._interact(user, payload, "action", {"callback_id": callback_id})
        workspace.conversations.channel(channel_id, user)
        message = workspace.conversations.find(channel_id, message_ts)
        payload = self._payloads.message_shortcut(user, callback_id, message)
        return await self._interact(user, payload, "action", {"message_ts": message_ts})

    async def _interact(self, user: str, payload: Json, failure: str, where: Json) -> Answer:
        answer = await self._workspace.app.ask(Kind.INTERACTION, payload)
        if answer.missed:
            told = failure_text(self._workspace.person(user), failure)
            self._show_failure(user, where, told)
            raise Refusal(answer.missed.value)
        return answer

    def _show_failure(self, user: str, where: Json, text: str) -> None:
        note: Json = {"type": "interaction_failed", "text": text}
        self._workspace.pages.show(note | where, to={user})

    def _follow(self, view: View, payload: Json) -> Json:
        """Do with the modals what the acknowledgement of a submission says."""
        surfaces = self._workspace.surfaces
        action = text_of(payload, "response_action")
        if action == "errors":
            errors = object_of(payload, "errors")
            if not errors or not errors.keys() <= {one["block_id"] for one in view.blocks}:
                raise Refusal("invalid_response")
            return {"response_action": "errors", "errors": errors}
        if action == "update":
            surfaces.update(object_of(payload, "view"), view_id=view.id)
        elif action == "push":
            surfaces.push(view.user, object_of(payload, "view"))
        elif action == "clear":
            surfaces.clear(view.user)
        elif action:
            raise Refusal("invalid_response")
        else:
            surfaces.close(view)
        return {"response_action": action} if action else {}

    def _joined(self, user: str, channel_id: str) -> Channel:
        self._workspace.person(user)
        channel = self._workspace.conversations.channel(channel_id, user)
        if user not in channel.members:
            raise Refusal("not_in_channel")
        return channel

    def _own(self, user: str, channel_id: str, ts: str, otherwise: str) -> Message:
        message = self._workspace.conversations.find(self._joined(user, channel_id).id, ts)
        if message.user != user:
            raise Refusal(otherwise)
        return message

    def _wire(self, text: str) -> str:
        if not text.strip():
            raise Refusal("no_text")
        if len(text) > _LONGEST_TEXT_CHARS:
            raise Refusal("msg_too_long")
        return to_wire(text, self._workspace.mentions)


def _block_of(blocks: list[Json], action_id: str) -> str:
    for block in blocks:
        elements = block.get("elements")
        inside = [block.get("element"), block.get("accessory")]
        inside += elements if isinstance(elements, list) else []
        if any(isinstance(one, dict) and one.get("action_id") == action_id for one in inside):
            return text_of(block, "block_id")
    raise Refusal("action_not_found")
