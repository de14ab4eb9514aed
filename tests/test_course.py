"""Sessions and segments as messages come, go, and come back."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.dialogue.course import Begun, Course, joined
from memory.dialogue.lookback import Earlier
from memory.dialogue.records import Digest, Tag
from memory.dialogue.segments import Segments, segment_keywords
from memory.dialogue.sessions import Sessions, related_tags, session_summary, session_tags
from memory.dialogue.weights import faded
from memory.records import Exchange
from tests.fakes import FakeClock, SequentialIds
from tests.fakes_dialogue import FakeChronicle
from tests.lookback_kit import MINA, NOW, asked, said

MINUTE = timedelta(minutes=1)


class ScriptedWatch:
    """A message turns when it holds one of these words."""

    def __init__(self, *turning: str) -> None:
        self._turning = turning

    async def turns(self, before: Sequence[str], message: str, *, gap: timedelta) -> bool:
        del before, gap
        return any(word in message for word in self._turning)

    def expect(self, line: str) -> None:
        del line


class Talk:
    """A conversation that goes on minute by minute."""

    def __init__(self, *turning: str) -> None:
        self.chronicle = FakeChronicle()
        self.clock = FakeClock(NOW)
        ids = SequentialIds()
        self.course = Course(
            chronicle=self.chronicle,
            segments=Segments(chronicle=self.chronicle, watch=ScriptedWatch(*turning), new_id=ids),
            sessions=Sessions(chronicle=self.chronicle, new_id=ids),
            clock=self.clock,
        )
        self._count = 0

    async def say(
        self,
        text: str,
        answer: str = "네.",
        *,
        after: timedelta = MINUTE,
        channel: str = "D1",
        tags: tuple[str, ...] | None = None,
    ) -> Begun:
        self.clock.now += after
        question = replace(asked(text, channel=channel), at=self.clock.now)
        begun = await self.course.begin(question)
        self._count += 1
        exchange = Exchange(
            f"x{self._count}",
            MINA,
            question.conversation,
            text,
            answer,
            self.clock.now,
            is_private=question.place.is_direct,
        )
        await self.chronicle.keep(exchange)
        await self.course.keep(exchange)
        if tags is not None:
            await self.chronicle.mark_digested(MINA, [Digest(exchange.id, tags)], self.clock.now)
        return begun


async def test_a_return_to_an_interrupted_topic_finds_its_earlier_segment() -> None:
    talk = Talk("주가", "다시")
    await talk.say("마이그레이션 스크립트 작성 중이야", "스키마부터 맞추세요.")
    await talk.say("외래키는 나중에 걸까?")
    assert (await talk.say("삼성전자 주가 어때?")).topics == ()

    begun = await talk.say("다시 마이그레이션인데, 어디까지 했었지?")

    (back,) = begun.topics
    assert "마이그레이션" in back.topic.keywords
    assert said(back.exchanges) == ["마이그레이션 스크립트 작성 중이야", "외래키는 나중에 걸까?"]


async def test_while_the_topic_goes_on_nothing_is_brought_and_one_segment_grows() -> None:
    talk = Talk()
    await talk.say("마이그레이션 시작")

    assert (await talk.say("마이그레이션 롤백은?")) == Begun()
    current = await talk.chronicle.current_topic(MINA, "T1/D1")
    assert current is not None
    assert current.exchange_ids == ("x1", "x2")


async def test_the_most_keywords_come_first_then_the_newest_and_three_at_most() -> None:
    talk = Talk("비트코인", "점심")
    for text in ("비트코인 시세", "점심", "비트코인 지갑 만들기", "점심", "비트코인 뉴스", "점심"):
        await talk.say(text)
    await talk.say("비트코인 세금")

    begun = await talk.say("비트코인 지갑 얘기 했었지?")

    assert [said(each.exchanges) for each in begun.topics] == [
        ["비트코인 지갑 만들기"],
        ["비트코인 세금"],
        ["비트코인 뉴스"],
    ]


async def test_a_segment_of_a_direct_message_is_not_brought_into_a_channel() -> None:
    talk = Talk("비트코인")
    await talk.say("비트코인 시세")
    await talk.say("비트코인 지갑")

    assert (await talk.say("비트코인 뉴스", channel="C1")).topics == ()


async def test_after_a_long_pause_a_session_ends_and_a_new_one_finds_its_summary() -> None:
    talk = Talk()
    await talk.say("아이유 노래 들려줘", tags=("음악",))

    begun = await talk.say("노래 추천해줘", after=timedelta(minutes=30))

    (session,) = begun.sessions
    assert "음악" in session.tags
    assert session.summary == "아이유 노래 들려줘"
    assert session.ended_at == NOW + MINUTE + timedelta(minutes=30)


async def test_within_the_pause_a_session_goes_on() -> None:
    talk = Talk()
    await talk.say("아이유 노래 들려줘", tags=("음악",))

    assert (await talk.say("노래 추천해줘", after=timedelta(minutes=29))).sessions == ()
    session = await talk.chronicle.current_session(MINA, "T1/D1")
    assert session is not None
    assert session.exchange_ids == ("x1", "x2")


async def test_a_session_of_a_direct_message_is_not_told_of_in_a_channel() -> None:
    talk = Talk()
    await talk.say("아이유 노래 들려줘", tags=("음악",))
    talk.clock.now += timedelta(hours=1)
    await talk.course.end_idle()

    assert (await talk.say("노래 추천해줘", channel="C1")).sessions == ()


async def test_an_ended_session_weighs_its_tags_and_a_mention_adds_half() -> None:
    talk = Talk()
    await talk.say("음악 들려줘", tags=("음악",))
    await talk.say("음악 또 틀어줘", after=timedelta(minutes=30))

    (tag,) = [each for each in await talk.chronicle.tags(MINA, talk.clock.now) if each.uses]

    assert tag.name == "음악"
    assert tag.weight == pytest.approx(1.5)


@pytest.mark.parametrize(("minutes", "ended"), [(29, 0), (30, 1)])
async def test_idle_sessions_are_ended_with_their_segments_by_the_clock(
    minutes: int, ended: int
) -> None:
    talk = Talk()
    await talk.say("마이그레이션 시작")
    talk.clock.now += timedelta(minutes=minutes)

    assert await talk.course.end_idle() == ended
    assert len(await talk.chronicle.topics(MINA, audience=None)) == ended


async def test_at_the_end_of_the_process_every_session_ends_once() -> None:
    talk = Talk()
    await talk.say("마이그레이션 시작")
    await talk.say("점심 뭐 먹지", channel="D2")

    assert await talk.course.end_all() == 2
    assert await talk.course.end_all() == 0


def exchange(number: int, text: str, answer: str = "네.") -> Exchange:
    return Exchange(f"x{number}", MINA, "T1/D1", text, answer, NOW)


def test_generic_words_are_no_keywords_and_a_word_of_one_answer_is_none() -> None:
    words = segment_keywords([exchange(1, "커튼 질문", "베이지"), exchange(2, "커튼 색상")])

    assert words == ("커튼", "색상")


def test_session_tags_are_the_most_frequent_ones_and_at_most_five() -> None:
    exchanges = [exchange(number, "응") for number in range(3)]
    digests = {
        "x0": Digest("x0", ("a", "b", "대화")),
        "x1": Digest("x1", ("b", "c", "d")),
        "x2": Digest("x2", ("b", "e", "f")),
    }

    tags = session_tags(exchanges, digests)

    assert tags[0] == "b"
    assert len(tags) == 5
    assert "대화" not in tags


def test_a_session_with_few_tags_is_filled_up_to_three_from_what_was_said() -> None:
    tags = session_tags([exchange(1, "거실 커튼 베이지")], {"x1": Digest("x1", ("집",))})

    assert tags == ("집", "거실", "커튼")


def test_a_verb_that_lost_its_ending_is_no_session_tag() -> None:
    said = [
        exchange(1, "이력서 고치는 중이야"),
        exchange(2, "이력서 사진도 고치는 게 나을까"),
    ]

    assert session_tags(said, {}) == ("이력서", "사진")


def test_a_summary_says_each_topic_once_and_quotes_what_is_not_digested() -> None:
    exchanges = [exchange(1, "a"), exchange(2, "b"), exchange(3, "커튼\n색상")]
    digests = {"x1": Digest("x1", (), topic="이사"), "x2": Digest("x2", (), topic="이사")}

    assert session_summary(exchanges, digests) == "이사 / 커튼 색상"


def test_a_tag_is_related_by_name_or_by_theme() -> None:
    tags = [Tag(name, 1, NOW, NOW, 1.0) for name in ("음악", "커튼", "축구")]

    assert related_tags("커튼 아래에서 들을 노래", tags) == ["음악", "커튼"]


def test_nothing_of_the_raw_window_comes_twice() -> None:
    assert joined(Earlier(recent=(exchange(1, "a"),)), Begun()).topics == ()


@given(
    weight=st.floats(0.0, 50.0),
    cuts=st.lists(st.floats(0.0, 60.0), max_size=6),
    days=st.floats(0.0, 60.0),
)
def test_a_weight_fades_the_same_at_once_or_step_by_step(
    weight: float, cuts: list[float], days: float
) -> None:
    stops = sorted(cut for cut in cuts if cut <= days)
    left, since = weight, NOW
    for stop in [*stops, days]:
        at = NOW + timedelta(days=stop)
        left, since = faded(left, since, at), at

    assert left == pytest.approx(faded(weight, NOW, NOW + timedelta(days=days)), abs=1e-6) or (
        weight * 0.95**days == pytest.approx(0.1, rel=1e-6)
    )


def test_from_one_a_tag_is_forgotten_after_45_days() -> None:
    assert faded(1.0, NOW, NOW + timedelta(days=44)) > 0
    assert faded(1.0, NOW, NOW + timedelta(days=45)) == 0
