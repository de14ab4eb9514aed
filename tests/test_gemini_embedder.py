from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager

import numpy as np
import pytest
from aiohttp import web

from memory.adapters.gemini_embedder import GeminiEmbedder
from memory.errors import EmbeddingUnavailable
from tests.gemini_server import Answer, GeminiServer, fails, gemini_server, hangs, sends_garbage

# google-genai subclasses aiohttp's session, which aiohttp discourages.
pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning"
)

BUSY = fails(429, "RESOURCE_EXHAUSTED", "quota")


class Waits:
    """Sleeps that take no time and are written down, in seconds."""

    def __init__(self) -> None:
        self.seconds: list[float] = []

    async def __call__(self, seconds: float) -> None:
        self.seconds.append(seconds)


@pytest.fixture
async def server() -> AsyncIterator[GeminiServer]:
    async with gemini_server() as running:
        yield running


@asynccontextmanager
async def embedding(
    server: GeminiServer, waits: Waits | None = None, **patience: float
) -> AsyncIterator[GeminiEmbedder]:
    embedder = GeminiEmbedder(
        model="gemini-embedding-001",
        api_key="made-up",
        dimensions=3,
        base_url=server.base_url,
        sleep=waits or Waits(),
        **patience,
    )
    try:
        yield embedder
    finally:
        await embedder.close()


def embeds(*vectors: Sequence[float]) -> Answer:
    """BatchEmbedContentsResponse: https://ai.google.dev/api/embeddings."""

    async def answer(_: web.Request) -> web.StreamResponse:
        return web.json_response({"embeddings": [{"values": list(each)} for each in vectors]})

    return answer


def embeds_each() -> Answer:
    """As many vectors as texts; each points where its text's number says."""

    async def answer(request: web.Request) -> web.StreamResponse:
        asked = (await request.json())["requests"]
        numbers = [int(each["content"]["parts"][0]["text"]) for each in asked]
        return web.json_response({"embeddings": [{"values": [n, 1, 0]} for n in numbers]})

    return answer


def busy_for(delay: str) -> Answer:
    async def answer(_: web.Request) -> web.StreamResponse:
        info = {"@type": "type.googleapis.com/google.rpc.RetryInfo", "retryDelay": delay}
        error = {"code": 429, "status": "RESOURCE_EXHAUSTED", "message": "", "details": [info]}
        return web.json_response({"error": error}, status=429)

    return answer


async def test_a_question_gets_a_vector_of_unit_length(server: GeminiServer) -> None:
    server.will(embeds([3, 0, 4]))

    async with embedding(server) as embedder:
        vector = await embedder.query("또리 생일이 언제야")

    assert vector.dtype == np.float32
    assert vector.tolist() == pytest.approx([0.6, 0, 0.8])


async def test_question_and_text_are_asked_for_as_what_they_are(server: GeminiServer) -> None:
    server.will(embeds([1, 0, 0]), embeds([1, 0, 0]))

    async with embedding(server) as embedder:
        await embedder.query("question")
        await embedder.passages(["text"])

    asked = [request["requests"][0] for request in server.requests]
    assert [each["taskType"] for each in asked] == ["RETRIEVAL_QUERY", "RETRIEVAL_DOCUMENT"]
    assert {each["outputDimensionality"] for each in asked} == {3}
    assert server.paths == ["/v1beta/models/gemini-embedding-001:batchEmbedContents"] * 2
    assert set(server.keys) == {"made-up"}


async def test_many_texts_come_back_in_their_order(server: GeminiServer) -> None:
    server.will(*[embeds_each()] * 3)

    async with embedding(server) as embedder:
        vectors = await embedder.passages([str(number) for number in range(120)])

    assert vectors.shape == (120, 3)
    assert (vectors[:, 0] / vectors[:, 1]).tolist() == pytest.approx(list(range(120)), rel=1e-3)


async def test_no_texts_are_no_call(server: GeminiServer) -> None:
    async with embedding(server) as embedder:
        vectors = await embedder.passages([])

    assert vectors.shape == (0, 3)
    assert server.requests == []


async def test_a_limit_met_among_150_texts_loses_none(server: GeminiServer) -> None:
    waits = Waits()
    server.will(embeds_each(), BUSY, BUSY, embeds_each(), BUSY, embeds_each())

    async with embedding(server, waits) as embedder:
        vectors = await embedder.passages([str(number) for number in range(150)])

    assert (vectors[:, 0] / vectors[:, 1]).tolist() == pytest.approx(list(range(150)), rel=1e-3)
    assert waits.seconds == [0.5, 1.0, 0.5]
    assert server.left == 0


async def test_the_pause_that_the_server_asks_for_is_kept(server: GeminiServer) -> None:
    waits = Waits()
    server.will(busy_for("7.5s"), busy_for("soon"), embeds([1, 0, 0]))

    async with embedding(server, waits) as embedder:
        await embedder.passages(["text"])

    assert waits.seconds == [7.5, 1.0]


async def test_a_server_error_is_tried_again(server: GeminiServer) -> None:
    server.will(
        fails(500, "INTERNAL", "oops"), fails(503, "UNAVAILABLE", "busy"), embeds([1, 0, 0])
    )

    async with embedding(server) as embedder:
        assert (await embedder.query("text")).tolist() == [1, 0, 0]


async def test_patience_ends(server: GeminiServer) -> None:
    waits = Waits()
    server.will(*[BUSY] * 20)

    async with embedding(server, waits, query_patience_seconds=4.0) as embedder:
        with pytest.raises(EmbeddingUnavailable, match="429"):
            await embedder.query("text")

    # 0.5 + 1 + 2 = 3.5; the next pause, 4 s, would be past the 4 s of patience.
    assert waits.seconds == [0.5, 1.0, 2.0]


async def test_a_pause_longer_than_patience_is_not_waited_for(server: GeminiServer) -> None:
    waits = Waits()
    server.will(busy_for("60s"))

    async with embedding(server, waits) as embedder:
        with pytest.raises(EmbeddingUnavailable):
            await embedder.query("text")

    assert waits.seconds == []


@pytest.mark.parametrize(
    "answer",
    [
        pytest.param(fails(400, "INVALID_ARGUMENT", "API key not valid"), id="wrong key"),
        pytest.param(fails(404, "NOT_FOUND", "no such model"), id="no such model"),
        pytest.param(embeds([1, 0, 0]), id="too few vectors"),
        pytest.param(embeds([1, 0, 0], [1, 0, 0], [1, 0, 0]), id="too many vectors"),
        pytest.param(embeds([1, 0], [1, 0]), id="vectors too short"),
        pytest.param(embeds([0, 0, 0], [1, 0, 0]), id="a vector without direction"),
        pytest.param(embeds(), id="no vectors"),
        pytest.param(sends_garbage(), id="no JSON"),
    ],
)
async def test_an_answer_that_cannot_be_used_is_unavailable_at_once(
    server: GeminiServer, answer: Answer
) -> None:
    waits = Waits()
    server.will(answer)

    async with embedding(server, waits) as embedder:
        with pytest.raises(EmbeddingUnavailable):
            await embedder.passages(["one", "two"])

    assert waits.seconds == []


async def test_a_question_without_a_vector_is_unavailable(server: GeminiServer) -> None:
    server.will(embeds())

    async with embedding(server) as embedder:
        with pytest.raises(EmbeddingUnavailable):
            await embedder.query("text")


async def test_a_server_that_hangs_is_unavailable_when_patience_ends(server: GeminiServer) -> None:
    server.will(hangs())

    async with embedding(server, query_patience_seconds=0.05) as embedder:
        with pytest.raises(EmbeddingUnavailable):
            await embedder.query("text")


async def test_a_server_that_is_gone_is_unavailable_when_patience_ends() -> None:
    async with gemini_server() as gone:
        pass

    async with embedding(gone, query_patience_seconds=0.2) as embedder:
        with pytest.raises(EmbeddingUnavailable):
            await embedder.query("text")


async def test_an_empty_or_broken_text_is_sent_as_one_that_the_server_takes(
    server: GeminiServer,
) -> None:
    server.will(embeds([1, 0, 0], [1, 0, 0]))

    async with embedding(server) as embedder:
        await embedder.passages(["", "\ud800"])

    sent = [each["content"]["parts"][0]["text"] for each in server.requests[0]["requests"]]
    assert sent == [" ", "?"]


async def test_another_model_or_length_is_another_model_id(server: GeminiServer) -> None:
    async with embedding(server) as embedder:
        assert embedder.model_id == "google_genai:gemini-embedding-001:3"
        assert embedder.dimensions == 3
