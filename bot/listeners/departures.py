"""A workspace removes the bot, or takes its tokens back."""

from __future__ import annotations

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.async_context import AsyncBoltContext

from bot.listeners.payloads import Body, field
from bot.listeners.services import Services
from bot.views.ids import Event
from bot.workspaces.tenancy import Place


def register(app: AsyncApp, services: Services) -> None:
    """Listen to both; either may come first, alone, or again."""

    async def on_uninstalled(body: Body, context: AsyncBoltContext) -> None:
        await _leave(services, body, _place(context))

    async def on_revoked(body: Body, context: AsyncBoltContext) -> None:
        place = _place(context)
        if field(body, "event", "tokens", "bot"):
            await _leave(services, body, place)
        users = field(body, "event", "tokens", "oauth")
        if services.tenancy is not None and isinstance(users, list):
            await services.tenancy.forget_people(place, [str(user) for user in users])

    app.event(Event.UNINSTALLED)(on_uninstalled)
    app.event(Event.REVOKED)(on_revoked)


async def _leave(services: Services, body: Body, place: Place) -> None:
    if not place.key:
        return
    if services.tenancy is None:
        await services.departures.leave(place.key)
        return
    at = field(body, "event_time")
    now = services.clock().timestamp()
    await services.tenancy.left(place, float(at) if isinstance(at, int | float) else now)


def _place(context: AsyncBoltContext) -> Place:
    return Place(
        context.enterprise_id,
        context.team_id,
        is_whole_enterprise=context.is_enterprise_install is True,
    )
