"""Why an answer drew on its memories: in the modal under it, and by the command."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import replace
from datetime import timedelta

import pytest

from memory.evidence import Considered, Evidence
from memory.facts.reading import read_fact
from memory.records import Exchange, Memory, Recall, Source, SourceKind
from memory.searches import Searched, SearchKind
from tests.fakes import remember
from tests.slack_double import read_blocks, shown
from tests.slack_kit import CHANNEL, ME, Room, click, open_room, slash

QUESTION = "또리 생일이 언제야?"
FIGURES = Evidence(
    meaning_rank=1,
    letters_rank=1,
    similarity=0.912,
    nearness=2.4,
    keyword_score=5.1,
    keyword_share=0.6,
    age_days=3.0,
    importance=9.0,
    place=1,
)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        opened.slack.profiles["U2"] = {"locale": "en-US", "tz": "America/New_York"}
        yield opened


async def saved(room: Room, text: str, *, pointer: str = "D1/1.0", days_ago: int = 3) -> Memory:
    at = room.clock() - timedelta(days=days_ago)
    source = Source(SourceKind.WISH, text, at, pointer)
    return await remember(room.ledger, Memory(text, ME, read_fact(text), source, at, at))


async def answered(
    room: Room,
    *memories: Memory,
    cited: int = 1,
    figures: Evidence = FIGURES,
    is_noise: bool = False,
    letters_only: bool = False,
) -> str:
    """An answer in whose search these memories were considered, of which the first were cited."""
    considered = tuple(
        Considered(each.id, replace(figures, place=place))
        for place, each in enumerate(memories, start=1)
    )
    ids = tuple(each.id for each in memories[:cited])
    recall = Recall((), letters_only, is_noise, considered, "standout")
    searched = Searched(SearchKind.PREFETCH, recall, ids)
    room.services.traces.note(ME, [searched], at=room.clock(), answer_id="x1", cited=ids)
    exchange = Exchange("x1", ME, "T1/D1", QUESTION, "10월 27일이에요.", room.clock(), ids)
    await room.services.journal.keep(exchange)
    return "x1"


async def opened(room: Room, value: str = "x1", *, user: str = "U1") -> str:
    """The words of the modal behind the button under an answer."""
    await room.send(click(room.slack, "memory_sources", value, user=user, ephemeral=True))
    view = room.slack.called("views.open")[-1].args["view"]
    assert isinstance(view, dict)
    return read_blocks(view["blocks"])


async def asked(room: Room, text: str = "왜") -> str:
    await room.send(slash(room.slack, text))
    return shown(room.slack.called("respond")[-1])


async def test_the_modal_tells_text_date_source_and_reasons(room: Room) -> None:
    memory = await saved(room, "또리 생일: 10월 27일")
    await answered(room, memory)

    words = await opened(room)

    for part in (
        QUESTION,
        "또리 생일: 10월 27일",
        "2025년 12월 29일",
        "답하기 3일 전",
        "기억해 달라고 하신 말씀 · DM",
        "‘또리, 생일’ 낱말이 들어 있어요",
        "뜻이 아주 가까워요 (0.91)",
        "중요한 기억 (9/10)",
        "가장 먼저 떠올랐어요",
    ):
        assert part in words


async def test_shared_words_stand_in_bold(room: Room) -> None:
    await answered(room, await saved(room, "또리 생일: 10월 27일"))
    await opened(room)
    view = room.slack.only("views.open").args["view"]
    assert isinstance(view, dict)
    (elements,) = (
        each["elements"][0]["elements"]
        for each in view["blocks"]
        if each["type"] == "rich_text" and each["elements"][0]["type"] == "rich_text_section"
    )
    bold = [each["text"] for each in elements if "style" in each]
    assert bold == ["또리", "생일"]
    assert "".join(each["text"] for each in elements) == "또리 생일: 10월 27일"


async def test_the_figures_are_of_that_answer_whatever_happened_since(room: Room) -> None:
    memory = await saved(room, "또리 생일: 10월 27일")
    await answered(room, memory)
    room.clock.advance(timedelta(days=20))
    await saved(room, "또리 생일 선물: 공")

    words = await opened(room)

    assert "답하기 3일 전" in words
    assert "공" not in words


@pytest.mark.parametrize(
    ("figures", "told"),
    [
        (replace(FIGURES, nearness=1.5), "뜻이 가까워요 (0.91)"),
        (replace(FIGURES, nearness=0.5), "뜻이 조금 가까워요 (0.91)"),
        (replace(FIGURES, nearness=-0.5), "뜻은 가깝지 않아요 (0.91)"),
        (replace(FIGURES, nearness=0.0), "뜻의 가까움 0.91"),
        (replace(FIGURES, importance=5.0), "중요도 5/10"),
        (replace(FIGURES, confidence=0.6), "아주 확실하지는 않아요 (60%)"),
    ],
)
async def test_figures_become_words(room: Room, figures: Evidence, told: str) -> None:
    await answered(room, await saved(room, "또리 생일: 10월 27일"), figures=figures)
    assert told in await opened(room)


async def test_without_a_shared_word_or_a_comparison_nothing_is_said_of_it(room: Room) -> None:
    figures = replace(FIGURES, similarity=None, keyword_score=0.0)
    await answered(room, await saved(room, "또리 생일: 10월 27일"), figures=figures)
    words = await opened(room)
    assert "낱말" not in words
    assert "뜻" not in words


@pytest.mark.parametrize(
    ("days", "told"),
    [
        (0, "답한 날"),
        (1, "답하기 하루 전"),
        (2, "답하기 2일 전"),
        (29, "답하기 29일 전"),
        (30, "답하기 1달 전"),
        (364, "답하기 12달 전"),
        (365, "답하기 1년 전"),
        (800, "답하기 2년 전"),
    ],
)
async def test_age_is_told_in_days_then_months_then_years(room: Room, days: int, told: str) -> None:
    await answered(room, await saved(room, "또리 생일: 10월 27일", days_ago=days))
    assert f"({told})" in await opened(room)


async def test_a_memory_from_a_channel_links_to_it(room: Room) -> None:
    await answered(room, await saved(room, "또리 생일: 10월 27일", pointer=f"{CHANNEL}/1.0"))
    await opened(room)
    told = str(room.slack.only("views.open").args)
    assert "{'type': 'channel', 'channel_id': 'C1'}" in told


async def test_a_memory_forgotten_since_is_named_as_forgotten(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await answered(room, memory)
    await room.services.traces.settle()
    source = Source(SourceKind.COMMAND, "", room.clock())
    proposed = await room.notebook.propose_forgetting(ME, memory.id, source)
    await room.notebook.confirm(ME, proposed.proposal.id)

    words = await opened(room)

    assert "10월 27일" not in words
    assert "잊은 기억" in words
    assert "그때 하신 말씀은 이제 남아 있지 않아요." in words


async def test_a_memory_changed_since_is_shown_as_it_was(room: Room) -> None:
    memory = await saved(room, "또리 생일: 10월 27일")
    await answered(room, memory)
    newer = replace(memory, id="m2", fact=read_fact("또리 생일: 1월 5일"), supersedes=memory.id)
    await remember(room.ledger, newer)

    words = await opened(room)

    assert "또리 생일: 10월 27일" in words
    assert "그 뒤에 바뀐 기억" in words


async def test_without_the_question_its_words_are_not_guessed(room: Room) -> None:
    await answered(room, await saved(room, "또리 생일: 10월 27일"))
    room.store.exchanges.clear()
    assert "찾은 낱말이 들어 있어요" in await opened(room)


async def test_a_lapsed_log_and_another_person_are_told_kindly(room: Room) -> None:
    await answered(room, await saved(room, "또리 생일: 10월 27일"))
    assert "이제 볼 수 없어요" in await opened(room, "long ago")
    others = await opened(room, "x1", user="U2")
    assert "I can no longer show this" in others
    assert "10월 27일" not in others


async def test_the_command_tells_the_same_and_what_was_not_picked(room: Room) -> None:
    used = await saved(room, "또리 생일: 10월 27일")
    passed = await saved(room, "모카 생일: 3월 2일")
    await answered(room, used, passed)

    words = await asked(room)

    assert words.startswith("🧠 마지막 답에 참고한 기억")
    assert words.index("또리 생일: 10월 27일") < words.index("살펴봤지만 고르지 않은 기억")
    assert words.index("살펴봤지만 고르지 않은 기억") < words.index("모카 생일: 3월 2일")
    assert "2번째로 떠올랐어요" in words


@pytest.mark.parametrize("word", ["why", "이유", "근거"])
async def test_it_is_known_by_several_words(room: Room, word: str) -> None:
    assert "아직 설명할 답이 없어요" in await asked(room, word)


async def test_an_answer_without_memories_says_why(room: Room) -> None:
    await answered(room)
    assert "떠오른 기억이 없었어요." in await asked(room)
    memory = await saved(room, "또리 생일: 10월 27일")
    await answered(room, memory, cited=0)
    room.store.search_log[:] = room.store.search_log[1:]
    assert "이 답에는 기억을 쓰지 않았어요." in await asked(room)


async def test_noise_and_letters_alone_are_told(room: Room) -> None:
    memory = await saved(room, "또리 생일: 10월 27일")
    await answered(room, memory, cited=0, is_noise=True, letters_only=True)
    words = await asked(room)
    assert "답이 될 만한 기억이 없어서 쓰지 않았어요." in words
    assert "글자만 보고 찾았어요" in words


async def test_a_search_by_command_is_noted_with_what_was_shown(room: Room) -> None:
    memory = await room.remember("또리 생일: 10월 27일")
    await room.send(slash(room.slack, "검색 또리"))

    (entry,) = await room.services.traces.entries(ME, 9)

    assert (entry.kind, entry.used, entry.answer_id) == (SearchKind.COMMAND, (memory.id,), None)
