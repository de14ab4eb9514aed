"""A whole turn over earlier talk: what the model is shown, and what is answered without one."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from bot.agent.talk_lines import read_talk_lines
from tests.agent_kit import ListNotes, turn
from tests.fakes import FakeJournal
from tests.lookback_kit import Line, Script, days
from tests.test_assistant import ScriptedModel, scripted
from tests.test_conversation import RecordingStage, conversation

SONGS = (
    Line(days(9), "블루밍 들려줘", "신나는 노래죠, 재생할게요.", ("음악",)),
    Line(days(8.5), "점심 다이어트 식단 짜줘", "샐러드를 추천해요.", ("식단",)),
    Line(days(8), "밤편지 틀어줘", "재생합니다.", ("음악",)),
    Line(days(7.5), "오늘 날씨 어때?", "맑아요.", ("날씨",)),
    Line(days(7), "신나는 거 하나 추천해줘", "이건 어때요?", ("음악",)),
    Line(days(6), "비트코인 지금 살까?", "조심하세요.", ("비트코인",)),
    Line(days(5), "비트코인 1억 넘었대", "신고가예요.", ("비트코인",)),
)
CHAT = tuple(
    Line(
        timedelta(minutes=60 - each),
        f"회의 자료 {each}쪽 고쳐줘",
        f"{each}쪽을 고쳤어요.",
        ("회의",),
    )
    for each in range(12)
)


async def hear(text: str, *lines: Line, model: ScriptedModel | None = None) -> str:
    """Say something after a script; what is answered, without a model unless one is given."""
    script, stage = Script(), RecordingStage()
    await script.play(*lines)
    journal = FakeJournal(script.chronicle.store)
    talk = conversation(model, notes=ListNotes(), journal=journal, chronicle=script.chronicle)
    await talk.hear(turn(text), stage)
    return stage.said[0]


async def shown(text: str, *lines: Line) -> tuple[list[str], str]:
    """What the model is shown of a turn after a script: the raw messages, and the block."""
    model = scripted(["네."])
    await hear(text, *lines, model=model)
    (messages,) = model.heard
    _, *raw, last = messages  # the first is the system prompt
    content: Any = last.content
    return [str(each.content) for each in raw], content[0]["text"]


async def test_the_song_comes_with_the_others_of_its_tag_under_their_headings() -> None:
    _, block = await shown("저번에 무슨 노래 들었더라?", *SONGS, *CHAT)

    _, _, found = block.partition("## 관련 이전 대화\n")
    related, _, same_topic = found.partition("## 같은 주제 대화 이력 (태그: 음악)\n")
    assert [each.said for each in read_talk_lines(related)] == ["블루밍 들려줘"]
    assert [each.said for each in read_talk_lines(same_topic)] == [
        "밤편지 틀어줘",
        "신나는 거 하나 추천해줘",
    ]


async def test_what_is_found_carries_its_time() -> None:
    _, block = await shown("저번에 무슨 노래 들었더라?", *SONGS, *CHAT)

    assert '- 2026-11-21 09:00 (토) 사람: "블루밍 들려줘"' in block


async def test_the_last_five_are_raw_and_a_vague_message_brings_ten() -> None:
    clear, _ = await shown("비트코인 얘기 했었지?", *SONGS, *CHAT)
    vague, block = await shown("그거 다시 말해줄래?", *SONGS, *CHAT)

    assert len(clear) == 2 * 5
    assert len(vague) == 2 * 10
    assert "##" not in block


async def test_without_a_model_bitcoin_is_answered_without_diet_and_weather() -> None:
    said = await hear("비트코인 얘기 했었지?", *SONGS, *CHAT)

    assert said.index("비트코인 지금 살까?") < said.index("비트코인 1억 넘었대")
    assert "식단" not in said
    assert "날씨" not in said


async def test_without_a_model_what_was_agreed_yesterday_is_answered() -> None:
    agreed = Line(days(1), "내일 병원 가기로 했어", "조심히 다녀오세요.", ("병원",))

    said = await hear("어제 뭐 하기로 했었지?", *SONGS, agreed)

    assert "내일 병원 가기로 했어" in said
    assert "비트코인" not in said


async def test_without_a_model_the_last_answer_is_said_again() -> None:
    said = await hear("그거 다시 말해줄래?", *SONGS, *CHAT)

    assert "11쪽을 고쳤어요." in said


async def test_without_a_model_a_project_is_told_as_a_timeline_of_its_states() -> None:
    project = ("프로젝트",)
    course = (
        Line(days(88), "새 프로젝트 시작했어", "축하해요!", project),
        Line(days(57), "설계가 끝났어", "좋아요.", project),
        Line(days(30), "베타 열었어", "대단해요.", project),
        Line(days(4), "드디어 출시했어", "축하해요!", project),
    )

    said = await hear("이전 프로젝트 지금 어떻게 됐어?", *course, *SONGS, *CHAT)

    assert said.split("\n") == [
        "시간 순서로 보면 이래요.",
        "• 2026-09-03 09:00 (목) “새 프로젝트 시작했어”",
        "• 2026-10-04 09:00 (일) “설계가 끝났어”",
        "• 2026-10-31 09:00 (토) “베타 열었어”",
        "• 2026-11-26 09:00 (목) “드디어 출시했어”",
    ]
