from __future__ import annotations

import io
import json
from datetime import UTC, datetime

import pytest

from memory.backfill import Flaw, Talk
from memory.conversation_lines import LONGEST_LINE_BYTES, Defaults, read_conversation_lines
from memory.records import Scope

NOW = datetime(2026, 3, 2, 12, tzinfo=UTC)
AT = "2026-02-01T09:00:00+09:00"
MIDNIGHT = datetime(2026, 2, 1, tzinfo=UTC)


def read(*lines: object, team: str = "T1", user: str = "") -> tuple[list[Talk], list[Flaw]]:
    """What a file holds, an object or raw bytes a line."""
    raw = b"".join(
        (each if isinstance(each, bytes) else json.dumps(each).encode()) + b"\n" for each in lines
    )
    pieces = list(read_conversation_lines("talk.jsonl", io.BytesIO(raw), Defaults(team, user, NOW)))
    assert sum(piece.read_bytes for piece in pieces) == len(raw)
    return (
        [talk for piece in pieces for talk in piece.talks],
        [flaw for piece in pieces for flaw in piece.flaws],
    )


def line(**fields: object) -> dict[str, object]:
    return {"user": "U1", "said": "블루밍 들려줘", "at": AT, **fields}


def test_a_line_is_an_exchange_in_a_thread_of_a_channel() -> None:
    talks, flaws = read(line(reply="네", channel="C1", thread="1700000000.000100", team="T2"))

    place = "T2/C1/1700000000.000100"
    said = "블루밍 들려줘"
    assert talks == [Talk(Scope("T2", "U1"), place, said, "네", MIDNIGHT, is_private=False)]
    assert flaws == []


def test_the_usual_other_names_are_understood() -> None:
    talks, _ = read(
        {"owner": "U1", "text": "hi there", "answer": "hello", "ts": "1769904000.0", "place": "D1"}
    )

    assert talks == [
        Talk(Scope("T1", "U1"), "T1/D1", "hi there", "hello", MIDNIGHT, is_private=True)
    ]


@pytest.mark.parametrize(
    ("fields", "is_private"),
    [
        ({}, True),
        ({"channel": "D1"}, True),
        ({"channel": "D1", "private": False}, True),
        ({"channel": "C1"}, False),
        ({"channel": "C1", "private": True}, True),
    ],
)
def test_a_direct_message_is_private_whatever_a_line_claims(
    fields: dict[str, object], *, is_private: bool
) -> None:
    (talk,), _ = read(line(**fields))

    assert talk.is_private is is_private


@pytest.mark.parametrize("at", [AT, "2026-02-01", "2026-02-01T00:00:00Z", 1769904000, "1769904000"])
def test_times_are_read_as_people_and_machines_write_them(at: object) -> None:
    (talk,), _ = read(line(at=at))

    assert talk.at == MIDNIGHT


@pytest.mark.parametrize(
    ("bad", "complaint"),
    [
        (b"{", "not JSON"),
        (b"[" * 100_000, "not JSON"),
        (b"\xff", "not UTF-8"),
        (b"[]", "not an object"),
        (line(said=""), "says nothing"),
        (line(said=7), "must be a text"),
        (line(at=None), "has no time"),
        (line(at="yesterday"), "is no time"),
        (line(at=1e300), "is no time"),
        (line(at="2027-01-01"), "future"),
        (line(user=None), "--user"),
        (line(channel="C1/other"), "without spaces and slashes"),
        (b"x" * (LONGEST_LINE_BYTES + 5), "longer than"),
    ],
    ids=range(13),
)
def test_a_bad_line_is_told_with_its_number_and_the_others_are_read(
    bad: object, complaint: str
) -> None:
    talks, (flaw,) = read(line(), b"", bad, line(said="또 하나"))

    assert len(talks) == 2
    assert flaw.where == "talk.jsonl, line 3"
    assert complaint in flaw.complaint


def test_without_a_workspace_it_says_how_to_name_one() -> None:
    _, (flaw,) = read(line(), team="")

    assert "--team" in flaw.complaint
