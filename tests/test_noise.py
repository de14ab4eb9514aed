from __future__ import annotations

import json
from importlib import resources
from statistics import NormalDist

import numpy as np
import pytest

from memory.adapters.local_embedder import LocalEmbedder
from memory.search.lexical import LexicalHit
from memory.search.noise import FEWEST, Calibration, calibration_of, evidence
from memory.vectors import VectorHit

EAST = np.array([1, 0], dtype=np.float32)
PLAIN = Calibration(np.zeros(2, dtype=np.float32), least_evidence=0.7)


def near(*similarities: float) -> list[VectorHit]:
    return [VectorHit(str(at), each) for at, each in enumerate(similarities)]


def spread(count: int) -> list[float]:
    """As normally spread as can be: the expected order of so many standard normal values."""
    return [NormalDist().inv_cdf((at - 0.375) / (count + 0.25)) for at in range(1, count + 1)]


def words(covered: float) -> list[LexicalHit]:
    return [LexicalHit("0", 1.0, 0.1, covered, ("word",))]


def test_what_stands_out_no_farther_than_chance_is_noise() -> None:
    assert PLAIN.is_noise([], near(*spread(40)))


def test_one_far_above_the_others_is_no_noise() -> None:
    assert not PLAIN.is_noise([], near(*spread(40), 5.0))


def test_the_words_of_the_query_speak_for_an_answer() -> None:
    assert not PLAIN.is_noise(words(0.5), near(*spread(40)))


def test_among_a_few_nothing_is_judged() -> None:
    assert not PLAIN.is_noise([], near(*spread(FEWEST - 1)))
    assert not PLAIN.is_noise([], [])


def test_evidence_counts_standard_deviations_beyond_chance() -> None:
    # Of 0 (nineteen times) and 1: mean 1/20, deviation √(1/20 · 19/20).
    beyond = (1 - 1 / 20) / (1 / 20 * 19 / 20) ** 0.5
    chance = NormalDist().inv_cdf(19.625 / 20.25)

    found = evidence(words(0.25), near(1.0, *[0.0] * 19))

    assert found == pytest.approx(beyond - chance + 3 * 0.25)


def test_what_all_questions_have_in_common_is_taken_out() -> None:
    calibration = Calibration(np.array([0.6, 0], dtype=np.float32), 0.7)

    own = calibration.distinguish(np.array([0.6, 0.8], dtype=np.float32))

    assert own == pytest.approx(np.array([0, 1], dtype=np.float32))


def test_a_query_that_is_nothing_but_common_stays_as_it_is() -> None:
    assert Calibration(EAST, 0.7).distinguish(EAST) == pytest.approx(EAST)


def test_a_model_that_was_not_measured_has_no_calibration() -> None:
    assert calibration_of("fake:64") is None


async def test_the_calibration_of_the_local_model_is_the_mean_of_its_questions() -> None:
    embedder = LocalEmbedder()
    file = resources.files("memory.search") / "calibrations" / "multilingual-e5-small.json"
    questions = json.loads(file.read_text(encoding="utf-8"))["questions"]

    vectors = [await embedder.query(question) for question in questions]
    await embedder.close()

    calibration = calibration_of(embedder.model_id)
    assert calibration is not None
    assert calibration.commonplace == pytest.approx(np.mean(vectors, axis=0), abs=1e-3)
