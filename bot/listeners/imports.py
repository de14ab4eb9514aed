"""Takes an exported file back in: sifts it line by line, asks once, and saves what was agreed to.

Each new line waits as a proposal of its own, so that an import outlives a restart and each memory
passes the one door. A line that says other than what is remembered asks with a card of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.views.transfer import Sifted
from memory.errors import FactRejected, ProposalFault, Rejection
from memory.facts.junk import JunkKind
from memory.notebook import AlreadyKnown, Notebook, Reconsidered, Saved
from memory.portability import FORMAT, ImportedFact
from memory.ports import Clock
from memory.records import Change, Proposal, Scope, Source, SourceKind

MOST_ENTRIES: Final = 2_000
"""In one import: each takes about 20 ms to compare and as long again to save."""
_KIND: Final = "import"
_FENCE: Final = "```"


def exported(text: str) -> str:
    """The export that a message is, without a code fence around it; "" for any other message."""
    bare = text.strip().removeprefix(_FENCE).removesuffix(_FENCE).strip()
    bare = bare.removeprefix("json").lstrip()
    return bare if bare.startswith("{") and FORMAT in bare else ""


async def sift(
    notebook: Notebook,
    scope: Scope,
    entries: Sequence[ImportedFact],
    *,
    batch: str,
    clock: Clock,
) -> Sifted:
    """Pass each entry through the filters and note the new ones as proposals. Writes no memory.

    An entry that repeats one before it counts as known.
    """
    new: list[str] = []
    known = conflicting = 0
    refused: list[JunkKind | Rejection] = []
    seen: set[str] = set()
    for each in entries:
        if each.flaw is not None:
            refused.append(each.flaw)
            continue
        if each.fact.content_key in seen:
            known += 1
            continue
        seen.add(each.fact.content_key)
        pointer = f"{_KIND}/{batch}/{each.entry}"
        source = Source(SourceKind.IMPORT, each.fact.text, clock(), pointer)
        try:
            asked = await notebook.propose(scope, each.fact, source)
        except FactRejected as rejected:
            refused.append(rejected.reason)
            continue
        if isinstance(asked, AlreadyKnown):
            known += 1
        elif asked.proposal.change is Change.ADD:
            new.append(asked.proposal.fact.text)
        else:
            conflicting += 1
    secret = refused.count(Rejection.SECRET)
    return Sifted(batch, tuple(new), known, conflicting, len(refused) - secret, secret)


def batch_of(proposal: Proposal) -> str:
    """The import that this new memory waits in; "" for every other proposal."""
    if proposal.source.kind is not SourceKind.IMPORT or proposal.change is not Change.ADD:
        return ""
    return _batch(proposal.source.pointer)


async def save(notebook: Notebook, scope: Scope, batch: str) -> tuple[int, int]:
    """Save what waits in an import, in its order: how many were, and how many ask anew instead.

    Of one file nothing replaces anything: what was exported side by side comes back so.
    """
    saved = left = 0
    for proposal in await _waiting(notebook, scope, batch):
        try:
            outcome = await notebook.confirm(scope, proposal.id)
            if isinstance(outcome, Reconsidered) and await _is_sibling(
                notebook, scope, outcome.proposal, batch
            ):
                outcome = await notebook.confirm(scope, outcome.proposal.id, keep_both=True)
        except (ProposalFault, FactRejected):  # answered or expired in the meantime
            continue
        saved += isinstance(outcome, Saved)
        left += isinstance(outcome, Reconsidered)
    return saved, left


async def drop(notebook: Notebook, scope: Scope, batch: str) -> int:
    """Dismiss what waits in an import; returns how many that were."""
    dropped = 0
    for proposal in await _waiting(notebook, scope, batch):
        try:
            await notebook.dismiss(scope, proposal.id)
        except ProposalFault:  # answered or expired in the meantime
            continue
        dropped += 1
    return dropped


async def _waiting(notebook: Notebook, scope: Scope, batch: str) -> list[Proposal]:
    pending = await notebook.pending(scope)
    return [each for each in reversed(pending) if batch and batch_of(each) == batch]


async def _is_sibling(notebook: Notebook, scope: Scope, proposal: Proposal, batch: str) -> bool:
    versions = await notebook.history(scope, proposal.target or "")
    return any(
        each.id == proposal.target and _batch(each.source.pointer) == batch for each in versions
    )


def _batch(pointer: str) -> str:
    kind, _, rest = pointer.partition("/")
    return rest.rpartition("/")[0] if kind == _KIND else ""
