"""The tools propose and read; what they may not do, they cannot."""

from __future__ import annotations

import inspect
import logging
from dataclasses import replace
from datetime import UTC, timedelta
from typing import Any

import pytest
from langchain.tools import ToolRuntime
from langchain_core.messages import ToolMessage

from bot.agent.asking import Talks
from bot.agent.memory_lines import read_lines
from bot.agent.talk_lines import read_talk_lines
from bot.agent.tokens import estimate_tokens
from bot.agent.toolbox import (
    FOUND_AT_MOST,
    LISTED_AT_MOST,
    RESULT_TOKENS,
    Notes,
    Toolbox,
    TurnWork,
)
from bot.turn import Turn
from memory.errors import Rejection
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown, Notebook, Proposed
from memory.records import Change, Exchange, Fact, Scope, Source, SourceKind
from tests.agent_kit import NOW, SCOPE, ListNotes, ListTalks, exchange, memory, turn

BIRTHDAY = "또리 생일은 10월 27일"


def work_for(message: Turn) -> TurnWork:
    return TurnWork(turn=message, zone=UTC)


async def call(notes: Notes, name: str, work: TurnWork, **arguments: str) -> str:
    """Call a tool as the agent does; returns what the model is told."""
    return await use(Toolbox(notes, ListTalks()), name, work, **arguments)


async def search_talks(talks: Talks, work: TurnWork, query: str) -> str:
    """Search conversations as the agent does; returns what the model is told."""
    return await use(Toolbox(ListNotes(), talks), "search_conversations", work, query=query)


async def use(toolbox: Toolbox, name: str, work: TurnWork, **arguments: str) -> str:
    tools = {each.name: each for each in toolbox.tools()}
    runtime: Any = ToolRuntime(
        state={"messages": []},
        context=work,
        config={},
        stream_writer=lambda _: None,
        tool_call_id="call-1",
        store=None,
    )
    message = await tools[name].ainvoke(
        {
            "type": "tool_call",
            "id": "call-1",
            "name": name,
            "args": {**arguments, "runtime": runtime},
        }
    )
    assert isinstance(message, ToolMessage)
    return str(message.text)


async def test_save_memory_proposes_and_says_that_nothing_is_saved_yet() -> None:
    notes, work = ListNotes(), work_for(turn("또리 생일은 10월 27일이야 기억해줘"))

    told = await call(notes, "save_memory", work, content=BIRTHDAY)

    assert [each.change for each in work.proposals] == [Change.ADD]
    assert "아직 저장되지 않았습니다" in told


async def test_the_source_of_a_proposal_is_the_message_itself() -> None:
    notes, work = ListNotes(), work_for(turn("기억해줘", channel="C9", ts="55.5"))

    await call(notes, "save_memory", work, content=BIRTHDAY)

    ((scope, _, source),) = notes.proposed
    assert scope == SCOPE
    assert source == Source(SourceKind.WISH, "기억해줘", NOW, "C9/55.5")


async def test_the_same_content_again_is_known_already() -> None:
    known = memory(BIRTHDAY)
    notes, work = ListNotes(known), work_for(turn("기억해줘"))

    told = await call(notes, "save_memory", work, content=BIRTHDAY)

    assert told == "이미 동일한 내용을 기억하고 있습니다."
    assert work.proposals == []
    assert [each.memory for each in work.used] == [known]


async def test_the_same_fact_proposed_twice_in_a_turn_leaves_the_later_card() -> None:
    notes, work = ListNotes(), work_for(turn("기억해줘"))

    await call(notes, "save_memory", work, content=BIRTHDAY)
    await call(notes, "save_memory", work, content=f"{BIRTHDAY}.")

    assert [each.id for each in work.proposals] == ["p2"]


@pytest.mark.parametrize(
    ("reason", "word"),
    [(Rejection.SECRET, "비밀"), (Rejection.TOO_LONG, "깁니다"), (Rejection.EMPTY, "비어")],
)
async def test_a_rejected_fact_tells_why(reason: Rejection, word: str) -> None:
    notes, work = ListNotes(rejects=reason), work_for(turn("기억해줘"))

    told = await call(notes, "save_memory", work, content="무엇")

    assert word in told
    assert work.proposals == []


async def test_what_a_model_echoes_around_a_fact_is_not_kept() -> None:
    notes, work = ListNotes(), work_for(turn("또리 생일은 10월 27일이야 기억해줘"))

    await call(notes, "save_memory", work, content=f"- 정보: {BIRTHDAY}")

    assert [each.fact for each in work.proposals] == [read_fact(BIRTHDAY)]


@pytest.mark.parametrize("content", ["없음", "N/A", "null", "핵심 정보 (없으면 빈 문자열):"])
async def test_what_means_nothing_reaches_the_notebook_as_empty(content: str) -> None:
    notes, work = ListNotes(), work_for(turn("기억해줘"))

    await call(notes, "save_memory", work, content=content)

    assert [fact.text for _, fact, _ in notes.proposed] == [""]


async def test_a_contradiction_is_left_to_the_card() -> None:
    class Doubtful(ListNotes):
        async def propose(
            self, scope: Scope, fact: Fact, source: Source
        ) -> Proposed | AlreadyKnown:
            outcome = await super().propose(scope, fact, source)
            assert isinstance(outcome, Proposed)
            return Proposed(replace(outcome.proposal, change=Change.CHOOSE))

    told = await call(Doubtful(), "save_memory", work_for(turn("기억해")), content=BIRTHDAY)

    assert "카드에서 골라" in told


async def test_search_memory_gives_the_lines_found_and_notes_their_use() -> None:
    notes = ListNotes(memory(BIRTHDAY), memory("회의는 매주 월요일"))
    work = work_for(turn("또리 생일?"))

    told = await call(notes, "search_memory", work, query="또리")

    assert read_lines(told) == [memory(BIRTHDAY).text]
    assert [each.memory for each in work.used] == [memory(BIRTHDAY)]


async def test_search_memory_gives_no_more_than_the_best() -> None:
    notes = ListNotes(*(memory(f"또리 사실 {number}번: 값") for number in range(9)))

    told = await call(notes, "search_memory", work_for(turn("또리?")), query="또리")

    assert len(read_lines(told)) == FOUND_AT_MOST


async def test_search_memory_says_when_it_finds_nothing() -> None:
    told = await call(ListNotes(), "search_memory", work_for(turn("또리?")), query="또리")

    assert told == "찾은 기억이 없습니다."


async def test_a_huge_memory_does_not_flood_a_result() -> None:
    notes = ListNotes(*(memory(f"또리 {number}번: {'값' * 1_000}") for number in range(5)))
    work = work_for(turn("또리?"))

    told = await call(notes, "search_memory", work, query="또리")

    assert estimate_tokens(told) <= RESULT_TOKENS + 20
    assert len(work.used) == len(read_lines(told)) == 2


@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("search_memory", {"query": "또리 생일"}),
        ("list_memories", {}),
        ("forget_memory", {"query": "또리 생일"}),
    ],
)
async def test_no_tool_tells_a_private_memory_in_a_channel(
    tool: str, arguments: dict[str, str]
) -> None:
    notes, work = ListNotes(memory(BIRTHDAY)), work_for(turn("또리 생일?", channel="C1"))

    told = await call(notes, tool, work, **arguments)

    assert "10월" not in told
    assert "DM에서 답하겠다" in told
    assert (work.used, work.proposals) == ([], [])


async def test_what_was_told_in_this_channel_is_found_behind_private_memories() -> None:
    private = [memory(f"또리 비밀 {number}번: 값") for number in range(20)]
    notes = ListNotes(*private, memory("또리 간식은 채널 공용", pointer="C1/1.0"))

    told = await call(
        notes, "search_memory", work_for(turn("또리?", channel="C1")), query="또리 비밀"
    )

    assert read_lines(told) == [memory("또리 간식은 채널 공용").text]


async def test_saving_again_in_a_channel_what_was_told_in_private_notes_no_use() -> None:
    notes, work = ListNotes(memory(BIRTHDAY)), work_for(turn("기억해줘", channel="C1"))

    await call(notes, "save_memory", work, content=BIRTHDAY)

    assert work.used == []


async def test_list_memories_gives_the_newest_and_the_number_of_all() -> None:
    notes = ListNotes(*(memory(f"사실 {number}번: 값") for number in range(30)))

    told = await call(notes, "list_memories", work_for(turn("뭘 기억해?")))

    assert told.startswith(f"기억하는 것 30개 중 {LISTED_AT_MOST}개:")
    assert len(read_lines(told)) == LISTED_AT_MOST


async def test_forget_memory_proposes_when_one_memory_fits_best() -> None:
    notes = ListNotes(memory("모카 생일은 3월 2일"), memory(BIRTHDAY))
    work = work_for(turn("또리 생일 잊어줘"))

    told = await call(notes, "forget_memory", work, query="또리 생일")

    assert [(each.change, each.target) for each in work.proposals] == [
        (Change.FORGET, f"m:{BIRTHDAY}")
    ]
    assert "아직 지워지지 않았습니다" in told


async def test_forget_memory_asks_back_when_several_fit() -> None:
    notes = ListNotes(memory("모카 생일은 3월 2일"), memory(BIRTHDAY))
    work = work_for(turn("생일 잊어줘"))

    told = await call(notes, "forget_memory", work, query="생일")

    assert work.proposals == []
    assert len(read_lines(told)) == 2


async def test_forget_memory_takes_the_exact_text_of_one_among_several() -> None:
    notes = ListNotes(memory("또리 생일은 10월 27일"), memory("또리 생일은 10월 27일 저녁"))
    work = work_for(turn("첫 번째"))

    await call(notes, "forget_memory", work, query=notes.memories[0].text)

    assert [each.target for each in work.proposals] == [notes.memories[0].id]


async def test_forget_memory_says_when_nothing_fits() -> None:
    told = await call(ListNotes(), "forget_memory", work_for(turn("잊어줘")), query="또리")

    assert told == "찾은 기억이 없습니다."


async def test_the_log_names_the_step_and_no_content(caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level(logging.INFO)

    await call(ListNotes(), "save_memory", work_for(turn("기억해줘")), content=BIRTHDAY)

    assert "[agent] tool save_memory → proposed (add)" in caplog.messages
    assert "또리" not in caplog.text


def test_the_tools_can_reach_no_door_to_a_write() -> None:
    reachable = {name for name, _ in inspect.getmembers(Notes) if not name.startswith("_")}

    assert reachable == {"propose", "propose_forgetting", "recall", "listing", "count"}
    assert reachable <= {name for name, _ in inspect.getmembers(Notebook)}


def numbered(minute: int, said: str) -> Exchange:
    """An exchange of its own id, later than those with smaller numbers."""
    first = exchange(said, "답" * 900)
    return replace(first, id=f"x{minute}", at=first.at + timedelta(minutes=minute))


async def test_search_conversations_gives_what_holds_the_keywords_in_the_order_of_time() -> None:
    talks = ListTalks(
        numbered(1, "비트코인 1억 넘었대"),
        numbered(2, "오늘 날씨 어때?"),
        numbered(3, "비트코인 살까?"),
    )

    told = await search_talks(talks, work_for(turn("비트코인 얘기 했었지?")), "비트코인")

    assert told.startswith("찾은 이전 대화 2개:")
    assert [each.said for each in read_talk_lines(told)] == [
        "비트코인 1억 넘었대",
        "비트코인 살까?",
    ]


async def test_search_conversations_asks_for_the_person_and_the_place_of_the_turn() -> None:
    talks, message = ListTalks(), turn("비트코인?", channel="C1")

    await search_talks(talks, work_for(message), "비트코인")

    (asked,) = talks.searched
    assert (asked.scope, asked.place, asked.conversation) == (SCOPE, message, message.place)


@pytest.mark.parametrize(("channel", "told"), [("D1", "찾지 못했"), ("C1", "DM에서 답하겠다")])
async def test_search_conversations_says_when_it_finds_nothing_here(
    channel: str, told: str
) -> None:
    talks = ListTalks(exchange("비트코인 비밀", "네.")) if channel == "C1" else ListTalks()

    answer = await search_talks(talks, work_for(turn("비트코인?", channel=channel)), "비트코인")

    assert told in answer
    assert "비밀" not in answer


async def test_long_conversations_do_not_flood_a_result() -> None:
    talks = ListTalks(*(numbered(each, f"비트코인 {'말' * 900} {each}") for each in range(9)))

    told = await search_talks(talks, work_for(turn("비트코인?")), "비트코인")

    assert estimate_tokens(told) <= RESULT_TOKENS + 20
    assert read_talk_lines(told)
