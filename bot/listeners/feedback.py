"""What people think of an answer: noted with the log of its searches; a second click changes it."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.payloads import Body, asker_of, pressed_value
from bot.listeners.services import Services
from bot.rewriting import answer
from bot.views import feedback
from bot.views.ids import Action


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the buttons under answers."""

    async def on_feedback(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        texts, language = services.texts, asker.reader.language
        said = feedback.not_taken(texts, language)
        if read := feedback.read_value(pressed_value(body)):
            opinion, answer_id = read
            if await services.traces.rate(asker.scope, answer_id, opinion):
                said = feedback.thanks(texts, language, opinion)
        await answer(client, asker.spot, said)

    app.action(Action.FEEDBACK)(on_feedback)
    app.action(Action.FEEDBACK_GOOD)(on_feedback)
    app.action(Action.FEEDBACK_BAD)(on_feedback)
