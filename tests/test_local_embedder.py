from __future__ import annotations

import asyncio
import unicodedata
from collections.abc import Iterator

import numpy as np
import pytest

from memory.adapters.e5_engine import E5Engine
from memory.adapters.local_embedder import LocalEmbedder
from memory.errors import EmbeddingUnavailable


@pytest.fixture(scope="module")
def embedder() -> Iterator[LocalEmbedder]:
    made = LocalEmbedder()
    yield made
    asyncio.run(made.close())


async def test_vectors_have_the_promised_shape_and_unit_length(embedder: LocalEmbedder) -> None:
    query = await embedder.query("또리 생일이 언제야")
    passages = await embedder.passages(["또리 생일: 10월 27일", "사는 곳: 대전"])

    assert query.shape == (embedder.dimensions,)
    assert passages.shape == (2, embedder.dimensions)
    assert query.dtype == passages.dtype == np.float32
    assert np.linalg.norm(query) == pytest.approx(1, abs=1e-5)
    assert np.linalg.norm(passages, axis=1) == pytest.approx(np.ones(2), abs=1e-5)


async def test_an_answer_lies_nearer_to_its_question_than_another_text(
    embedder: LocalEmbedder,
) -> None:
    query = await embedder.query("라떼 마셔도 되나")
    milk, bicycle = await embedder.passages(["우유: 유당불내증이라 못 마심", "자전거: 빨간색"])

    assert milk @ query > bicycle @ query


async def test_no_texts_give_no_vectors(embedder: LocalEmbedder) -> None:
    assert (await embedder.passages([])).shape == (0, embedder.dimensions)


@pytest.mark.parametrize("text", ["", "\0", "a\0b", "\ud800", "\u202e뒤집힌"])
async def test_odd_texts_get_a_vector_of_unit_length(embedder: LocalEmbedder, text: str) -> None:
    assert np.linalg.norm(await embedder.query(text)) == pytest.approx(1, abs=1e-5)


async def test_text_after_a_zero_byte_counts(embedder: LocalEmbedder) -> None:
    cut, whole = await embedder.passages(["birthday", "birthday\0of the dog"])

    assert cut @ whole < 0.999


async def test_decomposed_hangul_gives_the_same_vector(embedder: LocalEmbedder) -> None:
    text = "또리 생일"

    composed, decomposed = await embedder.passages([text, unicodedata.normalize("NFD", text)])

    assert composed.tolist() == decomposed.tolist()


async def test_only_the_beginning_of_a_huge_text_is_read(embedder: LocalEmbedder) -> None:
    beginning = "word " * 200

    short, huge = await embedder.passages([beginning, beginning + "tail " * 8_000])

    assert short.tolist() == huge.tolist()


async def test_calls_at_once_give_the_vectors_of_calls_one_by_one(embedder: LocalEmbedder) -> None:
    texts = ["또리 생일", "사는 곳", "좋아하는 차"]
    serial = [(await embedder.query(text)).tolist() for text in texts]

    together = await asyncio.gather(*(embedder.query(text) for text in texts))

    assert [vector.tolist() for vector in together] == serial


async def test_a_closed_embedder_is_unavailable() -> None:
    closed = LocalEmbedder()
    await closed.close()

    with pytest.raises(EmbeddingUnavailable):
        await closed.query("또리")


async def test_the_model_id_tells_the_dimensions(embedder: LocalEmbedder) -> None:
    assert str(embedder.dimensions) in embedder.model_id


async def test_texts_to_be_found_stand_back_behind_a_question(embedder: LocalEmbedder) -> None:
    lines = ["우유: 유당불내증이라 못 마심"] * 40
    filing = asyncio.create_task(embedder.passages(lines))

    await embedder.query("또리 생일이 언제야")

    assert not filing.done()
    assert (await filing).shape == (40, embedder.dimensions)


async def test_a_batch_does_not_hold_up_the_end() -> None:
    closed = LocalEmbedder()
    filing = asyncio.create_task(closed.passages(["우유: 못 마심 " * 50] * 1_000))
    await closed.query("또리")

    await closed.close()

    with pytest.raises(EmbeddingUnavailable):
        await filing


async def test_a_model_whose_loading_was_begun_is_loaded_once(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    made: list[E5Engine] = []

    def make() -> E5Engine:
        made.append(E5Engine())
        return made[-1]

    monkeypatch.setattr("memory.adapters.e5_engine.E5Engine", make)
    embedder = LocalEmbedder()

    embedder.load()
    await embedder.query("또리 생일이 언제야")
    await embedder.close()

    assert len(made) == 1


async def test_what_is_wrong_with_a_model_is_told_to_who_asks(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def refuse() -> E5Engine:
        raise OSError("no such file")

    monkeypatch.setattr("memory.adapters.e5_engine.E5Engine", refuse)
    embedder = LocalEmbedder()

    embedder.load()
    with pytest.raises(EmbeddingUnavailable, match="no such file"):
        await embedder.query("또리 생일이 언제야")
    await embedder.close()
