"""Payloads: the person and their words come out as Slack verified them, and as they wrote them."""

from __future__ import annotations

import unicodedata
from datetime import UTC, datetime

import pytest
from slack_bolt.async_app import AsyncBoltRequest

from bot.listeners import payloads
from bot.rewriting import Spot
from bot.turn import Language
from bot.views.blocks import Reader
from memory.errors import ScopeMissing
from memory.records import Scope
from tests.slack_kit import Json, from_bot, from_itself, home_click, mention, message

READER = Reader(Language.KOREAN)


def scope(body: Json) -> Scope:
    return payloads.scope_of(body, AsyncBoltRequest(mode="socket_mode", body=body).context)


def test_the_team_is_that_of_the_authorization() -> None:
    assert scope(message("hi", user="U1", team="T2")) == Scope("T2", "U1")


def test_an_organisation_is_one_scope_over_its_workspaces() -> None:
    body = message("hi")
    body["authorizations"] = [{"enterprise_id": "E1", "team_id": "T1", "user_id": "UBOT"}]
    assert scope(body) == Scope("E1", "U1")


def test_a_guest_of_a_shared_channel_is_of_their_own_team() -> None:
    body = message("hi", user="U9", channel="C1", user_team="T9")
    assert scope(body | {"is_ext_shared_channel": True}) == Scope("T9", "U9")


def test_a_guest_whose_team_is_not_told_is_refused() -> None:
    body = mention("hi", user="U9")
    with pytest.raises(ScopeMissing):
        scope(body | {"is_ext_shared_channel": True})


def test_a_click_counts_for_the_persons_own_team() -> None:
    body = home_click("memory_confirm", "p1")
    body["user"] = {"id": "U1", "team_id": "T9"}
    assert scope(body) == Scope("T9", "U1")


def test_a_guests_click_is_their_own_team_also_where_an_organisation_is_host() -> None:
    body = home_click("memory_confirm", "p1")
    body |= {
        "user": {"id": "U9", "team_id": "T9"},
        "team": {"id": "T1"},
        "enterprise": {"id": "E1"},
    }
    assert scope(body) == Scope("T9", "U9")


def test_an_organisations_people_are_one_scope_in_messages_and_clicks() -> None:
    said = message("hi")
    said["authorizations"] = [
        {"enterprise_id": "E1", "team_id": None, "user_id": "UBOT", "is_enterprise_install": True}
    ]
    clicked = home_click("memory_confirm", "p1")
    clicked |= {"user": {"id": "U1", "team_id": "T2"}, "team": {"id": "T1"}}
    clicked |= {"enterprise": {"id": "E1"}, "is_enterprise_install": True}
    assert scope(said) == scope(clicked) == Scope("E1", "U1")


def test_a_click_without_a_workspace_is_of_the_organisation() -> None:
    body = home_click("memory_confirm", "p1")
    body |= {"user": {"id": "U1", "team_id": "T2"}, "team": None, "enterprise": {"id": "E1"}}
    assert scope(body | {"is_enterprise_install": True}) == Scope("E1", "U1")


@pytest.mark.parametrize(("own", "team"), [("T9", "T9"), ("E9", "E9"), ("T1", "E1")])
def test_in_a_shared_channel_the_hosts_memories_are_the_hosts_alone(own: str, team: str) -> None:
    body = message("hi", user="U9", channel="C1", user_team=own)
    body |= {"is_ext_shared_channel": True, "team_id": "T1", "enterprise_id": "E1"}
    body["authorizations"] = [{"enterprise_id": "E1", "team_id": "T1", "user_id": "UBOT"}]
    assert scope(body) == Scope(team, "U9")


def test_a_payload_without_a_person_is_refused() -> None:
    with pytest.raises(ScopeMissing):
        scope({"type": "event_callback", "team_id": "T1", "event": {"type": "message"}})


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("<@UBOT> 안녕", "안녕"),
        ("<@UBOT>", ""),
        ("안녕 <@UBOT>  내 생일은", "안녕 내 생일은"),
        ("<@UBOT|Ttori> 안녕", "안녕"),
        ("a &lt; b &amp;&amp; c &gt; d", "a < b && c > d"),
        ("&amp;lt;", "&lt;"),
        ("a < b && c > d, List<int>, <b>", "a < b && c > d, List<int>, <b>"),
        ("&lt;!channel&gt;", "<!channel>"),
        ("<!channel> 모여", "@channel 모여"),
        ("<!subteam^S1|@team> 모여", "@team 모여"),
        ("<https://a.kr/?x=1&amp;y=2>", "https://a.kr/?x=1&y=2"),
        ("<http://a.kr|a.kr>", "http://a.kr"),
        ("<https://a.kr|여기>", "여기 (https://a.kr)"),
        ("<mailto:a@b.kr|a@b.kr>", "a@b.kr"),
        ("<#C1|general>", "#general"),
        ("<@U2|모카>", "@모카"),
        ("<@U2> 생일", "<@U2> 생일"),
        ("첫 줄\n  둘째  줄 ", "첫 줄\n 둘째 줄"),
        ("😀", "😀"),
        ("   ", ""),
    ],
)
def test_a_message_reads_as_its_writer_sees_it(written: str, read: str) -> None:
    assert payloads.readable(written, bot_user="UBOT") == read


def test_decomposed_hangul_is_composed() -> None:
    assert payloads.readable(unicodedata.normalize("NFD", "또리 생일")) == "또리 생일"


def test_a_direct_message_becomes_a_turn() -> None:
    body = message("안녕 &lt;3", ts="1700000000.000100")
    context = AsyncBoltRequest(mode="socket_mode", body=body).context
    turn = payloads.turn_of(body, context, READER)
    assert (turn.scope, turn.channel, turn.text) == (Scope("T1", "U1"), "D1", "안녕 <3")
    assert (turn.ts, turn.thread_ts) == ("1700000000.000100", "1700000000.000100")
    assert turn.is_direct
    assert turn.at == datetime(2023, 11, 14, 22, 13, 20, 100, tzinfo=UTC)


def test_a_reply_stays_in_its_thread() -> None:
    body = mention("안녕", thread_ts="1600000000.000100")
    context = AsyncBoltRequest(mode="socket_mode", body=body).context
    turn = payloads.turn_of(body, context, READER)
    assert turn.thread_ts == "1600000000.000100"
    assert not turn.is_direct


def test_a_mention_in_a_direct_message_is_direct_and_the_same_message() -> None:
    typed = mention("안녕", channel="D1")
    brought = message("<@UBOT> 안녕")
    turns = [
        payloads.turn_of(body, AsyncBoltRequest(mode="socket_mode", body=body).context, READER)
        for body in (typed, brought)
    ]
    assert all(turn.is_direct for turn in turns)
    assert turns[0].claim == turns[1].claim


@pytest.mark.parametrize(
    ("body", "is_person"),
    [
        (message("hi"), True),
        (from_bot("hi"), False),
        (from_itself("hi"), False),
        (message("hi", user="USLACKBOT"), False),
        (message("hi", hidden=True), False),
    ],
)
def test_only_people_are_answered(body: Json, is_person: bool) -> None:  # noqa: FBT001  (a parameter of the table)
    assert payloads.is_from_person(body["event"]) is is_person


@pytest.mark.parametrize("ts", ["", "now", "1e400", "nan"])
def test_a_message_without_a_time_is_refused(ts: str) -> None:
    with pytest.raises(ScopeMissing):
        payloads.moment(ts)


@pytest.mark.parametrize(
    "path", [("a", "b", "c"), ("list", 5), ("list", "x"), ("text", 0), ("nothing",)]
)
def test_a_path_that_leads_nowhere_reads_as_nothing(path: tuple[str | int, ...]) -> None:
    assert payloads.text_at({"a": {"b": 3}, "list": ["x"], "text": "abc"}, *path) == ""


def test_a_spot_comes_back_as_it_was_packed() -> None:
    spot = Spot("U1", "C1", "1.2", "1.1", "https://r", is_ephemeral=True, home='[10, "생일"]')
    assert Spot.unpacked(spot.packed()) == spot
