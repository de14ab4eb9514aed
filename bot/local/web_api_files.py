"""The files.* methods: an upload in three steps."""

from __future__ import annotations

from bot.local.errors import Refusal
from bot.local.json_values import Json, names_of, rows_of, text_of, whole_of
from bot.local.messages import Message
from bot.local.method import Method
from bot.local.workspace import Workspace


def get_upload_url(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/files.getUploadURLExternal."""
    file_id = workspace.files.announce(text_of(args, "filename"), whole_of(args, "length", 0))
    return {"ok": True, "upload_url": f"/upload/{file_id}", "file_id": file_id}


def complete_upload(workspace: Workspace, args: Json) -> Json:
    """https://docs.slack.dev/reference/methods/files.completeUploadExternal."""
    announced = rows_of(args, "files")
    if not announced:
        raise Refusal("invalid_arguments", messages=["missing required field: files"])
    targets = names_of(args, "channels") or names_of(args, "channel_id")
    rooms = [workspace.conversations.room_of_bot(target) for target in targets]
    files = [
        workspace.files.complete(text_of(one, "id"), text_of(one, "title")) for one in announced
    ]
    for room in rooms:
        workspace.conversations.post(
            Message(
                channel=room.id,
                ts="",
                user=workspace.bot.user_id,
                bot_id=workspace.bot.bot_id,
                subtype="file_share",
                text=text_of(args, "initial_comment"),
                thread_ts=text_of(args, "thread_ts"),
                files=tuple(files),
            )
        )
    return {"ok": True, "files": files}


METHODS = {
    "files.getUploadURLExternal": Method(get_upload_url, ("files:write",)),
    "files.completeUploadExternal": Method(complete_upload, ("files:write",)),
}
