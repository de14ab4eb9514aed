"""The answers to a quiet card: each row by itself, and taking back what was saved unasked."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Final

from slack_bolt.async_app import AsyncAck, AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.web.async_client import AsyncWebClient

from bot.lanes import Lanes
from bot.listeners.payloads import Body, asker_of, pressed_value, text_at
from bot.listeners.services import Asker, Services
from bot.listeners.showing import show, show_working, tell
from bot.views.blocks import Message
from bot.views.ids import Action
from bot.views.quiet_cards import Asked, Noted, Pressed, Row, SavedState, quiet_card, read_value
from memory.errors import ProposalExpired, ProposalSettled, ProposalUnknown
from memory.notebook import Outcome, Reconsidered, Undone
from memory.records import Memory, Proposal, ProposalState

UNDO_WITHIN: Final = timedelta(minutes=10)
"""How long what was saved unasked can be taken back by a click."""

_ACTIONS: Final = frozenset({Action.QUIET_YES, Action.QUIET_NO, Action.QUIET_BOTH, Action.UNDO})


def register(app: AsyncApp, services: Services) -> None:
    """Listen to the buttons of quiet cards. Presses on one card are carried out in order."""
    lanes = Lanes()

    async def on_yes(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        async with lanes.enter(_card(asker)):
            await _agree(services, asker, read_value(pressed_value(body)), keep_both=False)

    async def on_both(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        async with lanes.enter(_card(asker)):
            await _agree(services, asker, read_value(pressed_value(body)), keep_both=True)

    async def on_no(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        async with lanes.enter(_card(asker)):
            pressed = read_value(pressed_value(body))
            await services.notebook.dismiss(asker.scope, pressed.id)
            await _draw(services, asker, pressed)

    async def on_undo(
        ack: AsyncAck, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        await ack()
        asker = await asker_of(services, body, context, client)
        async with lanes.enter(_card(asker)):
            pressed = read_value(pressed_value(body))
            undone = await services.notebook.undo(asker.scope, pressed.id, within=UNDO_WITHIN)
            await _draw(services, asker, pressed, {pressed.id: _taken_back(undone)})

    app.action(Action.QUIET_YES)(on_yes)
    app.action(Action.QUIET_BOTH)(on_both)
    app.action(Action.QUIET_NO)(on_no)
    app.action(Action.UNDO)(on_undo)


def is_of_quiet_card(body: Body) -> bool:
    """Whether a payload is a press on a quiet card."""
    return text_at(body, "actions", 0, "action_id") in _ACTIONS


async def explain(
    services: Services, asker: Asker, error: Exception, body: Body, message: Message
) -> None:
    """Show why a press did nothing: by the card itself where that tells it, else in words too."""
    if not isinstance(error, ProposalSettled | ProposalExpired):
        await tell(services, asker, message)
    if not isinstance(error, ProposalUnknown):
        await _draw(services, asker, read_value(pressed_value(body)))


async def _agree(services: Services, asker: Asker, pressed: Pressed, *, keep_both: bool) -> None:
    proposal = await services.notebook.proposal(asker.scope, pressed.id)
    asked = Asked(proposal, is_working=True)
    working = await _card_now(services, asker, pressed, {proposal.id: asked})
    if working is not None:
        await show_working(services, asker, working)
    outcome = await services.notebook.confirm(asker.scope, proposal.id, keep_both=keep_both)
    await _draw(services, asker, pressed, {proposal.id: _answered(proposal, outcome)})


def _answered(proposal: Proposal, outcome: Outcome) -> Row:
    if isinstance(outcome, Reconsidered):
        return Asked(outcome.proposal)
    return Asked(replace(proposal, state=ProposalState.CONFIRMED))


def _taken_back(undone: Undone) -> Row:
    removed, restored = undone.removed, undone.restored
    if restored is None:
        return Noted(removed.id, "", SavedState.UNDONE)
    return Noted(removed.id, restored.text, SavedState.RESTORED)


async def _draw(
    services: Services, asker: Asker, pressed: Pressed, told: Mapping[str, Row] | None = None
) -> None:
    """Draw the card as things stand, see `_card_now`."""
    card = await _card_now(services, asker, pressed, told)
    if card is not None:
        await show(services, asker, card)


async def _card_now(
    services: Services, asker: Asker, pressed: Pressed, told: Mapping[str, Row] | None = None
) -> Message | None:
    """The card as things stand; of the rows in `told`, by id, as the press has left them.

    None for a card of which this person has nothing: nothing is drawn over it.
    """
    proposals = await services.notebook.proposals(asker.scope, pressed.proposals)
    rows: dict[str, Row] = {each.id: Asked(each) for each in proposals}
    is_own = bool(rows or told)
    for memory_id in pressed.memories:
        versions = await services.notebook.history(asker.scope, memory_id)
        rows[memory_id] = _noted(memory_id, versions, services.clock())
        is_own = is_own or bool(versions)
    rows |= told or {}
    if not is_own:
        return None
    ordered = [rows[id_] for _, id_ in pressed.rows if id_ in rows]
    return quiet_card(services.texts, asker.reader.language, ordered)


def _noted(memory_id: str, versions: Sequence[Memory], now: datetime) -> Noted:
    saved = next((each for each in versions if each.id == memory_id), None)
    if saved is None:
        return Noted(memory_id, "", SavedState.GONE)
    if not saved.active:
        return Noted(memory_id, saved.text, SavedState.CHANGED)
    is_fresh = now - saved.created_at <= UNDO_WITHIN
    return Noted(memory_id, saved.text, SavedState.FRESH if is_fresh else SavedState.LASTING)


def _card(asker: Asker) -> str:
    return f"{asker.spot.channel}/{asker.spot.ts}"
