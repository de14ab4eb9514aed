"""Topic shifts: what the local judge takes upon itself, and what becomes of the rest."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from datetime import timedelta

import pytest

from memory.adapters.local_embedder import LocalEmbedder
from memory.dialogue.topic_signals import read_signals
from memory.dialogue.topics import SURE, Judgement, TopicJudge, TopicWatch
from memory.errors import ThinkerUnavailable
from memory.vectors import Vector
from tests.fakes_search import FakeEmbedder

MIGRATION = ["마이그레이션 스크립트 작성 중이야", "스키마부터 맞추세요"]
STOCKS = ["삼성전자 주가 어때?", "오늘 3% 올랐어요"]


class Oracle:
    """Answers as told, and keeps what it was asked."""

    def __init__(self, *, answer: bool | None, hangs: bool = False) -> None:
        self.asked: list[tuple[list[str], str]] = []
        self._answer = answer
        self._hangs = hangs

    async def same_topic(self, before: Sequence[str], message: str) -> bool:
        self.asked.append((list(before), message))
        if self._hangs:
            await asyncio.Event().wait()
        if self._answer is None:
            raise ThinkerUnavailable("told to fail")
        return self._answer


class FixedJudge(TopicJudge):
    """Always of this mind."""

    def __init__(self, judgement: Judgement) -> None:
        super().__init__(FakeEmbedder())
        self._judgement = judgement

    async def judge(
        self, before: Sequence[str], message: str, *, gap: timedelta = timedelta()
    ) -> Judgement:
        del before, message, gap
        return self._judgement


UNSURE_SAME = FixedJudge(Judgement(is_shift=False, confidence=0.6))
SURE_SHIFT = FixedJudge(Judgement(is_shift=True, confidence=SURE))


@pytest.fixture
async def judge() -> AsyncIterator[TopicJudge]:
    embedder = LocalEmbedder()
    yield TopicJudge(embedder)
    await embedder.close()


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (MIGRATION, "삼성전자 주가 어때?"),
        (STOCKS, "다시 마이그레이션인데, 어디까지 했었지?"),
        (["How do I rebase a branch?", "Use git rebase main"], "What's a good ramen place nearby?"),
    ],
)
async def test_a_plain_turn_to_something_else_is_surely_a_shift(
    judge: TopicJudge, before: list[str], message: str
) -> None:
    judged = await judge.judge(before, message)

    assert judged.is_shift
    assert judged.is_sure


@pytest.mark.parametrize(
    ("before", "message"),
    [
        (STOCKS, "그럼 배당은?"),
        (STOCKS, "ㅇㅋ 고마워"),
        (["Best hikes near Seattle?", "Rattlesnake Ledge"], "and what about it?"),
    ],
)
async def test_what_leans_on_the_talk_before_surely_goes_on_with_it(
    judge: TopicJudge, before: list[str], message: str
) -> None:
    judged = await judge.judge(before, message)

    assert not judged.is_shift
    assert judged.is_sure


@pytest.mark.parametrize(
    ("before", "message"), [([], "안녕"), (["", "  "], "안녕"), (STOCKS, "   ")]
)
async def test_nothing_turns_away_from_nothing(before: list[str], message: str) -> None:
    judged = await TopicJudge(FakeEmbedder()).judge(before, message)

    assert judged == Judgement(is_shift=False, confidence=1.0)


async def test_without_vectors_words_alone_decide() -> None:
    embedder = FakeEmbedder()
    embedder.fails = True

    judged = await TopicJudge(embedder).judge(STOCKS, "그럼 배당은?")

    assert not judged.is_shift


async def test_vectors_that_failed_once_are_tried_again() -> None:
    embedder = FakeEmbedder()
    judge = TopicJudge(embedder)
    embedder.fails = True
    await judge.judge(STOCKS, "배당은 언제 줘?")
    embedder.fails = False

    await judge.judge(STOCKS, "배당은 언제 줘?")

    assert "배당은 언제 줘?" in embedder.queries


async def test_a_pause_makes_a_shift_likelier_up_to_a_limit() -> None:
    judge = TopicJudge(FakeEmbedder())

    def lean(judged: Judgement) -> float:
        return judged.confidence if judged.is_shift else 1 - judged.confidence

    at_once, later, long_after, longest = [
        lean(await judge.judge(STOCKS, "기차표 예매해야지", gap=timedelta(minutes=minutes)))
        for minutes in (0, 20, 60, 600)
    ]

    assert at_once < later < long_after == longest


async def test_a_line_that_was_expected_is_embedded_once_before_it_is_needed() -> None:
    embedder = FakeEmbedder()
    judge = TopicJudge(embedder)
    await judge.prepare()

    judge.expect("배당은 분기마다 나와요")
    judge.expect(" ")
    await asyncio.sleep(0)  # lets what was begun beside this go on
    asked_ahead = list(embedder.queries)
    await judge.judge(["배당은 분기마다 나와요"], "기차표 예매해야지")

    assert asked_ahead[-1] == "배당은 분기마다 나와요"
    assert embedder.queries[len(asked_ahead) :] == ["기차표 예매해야지"]


async def test_only_the_last_two_exchanges_count() -> None:
    judge = TopicJudge(FakeEmbedder())
    earlier = ["배당 얘기", "네", *MIGRATION, *MIGRATION]

    assert await judge.judge(earlier, "배당은?") == await judge.judge(earlier[2:], "배당은?")


@pytest.mark.parametrize("hangs", [False, True])
async def test_a_sure_case_asks_nobody(hangs: bool) -> None:  # noqa: FBT001 - a parameter
    oracle = Oracle(answer=True, hangs=hangs)

    assert await TopicWatch(SURE_SHIFT, oracle).turns(STOCKS, "x")
    assert oracle.asked == []


async def test_in_doubt_the_model_decides_over_the_last_two_exchanges() -> None:
    oracle = Oracle(answer=False)

    assert await TopicWatch(UNSURE_SAME, oracle).turns(["옛말", *MIGRATION, *STOCKS], "x")
    assert oracle.asked == [([*MIGRATION, *STOCKS], "x")]


@pytest.mark.parametrize("oracle", [None, Oracle(answer=None), Oracle(answer=False, hangs=True)])
async def test_without_an_answer_in_time_the_best_guess_stands(oracle: Oracle | None) -> None:
    watch = TopicWatch(UNSURE_SAME, oracle, patience_seconds=0.01)

    assert not await watch.turns(STOCKS, "x")


async def test_with_no_call_left_in_the_budget_nobody_is_asked() -> None:
    oracle = Oracle(answer=False)

    assert not await TopicWatch(UNSURE_SAME, oracle, may_ask=lambda: False).turns(STOCKS, "x")
    assert oracle.asked == []


@pytest.mark.parametrize(
    ("message", "signal"),
    [
        ("그럼 화장품은?", "goes_on"),
        ("what about at night?", "goes_on"),
        ("ㅇㅋ 고마워", "acknowledges"),
        ("haha fair", "acknowledges"),
        ("다른 얘긴데 점심 뭐 먹지", "turns_away"),
        ("anyway, lunch?", "turns_away"),
        ("by the way, lunch?", "sidesteps"),
        ("다시 마이그레이션인데, 어디까지 했지?", "comes_back"),
        ("아까 그 고깃집 주차 돼?", "comes_back"),
        ("back to the Spanish thing", "comes_back"),
        ("좀 더 짧게 고쳐줘", "works_on"),
        ("remind me to call mum", "asks_anew"),
    ],
)
def test_a_marker_raises_its_signal(message: str, signal: str) -> None:
    assert getattr(read_signals(STOCKS, message), signal) == 1.0


def test_coming_back_to_what_was_just_spoken_of_is_no_coming_back() -> None:
    assert read_signals(MIGRATION, "다시 마이그레이션인데, 어디까지 했지?").comes_back == 0.0


def test_money_after_stocks_shares_a_theme_and_food_parts_from_it() -> None:
    shares, parts = read_signals(STOCKS, "배당은?"), read_signals(STOCKS, "점심은?")

    assert (shares.shares_theme, shares.parts_theme) == (1.0, 0.0)
    assert (parts.shares_theme, parts.parts_theme) == (0.0, 1.0)


def test_a_plain_reply_to_a_question_is_an_answer() -> None:
    assert read_signals(["여행 가자", "어디로요?"], "홋카이도 4박 5일").answers == 1.0
    assert read_signals(["여행 가자", "어디로요?"], "주가 얼마야?").answers == 0.0


async def test_closing_ends_a_measurement_that_is_under_way() -> None:
    class Waiting(FakeEmbedder):
        async def query(self, text: str) -> Vector:
            await asyncio.Event().wait()
            raise AssertionError(text)

    judge = TopicJudge(Waiting(), patience_seconds=0)
    await judge.judge(STOCKS, "그럼 배당은?")

    await judge.close()

    assert not [task for task in asyncio.all_tasks() if task.get_name() == "topic contexts"]
