"""The Home tab, and what the DM suggests when it is opened."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.finding import current
from bot.listeners.forms import Carried, open_form
from bot.listeners.payloads import (
    Body,
    asker_of,
    offset_in,
    pressed_value,
    text_at,
    typed_in_view,
)
from bot.listeners.services import Services
from bot.listeners.showing import publish_home, show
from bot.listeners.suggesting import suggest
from bot.views import cards
from bot.views.home import LONGEST_QUERY_CHARS, HomeState
from bot.views.ids import Action, Event
from memory.facts.reading import one_line
from memory.records import Source, SourceKind


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the app's own page being opened, and to what is done on it."""

    async def on_opened(body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        asker = await asker_of(services, body, context, client)
        if text_at(body, "event", "tab") == "messages":
            await suggest(services, asker, context.team_id or asker.scope.team)
        else:
            await publish_home(services, asker)

    async def on_page(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await publish_home(services, asker, state=HomeState(offset_in(pressed_value(body))))

    async def on_search(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        query = one_line(typed_in_view(body, Action.HOME_QUERY))[:LONGEST_QUERY_CHARS]
        await publish_home(services, asker, state=HomeState(query=query))

    async def on_all(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await publish_home(services, asker, state=HomeState())

    async def on_add(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await open_form(services, asker, text_at(body, "trigger_id"), "", Carried(asker.spot))

    async def on_forget(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        """Slack has asked whether they are sure, and they said yes."""
        await ack()
        asker = await asker_of(services, body, context, client)
        source = Source(SourceKind.COMMAND, "", services.clock())
        memory = await current(services.notebook, asker.scope, pressed_value(body))
        asked = await services.notebook.propose_forgetting(asker.scope, memory.id, source)
        outcome = await services.notebook.confirm(asker.scope, asked.proposal.id)
        done = cards.answered(services.texts, asker.reader.language, outcome)
        await show(services, asker, done)

    app.event(Event.HOME_OPENED)(on_opened)
    app.action(Action.HOME_NEWER)(on_page)
    app.action(Action.HOME_OLDER)(on_page)
    app.action(Action.HOME_QUERY)(on_search)
    app.action(Action.HOME_SEARCH)(on_search)
    app.action(Action.HOME_ALL)(on_all)
    app.action(Action.HOME_FORGET)(on_forget)
    app.action(Action.ADD)(on_add)
