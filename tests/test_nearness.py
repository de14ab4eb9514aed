"""What counts as near: measured against exchanges that a question cannot be about."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence

import pytest

from memory.dialogue.nearness import LEAST_HEIGHT, Level, Nearness, Sight
from memory.dialogue.unrelated import UNRELATED_EN, UNRELATED_KO
from memory.errors import EmbeddingUnavailable
from memory.vectors import Vector, VectorHit
from tests.fakes_search import FakeEmbedder
from tests.lookback_kit import MINA, Line, Script, days

KOREAN = Level(0.80, 0.01)
OTHER = Level(0.70, 0.02)


def sight(**similarities: float) -> Sight:
    return Sight([VectorHit(id_, each) for id_, each in similarities.items()], KOREAN, OTHER)


def test_the_level_of_unrelated_texts_is_their_mean_and_deviation() -> None:
    level = Level.of([0.7, 0.8, 0.9])

    assert level.middle == pytest.approx(0.8)
    assert level.deviation == pytest.approx((0.02 / 3) ** 0.5)


def test_what_stands_above_the_unrelated_is_near_whatever_the_cosine() -> None:
    just_above, just_below = 0.80 + 0.01 * (LEAST_HEIGHT + 0.1), 0.80 + 0.01 * (LEAST_HEIGHT - 0.1)

    found = sight(a=just_above, b=just_below).standing_out({"a": "노래", "b": "노래"})

    assert found == ["a"]


def test_what_falls_far_behind_the_best_is_left_out() -> None:
    found = sight(best=0.87, noise=0.83).standing_out({"best": "코인", "noise": "날씨"})

    assert found == ["best"]


def test_each_text_is_measured_against_the_unrelated_of_its_script() -> None:
    found = sight(en=0.78, ko=0.80).standing_out({"en": "a trip", "ko": "여행"})

    assert found == ["en"]


def test_a_hit_whose_text_is_not_given_is_no_find() -> None:
    assert sight(gone=0.99).standing_out({}) == []


async def test_nothing_is_found_by_meaning_when_the_embedder_fails() -> None:
    embedder = FakeEmbedder()
    script = Script(embedder)
    await script.play(Line(days(1), "블루밍 들려줘", "네."))
    embedder.fails = True

    assert await script.nearness.look(MINA, "노래", audience=None, limit=5) is None


async def test_a_failure_to_measure_does_not_last() -> None:
    embedder = FakeEmbedder()
    script = Script(embedder)
    await script.play(Line(days(1), "블루밍 들려줘", "네."))
    embedder.fails = True
    with pytest.raises(EmbeddingUnavailable):
        await script.nearness.prepare()
    embedder.fails = False

    found = await script.nearness.look(MINA, "노래", audience=None, limit=5)

    assert found is not None
    assert len(found.hits) == 1


async def test_an_impatient_question_does_not_end_the_measuring() -> None:
    class SlowPassages(FakeEmbedder):
        def __init__(self) -> None:
            super().__init__()
            self.go = asyncio.Event()

        async def passages(self, texts: Sequence[str]) -> Vector:
            if texts[0] in {UNRELATED_KO[0], UNRELATED_EN[0]}:
                await self.go.wait()
            return await super().passages(texts)

    embedder = SlowPassages()
    script = Script(embedder)
    await script.play(Line(days(1), "블루밍 들려줘", "네."))
    hasty = Nearness(index=script.index, embedder=embedder, patience_seconds=0.01)

    first = await hasty.look(MINA, "노래", audience=None, limit=5)
    embedder.go.set()
    await hasty.prepare()

    assert first is None
    assert await hasty.look(MINA, "노래", audience=None, limit=5) is not None
    assert embedder.embedded.count(UNRELATED_KO[0]) == 1
