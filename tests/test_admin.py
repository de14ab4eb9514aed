from __future__ import annotations

import socket
from collections.abc import AsyncIterator
from pathlib import Path

import aiohttp
import pytest
from aiohttp.test_utils import TestClient, TestServer
from pydantic import SecretStr

from bot.settings import Settings, SettingsFault, load_settings
from bot.web.admin import build_admin, serve_admin
from memory.errors import StorageFault
from memory.records import Scope
from tests.desk_kit import JUN, JUN_ELSEWHERE, MINA, Desk, remember

TOKEN = "열쇠-0123456789abcdef"
BEARER = {"Authorization": f"Bearer {TOKEN}"}
JUNK = ("(내용 없음)", "해당 없음", "null…")


@pytest.fixture
async def desk() -> Desk:
    made = Desk()
    await remember(made.notebook, MINA, "취미: 사진", *JUNK)
    await remember(made.notebook, JUN, "취미: 낚시", JUNK[0])
    await remember(made.notebook, JUN_ELSEWHERE, "취미: 독서", JUNK[0], JUNK[1])
    return made


Client = TestClient[aiohttp.web.Request, aiohttp.web.Application]


@pytest.fixture
async def client(desk: Desk) -> AsyncIterator[Client]:
    server = TestServer(build_admin(SecretStr(TOKEN), desk.erasure))
    async with TestClient(server) as made:
        yield made


async def test_a_purge_forgets_the_persons_junk_and_says_how_much(
    client: Client, desk: Desk
) -> None:
    answer = await client.post("/admin/memory/purge/U1", headers=BEARER)

    assert answer.status == 200
    assert await answer.json() == {"deleted": 3, "user_id": "U1"}
    assert await desk.texts(MINA) == {"취미: 사진"}
    assert await desk.texts(JUN) == {"취미: 낚시", JUNK[0]}


@pytest.mark.parametrize("word", ["true", "1", "True"])
async def test_a_dry_run_tells_what_would_go_and_forgets_nothing(
    client: Client, desk: Desk, word: str
) -> None:
    answer = await client.post(f"/admin/memory/purge/U1?dry_run={word}", headers=BEARER)

    told = await answer.json()
    assert (told["deleted"], told["would_delete"], told["dry_run"]) == (0, 3, True)
    assert {each["text"] for each in told["memories"]} == set(JUNK)
    assert await desk.texts(MINA) == {"취미: 사진", *JUNK}


@pytest.mark.parametrize("word", ["maybe", "truee", "2"])
async def test_an_unclear_dry_run_forgets_nothing(client: Client, desk: Desk, word: str) -> None:
    answer = await client.post(f"/admin/memory/purge/U1?dry_run={word}", headers=BEARER)

    assert answer.status == 400
    assert "true or false" in (await answer.json())["message"]
    assert await desk.texts(MINA) == {"취미: 사진", *JUNK}


async def test_the_named_team_is_the_one_that_is_purged(client: Client, desk: Desk) -> None:
    answer = await client.post("/admin/memory/purge/U2?team=T2", headers=BEARER)

    assert await answer.json() == {"deleted": 2, "user_id": "U2"}
    assert await desk.texts(JUN_ELSEWHERE) == {"취미: 독서"}
    assert await desk.texts(JUN) == {"취미: 낚시", JUNK[0]}


async def test_a_user_of_two_teams_is_asked_which(client: Client, desk: Desk) -> None:
    answer = await client.post("/admin/memory/purge/U2", headers=BEARER)

    assert answer.status == 409
    told = await answer.json()
    assert (told["error"], told["teams"]) == ("ambiguous_team", ["T1", "T2"])
    assert "Add team=" in told["message"]
    assert await desk.texts(JUN) == {"취미: 낚시", JUNK[0]}


@pytest.mark.parametrize("path", ["purge/U9", "purge/U1?team=T2", "erase/U9?confirm=U9"])
async def test_an_unknown_user_is_not_found(client: Client, path: str) -> None:
    answer = await client.post(f"/admin/memory/{path}", headers=BEARER)

    assert answer.status == 404
    assert (await answer.json())["error"] == "unknown_user"


@pytest.mark.parametrize(
    "headers",
    [
        {},
        {"Authorization": ""},
        {"Authorization": TOKEN},
        {"Authorization": "Bearer "},
        {"Authorization": f"Bearer {TOKEN}x"},
        {"Authorization": f"Bearer {TOKEN[:-1]}"},
        {"Authorization": f"Basic {TOKEN}"},
    ],
)
@pytest.mark.parametrize("path", ["/admin/memory/purge/U1", "/admin/memory/purge/U9", "/else"])
async def test_without_the_token_nobody_learns_or_does_anything(
    client: Client, desk: Desk, headers: dict[str, str], path: str
) -> None:
    answer = await client.post(path, headers=headers)

    assert answer.status == 401
    assert answer.headers["WWW-Authenticate"].startswith("Bearer")
    assert (await answer.json())["error"] == "unauthorized"
    assert await desk.texts(MINA) == {"취미: 사진", *JUNK}


@pytest.mark.parametrize("method", ["GET", "PUT", "DELETE"])
async def test_another_method_is_refused_with_the_right_one(client: Client, method: str) -> None:
    answer = await client.request(method, "/admin/memory/purge/U1", headers=BEARER)

    assert (answer.status, answer.headers["Allow"]) == (405, "POST")
    assert (await answer.json())["error"] == "method_not_allowed"


async def test_another_path_is_told_the_right_ones(client: Client) -> None:
    answer = await client.post("/admin/memory/U1", headers=BEARER)

    assert answer.status == 404
    assert "/admin/memory/purge/{user_id}" in (await answer.json())["message"]


async def test_an_erasure_leaves_nothing_of_the_person(client: Client, desk: Desk) -> None:
    answer = await client.post("/admin/memory/erase/U1?confirm=U1", headers=BEARER)

    assert await answer.json() == {"erased": True, "user_id": "U1"}
    assert await desk.erasure.known_scopes() == [JUN, JUN_ELSEWHERE]


@pytest.mark.parametrize("query", ["", "?confirm=", "?confirm=U2", "?confirm=true"])
async def test_an_erasure_that_does_not_repeat_the_user_id_erases_nothing(
    client: Client, desk: Desk, query: str
) -> None:
    answer = await client.post(f"/admin/memory/erase/U1{query}", headers=BEARER)

    assert answer.status == 400
    assert "confirm=U1" in (await answer.json())["message"]
    assert await desk.texts(MINA) == {"취미: 사진", *JUNK}


async def test_a_database_that_does_not_answer_is_said_to_be_unavailable(
    client: Client, desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(scope: Scope) -> int:
        raise StorageFault(f"disk is full for {scope.user}")

    monkeypatch.setattr(desk.erasure, "purge", fail)

    answer = await client.post("/admin/memory/purge/U1", headers=BEARER)

    assert answer.status == 503
    assert (await answer.json())["error"] == "unavailable"


@pytest.fixture
def settings(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Settings:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTORI_ADMIN_TOKEN", TOKEN)
    monkeypatch.setenv("TTORI_ADMIN_PORT", "0")
    return load_settings()


async def test_it_serves_on_this_machine_until_it_is_stopped(
    settings: Settings, desk: Desk
) -> None:
    async with aiohttp.ClientSession() as session:
        async with serve_admin(settings, desk.erasure) as address:
            assert address is not None
            assert address.startswith("http://127.0.0.1:")
            url = f"{address}/admin/memory/purge/U1"
            async with session.post(url, headers=BEARER) as answer:
                assert answer.status == 200

        with pytest.raises(aiohttp.ClientConnectionError):
            await session.post(url, headers=BEARER)


async def test_without_a_token_it_does_not_start(settings: Settings, desk: Desk) -> None:
    tokenless = settings.model_copy(update={"admin_token": None})

    async with serve_admin(tokenless, desk.erasure) as address:
        assert address is None


async def test_a_taken_port_is_named_with_what_to_do(settings: Settings, desk: Desk) -> None:
    with socket.create_server(("127.0.0.1", 0)) as other:
        port = other.getsockname()[1]
        on_it = settings.model_copy(update={"admin_port": port})

        with pytest.raises(SettingsFault, match=rf"port {port}.*set TTORI_ADMIN_PORT"):
            async with serve_admin(on_it, desk.erasure):
                pass


def test_by_default_it_would_listen_on_this_machine_alone(settings: Settings) -> None:
    assert settings.admin_host == "127.0.0.1"
    assert Settings.model_fields["admin_port"].default == 8643


def test_a_blank_token_is_refused_by_name(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTORI_ADMIN_TOKEN", "  ")

    with pytest.raises(SettingsFault, match="TTORI_ADMIN_TOKEN"):
        load_settings()


def test_the_token_does_not_show(settings: Settings) -> None:
    assert TOKEN not in repr(settings)
