"""The Slack stage: answers one turn in its thread, in whatever way the server understands."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from typing import Final

from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities, Ability
from bot.posting import Thread, post_markdown, show_privately
from bot.presence import Presence
from bot.streaming import StreamedSpeech
from bot.texts import Texts
from bot.views import cards, quiet_cards
from bot.views import sources as source_views
from bot.views.blocks import Block, Message, Reader, escape, note
from bot.views.feedback import feedback, plain_feedback
from bot.writing.phrasing import phrased
from memory.gleaning import Gleaned
from memory.records import Proposal, Recollection

_LOADING: Final = ("first", "second", "third")


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
    ) -> None:
        """`shown` is called after each card and list: what it shows may stand elsewhere, too."""
        self._client = client
        self._thread = thread
        self._texts = texts
        self._reader = reader
        self._abilities = abilities
        self._presence = Presence(client, abilities, thread)
        self._shown = shown

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
        """Say a text to the person alone, in small letters. Raises `SlackApiError`."""
        await self.show(Message(escape(text), (note(text),)))

    async def show_sources(self, sources: Sequence[Recollection], answer_id: str) -> None:
        """Say how many memories the answer drew on, to the person alone. Raises `SlackApiError`."""
        if sources:
            language = self._reader.language
            line = source_views.sources(self._texts, language, len(sources), answer_id)
            await self.show(line)

    async def show_card(self, proposal: Proposal) -> None:
        """Show a proposal to its owner alone. Raises `SlackApiError`."""
        await self.show(cards.card(self._texts, self._reader.language, proposal))

    async def show_gleaned(self, gleaned: Gleaned) -> None:
        """Show one quiet card to the person alone. Raises `SlackApiError`."""
        rows: list[quiet_cards.Row] = [
            *(quiet_cards.fresh(memory) for memory in gleaned.saved),
            *(quiet_cards.Asked(proposal) for proposal in gleaned.asked),
        ]
        await self.show(quiet_cards.quiet_card(self._texts, self._reader.language, rows))

    async def warn_of_secret(self) -> None:
        """Tell the person alone that secrets are not kept. Raises `SlackApiError`."""
        await self.show(quiet_cards.secret(self._texts, self._reader.language))

    async def show(self, message: Message) -> None:
        """Show a message to the person alone. Raises `SlackApiError`."""
        await show_privately(self._client, self._thread, message)
        if self._shown is not None:
            await self._shown()

    def _feedback(self, answer_id: str) -> list[tuple[Block, ...]]:
        plain = plain_feedback(self._texts, self._reader.language, answer_id)
        if not self._abilities.has(self._thread.team, Ability.FEEDBACK):
            return [plain]
        return [feedback(self._texts, self._reader.language, answer_id), plain]
