from __future__ import annotations

import json
from pathlib import Path
from typing import cast

import pytest

from memory.comparison import HYBRID, HYBRID_OF_TYPE, compare
from memory.evaluation import DatasetFault, Example, Json, evaluate, read_examples
from memory.finding_evaluation import finding_scorer
from memory.finding_scores import Asked, FindingScore, FindingScores
from memory.rehearsal import KnownVectors
from memory.search.ranking import DEFAULT_RANKING, RANKINGS
from tests.fakes_search import FakeEmbedder

DATA = Path(__file__).parent / "data"
FIGURES = {"any@1", "any@3", "any@5", "any@10", "all@5", "all@10", "mrr", "queries", "unanswered"}


def lines(*rows: dict[str, Json], file: str = "f") -> list[Example]:
    return list(read_examples(file, [json.dumps(row) for row in rows]))


def memory(id_: str, text: str, **fields: Json) -> dict[str, Json]:
    return {"kind": "memory", "id": id_, "text": text, **fields}


def turn(id_: str, session: str, text: str) -> dict[str, Json]:
    return {"kind": "turn", "id": id_, "session": session, "speaker": "A", "text": text}


def query(text: str, *expect: str, **fields: Json) -> dict[str, Json]:
    return {"kind": "query", "text": text, "expect": list(expect), **fields}


async def retrieval(examples: list[Example], *names: str) -> dict[str, Json]:
    rankings = [RANKINGS[name] for name in names] or [DEFAULT_RANKING]
    result = await evaluate(examples, [finding_scorer(KnownVectors(FakeEmbedder()), rankings)])
    return cast("dict[str, Json]", result.as_json()["retrieval"])


class TestFigures:
    def test_any_asks_for_one_and_all_for_the_share_of_the_expected(self) -> None:
        found = [f"x{at}" for at in range(4)] + ["a"] + [f"y{at}" for at in range(4)] + ["b"]
        score = FindingScore([Asked(frozenset({"a", "b"}), found)])

        assert [score.any_at(k) for k in (1, 3, 5, 10)] == [0, 0, 1, 1]
        assert [score.all_at(k) for k in (5, 10)] == [0.5, 1]
        assert score.mrr == pytest.approx(1 / 5)

    def test_what_was_not_found_has_no_rank(self) -> None:
        score = FindingScore([Asked(frozenset({"a"}), ["b"]), Asked(frozenset({"a"}), ["a"])])

        assert score.mrr == pytest.approx(0.5)

    def test_queries_without_an_answer_count_only_for_what_was_left_unanswered(self) -> None:
        answered = Asked(frozenset({"a"}), ["a"])
        score = FindingScore(
            [answered, Asked(frozenset({"a"}), []), Asked(frozenset(), []), Asked(frozenset(), "b")]
        )

        assert score.any_at(1) == pytest.approx(0.5)
        assert score.rightly_unanswered == pytest.approx(0.5)
        assert score.wrongly_unanswered == pytest.approx(0.5)

    def test_sessions_are_scored_by_the_share_of_the_expected(self) -> None:
        sessions = (frozenset({"s1", "s9"}), [f"s{at}" for at in range(10)])
        score = FindingScore([Asked(frozenset({"a"}), ["a"], sessions=sessions)])

        assert score.sessions_at(5) == pytest.approx(0.5)
        assert score.sessions_at(10) == 1

    def test_what_no_query_shows_is_null(self) -> None:
        part = FindingScores({"rrf": FindingScore([Asked(frozenset({"a"}), ["a"])])}).as_json()

        assert part["unanswered"] == {"right": None, "wrongly": 0.0}
        assert "sessions" not in part


async def test_memories_are_searched_and_scored_by_tag() -> None:
    part = await retrieval(
        lines(
            memory("a", "또리 생일: 10월 27일"),
            memory("b", "사는 곳: 대전"),
            query("또리 생일", "a", tag="noun"),
            query("대전", "b", tag="place"),
        )
    )

    assert set(part) == {*FIGURES, "by_tag"}
    assert part["queries"] == 2
    assert part["any@1"] == 1.0
    by_tag = cast("dict[str, dict[str, Json]]", part["by_tag"])
    assert set(by_tag) == {"noun", "place"}
    assert set(by_tag["noun"]) == FIGURES


async def test_turns_are_scored_by_session_too() -> None:
    part = await retrieval(
        lines(
            turn("1", "s1", "grandma gave me a necklace"),
            turn("2", "s2", "the weather is fine"),
            query("grandma necklace", "1"),
        )
    )

    assert part["any@1"] == 1.0
    assert part["sessions"] == {"all@5": 1.0, "all@10": 1.0}


async def test_the_queries_of_a_file_search_that_file_alone() -> None:
    part = await retrieval(
        [
            *lines(memory("a", "또리 생일"), query("대전", "b"), file="one"),
            *lines(memory("b", "사는 곳: 대전"), file="two"),
        ]
    )

    assert part["any@10"] == 0.0


async def test_what_is_inactive_or_anothers_is_not_found() -> None:
    part = await retrieval(
        lines(
            memory("mine", "사는 곳: 대전", owner="me"),
            memory("also", "자전거: 브롬톤", owner="me"),
            memory("old", "사는 곳: 서울", owner="me", active=False),
            memory("theirs", "사는 곳: 부산", owner="you"),
            query("사는 곳", "old", "theirs"),
            query("사는 곳", "theirs", owner="you"),
        )
    )

    assert part["all@10"] == pytest.approx(0.5)


async def test_a_type_restricts_what_is_searched() -> None:
    part = await retrieval(
        lines(
            memory("fact", "배포 배포", type="semantic"),
            memory("rule", "배포 전에 알린다", type="procedural"),
            query("배포", "rule", type="procedural"),
        )
    )

    assert part["any@1"] == 1.0


async def test_several_rankings_stand_side_by_side_and_embed_each_text_once() -> None:
    embedder = FakeEmbedder()
    examples = lines(memory("a", "또리 생일"), memory("b", "대전"), query("또리", "a"))
    rankings = [RANKINGS["rrf"], RANKINGS["keyword"]]

    result = await evaluate(examples, [finding_scorer(KnownVectors(embedder), rankings)])

    part = cast("dict[str, Json]", result.as_json()["retrieval"])
    compared = cast("dict[str, dict[str, Json]]", part["rankings"])
    assert list(compared) == ["rrf", "keyword"]
    assert part["any@1"] == compared["rrf"]["any@1"]
    assert embedder.embedded == ["또리 생일", "대전"]
    assert embedder.queries == ["또리"]


@pytest.mark.parametrize(
    ("row", "complaint"),
    [
        (query("x", tag="t") | {"expect": "a"}, "expect must be a list"),
        (query("x") | {"expect": [1]}, "each of expect must be an id"),
        (memory("a", "x", importance="high"), "importance must be a number"),
        (memory("a", "x", created_at="yesterday"), "created_at must be a time"),
        (memory("a", "x", type="wish"), "type must be one of"),
        (memory("a", "x", active="yes"), "active must be true or false"),
        ({"kind": "turn", "id": "1", "text": "x", "speaker": "A"}, "session must be a text"),
    ],
)
async def test_a_line_that_makes_no_sense_is_named(row: dict[str, Json], complaint: str) -> None:
    with pytest.raises(DatasetFault, match=rf"f, line 1: .*{complaint}"):
        await retrieval(lines(row))


async def test_a_file_holds_memories_or_turns() -> None:
    with pytest.raises(DatasetFault, match="not both"):
        await retrieval(lines(memory("a", "x"), turn("1", "s", "y")))


class TestComparison:
    def examples(self) -> list[Example]:
        with (DATA / "comparison.jsonl").open(encoding="utf-8") as held:
            return list(read_examples("comparison.jsonl", held))

    def test_its_data_are_fifteen_memories_and_six_queries(self) -> None:
        held = [each.fields for each in self.examples()]
        memories = [each for each in held if each["kind"] == "memory"]

        assert len([each for each in held if each["kind"] == "query"]) == 6
        assert len(memories) == 15
        mine = [each for each in memories if each["owner"] == "asker"]
        assert sum(each.get("active", True) is True for each in mine) == 11

    async def test_every_representation_meets_every_method(self) -> None:
        compared = await compare(self.examples(), KnownVectors(FakeEmbedder()))

        pairs = [(each.representation, each.method) for each in compared.cells]
        assert len(set(pairs)) == len(pairs) == 3 * 4
        assert {each.representation for each in compared.cells} == {"raw", "summary", "JSON"}

    async def test_the_type_helps_and_never_costs(self) -> None:
        compared = await compare(self.examples(), KnownVectors(FakeEmbedder()))

        cells = {(each.representation, each.method): each for each in compared.cells}
        for representation in ("raw", "summary", "JSON"):
            plain = cells[representation, HYBRID].recall_at_3
            typed = cells[representation, HYBRID_OF_TYPE].recall_at_3
            assert plain is not None
            assert typed is not None
            assert typed >= plain

    async def test_a_memory_that_lacks_a_form_is_named(self) -> None:
        with pytest.raises(DatasetFault, match="raw must be a text"):
            await compare(lines(memory("a", "x")), KnownVectors(FakeEmbedder()))
