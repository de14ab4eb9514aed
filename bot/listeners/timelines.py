"""The history of a memory, and the way back to an earlier version."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.finding import current, versions
from bot.listeners.payloads import Body, asker_of, pressed_value, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import refresh_home, show
from bot.views import timeline
from bot.views.ids import Action
from memory.notebook import Proposed
from memory.records import Source, SourceKind


def register(app: AsyncApp, services: Services) -> None:
    """Listen to their buttons."""

    async def on_history(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        told = await versions(services.notebook, asker.scope, pressed_value(body))
        view = timeline.modal(services.texts, asker.reader, told)
        await client.views_open(trigger_id=text_at(body, "trigger_id"), view=view)

    async def on_restore(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        version_id = pressed_value(body)
        lead = await _bring_back(services, asker, version_id)
        told = await versions(services.notebook, asker.scope, version_id)
        if asker.spot.modal:
            view = timeline.modal(services.texts, asker.reader, told, lead=lead)
            await client.views_update(view_id=asker.spot.modal, view=view)
            await refresh_home(services, asker)
        else:
            await show(
                services, asker, timeline.history(services.texts, asker.reader, told, lead=lead)
            )

    app.action(Action.HISTORY)(on_history)
    app.action(Action.RESTORE)(on_restore)


async def _bring_back(services: Services, asker: Asker, version_id: str) -> str:
    """Make an earlier version the one that holds; what to say of it. Raises `MemoryUnknown`."""
    notebook, scope = services.notebook, asker.scope
    told = await versions(notebook, scope, version_id)
    chosen = next(each for each in told if each.id == version_id)
    now = await current(notebook, scope, version_id)
    key = "history.restored"
    if chosen.fact.content_key == now.fact.content_key:
        key = "history.same"
    elif chosen.id == now.supersedes:
        await notebook.undo(scope, now.id)
    else:
        source = Source(SourceKind.EDIT, chosen.text, services.clock())
        asked = await notebook.propose_edit(scope, now.id, chosen.text, source)
        if isinstance(asked, Proposed):
            await notebook.confirm(scope, asked.proposal.id)
    return services.texts.say(asker.reader.language, key)
