"""Messages: direct ones, mentions, and replies in threads where the bot was called before."""

from __future__ import annotations

from functools import partial
from typing import Final

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import SlackStage
from bot.files import fetch_file
from bot.listeners.forms import Opening
from bot.listeners.importing import offer_import
from bot.listeners.imports import exported
from bot.listeners.orders import carry_out
from bot.listeners.payloads import (
    Body,
    field,
    is_from_person,
    mentions,
    reader_of,
    scope_of,
    text_at,
    thread_of,
    turn_of,
)
from bot.listeners.services import Asker, Services
from bot.listeners.showing import redraw_home
from bot.listeners.words import Command, spoken_command
from bot.rewriting import Spot
from bot.taking_up import taken_up
from bot.turn import Turn, lane_of
from bot.views.ids import Event

_SUBTYPES_OF_PEOPLE: Final = (None, "file_share", "thread_broadcast")


def register(app: AsyncApp, services: Services) -> None:
    """Listen to what people say."""

    async def on_mention(body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        await _hear(services, body, context, client)

    async def on_message(body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        await _hear(services, body, context, client)

    async def on_stopped(body: Body, context: AsyncBoltContext) -> None:
        """Stop an answer where its person pressed Stop; the answer itself tells of it."""
        thread = (text_at(body, "event", "channel"), text_at(body, "event", "thread_ts"))
        scope = scope_of(body, context)
        services.conversation.stop(lane_of(scope, *thread), scope)

    app.event(Event.STOPPED)(on_stopped)
    app.event("app_mention")(on_mention)
    app.event({"type": "message", "subtype": _SUBTYPES_OF_PEOPLE})(on_message)


async def _hear(
    services: Services, body: Body, context: AsyncBoltContext, client: AsyncWebClient
) -> None:
    event = field(body, "event")
    if not is_from_person(event):
        return
    scope = scope_of(body, context)
    reader = await reader_of(services, scope, context, client, text_at(event, "text"))
    turn = turn_of(body, context, reader)
    if not await _is_for_us(services, turn, context, event):
        return
    asker = Asker(turn.scope, reader, Spot(turn.scope.user, turn.channel), client)
    stage = SlackStage(
        client,
        thread_of(turn, context),
        texts=services.texts,
        reader=reader,
        abilities=services.abilities,
        shown=partial(redraw_home, services, asker),
    )
    command = spoken_command(turn.text)
    brought = await _exports_in(client, turn, event)
    if command is None and not brought:
        await services.conversation.hear(turn, stage)
        return
    async with taken_up(services.journal, turn) as is_first:
        if not is_first:
            return
        if command is not None:
            await _obey(services, asker, stage, command)
        for text in brought:
            await _take_in(services, asker, stage, text)


async def _is_for_us(
    services: Services, turn: Turn, context: AsyncBoltContext, event: object
) -> bool:
    if turn.is_direct:
        return True
    if text_at(event, "type") == "app_mention" or mentions(event, context.bot_user_id or ""):
        services.followed.join(turn)
        return True
    return await services.followed.follows(turn, services.journal)


async def _obey(services: Services, asker: Asker, stage: SlackStage, command: Command) -> None:
    answer = await carry_out(services, asker, command)
    await stage.show(answer.offer if isinstance(answer, Opening) else answer)


async def _take_in(services: Services, asker: Asker, stage: SlackStage, text: str) -> None:
    await stage.think()
    try:
        card = await offer_import(services, asker, text)
    finally:
        await stage.rest()
    await stage.show(card)


async def _exports_in(client: AsyncWebClient, turn: Turn, event: object) -> list[str]:
    """The exported memories that a direct message brings, as JSON: pasted, or as files.

    A file that is named as JSON is one; one that Slack made of a long paste only if it says so.
    Raises `FileOutOfReach`.
    """
    if not turn.is_direct:
        return []
    found = [exported(turn.text)]
    files = field(event, "files")
    for file in files if isinstance(files, list) else []:
        is_json = text_at(file, "name").lower().endswith(".json")
        if not is_json and text_at(file, "mode") != "snippet":
            continue
        address = text_at(file, "url_private_download") or text_at(file, "url_private")
        content = await fetch_file(client, address)
        found.append(content if is_json else exported(content))
    return [each for each in found if each]
