"""Homes whose process is killed in the middle of a deed: run by the tests as a process of its own.

`python -m tests.killed_home` reads orders, one JSON object a line, and answers each with a word.
An order names a `home`, a `deed` out of DEEDS, and before which step of it to die; the steps are
the statements to the database, its commits, and what is done to files. The answer is "killed", or
"survived" when the deed has no such step. Each order is carried out by a child of its own.
"""

from __future__ import annotations

import asyncio
import json
import os
import signal
import sys
import traceback
from collections.abc import Awaitable, Callable
from itertools import count
from pathlib import Path
from typing import Final, TypedDict

import chromadb.api.rust  # noqa: F401  (once here, not in each child)
from sqlalchemy import event
from sqlalchemy.engine import Engine

from memory.facts.reading import read_fact
from memory.notebook import Reconsidered
from memory.records import Scope, Source, SourceKind
from tests.home_kit import House, open_house

MINA: Final = Scope("T1", "U-MINA")
JUN: Final = Scope("T1", "U-JUN")
BIRTHDAY: Final = "또리 생일: 10월 27일"
NEW_BIRTHDAY: Final = "또리 생일: 1월 5일"
KEY: Final = "지하실 열쇠: 화분 아래"
JUNS: Final = "모카 생일: 3월 2일"

_TOUCHES_FILES: Final = frozenset(
    {"os.remove", "os.rmdir", "os.rename", "shutil.rmtree", "sqlite3.connect"}
)


class Order(TypedDict):
    """A line that is read."""

    home: str
    deed: str
    dies_before: int
    story: list[tuple[str, int, int]]


async def settle_in(house: House, _: Order) -> None:
    """Two people with memories; one change of the first waits for an answer."""
    await house.remember(MINA, BIRTHDAY)
    await house.remember(MINA, KEY)
    await house.remember(JUN, JUNS)
    await house.propose(MINA, NEW_BIRTHDAY)


async def confirm(house: House, _: Order) -> None:
    """Answer the change that waits with a yes."""
    (asked,) = await house.notebook.pending(MINA)
    await house.notebook.confirm(MINA, asked.id)


async def forget(house: House, _: Order) -> None:
    """Forget the key."""
    (target,) = [each for each in await house.ledger.memories(MINA) if each.text == KEY]
    order = Source(SourceKind.COMMAND, "", house.clock())
    asked = await house.notebook.propose_forgetting(MINA, target.id, order)
    await house.notebook.confirm(MINA, asked.proposal.id)


async def erase(house: House, _: Order) -> None:
    """Erase the first person."""
    await house.erasure.erase(MINA)


async def live(house: House, order: Order) -> None:
    """Live a story: who wishes what, and what becomes of the latest wish or memory."""
    for verb, who, which in order["story"]:
        await _act(house, verb, (MINA, JUN)[who], which)


async def _act(house: House, verb: str, scope: Scope, which: int) -> None:
    if verb == "wish":
        text = f"{scope.user} {'또리' if which % 2 else '모카'} 생일: {which + 1}월 {which + 1}일"
        source = Source(SourceKind.WISH, text, house.clock(), f"D1/{text}")
        await house.notebook.propose(scope, read_fact(text), source)
        return
    if verb == "erase":
        await house.erasure.erase(scope)
        return
    waiting = await house.notebook.pending(scope)
    memories = await house.ledger.memories(scope)
    if verb == "yes" and waiting:
        outcome = await house.notebook.confirm(scope, waiting[which % len(waiting)].id)
        if isinstance(outcome, Reconsidered):
            await house.notebook.confirm(scope, outcome.proposal.id)
    elif verb == "no" and waiting:
        await house.notebook.dismiss(scope, waiting[which % len(waiting)].id)
    elif verb == "undo" and memories:
        await house.notebook.undo(scope, memories[which % len(memories)].id)


Deed = Callable[[House, Order], Awaitable[None]]
DEEDS: Final[dict[str, Deed]] = {
    deed.__name__: deed for deed in (settle_in, confirm, forget, erase, live)
}


async def _carry_out(order: Order) -> None:
    async with open_house(Path(order["home"])) as house:
        _die_before(order["dies_before"])
        await DEEDS[order["deed"]](house, order)
        # What follows, closing the home, is no step of the deed.
        os._exit(0)


def _die_before(step: int) -> None:
    steps = count()

    def die_in_time(*_: object) -> None:
        if next(steps) == step:
            os.kill(os.getpid(), signal.SIGKILL)

    def watch(name: str, _: tuple[object, ...]) -> None:
        if name in _TOUCHES_FILES:
            die_in_time()

    event.listen(Engine, "before_cursor_execute", die_in_time)
    event.listen(Engine, "commit", die_in_time)
    sys.addaudithook(watch)


def main() -> None:
    """Carry out order after order."""
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            try:
                asyncio.run(_carry_out(json.loads(line)))
            except BaseException:  # noqa: BLE001  (whatever it was, the test must hear of it)
                traceback.print_exc()
            os._exit(1)
        _, status = os.waitpid(child, 0)
        ended = {0: "survived", -signal.SIGKILL: "killed"}
        print(ended.get(os.waitstatus_to_exitcode(status), "failed"), flush=True)  # noqa: T201  (the answer)


if __name__ == "__main__":
    main()
