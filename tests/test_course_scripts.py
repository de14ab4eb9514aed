"""The migration that a stock question interrupts, over the real database and the real judge."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta
from pathlib import Path

from memory.adapters.database import open_database
from memory.adapters.local_embedder import LocalEmbedder
from memory.adapters.sql_chronicle import SqlChronicle
from memory.dialogue.course import Begun, Course
from memory.dialogue.segments import Segments
from memory.dialogue.sessions import Sessions
from memory.dialogue.topics import TopicJudge, TopicWatch
from memory.records import Exchange
from tests.fakes import FakeClock, SequentialIds
from tests.lookback_kit import MINA, NOW, asked, said

SCRIPT = (
    ("Next.js App Router로 마이그레이션 중이야", "라우트부터 옮겨 보세요."),
    ("마이그레이션 빌드 에러 해결했어", "잘하셨어요. 다음은 레이아웃이에요."),
    ("삼성전자 주가 어때?", "오늘 3% 올랐어요."),
    ("배당은 언제 줘?", "분기마다 줘요."),
    ("다시 마이그레이션인데, 어디까지 했었지?", "레이아웃까지 했어요."),
)


async def test_coming_back_to_the_migration_finds_where_it_was_left(tmp_path: Path) -> None:
    embedder, clock, ids = LocalEmbedder(), FakeClock(NOW), SequentialIds()
    async with await open_database(tmp_path, None) as database:
        chronicle = SqlChronicle(database)
        course = Course(
            chronicle=chronicle,
            segments=Segments(
                chronicle=chronicle, watch=TopicWatch(TopicJudge(embedder)), new_id=ids
            ),
            sessions=Sessions(chronicle=chronicle, new_id=ids),
            clock=clock,
        )
        begun: list[Begun] = []
        for number, (text, answer) in enumerate(SCRIPT):
            question = replace(asked(text), at=clock.advance(timedelta(minutes=1)))
            begun.append(await course.begin(question))
            exchange = Exchange(f"x{number}", MINA, "T1/D1", text, answer, clock.now)
            await chronicle.keep(exchange)
            await course.keep(exchange)
        await course.end_all()
        topics = await chronicle.topics(MINA, audience=None)
        sessions = await chronicle.sessions(MINA, audience=None)
    await embedder.close()

    assert [len(each.topics) for each in begun] == [0, 0, 0, 0, 1]
    assert said(begun[-1].topics[0].exchanges) == [SCRIPT[0][0], SCRIPT[1][0]]
    assert [each.exchange_ids for each in topics] == [("x4",), ("x2", "x3"), ("x0", "x1")]
    assert len(sessions) == 1
