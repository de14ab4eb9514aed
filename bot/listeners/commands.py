"""The slash command."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.forms import Opening, open_or_offer
from bot.listeners.orders import carry_out
from bot.listeners.payloads import Body, asker_of, readable, text_at
from bot.listeners.services import Services
from bot.listeners.showing import tell
from bot.listeners.words import read_command
from bot.views.ids import MEMORY_COMMAND


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the command."""

    async def on_command(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        command = read_command(readable(text_at(body, "text")))
        brought = await carry_out(services, asker, command)
        if isinstance(brought, Opening):
            await open_or_offer(services, asker, text_at(body, "trigger_id"), brought)
        else:
            await tell(services, asker, brought)

    app.command(MEMORY_COMMAND)(on_command)
