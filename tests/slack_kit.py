"""What the tests of the Slack side share: the whole app on a recording Slack, and its payloads."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Final, cast

from slack_bolt.async_app import AsyncApp, AsyncBoltRequest
from slack_bolt.response import BoltResponse
from slack_sdk.web.async_client import AsyncWebClient

from bot.amending import Amends
from bot.app import build_app, build_client
from bot.listeners import Services
from bot.running import Running
from bot.texts import Texts
from bot.turn import Stage, Turn
from bot.views.home import HomeState
from memory.departures import Departures
from memory.dialogue.lookback import Lookback
from memory.dialogue.nearness import Nearness
from memory.erasure import Erasure
from memory.facts.reading import read_fact
from memory.notebook import Notebook, Proposed, Saved
from memory.records import Fact, Memory, Proposal, Recall, Recollection, Scope, Source, SourceKind
from memory.search.analyzer import terms
from memory.search.retrieval import Retrieval
from memory.search.upkeep import Upkeep
from memory.traces import Traces
from tests.fakes import FakeClock, FakeJournal, FakeLedger, FakeStore, SequentialIds
from tests.fakes_books import (
    FakeArchive,
    FakeDepartures,
    FakePreferences,
    FakeSearchLog,
    FakeWriteLog,
)
from tests.fakes_dialogue import FakeChronicle
from tests.fakes_search import FakeEmbedder, FakeVectorIndex
from tests.slack_double import BOT_ID, BOT_USER, TEAM, TOKEN, SlackDouble, buttons, slack_double

DM: Final = "D1"
CHANNEL: Final = "C1"
USER: Final = "U1"
ME: Final = Scope(TEAM, USER)
_PATIENCE_SECONDS: Final = 5

Json = dict[str, object]


class WordSearch:
    """Finds a person's memories by the terms that they share with the query."""

    def __init__(self, ledger: FakeLedger) -> None:
        self._ledger = ledger

    async def recall(self, scope: Scope, query: str, *, limit: int) -> Recall:
        """Those that share a term, most shared first."""
        asked = set(terms(query))
        found = [
            Recollection(
                each,
                float(len(shared)),
                keyword_score=float(len(shared)),
                matched_terms=tuple(sorted(shared)),
            )
            for each in await self._ledger.memories(scope)
            if (shared := asked.intersection(terms(each.text)))
        ]
        return Recall(tuple(sorted(found, key=lambda each: -each.score)[:limit]))

    async def kin(self, scope: Scope, fact: Fact, *, limit: int) -> Sequence[Recollection]:
        """As `recall`."""
        return (await self.recall(scope, fact.text, limit=limit)).found


class NoIndex:
    """Keeps no index, so there is nothing to keep up."""

    async def remembered(self, memory: Memory, *, replaced: str | None = None) -> None:
        """Do nothing."""

    async def forgotten(self, scope: Scope, ids: Sequence[str]) -> None:
        """Do nothing."""

    async def erased(self, scope: Scope) -> None:
        """Do nothing."""


@dataclass(slots=True)
class ScriptedConversation:
    """Keeps what it hears, and answers by a script."""

    heard: list[Turn] = field(default_factory=list)
    stopped: list[tuple[str, Scope]] = field(default_factory=list)
    script: Callable[[Turn, Stage], Awaitable[None]] | None = None

    async def hear(self, turn: Turn, stage: Stage) -> None:
        """Keep the turn and follow the script."""
        self.heard.append(turn)
        if self.script is not None:
            await self.script(turn, stage)

    def stop(self, lane: str, scope: Scope) -> bool:
        """Keep what was to stop."""
        self.stopped.append((lane, scope))
        return True

    async def drain(self, seconds: float) -> int:
        """Nothing is under way."""
        del seconds
        return 0


@dataclass(slots=True)
class Room:
    """The app, what stands behind it, and the Slack in front of it."""

    app: AsyncApp
    slack: SlackDouble
    services: Services
    conversation: ScriptedConversation
    notebook: Notebook
    ledger: FakeLedger
    store: FakeStore
    clock: FakeClock
    running: Running

    async def send(self, body: Json) -> BoltResponse:
        """Send a payload and let its listener end."""
        request = AsyncBoltRequest(mode="socket_mode", body=body)
        response = await self.app.async_dispatch(request)
        assert await self.running.drain(_PATIENCE_SECONDS) == 0
        return response

    async def remember(self, text: str, scope: Scope = ME) -> Memory:
        """Have something remembered, by a proposal and a yes."""
        self.clock.advance(timedelta(seconds=1))
        outcome = await self.notebook.confirm(scope, (await self.propose(text, scope)).id)
        assert isinstance(outcome, Saved)
        return outcome.memory

    async def propose(self, text: str, scope: Scope = ME) -> Proposal:
        """A proposal that waits."""
        source = Source(SourceKind.WISH, text, self.clock(), f"{DM}/1.0")
        proposed = await self.notebook.propose(scope, read_fact(text), source)
        assert isinstance(proposed, Proposed)
        return proposed.proposal

    async def memories(self, scope: Scope = ME) -> list[str]:
        """What is remembered of a person, newest first."""
        return [each.text for each in await self.notebook.listing(scope)]

    def client(self) -> AsyncWebClient:
        """A client with the bot's token."""
        return build_client(TOKEN, self.slack.url)


@asynccontextmanager
async def open_room() -> AsyncIterator[Room]:
    """A room on a fresh Slack, with Korean people."""
    async with slack_double() as slack:
        slack.profiles[USER] = {"locale": "ko-KR", "tz": "Asia/Seoul"}
        clock, store = FakeClock(), FakeStore()
        ledger = FakeLedger(store)
        notebook = Notebook(
            ledger=ledger,
            preferences=FakePreferences(store),
            write_log=FakeWriteLog(store),
            retrieval=cast("Retrieval", WordSearch(ledger)),
            upkeep=cast("Upkeep", NoIndex()),
            clock=clock,
            new_id=SequentialIds(),
            proposal_ttl=timedelta(days=7),
        )
        conversation = ScriptedConversation()
        erasure = Erasure(
            notebook=notebook,
            ledger=ledger,
            archive=FakeArchive(store),
            upkeep=cast("Upkeep", NoIndex()),
            clock=clock,
        )
        services = Services(
            conversation=conversation,
            notebook=notebook,
            erasure=erasure,
            journal=FakeJournal(store),
            talks=Lookback(
                chronicle=FakeChronicle(store),
                nearness=Nearness(index=FakeVectorIndex(), embedder=FakeEmbedder()),
            ),
            traces=Traces(
                search_log=FakeSearchLog(store),
                ledger=ledger,
                exchanges=FakeChronicle(store),
                clock=clock,
                new_id=SequentialIds("search"),
            ),
            texts=Texts.load(),
            amends=Amends(soon_seconds=(0, 0), later_seconds=(0, 0)),
            clock=clock,
            new_id=SequentialIds("batch"),
            departures=Departures(
                book=FakeDepartures(store),
                erasure=erasure,
                clock=clock,
                grace=timedelta(days=30),
            ),
        )
        app = build_app(services, token=TOKEN, slack_api_url=slack.url)
        running = Running.watch(app)
        yield Room(app, slack, services, conversation, notebook, ledger, store, clock, running)


def message(
    text: str,
    *,
    channel: str = DM,
    user: str = USER,
    team: str = TEAM,
    ts: str = "1700000000.000100",
    **more: object,
) -> Json:
    """A message as the Events API brings it; `more` goes into the event."""
    kind = "im" if channel.startswith("D") else "channel"
    event = {"type": "message", "channel_type": kind, "user": user, "text": text}
    event |= {"channel": channel, "ts": ts, "event_ts": ts, "team": team}
    return event_callback({**event, **more}, team=team)


def mention(text: str, *, channel: str = CHANNEL, **more: object) -> Json:
    """A mention of the bot."""
    event = {"type": "app_mention", "user": USER, "text": f"<@{BOT_USER}> {text}"}
    event |= {"channel": channel, "ts": "1700000000.000100", "event_ts": "1700000000.000100"}
    return event_callback({**event, **more})


def event_callback(event: Mapping[str, object], *, team: str = TEAM) -> Json:
    """An event in its envelope's payload."""
    authorization = {"team_id": team, "user_id": BOT_USER, "is_bot": True}
    return {
        "type": "event_callback",
        "team_id": team,
        "api_app_id": "A1",
        "event": dict(event),
        "event_id": "Ev1",
        "event_time": 1_700_000_000,
        "authorizations": [authorization],
    }


def click(
    slack: SlackDouble,
    action: str,
    value: str,
    *,
    user: str = USER,
    team: str = TEAM,
    channel: str = DM,
    ephemeral: bool = False,
    block_id: str = "row",
    **more: object,
) -> Json:
    """A press on a button of a message. An ephemeral one comes without the message."""
    container: Json = {"type": "message", "message_ts": "1700000000.000900", "channel_id": channel}
    body: Json = {
        "type": "block_actions",
        "user": {"id": user, "team_id": team},
        "team": {"id": team},
        "api_app_id": "A1",
        "container": container | {"is_ephemeral": ephemeral},
        "trigger_id": "trigger-1",
        "channel": {"id": channel},
        "response_url": slack.response_url(),
        "actions": [{"type": "button", "action_id": action, "block_id": block_id, "value": value}],
    }
    if not ephemeral:
        body["message"] = {"ts": "1700000000.000900", "text": ""}
    return body | more


def home_click(
    action: str,
    value: str,
    *,
    user: str = USER,
    state: HomeState | None = None,
    typed: str | None = None,
) -> Json:
    """A press on a button of the Home tab: no channel, no message, no response_url.

    `typed` is what stands in its search entry.
    """
    entry = {"memory_home_query": {"type": "plain_text_input", "value": typed}}
    metadata = (state or HomeState()).packed()
    return {
        "type": "block_actions",
        "user": {"id": user, "team_id": TEAM},
        "team": {"id": TEAM},
        "api_app_id": "A1",
        "container": {"type": "view", "view_id": "V1"},
        "view": {
            "id": "V1",
            "type": "home",
            "private_metadata": metadata,
            "state": {"values": {"memory_query:0": entry}},
        },
        "trigger_id": "trigger-1",
        "actions": [{"type": "button", "action_id": action, "block_id": "row", "value": value}],
    }


def choice(body: Json, action: str, value: str) -> Json:
    """The same payload, with an option chosen from a list."""
    option = {"text": {"type": "plain_text", "text": value}, "value": value}
    acted = {"type": "static_select", "action_id": action, "block_id": "row"}
    return body | {"actions": [acted | {"selected_option": option}]}


def modal_click(action: str, value: str, *, view_id: str = "V9", user: str = USER) -> Json:
    """A press on a button in a modal."""
    click_at_home = home_click(action, value, user=user)
    return click_at_home | {"view": {"id": view_id, "type": "modal", "private_metadata": ""}}


def press(slack: SlackDouble, blocks: object, label: str, **more: object) -> Json:
    """A press on the button with this label in blocks that were shown."""
    action, value = buttons(blocks)[label]
    return click(slack, action, value, **more)  # type: ignore[arg-type]  # click's own keywords


def slash(
    slack: SlackDouble, text: str, *, user: str = USER, team: str = TEAM, channel: str = CHANNEL
) -> Json:
    """The slash command."""
    return {
        "command": "/memory",
        "text": text,
        "user_id": user,
        "team_id": team,
        "channel_id": channel,
        "api_app_id": "A1",
        "is_enterprise_install": "false",
        "response_url": slack.response_url(),
        "trigger_id": "trigger-1",
    }


def submitted(view: Mapping[str, object], text: str, *, user: str = USER) -> Json:
    """The form of a `views.open` call, sent back with this text."""
    values = {
        "memory_form_text": {"text": {"type": "plain_text_input", "value": text}},
        "memory_erase_word": {"word": {"type": "plain_text_input", "value": text}},
    }
    return {
        "type": "view_submission",
        "user": {"id": user, "team_id": TEAM},
        "team": {"id": TEAM},
        "api_app_id": "A1",
        "trigger_id": "trigger-2",
        "view": {**view, "id": "V2", "state": {"values": values}},
    }


def from_bot(text: str) -> Json:
    """A message that another bot posted."""
    return message(text, user="UOTHER", bot_id="BOTHER")


def from_itself(text: str) -> Json:
    """A message that this bot posted."""
    return message(text, user=BOT_USER, bot_id=BOT_ID)
