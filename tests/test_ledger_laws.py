"""Laws of consent over random stories of two people: what is remembered is what they agreed to."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import TypeAlias

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.adapters.database import open_database
from memory.adapters.sql_ledger import SqlLedger
from memory.ports import Ledger
from memory.records import Change, Proposal, ProposalState, Scope
from tests.fakes import FakeLedger
from tests.ledger_kit import NOON, a_memory, a_proposal

TEXTS = ["또리 생일: 10월 27일", "또리 생일: 1월 1일", "모카 나이: 3살"]
Step: TypeAlias = tuple[str, int, int, str]
stories = st.lists(
    st.tuples(
        st.sampled_from(["add", "update", "forget", "yes", "yes", "no"]),
        st.integers(0, 1),  # whose turn it is
        st.integers(0, 4),  # which of the latest memories or proposals is meant
        st.sampled_from(TEXTS),
    ),
    max_size=30,
)


@dataclass(slots=True)
class Version:
    """A version as the model knows it."""

    id: str
    chain: str
    text: str
    active: bool = True


@dataclass(slots=True)
class Person:
    """What one person has agreed to, told as simply as it can be."""

    scope: Scope
    versions: list[Version] = field(default_factory=list)
    waiting: dict[str, Proposal] = field(default_factory=dict)
    asked: list[Proposal] = field(default_factory=list)

    def ask(self, proposal: Proposal) -> None:
        self.asked.append(proposal)
        for older in list(self.waiting.values()):
            if (older.change, older.fact) == (proposal.change, proposal.fact):
                del self.waiting[older.id]
        self.waiting[proposal.id] = proposal

    def remember(self, proposal: Proposal, memory_id: str) -> bool:
        old = next((each for each in self.versions if each.id == proposal.target), None)
        taken = {each.text for each in self.versions if each.active and each is not old}
        gone = proposal.target is not None and not (old and old.active)
        if proposal.id not in self.waiting or gone or proposal.fact.text in taken:
            return False
        if old:
            old.active = False
        chain = old.chain if old else memory_id
        self.versions.append(Version(memory_id, chain, proposal.fact.text))
        del self.waiting[proposal.id]
        return True

    def forget(self, proposal: Proposal) -> set[str] | None:
        if self.waiting.pop(proposal.id, None) is None:
            return None
        chain = {each.chain for each in self.versions if each.id == proposal.target}
        texts = {each.text for each in self.versions if each.chain in chain}
        doomed = [
            each
            for each in self.versions
            if each.chain in chain or (not each.active and each.text in texts)
        ]
        self.versions = [each for each in self.versions if each not in doomed]
        ids = {each.id for each in doomed}
        for other in list(self.waiting.values()):
            if other.target in ids or other.fact.text in texts:
                del self.waiting[other.id]
        return ids


async def tell(ledger: Ledger, story: list[Step], team: str) -> None:
    """Live a story in the ledger and in the model, and compare them after each step."""
    people = [Person(Scope(team, "U1")), Person(Scope(team, "U2"))]
    numbers = count()
    for deed, turn, which, text in story:
        person = people[turn]
        new_id = f"{team}-{next(numbers)}"
        if deed in {"add", "update", "forget"}:
            known = person.versions[::-1][which : which + 1]
            if deed != "add" and not known:
                continue
            proposal = a_proposal(
                new_id,
                known[0].text if deed == "forget" else text,
                scope=person.scope,
                change=Change(deed),
                target=None if deed == "add" else known[0].id,
            )
            person.ask(proposal)
            await ledger.add_proposal(proposal)
        elif person.asked:
            await _answer(
                ledger, person, person.asked[::-1][which % len(person.asked)], deed, new_id
            )
        for each in people:
            await _compare(ledger, each)


async def _answer(
    ledger: Ledger, person: Person, proposal: Proposal, deed: str, new_id: str
) -> None:
    if deed == "no":
        was_waiting = person.waiting.pop(proposal.id, None) is not None
        settled = await ledger.settle(person.scope, proposal.id, ProposalState.DISMISSED, NOON)
        assert settled == was_waiting
    elif proposal.change is Change.FORGET:
        gone = await ledger.commit_forgetting(proposal, NOON)
        expected = person.forget(proposal)
        assert (None if gone is None else set(gone)) == expected
        for memory_id in gone or ():
            assert await ledger.memory(person.scope, memory_id) is None
    else:
        memory = a_memory(
            new_id, proposal.fact.text, scope=person.scope, supersedes=proposal.target
        )
        written = await ledger.commit_remembering(proposal, memory, NOON)
        assert written == person.remember(proposal, new_id)


async def _compare(ledger: Ledger, person: Person) -> None:
    active = {each.id: each.text for each in person.versions if each.active}
    listed = await ledger.memories(person.scope)
    assert {each.id: each.text for each in listed} == active
    assert await ledger.count(person.scope) == len(active)
    assert {each.id for each in await ledger.pending(person.scope)} == set(person.waiting)
    for version in person.versions:
        chain = [each.id for each in person.versions if each.chain == version.chain]
        found = await ledger.versions(person.scope, version.id)
        assert [each.id for each in found] == chain


@contextmanager
def a_ledger(kind: str, home: Path) -> Iterator[tuple[Ledger, asyncio.Runner]]:
    with asyncio.Runner() as runner:
        if kind == "fake":
            yield FakeLedger(), runner
            return
        database = runner.run(open_database(home))
        try:
            yield SqlLedger(database), runner
        finally:
            runner.run(database.close())


@pytest.mark.parametrize(("kind", "examples"), [("fake", 150), ("sqlite", 25)])
def test_what_is_active_is_what_was_agreed_to(kind: str, examples: int, tmp_path: Path) -> None:
    teams = count()
    with a_ledger(kind, tmp_path) as (ledger, runner):

        @settings(max_examples=examples, deadline=None)
        @given(stories)
        def holds(story: list[Step]) -> None:
            runner.run(tell(ledger, story, f"T{next(teams)}"))

        holds()
