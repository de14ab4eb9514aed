"""The law of consent, over random stories of two people in two teams with one home.

Nothing is listed or recalled that its owner did not agree to, nothing of anyone else, nothing that
was forgotten; and what was agreed to, and not superseded or forgotten, is there. The notebook, its
database and the search are the real ones; only the embedder and the vectors are simple. Stories in
which the database is the simple one too are quicker, so more of them are told.
"""

from __future__ import annotations

import asyncio
import shutil
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from datetime import timedelta
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from memory.adapters.database import DATABASE_NAME, open_database
from memory.adapters.sql_books import SqlPreferences, SqlWriteLog
from memory.adapters.sql_ledger import SqlLedger
from memory.books import Preferences, WriteLog
from memory.errors import (
    ProposalExpired,
    ProposalFault,
    ProposalSettled,
    ProposalUnknown,
)
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown, Forgotten, Notebook, Outcome, Proposed, Saved
from memory.ports import Ledger
from memory.records import AutoMode, Change, Memory, Proposal, Scope, Source, SourceKind
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import Upkeep
from tests.fakes import FakeClock, FakeLedger, FakeStore, SequentialIds
from tests.fakes_books import FakePreferences, FakeWriteLog
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

PEOPLE = [Scope(team, user) for team in ("T1", "T2") for user in ("U1", "U2")]
BIRTHDAY, OTHER_BIRTHDAY, HOBBY = TEXTS = [
    "또리 생일: 10월 27일",
    "또리 생일: 1월 1일",
    "취미: 사진",
]
PHRASES = [
    *[("wish", "yes")] * 4,
    *[("wish",)] * 4,
    *[("yes",)] * 6,
    *[("forget",), ("forget", "yes"), ("change",), ("change", "yes"), ("undo",)],
    *[("no",), ("keep both",), ("reword",), ("double yes",), ("stranger",), ("wait",)],
    *[("restart",), ("lose the index", "restart"), ("find unasked",)],
    *[("want it unasked", "find unasked"), ("want to be asked",)],
]
ACTORS = [*[0] * 12, 1, 2, 3]
MORE_THAN_ALL = 50
PROPOSAL_DAYS = 7

Step: TypeAlias = tuple[tuple[str, ...], int, int, str]
stories = st.lists(
    st.tuples(
        st.sampled_from(PHRASES),
        st.sampled_from(ACTORS),  # who acts
        st.sampled_from([0, 0, 1, 1, 2]),  # on which of their latest cards or memories, at first
        st.sampled_from([BIRTHDAY, BIRTHDAY, OTHER_BIRTHDAY, OTHER_BIRTHDAY, HOBBY]),
    ),
    min_size=20,
    max_size=35,
)


Books: TypeAlias = tuple[Ledger, Preferences, WriteLog]
OpenBooks: TypeAlias = Callable[[], AbstractAsyncContextManager[Books]]


def on_disk(home: Path) -> OpenBooks:
    """Books in a database in this home, closed and opened anew at each restart."""

    @asynccontextmanager
    async def open_books() -> AsyncIterator[Books]:
        async with await open_database(home) as database:
            yield SqlLedger(database), SqlPreferences(database), SqlWriteLog(database)

    return open_books


def in_memory() -> OpenBooks:
    """Books that outlive a restart, and nothing else."""
    store = FakeStore()
    books = FakeLedger(store), FakePreferences(store), FakeWriteLog(store)

    @asynccontextmanager
    async def open_books() -> AsyncIterator[Books]:
        yield books

    return open_books


@dataclass(slots=True)
class Person:
    """What one person has agreed to, told as simply as it can be."""

    scope: Scope
    active: dict[str, str] = field(default_factory=dict)
    asked: list[Proposal] = field(default_factory=list)
    agreed: set[str] = field(default_factory=set)
    gone: set[str] = field(default_factory=set)
    unasked: bool = False

    def card(self, back: int) -> Proposal | None:
        """One of the latest cards."""
        return self.asked[-1 - back] if back < len(self.asked) else None

    def memory(self, back: int) -> str | None:
        """One of the latest memories."""
        ids = list(self.active)
        return ids[-1 - back] if back < len(ids) else None

    def keeps(self, memory: Memory, *, instead_of: str | None) -> None:
        """They agreed to this."""
        assert memory.scope == self.scope
        if instead_of is not None:
            del self.active[instead_of]
        self.active[memory.id] = memory.text
        self.agreed.add(memory.text)
        self.gone.discard(memory.text)

    def forgets(self, memory_id: str) -> None:
        """They agreed to forget this."""
        self.gone.add(self.active.pop(memory_id))


class Story:
    """Tells one story on one home, and checks the law for who acted after each step, for all at
    the end of each run of the program.
    """

    def __init__(self, open_books: OpenBooks) -> None:
        self._open_books = open_books
        self._clock, self._new_id = FakeClock(), SequentialIds()
        self._index = FakeVectorIndex()
        self._people = [Person(scope) for scope in PEOPLE]
        self._notebook: Notebook

    async def tell(self, steps: list[Step]) -> None:
        """Go through the steps, with a restart wherever one is told, and one at the end."""
        rest = iter([*steps, (("restart",), 0, 0, "")])
        while True:
            async with self._awake():
                await self._check(*self._people)
                if not await self._until_restart(rest):
                    return

    async def _until_restart(self, rest: Iterator[Step]) -> bool:
        for deeds, who, back, text in rest:
            for place, deed in enumerate(deeds):
                if deed == "restart":
                    return True
                self._clock.advance(timedelta(seconds=1))
                await self._do(deed, self._people[who], 0 if place else back, text)
                await self._check(self._people[who])
        return False

    @asynccontextmanager
    async def _awake(self) -> AsyncIterator[None]:
        async with self._open_books() as (ledger, preferences, write_log):
            embedder = FakeEmbedder()
            shelf = Shelf(ledger)
            upkeep = Upkeep(ledger=ledger, index=self._index, embedder=embedder, shelf=shelf)
            self._notebook = Notebook(
                ledger=ledger,
                preferences=preferences,
                write_log=write_log,
                retrieval=Retrieval(
                    ledger=ledger, index=self._index, embedder=embedder, shelf=shelf, upkeep=upkeep
                ),
                upkeep=upkeep,
                clock=self._clock,
                new_id=self._new_id,
                proposal_ttl=timedelta(days=PROPOSAL_DAYS),
            )
            await (upkeep.rebuild() if await upkeep.check() else upkeep.sweep())
            yield

    async def _do(self, deed: str, person: Person, back: int, text: str) -> None:
        card, memory_id = person.card(back), person.memory(back)
        match deed:
            case "wish":
                await self._ask(person, text, SourceKind.WISH)
            case "find unasked":
                await self._ask(person, text, SourceKind.EXTRACTION)
            case "want it unasked" | "want to be asked":
                person.unasked = deed == "want it unasked"
                mode = AutoMode.ON if person.unasked else AutoMode.ASK
                await self._notebook.set_auto_mode(person.scope, mode)
            case "wait":
                self._clock.advance(timedelta(days=PROPOSAL_DAYS))
            case "lose the index":
                self._index.throw_away()
            case "stranger" if card:
                await self._answer_as_strangers(person, card)
            case _ if memory_id and deed in {"change", "forget", "undo"}:
                await self._change(deed, person, memory_id, text)
            case _ if card:
                await self._answer(deed, person, card, text)

    async def _change(self, deed: str, person: Person, memory_id: str, text: str) -> None:
        match deed:
            case "change":
                asked = await self._notebook.propose_edit(
                    person.scope, memory_id, text, self._source(SourceKind.EDIT, text)
                )
                self._note_asked(person, asked)
            case "forget":
                source = self._source(SourceKind.COMMAND, text)
                asked = await self._notebook.propose_forgetting(person.scope, memory_id, source)
                self._note_asked(person, asked)
            case "undo":
                await self._undo(person, memory_id)

    async def _ask(self, person: Person, text: str, kind: SourceKind) -> None:
        fact, source = read_fact(text), self._source(kind, text)
        if kind is SourceKind.WISH:
            self._note_asked(person, await self._notebook.propose(person.scope, fact, source))
            return
        found = await self._notebook.save_unasked(person.scope, fact, source)
        if isinstance(found, Saved):
            assert person.unasked
            assert found.memory.text == fact.text
            person.keeps(found.memory, instead_of=None)
            assert found.previous is None
        else:
            self._note_asked(person, found)

    def _note_asked(self, person: Person, asked: Proposed | AlreadyKnown) -> None:
        if isinstance(asked, AlreadyKnown):
            assert asked.memory.id in person.active
            return
        person.asked.append(asked.proposal)
        person.gone.discard(asked.proposal.fact.text)

    async def _answer(self, deed: str, person: Person, card: Proposal, text: str) -> None:
        scope, notebook = person.scope, self._notebook
        try:
            match deed:
                case "no":
                    await notebook.dismiss(scope, card.id)
                case "yes":
                    await self._heed(person, card, await notebook.confirm(scope, card.id))
                case "keep both":
                    outcome = await notebook.confirm(scope, card.id, keep_both=True)
                    assert not isinstance(outcome, Saved) or outcome.previous is None
                    await self._heed(person, card, outcome)
                case "reword" if card.change is not Change.FORGET:
                    outcome = await notebook.confirm(scope, card.id, text=text)
                    await self._heed(person, card, outcome, wording=text)
                case "double yes":
                    await self._answer_twice(person, card)
        except (ProposalSettled, ProposalExpired):
            return  # it was answered, or left too long: nothing may have changed

    async def _answer_twice(self, person: Person, card: Proposal) -> None:
        clicks = [self._notebook.confirm(person.scope, card.id) for _ in range(2)]
        outcomes = await asyncio.gather(*clicks, return_exceptions=True)
        done = [each for each in outcomes if not isinstance(each, BaseException)]
        assert len(done) <= 1
        assert all(isinstance(each, ProposalFault) for each in outcomes if each not in done)
        for outcome in done:
            await self._heed(person, card, outcome)

    async def _answer_as_strangers(self, person: Person, card: Proposal) -> None:
        for stranger in (each.scope for each in self._people if each is not person):
            with pytest.raises(ProposalUnknown):
                await self._notebook.confirm(stranger, card.id)
            with pytest.raises(ProposalUnknown):
                await self._notebook.confirm(stranger, card.id, text=HOBBY)
            with pytest.raises(ProposalUnknown):
                await self._notebook.dismiss(stranger, card.id)

    async def _heed(
        self, person: Person, card: Proposal, outcome: Outcome, *, wording: str = ""
    ) -> None:
        """Follow what a yes did; it may do no more than the card said."""
        match outcome:
            case Saved(memory, previous):
                shown = wording or card.fact.text
                assert memory.text == shown
                assert card.change is not Change.FORGET
                if previous is not None:
                    assert previous.id == card.target
                person.keeps(memory, instead_of=previous.id if previous else None)
            case Forgotten():
                assert card.change is Change.FORGET
                assert card.target is not None
                person.forgets(card.target)
            case AlreadyKnown(memory):
                assert memory.id in person.active
            case _:
                person.asked.append(outcome.proposal)

    async def _undo(self, person: Person, memory_id: str) -> None:
        undone = await self._notebook.undo(person.scope, memory_id)
        assert undone.removed.id == memory_id
        if undone.restored is None or undone.restored.id in person.active:
            person.forgets(memory_id)
        else:
            assert undone.restored.text in person.agreed
            person.keeps(undone.restored, instead_of=memory_id)

    async def _check(self, *people: Person) -> None:
        for person in people:
            listed = await self._notebook.listing(person.scope, limit=MORE_THAN_ALL)
            assert {each.id: each.text for each in listed} == person.active
            for text in TEXTS:
                recall = await self._notebook.recall(person.scope, text, limit=MORE_THAN_ALL)
                found = {each.memory.id: each.memory.text for each in recall.found}
                assert found.items() <= person.active.items()
                same = {id_ for id_, said in person.active.items() if said == text}
                assert same <= found.keys()
            await self._check_forgotten(person)

    async def _check_forgotten(self, person: Person) -> None:
        still_told = [
            each.text for id_ in person.active for each in await self._history(person, id_)
        ]
        for proposal in await self._notebook.pending(person.scope):
            still_told += [proposal.fact.text, proposal.target_text]
        assert person.gone.isdisjoint(still_told)

    async def _history(self, person: Person, memory_id: str) -> list[Memory]:
        versions = await self._notebook.history(person.scope, memory_id)
        assert {each.text for each in versions} <= person.agreed
        return versions

    def _source(self, kind: SourceKind, text: str) -> Source:
        return Source(kind, text, self._clock(), f"D1/{self._clock().timestamp()}")


@pytest.fixture(scope="module")
def empty_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home whose tables are made, to be copied: making them takes the most of a start."""
    home = tmp_path_factory.mktemp("empty")

    async def make() -> None:
        async with await open_database(home):
            pass

    asyncio.run(make())
    return home


_NUMBERS = count()


@settings(
    max_examples=9, deadline=None, suppress_health_check=[HealthCheck.function_scoped_fixture]
)
@given(story=stories)
def test_only_what_its_owner_agreed_to_is_remembered(
    story: list[Step], empty_home: Path, tmp_path: Path
) -> None:
    home = tmp_path / f"home-{next(_NUMBERS)}"
    home.mkdir()
    shutil.copy(empty_home / DATABASE_NAME, home / DATABASE_NAME)

    asyncio.run(Story(on_disk(home)).tell(story))


@settings(max_examples=100, deadline=None)
@given(story=stories)
def test_only_what_its_owner_agreed_to_is_remembered_in_many_more_stories(
    story: list[Step],
) -> None:
    asyncio.run(Story(in_memory()).tell(story))


def test_a_whole_story_reaches_every_kind_of_end(empty_home: Path, tmp_path: Path) -> None:
    shutil.copy(empty_home / DATABASE_NAME, tmp_path / DATABASE_NAME)
    story = Story(on_disk(tmp_path))

    asyncio.run(
        story.tell(
            [
                (("wish",), 0, 0, BIRTHDAY),
                (("stranger",), 0, 0, ""),
                (("double yes",), 0, 0, ""),
                (("forget",), 0, 0, ""),
                (("lose the index", "restart"), 0, 0, ""),
                (("wish", "yes"), 0, 0, OTHER_BIRTHDAY),
                (("yes",), 0, 1, ""),  # to forgetting the first, which is superseded by now
                (("wish", "yes"), 2, 0, BIRTHDAY),
                (("undo",), 0, 0, ""),
                (("forget", "yes"), 0, 0, ""),
            ]
        )
    )

    first, _, same_id_elsewhere, _ = story._people
    assert first.agreed == {BIRTHDAY, OTHER_BIRTHDAY}
    assert (first.active, first.gone) == ({}, {BIRTHDAY})
    assert list(same_id_elsewhere.active.values()) == [BIRTHDAY]
