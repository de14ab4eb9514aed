"""What was acknowledged stays acknowledged, also when the listener fails right after."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from slack_bolt.async_app import AsyncApp
from slack_bolt.context.ack.async_ack import AsyncAck
from slack_bolt.context.async_context import AsyncBoltContext
from slack_bolt.response import BoltResponse


class KeptAck(AsyncAck):
    """An acknowledgement that cannot be taken back.

    Bolt 1.30 looks every 10 ms whether a listener has acknowledged, and clears the acknowledgement
    of one that raises. An error within those 10 ms would leave Slack without an answer for the
    whole three seconds that it waits.
    """

    _kept: BoltResponse | None = None

    def __init__(self) -> None:
        super().__init__()  # type: ignore[no-untyped-call]  # Bolt does not annotate it

    @property
    def response(self) -> BoltResponse | None:
        """What Slack is answered; None as long as nothing was acknowledged."""
        return self._kept

    @response.setter
    def response(self, value: BoltResponse | None) -> None:
        if value is not None:
            self._kept = value


def keep_acknowledgements(app: AsyncApp) -> None:
    """Use `KeptAck` for every request of an app."""

    async def keep(context: AsyncBoltContext, next_: Callable[[], Awaitable[None]]) -> None:
        context["ack"] = KeptAck()
        await next_()

    app.middleware(keep)
