"""The bot as it is wired, in this process, in local workspaces; and people's hands and eyes there.

Everything is the real thing: database, index, embedder, Bolt over Socket Mode, the Web API. The
model is the offline one, or Gemini's client talking to a scripted server on this machine.
"""

from __future__ import annotations

import asyncio
import io
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import replace
from pathlib import Path

from aiohttp import ClientSession, web
from pydantic import SecretStr
from rich.console import Console

from bot.local.delivery import Answer as Acknowledged
from bot.local.delivery import Kind
from bot.local.json_values import Json, as_json
from bot.local.messages import Message, Streaming
from bot.local.people import Team, local_seed
from bot.local.server import RunningWorkspace, start_workspace
from bot.local.settings import Settings as WorkspaceSettings
from bot.local.settings import default_settings
from bot.process import LOCAL_SHORTCUTS, joined, kept_up
from bot.settings import Settings, Transport
from bot.transport import Operating, in_slack
from bot.web.metrics import Metrics
from bot.web.slack import EVENTS
from bot.wiring import Rooms, open_rooms, open_services
from memory.records import Memory, Scope
from tests.gemini_server import MODEL, Answer, GeminiServer, gemini_server, says
from tests.slack_double import buttons, read_blocks

JIWOO = "U0JIWOO"
ALEX = "U0ALEX"
GENERAL = "C0GENERAL"
TEAM = "T0LOCAL"
PATIENCE_SECONDS = 30


class LocalSlack:
    """One local workspace: what people do in it, and what each of them sees."""

    def __init__(self, served: RunningWorkspace) -> None:
        self.served = served
        self.acts = served.acts
        self.controls = served.controls
        self._workspace = served.workspace

    @property
    def is_bot_connected(self) -> bool:
        """Whether the app's socket is open."""
        return self._workspace.app.is_connected

    def direct(self, user: str) -> str:
        """The direct messages of a person with the bot."""
        return self._workspace.conversations.direct(user).id

    def say(self, text: str, *, user: str = JIWOO, channel: str = "", thread: str = "") -> str:
        """Say something, in the person's direct messages unless told otherwise; its timestamp."""
        return self.acts.say(user, channel or self.direct(user), text, thread).ts

    async def command(self, text: str, *, user: str = JIWOO) -> str:
        """Type `/memory …` and read what comes: all its words."""
        before = len(self._private(user, self.direct(user), ""))
        await self.acts.command(user, self.direct(user), "/memory", text)
        await until(lambda: len(self._private(user, self.direct(user), "")) > before)
        return words(self._private(user, self.direct(user), "")[-1])

    def seen(self, thread: str = "", *, user: str = JIWOO, channel: str = "") -> list[Message]:
        """What the bot said in a thread (or in the channel itself) and this person can see."""
        channel = channel or self.direct(user)
        conversations = self._workspace.conversations
        said = conversations.thread(channel, thread) if thread else conversations.history(channel)
        mine = [*said, *self._private(user, channel, thread)]
        return sorted((each for each in mine if each.bot_id), key=lambda each: each.ts)

    def read(self, thread: str = "", *, user: str = JIWOO, channel: str = "") -> list[str]:
        """The words of what `seen` gives."""
        return [words(each) for each in self.seen(thread, user=user, channel=channel)]

    async def finds(
        self, text: str, thread: str = "", *, user: str = JIWOO, channel: str = ""
    ) -> Message:
        """The latest finished message with this text, once the person sees one."""

        def matching() -> list[Message]:
            return [
                each
                for each in self.seen(thread, user=user, channel=channel)
                if text in words(each) and each.streaming is not Streaming.OPEN
            ]

        try:
            await until(lambda: bool(matching()))
        except TimeoutError as error:
            seen = self.read(thread, user=user, channel=channel)
            raise AssertionError(f"no {text!r} among {seen}") from error
        return matching()[-1]

    async def press(self, card: Message, label: str, *, user: str = JIWOO) -> Acknowledged:
        """Press a button of a message."""
        action, _ = buttons(list(card.blocks))[label]
        return await self.acts.click(user, card.channel, card.ts, action)

    def value(self, card: Message, label: str) -> str:
        """What a button of a message carries."""
        return buttons(list(card.blocks))[label][1]

    def click(self, card: Message, label: str, *, user: str = JIWOO, value: str = "") -> Json:
        """The payload of a click, also of one that no client offers: a stranger's, or forged."""
        action, own_value = buttons(list(card.blocks))[label]
        rows = [each for each in card.blocks if label in buttons(each)]
        done: Json = {"type": "button", "action_id": action, "value": value or own_value}
        payloads = self.acts._payloads
        seer = self._workspace.conversations.channel(card.channel, JIWOO).person or card.only_for
        payload = payloads.message_action(
            seer, card, done | {"block_id": rows[0].get("block_id", "")}, {}
        )
        payload["user"] = {"id": user, "team_id": self._workspace.team.id}
        payload["response_url"] = payloads._response_url(user, card.channel, card)
        return payload

    async def interact(self, payload: Json) -> Acknowledged:
        """Deliver a click."""
        return await self._workspace.app.ask(Kind.INTERACTION, payload)

    async def remember(self, wish: str, *, user: str = JIWOO, yes: str = "예") -> None:
        """Say a wish and agree to its card."""
        thread = self.say(wish, user=user)
        card = await self.card(thread, yes, user=user)
        await self.press(card, yes, user=user)
        await self.finds("✅", thread, user=user)

    async def card(
        self, thread: str, label: str = "예", *, user: str = JIWOO, channel: str = ""
    ) -> Message:
        """The card with such a button in a thread, once it is there."""

        def cards() -> list[Message]:
            seen = self.seen(thread, user=user, channel=channel)
            return [each for each in seen if label in buttons(list(each.blocks))]

        try:
            await until(lambda: bool(cards()))
        except TimeoutError as error:
            seen = self.read(thread, user=user, channel=channel)
            raise AssertionError(f"no card with {label!r} among {seen}") from error
        return cards()[-1]

    def again(self, message: Message) -> Message:
        """How a message looks now."""
        conversations = self._workspace.conversations
        if message.only_for:
            return conversations.find_private(message.only_for, message.ts)
        return conversations.find(message.channel, message.ts)

    async def press_in_home(self, label: str, *, user: str = JIWOO) -> None:
        """Open the Home tab and press the first button with this label."""
        self.acts.open_home(user)
        home = self._workspace.surfaces.home
        await until(lambda: label in buttons(list(view.blocks) if (view := home(user)) else []))
        view = home(user)
        assert view is not None
        row = next(each for each in view.blocks if label in buttons(each))
        action, _ = buttons(row)[label]
        await self.acts.click_in_view(user, view.id, action, block_id=str(row["block_id"]))

    async def fill_in(self, text: str, *, user: str = JIWOO) -> Json:
        """Fill in the form that is open on top, and submit it; what the app says to that."""
        await until(lambda: bool(self._workspace.surfaces.stack(user)))
        form = self._workspace.surfaces.stack(user)[-1]
        (field,) = [each for each in form.blocks if each["type"] == "input"]
        value = {"type": "plain_text_input", "value": text}
        action = str(as_json(field["element"])["action_id"])
        return await self.acts.submit(user, form.id, {str(field["block_id"]): {action: value}})

    def event(self, event: Json, *, team: str = TEAM) -> Json:
        """The payload of an event that nobody here can cause, as it comes from a team."""
        bot = self._workspace.bot.user_id
        ts = self._workspace.clock.timestamp()
        return {
            "type": "event_callback",
            "team_id": team,
            "api_app_id": self._workspace.bot.app_id,
            "event": {"ts": ts, "event_ts": ts, "team": team} | event,
            "event_id": f"Ev{self._workspace.new_id()}",
            "event_time": int(float(ts)),
            "authorizations": [{"team_id": team, "user_id": bot, "is_bot": True}],
        }

    def message_event(self, text: str, *, channel: str, team: str = TEAM, **more: str) -> Json:
        """The payload of a message in direct messages, as `event`."""
        said: Json = {"type": "message", "channel": channel, "channel_type": "im", "text": text}
        return self.event(said | {"user": JIWOO} | more, team=team)

    def deliver(self, payload: Json) -> None:
        """Hand the app an event as it is."""
        self._workspace.app.tell(payload)

    async def all_acked(self) -> None:
        """Return when every envelope has been acknowledged."""
        try:
            await until(lambda: not self.controls.unacked())
        except TimeoutError as error:
            raise AssertionError(f"not acknowledged: {self.controls.unacked()}") from error

    def wordless(self) -> list[Json]:
        """The calls that sent blocks with no text for notifications and screen readers."""
        methods = {"chat.postMessage", "chat.postEphemeral", "chat.update"}
        sent = [
            as_json(call["args"]) for call in self.controls.calls() if call["method"] in methods
        ]
        return [
            args for args in sent if args.get("blocks") and not str(args.get("text", "")).strip()
        ]

    def calls(self, method: str) -> list[Json]:
        """The arguments of the app's calls of a method that were carried out."""
        return [as_json(call["args"]) for call in self.controls.calls(method) if call["ok"]]

    def _private(self, user: str, channel: str, thread: str) -> list[Message]:
        every = self._workspace.conversations.private_of(user, channel)
        return [each for each in every if each.thread_ts == thread]


class AwakeBot:
    """A bot that is running: the memory behind it, for looking at what was written."""

    def __init__(self, rooms: Rooms) -> None:
        self.rooms = rooms
        self.web = ""

    async def asked(self, path: str) -> tuple[int, str]:
        """The status and the text of a page of its web server."""
        async with ClientSession() as session, session.get(f"{self.web}{path}") as answer:
            return answer.status, await answer.text()

    async def comes_to_show(self, path: str, expected: str) -> str:
        """A page of its web server, once this stands in it."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while expected not in (page := (await self.asked(path))[1]):  # noqa: ASYNC110 - as in `until`
                await asyncio.sleep(0.05)
        return page

    async def memories(self, user: str = JIWOO, *, team: str = TEAM) -> list[str]:
        """What is remembered of a person, newest first."""
        return [each.text for each in await self.versions(user, team=team)]

    async def comes_to_remember(
        self, expected: list[str], user: str = JIWOO, *, team: str = TEAM
    ) -> None:
        """Return when exactly this is remembered of a person, newest first."""
        async with asyncio.timeout(PATIENCE_SECONDS):
            while await self.memories(user, team=team) != expected:  # noqa: ASYNC110 - as in `until`
                await asyncio.sleep(0.005)

    async def versions(self, user: str = JIWOO, *, team: str = TEAM) -> list[Memory]:
        """The person's active memories, newest first."""
        return await self.rooms.notebook.listing(Scope(team, user), limit=100)


@asynccontextmanager
async def local_slack(
    team: Team | None = None, settings: WorkspaceSettings | None = None
) -> AsyncIterator[LocalSlack]:
    """A workspace that outlives its bots."""
    chosen = settings or default_settings()
    if team is not None:
        chosen = replace(chosen, seed=local_seed(team))
    served = await start_workspace(settings=chosen, shortcuts=LOCAL_SHORTCUTS)
    try:
        yield LocalSlack(served)
    finally:
        await served.close()


@asynccontextmanager
async def scripted_model() -> AsyncIterator[GeminiServer]:
    """A Gemini whose talk follows a script; in the background it finds nothing worth keeping."""
    async with gemini_server() as server:
        server.aside = says("없음")
        yield server


@asynccontextmanager
async def awake(
    home: Path,
    *slacks: LocalSlack,
    model: GeminiServer | None = None,
    transport: Transport = Transport.SOCKET,
    web_port: int | None = None,
    **settings: object,
) -> AsyncIterator[AwakeBot]:
    """The bot on this home, in these workspaces; at the end it is shut down as SIGTERM would.

    It must have acknowledged every envelope by then, and put words beside all blocks. Over HTTP
    any free port is taken; in Socket Mode the web server runs with a `web_port`.
    `model` is a scripted Gemini; `settings` are fields of `bot.settings.Settings`.
    """
    chosen = _settings(home, model, settings)
    quiet = Console(file=io.StringIO())
    async with AsyncExitStack() as stack:
        metrics = Metrics()
        rooms = await stack.enter_async_context(open_rooms(chosen, metrics))
        services = await stack.enter_async_context(open_services(chosen, rooms, meter=metrics))
        operating = Operating(metrics, rooms.checks())
        bot = AwakeBot(rooms)
        for slack in slacks:
            there = joined(chosen, slack.served)
            over = {
                "transport": transport,
                "web_port": 0 if transport is Transport.HTTP else web_port,
            }
            there = there.model_copy(update=over)
            door = await stack.enter_async_context(in_slack(there, services, operating))
            bot.web = door or ""
            if transport is Transport.HTTP:
                secret = slack.served.workspace.settings.signing_secret
                assert await slack.served.deliver_to(f"{door}{EVENTS}", secret)
        await stack.enter_async_context(kept_up(rooms.upkeep, quiet))
        yield bot
        for slack in slacks:
            await slack.all_acked()
            assert slack.wordless() == []


def foreign_slack(slack: LocalSlack) -> dict[str, str]:
    """The environment of a process that joins this workspace as it would join any Slack."""
    tokens = slack.served.workspace.settings
    return {
        "SLACK_API_URL": slack.served.api_url,
        "SLACK_BOT_TOKEN": tokens.bot_token,
        "SLACK_APP_TOKEN": tokens.app_token,
    }


def scripted_gemini(model: GeminiServer) -> dict[str, str]:
    """The environment of a process that talks with this model."""
    return {
        "GOOGLE_API_KEY": "loopback-key",
        "GOOGLE_BASE_URL": model.base_url,
        "CHAT_MODEL": f"google_genai:{MODEL}",
    }


def _settings(home: Path, model: GeminiServer | None, more: dict[str, object]) -> Settings:
    chosen: dict[str, object] = {"home": home, "database_url": None, "chat_model": "offline"}
    if model is not None:
        chosen |= {
            "google_api_key": SecretStr("loopback-key"),
            "google_base_url": model.base_url,
            "chat_model": f"google_genai:{MODEL}",
        }
    return Settings().model_copy(update=chosen | more)


def words(message: Message) -> str:
    """All the words of a message, as a person reads them: thumbs are pictures."""
    read = [each for each in message.blocks if each["type"] != "context_actions"]
    return read_blocks(read) or message.text


def elements(value: object) -> Iterator[Json]:
    """Every object in blocks, however deep."""
    if isinstance(value, dict):
        yield value
        value = list(value.values())
    if isinstance(value, list | tuple):
        for each in value:
            yield from elements(each)


def held(until_set: asyncio.Event, answer: Answer) -> Answer:
    """A step of the model's script that begins only when the event is set."""

    async def play(request: web.Request) -> web.StreamResponse:
        await until_set.wait()
        return await answer(request)

    return play


async def until(claim: Callable[[], bool]) -> None:
    """Let everything else run until the claim holds. Raises `TimeoutError`."""
    async with asyncio.timeout(PATIENCE_SECONDS):
        while not claim():  # noqa: ASYNC110 - what is awaited happens behind a socket, not in a task
            await asyncio.sleep(0.005)
