"""The cards that ask before anything is remembered or forgotten, and what becomes of them."""

from __future__ import annotations

from typing import Final

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, Message, actions, button, note, notification, quote, rich
from bot.views.ids import Action
from memory.notebook import AlreadyKnown, Forgotten, Outcome, Reconsidered, Saved
from memory.records import Change, Proposal, ProposalState

_KEYS: Final = {
    Change.ADD: "card.new",
    Change.UPDATE: "card.update",
    Change.CHOOSE: "card.choose",
    Change.FORGET: "card.forget",
}
_SETTLED: Final = {
    ProposalState.CONFIRMED: "card.settled_saved",
    ProposalState.DISMISSED: "card.settled_cancelled",
    ProposalState.REPLACED: "card.settled_replaced",
    ProposalState.EXPIRED: "card.expired",
    ProposalState.PENDING: "card.reconsidered",
}


def card(texts: Texts, language: Language, proposal: Proposal, *, lead: str = "") -> Message:
    """A proposal with its buttons, under a leading line if there is one."""
    names = {"fact": proposal.fact.text}
    if proposal.change in {Change.UPDATE, Change.CHOOSE}:
        names["old"] = proposal.target_text
    if proposal.change is Change.FORGET and proposal.target_text:
        names["fact"] = proposal.target_text
    pieces = texts.pieces(language, _KEYS[proposal.change], **names)
    above = (note(lead),) if lead else ()
    buttons = actions(_block_id(proposal), _buttons(texts, language, proposal))
    return Message(notification(pieces), (*above, rich(pieces), buttons))


def asked_change(block_id: str) -> Change | None:
    """What a card proposed, from the name of its row of buttons; None for other rows."""
    word = block_id.partition(":")[0]
    return Change(word) if word in set(Change) else None


def working(texts: Texts, language: Language, change: Change) -> Message:
    """The card while its answer is carried out: no buttons any more."""
    key = "card.forgetting" if change is Change.FORGET else "card.saving"
    return _closed(texts, language, key)


def answered(texts: Texts, language: Language, outcome: Outcome) -> Message:
    """The card after a yes."""
    match outcome:
        case Saved(memory):
            return _closed(texts, language, "card.saved", memory.text)
        case AlreadyKnown(memory):
            return _closed(texts, language, "card.known", memory.text)
        case Forgotten():
            return _closed(texts, language, "card.forgotten")
        case Reconsidered(proposal):
            return card(texts, language, proposal, lead=texts.say(language, "card.reconsidered"))


def cancelled(texts: Texts, language: Language) -> Message:
    """The card after a no."""
    return _closed(texts, language, "card.cancelled")


def known(texts: Texts, language: Language, text: str) -> Message:
    """In place of a card: the same content is remembered."""
    return _closed(texts, language, "card.known", text)


def settled(
    texts: Texts, language: Language, state: ProposalState, change: Change | None
) -> Message:
    """A card that was answered before."""
    if state is ProposalState.CONFIRMED and change is Change.FORGET:
        return _closed(texts, language, "card.settled_forgotten")
    return _closed(texts, language, _SETTLED[state])


def expired(texts: Texts, language: Language) -> Message:
    """A card that was left unanswered too long."""
    return _closed(texts, language, "card.expired")


def _closed(texts: Texts, language: Language, key: str, text: str = "") -> Message:
    pieces = texts.pieces(language, key)
    head = rich(pieces)
    return Message(notification(pieces), (head, quote(text)) if text else (head,))


def _block_id(proposal: Proposal) -> str:
    return f"{proposal.change}:{proposal.id}"


def _buttons(texts: Texts, language: Language, proposal: Proposal) -> list[Block]:
    def made(key: str, action: Action, style: str = "") -> Block:
        return button(texts.say(language, f"button.{key}"), action, proposal.id, style)

    no = made("no", Action.CANCEL)
    match proposal.change:
        case Change.FORGET:
            return [made("forget", Action.CONFIRM, "danger"), no]
        case Change.CHOOSE:
            replace = made("replace", Action.CONFIRM, "primary")
            return [replace, made("keep_both", Action.KEEP_BOTH), no]
        case Change.ADD | Change.UPDATE:
            return [made("yes", Action.CONFIRM, "primary"), no, made("edit", Action.EDIT)]
