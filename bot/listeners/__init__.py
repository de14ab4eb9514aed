"""The listeners: they acknowledge, parse, make one call and render."""

from __future__ import annotations

from slack_bolt.async_app import AsyncApp

from bot.listeners import (
    buttons,
    commands,
    confirmations,
    departures,
    failures,
    feedback,
    home,
    housekeeping,
    importing,
    messages,
    quiet,
    searching,
    shortcuts,
    timelines,
    unhandled,
)
from bot.listeners.services import Conversation, Services

__all__ = ["Conversation", "Services", "register"]


def register(app: AsyncApp, services: Services) -> None:
    """Register every listener; those for anything else last, since Bolt takes the first match."""
    rooms = (
        messages,
        confirmations,
        departures,
        quiet,
        commands,
        buttons,
        searching,
        feedback,
        home,
        housekeeping,
        importing,
        timelines,
        shortcuts,
        failures,
    )
    for room in rooms:
        room.register(app, services)
    unhandled.register(app)
