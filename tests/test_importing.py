from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import Rejection
from memory.facts.reading import read_fact
from memory.importing import Fate, carry_out, plan_import
from memory.portability import ImportedFact, export_json, read_json
from memory.records import Scope, Source, SourceKind
from tests.desk_kit import JUN, MINA, Desk, remember

TEXTS = [
    "또리 생일: 10월 27일",
    "모카 생일: 3월 2일",
    "취미: 사진",
    "취미: 등산도 시작했다",
    "월요일 헬스장",
    "prefers window seats",
    "works at Acme",
    "알레르기: 없음",
]


def entries(*texts: str) -> list[ImportedFact]:
    return [ImportedFact(number, read_fact(text)) for number, text in enumerate(texts, start=1)]


async def take_in(desk: Desk, *texts: str, scope: Scope = MINA) -> dict[Fate, int]:
    plan = await plan_import(desk.notebook, scope, entries(*texts))
    source = Source(SourceKind.IMPORT, "", desk.clock())
    return dict(await carry_out(desk.notebook, scope, plan, source))


@pytest.fixture
def desk() -> Desk:
    return Desk()


async def test_a_plan_writes_nothing(desk: Desk) -> None:
    await remember(desk.notebook, MINA, "취미: 사진")
    before = await desk.notebook.stats(MINA), len(desk.ledger.store.write_log)

    await plan_import(desk.notebook, MINA, entries("취미: 사진", "또리 생일: 1월 1일"))

    assert (await desk.notebook.stats(MINA), len(desk.ledger.store.write_log)) == before


async def test_a_plan_tells_what_would_come_of_each_entry(desk: Desk) -> None:
    old, *_ = await remember(desk.notebook, MINA, "또리 생일: 10월 27일", "취미: 사진")

    plan = await plan_import(
        desk.notebook,
        MINA,
        [
            *entries("또리 생일: 1월 1일", "취미: 사진", "works at Acme", "works at Acme"),
            ImportedFact(5, read_fact("x"), Rejection.SECRET),
            ImportedFact(6, read_fact("취미: 등산도 시작했다")),
        ],
    )

    assert [each.fate for each in plan] == [
        Fate.REPLACES,
        Fate.KNOWN,
        Fate.ADDED,
        Fate.KNOWN,
        Fate.LEFT_OUT,
        Fate.BESIDE,
    ]
    assert plan[0].known == old


async def test_what_was_agreed_to_is_written_and_counted(desk: Desk) -> None:
    await remember(desk.notebook, MINA, "또리 생일: 10월 27일", "취미: 사진")

    done = await take_in(
        desk, "또리 생일: 1월 1일", "취미: 사진", "취미: 등산도 시작했다", "works at Acme"
    )

    assert done == {Fate.REPLACES: 1, Fate.KNOWN: 1, Fate.BESIDE: 1, Fate.ADDED: 1}
    assert await desk.texts() == {
        "또리 생일: 1월 1일",
        "취미: 사진",
        "취미: 등산도 시작했다",
        "works at Acme",
    }


async def test_a_replaced_memory_stays_in_the_history(desk: Desk) -> None:
    (old,) = await remember(desk.notebook, MINA, "또리 생일: 10월 27일")

    await take_in(desk, "또리 생일: 1월 1일")

    versions = [each.text for each in await desk.notebook.history(MINA, old.id)]
    assert versions == ["또리 생일: 10월 27일", "또리 생일: 1월 1일"]


async def test_no_entry_replaces_another_of_the_same_file(desk: Desk) -> None:
    await take_in(desk, "또리 생일: 10월 27일", "또리 생일: 1월 1일")

    assert await desk.texts() == {"또리 생일: 10월 27일", "또리 생일: 1월 1일"}


async def test_only_the_first_of_two_entries_replaces_a_memory(desk: Desk) -> None:
    await remember(desk.notebook, MINA, "또리 생일: 10월 27일")

    await take_in(desk, "또리 생일: 1월 1일", "또리 생일: 2월 2일")

    assert await desk.texts() == {"또리 생일: 1월 1일", "또리 생일: 2월 2일"}


async def test_an_imported_memory_is_the_servers_own(desk: Desk) -> None:
    await take_in(desk, "취미: 사진")

    (memory,) = await desk.ledger.memories(MINA)
    assert memory.scope == MINA
    assert memory.source.kind is SourceKind.IMPORT
    assert memory.created_at == desk.clock()


async def test_nothing_waits_for_an_answer_afterwards(desk: Desk) -> None:
    await take_in(desk, *TEXTS)

    assert await desk.notebook.pending(MINA) == []


async def test_an_import_leaves_others_alone(desk: Desk) -> None:
    await remember(desk.notebook, JUN, "취미: 낚시")

    await take_in(desk, *TEXTS)

    assert await desk.texts(JUN) == {"취미: 낚시"}


@given(st.sets(st.sampled_from(TEXTS)).map(sorted))
async def test_what_one_person_exports_another_can_take_in_whole(texts: list[str]) -> None:
    desk = Desk()
    await take_in(desk, *texts)
    exported = export_json(await desk.ledger.memories(MINA), desk.clock())

    plan = await plan_import(desk.notebook, JUN, read_json(exported))
    await carry_out(desk.notebook, JUN, plan, Source(SourceKind.IMPORT, "", desk.clock()))

    assert await desk.texts(JUN) == await desk.texts(MINA) == set(texts)
