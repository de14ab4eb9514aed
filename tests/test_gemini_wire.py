"""The real Gemini client against a loopback server: whole answers, and every way to fail."""

from __future__ import annotations

import gc
from collections.abc import AsyncIterator, Callable

import pytest
from pydantic import SecretStr

from bot.agent.assistant import Assistant
from bot.agent.briefing import Briefing
from bot.agent.errors import (
    ModelBroken,
    ModelBusy,
    ModelDenied,
    ModelFailed,
    ModelMisnamed,
    ModelRefused,
    ModelTimeout,
)
from bot.agent.models import choose_model
from bot.settings import Settings
from tests.agent_kit import (
    ListNotes,
    ListTalks,
    exchange,
    listen,
    listen_until_failure,
    memory,
    recollections,
    turn,
)
from tests.gemini_server import (
    MODEL,
    GeminiServer,
    blocks,
    breaks_off,
    calls,
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

LONG = "또리의 생일은 시월 이십칠일이고, 그날은 화요일이에요. " * 4

MakeAssistant = Callable[..., Assistant]


@pytest.fixture
async def server() -> AsyncIterator[GeminiServer]:
    async with gemini_server() as running:
        yield running


@pytest.fixture
async def make_assistant(server: GeminiServer) -> AsyncIterator[MakeAssistant]:
    settings = Settings(
        google_api_key=SecretStr("loopback-key"),
        google_base_url=server.base_url,
        chat_model=f"google_genai:{MODEL}",
    )
    chosen = choose_model(settings)

    def make(notes: ListNotes | None = None, timeout_seconds: float = 8) -> Assistant:
        return Assistant(
            model=chosen.model,
            notebook=notes or ListNotes(),
            talks=ListTalks(),
            reply_timeout_seconds=timeout_seconds,
            retry_waits_seconds=(0, 0),
        )

    yield make
    await chosen.close()
    gc.collect()  # the coroutine that langchain-core forgets goes while its warning is expected


async def test_pieces_of_a_stream_are_spoken_in_order(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says("안녕하세요, ", LONG, "반가워요."))

    pieces = await listen(make_assistant().reply(turn("안녕"), Briefing()))

    assert "".join(pieces) == f"안녕하세요, {LONG}반가워요."
    assert len(pieces) > 1
    assert server.paths == [f"/v1beta/models/{MODEL}:streamGenerateContent"]
    assert server.keys == ["loopback-key"]


async def test_the_request_carries_rules_block_history_and_tools(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says("10월 27일이에요."))
    briefing = Briefing(
        recall=recollections(memory("또리 생일은 10월 27일")),
        recent=[exchange("안녕", "안녕하세요!")],
    )

    await listen(make_assistant().reply(turn("또리 생일이 언제야"), briefing))

    (request,) = server.requests
    assert "[기억된 정보 (자동 조회)]" in request["systemInstruction"]["parts"][0]["text"]
    assert [each["role"] for each in request["contents"]] == ["user", "model", "user"]
    block, said = (part["text"] for part in request["contents"][-1]["parts"])
    assert block.startswith("[기억된 정보 (자동 조회)]\n")
    assert memory("또리 생일은 10월 27일").text in block
    assert said == "또리 생일이 언제야"
    declared = [each["name"] for each in request["tools"][0]["functionDeclarations"]]
    assert declared == [
        "save_memory",
        "search_memory",
        "search_conversations",
        "list_memories",
        "forget_memory",
    ]


async def test_thinking_is_minimal_and_no_temperature_is_sent(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says("네."))

    await listen(make_assistant().reply(turn("안녕"), Briefing()))

    config = server.requests[0]["generationConfig"]
    assert config["thinkingConfig"]["thinking_level"].casefold() == "minimal"
    assert "temperature" not in config


async def test_a_function_call_proposes_and_the_answer_follows(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(
        calls("save_memory", content="모카 생일은 3월 2일"), says("카드에서 확인해 주세요.")
    )
    reply = make_assistant().reply(turn("모카 생일은 3월 2일이야 기억해줘"), Briefing())

    pieces = await listen(reply)

    assert "".join(pieces) == "카드에서 확인해 주세요."
    assert [each.source.pointer for each in reply.proposals] == ["D1/100.1"]
    answer = server.requests[1]["contents"][-1]["parts"][0]["functionResponse"]
    assert answer["name"] == "save_memory"


async def test_a_thought_signature_goes_back_with_its_call(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(calls("list_memories"), says("없어요."))

    await listen(make_assistant().reply(turn("뭘 기억해?"), Briefing()))

    (part,) = server.requests[1]["contents"][-2]["parts"]
    assert part["thoughtSignature"] == "c2lnbmVk"


async def test_talk_before_a_function_call_is_left_out(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(calls("search_memory", before="찾아볼게요. ", query="또리"), says("못 찾았어요."))

    pieces = await listen(make_assistant().reply(turn("또리 나이?"), Briefing()))

    assert "".join(pieces) == "못 찾았어요."


@pytest.mark.parametrize("status", [429, 500, 503])
async def test_a_passing_failure_is_tried_again(
    server: GeminiServer, make_assistant: MakeAssistant, status: int
) -> None:
    server.will(fails(status, "PASSING", "later"), says("안녕하세요."))

    pieces = await listen(make_assistant().reply(turn("안녕"), Briefing()))

    assert "".join(pieces) == "안녕하세요."
    assert len(server.requests) == 2


@pytest.mark.parametrize(
    ("status", "reason", "failure"),
    [
        (429, "RESOURCE_EXHAUSTED", ModelBusy),
        (500, "INTERNAL", ModelBroken),
        (503, "UNAVAILABLE", ModelBroken),
    ],
)
async def test_a_lasting_failure_ends_after_three_attempts(
    server: GeminiServer,
    make_assistant: MakeAssistant,
    status: int,
    reason: str,
    failure: type[ModelFailed],
) -> None:
    server.will(*(fails(status, reason, "no") for _ in range(9)))

    await listen_until_failure(make_assistant().reply(turn("안녕"), Briefing()), failure)

    assert len(server.requests) == 3


@pytest.mark.parametrize(
    ("status", "message", "failure"),
    [
        (400, "API key not valid. Please pass a valid API key.", ModelDenied),
        (403, "Permission denied", ModelDenied),
        (404, "models/nobody is not found", ModelMisnamed),
        (400, "Unsupported parameter", ModelBroken),
    ],
)
async def test_a_failure_that_cannot_pass_is_not_tried_again(
    server: GeminiServer,
    make_assistant: MakeAssistant,
    status: int,
    message: str,
    failure: type[ModelFailed],
) -> None:
    server.will(*(fails(status, "REFUSED", message) for _ in range(3)))

    await listen_until_failure(make_assistant().reply(turn("안녕"), Briefing()), failure)

    assert len(server.requests) == 1


async def test_broken_json_ends_in_model_broken(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(*(sends_garbage() for _ in range(3)))

    await listen_until_failure(make_assistant().reply(turn("안녕"), Briefing()), ModelBroken)

    assert server.left == 0


async def test_an_empty_reply_is_tried_again(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says_nothing(), says("안녕하세요."))

    pieces = await listen(make_assistant().reply(turn("안녕"), Briefing()))

    assert "".join(pieces) == "안녕하세요."


async def test_a_model_that_stays_silent_ends_in_model_refused(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(*(says_nothing() for _ in range(3)))

    await listen_until_failure(make_assistant().reply(turn("안녕"), Briefing()), ModelRefused)

    assert server.left == 0


async def test_silence_after_a_proposal_points_at_the_card(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(calls("save_memory", content="모카 생일은 3월 2일"), *[says_nothing()] * 3)
    reply = make_assistant().reply(turn("모카 생일은 3월 2일이야 기억해줘"), Briefing())

    pieces = await listen(reply)

    assert "카드" in "".join(pieces)
    assert len(reply.proposals) == 1


async def test_a_blocked_prompt_is_refused_at_once(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(blocks(), says("이건 듣지 못해요."))

    await listen_until_failure(make_assistant().reply(turn("…"), Briefing()), ModelRefused)

    assert len(server.requests) == 1


async def test_a_cut_stream_keeps_what_was_said_and_fails(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(breaks_off(LONG), says("다시 말할게요."))
    reply = make_assistant().reply(turn("안녕"), Briefing())

    pieces = await listen_until_failure(reply, ModelBroken)

    assert "".join(pieces) == LONG == reply.text
    assert len(server.requests) == 1


async def test_a_stream_cut_before_anything_was_let_out_starts_over(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(breaks_off("안녕"), says("안녕하세요."))

    pieces = await listen(make_assistant().reply(turn("안녕"), Briefing()))

    assert "".join(pieces) == "안녕하세요."


async def test_the_start_of_an_answer_that_never_became_whole_is_kept(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(breaks_off("안녕"), breaks_off("안녕하"), breaks_off("안녕하세"))

    pieces = await listen_until_failure(
        make_assistant().reply(turn("안녕"), Briefing()), ModelBroken
    )

    assert "".join(pieces) == "안녕하세"


async def test_a_stream_that_ends_without_a_finish_reason_counts_as_cut(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says(LONG, finish=None))

    pieces = await listen_until_failure(
        make_assistant().reply(turn("안녕"), Briefing()), ModelBroken
    )

    assert "".join(pieces) == LONG


async def test_a_refusal_in_the_middle_keeps_what_was_said(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says(LONG, "…", finish="SAFETY"))

    pieces = await listen_until_failure(
        make_assistant().reply(turn("안녕"), Briefing()), ModelRefused
    )

    assert "".join(pieces).startswith(LONG)


async def test_a_hanging_model_ends_at_the_time_allowed(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(hangs(LONG))
    assistant = make_assistant(timeout_seconds=0.5)

    pieces = await listen_until_failure(assistant.reply(turn("안녕"), Briefing()), ModelTimeout)

    assert "".join(pieces) == LONG


async def test_the_next_turn_works_after_each_failure(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(breaks_off(LONG), blocks(), says("여기 있어요."))
    assistant = make_assistant()
    await listen_until_failure(assistant.reply(turn("하나"), Briefing()), ModelBroken)
    await listen_until_failure(assistant.reply(turn("둘"), Briefing()), ModelRefused)

    pieces = await listen(assistant.reply(turn("셋"), Briefing()))

    assert "".join(pieces) == "여기 있어요."


async def test_endless_tool_calls_come_to_an_answer(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(*(calls("list_memories") for _ in range(4)), says("이만 답할게요."))

    pieces = await listen(make_assistant().reply(turn("뭘 기억해?"), Briefing()))

    assert "".join(pieces) == "이만 답할게요."
    assert "tools" in server.requests[3]
    assert "tools" not in server.requests[4]


async def test_a_message_of_40_000_characters_is_answered(
    server: GeminiServer, make_assistant: MakeAssistant
) -> None:
    server.will(says("길군요."))
    text = "가" * 39_990 + "끝입니다"

    pieces = await listen(make_assistant().reply(turn(text), Briefing()))

    assert "".join(pieces) == "길군요."
    said = server.requests[0]["contents"][-1]["parts"][-1]["text"]
    assert said.endswith("끝입니다")
    assert len(said) < 20_000
