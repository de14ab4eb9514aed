"""Searches for the command: memories first, and conversations at the press of a button."""

from __future__ import annotations

from dataclasses import dataclass

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.payloads import Body, asker_of, pressed_value
from bot.listeners.services import Asker, Services
from bot.views import lists, talks
from bot.views.blocks import Message
from bot.views.ids import Action
from memory.dialogue.lookback import Asked
from memory.searches import Searched, SearchKind


@dataclass(frozen=True, slots=True)
class _OwnersAlone:
    """Where the answer to a command stands: nobody but its person sees it, in whatever channel."""

    channel: str
    is_direct: bool = True


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the switch under a search."""

    async def on_memories(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        found = await search_memories(services, asker, pressed_value(body))
        await services.amends.rewrite(client, asker.spot, found)

    async def on_talks(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        found = await search_talks(services, asker, pressed_value(body))
        await services.amends.rewrite(client, asker.spot, found)

    app.action(Action.SEARCH_MEMORIES)(on_memories)
    app.action(Action.SEARCH_TALKS)(on_talks)


async def search_memories(services: Services, asker: Asker, query: str) -> Message:
    """What memories a query finds. Raises `StorageFault`."""
    recall = await services.notebook.recall(asker.scope, query, limit=lists.SEARCHED)
    used = tuple(each.id for each in (*lists.sharing(recall), *lists.near(recall)))
    searched = Searched(SearchKind.COMMAND, recall, used)
    services.traces.note(asker.scope, [searched], at=services.clock())
    found = lists.search(services.texts, asker.reader, query, recall)
    return talks.with_switch(services.texts, asker.reader, found, query, talks.Searched.MEMORIES)


async def search_talks(services: Services, asker: Asker, query: str) -> Message:
    """What conversations a query finds. Raises `StorageFault`."""
    channel = asker.spot.channel
    asked = Asked(
        scope=asker.scope,
        place=_OwnersAlone(channel),
        conversation=f"{asker.scope.team}/{channel}",
        text=query,
        at=services.clock(),
        zone=asker.reader.zone,
    )
    found = await services.talks.search(asked, limit=talks.SHOWN)
    return talks.search(services.texts, asker.reader, query, found)
