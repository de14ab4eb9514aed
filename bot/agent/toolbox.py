"""The tools of the agent. They propose and read; none of them writes a memory."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import tzinfo
from math import inf
from typing import Annotated, Final, Protocol

from langchain.agents import AgentState
from langchain.tools import ToolRuntime
from langchain_core.tools import BaseTool, InjectedToolArg, StructuredTool
from pydantic import Field, create_model

from bot.agent.asking import Talks, asked
from bot.agent.memory_lines import quote, write_lines
from bot.agent.prompts import load, load_phrases
from bot.agent.speech import Speech
from bot.agent.talk_lines import write_talk_lines
from bot.turn import Turn
from memory.errors import FactRejected, MemoryUnknown, Rejection
from memory.facts.junk import told_in
from memory.facts.reading import read_fact
from memory.notebook import LONGEST_FACT_CHARS, AlreadyKnown, Proposed
from memory.records import (
    Change,
    Fact,
    Memory,
    Proposal,
    Recall,
    Recollection,
    Scope,
    Source,
    SourceKind,
)
from memory.searches import Searched, SearchKind
from memory.sharing import pointer, speakable

FOUND_AT_MOST: Final = 5
LISTED_AT_MOST: Final = 20
TALKS_AT_MOST: Final = 8
RESULT_TOKENS: Final = 1_500
"""What the memories in one tool result may take of the model's attention."""

_LOOKED_THROUGH: Final = 200
"""How many memories are looked through for those that may be spoken in a channel."""

log = logging.getLogger(__name__)


class Notes(Protocol):
    """The part of `memory.notebook.Notebook` that the tools may touch: no write among it."""

    async def propose(self, scope: Scope, fact: Fact, source: Source) -> Proposed | AlreadyKnown:
        """Ask to remember a fact. Raises `FactRejected`."""
        ...

    async def propose_forgetting(self, scope: Scope, memory_id: str, source: Source) -> Proposed:
        """Ask to forget a memory. Raises `MemoryUnknown`."""
        ...

    async def recall(self, scope: Scope, query: str, *, limit: int) -> Recall:
        """The person's memories that answer a query, best first."""
        ...

    async def listing(self, scope: Scope, *, offset: int, limit: int) -> list[Memory]:
        """The person's active memories, newest first."""
        ...

    async def count(self, scope: Scope) -> int:
        """How many active memories the person has."""
        ...


@dataclass(slots=True)
class TurnWork:
    """What one turn gives to the tools, and what they leave behind. Each turn has its own.

    `deadline` is on the event loop's clock, in seconds.
    """

    turn: Turn
    zone: tzinfo
    deadline: float = inf
    proposals: list[Proposal] = field(default_factory=list)
    used: list[Recollection] = field(default_factory=list)
    recalls: list[tuple[SearchKind, Recall]] = field(default_factory=list)
    rejections: set[Rejection] = field(default_factory=set)
    speech: Speech = field(default_factory=Speech)
    model_calls: int = 0

    @property
    def source(self) -> Source:
        """Where a fact of this turn comes from: the message itself, never the model's word."""
        turn = self.turn
        return Source(SourceKind.WISH, turn.text, turn.at, pointer(turn.channel, turn.ts))

    @property
    def searched(self) -> list[Searched]:
        """Every search of this turn, with those of its memories that the model was shown.

        What it was shown without a search comes last.
        """
        used = [each.memory.id for each in self.used]
        found = [{each.memory.id for each in recall.found} for _, recall in self.recalls]
        told = [
            Searched(kind, recall, tuple(id_ for id_ in used if id_ in ids))
            for (kind, recall), ids in zip(self.recalls, found, strict=True)
        ]
        rest = tuple(id_ for id_ in used if not any(id_ in ids for ids in found))
        return [*told, Searched(SearchKind.LOOKUP, Recall(), rest)] if rest else told

    def add_proposal(self, proposal: Proposal) -> None:
        """Note a proposal; it takes the place of an earlier one with the same content."""
        key = (proposal.change is Change.FORGET, proposal.fact.content_key)
        self.proposals[:] = [
            each
            for each in self.proposals
            if (each.change is Change.FORGET, each.fact.content_key) != key
        ]
        self.proposals.append(proposal)

    def note_used(self, recollections: Iterable[Recollection]) -> None:
        """Note memories that the answer may draw on, each once."""
        known = {each.memory.id for each in self.used}
        for each in recollections:
            if each.memory.id not in known:
                known.add(each.memory.id)
                self.used.append(each)


Runtime = ToolRuntime[TurnWork, AgentState[None]]


class Toolbox:
    """Makes the tools. One instance serves all turns: each call brings its own `TurnWork`."""

    def __init__(self, notebook: Notes, talks: Talks) -> None:
        self._notebook = notebook
        self._talks = talks
        self._say = load_phrases("phrases")["result"]

    def tools(self) -> list[BaseTool]:
        """The tools with their descriptions from the prompt files."""
        phrases = load_phrases("phrases")
        heading, related = phrases["block"]["heading"].text, phrases["talk"]["related"].text
        search_conversations = load("search_conversations").fill(
            limit=str(TALKS_AT_MOST), related=related
        )
        return [
            _tool(self.save_memory, load("save_memory").fill(), ("content",)),
            _tool(self.search_memory, load("search_memory").fill(heading=heading), ("query",)),
            _tool(self.search_conversations, search_conversations, ("query",)),
            _tool(self.list_memories, load("list_memories").fill(limit=str(LISTED_AT_MOST)), ()),
            _tool(self.forget_memory, load("forget_memory").fill(), ("query",)),
        ]

    async def save_memory(self, content: str, runtime: Runtime) -> str:
        """Propose to remember; tells the model what came of it."""
        work = runtime.context
        fact = _read(content, work)
        try:
            outcome = await self._notebook.propose(work.turn.scope, fact, work.source)
        except FactRejected as rejected:
            work.rejections.add(rejected.reason)
            log.info("[agent] tool save_memory → rejected (%s)", rejected.reason)
            return self._say[f"rejected_{rejected.reason}"].fill()
        if isinstance(outcome, AlreadyKnown):
            log.info("[agent] tool save_memory → already known")
            if speakable(outcome.memory, work.turn):
                work.note_used([Recollection(outcome.memory, score=0.0)])
            return self._say["already_known"].fill()
        work.add_proposal(outcome.proposal)
        log.info("[agent] tool save_memory → proposed (%s)", outcome.proposal.change)
        is_choice = outcome.proposal.change is Change.CHOOSE
        return self._say["proposed_choice" if is_choice else "proposed"].fill()

    async def search_memory(self, query: str, runtime: Runtime) -> str:
        """Search; the lines that may be spoken here."""
        work = runtime.context
        found = await self._find(work, query)
        log.info("[agent] tool search_memory → found=%d", len(found))
        if not found:
            return self._nothing(work)
        return self._show(work, found, "found")

    async def search_conversations(self, query: str, runtime: Runtime) -> str:
        """Search earlier talk; the exchanges that may be heard here, in the order of time."""
        work = runtime.context
        found = await self._talks.search(asked(work.turn, query), limit=TALKS_AT_MOST)
        lines, count = write_talk_lines(found.exchanges, work.zone, limit_tokens=RESULT_TOKENS)
        log.info("[agent] tool search_conversations → found=%d", count)
        if not count:
            is_direct = work.turn.is_direct
            return self._say["talk_nothing" if is_direct else "talk_nothing_here"].fill()
        heading = self._say["talk_near" if found.by_meaning else "talk_found"]
        return f"{heading.fill(count=str(count))}\n{lines}"

    async def list_memories(self, runtime: Runtime) -> str:
        """List; the newest lines that may be spoken here, and how many there are."""
        work = runtime.context
        scope, is_direct = work.turn.scope, work.turn.is_direct
        memories = await self._notebook.listing(
            scope, offset=0, limit=LISTED_AT_MOST if is_direct else _LOOKED_THROUGH
        )
        here = [each for each in memories if speakable(each, work.turn)]
        total = await self._notebook.count(scope) if is_direct else len(here)
        log.info("[agent] tool list_memories → listed=%d", min(len(here), LISTED_AT_MOST))
        if not here:
            return self._nothing(work)
        found = [Recollection(each, score=0.0) for each in here[:LISTED_AT_MOST]]
        return self._show(work, found, "listed", total=str(total))

    async def forget_memory(self, query: str, runtime: Runtime) -> str:
        """Propose to forget the one memory that fits; list them when several do."""
        work = runtime.context
        found = _fitting(query, await self._find(work, query))
        if not found:
            log.info("[agent] tool forget_memory → found=0")
            return self._nothing(work)
        if len(found) > 1:
            log.info("[agent] tool forget_memory → several fit (%d)", len(found))
            return self._show(work, found, "several_fit")
        target = found[0].memory
        try:
            outcome = await self._notebook.propose_forgetting(
                work.turn.scope, target.id, work.source
            )
        except MemoryUnknown:
            log.info("[agent] tool forget_memory → gone already")
            return self._nothing(work)
        work.add_proposal(outcome.proposal)
        work.note_used(found)
        log.info("[agent] tool forget_memory → proposed")
        return self._say["forgetting_proposed"].fill(quote=quote(target.text))

    async def _find(self, work: TurnWork, query: str) -> list[Recollection]:
        limit = FOUND_AT_MOST if work.turn.is_direct else _LOOKED_THROUGH
        recall = await self._notebook.recall(work.turn.scope, query, limit=limit)
        work.recalls.append((SearchKind.TOOL, recall))
        return [each for each in recall.found if speakable(each.memory, work.turn)][:FOUND_AT_MOST]

    def _show(self, work: TurnWork, found: list[Recollection], phrase: str, **values: str) -> str:
        lines, count = write_lines(
            [each.memory for each in found], work.zone, limit_tokens=RESULT_TOKENS
        )
        work.note_used(found[:count])
        return f"{self._say[phrase].fill(count=str(count), **values)}\n{lines}"

    def _nothing(self, work: TurnWork) -> str:
        return self._say["nothing_found" if work.turn.is_direct else "nothing_here"].fill()


def _read(content: str, work: TurnWork) -> Fact:
    if len(content) > LONGEST_FACT_CHARS:
        return Fact(content)  # the notebook will not take it: no rules need to read it
    return read_fact(told_in(content), at=work.turn.at, tz=work.zone)


def _fitting(query: str, found: list[Recollection]) -> list[Recollection]:
    """The memories that a wish to forget may mean.

    One whose very text was given is meant alone. Else those that share the most of the query's
    terms; with no shared term at all the search found them by meaning only, and the person decides.
    """
    same = [each for each in found if each.memory.fact.content_key == Fact(query).content_key]
    if same:
        return same[:1]
    most = max((len(each.matched_terms) for each in found), default=0)
    return [each for each in found if len(each.matched_terms) == most]


def _tool(
    run: Callable[..., Awaitable[str]], description: str, arguments: tuple[str, ...]
) -> BaseTool:
    name = run.__name__
    fields = {each: (str, Field(description=load(f"{name}.{each}").fill())) for each in arguments}
    # LangChain injects nothing into a tool whose schema has no field, and to read the schema off
    # the signature takes 30 ms at each start. An injected field is hidden from the model.
    injected = {"runtime": (Annotated[object, InjectedToolArg], ...)}
    schema = create_model(name, **(fields or injected))
    return StructuredTool.from_function(
        coroutine=run, name=name, description=description, args_schema=schema
    )
