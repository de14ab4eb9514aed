"""Looks through the workspace and the database at the end: was each thing done, and done once?"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.local.delivery import Kind
from bot.local.messages import Message, Streaming
from memory.sharing import pointer
from tests.bench.crowd import Said
from tests.bench.crowd_town import Town
from tests.bench.instant_model import FIRST, LAST
from tests.slack_double import buttons

_SAVED: Final = "✅"
_SAVING: Final = "💾 저장하고"
_TAG: Final = re.compile(r"\(p\d+x\d+\)$")


@dataclass(frozen=True, slots=True)
class Audit:
    """How often each thing went wrong; every number should be 0.

    `open_cards` still have buttons though their person has pressed one, `stuck_cards` stand in
    between, and `unanswered_cards` brought no outcome within a minute. `extra_outcomes` were told
    twice, `unkept` are turns that were answered and not kept as exchanges. What one person alone
    sees cannot be changed once its response_url is too old: it is not counted.
    """

    lost_replies: list[Said]
    doubled_replies: list[Said]
    broken_pieces: int
    unanswered_cards: list[Said]
    open_cards: int
    stuck_cards: int
    extra_outcomes: int
    lost_writes: list[Said]
    doubled_writes: list[Said]
    unkept: list[Said]
    unacked_events: int

    def counts(self) -> dict[str, int]:
        """The numbers by what they count."""
        return {
            "lost replies": len(self.lost_replies),
            "doubled replies": len(self.doubled_replies),
            "replies that broke off": self.broken_pieces,
            "cards without an outcome": len(self.unanswered_cards),
            "cards that still ask": self.open_cards,
            "cards that still say “saving”": self.stuck_cards,
            "outcomes told twice": self.extra_outcomes,
            "lost writes": len(self.lost_writes),
            "doubled writes": len(self.doubled_writes),
            "answered turns not kept": len(self.unkept),
            "events never acknowledged": self.unacked_events,
        }


def audit(town: Town, every: Sequence[Said]) -> Audit:
    """Look through everything."""
    told = {each.ts: _of_bot(town, each) for each in every}
    replies = {
        each.ts: sum(one.text.count(f"{each.tag}{LAST}") for one in told[each.ts]) for each in every
    }
    seen = [*_unique(told.values()), *_direct(town, every)]
    wishes = [each for each in every if each.fact]
    written = Counter(
        found[0]
        for (text,) in town.read("SELECT text FROM memories")
        if (found := _TAG.search(text))
    )
    kept = {place for (place,) in town.read("SELECT pointer FROM exchanges")}
    outcomes = sum(one.text.startswith(_SAVED) for one in seen)
    reachable = [one for one in seen if not one.only_for]
    unacked = town.served.controls.unacked()
    return Audit(
        lost_replies=[each for each in every if not replies[each.ts]],
        doubled_replies=[each for each in every if replies[each.ts] > 1],
        broken_pieces=sum(_is_broken(one) for one in seen),
        unanswered_cards=[each for each in wishes if not each.is_confirmed],
        open_cards=sum("예" in buttons(list(one.blocks)) for one in reachable),
        stuck_cards=sum(one.text.startswith(_SAVING) for one in reachable),
        extra_outcomes=max(0, outcomes - sum(bool(written[each.tag]) for each in wishes)),
        lost_writes=[each for each in wishes if each.is_confirmed and not written[each.tag]],
        doubled_writes=[each for each in wishes if written[each.tag] > 1],
        unkept=[
            each
            for each in every
            if replies[each.ts] and pointer(each.channel, each.ts) not in kept
        ],
        unacked_events=sum(each["type"] == Kind.EVENT for each in unacked),
    )


def seen_of(town: Town, said: Said) -> list[str]:
    """What the bot said under a message and in its person's direct messages, to look into it."""
    return [each.text for each in (*_of_bot(town, said), *_direct(town, [said]))]


def _of_bot(town: Town, said: Said) -> list[Message]:
    """What the bot said in the thread of a message, to everyone and to its person alone."""
    conversations = town.served.workspace.conversations
    thread = conversations.thread(said.channel, said.ts)[1:]
    alone = [
        each
        for each in conversations.private_of(said.user, said.channel)
        if each.thread_ts == said.ts
    ]
    return [each for each in (*thread, *alone) if each.bot_id]


def _direct(town: Town, every: Sequence[Said]) -> list[Message]:
    """What the bot said in direct messages outside any thread."""
    conversations = town.served.workspace.conversations
    channels = {conversations.direct(each.user).id for each in every}
    return [each for channel in channels for each in conversations.history(channel) if each.bot_id]


def _unique(threads: Iterable[Sequence[Message]]) -> list[Message]:
    found: dict[tuple[str, str], Message] = {}
    for thread in threads:
        found |= {(one.channel, one.ts): one for one in thread}
    return list(found.values())


def _is_broken(message: Message) -> bool:
    is_reply = message.text.startswith(FIRST)
    is_whole = message.text.endswith(LAST) and message.streaming is not Streaming.OPEN
    return is_reply and not is_whole
