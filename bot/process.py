"""The running bot: from the first breath to a clean end."""

from __future__ import annotations

import asyncio
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from typing import Final

from pydantic import SecretStr
from rich.console import Console
from rich.progress import Progress

from bot.doctor import Health, examine_slack
from bot.local.people import Shortcut
from bot.local.server import RunningWorkspace, start_workspace
from bot.settings import LOOPBACK, Settings, SettingsFault, Transport
from bot.transport import Operating, in_slack
from bot.views import ids
from bot.web.admin import serve_admin
from bot.web.metrics import Metrics
from bot.web.slack import EVENTS
from bot.wiring import open_rooms, open_services
from memory.search.upkeep import Upkeep

LOCAL_SHORTCUTS: Final = (Shortcut(ids.Shortcut.REMEMBER, "기억하기"),)

log = logging.getLogger(__name__)


async def run(settings: Settings, console: Console) -> None:
    """Run until SIGTERM or Ctrl-C, then let running turns end.

    Raises `SettingsFault`, `StorageFault`, `ModelDenied`, `ModelMisnamed` and `PortTaken`, each
    with a message that says what to do.
    """
    stop = _stop_on_signals()
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        rooms = await stack.enter_async_context(open_rooms(settings, metrics))
        services = await stack.enter_async_context(open_services(settings, rooms, meter=metrics))
        await stack.enter_async_context(serve_admin(settings, rooms.erasure))
        workspace: RunningWorkspace | None = None
        if settings.is_local:
            workspace = await stack.enter_async_context(_local_workspace(settings))
            settings = joined(settings, workspace)
            address = workspace.url
        else:
            await _refuse_bad_tokens(settings)
            address = "Slack"
        door = await stack.enter_async_context(
            in_slack(settings, services, Operating(metrics, rooms.checks()))
        )
        hears_by_http = settings.transport is Transport.HTTP  # in Socket Mode it serves operators
        if workspace is not None and door is not None and hears_by_http:
            await workspace.deliver_to(
                f"{door}{EVENTS}", workspace.workspace.settings.signing_secret
            )
        await stack.enter_async_context(kept_up(rooms.upkeep, console))
        console.print(
            f"또리가 깨어났어요. Ttori is awake: [bold]{address}[/bold]  (Ctrl-C ends it)"
        )
        await stop.wait()
        console.print("Closing: running turns may end first …")


@asynccontextmanager
async def kept_up(upkeep: Upkeep, console: Console) -> AsyncIterator[None]:
    """The index is checked against the database, and rebuilt if need be, beside the talk."""
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Indexing memories", visible=False)

        def show(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total, visible=done < total)

        task = asyncio.create_task(upkeep.run(show), name="upkeep")
        task.add_done_callback(_tell_of_death)
        try:
            yield
        finally:
            task.cancel()
            await asyncio.wait({task})


def _tell_of_death(task: asyncio.Task[None]) -> None:
    if not task.cancelled() and (error := task.exception()):
        log.error("[memory] the index is no longer kept up; restart the bot", exc_info=error)


def _stop_on_signals() -> asyncio.Event:
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    return stop


@asynccontextmanager
async def _local_workspace(settings: Settings) -> AsyncIterator[RunningWorkspace]:
    workspace = await start_workspace(LOOPBACK, settings.port, shortcuts=LOCAL_SHORTCUTS)
    try:
        yield workspace
    finally:
        await workspace.close()


def joined(settings: Settings, workspace: RunningWorkspace) -> Settings:
    """The settings with the address and the tokens of a local workspace."""
    return settings.model_copy(
        update={
            "slack_api_url": workspace.api_url,
            "slack_bot_token": SecretStr(workspace.workspace.settings.bot_token),
            "slack_app_token": SecretStr(workspace.workspace.settings.app_token),
            "slack_signing_secret": SecretStr(workspace.workspace.settings.signing_secret),
        }
    )


async def _refuse_bad_tokens(settings: Settings) -> None:
    for finding in await examine_slack(settings):
        if finding.health is Health.ILL:
            raise SettingsFault(f"{finding.part}: {finding.saying} {finding.remedy}")
        if finding.health is Health.WORTH_KNOWING:
            log.warning("[slack] %s: %s %s", finding.part, finding.saying, finding.remedy)
