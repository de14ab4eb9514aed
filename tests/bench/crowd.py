"""Fifty people of a local workspace, who talk to the bot and answer its cards."""

from __future__ import annotations

import asyncio
import random
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field, replace
from functools import partial
from typing import Final

from bot.local.errors import Refusal
from bot.local.json_values import Json, object_of, text_of
from bot.local.people import Person, Seed, local_seed
from bot.local.server import RunningWorkspace
from tests.bench.crowd_model import WISH
from tests.bench.data import make_lines
from tests.bench.instant_model import LAST
from tests.slack_double import buttons

PEOPLE: Final = 50
CHANNEL: Final = "C0GENERAL"
PATIENCE_SECONDS: Final = 60
_ANSWERED: Final = ("✅", "이미 동일한")
_PUT_OFF: Final = "카드를 지금은 띄우지 못했어요"
_WORDS_FOR_A_CARD: Final = 4
_YES: Final = ("예", "둘 다 기억", "바꾸기")
_AGAIN_SECONDS: Final = 1.0
_CLICKS_AT_MOST: Final = 8
_IN_CHANNEL: Final = 5
"""Every so manieth of the people talks in the channel and not in direct messages."""
_WISHING: Final = 0.2
_ASKING: Final = 0.5
"""How much of what is said is a wish, and how much a question; the rest is small talk."""
_SMALL_TALK: Final = ("안녕", "오늘 좀 피곤하다", "점심 뭐 먹지", "고마워 또리야", "비가 오네")


@dataclass(slots=True)
class Said:
    """One message of a person, and what became of it. `fact` is what it wished to be kept."""

    user: str
    channel: str
    ts: str
    tag: str
    fact: str = ""
    is_answered: bool = False
    is_confirmed: bool = False


def crowded_seed() -> Seed:
    """A workspace of fifty people, all in one channel with the bot."""
    seed = local_seed()
    people = tuple(
        Person(
            *(f"U0P{at:02}", f"p{at:02}", f"사람 {at}", "#2d7d9a", "ko-KR"),
            *("Asia/Seoul", "Korea Standard Time", 32_400),
        )
        for at in range(PEOPLE)
    )
    members = frozenset({each.id for each in people} | {seed.bot.user_id})
    channels = tuple(replace(each, members=members) for each in seed.channels[:1])
    return replace(seed, people=people, channels=channels)


class Crowd:
    """Everyone in the workspace, and all that was said."""

    def __init__(self, served: RunningWorkspace, *, seed: int) -> None:
        """`after_click` is called once each click was acknowledged."""
        self.said: list[Said] = []
        self.after_click: Callable[[], None] = lambda: None
        self._guests = [_Guest(served, at, seed, self) for at in range(PEOPLE)]

    async def talk(self, rounds: int, *, pause_seconds: float = 0.0) -> float:
        """Everyone says so many things, each after the answer to the last; the seconds it took.

        Between two things lies a pause of at most twice as long as `pause_seconds`.
        """
        return await self._all(lambda guest: guest.talk(rounds, pause_seconds))

    async def talk_until(self, end: float, *, pause_seconds: float) -> float:
        """As `talk`, until a moment of `time.monotonic`."""
        return await self._all(lambda guest: guest.talk_until(end, pause_seconds))

    async def _all(self, deed: Callable[[_Guest], Awaitable[None]]) -> float:
        started = time.perf_counter()
        async with asyncio.TaskGroup() as group:
            for guest in self._guests:
                group.create_task(guest.listen(deed))
        return time.perf_counter() - started


@dataclass(slots=True)
class _Heard:
    """What a guest sees of the bot, by thread, and which cards were answered."""

    texts: dict[str, dict[str, str]] = field(default_factory=dict)
    cards: dict[str, Json] = field(default_factory=dict)
    news: asyncio.Event = field(default_factory=asyncio.Event)


class _Guest:
    def __init__(self, served: RunningWorkspace, at: int, seed: int, crowd: Crowd) -> None:
        self._served = served
        self._crowd = crowd
        self._user = f"U0P{at:02}"
        self._chance = random.Random(seed * PEOPLE + at)  # noqa: S311  (data for a measurement)
        is_in_channel = at % _IN_CHANNEL == 0
        self._direct = served.workspace.conversations.direct(self._user).id
        self._channel = CHANNEL if is_in_channel else self._direct
        self._mention = "@Ttori " if is_in_channel else ""
        self._lines = make_lines(5_000, seed=seed * PEOPLE + at)
        self._count = 0
        self._heard = _Heard()

    async def listen(self, deed: Callable[[_Guest], Awaitable[None]]) -> None:
        """Do something with the page open."""
        with self._served.workspace.pages.watch(self._user) as notes:
            reader = asyncio.create_task(self._read(notes))
            try:
                await deed(self)
            finally:
                reader.cancel()

    async def talk(self, rounds: int, pause_seconds: float) -> None:
        for _ in range(rounds):
            await self._pause(pause_seconds)
            await self._say_something()

    async def talk_until(self, end: float, pause_seconds: float) -> None:
        await self._pause(pause_seconds)
        while time.monotonic() < end:
            await self._say_something()
            await self._pause(pause_seconds)

    async def _pause(self, seconds: float) -> None:
        await asyncio.sleep(self._chance.uniform(0, 2 * seconds))

    async def _say_something(self) -> None:
        line = self._lines[self._count + 1].rpartition(" (")[0]
        kind = self._chance.random()
        if kind < _WISHING or not self._count:  # so that everyone soon has a memory
            said = await self._speak(f"{line} {WISH}", fact=line)
            said.is_confirmed = await self._agree(said)
        elif kind < _WISHING + _ASKING:
            await self._speak(f"{line.partition(':')[0]} 뭐였지?")
        else:
            await self._speak(self._chance.choice(_SMALL_TALK))
        self._heard.texts.clear()
        self._heard.cards.clear()

    async def _speak(self, words: str, *, fact: str = "") -> Said:
        """Say something, and wait for the answer."""
        self._count += 1
        tag = f"({self._user[2:].lower()}x{self._count})"
        text = f"{self._mention}{words} {tag}"
        ts = self._served.acts.say(self._user, self._channel, text).ts
        said = Said(self._user, self._channel, ts, tag, f"{fact} {tag}" if fact else "")
        self._crowd.said.append(said)
        said.is_answered = await self._comes(lambda: self._has_reply(said))
        return said

    def _has_reply(self, said: Said) -> bool:
        return any(f"{said.tag}{LAST}" in text for text in self._texts(said.ts))

    def _texts(self, thread: str) -> list[str]:
        return list(self._heard.texts.get(thread, {}).values())

    async def _agree(self, said: Said) -> bool:
        """Press yes on the card of a wish until it is answered."""
        card = await self._find_card(said)
        if card is None:
            return False
        shown = buttons(card.get("blocks"))
        label = next(each for each in _YES if each in shown)
        for _ in range(_CLICKS_AT_MOST):
            try:
                await self._served.acts.click(
                    self._user, text_of(card, "channel"), text_of(card, "ts"), shown[label][0]
                )
            except Refusal as refusal:
                if refusal.error == "action_not_found":  # the click before this one came through
                    break
                await asyncio.sleep(_AGAIN_SECONDS)
            else:
                self._crowd.after_click()
                break
        thread = text_of(card, "thread_ts")
        return await self._comes(lambda: self._is_answered(thread))

    async def _find_card(self, said: Said) -> Json | None:
        """The card of a wish; where it could not be shown the guest speaks again, as told to."""
        for _ in range(_WORDS_FOR_A_CARD):
            if await self._comes(partial(self._is_asked_or_put_off, said.ts)):
                if said.ts in self._heard.cards:
                    return self._heard.cards[said.ts]
                said = await self._speak(self._chance.choice(_SMALL_TALK))
        return None

    def _is_asked_or_put_off(self, thread: str) -> bool:
        return thread in self._heard.cards or self._is_put_off(thread)

    def _is_put_off(self, thread: str) -> bool:
        return any(_PUT_OFF in text for text in self._texts(thread))

    def _is_answered(self, thread: str) -> bool:
        """Whether the outcome stands in the thread, or came as a direct message."""
        seen = [*self._texts(thread), *self._texts("")]
        return any(text.startswith(_ANSWERED) for text in seen)

    async def _comes(self, claim: Callable[[], bool]) -> bool:
        try:
            async with asyncio.timeout(PATIENCE_SECONDS):
                while not claim():
                    self._heard.news.clear()
                    await self._heard.news.wait()
        except TimeoutError:
            return False
        return True

    async def _read(self, notes: asyncio.Queue[Json | None]) -> None:
        while (note := await notes.get()) is not None:
            channel, message = text_of(note, "channel"), object_of(note, "message")
            if channel not in {self._channel, self._direct} or not text_of(message, "bot_id"):
                continue
            thread, ts = text_of(message, "thread_ts"), text_of(message, "ts")
            if message.get("streaming"):
                continue
            self._heard.texts.setdefault(thread, {})[ts] = text_of(message, "text")
            if not set(_YES).isdisjoint(buttons(message.get("blocks"))):
                self._heard.cards[thread] = message | {"channel": channel}
            self._heard.news.set()
