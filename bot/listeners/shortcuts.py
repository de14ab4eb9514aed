"""The entry "remember this" in a message's menu."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.payloads import Body, asker_of, moment, readable, text_at
from bot.listeners.services import Services
from bot.rewriting import answer
from bot.views import cards
from bot.views.ids import Shortcut
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown
from memory.records import Source, SourceKind
from memory.sharing import pointer


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the shortcut."""

    async def on_remember(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        text = readable(text_at(body, "message", "text"), bot_user=context.bot_user_id or "")
        ts = text_at(body, "message", "ts")
        said_at = moment(ts)
        fact = read_fact(text, at=said_at, tz=asker.reader.zone)
        source = Source(SourceKind.SHORTCUT, text, said_at, pointer(asker.spot.channel, ts))
        proposed = await services.notebook.propose(asker.scope, fact, source)
        language = asker.reader.language
        if isinstance(proposed, AlreadyKnown):
            message = cards.known(services.texts, language, proposed.memory.text)
        else:
            message = cards.card(services.texts, language, proposed.proposal)
        await answer(client, asker.spot, message)

    app.message_shortcut(Shortcut.REMEMBER)(on_remember)
