"""A workspace removes the bot: heard in any order and more than once, and called off in time."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence
from dataclasses import dataclass, field, replace
from datetime import timedelta

import pytest
from slack_bolt.async_app import AsyncBoltRequest

from bot.app import build_app
from bot.running import Running
from bot.workspaces.tenancy import Place
from tests.slack_double import TOKEN
from tests.slack_kit import ME, Json, Room, event_callback, message, open_room

UNINSTALLED: Json = {"type": "app_uninstalled"}
REVOKED: Json = {"type": "tokens_revoked", "tokens": {"oauth": [], "bot": ["UBOT"]}}
PERSONS_OWN: Json = {"type": "tokens_revoked", "tokens": {"oauth": ["U1", "U2"], "bot": []}}
GRACE = timedelta(days=30)


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


@pytest.mark.parametrize(
    "events",
    [
        [UNINSTALLED],
        [REVOKED],
        [REVOKED, UNINSTALLED],
        [UNINSTALLED, REVOKED],
        [UNINSTALLED, UNINSTALLED, REVOKED, REVOKED],
    ],
)
async def test_in_any_order_the_memories_go_when_the_grace_has_passed(
    room: Room, events: Sequence[Json]
) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    for event in events:
        assert (await room.send(event_callback(event))).status == 200
    assert await room.services.departures.erase_due() == 0
    assert len(await room.memories()) == 1

    room.clock.advance(GRACE)
    assert await room.services.departures.erase_due() == 1
    assert await room.services.erasure.known_scopes() == []


async def test_a_person_who_takes_their_own_token_back_takes_nothing_else(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    await room.send(event_callback(PERSONS_OWN))
    room.clock.advance(GRACE * 2)

    assert await room.services.departures.erase_due() == 0


async def test_another_team_keeps_its_memories(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야", replace(ME, team="T2"))
    await room.send(event_callback(UNINSTALLED))
    room.clock.advance(GRACE)

    assert await room.services.departures.erase_due() == 0


async def test_a_bot_that_is_started_with_a_token_that_works_has_not_left(room: Room) -> None:
    await room.remember("또리 생일은 10월 27일이야")
    await room.send(event_callback(UNINSTALLED))
    app = build_app(room.services, token=TOKEN, slack_api_url=room.slack.url)
    running = Running.watch(app)
    await app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=message("안녕")))
    assert await running.drain(5) == 0
    room.clock.advance(GRACE)

    assert await room.services.departures.erase_due() == 0


@dataclass(slots=True)
class Told:
    """A tenancy that keeps what it is told."""

    left_places: list[tuple[Place, float]] = field(default_factory=list)
    people: list[tuple[Place, list[str]]] = field(default_factory=list)

    async def left(self, place: Place, at: float) -> None:
        """Keep it."""
        self.left_places.append((place, at))

    async def forget_people(self, place: Place, users: list[str]) -> None:
        """Keep it."""
        self.people.append((place, users))


def of_organisation(event: Json, *, is_whole: bool) -> Json:
    body = event_callback(event)
    body["authorizations"] = [
        {
            "enterprise_id": "E1",
            "team_id": None if is_whole else "T1",
            "user_id": "UBOT",
            "is_bot": True,
            "is_enterprise_install": is_whole,
        }
    ]
    return body


@pytest.mark.parametrize("is_whole", [True, False])
async def test_the_place_and_the_time_are_those_of_the_event(room: Room, is_whole: bool) -> None:  # noqa: FBT001  (a parameter of the table)
    told = Told()
    services = replace(room.services, tenancy=told)  # type: ignore[arg-type]  # as much as is asked
    app = build_app(services, token=TOKEN, slack_api_url=room.slack.url)
    running = Running.watch(app)
    for event in (UNINSTALLED, PERSONS_OWN):
        body = of_organisation(event, is_whole=is_whole)
        await app.async_dispatch(AsyncBoltRequest(mode="socket_mode", body=body))
    assert await running.drain(5) == 0

    ((place, at),) = told.left_places
    assert (place.key, place.installed_team) == ("E1", None if is_whole else "T1")
    assert at == 1_700_000_000
    assert told.people == [(place, ["U1", "U2"])]
