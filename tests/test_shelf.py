from __future__ import annotations

import asyncio
from collections.abc import Sequence
from datetime import UTC, datetime

import pytest

from memory.records import Fact, Memory, Scope, Source, SourceKind
from memory.search.shelf import Kinship, Shelf
from tests.fakes import FakeLedger, remember

ME = Scope("T1", "U1")
OTHER = Scope("T1", "U2")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


def memory(
    id_: str, text: str, subject: str = "", attribute: str = "", *, scope: Scope = ME
) -> Memory:
    fact = Fact(text, subject=subject, attribute=attribute)
    return Memory(id_, scope, fact, Source(SourceKind.WISH, text, NOW), NOW, NOW)


class CountingLedger(FakeLedger):
    """Counts how often a person's memories are read; `gate` holds the answers back."""

    def __init__(self) -> None:
        super().__init__()
        self.read: list[Scope] = []
        self.gate = asyncio.Event()
        self.gate.set()
        self.asked = asyncio.Event()

    async def memories(
        self,
        scope: Scope,
        *,
        offset: int = 0,
        limit: int | None = None,
        by_subject: bool = False,
    ) -> list[Memory]:
        found = await super().memories(scope, offset=offset, limit=limit, by_subject=by_subject)
        self.read.append(scope)
        self.asked.set()
        await self.gate.wait()
        return found


@pytest.fixture
def ledger() -> CountingLedger:
    return CountingLedger()


async def write(ledger: FakeLedger, *memories: Memory) -> None:
    for each in memories:
        await remember(ledger, each)


async def ids(shelf: Shelf, query: str, scope: Scope = ME) -> Sequence[str]:
    return [hit.id for hit in await shelf.search(scope, query, limit=10)]


async def test_a_list_is_read_from_the_ledger_once(ledger: CountingLedger) -> None:
    await write(ledger, memory("a", "또리 생일"))
    shelf = Shelf(ledger)

    assert await ids(shelf, "또리") == ["a"]
    assert await ids(shelf, "또리") == ["a"]
    assert ledger.read == [ME]


async def test_nobody_finds_what_is_on_the_list_of_another(ledger: CountingLedger) -> None:
    await write(ledger, memory("a", "또리 생일"))

    assert await ids(Shelf(ledger), "또리", OTHER) == []


async def test_a_write_while_the_list_is_being_read_is_not_lost(ledger: CountingLedger) -> None:
    shelf = Shelf(ledger)
    ledger.gate.clear()
    reading = asyncio.create_task(ids(shelf, "또리"))
    await ledger.asked.wait()

    new = memory("a", "또리 생일")
    await write(ledger, new)
    putting = asyncio.create_task(shelf.put(new))
    ledger.gate.set()
    await asyncio.gather(reading, putting)

    assert await ids(shelf, "또리") == ["a"]


async def test_when_the_shelf_is_full_the_longest_unused_list_goes(ledger: CountingLedger) -> None:
    third = Scope("T1", "U3")
    for scope in (ME, OTHER, third):
        await write(ledger, memory(f"{scope.user}-1", "또리", scope=scope))
        await write(ledger, memory(f"{scope.user}-2", "또리 둘", scope=scope))
    shelf = Shelf(ledger, capacity=4)

    for scope in (ME, OTHER, ME, third, ME, OTHER):
        assert len(await ids(shelf, "또리", scope)) == 2

    assert ledger.read == [ME, OTHER, third, OTHER]


async def test_one_list_larger_than_the_shelf_is_kept(ledger: CountingLedger) -> None:
    await write(ledger, memory("a", "또리 하나"), memory("b", "또리 둘"))
    shelf = Shelf(ledger, capacity=1)

    assert len(await ids(shelf, "또리")) == len(await ids(shelf, "또리")) == 2
    assert ledger.read == [ME]


async def test_a_dropped_list_is_read_anew(ledger: CountingLedger) -> None:
    await write(ledger, memory("a", "또리"))
    shelf = Shelf(ledger)
    await shelf.size(ME)
    await write(ledger, memory("b", "모카"))

    await shelf.drop(ME)

    assert await ids(shelf, "모카") == ["b"]


async def test_kinship_tells_the_closest_tie(ledger: CountingLedger) -> None:
    await write(
        ledger,
        memory("content", "또리 생일: 1월 1일", "또리", "생일"),
        memory("both", "또리의 생일: 10월 27일", " 또리 ", "생일"),
        memory("subject", "또리 나이: 3", "또리", "나이"),
        memory("attribute", "모카 생일: 3월 2일", "모카", "생일"),
        memory("none", "사는 곳: 대전", "", "사는 곳"),
    )

    kin = await Shelf(ledger).kin(ME, Fact("또리 생일: 1월 1일.", subject="또리", attribute="생일"))

    assert kin == {
        "content": Kinship.CONTENT,
        "both": Kinship.SUBJECT_AND_ATTRIBUTE,
        "subject": Kinship.SUBJECT,
        "attribute": Kinship.ATTRIBUTE,
    }


async def test_facts_without_fields_are_kin_by_content_alone(ledger: CountingLedger) -> None:
    await write(ledger, memory("a", "커피를 좋아한다"), memory("b", "차를 좋아한다"))

    assert await Shelf(ledger).kin(ME, Fact("커피를  좋아한다")) == {"a": Kinship.CONTENT}


async def test_the_same_attribute_of_no_subject_is_the_same_key(ledger: CountingLedger) -> None:
    await write(ledger, memory("a", "회사: 네모", "", "회사"))

    kin = await Shelf(ledger).kin(ME, Fact("회사: 세모", attribute="회사"))

    assert kin == {"a": Kinship.SUBJECT_AND_ATTRIBUTE}


async def test_what_was_taken_or_replaced_is_kin_no_more(ledger: CountingLedger) -> None:
    old = memory("old", "또리 생일: 1월 1일", "또리", "생일")
    new = memory("new", "또리 생일: 2월 2일", "또리", "생일")
    await write(ledger, old)
    shelf = Shelf(ledger)
    fact = Fact("또리 생일: 3월 3일", subject="또리", attribute="생일")
    assert list(await shelf.kin(ME, fact)) == ["old"]

    await shelf.put(new, replaced="old")
    assert list(await shelf.kin(ME, fact)) == ["new"]

    await shelf.take(ME, ["new", "unknown"])
    assert await shelf.kin(ME, fact) == {}
