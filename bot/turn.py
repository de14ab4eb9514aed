"""One message on its way through the bot, and the stage on which it is answered."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, tzinfo
from enum import StrEnum
from typing import Protocol

from memory.gleaning import Gleaned
from memory.ports import Unanswered
from memory.records import Proposal, Recollection, Scope


class Language(StrEnum):
    """The languages that the bot speaks."""

    KOREAN = "ko"
    ENGLISH = "en"


@dataclass(frozen=True, slots=True)
class Turn:
    """A person's message, from the verified payload.

    `text` is what was said, without the mention of the bot, Slack's escapes undone, NFC. `ts` and
    `thread_ts` are Slack's message timestamps (strings of seconds); `thread_ts` is the thread that
    the answer goes to, which is the message's own `ts` when it started none. `zone` is the
    person's time zone.
    """

    scope: Scope
    channel: str
    ts: str
    thread_ts: str
    text: str
    is_direct: bool
    language: Language
    at: datetime
    zone: tzinfo = UTC

    @property
    def claim(self) -> str:
        """The key under which this message is taken up once, by whichever event brought it."""
        return f"{self.scope.team}/{self.channel}/{self.ts}"

    @property
    def waiting(self) -> Unanswered:
        """The message as it waits for its answer, see `Journal.take_up`."""
        return Unanswered(self.claim, self.scope, self.channel, self.thread_ts, self.at)

    @property
    def lane(self) -> str:
        """The key of the conversation in which turns run one after another."""
        return lane_of(self.scope, self.channel, self.thread_ts)

    @property
    def place(self) -> str:
        """Whose earlier exchanges may be seen here: the DM as a whole, or this thread's."""
        return f"{self.scope.team}/{self.channel}" if self.is_direct else self.lane


def lane_of(scope: Scope, channel: str, thread_ts: str) -> str:
    """The key of the conversation in a thread."""
    return f"{scope.team}/{channel}/{thread_ts}"


class Stage(Protocol):
    """Where one turn is answered. The Slack one is `bot.delivery.SlackStage`.

    Only the answer itself can fail: what is said and shown beside it holds nothing else up.
    """

    async def think(self) -> None:
        """Show that an answer is coming. Never fails."""
        ...

    async def rest(self) -> None:
        """Stop showing it. Never fails."""
        ...

    async def speak(self, pieces: AsyncIterator[str], answer_id: str) -> str:
        """Say the pieces as they come, as one message; returns all that was said.

        Under the whole answer the person can say what they think of it; `answer_id` names it then.

        Nothing said at all (no piece, only spaces) posts nothing and returns "".
        """
        ...

    async def say(self, text: str) -> None:
        """Say a whole text."""
        ...

    async def whisper(self, text: str) -> None:
        """Say a text to the person alone. Never fails."""
        ...

    async def show_sources(self, sources: Sequence[Recollection], answer_id: str) -> None:
        """Say under the answer how many memories it drew on; nothing when there are none.

        `answer_id` leads back to how they were found. Never fails.
        """
        ...

    async def show_card(self, proposal: Proposal, *, is_late: bool = False) -> bool:
        """Show a proposal to its owner alone; whether they see it. Never fails.

        Where they do not, they are told so. `is_late`: it was to be shown under an earlier answer.
        """
        ...

    async def show_gleaned(self, gleaned: Gleaned) -> bool:
        """Show quietly, to the person alone, what was saved unasked and what they are asked of.

        Whether they see it. Never fails.
        """
        ...

    async def warn_of_secret(self) -> None:
        """Tell the person alone that secrets are not kept. Never fails."""
        ...
