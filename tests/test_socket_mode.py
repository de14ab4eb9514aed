"""Socket Mode of the bot: a connection that goes takes no acknowledgement along, and no calm."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

import pytest
from slack_bolt.async_app import AsyncAck, AsyncApp

from bot.local.delivery import Kind, Missed
from bot.local.server import RunningWorkspace
from bot.socket_mode import SteadySocketMode
from tests.local_kit import client, running, until

NEVER = 3_600.0  # so that nothing but a lost acknowledgement looks after the connection


@asynccontextmanager
async def connected(
    served: RunningWorkspace, before_ack: Callable[[SteadySocketMode], Awaitable[None]]
) -> AsyncIterator[SteadySocketMode]:
    """An app that knows one command, and does something before it acknowledges it."""
    app = AsyncApp(client=client(served))
    handler = SteadySocketMode(app, "xapp-local", ping_interval=NEVER)

    @app.command("/memory")
    async def command(ack: AsyncAck) -> None:
        await before_ack(handler)
        await ack()

    await handler.join()
    try:
        yield handler
    finally:
        await handler.leave()


@pytest.mark.parametrize("how", ["abruptly", "politely", "by request"])
async def test_an_acknowledgement_outlives_its_connection_without_an_error(
    how: str, caplog: pytest.LogCaptureFixture
) -> None:
    async def lose_the_connection(handler: SteadySocketMode) -> None:
        lost = handler.client.current_session
        assert lost is not None
        match how:
            case "by request":
                served.controls.disconnect("refresh_requested")
            case _:
                served.controls.drop_sockets(abruptly=how == "abruptly")
        await until(lambda: lost.closed)

    async with running() as served, connected(served, lose_the_connection):
        with caplog.at_level(logging.ERROR):
            answer = await served.workspace.app.ask(Kind.COMMAND, {"command": "/memory"})

    assert answer.missed is None
    assert [each for each in caplog.records if each.levelno >= logging.ERROR] == []


async def test_what_is_being_acknowledged_when_the_end_begins_still_is() -> None:
    began, go = asyncio.Event(), asyncio.Event()

    async def hold(_: SteadySocketMode) -> None:
        began.set()
        await go.wait()

    async with running() as served, connected(served, hold) as handler:
        asked = asyncio.create_task(served.workspace.app.ask(Kind.COMMAND, {"command": "/memory"}))
        await began.wait()
        leaving = asyncio.create_task(handler.leave())
        await asyncio.sleep(0)
        go.set()
        await leaving
        answer = await asked

    assert answer.missed is None


async def test_who_has_left_takes_nothing_in_and_does_not_come_back() -> None:
    async def nothing(_: SteadySocketMode) -> None:
        return

    async with running() as served, connected(served, nothing) as handler:
        await handler.leave()
        await until(lambda: not served.workspace.app.is_connected)
        answer = await served.workspace.app.ask(Kind.COMMAND, {"command": "/memory"})
        assert answer.missed is Missed.NOT_CONNECTED
        assert handler.client.closed  # or it would connect again, by and by
