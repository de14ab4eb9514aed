"""Failures: each error becomes one sentence for the person, and none of its own words get out."""

from __future__ import annotations

import logging
from collections.abc import AsyncIterator, Awaitable, Callable

import aiohttp
import pytest
from slack_sdk.errors import SlackApiError

from bot.agent import errors as model
from bot.listeners.failures import sentence_for
from bot.texts import Texts
from bot.turn import Language, Stage, Turn
from bot.views import cards
from memory import errors as memory
from memory.records import ProposalState, Scope
from tests.fakes import FakeLedger
from tests.slack_double import buttons, shown
from tests.slack_kit import Json, Room, mention, message, open_room, press, slash

TEXTS = Texts.load()
SECRET = "xoxb-secret /home/x"


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def refusal(error: str, **details: str) -> SlackApiError:
    return SlackApiError(SECRET, {"ok": False, "error": error, **details})


SENTENCES: list[tuple[Exception, str]] = [
    (model.ModelBusy(SECRET), "failure.busy"),
    (model.ModelTimeout(SECRET), "failure.timeout"),
    (model.ModelRefused(SECRET), "failure.refused"),
    (model.ModelBroken(SECRET), "failure.model"),
    (model.ModelDenied(SECRET), "failure.operator"),
    (model.ModelMisnamed(SECRET), "failure.operator"),
    (model.ModelFailed(SECRET), "failure.model"),
    (memory.ProposalUnknown(SECRET), "failure.not_yours"),
    (memory.ProposalExpired(SECRET), "card.expired"),
    (memory.ProposalSettled(ProposalState.CONFIRMED), "card.settled_saved"),
    (memory.ProposalSettled(ProposalState.DISMISSED), "card.settled_cancelled"),
    (memory.MemoryUnknown(SECRET), "failure.no_memory"),
    (memory.ScopeMissing(SECRET), "failure.who"),
    (memory.FactRejected(memory.Rejection.EMPTY), "failure.fact_empty"),
    (memory.FactRejected(memory.Rejection.TOO_LONG), "failure.fact_too_long"),
    (memory.FactRejected(memory.Rejection.SECRET), "failure.fact_secret"),
    (memory.DatabaseCorrupt(SECRET), "failure.storage"),
    (memory.IndexUnavailable(SECRET), "failure.memory"),
    (refusal("expired_trigger_id"), "failure.press_again"),
    (refusal("internal_error"), "failure.slack"),
    (aiohttp.ServerDisconnectedError(SECRET), "failure.slack"),
    (RuntimeError(SECRET), "failure.unknown"),
]


@pytest.mark.parametrize("language", list(Language))
@pytest.mark.parametrize(("error", "key"), SENTENCES, ids=lambda value: str(value)[:30])
def test_an_error_has_its_sentence(error: Exception, key: str, language: Language) -> None:
    assert sentence_for(error, TEXTS, language) == TEXTS.say(language, key)


def every_kind(root: type[Exception]) -> set[type[Exception]]:
    """All the classes of a tree of errors."""
    return {root}.union(*(every_kind(kind) for kind in root.__subclasses__()))


def test_no_error_of_model_or_memory_is_unexpected() -> None:
    unknown = TEXTS.say(Language.KOREAN, "failure.unknown")
    kinds = every_kind(model.ModelFailed) | every_kind(memory.MemoryFault)
    made = {
        kind: kind.__new__(kind)
        for kind in kinds
        if kind not in {memory.FactRejected, memory.ProposalSettled}
        and kind.__module__ in {"bot.agent.errors", "memory.errors"}
    }
    assert len(made) > 15
    assert [
        kind for kind, e in made.items() if sentence_for(e, TEXTS, Language.KOREAN) == unknown
    ] == []


def test_every_reason_to_reject_a_fact_has_a_sentence() -> None:
    for reason in memory.Rejection:
        assert sentence_for(memory.FactRejected(reason), TEXTS, Language.ENGLISH)


def test_a_missing_scope_is_named() -> None:
    said = sentence_for(refusal("missing_scope", needed="im:write"), TEXTS, Language.KOREAN)
    assert "im:write" in said
    assert "다시 설치" in said


# --- in a conversation


def failing(error: Exception) -> Callable[[Turn, Stage], Awaitable[None]]:
    """A script that fails."""

    async def script(*_: object) -> None:
        raise error

    return script


@pytest.mark.parametrize("body", [message("안녕"), mention("안녕")], ids=["dm", "channel"])
async def test_a_failed_turn_ends_in_an_apology_in_its_thread(room: Room, body: Json) -> None:
    room.conversation.script = failing(model.ModelBusy(SECRET))
    response = await room.send(body)
    assert response.status == 200
    apology = room.slack.only("chat.postMessage")
    assert shown(apology) == TEXTS.say(Language.KOREAN, "failure.busy")
    assert apology.text("thread_ts") == "1700000000.000100"


async def test_the_apology_is_in_the_persons_language(room: Room) -> None:
    room.conversation.script = failing(model.ModelBroken(SECRET))
    room.slack.profiles["U1"] = {"locale": "en-US"}
    await room.send(message("hello"))
    assert shown(room.slack.only("chat.postMessage")) == TEXTS.say(
        Language.ENGLISH, "failure.model"
    )


async def test_the_conversation_goes_on_after_a_failure(room: Room) -> None:
    async def script(turn: Turn, stage: Stage) -> None:
        if turn.text == "처음":
            raise RuntimeError(SECRET)
        await stage.say("네")

    room.conversation.script = script
    await room.send(message("처음"))
    await room.send(message("다시", ts="1700000009.000100"))
    assert shown(room.slack.called("chat.postMessage")[-1]) == "네"


async def test_the_errors_own_words_reach_nobody(room: Room) -> None:
    room.conversation.script = failing(RuntimeError(SECRET))
    await room.send(message("안녕"))
    assert all("secret" not in str(call.args) for call in room.slack.calls)


async def test_a_failure_leaves_a_trace_in_the_log(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.conversation.script = failing(RuntimeError("the cause"))
    with caplog.at_level(logging.ERROR, logger="bot.listeners.failures"):
        await room.send(message("안녕"))
    (record,) = [each for each in caplog.records if each.name == "bot.listeners.failures"]
    assert record.exc_info
    assert str(record.exc_info[1]) == "the cause"


@pytest.mark.parametrize(
    ("times", "refused", "told"),
    [
        (1, {"error": "", "status": 500}, "refused: chat.postMessage: 500 (Slack failed"),
        (3, {"error": "ratelimited"}, "refused: chat.postMessage: ratelimited (Slack failed"),
        (1, {"error": "is_archived"}, "refused: chat.postMessage: is_archived (invite the bot"),
        (1, {"error": "token_revoked"}, "refused: chat.postMessage: token_revoked (install"),
    ],
    ids=lambda value: str(value)[:30],
)
async def test_a_refusal_to_be_expected_is_one_warning_that_says_what_to_do(
    room: Room, caplog: pytest.LogCaptureFixture, times: int, refused: dict[str, object], told: str
) -> None:
    async def script(_: Turn, stage: Stage) -> None:
        await stage.say("안녕")

    room.conversation.script = script
    room.slack.refuse("chat.postMessage", times=times, **refused)  # type: ignore[arg-type]  # a table
    with caplog.at_level(logging.WARNING, logger="bot"):
        await room.send(message("안녕"))

    (record,) = [each for each in caplog.records if each.levelno >= logging.WARNING]
    assert (record.levelno, record.exc_info) == (logging.WARNING, None)
    assert told in record.getMessage()


async def test_a_refusal_that_is_the_bots_own_fault_leaves_a_trace(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.conversation.script = failing(refusal("invalid_arguments"))
    with caplog.at_level(logging.WARNING, logger="bot"):
        await room.send(message("안녕"))

    (record,) = caplog.records
    assert (record.levelno, bool(record.exc_info)) == (logging.ERROR, True)


async def test_a_slack_that_does_not_answer_is_one_warning(
    room: Room, caplog: pytest.LogCaptureFixture
) -> None:
    room.conversation.script = failing(aiohttp.ServerDisconnectedError())
    with caplog.at_level(logging.WARNING, logger="bot"):
        await room.send(message("안녕"))

    (record,) = caplog.records
    assert (record.levelno, record.exc_info) == (logging.WARNING, None)


async def test_when_the_channel_is_closed_the_apology_goes_to_the_dm(room: Room) -> None:
    async def script(_: Turn, stage: Stage) -> None:
        room.slack.refuse("chat.postMessage", "not_in_channel", times=2)
        await stage.say("안녕")

    room.conversation.script = script
    await room.send(mention("안녕"))
    assert room.slack.called("chat.postMessage")[-1].text("channel") == "D-U1"


async def test_when_nobody_can_be_told_nothing_breaks(room: Room) -> None:
    room.slack.refuse("chat.postMessage", "internal_error")

    async def script(_: Turn, stage: Stage) -> None:
        await stage.say("안녕")

    room.conversation.script = script
    assert (await room.send(message("안녕"))).status == 200


# --- on a card


def break_writes(room: Room, error: Exception) -> None:
    """From now on nothing can be written, while all can be read."""

    class Unwritable(FakeLedger):
        async def commit_remembering(self, *_: object) -> bool:
            raise error

    room.notebook._ledger = Unwritable(room.store)


async def test_a_failed_write_gives_the_card_its_buttons_back(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    blocks = cards.card(TEXTS, Language.KOREAN, proposal).blocks
    break_writes(room, memory.StorageFault(SECRET))
    await room.send(press(room.slack, blocks, "예"))
    card = room.slack.called("respond")[-1]
    assert "기억 저장소를 열 수 없어요" in shown(card)
    assert set(buttons(card.args["blocks"])) == {"예", "아니오", "수정"}
    assert room.store.proposals[proposal.id].state is ProposalState.PENDING
    assert await room.memories() == []


async def test_a_failed_write_is_never_called_saved(room: Room) -> None:
    proposal = await room.propose("또리 생일은 10월 27일이야")
    blocks = cards.card(TEXTS, Language.KOREAN, proposal).blocks
    break_writes(room, RuntimeError(SECRET))
    await room.send(press(room.slack, blocks, "예"))
    assert all("기억했습니다" not in shown(call) for call in room.slack.called("respond"))


# --- who


async def test_a_stranger_of_a_shared_channel_is_asked_to_write_directly(room: Room) -> None:
    body = mention("안녕") | {"is_ext_shared_channel": True}
    await room.send(body)
    assert room.conversation.heard == []
    assert "DM으로 말씀해 주세요" in shown(room.slack.only("chat.postMessage"))


async def test_a_failed_command_is_answered_to_its_person_alone(room: Room) -> None:
    class Unreadable(FakeLedger):
        async def count(self, _: Scope) -> int:
            raise memory.StorageFault(SECRET)

    room.notebook._ledger = Unreadable(room.store)
    await room.send(slash(room.slack, "목록"))
    told = room.slack.only("respond")
    assert "기억 저장소를 열 수 없어요" in shown(told)
    assert told.args["response_type"] == "ephemeral"
