"""Puts the outcome of a click in place of what was pressed, also when Slack fails for a while."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, TypeAlias

from slack_sdk.errors import SlackApiError
from slack_sdk.web.async_client import AsyncWebClient

from bot.posting import post_in_dm
from bot.rewriting import Replaced, Spot, replace
from bot.slack_answers import UNREACHABLE, is_passing, told_by
from bot.views.blocks import Message

SOON_SECONDS: Final = (1.0, 3.0)
"""Between the attempts that a person waits for."""
LATER_SECONDS: Final = (5.0, 10.0, 20.0, 60.0, 300.0)
"""Between those after them, when the person was told elsewhere, or could not be told."""

_Place: TypeAlias = tuple[str, str]

log = logging.getLogger(__name__)


class Amends:
    """One for a process. Whatever is shown later in the same place makes an earlier one lapse."""

    def __init__(
        self,
        soon_seconds: tuple[float, ...] = SOON_SECONDS,
        later_seconds: tuple[float, ...] = LATER_SECONDS,
    ) -> None:
        self._soon_seconds = soon_seconds
        self._later_seconds = later_seconds
        self._latest: dict[_Place, object] = {}
        self._tasks: set[asyncio.Task[None]] = set()

    async def show_working(self, client: AsyncWebClient, spot: Spot, message: Message) -> None:
        """Show in place of what was pressed that it is being done, or nowhere. Never fails."""
        self._latest.pop(_place(spot), None)
        await replace(client, spot, message)

    async def rewrite(self, client: AsyncWebClient, spot: Spot, message: Message) -> None:
        """Put a message in place of what was pressed; where that cannot be, in the person's DM.

        Where Slack fails it goes on beside the talk. Raises `SlackApiError` for what cannot pass.
        """
        place, mark = _place(spot), object()
        self._latest[place] = mark
        is_over = True
        try:
            replaced = await self._try_soon(client, spot, message, mark)
            if replaced is Replaced.DONE or self._latest.get(place) is not mark:
                return
            is_told = await _tell(client, spot, message)
            is_over = is_told and replaced is Replaced.NEVER
        finally:
            if is_over:
                self._forget(place, mark)
        if not is_over:
            work = self._go_on(client, spot, message, mark, is_told=is_told)
            task = asyncio.create_task(work, name="amends")
            self._tasks.add(task)
            task.add_done_callback(self._tasks.discard)
            task.add_done_callback(lambda _: self._forget(place, mark))

    async def close(self) -> None:
        """Give up what is still to be put right."""
        tasks = set(self._tasks)
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        if tasks:
            log.warning("[slack] %d cards were left as they stood", len(tasks))

    async def _try_soon(
        self, client: AsyncWebClient, spot: Spot, message: Message, mark: object
    ) -> Replaced:
        replaced = await replace(client, spot, message)
        for seconds in self._soon_seconds:
            if replaced is not Replaced.LATER:
                break
            await asyncio.sleep(seconds)
            if self._latest.get(_place(spot)) is not mark:
                break
            replaced = await replace(client, spot, message)
        return replaced

    def _forget(self, place: _Place, mark: object) -> None:
        if self._latest.get(place) is mark:
            del self._latest[place]

    async def _go_on(
        self, client: AsyncWebClient, spot: Spot, message: Message, mark: object, *, is_told: bool
    ) -> None:
        place = _place(spot)
        for seconds in self._later_seconds:
            await asyncio.sleep(seconds)
            if self._latest.get(place) is not mark:
                return
            replaced = await replace(client, spot, message)
            if replaced is Replaced.DONE:
                return
            try:
                is_told = is_told or await _tell(client, spot, message)
            except SlackApiError as error:
                log.warning("[slack] an outcome was told nowhere: %s", told_by(error))
                return
            if is_told and replaced is Replaced.NEVER:
                return
        log.warning("[slack] a card was left as it stood; its outcome is told: %s", is_told)


async def _tell(client: AsyncWebClient, spot: Spot, message: Message) -> bool:
    """Tell an outcome in the DM; False when that may pass. Raises `SlackApiError` when not."""
    try:
        await post_in_dm(client, spot.user, message)
    except SlackApiError as error:
        if not is_passing(error):
            raise
        log.info("[slack] an outcome waits: %s", told_by(error))
        return False
    except UNREACHABLE as error:
        log.info("[slack] an outcome waits: %s", told_by(error))
        return False
    return True


def _place(spot: Spot) -> _Place:
    return spot.channel, spot.ts or spot.response_url
