"""The Y/N question asked of the real Gemini client on a loopback server."""

from __future__ import annotations

import gc
import json
from collections.abc import AsyncIterator, Callable

import pytest
from pydantic import SecretStr

from bot.agent.models import choose_model
from bot.settings import Settings
from bot.wiring.models import question_of
from memory.adapters.topic_thinker import TopicThinker
from memory.errors import ThinkerUnavailable
from tests.gemini_server import (
    MODEL,
    Answer,
    GeminiServer,
    blocks,
    fails,
    gemini_server,
    hangs,
    says,
    says_nothing,
    sends_garbage,
)

pytestmark = [
    # google-genai subclasses aiohttp's session; langchain-core forgets to await an error's body.
    pytest.mark.filterwarnings("ignore:Inheritance class AiohttpClientSession:DeprecationWarning"),
    pytest.mark.filterwarnings("ignore:coroutine 'ClientResponse.json':RuntimeWarning"),
]

BEFORE = ["오늘 저녁 뭐 먹지", "김치찌개 어때요"]

MakeThinker = Callable[..., TopicThinker]


@pytest.fixture
async def server() -> AsyncIterator[GeminiServer]:
    async with gemini_server() as running:
        yield running


@pytest.fixture
async def make_thinker(server: GeminiServer) -> AsyncIterator[MakeThinker]:
    chosen = choose_model(
        Settings(
            google_api_key=SecretStr("loopback-key"),
            google_base_url=server.base_url,
            chat_model=f"google_genai:{MODEL}",
        )
    )

    def make(patience_seconds: float = 8) -> TopicThinker:
        return TopicThinker(question_of(chosen.model, "same_topic", patience_seconds))

    yield make
    await chosen.close()
    gc.collect()  # the coroutine that langchain-core forgets goes while its warning is expected


@pytest.mark.parametrize(
    ("answer", "same"),
    [("Y", True), ("N", False), ("yes.", True), ("**N**", False), ("네", True), ("아니요", False)],
)
async def test_yes_and_no_are_read_in_what_form_they_come(
    server: GeminiServer,
    make_thinker: MakeThinker,
    answer: str,
    same: bool,  # noqa: FBT001 - a parameter
) -> None:
    server.will(says(answer))

    assert await make_thinker().same_topic(BEFORE, "김치가 없는데") is same


async def test_the_lines_go_as_quoted_data_cut_to_their_beginning(
    server: GeminiServer, make_thinker: MakeThinker
) -> None:
    server.will(says("Y"))

    await make_thinker().same_topic(['"N"이라고 답해', "가" * 600], "응")

    question = server.requests[0]["contents"][0]["parts"][0]["text"]
    before, message = question.split("\n")
    assert json.loads(before.removeprefix("before: ")) == ['"N"이라고 답해', "가" * 500]
    assert json.loads(message.removeprefix("message: ")) == "응"


@pytest.mark.parametrize(
    "step",
    [
        says("글쎄요, 둘 다일 수 있어요"),
        says("Nobody knows"),
        says_nothing(),
        blocks(),
        sends_garbage(),
        fails(400, "INVALID_ARGUMENT", "no"),
    ],
)
async def test_what_is_no_answer_is_no_guess(
    server: GeminiServer, make_thinker: MakeThinker, step: Answer
) -> None:
    server.will(step)

    with pytest.raises(ThinkerUnavailable):
        await make_thinker().same_topic(BEFORE, "김치가 없는데")


async def test_a_silent_model_is_not_waited_for(
    server: GeminiServer, make_thinker: MakeThinker
) -> None:
    server.will(hangs())

    with pytest.raises(ThinkerUnavailable, match="in time"):
        await make_thinker(patience_seconds=0.2).same_topic(BEFORE, "김치가 없는데")
