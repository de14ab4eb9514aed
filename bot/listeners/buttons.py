"""The buttons beside memories, and the one under an answer."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.finding import current
from bot.listeners.forms import Carried, open_form
from bot.listeners.orders import ask_forgetting
from bot.listeners.payloads import Body, asker_of, offset_in, pressed_value, text_at
from bot.listeners.services import Services
from bot.listeners.showing import page_at, publish_home, show
from bot.views import lists, why
from bot.views.ids import Action


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the buttons."""

    async def on_page(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        page = await page_at(services, asker, offset_in(pressed_value(body)))
        await services.amends.rewrite(
            client, asker.spot, lists.listing(services.texts, asker.reader, page)
        )

    async def on_change(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        memory = await current(services.notebook, asker.scope, pressed_value(body))
        carried = Carried(asker.spot, memory=memory.id)
        trigger = text_at(body, "trigger_id")
        await open_form(services, asker, trigger, memory.text, carried)

    async def on_forget(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        memory = await current(services.notebook, asker.scope, pressed_value(body))
        card = await ask_forgetting(services, asker, memory)
        if asker.spot.in_home:
            await publish_home(services, asker)
        else:
            await show(services, asker, card)

    async def on_sources(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        explanation = await services.traces.explain(asker.scope, pressed_value(body))
        view = why.modal(services.texts, asker.reader, explanation)
        await client.views_open(trigger_id=text_at(body, "trigger_id"), view=view)

    app.action(Action.LIST_NEWER)(on_page)
    app.action(Action.LIST_OLDER)(on_page)
    app.action(Action.CHANGE)(on_change)
    app.action(Action.FORGET)(on_forget)
    app.action(Action.SOURCES)(on_sources)
