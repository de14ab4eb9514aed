"""A forgotten memory stands nowhere any more, nor does the talk in which it was told before."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.settings import load_settings
from bot.wiring import Rooms, open_rooms
from memory.dialogue.exchanges import embedded_text
from memory.dialogue.lookback import Asked
from memory.dialogue.records import Digest, Session, Topic
from memory.facts.reading import read_fact
from memory.notebook import Proposed, Saved
from memory.records import Exchange, Origin, Scope, Source, SourceKind
from memory.vectors import Vector
from tests.home_kit import files_with, holds_vector
from tests.lookback_kit import Spot

MINA = Scope("T1", "U1")
AT = datetime(2026, 11, 1, 9, tzinfo=UTC)
SECRET = "RH마이너스형"
TOLD_BEFORE = f"참고로 내 혈액형은 {SECRET}이라서 헌혈을 자주 해"
BESIDE = "헌혈은 두 달에 한 번 할 수 있대"


async def talk(rooms: Rooms) -> None:
    """Two exchanges, in one topic and one session, digested and filed, before anything is saved."""
    lines = (("told", TOLD_BEFORE), ("beside", BESIDE))
    for minute, (name, said) in enumerate(lines):
        at = AT + timedelta(minutes=minute)
        origin = Origin(f"D1/{name}", name, "UTC")
        exchange = Exchange(name, MINA, "T1/D1", said, "그렇군요.", at, origin=origin)
        assert await rooms.chronicle.keep(exchange)
    held = ("told", "beside")
    digests = [
        Digest("told", (SECRET.casefold(), "헌혈"), (f"혈액형: {SECRET}",), f"{SECRET} 헌혈"),
        Digest("beside", ("헌혈",), topic="헌혈 주기"),
    ]
    await rooms.chronicle.mark_digested(MINA, digests, AT)
    await rooms.chronicle.open_topic(Topic("t1", MINA, "T1/D1", "", (), held, AT))
    words = (SECRET.casefold(), "헌혈")
    await rooms.chronicle.close_topic(MINA, "t1", title=f"{SECRET}", keywords=words, at=AT)
    session = Session("s1", MINA, "T1/D1", AT, AT, exchange_ids=held)
    await rooms.chronicle.open_session(session)
    await rooms.chronicle.end_session(
        MINA, "s1", tags=words, summary=f"{SECRET} / 헌혈 주기", at=AT
    )
    await rooms.upkeep.digested(MINA, held)


async def forget_what_was_saved(rooms: Rooms) -> None:
    now = datetime.now(UTC)
    fact = read_fact(f"내 혈액형: {SECRET}")
    asked = await rooms.notebook.propose(MINA, fact, Source(SourceKind.COMMAND, "", now))
    assert isinstance(asked, Proposed)
    saved = await rooms.notebook.confirm(MINA, asked.proposal.id)
    assert isinstance(saved, Saved)
    order = Source(SourceKind.COMMAND, "", now)
    wish = await rooms.notebook.propose_forgetting(MINA, saved.memory.id, order)
    await rooms.notebook.confirm(MINA, wish.proposal.id)


def files_with_vector(home: Path, vector: Vector) -> list[Path]:
    files = [each for each in home.rglob("*") if each.is_file()]
    return [each for each in files if holds_vector(each.read_bytes(), vector)]


async def test_no_word_and_no_vector_is_left_and_no_question_brings_it(tmp_path: Path) -> None:
    settings = load_settings().model_copy(update={"home": tmp_path})
    async with open_rooms(settings) as rooms:
        if await rooms.upkeep.check():
            await rooms.upkeep.rebuild()
        await talk(rooms)
        told = (await rooms.chronicle.exchanges(MINA, ["told"], audience=None))["told"]
        (vector,) = await rooms.embedder.passages([embedded_text(told)])
        assert files_with(tmp_path, SECRET.encode())
        assert files_with_vector(tmp_path, vector)

        await forget_what_was_saved(rooms)

        assert files_with(tmp_path, SECRET.encode()) == []
        assert files_with(tmp_path, SECRET.casefold().encode()) == []
        assert files_with_vector(tmp_path, vector) == []
        (topic,) = await rooms.chronicle.topics(MINA, audience=None)
        (session,) = await rooms.chronicle.sessions(MINA, audience=None)
        assert (topic.title, topic.keywords) == ("", ("헌혈",))
        assert (session.summary, session.tags) == ("", ("헌혈",))
        assert [each.name for each in await rooms.chronicle.tags(MINA, AT)] == ["헌혈"]
        assert [each.facts for each in await rooms.found_facts.waiting(MINA)] == [()]
        question = "저번에 내 혈액형 뭐라고 했지?"
        asked = Asked(MINA, Spot(), "T1/D2", question, datetime.now(UTC), UTC)
        earlier = await rooms.lookback.recall(asked)
        found = [*earlier.recent, *earlier.related, *earlier.same_topic]
        assert "told" not in {each.id for each in found}
    assert files_with(tmp_path, SECRET.encode()) == []
