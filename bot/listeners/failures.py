"""The one place where errors become a sentence for the person and a trace for the log."""

from __future__ import annotations

import logging
from dataclasses import replace
from typing import Final

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext
from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.agent.errors import (
    ModelBusy,
    ModelDenied,
    ModelFailed,
    ModelMisnamed,
    ModelRefused,
    ModelTimeout,
)
from bot.files import FileOutOfReach
from bot.listeners import quiet
from bot.listeners.forms import carried_in
from bot.listeners.payloads import (
    Body,
    asker_of,
    is_direct,
    pressed_value,
    spot_of,
    text_at,
)
from bot.listeners.services import Asker, Services
from bot.listeners.showing import show, tell
from bot.posting import Thread, show_openly
from bot.slack_answers import (
    UNREACHABLE,
    is_trigger_gone,
    needed_scope,
    remedy,
    told_by,
)
from bot.texts import Texts
from bot.turn import Language
from bot.views import cards
from bot.views.blocks import Message, escape, section
from bot.views.ids import Action, Modal
from memory.errors import (
    FactRejected,
    FileUnreadable,
    MemoryFault,
    MemoryUnknown,
    ProposalExpired,
    ProposalFault,
    ProposalSettled,
    ProposalUnknown,
    ScopeMissing,
    StorageFault,
    UndoTooLate,
)
from memory.records import Scope

log = logging.getLogger(__name__)

_KEYS: Final[tuple[tuple[type[Exception], str], ...]] = (
    (ModelBusy, "failure.busy"),
    (ModelTimeout, "failure.timeout"),
    (ModelRefused, "failure.refused"),
    (ModelDenied, "failure.operator"),
    (ModelMisnamed, "failure.operator"),
    (ModelFailed, "failure.model"),
    (FileOutOfReach, "import.unreadable"),
    (ProposalUnknown, "failure.not_yours"),
    (ProposalExpired, "card.expired"),
    (MemoryUnknown, "failure.no_memory"),
    (UndoTooLate, "quiet.too_late"),
    (ScopeMissing, "failure.who"),
    (StorageFault, "failure.storage"),
    (MemoryFault, "failure.memory"),
    *((unreachable, "failure.slack") for unreachable in UNREACHABLE),
)
_EVERYDAY: Final = (
    ProposalFault,
    FactRejected,
    FileOutOfReach,
    FileUnreadable,
    MemoryUnknown,
    ScopeMissing,
    UndoTooLate,
)
_CARD_ACTIONS: Final = frozenset({Action.CONFIRM, Action.KEEP_BOTH, Action.CANCEL, Action.EDIT})


def register(app: AsyncApp, services: Services) -> None:
    """Take every error that a listener lets out."""

    async def on_error(
        error: Exception, body: Body, context: AsyncBoltContext, client: AsyncWebClient
    ) -> None:
        _trace(error)
        services.meter.error(type(error).__name__)
        try:
            await _explain(services, error, body, context, client)
        except (SlackApiError, MemoryFault, *UNREACHABLE) as second:
            log.warning("[slack] the person could not be told: %s", told_by(second))

    app.error(on_error)


def sentence_for(error: Exception, texts: Texts, language: Language) -> str:
    """What to tell a person about an error. It never holds the error's own words."""
    match error:
        case ProposalSettled():
            return cards.settled(texts, language, error.state, None).text
        case SlackApiError():
            return _sentence_for_slack(error, texts, language)
        case FileUnreadable():
            return f"{texts.say(language, 'import.broken')}\n({error})"
        case FactRejected():
            return texts.say(language, f"failure.fact_{error.reason}")
    key = next((key for kind, key in _KEYS if isinstance(error, kind)), "failure.unknown")
    return texts.say(language, key)


def _sentence_for_slack(error: SlackApiError, texts: Texts, language: Language) -> str:
    if is_trigger_gone(error):
        return texts.say(language, "failure.press_again")
    if needed := needed_scope(error):
        return texts.say(language, "failure.permission", needed=needed)
    return texts.say(language, "failure.slack")


def _trace(error: Exception) -> None:
    if isinstance(error, _EVERYDAY):
        log.info("[turn] %s: %s", type(error).__name__, error)
    elif isinstance(error, SlackApiError) and needed_scope(error):
        log.error("[slack] the scope %s is missing: reinstall the app", needed_scope(error))
    elif isinstance(error, SlackApiError) and (advice := remedy(error)):
        log.warning("[slack] refused: %s (%s)", told_by(error), advice)
    elif isinstance(error, UNREACHABLE):
        log.warning("[slack] no answer: %s (if it lasts, look at the network)", told_by(error))
    elif isinstance(error, ModelDenied | ModelMisnamed):
        log.error("[agent] %s", error)
    elif isinstance(error, ModelBusy | ModelTimeout | ModelRefused):
        log.warning("[agent] %s: %s", type(error).__name__, error)
    else:
        log.error("[turn] failed: %s", type(error).__name__, exc_info=error)


async def _explain(
    services: Services,
    error: Exception,
    body: Body,
    context: AsyncBoltContext,
    client: AsyncWebClient,
) -> None:
    if not context.user_id:
        return
    asker = await _asker(services, error, body, context, client)
    said = sentence_for(error, services.texts, asker.reader.language)
    message = Message(escape(said), (section(said),))
    event = text_at(body, "event", "type")
    if quiet.is_of_quiet_card(body):
        await quiet.explain(services, asker, error, body, message)
    elif _answered_proposal(body):
        await _explain_card(services, asker, error, body, message)
    elif event in {"message", "app_mention"}:
        await show_openly(client, _thread(asker, body), message)
    elif not event:
        await tell(services, asker, message)


async def _asker(
    services: Services,
    error: Exception,
    body: Body,
    context: AsyncBoltContext,
    client: AsyncWebClient,
) -> Asker:
    if isinstance(error, ScopeMissing):
        team, user = context.team_id or "unknown", context.user_id or "unknown"
        reader = await services.readers.reader(client, services.abilities, team, user)
        return Asker(Scope(team, user), reader, spot_of(body, context), client)
    asker = await asker_of(services, body, context, client)
    if text_at(body, "view", "callback_id") in {Modal.FORM, Modal.ERASE}:
        return replace(asker, spot=carried_in(body).spot)
    return asker


def _answered_proposal(body: Body) -> str:
    """The proposal that a card or its form answers, "" for anything else."""
    if text_at(body, "actions", 0, "action_id") in _CARD_ACTIONS:
        return pressed_value(body)
    if text_at(body, "view", "callback_id") == Modal.FORM:
        return carried_in(body).proposal
    return ""


async def _explain_card(
    services: Services, asker: Asker, error: Exception, body: Body, message: Message
) -> None:
    """Leave the card as the proposal is, so that neither it nor its answer is lost."""
    too_late = isinstance(error, SlackApiError) and is_trigger_gone(error)
    if isinstance(error, ProposalUnknown) or too_late:
        await tell(services, asker, message)
        return
    texts, language = services.texts, asker.reader.language
    try:
        proposal = await services.notebook.proposal(asker.scope, _answered_proposal(body))
    except ProposalSettled as settled:
        change = cards.asked_change(text_at(body, "actions", 0, "block_id"))
        await show(services, asker, cards.settled(texts, language, settled.state, change))
    except ProposalExpired:
        await show(services, asker, cards.expired(texts, language))
    except MemoryFault:
        await show(services, asker, message)
    else:
        if asker.spot.in_home:
            await show(services, asker, message)
        else:
            lead = sentence_for(error, texts, language)
            await show(services, asker, cards.card(texts, language, proposal, lead=lead))


def _thread(asker: Asker, body: Body) -> Thread:
    return Thread(
        team=asker.scope.team,
        channel=text_at(body, "event", "channel"),
        thread_ts=text_at(body, "event", "thread_ts") or text_at(body, "event", "ts"),
        user=asker.spot.user,
        is_direct=is_direct(body),
    )
