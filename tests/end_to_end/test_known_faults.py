"""What goes wrong in Slack, by its kind: which test proves that the bot gets it right.

Delivery
    event delivered again           test_delivery_faults: test_an_event_delivered_again_while_the_model_thinks_is_answered_once
    acknowledgement lost            test_delivery_faults: test_an_event_whose_acknowledgement_is_lost_is_answered_once
    mention as two events           test_delivery_faults: test_a_mention_that_comes_as_two_events_is_answered_once
    edit, unfurl, deletion          test_delivery_faults: test_edits_previews_deletions_and_other_bots_start_no_turn
    unknown event or subtype        test_delivery_faults: test_edits_previews_deletions_and_other_bots_start_no_turn
    another bot in a thread         test_known_faults: test_another_bot_in_the_thread_gets_no_answer
    first message of a DM           test_known_faults: test_a_first_message_and_the_reply_under_it_are_answered_once_each
    two messages, one thread        test_delivery_faults: test_two_messages_in_one_thread_are_answered_one_after_the_other
    two threads                     test_delivery_faults: test_two_threads_are_answered_side_by_side
    answer over HTTP held back      test_slack_door: test_a_slow_answer_holds_up_no_acknowledgement

Confirm buttons
    double click                    test_answers_to_cards: test_a_double_click_writes_once_and_the_card_ends_as_saved
    slow save                       test_confirmations: test_the_buttons_are_gone_before_the_write
    somebody else's click           test_answers_to_cards: test_a_strangers_click_changes_nothing_and_the_owner_can_still_answer
    click after a restart           test_answers_to_cards: test_a_card_of_before_a_restart_can_be_answered
    card that ran out               test_answers_to_cards: test_an_expired_card_closes_and_writes_nothing
    crash between ack and write     test_killed_homes: test_of_a_yes_all_or_nothing_is_left
    crash before an answer          test_shutdown: test_a_message_that_a_kill_cut_off_is_owned_up_to_once
    shutdown after a click          test_shutdown: test_a_yes_just_before_the_end_is_written
    power cut                       test_shutdown: test_after_a_power_cut_what_was_confirmed_is_there_and_nothing_else
    old card beside a newer one     test_confirmations: test_an_old_card_settles_nothing_but_itself
    consent to what has changed     test_answers_to_cards: test_a_card_whose_world_has_changed_asks_anew_before_it_writes
    long content in a button        test_confirmations: test_the_buttons_values_are_the_proposals_id_alone
    forged id in a button           test_answers_to_cards: test_a_card_with_an_unknown_id_is_explained_and_writes_nothing
    click on an ephemeral card      test_confirmations: test_an_ephemeral_card_is_answered_the_same_way
    response_url expired            test_answers_to_cards: test_a_private_card_with_an_expired_response_url_is_answered_in_the_dm
    response_url spent              test_known_faults: test_a_card_whose_response_url_is_used_up_still_ends_as_saved
    ephemeral messages vanish       test_known_faults: test_a_card_that_vanished_waits_in_home

Commands, modals, Home
    slow handler                    test_delivery_faults: test_a_slow_model_holds_up_no_acknowledgement_and_no_command
    slash command in a thread       test_known_faults: test_what_a_command_cannot_do_in_a_thread_a_mention_can
    command where the bot is not    test_known_faults: test_a_command_is_answered_where_the_bot_is_no_member
    slow work before a form         test_known_faults: test_a_form_that_a_slow_search_held_up_is_offered_by_a_button
    expired trigger                 test_answers_to_cards: test_a_form_that_slack_no_longer_opens_leaves_the_card_to_press_again

Web API
    429                             test_delivery_faults: test_too_many_requests_are_tried_again
    500                             test_delivery_faults: test_an_answer_that_slack_could_not_take_is_owned_up_to_and_its_card_still_asks
    500 for a card                  test_delivery_faults: test_a_card_that_slack_could_not_take_waits_in_home_and_comes_with_the_next_answer
    500 in a stream                 test_streaming_faults: test_a_stream_that_slack_fails_comes_out_whole_and_once
    unknown_method                  test_delivery_faults: test_without_streams_and_status_the_answer_is_a_plain_message
    missing_scope                   test_known_faults: test_a_missing_scope_is_named_with_what_to_do
    not_in_channel                  test_known_faults: test_an_answer_that_its_channel_refuses_ends_in_the_dm
    channel_not_found               test_known_faults: test_an_answer_that_its_channel_refuses_ends_in_the_dm
    card in a foreign channel       test_delivery_faults: test_where_the_bot_is_no_member_the_card_comes_by_direct_message

Text
    long text                       test_bad_input: test_a_fact_of_the_greatest_length_goes_through_its_whole_life
    empty output of the model       test_streaming_faults: test_a_model_that_says_nothing_is_asked_again_and_nothing_empty_is_sent
    no output after all tries       test_gemini_wire: test_a_model_that_stays_silent_ends_in_model_refused
    markup in a person's words      test_known_faults: test_markup_in_a_fact_is_read_as_markup_nowhere
    markup in a card                test_bad_input: test_markup_in_a_fact_is_shown_and_kept_letter_for_letter
    pings in a fact                 test_bad_input: test_a_fact_never_calls_the_whole_channel
    pings of the model              test_bad_input: test_a_pinging_model_pings_nobody
    blocks without text             test_delivery: test_every_message_has_a_text_beside_its_blocks

Streams and status
    closed by Slack while appending test_streaming_faults: test_a_stream_that_slack_closed_comes_out_whole_and_once
    closed by Slack while stopping  test_streaming_faults: test_a_stream_that_slack_closed_comes_out_whole_and_once
    error after the status          test_streaming_faults: test_the_status_goes_when_the_model_fails

Runtime and security
    raw UTF-8 over HTTP             test_slack_door: test_a_raw_korean_body_with_emoji_is_heard
    replay, clocks apart            test_slack_door: test_more_than_five_minutes_either_way_do_not
    clock jump                      test_streaming_faults: test_a_clock_that_jumps_in_a_turn_loses_and_doubles_nothing
    socket dropped                  test_delivery_faults: test_after_a_lost_socket_the_next_message_is_answered
    model or index in the loop      test_known_faults: test_slow_work_of_the_machine_holds_up_no_acknowledgement_and_no_command
    refresh while acknowledging     test_socket_mode: test_an_acknowledgement_outlives_its_connection_without_an_error
    SIGTERM in a turn               test_shutdown: test_a_turn_that_runs_when_the_end_is_asked_for_is_still_answered
    one user id in two teams        test_two_teams: test_one_process_keeps_the_same_id_of_two_teams_apart
    private memory in a channel     test_known_faults: test_what_was_told_in_private_is_said_in_no_channel

`awake` and `start_bot` hold every end-to-end test to one more: no envelope is left unacknowledged.
"""  # noqa: E501 - a table

from __future__ import annotations

import asyncio
import logging
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

import pytest

from bot.local.errors import Refusal
from bot.local.faults import Fault
from bot.local.json_values import Json
from memory.adapters.chroma_index import ChromaIndex
from memory.adapters.e5_engine import E5Engine
from tests.end_to_end.assembled import (
    ALEX,
    GENERAL,
    JIWOO,
    LocalSlack,
    awake,
    elements,
    until,
    words,
)
from tests.gemini_server import GeminiServer, says

RANDOM = "C0RANDOM"
WISH = "또리 생일은 10월 27일이야 기억해줘"
FACT = "또리 생일: 10월 27일"
MARKUP = ("*굵게*", "_기울임_", "~취소~", "`코드`", "a < b", "b && c", "c > d", "<@U0ALEX>")
RESPONSE_URL_USES = 5
TRIGGER_SECONDS = 3
HELD_SECONDS = 20

pytestmark = pytest.mark.filterwarnings(
    "ignore:Inheritance class AiohttpClientSession:DeprecationWarning",  # google-genai's own
    "ignore:coroutine 'ClientResponse.json':RuntimeWarning",  # langchain-core's own
)


def test_every_row_of_the_table_names_a_test() -> None:
    rows = re.findall(r"^ {4}.+?(test_\w+): (test_\w+)$", __doc__ or "", re.MULTILINE)
    here = Path(__file__).parent
    places = {path.stem: path for path in (*here.parent.glob("*.py"), *here.glob("*.py"))}
    missing = [
        f"{module}: {test}"
        for module, test in rows
        if module not in places or f"def {test}(" not in places[module].read_text(encoding="utf-8")
    ]

    assert len(rows) == len(re.findall(r"^ {4}\S", __doc__ or "", re.MULTILINE))
    assert missing == []


async def test_another_bot_in_the_thread_gets_no_answer(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says("네!"), says("또 네!"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("@Ttori 안녕", channel=GENERAL)
        await slack.finds("네!", thread, channel=GENERAL)
        other: Json = {"type": "message", "channel": GENERAL, "thread_ts": thread}
        other |= {"user": "UOTHER", "bot_id": "BOTHER", "text": "저도 봇이에요"}
        slack.deliver(slack.event(other | {"channel_type": "channel"}))
        slack.deliver(slack.event(other | {"type": "app_mention", "text": "<@U0TTORI> 안녕"}))
        await slack.all_acked()
        slack.say("고마워", channel=GENERAL, thread=thread)
        await slack.finds("또 네!", thread, channel=GENERAL)

    assert slack.read(thread, channel=GENERAL) == ["네!", "또 네!"]


async def test_a_first_message_and_the_reply_under_it_are_answered_once_each(
    slack: LocalSlack, model: GeminiServer, tmp_path: Path
) -> None:
    model.will(says("하나"), says("둘"))
    async with awake(tmp_path, slack, model=model):
        thread = slack.say("안녕 또리야")
        await slack.finds("하나", thread)
        slack.say("잘 지내?", thread=thread)
        await slack.finds("둘", thread)
        await slack.all_acked()

    assert slack.read(thread) == ["하나", "둘"]
    assert model.talks == 2


async def test_a_card_whose_response_url_is_used_up_still_ends_as_saved(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        card = await slack.card(slack.say(WISH))
        click = slack.click(card, "예")
        used = slack.served.workspace.response_urls.use
        for _ in range(RESPONSE_URL_USES):
            used(str(click["response_url"]).rsplit("/", 1)[-1], {"text": "쓰임"})
        await slack.interact(click)
        await bot.comes_to_remember([FACT])

    assert words(slack.again(card)).startswith("✅ 기억했습니다!")


async def test_a_card_that_vanished_waits_in_home(slack: LocalSlack, tmp_path: Path) -> None:
    async with awake(tmp_path, slack) as bot:
        thread = slack.say(f"@Ttori {WISH}", channel=GENERAL)
        await slack.card(thread, channel=GENERAL)
        slack.controls.vanish_ephemerals()
        await slack.press_in_home("예")
        await bot.comes_to_remember([FACT])


@dataclass(frozen=True, slots=True)
class Gate:
    """Holds a function of the machine's slow work up, in whichever thread it runs."""

    entered: threading.Event = field(default_factory=threading.Event)
    opened: threading.Event = field(default_factory=threading.Event)

    def before(self, work: Callable[..., object]) -> Callable[..., object]:
        """The function, which waits until the gate is opened."""

        def held(*args: object, **more: object) -> object:
            self.entered.set()
            assert self.opened.wait(HELD_SECONDS), "nothing else could run in the meantime"
            return work(*args, **more)

        return held


async def test_a_form_that_a_slow_search_held_up_is_offered_by_a_button(
    slack: LocalSlack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Gate()
    async with awake(tmp_path, slack) as bot:
        await slack.remember(WISH)
        monkeypatch.setattr(E5Engine, "question", gate.before(E5Engine.question))
        answer = asyncio.create_task(slack.command("edit 또리가 태어난 날"))
        await until(gate.entered.is_set)
        await slack.all_acked()
        slack.controls.jump(TRIGGER_SECONDS + 1)
        gate.opened.set()
        assert "시간이 지나서 창을 열지 못했어요. 아래 버튼을 눌러 주세요." in await answer
        offer = await slack.card("", "수정")
        await slack.press(offer, "수정")
        await slack.fill_in("또리 생일: 1월 1일")
        await bot.comes_to_remember(["또리 생일: 1월 1일"])


@pytest.mark.parametrize(
    ("place", "name"),
    [(E5Engine, "question"), (ChromaIndex, "_nearest")],
    ids=["embedding", "index"],
)
async def test_slow_work_of_the_machine_holds_up_no_acknowledgement_and_no_command(
    slack: LocalSlack, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, place: type, name: str
) -> None:
    gate = Gate()
    async with awake(tmp_path, slack):
        await slack.remember(WISH)
        monkeypatch.setattr(place, name, gate.before(getattr(place, name)))
        thread = slack.say("또리 생일이 언제야")
        await until(gate.entered.is_set)
        await slack.all_acked()
        assert FACT in await slack.command("")
        assert slack.read(thread) == []
        gate.opened.set()
        await slack.finds("10월 27일", thread)

    assert slack.controls.late() == []


async def test_what_a_command_cannot_do_in_a_thread_a_mention_can(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack):
        await slack.remember(WISH)
        thread = slack.say("점심 뭐 먹지", channel=GENERAL)
        with pytest.raises(Refusal, match="not_supported_in_thread"):
            await slack.acts.command(JIWOO, GENERAL, "/memory", "목록", thread)
        slack.say("@Ttori 목록", channel=GENERAL, thread=thread)
        listed = await slack.finds(FACT, thread, channel=GENERAL)
        assert listed.only_for == JIWOO


async def test_a_command_is_answered_where_the_bot_is_no_member(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack) as bot:
        await slack.acts.command(JIWOO, RANDOM, "/memory", "add 또리 생일은 10월 27일")
        card = await slack.card("", channel=RANDOM)
        assert card.only_for == JIWOO
        await slack.press(card, "예")
        await bot.comes_to_remember([FACT])
        await slack.finds("✅", channel=RANDOM)


@pytest.mark.parametrize("user", [JIWOO, ALEX])
async def test_a_missing_scope_is_named_with_what_to_do(
    slack: LocalSlack, tmp_path: Path, caplog: pytest.LogCaptureFixture, user: str
) -> None:
    lacking = Fault("views.open", error="missing_scope", needed="im:write", provided="chat:write")
    told = "다시 설치" if user == JIWOO else "reinstall"
    yes, edit = ("예", "수정") if user == JIWOO else ("Yes", "Edit")
    async with awake(tmp_path, slack) as bot:
        card = await slack.card(slack.say(WISH, user=user), yes, user=user)
        slack.controls.fault(lacking)
        with caplog.at_level(logging.ERROR):
            await slack.press(card, edit, user=user)
            said = await slack.finds("im:write", card.thread_ts, user=user)
        assert told in words(said)
        assert "the scope im:write is missing: reinstall the app" in caplog.text
        await slack.press(slack.again(card), yes, user=user)
        await bot.comes_to_remember([FACT], user)


@pytest.mark.parametrize("error", ["not_in_channel", "channel_not_found", "is_archived"])
async def test_an_answer_that_its_channel_refuses_ends_in_the_dm(
    slack: LocalSlack, tmp_path: Path, error: str
) -> None:
    async with awake(tmp_path, slack):
        slack.controls.fault(Fault("chat.startStream", error=error))
        slack.controls.fault(Fault("chat.postMessage", error=error, times=2))
        thread = slack.say("@Ttori 안녕", channel=GENERAL)
        await slack.finds("Slack이 답을 받아 주지 않았어요")
        assert slack.read(thread, channel=GENERAL) == []
        again = slack.say("@Ttori 안녕", channel=GENERAL)
        await slack.finds("", again, channel=GENERAL)


async def test_markup_in_a_fact_is_read_as_markup_nowhere(
    slack: LocalSlack, tmp_path: Path
) -> None:
    fact = f"내 코드: {' '.join(MARKUP)} <!channel>"
    here = slack.direct(JIWOO)
    async with awake(tmp_path, slack) as bot:
        for order in ("add", "add 다른"):
            await slack.command(f"{order} {fact}")
            await slack.press(await slack.card(""), "예")
        await until(lambda: sum("✅" in each for each in slack.read()) == 2)
        assert len(await bot.memories()) == 2
        for order in ("list", "search 코드", "history 코드", "forget 코드"):
            await slack.command(order)
        thread = slack.say(f"@Ttori 내 취미는 {MARKUP[0]} {MARKUP[3]}야 기억해줘", channel=GENERAL)
        card = await slack.card(thread, channel=GENERAL)
        await slack.press(card, "수정")
        await until(lambda: bool(slack.served.workspace.surfaces.stack(JIWOO)))
        slack.acts.open_home(JIWOO)
        await until(lambda: "굵게" in str(slack.served.workspace.surfaces.home(JIWOO)))

    surfaces = slack.served.workspace.surfaces
    home = surfaces.home(JIWOO)
    assert home is not None
    shown = [each.blocks for each in (home, *surfaces.stack(JIWOO))]
    for message in (*slack.seen(), *slack.seen(thread, channel=GENERAL)):
        assert "<!" not in message.text
        assert "<@U0ALEX>" not in message.text
        shown.append(message.blocks)
    assert "굵게" in str(shown)
    parts = [each for blocks in shown for each in elements(list(blocks))]
    assert not [each for each in parts if each.get("type") in {"broadcast", "user", "usergroup"}]
    marked = [str(each["text"]) for each in parts if each.get("type") in {"mrkdwn", "markdown"}]
    assert [text for text in marked if any(mark in text for mark in (*MARKUP, "<!"))] == []
    assert slack.seen(channel=here) != []


async def test_what_was_told_in_private_is_said_in_no_channel(
    slack: LocalSlack, tmp_path: Path
) -> None:
    async with awake(tmp_path, slack):
        await slack.remember(WISH)
        thread = slack.say("@Ttori 또리 생일이 언제야", channel=GENERAL)
        await slack.finds("", thread, channel=GENERAL)

    seen_by_all = slack.served.workspace.conversations.thread(GENERAL, thread)
    assert [words(each) for each in seen_by_all if "10월 27일" in words(each)] == []
