"""Export to the DM and import of the same file: nothing is lost, nothing is saved unasked."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Sequence

import pytest
from slack_bolt.async_app import AsyncBoltRequest

from bot.listeners.imports import MOST_ENTRIES
from memory.portability import export_json, read_json
from memory.records import MemoryType, Scope, SourceKind
from tests.fakes import remember
from tests.ledger_kit import a_memory
from tests.slack_double import Call, buttons, read_blocks, shown
from tests.slack_kit import (
    ME,
    USER,
    Json,
    Room,
    click,
    home_click,
    mention,
    message,
    open_room,
    press,
    slash,
)

OTHER = Scope("T1", "U2")


@pytest.fixture
async def room() -> AsyncIterator[Room]:
    async with open_room() as opened:
        yield opened


def answer(room: Room) -> Call:
    return room.slack.called("respond")[-1]


def in_dm(room: Room) -> Call:
    return room.slack.called("chat.postMessage")[-1]


def a_file(room: Room, texts: Sequence[str]) -> str:
    """An export as somebody has it on their disk."""
    kept = [a_memory(f"m{number}", text) for number, text in enumerate(texts)]
    return export_json(kept, room.clock())


async def fill(room: Room, count: int, text: str) -> set[str]:
    """Have many memories of this text, each with a number; returns what they say."""
    kept = [a_memory(f"m{number}", f"{number} {text}", scope=ME) for number in range(count)]
    for memory in kept:
        await remember(room.ledger, memory)
    return {memory.text for memory in kept}


# --- export


async def test_an_export_is_two_files_in_the_dm(room: Room) -> None:
    for text in ("또리 생일: 10월 27일", "내 취미: *등산* <&>"):
        await room.remember(text)
    await room.remember("비밀 아닌 남의 것", OTHER)
    await room.send(slash(room.slack, "내보내기"))
    done = room.slack.only("files.completeUploadExternal")
    assert done.text("channel_id") == f"D-{USER}"
    uploads = [upload.decode() for upload in room.slack.uploads.values()]
    (as_json,) = [each for each in uploads if each.startswith("{")]
    (readable,) = [each for each in uploads if each.startswith("# ")]
    assert {each.fact.text for each in read_json(as_json)} == set(await room.memories())
    assert "또리 생일: 10월 27일" in readable
    assert "남의 것" not in as_json + readable
    assert shown(answer(room)) == (
        "📤 기억 2개를 DM으로 보냈어요: ttori-memories-2026-01-01.json, "
        "ttori-memories-2026-01-01.md"
    )


async def test_an_empty_memory_sends_no_files(room: Room) -> None:
    await room.send(slash(room.slack, "export"))
    assert "내보낼 것이 없어요" in shown(answer(room))
    assert room.slack.uploads == {}


async def test_an_export_from_home_says_so_at_home(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(home_click("memory_export", "export"))
    view = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(view, dict)
    assert "DM으로 보냈어요" in read_blocks(view["blocks"])


@pytest.mark.parametrize("error", ["missing_scope", "unknown_method"])
async def test_without_the_right_to_upload_the_export_comes_as_text(room: Room, error: str) -> None:
    kept = await fill(room, 40, "가나다라" * 100)
    room.slack.refuse("files.getUploadURLExternal", error, needed="files:write")
    for _ in range(2):
        await room.send(slash(room.slack, "내보내기"))
    assert len(room.slack.called("files.getUploadURLExternal")) == 1
    sent = room.slack.called("chat.postMessage")
    codes = [block for call in sent for block in _codes(call)]
    texts = {each.fact.text for code in codes for each in read_json(code)}
    assert texts == kept
    assert all(len(code) <= 13_000 for code in codes)
    assert {call.text("channel") for call in sent} == {f"D-{USER}"}


def _codes(call: Call) -> list[str]:
    blocks = call.args["blocks"]
    assert isinstance(blocks, list)
    return [
        read_blocks([element])
        for block in blocks
        if block["type"] == "rich_text"
        for element in block["elements"]
        if element["type"] == "rich_text_preformatted"
    ]


async def test_an_export_too_long_for_text_says_how_much_is_left_out(room: Room) -> None:
    room.slack.refuse("files.getUploadURLExternal", "missing_scope", needed="files:write")
    await fill(room, 30, "가나다라" * 700)
    await room.send(slash(room.slack, "내보내기"))
    assert "남겼어요" in shown(in_dm(room))
    assert "files:write" in shown(in_dm(room))


# --- import


async def test_a_pasted_export_is_asked_about_once_and_saved_by_one_click(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    lines = ["또리 생일: 10월 27일", "모카 생일: 3월 2일", "내 취미: 등산", "내 취미: 등산", "없음"]
    lines += ["또리 생일: 1월 1일", "비밀번호: hunter2xyz!9"]
    await room.send(message(a_file(room, lines)))
    card = in_dm(room)
    words = shown(card)
    assert "새 기억: 2개" in words
    assert "이미 아는 것: 2개" in words
    assert "부딪치는 것: 1개" in words
    assert "거른 것: 1개" in words
    assert "비밀번호나 키처럼 보여서 거른 것: 1개" in words
    assert room.conversation.heard == []
    assert await room.memories() == ["또리 생일: 10월 27일"]
    await room.send(press(room.slack, card.args["blocks"], "2개 기억하기"))
    assert shown(answer(room)) == "✅ 2개를 기억했습니다!"
    assert set(await room.memories()) == {
        "또리 생일: 10월 27일",
        "모카 생일: 3월 2일",
        "내 취미: 등산",
    }
    assert "hunter2xyz" not in str(room.store.proposals)


async def test_a_card_that_cannot_be_rewritten_holds_up_no_import(room: Room) -> None:
    await room.send(message(a_file(room, ["내 취미: 등산", "모카 생일: 3월 2일"])))
    body = press(room.slack, in_dm(room).args["blocks"], "2개 기억하기")
    room.slack.refuse("respond", "used_url")
    room.slack.refuse("chat.update", "message_not_found")
    before = len(room.slack.called("chat.postMessage"))
    await room.send(body)
    assert len(await room.memories()) == 2
    told = room.slack.called("chat.postMessage")[before:]
    assert [shown(each) for each in told] == ["✅ 2개를 기억했습니다!"]


async def test_what_conflicts_asks_with_a_card_of_its_own(room: Room) -> None:
    await room.remember("또리 생일: 10월 27일")
    await room.send(message(a_file(room, ["또리 생일: 1월 1일"])))
    assert buttons(in_dm(room).args["blocks"]) == {}
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.target_text == "또리 생일: 10월 27일"


async def test_what_was_exported_comes_back_whole(room: Room) -> None:
    texts = ["또리 생일: 10월 27일", "I like coffee", "항상 존댓말로 답해줘", "a < b & *c* `d`"]
    for text in texts:
        await room.remember(text)
    before = {each.text: each.fact for each in await room.notebook.listing(ME)}
    export = export_json(await room.notebook.listing(ME), room.clock())
    await room.services.erasure.erase(ME)
    await room.send(message(_on_the_wire(export)))
    await room.send(press(room.slack, in_dm(room).args["blocks"], "4개 기억하기"))
    after = {each.text: each.fact for each in await room.notebook.listing(ME)}
    assert after == before
    sources = {each.source.kind for each in await room.notebook.listing(ME)}
    assert sources == {SourceKind.IMPORT}
    assert MemoryType.PROCEDURAL in {fact.type for fact in after.values()}


def _on_the_wire(text: str) -> str:
    escaped = text.replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;")
    return f"```{escaped}```"


async def test_a_double_click_saves_once(room: Room) -> None:
    await room.send(message(a_file(room, [f"{n}번 상자: 책 {n}권" for n in range(9)])))
    body = press(room.slack, in_dm(room).args["blocks"], "9개 기억하기")
    requests = [AsyncBoltRequest(mode="socket_mode", body=body) for _ in range(2)]
    await asyncio.gather(*(room.app.async_dispatch(each) for each in requests))
    assert await room.running.drain(5) == 0
    assert len(await room.memories()) == 9
    assert shown(answer(room)) == "✅ 9개를 기억했습니다!"


async def test_a_later_click_on_the_same_card_says_it_is_over(room: Room) -> None:
    await room.send(message(a_file(room, ["또리 생일: 10월 27일"])))
    card = in_dm(room).args["blocks"]
    for _ in range(2):
        await room.send(press(room.slack, card, "1개 기억하기"))
    assert "이미 끝났거나" in shown(answer(room))
    assert len(room.store.memories) == 1


async def test_a_no_saves_nothing(room: Room) -> None:
    await room.send(message(a_file(room, ["또리 생일: 10월 27일"])))
    card = in_dm(room).args["blocks"]
    await room.send(press(room.slack, card, "취소"))
    assert "아무것도 저장하지 않았습니다" in shown(answer(room))
    await room.send(press(room.slack, card, "1개 기억하기"))
    assert await room.memories() == []


async def test_somebody_elses_click_saves_nothing(room: Room) -> None:
    await room.send(message(a_file(room, ["또리 생일: 10월 27일"])))
    await room.send(press(room.slack, in_dm(room).args["blocks"], "1개 기억하기", user="U2"))
    assert await room.memories() == await room.memories(OTHER) == []
    assert len(await room.notebook.pending(ME)) == 1


async def test_an_import_waits_at_home_as_one_card(room: Room) -> None:
    await room.send(message(a_file(room, [f"{n}번 상자: 책 {n}권" for n in range(9)])))
    await room.send(home_click("memory_home_all", "all"))
    view = room.slack.called("views.publish")[-1].args["view"]
    assert isinstance(view, dict)
    assert "답을 기다리는 카드 1개" in read_blocks(view["blocks"])
    action, value = buttons(view["blocks"])["9개 기억하기"]
    await room.send(home_click(action, value))
    assert len(await room.memories()) == 9


async def test_of_one_file_nothing_replaces_anything(room: Room) -> None:
    await room.send(message(a_file(room, ["또리 생일: 10월 27일", "또리 생일: 1월 1일"])))
    await room.send(press(room.slack, in_dm(room).args["blocks"], "2개 기억하기"))
    assert set(await room.memories()) == {"또리 생일: 10월 27일", "또리 생일: 1월 1일"}


async def test_what_was_learnt_after_the_card_is_not_replaced(room: Room) -> None:
    await room.send(message(a_file(room, ["또리 생일: 1월 1일", "모카 생일: 3월 2일"])))
    card = in_dm(room).args["blocks"]
    await room.remember("또리 생일: 10월 27일")
    await room.send(press(room.slack, card, "2개 기억하기"))
    assert shown(answer(room)).startswith("✅ 1개를 기억했습니다!1개는 그사이")
    assert set(await room.memories()) == {"또리 생일: 10월 27일", "모카 생일: 3월 2일"}
    (waiting,) = await room.notebook.pending(ME)
    assert waiting.target_text == "또리 생일: 10월 27일"


def shared(*files: Json, text: str = "") -> Json:
    return message(text, subtype="file_share", files=list(files))


async def test_a_file_in_the_dm_is_fetched_with_the_token_and_asked_about(room: Room) -> None:
    room.slack.shared["F1"] = a_file(room, ["또리 생일: 10월 27일"]).encode()
    await room.send(shared({"name": "my.JSON", "url_private": "/files/F1"}))
    headers = room.slack.only("download").args
    assert headers["Authorization"] == "Bearer xoxb-double"
    assert "1개 기억하기" in buttons(in_dm(room).args["blocks"])
    assert room.conversation.heard == []


async def test_a_long_paste_that_slack_made_a_snippet_of_is_an_import(room: Room) -> None:
    room.slack.shared["F1"] = a_file(room, ["또리 생일: 10월 27일"]).encode()
    snippet: Json = {"name": "Untitled", "mode": "snippet", "url_private": "/files/F1"}
    await room.send(shared(snippet))
    assert "1개 기억하기" in buttons(in_dm(room).args["blocks"])


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"{", "깨졌어요"),
        (b"[]", "깨졌어요"),
        (b'{"format": "other"}', "깨졌어요"),
        (b"\xff\xfe\x00", "파일을 읽지 못했어요"),
        (b"x" * 4_000_001, "파일을 읽지 못했어요"),
        (b'{"format": "ttori-memories", "version": 1, "memories": []}', "하나도 없어요"),
    ],
)
async def test_a_file_that_is_no_export_gets_a_sentence(
    room: Room, content: bytes, sentence: str
) -> None:
    room.slack.shared["F1"] = content
    await room.send(shared({"name": "a.json", "url_private": "/files/F1"}))
    assert sentence in shown(in_dm(room))
    assert room.store.proposals == {}


async def test_a_file_that_cannot_be_read_gets_a_sentence(room: Room) -> None:
    await room.send(shared({"name": "a.json", "url_private": "/files/F404"}))
    assert "파일을 읽지 못했어요" in shown(in_dm(room))


@pytest.mark.parametrize(
    "address",
    [
        "",
        "https://evil.example/files/F1",
        "http://files.slack.com/F1",
        "https://slack.com.evil.example/F1",
    ],
)
async def test_the_token_goes_to_slack_alone(room: Room, address: str) -> None:
    await room.send(shared({"name": "a.json", "url_private": address}))
    assert "파일을 읽지 못했어요" in shown(in_dm(room))


async def test_too_many_entries_are_refused_as_a_whole(room: Room) -> None:
    entries = [{"text": f"{n}번 상자: 책"} for n in range(MOST_ENTRIES + 1)]
    whole = {"format": "ttori-memories", "version": 1, "memories": entries}
    room.slack.shared["F1"] = json.dumps(whole).encode()
    await room.send(shared({"name": "a.json", "url_private": "/files/F1"}))
    assert "2,000개까지" in shown(in_dm(room))


async def test_another_kind_of_file_is_talk(room: Room) -> None:
    picture: Json = {"name": "a.png", "url_private": "/files/F1"}
    await room.send(shared(picture, text="이거 봐"))
    assert room.slack.called("download") == []
    assert len(room.conversation.heard) == 1


async def test_a_file_in_a_channel_is_not_taken_in(room: Room) -> None:
    file: Json = {"name": "a.json", "url_private": "/files/F1"}
    await room.send(mention("이 파일 봐", files=[file]))
    assert room.slack.called("download") == []
    assert len(room.conversation.heard) == 1


async def test_an_import_that_is_delivered_twice_is_asked_about_once(room: Room) -> None:
    for _ in range(2):
        await room.send(message(a_file(room, ["또리 생일: 10월 27일"])))
    assert len(room.slack.called("chat.postMessage")) == 1


async def test_the_command_takes_what_was_pasted_after_it(room: Room) -> None:
    await room.send(slash(room.slack, "가져오기 " + a_file(room, ["또리 생일: 10월 27일"])))
    await room.send(press(room.slack, answer(room).args["blocks"], "1개 기억하기", ephemeral=True))
    assert await room.memories() == ["또리 생일: 10월 27일"]


async def test_the_command_alone_says_how(room: Room) -> None:
    await room.send(slash(room.slack, "import"))
    assert "DM" in shown(answer(room))


async def test_the_command_with_something_else_says_what_is_wrong(room: Room) -> None:
    await room.send(slash(room.slack, "import hello"))
    assert "깨졌어요" in shown(answer(room))


async def test_an_unknown_import_changes_nothing(room: Room) -> None:
    await room.propose("또리 생일: 10월 27일")
    for value in ("", "nope", "import"):
        await room.send(click(room.slack, "memory_import", value))
        assert "이미 끝났거나" in shown(answer(room))
    assert await room.memories() == []


async def test_a_message_that_talks_of_exports_is_talk(room: Room) -> None:
    await room.send(message("ttori-memories 파일은 어떻게 만들어?"))
    assert len(room.conversation.heard) == 1
