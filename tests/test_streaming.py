"""Streaming: whatever breaks off, the person gets the whole answer once."""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import pytest

from bot.abilities import Abilities
from bot.app import build_client
from bot.posting import Forms, Thread
from bot.streaming import StreamedSpeech
from tests.slack_double import CUT, TOKEN, SlackDouble, shown, slack_double

IN_DM = Thread("T1", "D1", "100.1", "U1", is_direct=True)


class Cut(Exception):
    """The model's stream was cut."""


@pytest.fixture
async def slack() -> AsyncIterator[SlackDouble]:
    async with slack_double() as double:
        yield double


def stage(
    slack: SlackDouble,
    thread: Thread = IN_DM,
    abilities: Abilities | None = None,
    under: Forms = (),
) -> StreamedSpeech:
    client = build_client(TOKEN, slack.url)
    return StreamedSpeech(client, abilities or Abilities(), thread, under)


async def pieces(*texts: str, cut: bool = False) -> AsyncIterator[str]:
    for text in texts:
        yield text
    if cut:
        raise Cut


def streamed(slack: SlackDouble) -> str:
    """What the streaming calls carried, in order."""
    text = ""
    for call in slack.called("chat.startStream", "chat.appendStream", "chat.stopStream"):
        chunks = call.args.get("chunks", [])
        assert isinstance(chunks, list)
        text += "".join(chunk["text"] for chunk in chunks)
    return text


def marked(call_args: Sequence[object]) -> str:
    """The text of a markdown block."""
    (block,) = call_args
    assert isinstance(block, dict)
    return str(block["text"])


async def test_pieces_are_streamed_into_the_thread_in_order(slack: SlackDouble) -> None:
    said = await stage(slack).speak(pieces("안녕", "하세요. ", "반가워요." * 60, " 끝"))
    assert said == "안녕하세요. " + "반가워요." * 60 + " 끝"
    assert streamed(slack) == said
    start = slack.only("chat.startStream")
    assert (start.text("channel"), start.text("thread_ts")) == ("D1", "100.1")
    assert (start.text("recipient_team_id"), start.text("recipient_user_id")) == ("T1", "U1")
    assert len(slack.called("chat.stopStream")) == 1
    assert slack.called("chat.postMessage", "chat.update") == []


@pytest.mark.parametrize("nothing", [(), ("",), (" ", "\n\n")])
async def test_nothing_said_posts_nothing(slack: SlackDouble, nothing: tuple[str, ...]) -> None:
    assert await stage(slack).speak(pieces(*nothing)) == ""
    assert slack.calls == []


@pytest.mark.parametrize("error", ["unknown_method", "missing_scope", "not_allowed_token_type"])
async def test_without_streaming_the_answer_is_one_message(slack: SlackDouble, error: str) -> None:
    slack.refuse("chat.startStream", error)
    said = await stage(slack).speak(pieces("안녕", "하세요"))
    assert said == "안녕하세요"
    post = slack.only("chat.postMessage")
    assert shown(post) == "안녕하세요"
    assert post.text("thread_ts") == "100.1"


async def test_a_page_that_is_not_there_counts_as_no_streaming(slack: SlackDouble) -> None:
    slack.refuse("chat.startStream", "", status=404)
    await stage(slack).speak(pieces("안녕"))
    assert shown(slack.only("chat.postMessage")) == "안녕"


async def test_missing_streaming_is_tried_once_for_a_team(slack: SlackDouble) -> None:
    slack.refuse("chat.startStream", "unknown_method")
    abilities = Abilities()
    await stage(slack, abilities=abilities).speak(pieces("하나"))
    await stage(slack, abilities=abilities).speak(pieces("둘"))
    assert len(slack.called("chat.startStream")) == 1
    other_team = Thread("T2", "D2", "100.1", "U1", is_direct=True)
    await stage(slack, other_team, abilities).speak(pieces("셋"))
    assert len(slack.called("chat.startStream")) == 2


async def test_a_passing_refusal_of_streaming_is_not_remembered(slack: SlackDouble) -> None:
    slack.refuse("chat.startStream", "internal_error", times=1)
    abilities = Abilities()
    await stage(slack, abilities=abilities).speak(pieces("하나"))
    await stage(slack, abilities=abilities).speak(pieces("둘"))
    assert [shown(call) for call in slack.called("chat.postMessage")] == ["하나"]
    assert len(slack.called("chat.startStream")) == 2


@pytest.mark.parametrize("method", ["chat.appendStream", "chat.stopStream"])
@pytest.mark.parametrize("error", ["message_not_in_streaming_state", "internal_error"])
async def test_a_stream_that_breaks_is_put_right_with_the_whole(
    slack: SlackDouble, method: str, error: str
) -> None:
    slack.refuse(method, error, times=1)
    long = "가" * 200
    said = await stage(slack).speak(pieces("처음 ", long, long, "끝"))
    assert said == f"처음 {long}{long}끝"
    update = slack.only("chat.update")
    blocks = update.args["blocks"]
    assert isinstance(blocks, list)
    assert marked(blocks) == said
    assert slack.called("chat.postMessage") == []


@pytest.mark.parametrize("refusal", ["message_not_found", CUT])
async def test_when_the_message_is_gone_only_what_was_not_shown_is_posted(
    slack: SlackDouble, refusal: str
) -> None:
    slack.refuse("chat.appendStream", "message_not_in_streaming_state")
    slack.refuse("chat.update", refusal)
    await stage(slack).speak(pieces("처음 ", "나" * 200))
    assert shown(slack.only("chat.postMessage")) == "나" * 200


async def test_what_was_said_before_a_cut_stays_and_the_stream_is_closed(
    slack: SlackDouble,
) -> None:
    with pytest.raises(Cut):
        await stage(slack).speak(pieces("여기까지 ", "말했어요", cut=True))
    assert streamed(slack) == "여기까지 말했어요"
    assert len(slack.called("chat.stopStream")) == 1


async def test_a_cut_before_the_first_word_posts_nothing(slack: SlackDouble) -> None:
    with pytest.raises(Cut):
        await stage(slack).speak(pieces(cut=True))
    assert slack.calls == []


async def test_a_stream_longer_than_a_message_goes_on_in_another(slack: SlackDouble) -> None:
    sentence = "이것은 꽤 긴 문장입니다. "
    said = await stage(slack).speak(pieces(*[sentence * 10] * 130))
    assert len(said) > 12_000
    assert streamed(slack) == said
    assert len(slack.called("chat.startStream")) == 2
    assert len(slack.called("chat.stopStream")) == 2


async def test_a_broadcast_cut_over_two_pieces_calls_nobody(slack: SlackDouble) -> None:
    said = await stage(slack).speak(pieces("가" * 200 + "<!chan", "nel> 모여요"))
    assert said == "가" * 200 + "@channel 모여요"
    assert streamed(slack) == said


async def test_an_open_angle_at_the_end_is_not_lost(slack: SlackDouble) -> None:
    assert await stage(slack).speak(pieces("1 <", "!")) == "1 <!"
    assert streamed(slack) == "1 <!"


async def test_code_that_goes_on_in_another_message_is_code_there_too(slack: SlackDouble) -> None:
    code = "".join(f"print({number:>40})\n" for number in range(300))
    said = await stage(slack).speak(
        pieces("보세요:\n\n```python\n", *code.splitlines(keepends=True), "```\n")
    )
    assert said == f"보세요:\n\n```python\n{code}```\n"
    assert len(slack.called("chat.startStream")) == 2
    assert streamed(slack).replace("``````python\n", "") == said


async def test_marks_next_to_korean_arrive_so_that_they_count(slack: SlackDouble) -> None:
    said = await stage(slack).speak(pieces("**또리(Ttori)*", "*", "는 ", "4살"))
    assert said == "**또리(Ttori)**는 4살"
    assert streamed(slack) == "**또리(Ttori)**\u200a는 4살"
