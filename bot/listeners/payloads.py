"""Reads Slack's payloads. Team and person come from the verified payload and from nowhere else."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final, TypeAlias

from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.services import Asker, Services
from bot.posting import Thread
from bot.rewriting import Spot
from bot.turn import Turn
from bot.views.blocks import Reader
from memory.errors import ScopeMissing
from memory.records import Scope

Body: TypeAlias = Mapping[str, object]

_REFERENCE: Final = re.compile(r"<([@#!][^<>|]+|[A-Za-z][\w+.-]*:[^<>|\s]+)(?:\|([^<>]*))?>")
"""A person, channel, group or address. In a command people also type `<` and `>` themselves."""
_SLACKBOT: Final = "USLACKBOT"


def field(body: object, *path: str | int) -> object:
    """What stands at a path of a payload; None where it does not lead anywhere."""
    value = body
    for step in path:
        if isinstance(step, int):
            value = value[step] if isinstance(value, list) and len(value) > step else None
        else:
            value = value.get(step) if isinstance(value, Mapping) else None
    return value


def text_at(body: object, *path: str | int) -> str:
    """The text at a path of a payload, "" when there is none."""
    value = field(body, *path)
    return value if isinstance(value, str) else ""


def scope_of(body: Body, context: AsyncBoltContext) -> Scope:
    """Whose memory a payload is about: the organisation or workspace of the person, and the person.

    In a channel that organisations share, the person's own team counts, not the one that has
    installed the bot; so it does for a click whose payload names another team than the person's,
    unless a whole organisation has installed the bot, whose people are of many. Raises
    `ScopeMissing` when Slack does not tell it.
    """
    if field(body, "is_ext_shared_channel") is True and field(body, "event") is not None:
        return Scope(
            context.actor_enterprise_id or context.actor_team_id or "",
            context.actor_user_id or "",
        )
    own, here = text_at(body, "user", "team_id"), text_at(body, "team", "id")
    is_guest = bool(own and here and own != here) and context.is_enterprise_install is not True
    team = own if is_guest else context.enterprise_id or own or context.team_id
    return Scope(team or "", context.user_id or "")


def is_from_person(event: object) -> bool:
    """Whether a person wrote a message, and no bot, and not Slack itself."""
    user = text_at(event, "user")
    is_machine = bool(field(event, "bot_id") or field(event, "bot_profile"))
    return bool(user) and user != _SLACKBOT and not is_machine and not field(event, "hidden")


def mentions(event: object, user: str) -> bool:
    """Whether a message names this user."""
    return bool(user) and f"<@{user}" in text_at(event, "text")


def turn_of(body: Body, context: AsyncBoltContext, reader: Reader) -> Turn:
    """A person's message as a turn. Raises `ScopeMissing`."""
    ts = text_at(body, "event", "ts")
    return Turn(
        scope=scope_of(body, context),
        channel=text_at(body, "event", "channel"),
        ts=ts,
        thread_ts=text_at(body, "event", "thread_ts") or ts,
        text=readable(text_at(body, "event", "text"), bot_user=context.bot_user_id or ""),
        is_direct=is_direct(body),
        language=reader.language,
        at=moment(ts),
        zone=reader.zone,
    )


def thread_of(turn: Turn, context: AsyncBoltContext) -> Thread:
    """Where a turn is answered."""
    return Thread(
        team=context.team_id or turn.scope.team,
        channel=turn.channel,
        thread_ts=turn.thread_ts,
        user=turn.scope.user,
        is_direct=turn.is_direct,
    )


def is_direct(body: Body) -> bool:
    """Whether a message stands in the person's own DM with the bot."""
    kind = text_at(body, "event", "channel_type")
    return kind == "im" if kind else text_at(body, "event", "channel").startswith("D")


async def asker_of(
    services: Services, body: Body, context: AsyncBoltContext, client: AsyncWebClient
) -> Asker:
    """Who pressed or typed what a payload tells of. Raises `ScopeMissing`."""
    scope = scope_of(body, context)
    said = text_at(body, "text") or text_at(body, "message", "text")
    reader = await reader_of(services, scope, context, client, said)
    return Asker(scope, reader, spot_of(body, context), client)


async def reader_of(
    services: Services, scope: Scope, context: AsyncBoltContext, client: AsyncWebClient, said: str
) -> Reader:
    """How a person reads just now; what their profile does not tell, what they said does."""
    reader = await services.readers.reader(
        client, services.abilities, context.team_id or scope.team, scope.user, said
    )
    return replace(reader, now=services.clock())


def spot_of(body: Body, context: AsyncBoltContext) -> Spot:
    """Where on the screen something was pressed."""
    kind = text_at(body, "view", "type")
    return Spot(
        user=context.user_id or "",
        channel=context.channel_id or text_at(body, "container", "channel_id"),
        ts=text_at(body, "container", "message_ts"),
        thread_ts=text_at(body, "container", "thread_ts") or text_at(body, "message", "thread_ts"),
        response_url=text_at(body, "response_url"),
        is_ephemeral=field(body, "container", "is_ephemeral") is True,
        in_home=kind == "home",
        home=text_at(body, "view", "private_metadata") if kind == "home" else "",
        modal=text_at(body, "view", "id") if kind == "modal" else "",
    )


def pressed_value(body: Body) -> str:
    """The value of the button that was pressed."""
    return text_at(body, "actions", 0, "value")


def chosen_value(body: Body) -> str:
    """The value of the option that was chosen from a list."""
    return text_at(body, "actions", 0, "selected_option", "value")


def typed_in_view(body: Body, action_id: str) -> str:
    """What stands in a view's entry of this name, in whichever block it is."""
    values = field(body, "view", "state", "values")
    blocks = values.values() if isinstance(values, Mapping) else ()
    return next((said for each in blocks if (said := text_at(each, action_id, "value"))), "")


def offset_in(value: str) -> int:
    """The offset in a paging button's value."""
    return int(value) if value.isdecimal() else 0


def moment(ts: str) -> datetime:
    """The time in a Slack timestamp. Raises `ScopeMissing` when it is none."""
    try:
        return datetime.fromtimestamp(float(ts), UTC)
    except (ValueError, OverflowError, OSError) as error:
        raise ScopeMissing("The payload has no message time.") from error


def readable(text: str, *, bot_user: str = "") -> str:
    """A message as its writer sees it: NFC, escapes undone once, references by name.

    Mentions of the bot are left out.
    """

    def replaced(found: re.Match[str]) -> str:
        target, label = found[1], found[2] or ""
        if bot_user and target == f"@{bot_user}":
            return " "
        return _reference(target, label) or found[0]

    plain = _REFERENCE.sub(replaced, text)
    plain = plain.replace("&lt;", "<").replace("&gt;", ">").replace("&amp;", "&")
    plain = "\n".join(re.sub(r"[ \t]{2,}", " ", line) for line in plain.split("\n"))
    return unicodedata.normalize("NFC", plain).strip()


def _reference(target: str, label: str) -> str:
    kind, rest = target[0], target[1:]
    if kind in "@#":
        return f"{kind}{label.lstrip(kind)}" if label else ""
    if kind == "!":
        return f"@{(label or rest.partition('^')[0]).lstrip('@')}"
    address = target.removeprefix("mailto:").removeprefix("tel:")
    if not label or label in target:
        return address
    return f"{label} ({address})"
