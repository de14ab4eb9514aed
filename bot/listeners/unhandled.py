"""Acknowledges what no other listener takes, so that Slack does not send it again and again."""

from __future__ import annotations

import re
from typing import Final

from slack_bolt.async_app import AsyncAck, AsyncApp

_ANY: Final = re.compile(".*", re.DOTALL)


def register(app: AsyncApp) -> None:
    """Listen to everything. Register it after all others."""

    async def on_event() -> None:
        """Bolt acknowledges events by itself."""

    async def on_request(ack: AsyncAck) -> None:
        await ack()

    app.event(_ANY)(on_event)
    app.action(_ANY)(on_request)
    app.command(_ANY)(on_request)
    app.shortcut(_ANY)(on_request)
    app.options(_ANY)(on_request)
    app.view(_ANY)(on_request)
    app.view_closed(_ANY)(on_request)
