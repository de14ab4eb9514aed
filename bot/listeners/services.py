"""What the listeners work with."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Protocol

from slack_sdk.web.async_client import AsyncWebClient

from bot.abilities import Abilities
from bot.agent.asking import Talks
from bot.amending import Amends
from bot.listeners.connections import Connections
from bot.listeners.homes import ShownHomes
from bot.listeners.languages import Readers
from bot.listeners.prompted import ShownPrompts
from bot.listeners.threads import FollowedThreads
from bot.metering import UNMETERED, Meter
from bot.rewriting import Spot
from bot.texts import Texts
from bot.turn import Stage, Turn
from bot.views.blocks import Reader
from bot.workspaces.tenancy import Tenancy
from memory.departures import Departures
from memory.dialogue.records import Spending
from memory.erasure import Erasure
from memory.notebook import Notebook
from memory.ports import Clock, Journal, NewId
from memory.records import Scope
from memory.traces import Traces


class Conversation(Protocol):
    """Answers turns. The real one is `bot.conversation.Conversation`."""

    async def hear(self, turn: Turn, stage: Stage) -> None:
        """Answer a message once. Raises `ModelFailed` and `MemoryFault`."""
        ...

    def stop(self, lane: str, scope: Scope) -> bool:
        """Stop the answer that this person is being given in a lane; whether there was one."""
        ...

    async def drain(self, seconds: float) -> int:
        """Let what goes on beside the talk end, at most so long; how much had to be cancelled."""
        ...


@dataclass(frozen=True, slots=True)
class Services:
    """The rooms behind the listeners, and what these remember of the other side.

    `importing` are the imports that are being saved just now; `spending` tells of the calls of the
    model, where there is one.
    """

    conversation: Conversation
    notebook: Notebook
    erasure: Erasure
    journal: Journal
    talks: Talks
    traces: Traces
    texts: Texts
    clock: Clock
    new_id: NewId
    departures: Departures
    tenancy: Tenancy | None = None
    abilities: Abilities = field(default_factory=Abilities)
    readers: Readers = field(default_factory=Readers)
    followed: FollowedThreads = field(default_factory=FollowedThreads)
    homes: ShownHomes = field(default_factory=ShownHomes)
    prompted: ShownPrompts = field(default_factory=ShownPrompts)
    importing: set[str] = field(default_factory=set)
    amends: Amends = field(default_factory=Amends)
    connections: Connections = field(default_factory=Connections)
    spending: Callable[[], Spending | None] = lambda: None
    meter: Meter = UNMETERED
    model_is_well: Callable[[], bool] = lambda: True


@dataclass(frozen=True, slots=True)
class Asker:
    """Who pressed or typed something: whose memory, how they read, and where on the screen."""

    scope: Scope
    reader: Reader
    spot: Spot
    client: AsyncWebClient
