"""Reaches a person where they have spoken before, without a message of theirs just now."""

from __future__ import annotations

import logging
from functools import partial

from slack_sdk.errors import SlackApiError

from bot.delivery import SlackStage
from bot.listeners.services import Asker, Services
from bot.listeners.showing import redraw_home
from bot.posting import Thread, show_openly, stands_in
from bot.rewriting import Spot
from bot.slack_answers import UNREACHABLE, is_passing, told_by
from bot.views.blocks import Message, escape, section
from memory.gleaning import Gleaned
from memory.ports import Unanswered
from memory.records import Exchange
from memory.sharing import OWNER_ALONE, audience

log = logging.getLogger(__name__)


class Outreach:
    """Writes in the thread of an earlier message.

    `bot.harvest.Shows` and `bot.unanswered.OwnsUp` in Slack.
    """

    def __init__(self, services: Services) -> None:
        self._services = services

    async def reached(self) -> None:
        """Return when there is a way to Slack."""
        await self._services.connections.reached()

    async def show(self, exchange: Exchange, gleaned: Gleaned, *, perhaps_again: bool) -> bool:
        """Show one quiet card where an exchange took place; False when it is to be tried again."""
        scope, services = exchange.scope, self._services
        way = await services.connections.way_to(scope.team)
        if way is None:
            return False
        client, thread = way.client, _thread(exchange, way.team)
        ids = [*(each.id for each in gleaned.asked), *(each.id for each in gleaned.saved)]
        if perhaps_again and thread.is_direct and await stands_in(client, thread, ids):
            return True
        reader = await services.readers.reader(
            client, services.abilities, way.team, scope.user, exchange.said
        )
        asker = Asker(scope, reader, Spot(scope.user, thread.channel), client)
        stage = SlackStage(
            client,
            thread,
            texts=services.texts,
            reader=reader,
            abilities=services.abilities,
            shown=partial(redraw_home, services, asker),
        )
        try:
            await stage.offer_gleaned(gleaned)
        except SlackApiError as error:
            return not _is_passing(error)
        except UNREACHABLE as error:
            log.warning("[slack] a quiet card waits: %s", told_by(error))
            return False
        return True

    async def own_up(self, message: Unanswered) -> bool:
        """Say under a message that it got no answer; False when that is to be tried again."""
        scope, services = message.scope, self._services
        way = await services.connections.way_to(scope.team)
        if way is None:
            return False
        reader = await services.readers.reader(way.client, services.abilities, way.team, scope.user)
        is_direct = message.channel.startswith("D")
        thread = Thread(way.team, message.channel, message.thread, scope.user, is_direct)
        said = services.texts.say(reader.language, "failure.broken_off")
        try:
            await show_openly(way.client, thread, Message(escape(said), (section(said),)))
        except SlackApiError as error:
            log.warning("[slack] a message left unanswered: %s", told_by(error))
            return not is_passing(error)
        except UNREACHABLE as error:
            log.warning("[slack] a message left unanswered: %s", told_by(error))
            return False
        return True


def _thread(exchange: Exchange, team: str) -> Thread:
    where = audience(exchange.place, is_private=False)
    return Thread(
        team=team,
        channel=where,
        thread_ts=exchange.origin.thread if exchange.origin else "",
        user=exchange.scope.user,
        is_direct=audience(exchange.place, is_private=exchange.is_private) == OWNER_ALONE,
    )


def _is_passing(error: SlackApiError) -> bool:
    passes = is_passing(error)
    told = "waits" if passes else "is not taken"
    log.warning("[slack] a quiet card %s: %s", told, told_by(error))
    return passes
