"""The rules write what they find in the form that a model is asked for."""

from __future__ import annotations

import re

import pytest

from memory.adapters.local_thinker import LocalThinker

FORM = re.compile(r"^[^:]+: \S.*$")


@pytest.mark.parametrize(
    ("said", "lines"),
    [
        ("내 이름은 지우야", ["내 이름: 지우"]),
        ("나 매운 거 못 먹어", ["나: 매운 거 못 먹어"]),
        ("또리 생일은 10월 27일이야", ["또리 생일: 10월 27일"]),
        ("I prefer tea over coffee", ["me: I prefer tea over coffee"]),
        ("My favorite color is blue", ["My favorite color: blue"]),
        ("저는 채식주의자예요", ["나: 채식주의자"]),
        ("안녕", []),
        ("내 생일이 언제야?", []),
    ],
)
async def test_each_line_is_a_subject_and_its_information(said: str, lines: list[str]) -> None:
    reply = await LocalThinker().extract([said], [])
    assert reply.splitlines() == lines
    assert all(FORM.match(line) for line in reply.splitlines())


async def test_a_fact_told_in_two_messages_is_written_once() -> None:
    reply = await LocalThinker().extract(["내 이름은 지우야", "내 이름은 지우야"], [])
    assert reply == "내 이름: 지우"


async def test_a_huge_message_is_read_in_passing() -> None:
    said = "나는 커피를 좋아하고 " * 4_000
    assert isinstance(await LocalThinker().extract([said], []), str)
