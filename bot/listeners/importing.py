"""An import, from the file to the last memory: one card, and one click that saves or drops it."""

from __future__ import annotations

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners import imports
from bot.listeners.payloads import Body, asker_of, pressed_value
from bot.listeners.services import Asker, Services
from bot.listeners.showing import show, show_working
from bot.views import transfer
from bot.views.blocks import Message
from bot.views.ids import Action
from memory.portability import read_json


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the buttons of an import's card."""

    async def on_save(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await _save(services, asker, pressed_value(body))

    async def on_cancel(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        dropped = await imports.drop(services.notebook, asker.scope, pressed_value(body))
        key = "import.cancelled" if dropped else "import.gone"
        await show(services, asker, transfer.hint(services.texts, asker.reader.language, key))

    app.action(Action.IMPORT)(on_save)
    app.action(Action.IMPORT_CANCEL)(on_cancel)


async def offer_import(services: Services, asker: Asker, text: str) -> Message:
    """Sift what an exported file says and ask once for all of it. Writes no memory.

    Raises `FileUnreadable` and `StorageFault`.
    """
    texts, language = services.texts, asker.reader.language
    entries = read_json(imports.exported(text) or text)
    if not entries:
        return transfer.hint(texts, language, "import.empty")
    if len(entries) > imports.MOST_ENTRIES:
        most = imports.MOST_ENTRIES
        return transfer.hint(texts, language, "import.too_long", most=most)
    batch = services.new_id()
    sifted = await imports.sift(
        services.notebook, asker.scope, entries, batch=batch, clock=services.clock
    )
    return transfer.ask_import(texts, language, sifted)


async def _save(services: Services, asker: Asker, batch: str) -> None:
    """Save once, however often the button is pressed; after a restart, what is left to save."""
    texts, language = services.texts, asker.reader.language
    if batch in services.importing:
        return
    services.importing.add(batch)
    try:
        await show_working(services, asker, transfer.hint(texts, language, "import.working"))
        saved, left = await imports.save(services.notebook, asker.scope, batch)
    finally:
        services.importing.discard(batch)
    if saved or left:
        message = transfer.imported(texts, language, saved, left)
    else:
        message = transfer.hint(texts, language, "import.gone")
    await show(services, asker, message)
