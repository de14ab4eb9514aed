"""Health over HTTP: each part is named, one that is ill is seen, and asking is cheap."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Mapping
from uuid import uuid4

import pytest
from aiohttp import web
from aiohttp.test_utils import TestClient, TestServer
from langchain_core.language_models.fake_chat_models import FakeListChatModel
from langchain_core.outputs import LLMResult
from slack_sdk.errors import SlackApiError

from bot.agent.counting import FAILED_CALLS, watch_model
from bot.metering import UNMETERED, counted_turn
from bot.web.health import KEPT_SECONDS, Check, Readiness
from bot.web.metrics import Metrics
from memory.errors import IndexUnavailable, StorageFault


async def well() -> bool:
    return True


async def ill() -> bool:
    return False


def failing(error: Exception) -> Check:
    async def fail() -> bool:
        raise error

    return fail


async def asked(routes: list[web.RouteDef], path: str) -> tuple[int, str]:
    application = web.Application()
    application.add_routes(routes)
    async with TestClient(TestServer(application)) as client:
        answer = await client.get(path)
        return answer.status, await answer.text()


async def ready(checks: Mapping[str, Check]) -> tuple[int, dict[str, object]]:
    status, text = await asked(Readiness(checks).routes(), "/readyz")
    read: dict[str, object] = json.loads(text)
    return status, read


async def test_the_process_lives_whatever_its_parts_do() -> None:
    status, text = await asked(Readiness({"database": ill}).routes(), "/healthz")
    assert (status, json.loads(text)) == (200, {"status": "alive"})


async def test_all_parts_well_is_ready() -> None:
    assert await ready({"database": well, "slack": well}) == (
        200,
        {"status": "ready", "parts": {"database": "well", "slack": "well"}},
    )


@pytest.mark.parametrize(
    "check",
    [
        ill,
        failing(StorageFault("disk full: secret words")),
        failing(IndexUnavailable("gone")),
        failing(SlackApiError("no", {"ok": False, "error": "invalid_auth"})),
        failing(TimeoutError()),
        failing(ConnectionError("xoxb-secret")),
    ],
)
async def test_one_ill_part_is_named_and_nothing_else_is_told(check: Check) -> None:
    assert await ready({"database": well, "slack": check}) == (
        503,
        {"status": "not ready", "parts": {"database": "well", "slack": "ill"}},
    )


async def test_parts_are_asked_again_only_after_some_seconds() -> None:
    now, times = [0.0], [0]

    async def counted() -> bool:
        times[0] += 1
        return True

    readiness = Readiness({"slack": counted}, lambda: now[0])
    await asyncio.gather(*(readiness.parts() for _ in range(5)))
    assert times == [1]
    now[0] = KEPT_SECONDS
    await readiness.parts()
    assert times == [2]


async def test_a_model_that_fails_again_and_again_is_ill_until_it_answers() -> None:
    watch = watch_model(FakeListChatModel(responses=["x"]), UNMETERED, beside="background")
    for _ in range(FAILED_CALLS - 1):
        await watch.on_llm_error(TimeoutError(), run_id=uuid4())
    assert watch.is_well()
    await watch.on_llm_error(TimeoutError(), run_id=uuid4())
    assert not watch.is_well()
    await watch.on_llm_end(LLMResult(generations=[]), run_id=uuid4())
    assert watch.is_well()


async def test_calls_are_counted_by_what_they_are_for() -> None:
    metrics = Metrics()
    model = FakeListChatModel(responses=["x"])
    watch_model(model, metrics, beside="background")
    await model.ainvoke("하나")
    await model.ainvoke("둘", {"tags": ["background"]})
    await model.ainvoke("셋", {"tags": ["background"]})

    page = (await asked(metrics.routes(), "/metrics"))[1]
    assert 'ttori_model_calls_total{kind="talk"} 1.0' in page
    assert 'ttori_model_calls_total{kind="background"} 2.0' in page


async def test_turns_are_counted_and_timed_by_what_became_of_them() -> None:
    metrics, now = Metrics(), [10.0]
    with counted_turn(metrics, lambda: now[0]):
        now[0] = 12.0
    with pytest.raises(ValueError, match="broken"), counted_turn(metrics, lambda: now[0]):
        raise ValueError("broken")
    metrics.turn("repeated", 0.0)
    metrics.queue(lambda: 7)
    metrics.error("ModelBusy")
    metrics.search(0.02)

    page = (await asked(metrics.routes(), "/metrics"))[1]
    for line in (
        'ttori_turns_total{outcome="answered"} 1.0',
        'ttori_turns_total{outcome="failed"} 1.0',
        'ttori_turns_total{outcome="repeated"} 1.0',
        "ttori_turn_seconds_sum 2.0",
        "ttori_turn_seconds_count 2.0",
        "ttori_background_queue 7.0",
        'ttori_errors_total{kind="ModelBusy"} 1.0',
        'ttori_search_seconds_bucket{le="0.025"} 1.0',
    ):
        assert line in page
