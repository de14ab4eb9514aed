from __future__ import annotations

import json
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.errors import FileUnreadable, Rejection
from memory.facts.junk import JunkKind, clean_line
from memory.facts.reading import one_line, read_fact
from memory.portability import FORMAT, export_json, export_markdown, read_json
from memory.records import Fact, Memory, MemoryType, Scope, Source, SourceKind

ME = Scope("TEAM7", "USER7")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def memory(fact: Fact | str, *, number: int = 1) -> Memory:
    held = read_fact(fact) if isinstance(fact, str) else fact
    source = Source(SourceKind.WISH, "기억해줘", NOON, "C1/1")
    return Memory(f"id-{number}", ME, held, source, NOON, NOON + timedelta(days=1))


def file(*entries: object, **changes: object) -> str:
    whole = {"format": FORMAT, "version": 1, "exported_at": "x", "memories": list(entries)}
    return json.dumps(whole | changes)


lines = st.text(st.characters(codec="utf-8"), min_size=1, max_size=40).map(one_line)
facts = st.builds(
    Fact,
    text=lines.map(clean_line),
    type=st.sampled_from(MemoryType),
    subject=lines,
    attribute=lines,
    value=lines,
    tags=st.lists(lines.filter(bool), max_size=3).map(tuple),
    confidence=st.floats(0, 1),
    importance=st.integers(1, 10),
)


@given(st.lists(facts, max_size=5))
def test_every_fact_without_a_flaw_comes_back_the_same(held: list[Fact]) -> None:
    exported = export_json([memory(each) for each in held], NOON)

    read = read_json(exported)

    assert [each.entry for each in read] == list(range(1, len(held) + 1))
    assert all(
        each.fact == fact for each, fact in zip(read, held, strict=True) if each.flaw is None
    )


@pytest.mark.parametrize(
    "text",
    [
        "또리 생일: 10월 27일",
        "알레르기: 없음",
        "성: 김",
        "prefers window seats",
        "답변은 짧게 해줘",
        'says "hi" <&>*_~`',
    ],
)
def test_a_plain_fact_has_no_flaw_and_comes_back_the_same(text: str) -> None:
    (read,) = read_json(export_json([memory(text)], NOON))

    assert read.flaw is None
    assert read.fact == read_fact(text)


def test_an_export_names_neither_the_owner_nor_the_ids() -> None:
    exported = export_json([memory("취미: 사진")], NOON)

    assert not any(word in exported for word in ("USER7", "TEAM7", "id-1", "C1/1"))


def test_owner_id_and_times_of_a_file_are_passed_over() -> None:
    entry = {
        "text": "취미: 사진",
        "id": "m1",
        "scope": {"team": "T9", "user": "U9"},
        "owner": "U9",
        "created_at": "1999-01-01",
    }

    assert [each.fact for each in read_json(file(entry))] == [read_fact("취미: 사진")]


def test_an_entry_needs_no_more_than_its_text() -> None:
    (read,) = read_json(file({"text": "또리의 생일은 10월 27일이야"}))

    assert read.fact == read_fact("또리의 생일은 10월 27일이야")


def test_an_echoed_label_is_cleaned_away_with_the_fields_that_were_read_from_it() -> None:
    (read,) = read_json(file({"text": "정보: 취미: 사진", "attribute": "정보", "value": "x"}))

    assert read.fact == read_fact("취미: 사진")


@pytest.mark.parametrize(
    ("entry", "flaw"),
    [
        ({"text": "없음"}, JunkKind.NOTHING),
        ({"text": "죄송합니다, 도와드릴 수 없습니다."}, JunkKind.REFUSAL),
        ({"text": "네"}, JunkKind.TOO_SHORT),
        ({"text": "  "}, Rejection.EMPTY),
        ({"text": "x" * 3_001}, Rejection.TOO_LONG),
        ({"text": "취미: 사진", "value": "x" * 3_001}, Rejection.TOO_LONG),
        ({"text": "카드 번호는 4111 1111 1111 1111"}, Rejection.SECRET),
        (
            {"text": "메모: 있음", "attribute": "비밀번호", "value": "hunter2!x"},
            Rejection.SECRET,
        ),
        ({"text": "취미: 사진", "tags": ["4111 1111 1111 1111"]}, Rejection.SECRET),
    ],
)
def test_an_entry_that_must_not_be_kept_says_why(
    entry: dict[str, object], flaw: JunkKind | Rejection
) -> None:
    assert [each.flaw for each in read_json(file(entry))] == [flaw]


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("", "line 1, column 1"),
        ('{\n "format": nope}', "line 2, column 12"),
        ("[" * 100_000, "not JSON that can be read"),
        ("[]", "no export"),
        ('{"format": "else"}', "no export"),
        (file(version=2), "version 2"),
        (file(memories={}), '"memories" must be a list'),
        (file("x"), "Entry 1: must be an object"),
        (file({"text": "취미: 사진"}, {}), "Entry 2: text must be a text"),
        (file({"text": 5}), "Entry 1: text must be a text"),
        (file({"text": "\ud800"}), "Entry 1: text must be a text"),
        (file({"text": "취미: 사진", "subject": None}), "subject must be a text"),
        (file({"text": "취미: 사진", "tags": "x"}), "tags must be a list of texts"),
        (file({"text": "취미: 사진", "tags": [1]}), "tags must be a list of texts"),
        (file({"text": "취미: 사진", "type": "dream"}), "type must be one of semantic"),
        (file({"text": "취미: 사진", "confidence": 2}), "confidence must be between 0 and 1"),
        (file({"text": "취미: 사진", "confidence": float("nan")}), "confidence must be between"),
        (file({"text": "취미: 사진", "importance": True}), "importance must be a number"),
        (file({"text": "취미: 사진", "importance": 11}), "importance must be between 1 and 10"),
    ],
)
def test_a_file_that_cannot_be_read_says_where_and_why(text: str, complaint: str) -> None:
    with pytest.raises(FileUnreadable) as caught:
        read_json(text)

    assert complaint in str(caught.value)


def test_a_byte_order_mark_is_passed_over() -> None:
    assert len(read_json("\ufeff" + file({"text": "취미: 사진"}))) == 1


def test_markdown_groups_by_subject_and_puts_the_rest_last() -> None:
    held = [memory("산책을 좋아한다"), memory("또리 생일: 10월 27일"), memory("또리 사료: 연어맛")]

    assert export_markdown(held, NOON, title="기억", others="그 밖에") == (
        "# 기억\n\n2026-03-02 · 3\n\n"
        "## 또리\n\n- 또리 생일: 10월 27일 (2026-03-03)\n- 또리 사료: 연어맛 (2026-03-03)\n\n"
        "## 그 밖에\n\n- 산책을 좋아한다 (2026-03-03)\n"
    )


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("*굵게* _기울여_ `코드`", r"\*굵게\* \_기울여\_ \`코드\`"),
        ("<b>[x](http://x)", r"\<b\>\[x\](http://x)"),
        ("# 제목처럼 보이는 글", r"\# 제목처럼 보이는 글"),
        ("1. 목록처럼 보이는 글", r"1\. 목록처럼 보이는 글"),
        ("- 목록처럼 보이는 글", r"\- 목록처럼 보이는 글"),
        ("a\nb", "a b"),
    ],
)
def test_what_people_wrote_cannot_become_markdown(text: str, shown: str) -> None:
    held = replace(memory("x"), fact=Fact(text))

    assert f"- {shown} (2026-03-03)" in export_markdown([held], NOON).splitlines()
