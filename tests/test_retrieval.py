from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import StorageFault
from memory.records import Fact, Memory, MemoryType, Recall, Recollection, Scope, Source, SourceKind
from memory.search.noise import Calibration, Untold
from memory.search.ranking import DEFAULT_RANKING, RANKINGS, Ranking
from memory.search.retrieval import Retrieval
from memory.search.shelf import Shelf
from memory.search.upkeep import FACT, Upkeep
from memory.vectors import VectorEntry
from tests.fakes import FakeLedger, remember
from tests.fakes_search import FakeEmbedder, FakeVectorIndex

ME = Scope("T1", "U1")
OTHER = Scope("T1", "U2")
NOW = datetime(2026, 1, 1, tzinfo=UTC)


class Home:
    """Search over fakes."""

    def __init__(
        self,
        ledger: FakeLedger | None = None,
        *,
        ranking: Ranking = DEFAULT_RANKING,
        calibration: Calibration | None = None,
        seconds: Callable[[], float] = lambda: 0.0,
    ) -> None:
        self.ledger = ledger or FakeLedger()
        self.index = FakeVectorIndex()
        self.embedder = FakeEmbedder(synonyms={"라떼": "우유"})
        self.shelf = Shelf(self.ledger)
        self.upkeep = Upkeep(
            ledger=self.ledger, index=self.index, embedder=self.embedder, shelf=self.shelf
        )
        self.retrieval = Retrieval(
            ledger=self.ledger,
            index=self.index,
            embedder=self.embedder,
            shelf=self.shelf,
            upkeep=self.upkeep,
            ranking=ranking,
            calibration=calibration,
            clock=lambda: NOW,
            seconds=seconds,
        )

    async def save(self, id_: str, text: str, scope: Scope = ME, **fields: object) -> Memory:
        memory = Memory(
            id_,
            scope,
            Fact(text, **fields),  # type: ignore[arg-type]  # whatever a test gives
            Source(SourceKind.WISH, text, NOW),
            NOW + timedelta(minutes=len(self.ledger.store.memories)),
            NOW,
        )
        await remember(self.ledger, memory)
        await self.upkeep.remembered(memory, replaced=None)
        return memory

    async def recall(self, query: str, scope: Scope = ME, limit: int = 5) -> Recall:
        return await self.retrieval.recall(scope, query, limit=limit)


@pytest.fixture
async def home() -> Home:
    made = Home()
    await made.index.reset(made.embedder.model_id)
    return made


def ids(found: Sequence[Recollection]) -> list[str]:
    return [each.memory.id for each in found]


async def test_a_name_is_found_by_its_letters(home: Home) -> None:
    await home.save("home", "사는 곳: 대전")
    await home.save("birthday", "또리 생일: 10월 27일")

    recall = await home.recall("또리 생일이 언제야")

    assert recall.found[0].memory.id == "birthday"
    assert recall.found[0].matched_terms == ("또리", "생일")
    assert recall.found[0].keyword_score > 0
    assert not recall.vector_failed


async def test_what_shares_no_letter_is_found_by_meaning(home: Home) -> None:
    await home.save("milk", "우유 못 마심")
    await home.save("bike", "자전거 브롬톤")

    recall = await home.recall("라떼")

    assert ids(recall.found)[0] == "milk"
    assert recall.found[0].keyword_score == 0
    assert recall.found[0].similarity is not None


@pytest.mark.parametrize(("asked", "first"), [("지난", "last"), ("다음", "next")])
async def test_the_past_is_not_what_is_to_come(home: Home, asked: str, first: str) -> None:
    await home.save("last", "여행: 2025년 3월 2일 부산, 여행 가방")
    await home.save("next", "여행: 2026년 5월 5일 제주")

    recall = await home.recall(f"{asked} 여행은 어디?")

    assert ids(recall.found)[0] == first
    assert len(recall.found) == 2


async def test_of_two_active_values_the_persons_word_comes_before_a_guess(home: Home) -> None:
    at_length = "대전 유성구 봉명동 하늘마을 아파트"
    await home.save("word", f"사는 곳: {at_length}", attribute="사는 곳", value=at_length)
    await home.save("other", "취미: 등산")
    await home.save("guess", "사는 곳: 서울", attribute="사는 곳", value="서울", confidence=0.5)

    recall = await home.recall("내가 사는 곳이 어디지")

    assert ids(recall.found)[0] == "word"
    assert "guess" in ids(recall.found)


async def test_an_old_allergy_does_not_sink_under_fresh_trifles(home: Home) -> None:
    await home.save("allergy", "땅콩 알레르기: 있음", importance=9)
    for number in range(30):
        await home.save(f"trifle{number}", f"간식: 땅콩 과자 {number}번 먹음", importance=2)

    recall = await home.recall("땅콩 알레르기 있는지")

    assert ids(recall.found)[0] == "allergy"


async def test_in_ranks_being_found_both_ways_adds_up() -> None:
    home = Home(ranking=RANKINGS["rrf"])
    await home.index.reset(home.embedder.model_id)
    await home.save("a", "또리 생일")

    (only,) = (await home.recall("또리")).found

    assert only.score == pytest.approx(2 / 61)


async def test_what_is_found_brings_the_figures_by_which_it_was_ranked(home: Home) -> None:
    await home.save("birthday", "또리 생일: 10월 27일", importance=9, confidence=0.5)
    await home.save("cafe", "라떼가 맛있는 또리 카페")
    await home.save("bike", "자전거 브롬톤")

    recall = await home.recall("또리 생일이 언제야", limit=2)

    birthday, cafe = (each.evidence for each in recall.found)
    assert birthday is not None
    assert cafe is not None
    assert (birthday.letters_rank, birthday.place) == (1, 1)
    assert (birthday.importance, birthday.confidence) == (9, 0.5)
    assert (birthday.age_days, birthday.recency) == (0, 1)
    assert birthday.similarity == recall.found[0].similarity
    assert birthday.keyword_score == recall.found[0].keyword_score > cafe.keyword_score > 0
    assert birthday.score == recall.found[0].score > cafe.score
    assert (cafe.letters_rank, cafe.place) == (2, 2)
    assert recall.ranking == "standout"
    by_meaning = sorted(recall.considered, key=lambda each: -(each.evidence.similarity or 0))
    assert [each.evidence.meaning_rank for each in by_meaning] == [1, 2, 3]


async def test_what_was_looked_at_and_not_found_is_told_too(home: Home) -> None:
    await home.save("birthday", "또리 생일: 10월 27일")
    await home.save("bike", "자전거 브롬톤")

    recall = await home.recall("또리 생일이 언제야", limit=1)

    considered = [(each.memory_id, each.evidence.place) for each in recall.considered]
    assert considered == [("birthday", 1), ("bike", 2)]
    assert recall.considered[1].evidence.letters_rank is None


async def test_of_many_candidates_the_best_twenty_are_told(home: Home) -> None:
    for number in range(30):
        await home.save(f"m{number}", f"또리 생일 {number}")

    recall = await home.recall("또리", limit=25)

    assert [each.memory_id for each in recall.considered] == ids(recall.found)[:20]
    assert all(each.evidence for each in recall.found)


async def test_a_search_is_timed_by_its_clock() -> None:
    ticks = iter([10.0, 10.25])
    home = Home(seconds=lambda: next(ticks))
    await home.index.reset(home.embedder.model_id)
    await home.save("a", "또리 생일")

    assert (await home.recall("또리")).took_ms == 250


@pytest.mark.parametrize(
    ("fails", "told"),
    [(False, "found=1 (vec+bm25 standout)"), (True, "found=1 (bm25 only)")],
)
async def test_the_log_names_the_way(
    home: Home, caplog: pytest.LogCaptureFixture, *, fails: bool, told: str
) -> None:
    await home.save("a", "또리 생일")
    home.embedder.fails = fails

    with caplog.at_level(logging.INFO):
        await home.recall("또리")

    assert f"[memory] hybrid search {told}" in caplog.messages


async def test_the_query_is_embedded_once(home: Home) -> None:
    await home.save("a", "또리 생일")

    await home.recall("또리")

    assert home.embedder.queries == ["또리"]


@pytest.mark.parametrize("failing", ["embedder", "index"])
async def test_when_meaning_fails_letters_answer_alone(
    home: Home, failing: str, caplog: pytest.LogCaptureFixture
) -> None:
    await home.save("a", "또리 생일")
    await home.save("b", "사는 곳: 대전")
    (home.embedder if failing == "embedder" else home.index).fails = True

    with caplog.at_level(logging.INFO):
        recall = await home.recall("또리")

    assert ids(recall.found) == ["a"]
    assert recall.vector_failed
    assert recall.found[0].similarity is None
    assert "vector search failed, letters alone" in caplog.text
    assert "[memory] hybrid search found=1 (bm25 only)" in caplog.messages


async def test_an_index_that_fails_is_a_debt(home: Home) -> None:
    await home.save("a", "또리 생일")
    await home.upkeep.mend(ME)
    home.index.broken.add(ME)

    await home.recall("또리")
    await home.upkeep.mend(ME)

    assert not (await home.recall("또리")).vector_failed


async def test_the_log_names_the_step_and_the_ranking(caplog: pytest.LogCaptureFixture) -> None:
    home = Home(ranking=RANKINGS["rrf"])
    await home.index.reset(home.embedder.model_id)
    await home.save("a", "또리 생일")

    with caplog.at_level(logging.INFO):
        await home.recall("또리")

    assert "[memory] hybrid search found=1 (vec+bm25 rrf)" in caplog.messages


async def test_what_the_index_lacks_is_still_found_by_letters(home: Home) -> None:
    await home.save("a", "또리 생일")
    home.index.rows.clear()

    recall = await home.recall("또리")

    assert ids(recall.found) == ["a"]
    assert not recall.vector_failed


async def test_nobody_finds_the_memories_of_another(home: Home) -> None:
    await home.save("a", "또리 생일")

    assert (await home.recall("또리", OTHER)).found == ()
    assert (await home.recall("또리", Scope("T2", ME.user))).found == ()


@pytest.mark.parametrize("query", ["", "  \n"])
async def test_an_empty_query_finds_nothing(home: Home, query: str) -> None:
    await home.save("a", "또리 생일")

    assert (await home.recall(query)) == Recall()


async def test_a_person_without_memories_costs_no_embedding(home: Home) -> None:
    assert (await home.recall("또리")) == Recall()
    assert home.embedder.queries == []


async def test_of_a_long_query_beginning_and_end_are_embedded(home: Home) -> None:
    await home.save("a", "또리 생일")

    await home.recall("처음 " + "가" * 40_000 + " 끝")

    (asked,) = home.embedder.queries
    assert len(asked) < 400
    assert asked.startswith("처음")
    assert asked.endswith("끝")


async def test_the_limit_holds(home: Home) -> None:
    for number in range(8):
        await home.save(f"m{number}", f"또리 생일 {number}")

    assert len((await home.recall("또리", limit=3)).found) == 3
    assert (await home.recall("또리", limit=0)).found == ()


async def test_as_many_are_found_as_are_asked_for(home: Home) -> None:
    for number in range(45):
        await home.save(f"m{number}", f"또리 생일 {number}")

    found = (await home.recall("고양이", limit=40)).found

    assert len(found) == 40


async def test_a_type_restricts_both_legs_before_anything_is_ranked(home: Home) -> None:
    await home.save("rule", "배포 실패 시 롤백한다", type=MemoryType.PROCEDURAL)
    for number in range(60):
        await home.save(f"m{number}", f"배포 실패 {number}")

    recall = await home.retrieval.recall(ME, "배포 실패", limit=5, of_type=MemoryType.PROCEDURAL)

    assert ids(recall.found) == ["rule"]
    assert recall.found[0].similarity is not None


async def test_a_question_after_a_rule_gets_the_rule_first(home: Home) -> None:
    await home.save("rule", "배포 실패 시 롤백한다", type=MemoryType.PROCEDURAL)
    await home.save("event", "배포 실패 원인: 디스크", type=MemoryType.SEMANTIC)
    await home.save("other", "사는 곳: 대전")

    recall = await home.recall("배포 실패 시 어떻게 해야 해?")

    assert ids(recall.found)[0] == "rule"
    assert set(ids(recall.found)) == {"rule", "event", "other"}


class TestNoise:
    @pytest.fixture
    async def strict(self) -> Home:
        nothing = Untold((), np.zeros((0, 64), dtype=np.float32))
        home = Home(
            calibration=Calibration(
                nothing,
                nothing,
                # No memory leads by so much: cosines lie between -1 and 1.
                least_lead_korean=3.0,
                least_lead_english=3.0,
                least_lead_unknown=3.0,
            )
        )
        await home.index.reset(home.embedder.model_id)
        for number in range(20):
            await home.save(f"m{number}", f"또리 생일 {number}")
        return home

    async def test_what_seems_not_to_answer_is_told_and_still_there(
        self, strict: Home, caplog: pytest.LogCaptureFixture
    ) -> None:
        with caplog.at_level(logging.INFO):
            recall = await strict.recall("사는 곳")

        assert recall.is_noise
        assert len(recall.found) == 5
        assert "found=5 (vec+bm25 standout), none seems to answer" in caplog.text

    async def test_without_vectors_nothing_is_taken_for_noise(self, strict: Home) -> None:
        strict.embedder.fails = True

        assert not (await strict.recall("또리")).is_noise

    async def test_without_a_calibration_nothing_is_taken_for_noise(self, home: Home) -> None:
        for number in range(20):
            await home.save(f"m{number}", f"또리 생일 {number}")

        assert not (await home.recall("사는 곳")).is_noise


async def test_a_row_that_the_ledger_no_longer_has_is_dropped_and_owed(home: Home) -> None:
    await home.save("a", "또리 생일")
    await home.upkeep.mend(ME)
    ghost = VectorEntry("ghost", (await home.embedder.passages(["또리"]))[0], FACT, "semantic")
    await home.index.add(ME, [ghost])

    recall = await home.recall("또리")

    assert ids(recall.found) == ["a"]
    assert home.upkeep.debts == (ME,)


async def test_dropped_rows_do_not_use_up_the_limit(home: Home) -> None:
    await home.save("a", "사는 곳: 대전")
    vectors = await home.embedder.passages(["또리"] * 9)
    await home.index.add(
        ME, [VectorEntry(f"ghost-{at}", each, FACT, "semantic") for at, each in enumerate(vectors)]
    )

    assert ids((await home.recall("또리", limit=1)).found) == ["a"]


async def test_a_list_that_is_behind_the_ledger_is_read_anew(home: Home) -> None:
    await home.save("a", "또리 생일")
    await home.recall("또리")
    gone = home.ledger.store.memories.pop("a")
    home.ledger.store.memories["b"] = Memory(
        "b", ME, Fact("또리 나이"), gone.source, gone.created_at, gone.updated_at
    )

    await home.recall("또리")

    assert ids((await home.recall("또리")).found) == ["b"]


async def test_what_is_forgotten_is_gone_in_the_same_turn(home: Home) -> None:
    await home.save("a", "또리 생일")
    await home.recall("또리")
    del home.ledger.store.memories["a"]

    await home.upkeep.forgotten(ME, ["a"])

    assert (await home.recall("또리")).found == ()


async def test_a_cache_that_was_forgotten_is_filled_anew(home: Home) -> None:
    await home.save("a", "또리 생일")

    await home.retrieval.forget_cache(ME)

    assert ids((await home.recall("또리")).found) == ["a"]


async def test_a_ledger_that_fails_is_told() -> None:
    class Failing(FakeLedger):
        async def memories(
            self,
            scope: Scope,
            *,
            offset: int = 0,
            limit: int | None = None,
            by_subject: bool = False,
        ) -> list[Memory]:
            raise StorageFault(f"{scope} {offset} {limit} {by_subject}")

    with pytest.raises(StorageFault):
        await Home(Failing()).recall("또리")


class TestKin:
    async def test_the_closest_tie_comes_first_then_the_nearest(self, home: Home) -> None:
        await home.save("near", "또리 생일날 파티")
        await home.save("attribute", "모카 생일: 3월 2일", subject="모카", attribute="생일")
        await home.save("subject", "또리 나이: 3살", subject="또리", attribute="나이")
        await home.save("both", "또리의 생일: 1월 1일", subject="또리", attribute="생일")
        await home.save("same", "또리 생일: 10월 27일", subject="또리", attribute="생일")

        fact = Fact("또리 생일: 10월 27일.", subject="또리", attribute="생일")
        kin = await home.retrieval.kin(ME, fact, limit=20)

        assert ids(kin) == ["same", "both", "subject", "attribute", "near"]
        assert [each.score for each in kin] == sorted((each.score for each in kin), reverse=True)

    async def test_the_same_text_has_the_similarity_one(self, home: Home) -> None:
        await home.save("a", "커피를 좋아한다")

        (only,) = await home.retrieval.kin(ME, Fact("커피를 좋아한다"), limit=5)

        assert only.similarity == pytest.approx(1)

    async def test_all_of_one_subject_and_attribute_come_whatever_the_limit(
        self, home: Home
    ) -> None:
        for number in range(12):
            await home.save(f"m{number}", f"취미: {number}", attribute="취미")
        await home.save("other", "취미 아님")

        kin = await home.retrieval.kin(ME, Fact("취미: 사진", attribute="취미"), limit=5)

        assert sorted(ids(kin)) == sorted(f"m{number}" for number in range(12))

    async def test_the_nearest_fill_the_limit(self, home: Home) -> None:
        for number in range(9):
            await home.save(f"m{number}", f"커피 {number}")

        assert len(await home.retrieval.kin(ME, Fact("커피를 좋아한다"), limit=4)) == 4

    async def test_without_vectors_ties_and_letters_remain(self, home: Home) -> None:
        await home.save("key", "회사: 네모", attribute="회사")
        await home.save("letters", "네모 회사원")
        await home.save("nothing", "자전거")
        home.embedder.fails = True

        kin = await home.retrieval.kin(ME, Fact("회사: 세모", attribute="회사"), limit=5)

        assert ids(kin) == ["key", "letters"]

    async def test_a_person_without_memories_has_no_kin(self, home: Home) -> None:
        assert await home.retrieval.kin(ME, Fact("또리 생일"), limit=5) == []

    async def test_others_memories_are_no_kin(self, home: Home) -> None:
        await home.save("a", "또리 생일: 1월 1일", OTHER, subject="또리", attribute="생일")

        fact = Fact("또리 생일: 1월 1일", subject="또리", attribute="생일")

        assert await home.retrieval.kin(ME, fact, limit=5) == []


people = st.sampled_from([ME, OTHER])
steps = st.lists(
    st.tuples(
        st.sampled_from(["save", "forget", "break", "heal", "mend", "cache"]),
        people,
        st.integers(0, 5),
    ),
    max_size=25,
)


@given(steps)
async def test_whatever_happens_only_ones_own_active_memories_are_recalled(
    plan: list[tuple[str, Scope, int]],
) -> None:
    home = Home()
    await home.index.reset(home.embedder.model_id)
    for at, (step, scope, number) in enumerate(plan):
        mine = await home.ledger.memories(scope)
        if step == "save":
            await home.save(f"m{at}", f"또리 생일 {at}", scope)
        elif step == "forget" and mine:
            gone = mine[number % len(mine)]
            del home.ledger.store.memories[gone.id]
            await home.upkeep.forgotten(scope, [gone.id])
        elif step in {"break", "heal"}:
            home.index.fails = step == "break"
        elif step == "mend" and not home.index.fails:
            await home.upkeep.mend(scope)
        elif step == "cache":
            await home.retrieval.forget_cache(scope)
        for each in (ME, OTHER):
            active = {memory.id for memory in await home.ledger.memories(each)}
            found = ids((await home.recall("또리 생일", each, limit=99)).found)
            assert set(found) == active
            assert len(found) == len(active)
