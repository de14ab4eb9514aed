"""Shows the outcome of a click where it was made, and keeps the Home tab true."""

from __future__ import annotations

import logging
from collections import Counter
from dataclasses import replace
from typing import Final

from slack_sdk.errors import SlackApiError

from bot.abilities import Ability, is_missing
from bot.listeners.imports import batch_of
from bot.listeners.services import Asker, Services
from bot.listeners.suggesting import renew_suggestions
from bot.rewriting import answer
from bot.slack_answers import UNREACHABLE, error_code
from bot.views.blocks import Message
from bot.views.home import HomeContent, HomeState, Import, home
from bot.views.lists import PAGE, Page
from memory.errors import StorageFault
from memory.records import Proposal

_MOST_NEAR: Final = 3

log = logging.getLogger(__name__)


async def show(services: Services, asker: Asker, message: Message) -> None:
    """Put a message in place of what was pressed. Raises `SlackApiError`."""
    if asker.spot.in_home:
        await publish_home(services, asker, notice=message)
    else:
        await services.amends.rewrite(asker.client, asker.spot, message)
    await _renew_the_rest(services, asker)


async def show_working(services: Services, asker: Asker, message: Message) -> None:
    """Show in place of what was pressed, if anywhere, that it is being done. Never fails.

    Nothing would take it away elsewhere; the Home tab is drawn at the end.
    """
    if not asker.spot.in_home:
        await services.amends.show_working(asker.client, asker.spot, message)


async def tell(services: Services, asker: Asker, message: Message) -> None:
    """Tell the person alone, and leave what was pressed as it is. Raises `SlackApiError`."""
    if asker.spot.in_home:
        await publish_home(services, asker, notice=message)
    else:
        await answer(asker.client, asker.spot, message)
    await _renew_the_rest(services, asker)


async def publish_home(
    services: Services,
    asker: Asker,
    *,
    notice: Message | None = None,
    state: HomeState | None = None,
) -> None:
    """Draw the Home tab anew, in the state that it was in.

    Raises `SlackApiError` and `StorageFault`.
    """
    content = await _content(services, asker, state or _state(services, asker))
    view = home(services.texts, asker.reader, content, notice=notice)
    await asker.client.views_publish(user_id=asker.spot.user, view=view)
    services.homes.note(asker.scope, content.state, view)


async def refresh_home(services: Services, asker: Asker) -> None:
    """Draw the Home tab anew if something on it has changed. Raises `StorageFault` and no other.

    A tab that Slack does not take now is drawn when the person opens it next.
    """
    team = asker.scope.team
    if not services.abilities.has(team, Ability.HOME):
        return
    content = await _content(services, asker, _state(services, asker))
    view = home(services.texts, asker.reader, content)
    if services.homes.shows(asker.scope, view):
        return
    try:
        await asker.client.views_publish(user_id=asker.spot.user, view=view)
    except SlackApiError as error:
        if is_missing(error) or error_code(error) == "not_enabled":
            services.abilities.lacks(team, Ability.HOME, error)
        else:
            log.info("[slack] the Home tab was not drawn: %s", error_code(error))
    except UNREACHABLE as error:
        log.info("[slack] the Home tab was not drawn: %r", error)
    else:
        services.homes.note(asker.scope, content.state, view)


async def redraw_home(services: Services, asker: Asker) -> None:
    """As `refresh_home`, for those who have looked at theirs since the start. Never fails."""
    if not services.homes.is_shown(asker.scope):
        return
    try:
        await refresh_home(services, asker)
    except StorageFault as error:
        log.warning("[memory] the Home tab was not drawn: %r", error)


async def _renew_the_rest(services: Services, asker: Asker) -> None:
    """Renew what else is shown of the person's memories.

    Never fails: an outcome that stands there already must not be taken for a failure.
    """
    try:
        if not asker.spot.in_home:
            await refresh_home(services, asker)
        await renew_suggestions(services, asker)
    except StorageFault as error:
        log.warning("[memory] the Home tab or the suggestions are behind: %r", error)


async def page_at(
    services: Services, asker: Asker, offset: int, *, by_subject: bool = False
) -> Page:
    """The page of the person's memories at an offset, or the last one before it that has any."""
    total = await services.notebook.count(asker.scope)
    last = max(0, total - 1) // PAGE * PAGE
    start = min(max(0, offset), last)
    memories = await services.notebook.listing(
        asker.scope, offset=start, limit=PAGE, by_subject=by_subject
    )
    return Page(memories, start, total)


def _state(services: Services, asker: Asker) -> HomeState:
    if asker.spot.in_home:
        return HomeState.unpacked(asker.spot.home)
    return services.homes.state(asker.scope)


async def _content(services: Services, asker: Asker, state: HomeState) -> HomeContent:
    notebook, scope = services.notebook, asker.scope
    pending = await notebook.pending(scope)
    content = HomeContent(
        state=state,
        page=await page_at(services, asker, state.offset, by_subject=True),
        pending=[each for each in pending if not batch_of(each)],
        imports=_imports(pending),
        mode=await notebook.auto_mode(scope),
    )
    if not state.query:
        return replace(content, state=replace(state, offset=content.page.offset))
    recall = await notebook.recall(scope, state.query, limit=PAGE)
    sharing = [each.memory for each in recall.found if each.matched_terms]
    near = [] if recall.is_noise else [each.memory for each in recall.found[:_MOST_NEAR]]
    return replace(
        content,
        page=Page(sharing or near, 0, content.page.total),
        letters_only=recall.vector_failed,
        is_guess=bool(near) and not sharing,
    )


def _imports(pending: list[Proposal]) -> list[Import]:
    counted = Counter(batch for each in pending if (batch := batch_of(each)))
    return [Import(batch, count) for batch, count in counted.items()]
