"""Sends everything that is remembered of a person to their DM, as files or else as text."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Final

from slack_sdk.errors import SlackApiError

from bot.abilities import Ability, is_missing
from bot.files import send_files
from bot.listeners.services import Asker, Services
from bot.posting import post_in_dm
from bot.views import transfer
from bot.views.blocks import Message
from memory.portability import export_json, export_markdown
from memory.records import Memory

_LONGEST_PART_CHARS: Final = 6_000
_MOST_PARTS: Final = 20


async def export(services: Services, asker: Asker) -> Message:
    """Send the export; what to say of it where it was asked for. Raises `SlackApiError`."""
    texts, language = services.texts, asker.reader.language
    memories = await services.notebook.listing(asker.scope, limit=None, by_subject=True)
    if not memories:
        return transfer.hint(texts, language, "export.none")
    at = services.clock().astimezone(asker.reader.zone)
    names = [f"ttori-memories-{at:%Y-%m-%d}.{suffix}" for suffix in ("json", "md")]
    if not await _send_files(services, asker, memories, at, names):
        await _send_text(services, asker, memories, at)
        return transfer.as_text(texts, language, len(memories))
    return transfer.sent(texts, language, len(memories), names)


async def _send_files(
    services: Services, asker: Asker, memories: Sequence[Memory], at: datetime, names: list[str]
) -> bool:
    texts, language, team = services.texts, asker.reader.language, asker.scope.team
    if not services.abilities.has(team, Ability.FILES):
        return False
    readable = export_markdown(
        memories,
        at,
        title=texts.say(language, "export.file_title"),
        others=texts.say(language, "export.file_others"),
    )
    contents = (export_json(memories, at), readable)
    date = asker.reader.day(at)
    comment = texts.say(language, "export.comment", date=date, count=len(memories))
    try:
        files = dict(zip(names, contents, strict=True))
        await send_files(asker.client, asker.spot.user, files, comment)
    except SlackApiError as error:
        if not is_missing(error):
            raise
        services.abilities.lacks(team, Ability.FILES, error)
        return False
    return True


async def _send_text(
    services: Services, asker: Asker, memories: Sequence[Memory], at: datetime
) -> None:
    """Send the JSON in parts, each of which can be imported by itself."""
    texts, language = services.texts, asker.reader.language
    parts = _parts(memories, at)
    shown = parts[:_MOST_PARTS]
    head = transfer.as_text(texts, language, len(memories))
    await post_in_dm(asker.client, asker.spot.user, head)
    for number, part in enumerate(shown, start=1):
        content = export_json(part, at)
        message = transfer.part(texts, language, content, number, len(shown))
        await post_in_dm(asker.client, asker.spot.user, message)
    if left_out := sum(len(part) for part in parts[_MOST_PARTS:]):
        cut = transfer.hint(texts, language, "export.cut", count=left_out)
        await post_in_dm(asker.client, asker.spot.user, cut)


def _parts(memories: Sequence[Memory], at: datetime) -> list[list[Memory]]:
    parts: list[list[Memory]] = []
    chars = 0
    for memory in memories:
        size = len(export_json([memory], at))
        if not parts or chars + size > _LONGEST_PART_CHARS:
            parts.append([])
            chars = 0
        parts[-1].append(memory)
        chars += size
    return parts
