"""Suggests first words in the DM, and keeps the suggestions true when memories change."""

from __future__ import annotations

import logging

from slack_sdk.errors import SlackApiError

from bot.abilities import Ability, is_missing
from bot.listeners.prompted import Prompted
from bot.listeners.services import Asker, Services
from bot.slack_answers import UNREACHABLE, error_code
from bot.views.suggestions import LOOKED_AT, Prompt, suggestions

log = logging.getLogger(__name__)


async def suggest(services: Services, asker: Asker, team: str) -> None:
    """Suggest in the DM that was just opened. Raises `StorageFault` and no other.

    They are set without a thread: with one, Slack drops them without a word.
    """
    channel = asker.spot.channel
    if channel.startswith("D") and services.abilities.has(team, Ability.PROMPTS):
        await _set(services, asker, team, channel, await _prompts(services, asker))


async def renew_suggestions(services: Services, asker: Asker) -> None:
    """Suggest anew where a change of memories has changed what is suggested.

    Raises `StorageFault` and no other.
    """
    last = services.prompted.last(asker.scope)
    if last is None:
        return
    prompts = await _prompts(services, asker)
    if tuple(prompts) != last.prompts:
        await _set(services, asker, last.team, last.channel, prompts)


async def _prompts(services: Services, asker: Asker) -> list[Prompt]:
    memories = await services.notebook.listing(asker.scope, limit=LOOKED_AT)
    return suggestions(services.texts, asker.reader.language, memories)


async def _set(
    services: Services, asker: Asker, team: str, channel: str, prompts: list[Prompt]
) -> None:
    language = asker.reader.language
    try:
        await asker.client.assistant_threads_setSuggestedPrompts(
            channel_id=channel,
            title=services.texts.say(language, "prompts.heading"),
            prompts=prompts,
        )
    except SlackApiError as error:
        if is_missing(error):
            services.abilities.lacks(team, Ability.PROMPTS, error)
        else:
            log.info("[slack] nothing was suggested: %s", error_code(error))
    except UNREACHABLE as error:
        log.info("[slack] nothing was suggested: %r", error)
    else:
        services.prompted.note(asker.scope, Prompted(team, channel, tuple(prompts)))
