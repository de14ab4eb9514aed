"""An answer that grows while it is being said, and comes out whole also when the stream breaks."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator
from contextlib import suppress
from typing import Final

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities, Ability, is_missing
from bot.posting import Forms, Thread, is_refused, post_markdown, rewrite_markdown
from bot.slack_answers import UNREACHABLE, error_code, text_in, told_by
from bot.writing.phrasing import HAIR_SPACE, Phrasing
from bot.writing.splitting import LONGEST_MARKDOWN_CHARS, cut_at

_FLUSH_CHARS: Final = 160
"""Fewer calls than pieces: Slack allows about 100 of them a minute."""
_CLOSING_CHARS: Final = 100
"""Room for the end of a block of code."""
_CLOSED_BY_SLACK: Final = "message_not_in_streaming_state"

log = logging.getLogger(__name__)


class StreamedSpeech:
    """Says one answer, in one message or several. Make a new one for each answer.

    `_current` is all that belongs in the message at hand, and `_taken` how much of it Slack has
    taken for certain. Once the stream is broken nothing more is sent until the message ends; then
    it is put right with the whole text.
    """

    def __init__(
        self, client: AsyncWebClient, abilities: Abilities, thread: Thread, under: Forms = ()
    ) -> None:
        """`under` are the forms of the blocks that stand under the whole answer."""
        self._client = client
        self._abilities = abilities
        self._thread = thread
        self._under = under
        self._said = ""
        self._current = ""
        self._taken = 0
        self._ts = ""
        self._is_closed = False
        self._is_broken = not abilities.has(thread.team, Ability.STREAM)

    async def speak(self, pieces: AsyncIterator[str]) -> str:
        """Say the pieces; returns all that was said, "" when it was nothing but spaces.

        What came before the pieces failed is shown all the same. Raises what the pieces raise, and
        `SlackApiError` when the answer could be posted in no way.
        """
        phrasing, waiting = Phrasing(), ""
        under: Forms = ()
        try:
            async for piece in pieces:
                waiting += phrasing.feed(piece)
                if waiting.strip() and (not self._ts or len(waiting) >= _FLUSH_CHARS):
                    await self._add(waiting)
                    waiting = ""
            under = self._under
        finally:
            waiting += phrasing.close()
            if waiting.strip():
                await self._add(waiting)
            await self._end_message(under)
        return self._said.replace(HAIR_SPACE, "")

    async def _add(self, text: str) -> None:
        self._said += text
        while len(self._current) + len(text) > LONGEST_MARKDOWN_CHARS - _CLOSING_CHARS:
            whole = self._current + text
            cut = cut_at(whole, at_least=len(self._current), at_most=LONGEST_MARKDOWN_CHARS)
            await self._extend(whole[len(self._current) : cut.end] + cut.closing)
            await self._end_message()
            text = cut.opening + whole[cut.end :]
        await self._extend(text)

    async def _extend(self, text: str) -> None:
        self._current += text
        if self._is_broken or not text:
            return
        chunks = [{"type": "markdown_text", "text": text}]
        try:
            if self._ts:
                await self._client.chat_appendStream(
                    channel=self._thread.channel, ts=self._ts, chunks=chunks
                )
            else:
                started = await self._client.chat_startStream(
                    channel=self._thread.channel,
                    thread_ts=self._thread.thread_ts,
                    recipient_team_id=self._thread.team,
                    recipient_user_id=self._thread.user,
                    chunks=chunks,
                )
                self._ts = text_in(started, "ts")
            self._taken = len(self._current)
        except SlackApiError as error:
            self._break(error)
        except UNREACHABLE as error:
            log.warning("[slack] the stream broke off: %r", error)
            self._is_broken = True

    def _break(self, error: SlackApiError) -> None:
        self._is_broken = True
        self._is_closed = error_code(error) == _CLOSED_BY_SLACK
        if not self._ts and is_missing(error):
            self._abilities.lacks(self._thread.team, Ability.STREAM, error)
        else:
            log.info("[slack] the stream broke off: %s", error_code(error))

    async def _end_message(self, under: Forms = ()) -> None:
        if self._ts and not self._is_broken:
            try:
                await self._stop(under)
            except SlackApiError as error:
                self._break(error)
            except UNREACHABLE as error:
                log.warning("[slack] the stream could not be ended: %r", error)
                self._is_broken = True
        if self._is_broken:
            await self._put_right(under)
        self._begin_message()

    async def _stop(self, under: Forms) -> None:
        for form in (*under, ()):
            try:
                await self._client.chat_stopStream(
                    channel=self._thread.channel, ts=self._ts, blocks=list(form) or None
                )
            except SlackApiError as error:
                if not (form and is_refused(error)):
                    raise
                self._abilities.lacks(self._thread.team, Ability.FEEDBACK, error)
            else:
                return

    async def _put_right(self, under: Forms) -> None:
        text = self._current
        if self._ts:
            if not self._is_closed:
                with suppress(SlackApiError, *UNREACHABLE):
                    await self._client.chat_stopStream(channel=self._thread.channel, ts=self._ts)
            try:
                await rewrite_markdown(
                    self._client, self._abilities, self._thread, self._ts, text, under
                )
            except (SlackApiError, *UNREACHABLE) as error:
                log.warning("[slack] the answer could not be put right: %s", told_by(error))
                text = text[self._taken :]
            else:
                return
        if text.strip():
            await post_markdown(self._client, self._abilities, self._thread, text, under)

    def _begin_message(self) -> None:
        self._current = ""
        self._taken = 0
        self._ts = ""
        self._is_closed = False
        self._is_broken = not self._abilities.has(self._thread.team, Ability.STREAM)
