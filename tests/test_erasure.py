"""A person who is erased is gone to the last byte, and whoever is purged loses junk alone."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from memory.errors import SaidBeforeErasure
from memory.facts.reading import read_fact
from memory.notebook import Saved
from memory.ports import CARD_DAYS
from memory.records import (
    AutoMode,
    ProposalState,
    Scope,
    Source,
    SourceKind,
    Stats,
    WriteVerdict,
)
from tests.home_kit import NOON, House, files_with, open_house

MINA = Scope("T1", "U-MINA")
JUN = Scope("T1", "U-JUN")
MINAS = ["다락방 금고 번호: 왼쪽 셋", "또리 생일: 10월 27일", "지하실 열쇠: 화분 아래"]
CHANGED = "또리 생일: 1월 5일"
JUNS = ["모카 생일: 3월 2일", "우산 자리: 현관 옆"]
WAITING = "창고 비밀문: 책장 뒤"
REFUSED = "옥상 텃밭 주인: 두리"


@pytest.fixture
async def house(tmp_path: Path) -> AsyncIterator[House]:
    async with open_house(tmp_path / "home") as opened:
        yield opened


async def live(house: House) -> None:
    """Let two people leave traces of every kind."""
    for text in MINAS:
        await house.remember(MINA, text)
    for text in JUNS:
        await house.remember(JUN, text)
    changed = await house.propose(MINA, CHANGED)
    await house.notebook.confirm(MINA, changed.id)
    await house.propose(MINA, WAITING)
    refused = await house.propose(MINA, REFUSED)
    await house.notebook.dismiss(MINA, refused.id)
    await house.notebook.set_auto_mode(MINA, AutoMode.ON)
    await house.notebook.set_auto_mode(JUN, AutoMode.OFF)


TRACES = [*MINAS, CHANGED, WAITING, REFUSED]


async def test_before_it_the_traces_are_there_to_be_found(house: House) -> None:
    await live(house)

    for text in TRACES:
        assert files_with(house.home, text.encode())
    for text in (MINAS[0], MINAS[2], CHANGED, *JUNS):
        assert house.files_with_vector(text)


async def test_no_byte_of_a_text_or_a_vector_is_left_while_the_bot_runs(house: House) -> None:
    await live(house)

    await house.erasure.erase(MINA)

    for text in TRACES:
        assert files_with(house.home, text.encode()) == []
        assert files_with(house.home, text.split(": ")[1].encode()) == []
        assert house.files_with_vector(text) == []


async def test_what_was_written_in_the_same_breath_goes_too(house: House) -> None:
    await house.remember(JUN, JUNS[0])
    await house.remember(MINA, MINAS[0])

    await house.erasure.erase(MINA)

    assert files_with(house.home, MINAS[0].encode()) == []
    assert house.files_with_vector(MINAS[0]) == []


async def test_what_was_forgotten_before_leaves_no_vector_behind(house: House) -> None:
    memory = await house.remember(MINA, MINAS[0])
    await house.remember(MINA, MINAS[1])
    order = Source(SourceKind.COMMAND, "", NOON)
    asked = await house.notebook.propose_forgetting(MINA, memory.id, order)
    await house.notebook.confirm(MINA, asked.proposal.id)

    await house.erasure.erase(MINA)

    assert house.files_with_vector(MINAS[0]) == []


async def test_nothing_of_the_person_can_be_read(house: House) -> None:
    await live(house)
    kept = await house.ledger.memories(MINA)

    await house.erasure.erase(MINA)

    notebook = house.notebook
    assert await notebook.stats(MINA) == Stats()
    assert await notebook.pending(MINA) == []
    assert await notebook.log(MINA, 100) == []
    assert (await notebook.recall(MINA, "또리 생일")).found == ()
    assert await notebook.auto_mode(MINA) is AutoMode.ASK
    assert await house.journal.latest(MINA, f"D-{MINA.user}", 10) == []
    for memory in kept:
        assert await notebook.history(MINA, memory.id) == []


async def test_a_card_that_came_to_nothing_leaves_no_word_after_its_time(house: House) -> None:
    await house.remember(JUN, JUNS[0])
    refused = await house.propose(MINA, REFUSED)
    await house.notebook.dismiss(MINA, refused.id)
    unanswered = await house.propose(MINA, WAITING)

    house.clock.advance(timedelta(days=CARD_DAYS))
    kept = await house.erasure.lapse()
    house.clock.advance(timedelta(days=8))  # a card may be answered for seven days
    lapsed = await house.erasure.lapse()

    assert (kept, lapsed) == (0, 2)
    left = await house.notebook.proposals(MINA, [refused.id, unanswered.id])
    assert [each.fact.text + each.source.text for each in left] == ["", ""]
    for text in (REFUSED, WAITING):
        assert files_with(house.home, text.encode()) == []
    assert await house.texts(JUN) == [JUNS[0]]


async def test_another_person_keeps_everything(house: House) -> None:
    await live(house)
    before = await house.ledger.memories(JUN), await house.notebook.log(JUN, 100)
    spoken = await house.journal.latest(JUN, f"D-{JUN.user}", 10)

    await house.erasure.erase(MINA)

    assert (await house.ledger.memories(JUN), await house.notebook.log(JUN, 100)) == before
    assert await house.journal.latest(JUN, f"D-{JUN.user}", 10) == spoken
    assert await house.notebook.auto_mode(JUN) is AutoMode.OFF
    recall = await house.notebook.recall(JUN, "모카 생일")
    assert recall.found[0].memory.text == JUNS[0]
    assert not recall.vector_failed
    assert recall.found[0].similarity is not None


async def test_the_same_user_of_another_team_is_another_person(house: House) -> None:
    elsewhere = Scope("T2", MINA.user)
    await house.remember(elsewhere, MINAS[0])
    await house.remember(MINA, MINAS[0])

    await house.erasure.erase(MINA)

    assert await house.texts(elsewhere) == [MINAS[0]]
    assert await house.erasure.known_scopes() == [elsewhere]


async def test_an_index_that_is_built_anew_brings_nothing_back(house: House) -> None:
    await live(house)
    await house.erasure.erase(MINA)

    await house.upkeep.rebuild()

    assert (await house.notebook.recall(MINA, "또리 생일")).found == ()
    assert house.files_with_vector(MINAS[1]) == []
    assert await house.is_indexed_truly(JUN)


async def test_it_is_known_of_whom_anything_is_kept(house: House) -> None:
    await house.notebook.set_auto_mode(MINA, AutoMode.ON)
    await house.talk(JUN, "안녕")
    assert await house.erasure.known_scopes() == [JUN, MINA]

    await house.erasure.erase(MINA)

    assert await house.erasure.known_scopes() == [JUN]


async def test_whoever_was_erased_may_begin_anew(house: House) -> None:
    await live(house)
    await house.erasure.erase(MINA)

    house.clock.advance(timedelta(minutes=1))
    await house.remember(MINA, MINAS[1])

    assert await house.texts(MINA) == [MINAS[1]]
    assert (await house.notebook.recall(MINA, "또리 생일")).found[0].similarity is not None
    assert (await house.notebook.stats(MINA)).exchanges == 1


async def test_erasing_twice_and_somebody_unknown_does_no_harm(house: House) -> None:
    await live(house)

    for _ in range(2):
        await house.erasure.erase(MINA)
    await house.erasure.erase(Scope("T9", "nobody"))

    assert await house.texts(JUN) == sorted(JUNS)


async def test_a_turn_that_was_under_way_leaves_nothing(house: House) -> None:
    await live(house)
    said_at = house.clock()
    house.clock.advance(timedelta(seconds=3))
    await house.erasure.erase(MINA)
    house.clock.advance(timedelta(seconds=3))

    dropped = Source(SourceKind.EXTRACTION, MINAS[0], said_at, "D1/late")
    with pytest.raises(SaidBeforeErasure):
        await house.notebook.propose(MINA, read_fact(MINAS[0]), dropped)
    with pytest.raises(SaidBeforeErasure):
        await house.notebook.save_unasked(MINA, read_fact(MINAS[0]), dropped)
    await house.notebook.refused(MINA, MINAS[0], dropped, "a question")
    house.clock.now = said_at
    await house.talk(MINA, MINAS[0])

    assert await house.notebook.stats(MINA) == Stats()
    assert files_with(house.home, MINAS[0].encode()) == []


async def test_an_index_that_does_not_answer_is_thrown_away_for_it(tmp_path: Path) -> None:
    home = tmp_path / "home"
    async with open_house(home) as house:
        await live(house)
    (rows,) = home.glob("index/rows-*/chroma.sqlite3")
    async with open_house(home) as house:
        rows.write_bytes(b"no database at all" * 500)
        await house.erasure.erase(MINA)

        for text in MINAS:
            assert house.files_with_vector(text) == []
        await house.upkeep.rebuild()
        assert await house.is_indexed_truly(JUN)


async def test_writers_and_readers_go_on_beside_it(house: House) -> None:
    await live(house)

    async def read_and_write(number: int) -> None:
        await house.notebook.recall(JUN, "모카 생일")
        await house.remember(JUN, f"화분 {number} 자리: 창가 {number}번")

    await asyncio.gather(house.erasure.erase(MINA), *(read_and_write(each) for each in range(8)))

    assert len(await house.texts(JUN)) == len(JUNS) + 8
    assert await house.is_indexed_truly(JUN)
    for text in TRACES:
        assert files_with(house.home, text.encode()) == []
        assert house.files_with_vector(text) == []


JUNK = ["정보: 없음", "해당 사항 없습니다", "죄송하지만 추출할 수 없습니다", "no information"]
NO_JUNK = ["알레르기: 없음", "성: 김", "null 처리 규칙: 빈 문자열로 바꾼다"]


async def test_purging_takes_junk_and_nothing_else(house: House) -> None:
    await plant(house, MINA, [*JUNK, *NO_JUNK])
    await plant(house, JUN, JUNK[:1])

    found = await house.erasure.find_junk(MINA)
    purged = await house.erasure.purge(MINA)

    assert sorted(each.text for each in found) == sorted(JUNK)
    assert purged == len(JUNK)
    assert await house.texts(MINA) == sorted(NO_JUNK)
    assert await house.erasure.find_junk(MINA) == []
    assert await house.texts(JUN) == JUNK[:1]
    assert files_with(house.home, JUNK[2].encode()) == []


async def test_purging_goes_through_the_door(house: House) -> None:
    await plant(house, MINA, JUNK[:1])
    (junk,) = await house.erasure.find_junk(MINA)

    await house.erasure.purge(MINA)

    asked, gone = (await house.notebook.log(MINA, 2))[::-1]
    assert (asked.verdict, gone.verdict) == (WriteVerdict.FORGET, WriteVerdict.FORGOTTEN)
    assert (asked.candidate, gone.memory_id) == ("", junk.id)
    consent = await house.ledger.proposal(MINA, gone.proposal_id or "")
    assert consent is not None
    assert consent.state is ProposalState.CONFIRMED


async def test_purging_nothing_forgets_nothing(house: House) -> None:
    await plant(house, MINA, NO_JUNK)

    assert await house.erasure.purge(MINA) == 0
    assert await house.texts(MINA) == sorted(NO_JUNK)


async def plant(house: House, scope: Scope, texts: list[str]) -> None:
    """Have texts remembered as if no filter had stood before them."""
    for text in texts:
        asked = await house.propose(scope, text)
        assert isinstance(await house.notebook.confirm(scope, asked.id), Saved)
