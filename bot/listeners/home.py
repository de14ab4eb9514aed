"""The Home tab, and what the DM suggests when it is opened."""

from __future__ import annotations

from dataclasses import replace

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Ability, is_missing
from bot.listeners.payloads import Body, asker_of, offset_in, pressed_value, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import publish_home
from bot.views.help import suggestions
from bot.views.ids import Action, Event


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the app's own page being opened, and to its paging."""

    async def on_opened(body: Body, context: AsyncBoltContext, client: AsyncWebClient) -> None:
        asker = await asker_of(services, body, context, client)
        if text_at(body, "event", "tab") == "messages":
            await _suggest(services, asker, context.team_id or asker.scope.team)
        else:
            await publish_home(services, asker)

    async def on_page(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        spot = replace(asker.spot, home_offset=offset_in(pressed_value(body)))
        await publish_home(services, replace(asker, spot=spot))

    app.event(Event.HOME_OPENED)(on_opened)
    app.action(Action.HOME_NEWER)(on_page)
    app.action(Action.HOME_OLDER)(on_page)


async def _suggest(services: Services, asker: Asker, team: str) -> None:
    """Set the suggestions without a thread: with one, Slack drops them without a word."""
    if not services.abilities.has(team, Ability.PROMPTS):
        return
    try:
        await asker.client.assistant_threads_setSuggestedPrompts(
            channel_id=asker.spot.channel,
            prompts=suggestions(services.texts, asker.reader.language),
        )
    except SlackApiError as error:
        if not is_missing(error):
            raise
        services.abilities.lacks(team, Ability.PROMPTS, error)
