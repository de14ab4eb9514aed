"""What every chronicle promises, held for the fake and for SQL alike."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from memory.adapters.database import open_database
from memory.adapters.sql_archive import SqlArchive
from memory.adapters.sql_chronicle import SqlChronicle
from memory.adapters.sql_found_facts import SqlFoundFacts
from memory.adapters.sql_ledger import SqlLedger
from memory.dialogue.ports import Chronicle, FoundFacts
from memory.dialogue.records import Digest, Found, Session, Standing, Tag, Topic
from memory.ports import Ledger
from memory.records import Exchange, Origin, Scope
from tests.fakes import FakeLedger, FakeStore, remember
from tests.fakes_dialogue import FakeChronicle
from tests.ledger_kit import JUN, MINA, MINA_ELSEWHERE, NOON, a_memory, forget, minutes

DM = "T1/D1"
CHANNEL = "T1/C1/1700000000.000100"
ORIGIN = Origin("D1/1.0", "1.0", "Asia/Seoul")
OTHER_CHANNEL = "T1/C2/1700000000.000200"


@dataclass(frozen=True, slots=True)
class Books:
    """A chronicle and a ledger over the same store."""

    chronicle: Chronicle
    ledger: Ledger
    facts: FoundFacts


@pytest.fixture(params=["fake", "sqlite"])
async def books(request: pytest.FixtureRequest, tmp_path: Path) -> AsyncIterator[Books]:
    if request.param == "fake":
        store = FakeStore()
        chronicle = FakeChronicle(store)
        yield Books(chronicle, FakeLedger(store), chronicle)
        return
    async with await open_database(tmp_path) as database:
        yield Books(SqlChronicle(database), SqlLedger(database), SqlFoundFacts(database))


@pytest.fixture
def chronicle(books: Books) -> Chronicle:
    return books.chronicle


def an_exchange(
    name: str,
    said: str = "",
    answered: str = "네!",
    *,
    scope: Scope = MINA,
    place: str = DM,
    at: datetime = NOON,
    memory_ids: tuple[str, ...] = (),
) -> Exchange:
    return Exchange(
        id=name,
        scope=scope,
        place=place,
        said=said or f"{name} 얘기",
        answered=answered,
        at=at,
        memory_ids=memory_ids,
        is_private=place == DM,
    )


def a_topic(name: str, *held: str, place: str = DM, at: datetime = NOON) -> Topic:
    return Topic(name, MINA, place, "", (), held, at, is_private=place == DM)


def a_session(name: str, *held: str, place: str = DM, at: datetime = NOON) -> Session:
    return Session(name, MINA, place, at, at, exchange_ids=held, is_private=place == DM)


async def talk(chronicle: Chronicle, *names: str, place: str = DM) -> None:
    """Keep an exchange a minute."""
    for minute, name in enumerate(names):
        assert await chronicle.keep(an_exchange(name, place=place, at=minutes(minute)))


async def tag(chronicle: Chronicle, **tags: Sequence[str] | None) -> list[str]:
    digests = [
        Digest(name, None if given is None else tuple(given)) for name, given in tags.items()
    ]
    return await chronicle.mark_digested(MINA, digests, minutes(60))


def names(exchanges: Sequence[Exchange | Topic | Session]) -> list[str]:
    return [each.id for each in exchanges]


class TestExchanges:
    @pytest.mark.parametrize("place", [DM, CHANNEL])
    async def test_one_comes_back_whole(self, chronicle: Chronicle, place: str) -> None:
        kept = an_exchange(
            "x1", "여러\n줄의 <말>", "a_b%c 🎂", place=place, memory_ids=("m2", "m1")
        )

        assert await chronicle.keep(kept)

        assert await chronicle.exchanges(MINA, ["x1"], audience=None) == {"x1": kept}

    async def test_one_is_kept_once(self, chronicle: Chronicle) -> None:
        await chronicle.keep(an_exchange("x1", "먼저"))

        assert not await chronicle.keep(an_exchange("x1", "나중"))

        (kept,) = await chronicle.latest(MINA, DM, 9)
        assert kept.said == "먼저"

    async def test_many_are_kept_at_once_and_the_new_ones_counted(
        self, chronicle: Chronicle
    ) -> None:
        await chronicle.keep(an_exchange("x1"))
        many = [
            an_exchange("x1"),
            an_exchange("x2"),
            an_exchange("x2"),
            an_exchange("y", scope=JUN),
        ]

        assert await chronicle.keep_all(many) == 2
        assert await chronicle.keep_all(many) == 0
        assert (await chronicle.count(MINA), await chronicle.count(JUN)) == (2, 1)

    async def test_what_names_something_forgotten_is_not_kept(self, books: Books) -> None:
        await forget(books.ledger, await remember(books.ledger, a_memory("m1")))

        assert not await books.chronicle.keep(an_exchange("x1", memory_ids=("m1",)))

        assert await books.chronicle.count(MINA) == 0

    async def test_the_latest_of_a_place_come_oldest_first(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c")
        await chronicle.keep(an_exchange("elsewhere", place=CHANNEL, at=minutes(9)))
        await chronicle.keep(an_exchange("theirs", scope=JUN, at=minutes(9)))

        assert names(await chronicle.latest(MINA, DM, 2)) == ["b", "c"]
        assert names(await chronicle.latest(MINA, DM, 0)) == []

    async def test_older_ones_are_those_before_a_time(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c", "d")

        assert names(await chronicle.older(MINA, DM, minutes(3), 2)) == ["b", "c"]

    async def test_a_span_holds_its_begin_and_not_its_end(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c", "d")

        async def found(limit: int) -> list[str]:
            span = minutes(1), minutes(3)
            return names(await chronicle.during(MINA, *span, audience=None, limit=limit))

        assert (await found(9), await found(1)) == (["b", "c"], ["c"])

    async def test_what_was_said_at_a_time_is_found_by_it(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c")
        await chronicle.keep(an_exchange("theirs", scope=JUN, at=minutes(2)))

        assert names(await chronicle.said_at(MINA, {minutes(2), minutes(0)})) == ["a", "c"]
        assert await chronicle.said_at(MINA, set()) == []

    async def test_nobody_elses_are_found_by_id(self, chronicle: Chronicle) -> None:
        await chronicle.keep(an_exchange("x1", scope=MINA_ELSEWHERE))

        assert await chronicle.exchanges(MINA, ["x1", "unknown"], audience=None) == {}

    async def test_everyone_who_spoke_is_known(self, chronicle: Chronicle) -> None:
        for scope in (MINA_ELSEWHERE, JUN, MINA):
            await chronicle.keep(an_exchange(f"x-{scope.team}-{scope.user}", scope=scope))

        assert await chronicle.people() == [MINA, JUN, MINA_ELSEWHERE]


class TestKeywords:
    async def test_the_most_keywords_win_then_the_newest(self, chronicle: Chronicle) -> None:
        await chronicle.keep(an_exchange("both", "비트코인 시세", at=minutes(1)))
        await chronicle.keep(an_exchange("old", "비트코인이 뭐야", at=minutes(2)))
        await chronicle.keep(an_exchange("new", "뭐 사지", "비트코인이요", at=minutes(3)))
        await chronicle.keep(an_exchange("none", "다이어트", at=minutes(4)))

        found = await chronicle.with_keywords(
            MINA, ["비트코인", "시세", ""], audience=None, limit=9
        )

        assert names(found) == ["both", "new", "old"]

    async def test_the_limit_leaves_the_worst_out(self, chronicle: Chronicle) -> None:
        await chronicle.keep(an_exchange("good", "alpha beta", at=minutes(1)))
        await chronicle.keep(an_exchange("bad", "alpha", at=minutes(2)))

        found = await chronicle.with_keywords(MINA, ["ALPHA", "Beta"], audience=None, limit=1)

        assert names(found) == ["good"]

    @pytest.mark.parametrize("keyword", ["%", "_", "\\", "/"])
    async def test_a_sign_stands_for_itself(self, chronicle: Chronicle, keyword: str) -> None:
        await chronicle.keep(an_exchange("plain", "안녕"))
        await chronicle.keep(an_exchange("sign", f"5{keyword}"))

        found = await chronicle.with_keywords(MINA, [keyword], audience=None, limit=9)

        assert names(found) == ["sign"]

    async def test_no_keywords_find_nothing(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")

        assert await chronicle.with_keywords(MINA, [], audience=None, limit=9) == []


class TestAudience:
    async def spoken(self, chronicle: Chronicle) -> None:
        for name, place in (("dm", DM), ("here", CHANNEL), ("there", OTHER_CHANNEL)):
            await chronicle.keep(an_exchange(name, "노래 얘기", place=place))
        await tag(chronicle, dm=["노래"], here=["노래"], there=["노래"])
        for name, place in (("dm", DM), ("here", CHANNEL), ("there", OTHER_CHANNEL)):
            await chronicle.open_topic(a_topic(f"t-{name}", name, place=place))
            await chronicle.close_topic(MINA, f"t-{name}", title="노래", keywords=["노래"], at=NOON)
            await chronicle.open_session(a_session(f"s-{name}", name, place=place))
            await chronicle.end_session(
                MINA, f"s-{name}", tags=["노래"], summary="노래 얘기", at=NOON
            )

    @pytest.mark.parametrize(
        ("audience", "heard"), [(None, {"dm", "here", "there"}), ("C1", {"here"}), ("C9", set())]
    )
    async def test_only_what_may_be_heard_is_found(
        self, chronicle: Chronicle, audience: str | None, heard: set[str]
    ) -> None:
        await self.spoken(chronicle)

        by_id = await chronicle.exchanges(MINA, ["dm", "here", "there"], audience=audience)
        by_word = await chronicle.with_keywords(MINA, ["노래"], audience=audience, limit=9)
        by_time = await chronicle.during(MINA, NOON, minutes(1), audience=audience, limit=9)
        by_tag = await chronicle.tagged(MINA, ["노래"], audience=audience, limit=9)
        topics = await chronicle.topics(MINA, audience=audience)
        sessions = await chronicle.sessions(MINA, audience=audience, tags=["노래"])

        assert (
            set(by_id) == set(names(by_word)) == set(names(by_time)) == set(names(by_tag)) == heard
        )
        assert set(names(topics)) == {f"t-{each}" for each in heard}
        assert set(names(sessions)) == {f"s-{each}" for each in heard}


class TestDigests:
    async def test_what_waits_comes_oldest_first(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b")
        await chronicle.keep(an_exchange("theirs", scope=JUN, at=minutes(-1)))

        assert names(await chronicle.undigested(None, 2)) == ["theirs", "a"]
        assert names(await chronicle.undigested(MINA, 9)) == ["a", "b"]

    async def test_what_was_made_of_an_exchange_is_kept(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c", "d")
        made = [
            Digest("a", ("음악", "가수"), ("나 취향: 발라드",), "노래 추천"),
            Digest("b", None),
            Digest("c", ()),
        ]

        assert await chronicle.mark_digested(MINA, made, NOON) == ["a", "b", "c"]

        assert await chronicle.digests(MINA, ["a", "b", "c", "d"]) == {
            "a": Digest("a", ("음악", "가수"), (), "노래 추천"),
            "b": Digest("b", None),
            "c": Digest("c", ()),
        }
        assert names(await chronicle.undigested(MINA, 9)) == ["d"]

    async def test_facts_wait_with_all_that_was_digested_with_them(self, books: Books) -> None:
        said = [
            replace(an_exchange(each, at=minutes(n)), origin=ORIGIN) for n, each in enumerate("ab")
        ]
        await books.chronicle.keep_all([*said, an_exchange("c", at=minutes(9))])
        await books.chronicle.mark_digested(MINA, [Digest("c", ())], NOON)
        digests = [Digest("b", None, ("나: 채식",)), Digest("a", ())]
        await books.chronicle.mark_digested(MINA, digests, NOON)

        assert await books.facts.people_waiting() == [MINA]
        assert await books.facts.waiting(JUN) == []
        assert await books.facts.waiting(MINA) == [
            Found(said[0], ()),
            Found(said[1], ("나: 채식",)),
        ]

    async def test_facts_wait_until_they_are_gleaned_or_gone(self, books: Books) -> None:
        await talk(books.chronicle, "a", "b", "c")
        digests = [Digest(each, (), (f"나: {each}",)) for each in "abc"]
        await books.chronicle.mark_digested(MINA, digests, NOON)
        await books.facts.gleaned(JUN, ["a"])
        await books.facts.gleaned(MINA, ["b"])
        await books.chronicle.trim(MINA, before=None, most=2)

        assert [each.facts for each in await books.facts.waiting(MINA)] == [("나: c",)]
        await books.facts.gleaned(MINA, ["c"])
        assert await books.facts.people_waiting() == []

    async def test_nothing_is_digested_twice(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await tag(chronicle, a=["음악"])

        assert await tag(chronicle, a=["요리"]) == []

        assert await chronicle.tags(MINA, NOON) == [Tag("음악", 1, NOON, NOON)]

    async def test_one_tag_counts_once_in_an_exchange(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await tag(chronicle, a=["음악", "음악"])

        assert [each.uses for each in await chronicle.tags(MINA, NOON)] == [1]

    async def test_nobody_elses_and_nothing_unknown_is_digested(self, chronicle: Chronicle) -> None:
        await chronicle.keep(an_exchange("theirs", scope=JUN))

        assert await tag(chronicle, theirs=["음악"], unknown=["음악"]) == []

        assert names(await chronicle.undigested(JUN, 9)) == ["theirs"]
        assert await chronicle.digests(MINA, ["theirs"]) == {}

    async def test_null_and_waiting_ones_are_not_to_be_found_by_meaning(
        self, chronicle: Chronicle
    ) -> None:
        await talk(chronicle, "a", "b", "c", "d")
        await tag(chronicle, a=["음악"], b=None, c=[])

        found = await chronicle.findable_ids([MINA, JUN])

        assert found == {MINA: frozenset({"a", "c"}), JUN: frozenset()}


class TestTags:
    async def test_the_most_used_come_first_with_their_times(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c")
        await tag(chronicle, a=["음악"], b=["요리", "음악"], c=["가수"])

        assert await chronicle.tags(MINA, minutes(99)) == [
            Tag("음악", 2, minutes(0), minutes(1)),
            Tag("가수", 1, minutes(2), minutes(2)),
            Tag("요리", 1, minutes(1), minutes(1)),
        ]
        assert await chronicle.tags(JUN, minutes(99)) == []

    async def test_exchanges_with_a_tag_come_in_the_order_of_time(
        self, chronicle: Chronicle
    ) -> None:
        await talk(chronicle, "a", "b", "c", "d")
        await tag(chronicle, a=["음악"], b=["음악", "가수"], c=["요리"], d=["가수"])

        both = await chronicle.tagged(MINA, ["음악", "가수"], audience=None, limit=9)
        two = await chronicle.tagged(MINA, ["음악", "가수"], audience=None, limit=2)

        assert (names(both), names(two)) == (["a", "b", "d"], ["b", "d"])
        assert await chronicle.tagged(MINA, [], audience=None, limit=9) == []

    async def test_a_weight_fades_day_by_day_and_gains(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await tag(chronicle, a=["음악"])

        await chronicle.weigh(MINA, {"음악": 1.0, "요리": 0.5}, NOON)
        await chronicle.weigh(MINA, {"음악": 0.5}, NOON + timedelta(days=2))

        weights = {
            each.name: each.weight for each in await chronicle.tags(MINA, NOON + timedelta(days=3))
        }
        # (1.0 × 0.95² + 0.5) × 0.95 and 0.5 × 0.95³
        assert weights == pytest.approx({"음악": 1.332_375, "요리": 0.428_687_5})

    async def test_what_was_gained_before_and_told_late_has_faded(
        self, chronicle: Chronicle
    ) -> None:
        """1.0 of the second day, and 0.95² of the day at noon."""
        await chronicle.weigh(MINA, {"음악": 1.0}, NOON + timedelta(days=2))
        await chronicle.weigh(MINA, {"음악": 1.0}, NOON)

        (tag,) = await chronicle.tags(MINA, NOON + timedelta(days=2))
        assert tag.weight == pytest.approx(1.902_5)

    async def test_a_weight_is_gone_after_45_days_and_its_uses_stay(
        self, chronicle: Chronicle
    ) -> None:
        await talk(chronicle, "a")
        await tag(chronicle, a=["음악"])
        await chronicle.weigh(MINA, {"음악": 1.0, "요리": 1.0}, NOON)

        before = await chronicle.tags(MINA, NOON + timedelta(days=44))
        after = await chronicle.tags(MINA, NOON + timedelta(days=45))

        assert {each.name for each in before} == {"음악", "요리"}
        assert after == [Tag("음악", 1, NOON, NOON, 0.0)]


class TestTopics:
    async def test_one_is_open_until_it_is_closed_once(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b")
        await chronicle.open_topic(a_topic("t1", "a", "unknown"))
        await chronicle.add_to_topic(MINA, "t1", "b")

        current = await chronicle.current_topic(MINA, DM)
        closed = [
            await chronicle.close_topic(MINA, "t1", title=title, keywords=["이사"], at=minutes(5))
            for title in ("이사 얘기", "다른 얘기")
        ]

        assert current == a_topic("t1", "a", "b")
        assert closed == [True, False]
        assert await chronicle.current_topic(MINA, DM) is None
        assert await chronicle.topics(MINA, audience=None) == [
            replace(
                a_topic("t1", "a", "b"), title="이사 얘기", keywords=("이사",), ended_at=minutes(5)
            )
        ]

    async def test_an_exchange_is_in_one_topic(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b")
        await chronicle.open_topic(a_topic("t1", "a", "b", at=minutes(0)))
        await chronicle.open_topic(a_topic("t2", at=minutes(1)))

        await chronicle.add_to_topic(MINA, "t2", "b")
        for name in ("t1", "t2"):
            await chronicle.close_topic(MINA, name, title="", keywords=[], at=NOON)

        found = await chronicle.topics(MINA, audience=None)
        assert [(each.id, each.exchange_ids) for each in found] == [("t2", ("b",)), ("t1", ("a",))]
        assert names(await chronicle.topics(MINA, audience=None, limit=1)) == ["t2"]

    async def test_nobody_else_reaches_it(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await chronicle.open_topic(a_topic("t1"))

        await chronicle.add_to_topic(JUN, "t1", "a")
        closed = await chronicle.close_topic(JUN, "t1", title="x", keywords=[], at=NOON)

        assert not closed
        assert await chronicle.current_topic(JUN, DM) is None
        assert await chronicle.current_topic(MINA, CHANNEL) is None
        assert await chronicle.current_topic(MINA, DM) == a_topic("t1")


class TestSessions:
    async def test_one_ends_once_and_weighs_its_tags_once(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await chronicle.open_session(a_session("s1"))
        await chronicle.add_to_session(MINA, "s1", "a", minutes(7))

        current = await chronicle.current_session(MINA, DM)
        ended = [
            await chronicle.end_session(
                MINA, "s1", tags=["음악", "음악"], summary="노래를 골랐다.", at=minutes(40)
            )
            for _ in range(2)
        ]

        assert current == replace(a_session("s1", "a"), last_at=minutes(7))
        assert ended == [True, False]
        assert await chronicle.current_session(MINA, DM) is None
        assert [each.weight for each in await chronicle.tags(MINA, minutes(40))] == [1.0]
        assert await chronicle.sessions(MINA, audience=None) == [
            replace(
                a_session("s1", "a"),
                last_at=minutes(7),
                ended_at=minutes(40),
                tags=("음악",),
                summary="노래를 골랐다.",
            )
        ]

    async def test_an_ended_one_takes_nothing_up(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await chronicle.open_session(a_session("s1"))
        await chronicle.end_session(MINA, "s1", tags=[], summary="", at=minutes(40))

        await chronicle.add_to_session(MINA, "s1", "a", minutes(50))

        (session,) = await chronicle.sessions(MINA, audience=None)
        assert (session.exchange_ids, session.last_at) == ((), NOON)

    async def test_idle_ones_of_everyone_are_found(self, chronicle: Chronicle) -> None:
        await chronicle.open_session(a_session("late", at=minutes(20)))
        await chronicle.open_session(replace(a_session("theirs", at=minutes(10)), scope=JUN))
        await chronicle.open_session(a_session("busy", at=minutes(21)))
        await chronicle.open_session(a_session("over", at=minutes(1)))
        await chronicle.end_session(MINA, "over", tags=[], summary="", at=minutes(2))

        assert names(await chronicle.idle_sessions(minutes(20))) == ["theirs", "late"]

    async def test_they_are_found_by_tag_newest_first(self, chronicle: Chronicle) -> None:
        for minute, tags in enumerate((["음악"], ["요리"], ["음악", "가수"])):
            await chronicle.open_session(a_session(f"s{minute}", at=minutes(minute)))
            await chronicle.end_session(MINA, f"s{minute}", tags=tags, summary="", at=minutes(9))

        async def found(tags: list[str] | None, limit: int | None = None) -> list[str]:
            return names(await chronicle.sessions(MINA, audience=None, tags=tags, limit=limit))

        assert await found(["음악"]) == ["s2", "s0"]
        assert await found(["음악", "요리"], 2) == ["s2", "s1"]
        assert await found(None) == ["s2", "s1", "s0"]
        assert await found([]) == []
        assert await chronicle.sessions(JUN, audience=None) == []


class TestLettingGo:
    async def made(self, chronicle: Chronicle) -> None:
        """Two exchanges in one topic and one session; the second names a memory."""
        await chronicle.keep(an_exchange("a", "이사 견적", at=minutes(0)))
        await chronicle.keep(an_exchange("b", "비밀번호 힌트", memory_ids=("m1",), at=minutes(1)))
        await tag(chronicle, a=["이사"], b=["힌트"])
        await chronicle.open_topic(a_topic("t1", "a", "b"))
        await chronicle.close_topic(
            MINA, "t1", title="이사와 힌트", keywords=["이사", "힌트"], at=minutes(2)
        )
        await chronicle.open_topic(a_topic("t2"))
        await chronicle.open_session(a_session("s1", "a", "b"))
        await chronicle.end_session(
            MINA, "s1", tags=["이사", "힌트"], summary="이사와 힌트 얘기", at=minutes(2)
        )

    async def test_forgetting_takes_what_was_made_of_an_exchange_along(self, books: Books) -> None:
        memory = await remember(books.ledger, a_memory("m1"))
        await self.made(books.chronicle)

        await forget(books.ledger, memory)

        (topic,) = await books.chronicle.topics(MINA, audience=None)
        (session,) = await books.chronicle.sessions(MINA, audience=None)
        assert (topic.title, topic.keywords, topic.exchange_ids) == ("", ("이사",), ("a",))
        assert (session.summary, session.tags, session.exchange_ids) == ("", ("이사",), ("a",))
        assert [each.name for each in await books.chronicle.tags(MINA, minutes(2))] == ["이사"]
        assert await books.chronicle.findable_ids([MINA]) == {MINA: frozenset({"a"})}

    async def test_trimming_leaves_the_newest_and_tells_what_went(
        self, chronicle: Chronicle
    ) -> None:
        await self.made(chronicle)
        await chronicle.keep(an_exchange("theirs", scope=JUN, at=minutes(-9)))

        gone = await chronicle.trim(MINA, before=None, most=1)

        assert gone == ["a"]
        assert names(await chronicle.latest(MINA, DM, 9)) == ["b"]
        assert await chronicle.count(JUN) == 1

    async def test_trimming_by_age_takes_what_was_said_before(self, chronicle: Chronicle) -> None:
        await self.made(chronicle)

        assert await chronicle.trim(MINA, before=minutes(1), most=9) == ["a"]
        assert await chronicle.trim(MINA, before=minutes(1), most=9) == []

    async def test_what_holds_nothing_any_more_goes(self, chronicle: Chronicle) -> None:
        await self.made(chronicle)

        gone = await chronicle.trim(MINA, before=minutes(9), most=9)

        assert sorted(gone) == ["a", "b"]
        assert await chronicle.topics(MINA, audience=None) == []
        assert await chronicle.sessions(MINA, audience=None) == []
        assert await chronicle.tags(MINA, minutes(9)) == []
        assert await chronicle.current_topic(MINA, DM) == a_topic("t2")


async def test_erasing_leaves_nothing_that_was_made_of_talk(tmp_path: Path) -> None:
    async with await open_database(tmp_path) as database:
        chronicle = SqlChronicle(database)
        await TestLettingGo().made(chronicle)

        await SqlArchive(database).begin_erasing(MINA, minutes(9))

        assert await chronicle.people() == []
        assert await chronicle.topics(MINA, audience=None) == []
        assert await chronicle.current_topic(MINA, DM) is None
        assert await chronicle.sessions(MINA, audience=None) == []
        assert await chronicle.tags(MINA, minutes(9)) == []


class TestTalkThatGoesOn:
    async def test_an_exchange_opens_what_is_not_open_and_joins_what_is(
        self, chronicle: Chronicle
    ) -> None:
        await talk(chronicle, "a", "b")
        first, second = (await chronicle.exchanges(MINA, ["a", "b"], audience=None)).values()

        await chronicle.follow(first, topic=a_topic("t1", "a"), session=a_session("s1", "a"))
        await chronicle.follow(second, topic=a_topic("t2", "b"), session=a_session("s2", "b"))

        topic = await chronicle.current_topic(MINA, DM)
        session = await chronicle.current_session(MINA, DM)
        assert topic == a_topic("t1", "a", "b")
        assert session == replace(a_session("s1", "a", "b"), last_at=minutes(1))

    async def test_what_is_open_elsewhere_or_over_is_not_joined(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")
        await chronicle.open_topic(a_topic("elsewhere", place=CHANNEL))
        await chronicle.open_session(replace(a_session("theirs"), scope=JUN))
        await chronicle.open_topic(a_topic("over"))
        await chronicle.close_topic(MINA, "over", title="", keywords=[], at=NOON)
        (only,) = (await chronicle.exchanges(MINA, ["a"], audience=None)).values()

        await chronicle.follow(only, topic=a_topic("t1", "a"), session=a_session("s1", "a"))

        assert await chronicle.current_topic(MINA, DM) == a_topic("t1", "a")
        assert await chronicle.current_session(MINA, DM) == a_session("s1", "a")

    async def test_how_it_stands_is_what_is_told_one_by_one(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a", "b", "c")
        await talk(chronicle, "elsewhere", place=CHANNEL)
        await tag(chronicle, a=["음악"], elsewhere=["여행"])
        await chronicle.weigh(MINA, {"음악": 2.0}, NOON)
        await chronicle.open_session(a_session("s1", "a"))

        standing = await chronicle.standing(MINA, DM, minutes(5), limit=2)

        assert names(standing.latest) == ["b", "c"]
        assert standing.session == a_session("s1", "a")
        assert list(standing.tags) == await chronicle.tags(MINA, minutes(5))
        assert {each.name for each in standing.tags} == {"음악", "여행"}
        assert standing.exchanges_kept == 4

    async def test_of_somebody_who_never_spoke_nothing_stands(self, chronicle: Chronicle) -> None:
        await talk(chronicle, "a")

        standing = await chronicle.standing(JUN, DM, NOON, limit=2)

        assert standing == Standing(latest=(), session=None, tags=(), exchanges_kept=0)
