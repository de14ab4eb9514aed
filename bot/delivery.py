"""The Slack stage: answers one turn in its thread, in whatever way the server understands."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities, Ability
from bot.posting import Thread, post_markdown, show_privately, stands_in
from bot.presence import Presence
from bot.slack_answers import UNREACHABLE, is_passing, told_by
from bot.streaming import StreamedSpeech
from bot.texts import Texts
from bot.views import cards, quiet_cards
from bot.views import sources as source_views
from bot.views.blocks import Block, Message, Reader, escape, note
from bot.views.feedback import feedback, plain_feedback
from bot.writing.phrasing import phrased
from memory.gleaning import Gleaned
from memory.records import Proposal, Recollection

AGAIN_SECONDS: Final = 1.0
_LOADING: Final = ("first", "second", "third")

log = logging.getLogger(__name__)


class SlackStage:
    """A `bot.turn.Stage` on Slack's Web API. One for each turn."""

    def __init__(
        self,
        client: AsyncWebClient,
        thread: Thread,
        *,
        texts: Texts,
        reader: Reader,
        abilities: Abilities,
        shown: Callable[[], Awaitable[None]] | None = None,
        again_seconds: float = AGAIN_SECONDS,
    ) -> None:
        """`shown` is called after each card and list: what it shows may stand elsewhere, too.

        It must not fail. `again_seconds` lie between two attempts to show a card.
        """
        self._client = client
        self._thread = thread
        self._texts = texts
        self._reader = reader
        self._abilities = abilities
        self._presence = Presence(client, abilities, thread)
        self._shown = shown
        self._again_seconds = again_seconds

    async def think(self) -> None:
        """Show that an answer is coming. Never fails."""
        say, language = self._texts.say, self._reader.language
        loading = [say(language, f"prompts.loading_{which}") for which in _LOADING]
        await self._presence.think(say(language, "prompts.status"), loading)

    async def rest(self) -> None:
        """Stop showing it. Never fails."""
        await self._presence.rest()

    async def speak(self, pieces: AsyncIterator[str], answer_id: str) -> str:
        """Say the pieces as they come; returns all that was said. Raises `SlackApiError`."""
        speech = StreamedSpeech(
            self._client, self._abilities, self._thread, self._feedback(answer_id)
        )
        return await speech.speak(pieces)

    async def say(self, text: str) -> None:
        """Say a whole text, in several messages when it is long. Raises `SlackApiError`."""
        await post_markdown(self._client, self._abilities, self._thread, phrased(text))

    async def whisper(self, text: str) -> None:
        """Say a text to the person alone, in small letters. Never fails."""
        await self._show_once(Message(escape(text), (note(text),)))

    async def show_sources(self, sources: Sequence[Recollection], answer_id: str) -> None:
        """Say how many memories the answer drew on, to the person alone. Never fails."""
        if sources:
            language = self._reader.language
            line = source_views.sources(self._texts, language, len(sources), answer_id)
            await self._show_once(line)

    async def show_card(self, proposal: Proposal, *, is_late: bool = False) -> bool:
        """Show a proposal to its owner alone, or tell them that it could not be. Never fails."""
        say, language = self._texts.say, self._reader.language
        lead = say(language, "card.late") if is_late else ""
        card = cards.card(self._texts, language, proposal, lead=lead)
        if await self._show_surely(card, [proposal.id]):
            return True
        has_home = self._abilities.has(self._thread.team, Ability.HOME)
        await self.whisper(say(language, "card.unshown" if has_home else "card.unshown_no_home"))
        return False

    async def show_gleaned(self, gleaned: Gleaned) -> bool:
        """Show one quiet card to the person alone; whether they see it. Never fails."""
        ids = [*(each.id for each in gleaned.asked), *(each.id for each in gleaned.saved)]
        return await self._show_surely(self._quiet_card(gleaned), ids)

    async def offer_gleaned(self, gleaned: Gleaned) -> None:
        """As `show_gleaned`, but tried once. Raises `SlackApiError`."""
        await self.show(self._quiet_card(gleaned))

    async def warn_of_secret(self) -> None:
        """Tell the person alone that secrets are not kept. Never fails."""
        await self._show_once(quiet_cards.secret(self._texts, self._reader.language))

    async def show(self, message: Message) -> None:
        """Show a message to the person alone. Raises `SlackApiError`."""
        await show_privately(self._client, self._thread, message)
        if self._shown is not None:
            await self._shown()

    async def _show_once(self, message: Message) -> None:
        try:
            await self.show(message)
        except (SlackApiError, *UNREACHABLE) as error:
            log.warning("[slack] a note beside an answer was not taken: %s", told_by(error))

    async def _show_surely(self, message: Message, ids: Sequence[str]) -> bool:
        """Show what asks something, once more if Slack failed; whether the person sees it."""
        try:
            await self.show(message)
        except (SlackApiError, *UNREACHABLE) as error:
            if isinstance(error, SlackApiError) and not is_passing(error):
                log.warning("[slack] a card was not taken: %s", told_by(error))
                return False
        else:
            return True
        await asyncio.sleep(self._again_seconds)
        if self._thread.is_direct and await stands_in(self._client, self._thread, ids):
            return True
        try:
            await self.show(message)
        except (SlackApiError, *UNREACHABLE) as error:
            log.warning("[slack] a card was not taken, twice: %s", told_by(error))
            return False
        return True

    def _quiet_card(self, gleaned: Gleaned) -> Message:
        rows: list[quiet_cards.Row] = [
            *(quiet_cards.fresh(memory) for memory in gleaned.saved),
            *(quiet_cards.Asked(proposal) for proposal in gleaned.asked),
        ]
        return quiet_cards.quiet_card(self._texts, self._reader.language, rows)

    def _feedback(self, answer_id: str) -> list[tuple[Block, ...]]:
        plain = plain_feedback(self._texts, self._reader.language, answer_id)
        if not self._abilities.has(self._thread.team, Ability.FEEDBACK):
            return [plain]
        return [feedback(self._texts, self._reader.language, answer_id), plain]
