"""The answers to a card: yes, no, both, or a better wording."""

from __future__ import annotations

from dataclasses import replace

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.listeners.forms import Carried, carried_in, open_form
from bot.listeners.payloads import Body, asker_of, pressed_value, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import publish_home, show, show_working, tell
from bot.views import cards, modals
from bot.views.ids import FORM_BLOCK, FORM_INPUT, Action, Modal
from memory.facts.junk import told_in
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown, Outcome, Proposed
from memory.records import Change, Source, SourceKind


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the buttons of cards and to the form."""

    async def on_confirm(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await _confirm(services, asker, pressed_value(body), keep_both=False)

    async def on_keep_both(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await _confirm(services, asker, pressed_value(body), keep_both=True)

    async def on_cancel(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        await services.notebook.dismiss(asker.scope, pressed_value(body))
        await show(services, asker, cards.cancelled(services.texts, asker.reader.language))

    async def on_edit(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        proposal = await services.notebook.proposal(asker.scope, pressed_value(body))
        carried = Carried(asker.spot, proposal=proposal.id)
        trigger = text_at(body, "trigger_id")
        await open_form(services, asker, trigger, proposal.fact.text, carried)

    async def on_form(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        text = text_at(body, "view", "state", "values", FORM_BLOCK, FORM_INPUT, "value")
        if not told_in(text):
            asker = await asker_of(services, body, context, client)
            errors = modals.form_error(services.texts, asker.reader.language)
            await ack(response_action="errors", errors=errors)
            return
        await ack()
        asker = await asker_of(services, body, context, client)
        carried = carried_in(body)
        asker = replace(asker, spot=carried.spot)
        if carried.proposal:
            await _save_wording(services, asker, carried.proposal, text)
        elif carried.memory:
            await _save_change(services, asker, carried.memory, text)
        else:
            await _save_new(services, asker, text)

    app.action(Action.CONFIRM)(on_confirm)
    app.action(Action.KEEP_BOTH)(on_keep_both)
    app.action(Action.CANCEL)(on_cancel)
    app.action(Action.EDIT)(on_edit)
    app.view(Modal.FORM)(on_form)


async def _confirm(services: Services, asker: Asker, proposal_id: str, *, keep_both: bool) -> None:
    await _show_working(services, asker, proposal_id)
    outcome = await services.notebook.confirm(asker.scope, proposal_id, keep_both=keep_both)
    await _show_outcome(services, asker, outcome)


async def _save_wording(services: Services, asker: Asker, proposal_id: str, text: str) -> None:
    await _show_working(services, asker, proposal_id)
    outcome = await services.notebook.confirm(asker.scope, proposal_id, text=text)
    await _show_outcome(services, asker, outcome)


async def _save_change(services: Services, asker: Asker, memory_id: str, text: str) -> None:
    """The person wrote the new text and pressed save: that is their yes."""
    source = Source(SourceKind.EDIT, text, services.clock())
    outcome: Outcome
    match await services.notebook.propose_edit(asker.scope, memory_id, text, source):
        case Proposed(proposal):
            outcome = await services.notebook.confirm(asker.scope, proposal.id)
        case AlreadyKnown() as known:
            outcome = known
    await _show_outcome(services, asker, outcome)


async def _save_new(services: Services, asker: Asker, text: str) -> None:
    """As `_save_change`; but what would change another memory asks with a card of its own."""
    now = services.clock()
    fact = read_fact(text, at=now, tz=asker.reader.zone)
    asked = await services.notebook.propose(
        asker.scope, fact, Source(SourceKind.COMMAND, text, now)
    )
    if isinstance(asked, AlreadyKnown):
        await _show_outcome(services, asker, asked)
    elif asked.proposal.change is Change.ADD:
        outcome = await services.notebook.confirm(asker.scope, asked.proposal.id)
        await _show_outcome(services, asker, outcome)
    elif asker.spot.in_home:
        await publish_home(services, asker)
    else:
        await tell(
            services, asker, cards.card(services.texts, asker.reader.language, asked.proposal)
        )


async def _show_working(services: Services, asker: Asker, proposal_id: str) -> None:
    """Take the buttons away, once it is known that the card is the person's own and still open."""
    proposal = await services.notebook.proposal(asker.scope, proposal_id)
    working = cards.working(services.texts, asker.reader.language, proposal.change)
    await show_working(services, asker, working)


async def _show_outcome(services: Services, asker: Asker, outcome: Outcome) -> None:
    await show(services, asker, cards.answered(services.texts, asker.reader.language, outcome))
