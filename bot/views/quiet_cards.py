"""The quiet card: what was let fall in passing, each with its own buttons, in one message.

The card is made from what the ledger holds, whenever it is drawn. All that a click brings back are
the keys of its rows, the pressed one first, in the button's value.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import Final, TypeAlias

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import Block, Message, actions, button, escape, line, note, section
from bot.views.ids import Action
from memory.records import Change, Memory, Proposal, ProposalState

_PROPOSAL: Final = "p"
_MEMORY: Final = "m"
_MOST_ROWS: Final = 10


class SavedState(StrEnum):
    """What became of a memory that was saved unasked."""

    FRESH = "saved"
    LASTING = "lasting"
    CHANGED = "changed"
    UNDONE = "undone"
    RESTORED = "restored"
    GONE = "gone"


@dataclass(frozen=True, slots=True)
class Asked:
    """A row that asks, or tells how it was answered. `is_working`: its yes is being carried out."""

    proposal: Proposal
    is_working: bool = False

    @property
    def key(self) -> str:
        """Names the row in a button's value."""
        return f"{_PROPOSAL}.{self.proposal.id}"


@dataclass(frozen=True, slots=True)
class Noted:
    """A row that tells of a memory saved unasked. `text` is "" where nothing is left of it."""

    memory_id: str
    text: str
    state: SavedState = SavedState.FRESH

    @property
    def key(self) -> str:
        """Names the row in a button's value."""
        return f"{_MEMORY}.{self.memory_id}"


Row: TypeAlias = Asked | Noted


@dataclass(frozen=True, slots=True)
class Pressed:
    """What a button's value tells: the row it stands in, and all rows, by kind and id."""

    id: str
    rows: tuple[tuple[str, str], ...]

    @property
    def proposals(self) -> list[str]:
        """The ids of the card's proposals."""
        return [id_ for kind, id_ in self.rows if kind == _PROPOSAL]

    @property
    def memories(self) -> list[str]:
        """The ids of the card's memories."""
        return [id_ for kind, id_ in self.rows if kind == _MEMORY]


def read_value(value: str) -> Pressed:
    """Read a button's value; whatever is none of ours has no rows."""
    pressed, *keys = value.split(" ")
    rows = [key.partition(".")[::2] for key in keys[:_MOST_ROWS]]
    known = tuple((kind, id_) for kind, id_ in rows if kind in {_PROPOSAL, _MEMORY} and id_)
    return Pressed(pressed.partition(".")[2], known)


def fresh(memory: Memory) -> Noted:
    """The row of what has just been saved."""
    return Noted(memory.id, memory.text)


def quiet_card(texts: Texts, language: Language, rows: Sequence[Row]) -> Message:
    """The whole card; without any row it says that nothing is left of it."""
    if not rows:
        gone = texts.say(language, "quiet.nothing_left")
        return Message(escape(gone), (note(gone),))
    keys = " ".join(row.key for row in rows)
    blocks: list[Block] = []
    waiting = [row for row in rows if isinstance(row, Asked) and row.proposal.is_pending]
    for row in rows:
        if isinstance(row, Noted):
            blocks += _noted(texts, language, row, keys)
    if waiting:
        blocks.append(note(texts.say(language, "quiet.ask")))
    for row in rows:
        if isinstance(row, Asked):
            blocks += _asked(texts, language, row, keys)
    told = [_sentence(texts, language, row) for row in rows]
    if waiting:
        told.insert(0, texts.say(language, "quiet.ask"))
    return Message(escape("\n".join(told)), tuple(blocks))


def secret(texts: Texts, language: Language) -> Message:
    """Secrets are not kept."""
    said = texts.say(language, "quiet.secret")
    return Message(escape(said), (note(said),))


def _noted(texts: Texts, language: Language, row: Noted, keys: str) -> list[Block]:
    said = _sentence(texts, language, row)
    if row.state is not SavedState.FRESH:
        return [note(said)]
    undo = button(texts.say(language, "quiet.button_undo"), Action.UNDO, f"{row.key} {keys}")
    return [section(said, undo) | {"block_id": f"undo:{row.memory_id}"}]


def _asked(texts: Texts, language: Language, row: Asked, keys: str) -> list[Block]:
    proposal = row.proposal
    said = _sentence(texts, language, row)
    if row.is_working or not proposal.is_pending:
        return [note(said)]
    no = ("button.no", Action.QUIET_NO)
    choices = [("quiet.button_remember", Action.QUIET_YES), no]
    if proposal.change is Change.CHOOSE:
        replace = ("button.replace", Action.QUIET_YES)
        choices = [replace, ("button.keep_both", Action.QUIET_BOTH), no]
    made = [
        button(texts.say(language, label), action, f"{row.key} {keys}") for label, action in choices
    ]
    return [section(said), actions(f"quiet:{proposal.id}", made)]


def _sentence(texts: Texts, language: Language, row: Row) -> str:
    if isinstance(row, Noted):
        return texts.say(language, f"quiet.{row.state}", fact=line(texts, language, row.text))
    proposal = row.proposal
    fact = line(texts, language, proposal.fact.text)
    if row.is_working:
        return texts.say(language, "quiet.working", fact=fact)
    if not proposal.fact.text:
        return texts.say(language, "quiet.gone", fact="")
    if proposal.state is not ProposalState.PENDING:
        return texts.say(language, f"quiet.{proposal.state}", fact=fact)
    if proposal.change in {Change.UPDATE, Change.CHOOSE}:
        old = line(texts, language, proposal.target_text)
        return texts.say(language, f"quiet.ask_{proposal.change}", fact=fact, old=old)
    return texts.say(language, "quiet.ask_add", fact=fact)
