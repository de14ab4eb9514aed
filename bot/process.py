"""The running bot: from the first breath to a clean end."""

from __future__ import annotations

import asyncio
import base64
import hashlib
import logging
import signal
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from typing import Final

from pydantic import SecretStr
from rich.console import Console
from rich.progress import Progress
from slack_sdk.oauth.installation_store.models.installation import Installation

from bot.doctor import Health, examine_slack
from bot.garbage import settle
from bot.local.installations import CLIENT_ID, CLIENT_SECRET
from bot.local.people import Bot, Shortcut, Team, local_seed
from bot.local.server import RunningWorkspace, start_workspace
from bot.local.settings import default_settings
from bot.settings import LOOPBACK, Settings, SettingsFault, Transport
from bot.transport import Operating, in_slack
from bot.views import ids
from bot.web.admin import serve_admin
from bot.web.installing import INSTALL
from bot.web.metrics import Metrics
from bot.web.slack import EVENTS
from bot.wiring.embedding import Embedders
from bot.wiring.rooms import open_rooms
from bot.wiring.services import open_services
from bot.workspaces.tenancy import Tenancy
from memory.search.upkeep import Upkeep

NEXT_DOOR: Final = Team("T0NEXTDOOR", "또리네 옆집 · Next Door", "next-door")
NEXT_DOORS_BOT: Final = Bot(user_id="U0TTORI2", bot_id="B0TTORI2")
CALM_SECONDS: Final = 3.0
"""After the start, before everyone's index is looked at: a first message is answered by then."""
LOCAL_SHORTCUTS: Final = (Shortcut(ids.Shortcut.REMEMBER, "기억하기"),)

log = logging.getLogger(__name__)


async def run(settings: Settings, console: Console, embedder: Embedders) -> None:
    """Run until SIGTERM or Ctrl-C, then let running turns end. The embedding model is closed.

    Raises `SettingsFault`, `StorageFault`, `ModelDenied`, `ModelMisnamed` and `PortTaken`, each
    with a message that says what to do.
    """
    stop = _stop_on_signals()
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        rooms = await stack.enter_async_context(open_rooms(settings, metrics, embedder))
        await stack.enter_async_context(serve_admin(settings, rooms.erasure))
        local: list[RunningWorkspace] = []
        if settings.is_local:
            local.append(await stack.enter_async_context(_local_workspace(settings)))
            address = local[0].url
            if settings.transport is Transport.HTTP:
                local.append(await stack.enter_async_context(next_door(local[0])))
                settings = joined_for_many(settings, local[0])
            else:
                settings = joined(settings, local[0])
        else:
            await _refuse_bad_tokens(settings)
            address = "Slack"
        services = await stack.enter_async_context(open_services(settings, rooms, meter=metrics))
        door = await stack.enter_async_context(
            in_slack(settings, services, Operating(metrics, rooms.checks()))
        )
        if local and door is not None and services.tenancy is not None:
            await settle_in(services.tenancy, door, *local)
        await stack.enter_async_context(kept_up(rooms.upkeep, console))
        console.print(
            f"또리가 깨어났어요. Ttori is awake: [bold]{address}[/bold]  (Ctrl-C ends it)"
        )
        settle()
        await stop.wait()
        console.print("Closing: running turns may end first …")


@asynccontextmanager
async def kept_up(upkeep: Upkeep, console: Console) -> AsyncIterator[None]:
    """The index is checked against the database, and rebuilt if need be, beside the talk."""
    with Progress(console=console, transient=True, disable=not console.is_terminal) as progress:
        bar = progress.add_task("Indexing memories", visible=False)

        def show(done: int, total: int) -> None:
            progress.update(bar, completed=done, total=total, visible=done < total)

        task = asyncio.create_task(upkeep.run(show, calm_seconds=CALM_SECONDS), name="upkeep")
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


@asynccontextmanager
async def next_door(workspace: RunningWorkspace) -> AsyncIterator[RunningWorkspace]:
    """A second workspace of the same local Slack, which has not installed the bot yet."""
    seed = local_seed(NEXT_DOOR, NEXT_DOORS_BOT)
    chosen = replace(default_settings(), seed=seed, bot_token="")
    neighbour = await start_workspace(
        LOOPBACK, settings=chosen, shortcuts=LOCAL_SHORTCUTS, beside=workspace
    )
    try:
        yield neighbour
    finally:
        await neighbour.close()


def joined_for_many(settings: Settings, workspace: RunningWorkspace) -> Settings:
    """As `joined`, but over HTTP and with what lets other workspaces of that Slack install the bot.

    Its tokens are made up, so that the key is no secret.
    """
    key = base64.urlsafe_b64encode(hashlib.sha256(b"the local workspace").digest())
    return joined(settings, workspace).model_copy(
        update={
            "transport": Transport.HTTP,
            "slack_bot_token": None,
            "slack_app_token": None,
            "slack_client_id": CLIENT_ID,
            "slack_client_secret": SecretStr(CLIENT_SECRET),
            "token_key": SecretStr(key.decode()),
        }
    )


async def settle_in(tenancy: Tenancy, door: str, *workspaces: RunningWorkspace) -> None:
    """Have local workspaces deliver to the door; those that have the bot already install it."""
    for each in workspaces:
        workspace = each.workspace
        workspace.installations.install_url = f"{door}{INSTALL}"
        await each.deliver_to(f"{door}{EVENTS}", workspace.settings.signing_secret)
        for token in workspace.bot_tokens:
            await tenancy.installed(
                Installation(
                    app_id=workspace.bot.app_id,
                    team_id=workspace.team.id,
                    team_name=workspace.team.name,
                    bot_token=token,
                    bot_id=workspace.bot.bot_id,
                    bot_user_id=workspace.bot.user_id,
                    user_id=workspace.bot.user_id,
                )
            )


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
