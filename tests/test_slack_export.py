from __future__ import annotations

import json
import zipfile
from pathlib import Path
from typing import Any

import pytest

from bot.archive.export import SlackExport
from bot.archive.people import ExportUnreadable
from memory.backfill import Flaw, Talk

USERS = [
    {"id": "U1", "team_id": "T1", "name": "mina", "profile": {"display_name": "미나"}},
    {"id": "U2", "team_id": "T1", "name": "jun"},
    {
        "id": "UB",
        "team_id": "T1",
        "name": "ttori",
        "is_bot": True,
        "profile": {"bot_id": "B1", "api_app_id": "A1"},
    },
    {"id": "UX", "team_id": "T1", "name": "weatherbot", "is_bot": True},
]
LISTS = {
    "users.json": USERS,
    "channels.json": [{"id": "C1", "name": "general"}],
    "dms.json": [
        {"id": "D1", "members": ["U1", "UB"]},
        {"id": "D2", "members": ["U1", "U2"]},
    ],
}
DAY = "2026-02-01.json"


def an_export(path: Path, files: dict[str, Any], *, root: str = "") -> Path:
    file = path / "export.zip"
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, held in {**LISTS, **files}.items():
            text = held if isinstance(held, bytes) else json.dumps(held)
            archive.writestr(f"{root}{name}", text)
    return file


def message(second: int, user: str, text: str, **more: object) -> dict[str, object]:
    return {
        "type": "message",
        "ts": f"{1770000000 + second}.0001",
        "user": user,
        "text": text,
    } | more


def ts(second: int) -> str:
    return f"{1770000000 + second}.0001"


def read(file: Path, **options: str) -> tuple[list[Talk], list[Flaw]]:
    with SlackExport(file, **options) as export:
        pieces = list(export.pieces())
        assert sum(piece.read_bytes for piece in pieces) == export.total_bytes
    return (
        [talk for piece in pieces for talk in piece.talks],
        [flaw for piece in pieces for flaw in piece.flaws],
    )


def said(talks: list[Talk]) -> list[tuple[str, str]]:
    return [(each.said, each.answered) for each in talks]


def test_a_dm_with_the_bot_is_private_and_paired_across_days_and_threads(tmp_path: Path) -> None:
    first = [
        message(0, "U1", "블루밍 들려줘"),
        message(1, "UB", "재생할게요.", bot_id="B1"),
        message(2, "U1", "날씨 어때?"),
        message(3, "U1", "혼잣말이야"),
    ]
    second = [message(90_000, "UB", "맑아요.", thread_ts=ts(2))]

    talks, flaws = read(an_export(tmp_path, {f"D1/{DAY}": first, "D1/2026-02-02.json": second}))

    assert sorted(said(talks)) == [
        ("날씨 어때?", "맑아요."),
        ("블루밍 들려줘", "재생할게요."),
        ("혼잣말이야", ""),
    ]
    assert {(each.place, each.is_private, each.scope.team) for each in talks} == {
        ("T1/D1", True, "T1")
    }
    assert flaws == []


def test_in_a_channel_only_talk_with_the_bot_counts_and_belongs_to_its_thread(
    tmp_path: Path,
) -> None:
    day = [
        message(0, "U1", "점심 뭐 먹지"),
        message(1, "U1", "<@UB> 회의 언제야?"),
        message(2, "UX", "비가 옵니다", subtype="bot_message", bot_id="B9"),
        message(3, "UB", "3시예요.", thread_ts=ts(1)),
        message(4, "U2", "4시로 바꿔줘", thread_ts=ts(1)),
        message(5, "UB", "바꿨어요.", thread_ts=ts(1)),
        message(6, "UB", "메모도 했어요.", thread_ts=ts(1)),
        message(7, "U2", "<@U2> has joined", subtype="channel_join"),
    ]

    talks, _ = read(an_export(tmp_path, {f"general/{DAY}": day}))

    assert [(each.scope.user, each.said, each.answered) for each in talks] == [
        ("U1", "회의 언제야?", "3시예요."),
        ("U2", "4시로 바꿔줘", "바꿨어요.\n메모도 했어요."),
    ]
    assert {(each.place, each.is_private) for each in talks} == {(f"T1/C1/{ts(1)}", False)}


def test_talk_between_people_is_not_taken_in(tmp_path: Path) -> None:
    talks, flaws = read(an_export(tmp_path, {f"D2/{DAY}": [message(0, "U1", "우리끼리 얘기")]}))

    assert (talks, flaws) == ([], [])


def test_mentions_links_and_escapes_are_read_as_people_see_them(tmp_path: Path) -> None:
    text = "<@U2> 글 봐줘 <https://example.com|여기> &lt;b&gt; &amp; <#C1|general>"

    (talk,), _ = read(an_export(tmp_path, {f"D1/{DAY}": [message(0, "U1", text)]}))

    assert talk.said == "@jun 글 봐줘 여기 (https://example.com) <b> & #general"


def test_cards_of_the_bot_are_no_answers(tmp_path: Path) -> None:
    card = message(1, "UB", "이렇게 기억할게요", blocks=[{"type": "actions"}])

    (talk,), _ = read(an_export(tmp_path, {f"D1/{DAY}": [message(0, "U1", "기억해줘"), card]}))

    assert talk.answered == ""


def test_an_archive_with_a_folder_around_it_is_read(tmp_path: Path) -> None:
    file = an_export(tmp_path, {f"D1/{DAY}": [message(0, "U1", "안녕하신가")]}, root="ours/")

    assert said(read(file)[0]) == [("안녕하신가", "")]


@pytest.mark.parametrize(
    ("name", "held", "where"),
    [
        (f"D1/{DAY}", b"{", f"export.zip: D1/{DAY}"),
        (f"D1/{DAY}", b"[" * 100_000, f"export.zip: D1/{DAY}"),
        (f"D1/{DAY}", [7], f"export.zip: D1/{DAY}, message 1"),
        (f"D1/{DAY}", [{"user": "U1", "text": "언제?"}], f"export.zip: D1/{DAY}, message 1"),
        (f"unknown/{DAY}", [], "export.zip: unknown/"),
    ],
)
def test_what_cannot_be_read_is_told_by_its_place(
    tmp_path: Path, name: str, held: object, where: str
) -> None:
    talks, (flaw,) = read(an_export(tmp_path, {name: held}))

    assert talks == []
    assert flaw.where == where


@pytest.mark.parametrize("name", ["../../evil.json", f"../{DAY}", f"/D1/{DAY}", f"D1/x/{DAY}"])
def test_odd_names_are_left_alone(tmp_path: Path, name: str) -> None:
    talks, _ = read(an_export(tmp_path, {name: [message(0, "U1", "어디로?")]}))

    assert talks == []
    assert [each.name for each in tmp_path.iterdir()] == ["export.zip"]


def test_what_unpacks_to_far_more_than_an_export_is_refused(tmp_path: Path) -> None:
    file = an_export(tmp_path, {f"D1/{DAY}": b" " * (60 * 1024 * 1024)})

    with pytest.raises(ExportUnreadable, match="more than any export"):
        SlackExport(file)


def test_several_bots_must_be_told_apart(tmp_path: Path) -> None:
    bots = [{"id": f"UB{n}", "name": f"bot{n}", "is_bot": True, "team_id": "T1"} for n in (1, 2)]
    file = an_export(
        tmp_path,
        {
            "users.json": [*USERS[:2], *bots],
            "dms.json": [{"id": "D1", "members": ["U1", "UB2"]}],
            f"D1/{DAY}": [message(0, "U1", "누구세요?"), message(1, "UB2", "봇이요.")],
        },
    )

    with pytest.raises(ExportUnreadable, match=r"UB1 \(bot1\), UB2 \(bot2\).*--bot"):
        SlackExport(file)
    assert said(read(file, bot="UB2")[0]) == [("누구세요?", "봇이요.")]


def test_what_is_no_export_says_so(tmp_path: Path) -> None:
    file = tmp_path / "other.zip"
    with zipfile.ZipFile(file, "w") as archive:
        archive.writestr("readme.txt", "hello")

    with pytest.raises(ExportUnreadable, match=r"no users\.json"):
        SlackExport(file)
