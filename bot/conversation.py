"""The journey of one message, from the moment it is heard until it is answered and kept."""

from __future__ import annotations

import asyncio
import logging
from typing import Final, Protocol

from bot.afterthought import Afterthought
from bot.agent.asking import Talks, asked
from bot.agent.assistant import Assistant
from bot.agent.briefing import Briefing
from bot.agent.citations import cited
from bot.agent.errors import ModelTimeout
from bot.agent.reply import Reply
from bot.agent.toolbox import Notes
from bot.lanes import Lanes
from bot.metering import UNMETERED, Meter, counted_turn
from bot.owing import Owed
from bot.stopping import Stop, TurnsUnderWay
from bot.taking_up import taken_up
from bot.texts import Texts
from bot.turn import Stage, Turn
from memory.dialogue.course import NOTHING, Begun, Course, joined
from memory.dialogue.lookback import Asked, Earlier
from memory.facts.redaction import without_secrets
from memory.gleaning import Gleaned
from memory.ports import LASTING_CLAIM, Journal, NewId
from memory.records import Exchange, MemoryType, Origin, Recall, Recollection, Scope
from memory.sharing import pointer
from memory.traces import Traces
from memory.zones import zone_name

PREFETCHED: Final = 5

log = logging.getLogger(__name__)


class Spends(Protocol):
    """The part of `memory.dialogue.limiter.CallBudget` that is needed here."""

    @property
    def is_spent(self) -> bool:
        """Whether the day has no call of the model left for background work."""
        ...

    @property
    def has_no_talk_left(self) -> bool:
        """Whether the day has none left at all."""
        ...


class Conversation:
    """Hears people and answers them. One instance for a process."""

    def __init__(
        self,
        *,
        journal: Journal,
        notebook: Notes,
        talks: Talks,
        assistant: Assistant,
        texts: Texts,
        new_id: NewId,
        reply_timeout_seconds: float,
        is_offline: bool,
        afterthought: Afterthought,
        traces: Traces,
        owed: Owed,
        course: Course | None = None,
        budget: Spends | None = None,
        meter: Meter = UNMETERED,
        stand_in: Assistant | None = None,
    ) -> None:
        """`stand_in` answers where the `budget` has no call left."""
        self._journal = journal
        self._notebook = notebook
        self._talks = talks
        self._assistant = assistant
        self._texts = texts
        self._new_id = new_id
        self._reply_timeout_seconds = reply_timeout_seconds
        self._is_offline = is_offline
        self._afterthought = afterthought
        self._traces = traces
        self._owed = owed
        self._course = course
        self._budget = budget
        self._stand_in = stand_in
        self._meter = meter
        self._lanes = Lanes()
        self._under_way = TurnsUnderWay()

    async def hear(self, turn: Turn, stage: Stage) -> None:
        """Answer a message once, after those that came before it in the same thread.

        Raises `ModelFailed` when the model gave no whole answer, `MemoryFault` when memory did not
        work, and what the stage raises that cannot take the answer; what was said and proposed
        until then stands. What is shown beside an answer never keeps it from being kept.
        """
        place = self._lanes.enter(turn.lane)
        async with taken_up(self._journal, turn, place) as is_first:
            if not is_first:
                self._meter.turn("repeated", 0.0)
                return
            thinking = asyncio.create_task(stage.think())  # no answer waits for it
            try:
                with counted_turn(self._meter), self._under_way.enter(turn) as stop:
                    await self._answer(turn, stage, stop)
            finally:
                await thinking
                await stage.rest()

    def stop(self, lane: str, scope: Scope) -> bool:
        """Stop the answer that this person is being given in a lane; whether there was one."""
        return self._under_way.stop(lane, scope)

    async def drain(self, seconds: float) -> int:
        """Let what goes on beside the talk end, at most so long; how much had to be cancelled."""
        return await self._afterthought.drain(seconds)

    async def _answer(self, turn: Turn, stage: Stage, stop: Stop) -> None:
        if not turn.text:
            await stage.say(self._texts.say(turn.language, "talk.nothing_said"))
            return
        answer_id = self._new_id()
        limit = asyncio.timeout(self._reply_timeout_seconds)
        reply: Reply | None = None
        try:
            async with limit:
                reply = self._choose_assistant().reply(turn, await self._brief(turn))
                stop.watch(reply)
                said = await self._speak(turn, reply, stage, stop, answer_id)
            await self._keep(turn, said, reply, answer_id)
        except Exception as error:
            # Whatever hindered the answer: what it asks is asked all the same.
            if reply is not None:
                await self._show_cards(turn, reply, stage)
            if limit.expired():
                raise ModelTimeout("The turn took too long.") from error
            raise
        await self._show_beside(turn, said, reply, stage, answer_id)
        if stop.is_asked:
            await stage.whisper(self._texts.say(turn.language, "talk.stopped"))
            return
        self._afterthought.begin(
            turn,
            stage,
            used=reply.used,
            proposals=reply.proposals,
            told_of_secret=reply.told_of_secret,
        )
        await self._own_up(turn, stage)

    async def _speak(
        self, turn: Turn, reply: Reply, stage: Stage, stop: Stop, answer_id: str
    ) -> str:
        """Say the reply; what is kept of it. Raises whatever hinders it."""
        said = await stage.speak(reply, answer_id)
        if said:
            return said
        if stop.is_asked:
            return self._texts.say(turn.language, "talk.stopped")
        said = self._texts.say(turn.language, "talk.speechless")
        await stage.say(said)
        return said

    async def _show_beside(
        self, turn: Turn, said: str, reply: Reply, stage: Stage, answer_id: str
    ) -> None:
        sources = _sources(said, reply)
        cited_ids = {each.memory.id for each in sources}
        self._traces.note(
            turn.scope, reply.searched, at=turn.at, answer_id=answer_id, cited=cited_ids
        )
        await stage.show_sources(sources, answer_id)
        await self._show_cards(turn, reply, stage)

    def _choose_assistant(self) -> Assistant:
        is_out = self._budget is not None and self._budget.has_no_talk_left
        return self._stand_in if is_out and self._stand_in else self._assistant

    async def _brief(self, turn: Turn) -> Briefing:
        recall, earlier = await asyncio.gather(
            self._notebook.recall(turn.scope, turn.text, limit=PREFETCHED), self._look_back(turn)
        )
        found = _worth_telling(recall)
        log.info("[agent] prefetch_memory found=%d", len(found))
        return Briefing(found, earlier.recent, turn.zone, earlier, recall)

    async def _look_back(self, turn: Turn) -> Earlier:
        standing = await self._talks.stand(asked(turn, turn.text))
        earlier, begun = await asyncio.gather(self._talks.recall(standing), self._begin(standing))
        return joined(earlier, begun)

    async def _begin(self, standing: Asked) -> Begun:
        return NOTHING if self._course is None else await self._course.begin(standing)

    async def _show_cards(self, turn: Turn, reply: Reply, stage: Stage) -> None:
        """Show what the reply asks, and what earlier ones could not; never fails."""
        await self._owed.settle(turn.scope, stage)
        unshown = [each for each in reply.proposals if not await stage.show_card(each)]
        self._owed.owe(turn.scope, Gleaned(asked=tuple(unshown)))

    async def _keep(self, turn: Turn, said: str, reply: Reply, answer_id: str) -> None:
        drew_on = [each.memory.id for each in reply.used]
        asked_for = [each.id for each in reply.proposals]
        exchange = Exchange(
            id=answer_id,
            scope=turn.scope,
            place=turn.place,
            said=without_secrets(turn.text),
            answered=without_secrets(said),
            at=turn.at,
            memory_ids=(*drew_on, *asked_for),
            is_private=turn.is_direct,
            origin=Origin(pointer(turn.channel, turn.ts), turn.thread_ts, zone_name(turn.zone)),
        )
        await self._journal.keep(exchange, answers=turn.claim)
        if self._course is not None:
            await self._course.keep(exchange)

    async def _own_up(self, turn: Turn, stage: Stage) -> None:
        """Say once to each person that no model is at work; once a day that its calls are spent."""
        person = f"{turn.scope.team}/{turn.scope.user}"
        key = f"{LASTING_CLAIM}offline:{person}"
        if self._is_offline and await self._journal.claim(key, turn.at, owner=turn.scope):
            await stage.whisper(self._texts.say(turn.language, "talk.offline"))
        if self._budget is None or not self._budget.is_spent:
            return
        key = f"spent:{person}/{turn.at.astimezone(turn.zone).date()}"
        if await self._journal.claim(key, turn.at, owner=turn.scope):
            await stage.whisper(self._texts.say(turn.language, "talk.spent"))


def _sources(said: str, reply: Reply) -> list[Recollection]:
    """What the answer drew on, but for what a card is about to show."""
    on_cards = {each.target for each in reply.proposals}
    return [each for each in cited(said, reply.used) if each.memory.id not in on_cards]


def _worth_telling(recall: Recall) -> tuple[Recollection, ...]:
    """Of noise only the rules of conduct, which hold whatever is said."""
    if not recall.is_noise:
        return recall.found
    rules = [each for each in recall.found if each.memory.fact.type is MemoryType.PROCEDURAL]
    return tuple(rules)
