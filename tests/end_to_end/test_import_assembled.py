"""Talk that was taken in from elsewhere answers in the reply of the wired bot, without a model."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

from bot.settings import Settings
from bot.wiring import open_backfill, open_rooms
from memory.backfill import Tally
from memory.conversation_lines import Defaults, read_conversation_lines
from tests.end_to_end.assembled import JIWOO, TEAM, awake, local_slack

NOW = datetime.now(UTC)
TALK = (
    (40, "블루밍 들려줘", "재생할게요."),
    (39, "점심 다이어트 식단 짜줘", "닭가슴살 샐러드를 추천해요."),
    (38, "밤편지 틀어줘", "‘밤편지’를 재생합니다."),
    (36, "오늘 날씨 어때?", "맑아요."),
    (35, "비트코인 지금 살까?", "조심하세요."),
    *((20 - number, f"회의 자료 {number}쪽 고쳐줘", "고쳤어요.") for number in range(6)),
)


async def take_in(home: Path, file: Path) -> Tally:
    tally = Tally()
    settings = Settings().model_copy(update={"home": home, "database_url": None})
    async with open_rooms(settings) as rooms:
        await rooms.upkeep.rebuild()
        async with open_backfill(settings, rooms, with_model=False) as backfill:
            with file.open("rb") as lines:
                pieces = read_conversation_lines(file.name, lines, Defaults(TEAM, JIWOO, NOW))
                await backfill.take_in(pieces, tally, lambda _: None)
    return tally


async def test_a_person_who_asks_sees_what_was_taken_in_and_nothing_beside_it(
    tmp_path: Path,
) -> None:
    file = tmp_path / "talk.jsonl"
    with file.open("w", encoding="utf-8") as lines:
        for days, said, reply in TALK:
            at = (NOW - timedelta(days=days)).isoformat()
            lines.write(f"{json.dumps({'said': said, 'reply': reply, 'at': at})}\n")

    tally = await take_in(tmp_path / "home", file)
    async with local_slack() as slack, awake(tmp_path / "home", slack):
        song = slack.say("저번에 무슨 노래 들었더라?")
        songs = await slack.finds("블루밍 들려줘", song)
        coin = slack.say("비트코인 얘기 했었지?")
        coins = await slack.finds("비트코인 지금 살까?", coin)

    assert tally.imported == len(TALK)
    assert songs.text.index("블루밍 들려줘") < songs.text.index("밤편지 틀어줘")
    for told in (songs.text, coins.text):
        assert "식단" not in told
        assert "날씨" not in told
