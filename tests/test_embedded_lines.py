"""The lines that never change are embedded beforehand, and the file is theirs."""

from __future__ import annotations

import numpy as np
import pytest

from memory.adapters.local_embedder import LocalEmbedder
from memory.dialogue.topics import TopicJudge
from memory.embedded_lines import digest, vectors_of
from memory.vectors import Vector
from tests.embed_lines import PASSAGES, QUESTIONS, embed_lines
from tests.fakes_search import FakeEmbedder

GROUPS = {**QUESTIONS, **PASSAGES}
MODEL = LocalEmbedder().model_id


class OfThisModel(FakeEmbedder):
    """Embeds in another way than the local model, and bears its name."""

    def __init__(self) -> None:
        super().__init__(model_id=MODEL)

    def vector(self, text: str) -> Vector:
        """As long as the local model's vectors."""
        return np.resize(super().vector(text), 384)


@pytest.mark.parametrize("group", GROUPS)
def test_the_file_is_of_the_lines_and_of_the_local_model(group: str) -> None:
    lines = GROUPS[group]

    vectors = vectors_of(MODEL, group, lines)

    assert vectors is not None, "Run `python -m tests.embed_lines`."
    assert vectors.shape == (len(lines), 384)


async def test_the_local_model_gives_the_vectors_of_the_file() -> None:
    for group, vectors in (await embed_lines(most=20)).items():
        known = vectors_of(MODEL, group, GROUPS[group])

        assert known is not None
        cosines = np.sum(known[: len(vectors)] * vectors, axis=1)
        assert cosines.min() > 0.999


def test_other_lines_another_group_and_another_model_have_no_vectors() -> None:
    group, lines = next(iter(GROUPS.items()))

    assert vectors_of(MODEL, group, lines[::-1]) is None
    assert vectors_of(MODEL, "unknown", lines) is None
    assert vectors_of("other", group, lines) is None


def test_lines_that_are_cut_elsewhere_are_other_lines() -> None:
    assert digest(["a b", "c"]) != digest(["a", "b c"]) != digest(["a", "b", "c"])


async def test_only_one_line_is_embedded_to_get_ready() -> None:
    embedder = OfThisModel()

    await TopicJudge(embedder).prepare()

    assert len(embedder.queries) == 1
