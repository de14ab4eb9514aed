"""A person shares a file: it lies in the workspace, and a message shows it."""

from __future__ import annotations

import base64
import binascii

from bot.local.errors import Refusal
from bot.local.json_values import Json, object_of, text_of
from bot.local.messages import Message
from bot.local.mrkdwn import to_wire
from bot.local.workspace import Workspace

_LONGEST_NAME_CHARS = 255


def share(workspace: Workspace, origin: str, user: str, body: Json) -> Message:
    """Share `body.file` ({"name", "content" in base64}) in `body.channel`, with `body.text` if any.

    Raises `Refusal` for what Slack's own client would not let a person do.
    """
    workspace.person(user)
    channel = workspace.conversations.channel(text_of(body, "channel"), user)
    if user not in channel.members:
        raise Refusal("not_in_channel")
    given = object_of(body, "file")
    name = text_of(given, "name").replace("\\", "/").rpartition("/")[2][:_LONGEST_NAME_CHARS]
    content = _bytes_of(text_of(given, "content"))
    file_id = workspace.files.announce(name, len(content))
    workspace.files.receive(file_id, content)
    told = workspace.files.complete(file_id, name)
    addresses = {key: f"{origin}{told[key]}" for key in ("url_private", "url_private_download")}
    return workspace.conversations.post(
        Message(
            channel=channel.id,
            ts="",
            user=user,
            subtype="file_share",
            text=to_wire(text_of(body, "text"), workspace.mentions),
            thread_ts=text_of(body, "thread_ts"),
            files=(told | addresses,),
            client_msg_id=workspace.new_id(),
        )
    )


def _bytes_of(content: str) -> bytes:
    try:
        return base64.b64decode(content, validate=True)
    except (binascii.Error, ValueError) as error:
        raise Refusal("invalid_arguments", messages=["file.content must be base64"]) from error
