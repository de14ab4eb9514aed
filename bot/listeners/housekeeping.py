"""Settings, export, clean-up and the end of everything: the buttons and the form for them."""

from __future__ import annotations

from dataclasses import replace

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.exports import export
from bot.listeners.forms import carried_in, open_view
from bot.listeners.orders import erasing
from bot.listeners.payloads import Body, asker_of, chosen_value, pressed_value, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import publish_home, show, show_working, tell
from bot.views import housekeeping, preferences
from bot.views.ids import ERASE_BLOCK, ERASE_INPUT, Action, Modal
from memory.records import AutoMode


def register(app: AsyncApp, services: Services) -> None:
    """Listen to them."""

    async def on_auto(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        mode = AutoMode(chosen_value(body))
        await services.notebook.set_auto_mode(asker.scope, mode)
        if asker.spot.in_home:
            await publish_home(services, asker)
        else:
            language = asker.reader.language
            await show(
                services, asker, preferences.auto(services.texts, language, mode, is_new=True)
            )

    async def on_export(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await tell(services, asker, await export(services, asker))

    async def on_purge_look(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        junk = await services.erasure.find_junk(asker.scope)
        await tell(services, asker, housekeeping.dry_run(services.texts, asker.reader, junk))

    async def on_purge(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await _purge(services, asker, pressed_value(body))

    async def on_erase(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        opening = await erasing(services, asker)
        await open_view(asker, text_at(body, "trigger_id"), opening)

    async def on_erase_form(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        typed = text_at(body, "view", "state", "values", ERASE_BLOCK, ERASE_INPUT, "value")
        if not housekeeping.is_erase_word(services.texts, typed):
            asker = await asker_of(services, body, context, client)
            errors = housekeeping.erase_error(services.texts, asker.reader.language)
            await ack(response_action="errors", errors=errors)
            return
        await ack()
        asker = await asker_of(services, body, context, client)
        await _erase(services, replace(asker, spot=carried_in(body).spot))

    app.action(Action.AUTO)(on_auto)
    app.action(Action.EXPORT)(on_export)
    app.action(Action.PURGE_LOOK)(on_purge_look)
    app.action(Action.PURGE)(on_purge)
    app.action(Action.ERASE)(on_erase)
    app.view(Modal.ERASE)(on_erase_form)


async def _purge(services: Services, asker: Asker, shown: str) -> None:
    """Remove what was shown; when that is no longer the same, show it anew instead."""
    texts, language = services.texts, asker.reader.language
    junk = await services.erasure.find_junk(asker.scope)
    if junk and housekeeping.fingerprint(junk) != shown:
        lead = texts.say(language, "purge.changed")
        await show(services, asker, housekeeping.dry_run(texts, asker.reader, junk, lead=lead))
        return
    await show_working(services, asker, housekeeping.purging(texts, language))
    count = await services.erasure.purge(asker.scope)
    await show(services, asker, housekeeping.purged(texts, language, count))


async def _erase(services: Services, asker: Asker) -> None:
    """Erase, and only then say so; the Home tab shows nothing of before."""
    await services.erasure.erase(asker.scope)
    services.homes.forget(asker.scope)
    gone = housekeeping.erased(services.texts, asker.reader, services.clock())
    if asker.spot.in_home:
        asker = replace(asker, spot=replace(asker.spot, home=""))
    await tell(services, asker, gone)
