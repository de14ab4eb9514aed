"""Messages: direct ones, mentions, and replies in threads where the bot was called before."""

from __future__ import annotations

from typing import Final

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.delivery import SlackStage
from bot.listeners.orders import OpenForm, carry_out
from bot.listeners.payloads import (
    Body,
    field,
    is_from_person,
    mentions,
    scope_of,
    text_at,
    thread_of,
    turn_of,
)
from bot.listeners.services import Asker, Services
from bot.listeners.words import Command, spoken_command
from bot.rewriting import Spot
from bot.turn import Turn
from bot.views.blocks import Reader

_SUBTYPES_OF_PEOPLE: Final = (None, "file_share", "thread_broadcast")


def register(app: AsyncApp, services: Services) -> None:
    """Listen to what people say."""

    async def on_mention(body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        await _hear(services, body, context, client)

    async def on_message(body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        await _hear(services, body, context, client)

    app.event("app_mention")(on_mention)
    app.event({"type": "message", "subtype": _SUBTYPES_OF_PEOPLE})(on_message)


async def _hear(
    services: Services, body: Body, context: AsyncBoltContext, client: AsyncWebClient
) -> None:
    event = field(body, "event")
    if not is_from_person(event):
        return
    scope = scope_of(body, context)
    reader = await services.readers.reader(
        client,
        services.abilities,
        context.team_id or scope.team,
        scope.user,
        text_at(event, "text"),
    )
    turn = turn_of(body, context, reader)
    if not await _is_for_us(services, turn, context, event):
        return
    stage = SlackStage(
        client,
        thread_of(turn, context),
        texts=services.texts,
        reader=reader,
        abilities=services.abilities,
    )
    command = spoken_command(turn.text)
    if command is None:
        await services.conversation.hear(turn, stage)
    elif await services.journal.claim(turn.claim, turn.at):
        await _obey(services, turn, reader, stage, command, client)


async def _is_for_us(
    services: Services, turn: Turn, context: AsyncBoltContext, event: object
) -> bool:
    if turn.is_direct:
        return True
    if text_at(event, "type") == "app_mention" or mentions(event, context.bot_user_id or ""):
        services.followed.join(turn)
        return True
    return await services.followed.follows(turn, services.journal)


async def _obey(
    services: Services,
    turn: Turn,
    reader: Reader,
    stage: SlackStage,
    command: Command,
    client: AsyncWebClient,
) -> None:
    asker = Asker(turn.scope, reader, Spot(turn.scope.user, turn.channel), client)
    answer = await carry_out(services, asker, command)
    await stage.show(answer.offer if isinstance(answer, OpenForm) else answer)
