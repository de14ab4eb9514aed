"""Killed at any step of a deed, a home opens again as if that had not begun, or was done."""

from __future__ import annotations

import asyncio
import json
import shutil
import subprocess
import sys
from collections.abc import Iterator
from itertools import count
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory.records import ProposalState, Scope, Stats, WriteVerdict
from tests.home_kit import House, files_with, open_house
from tests.killed_home import BIRTHDAY, JUN, JUNS, KEY, MINA, NEW_BIRTHDAY

NEVER = 10_000
MINAS = [BIRTHDAY, KEY, NEW_BIRTHDAY]


class Mortals:
    """Gives orders to a process that has them carried out by children who die."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def order(self, home: Path, deed: str, *, dies_before: int, story: object = ()) -> str:
        """Have a deed done; returns how it ended."""
        order = {"home": str(home), "deed": deed, "dies_before": dies_before, "story": story}
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._process.stdin.write(json.dumps(order) + "\n")
        self._process.stdin.flush()
        return self._process.stdout.readline().strip()

    def die_at_every_step(self, furnished: Path, homes: Path, deed: str) -> list[Path]:
        """The homes that were left behind, the last by a child that survived."""
        left = []
        for step in count():
            home = homes / f"{deed}-{step}"
            shutil.copytree(furnished, home)
            left.append(home)
            ended = self.order(home, deed, dies_before=step)
            if ended != "killed":
                assert ended == "survived"
                return left
        raise AssertionError


@pytest.fixture(scope="module")
def mortals() -> Iterator[Mortals]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.killed_home"],
        cwd=Path(__file__).parent.parent,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        yield Mortals(process)
        assert process.stdin is not None
        process.stdin.close()


@pytest.fixture(scope="module")
def furnished(mortals: Mortals, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home with the memories of two people, closed by a death."""
    home = tmp_path_factory.mktemp("furnished") / "home"
    assert mortals.order(home, "settle_in", dies_before=NEVER) == "survived"
    return home


async def is_untouched(house: House, scope: Scope, text: str) -> bool:
    found = (await house.notebook.recall(scope, text)).found
    return await house.texts(scope) == [text] and found[0].similarity is not None


async def test_of_a_yes_all_or_nothing_is_left(
    mortals: Mortals, furnished: Path, tmp_path: Path
) -> None:
    states = []
    for home in mortals.die_at_every_step(furnished, tmp_path, "confirm"):
        async with open_house(home) as house:
            texts = await house.texts(MINA)
            pending = [each.fact.text for each in await house.notebook.pending(MINA)]
            assert (texts, pending) in (
                (sorted([BIRTHDAY, KEY]), [NEW_BIRTHDAY]),
                (sorted([NEW_BIRTHDAY, KEY]), []),
            )
            assert await house.is_indexed_truly(MINA)
            assert await is_untouched(house, JUN, JUNS)
            states.append(bool(pending))
    assert states[0] is True
    assert states[-1] is False
    assert states == sorted(states, reverse=True)
    assert len(states) > 10


async def test_of_a_forgetting_all_or_nothing_is_left(
    mortals: Mortals, furnished: Path, tmp_path: Path
) -> None:
    kept = []
    for home in mortals.die_at_every_step(furnished, tmp_path, "forget"):
        async with open_house(home) as house:
            texts = await house.texts(MINA)
            assert texts in ([BIRTHDAY], sorted([BIRTHDAY, KEY]))
            assert await house.is_indexed_truly(MINA)
            assert await is_untouched(house, JUN, JUNS)
            kept.append(KEY in texts)
            if not kept[-1]:
                assert files_with(home, KEY.encode()) == []
    assert kept[0] is True
    assert kept[-1] is False
    assert kept == sorted(kept, reverse=True)


async def test_an_erasure_ends_at_the_next_start_or_has_not_begun(
    mortals: Mortals, furnished: Path, tmp_path: Path
) -> None:
    begun = []
    for home in mortals.die_at_every_step(furnished, tmp_path, "erase"):
        async with open_house(home) as house:
            begun.append(await house.ledger.erased_at(MINA) is not None)
            if begun[-1]:
                assert await house.notebook.stats(MINA) == Stats()
                assert await house.notebook.log(MINA, 99) == []
                assert await house.erasure.known_scopes() == [JUN]
                for text in MINAS:
                    assert files_with(home, text.encode()) == []
                    assert house.files_with_vector(text) == []
            else:
                assert await house.texts(MINA) == sorted([BIRTHDAY, KEY])
                assert len(await house.notebook.pending(MINA)) == 1
            assert await house.is_indexed_truly(MINA)
            assert await is_untouched(house, JUN, JUNS)
    assert begun[0] is False
    assert begun[-1] is True
    assert begun == sorted(begun)
    assert begun.count(True) > 5


STORIES = st.lists(
    st.tuples(
        st.sampled_from(["wish", "wish", "yes", "yes", "no", "undo", "erase"]),
        st.integers(0, 1),  # whose turn it is
        st.integers(0, 4),  # what is wished for, or which of the latest is meant
    ),
    min_size=3,
    max_size=10,
)


async def keeps_the_laws(home: Path) -> None:
    """Nothing without a yes, nothing of another, nothing in the index but what is remembered."""
    async with open_house(home) as house:
        for scope, other in ((MINA, JUN), (JUN, MINA)):
            for memory in await house.ledger.memories(scope):
                assert memory.text.startswith(f"{scope.user} ")
                assert await house.ledger.memory(other, memory.id) is None
                await agreed_to(house, scope, memory.id, memory.text)
            for asked in await house.notebook.pending(scope):
                assert asked.fact.text.startswith(f"{scope.user} ")
            assert await house.is_indexed_truly(scope)
            found = (await house.notebook.recall(scope, f"{other.user} 또리 생일")).found
            assert all(each.memory.scope == scope for each in found)
        for scope in (MINA, JUN):
            known = await house.erasure.known_scopes()
            if await house.ledger.erased_at(scope) and scope not in known:
                assert files_with(home, f"{scope.user} 또리".encode()) == []
                assert files_with(home, f"{scope.user} 모카".encode()) == []


async def agreed_to(house: House, scope: Scope, memory_id: str, text: str) -> None:
    """Check that what is remembered was confirmed, as far as the log tells of it."""
    notes = await house.notebook.log(scope, 99)
    saves = [each for each in notes if each.memory_id == memory_id]
    for each in saves:
        if each.verdict is WriteVerdict.SAVED:
            consent = await house.ledger.proposal(scope, each.proposal_id or "")
            assert consent is not None
            assert (consent.state, consent.fact.text) == (ProposalState.CONFIRMED, text)


def test_a_death_in_any_story_breaks_no_law(mortals: Mortals, tmp_path: Path) -> None:
    homes = count()
    with asyncio.Runner() as runner:

        @settings(max_examples=20, deadline=None)
        @given(story=STORIES, dies_before=st.integers(0, 120))
        def holds(story: list[tuple[str, int, int]], dies_before: int) -> None:
            home = tmp_path / str(next(homes))
            ended = mortals.order(home, "live", dies_before=dies_before, story=story)
            assert ended in {"killed", "survived"}
            runner.run(keeps_the_laws(home))
            shutil.rmtree(home)

        holds()
