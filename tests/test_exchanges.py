from __future__ import annotations

from datetime import UTC, datetime

from memory.dialogue.exchanges import FindableExchanges, embedded_text
from memory.dialogue.records import Digest
from memory.records import Exchange, Scope
from memory.vectors import FindableText
from tests.fakes_dialogue import FakeChronicle

ME = Scope("T1", "U1")
NOON = datetime(2026, 3, 2, 12, tzinfo=UTC)


def an_exchange(name: str, *, place: str = "T1/D1") -> Exchange:
    return Exchange(name, ME, place, f"{name}?", "네", NOON, is_private=place == "T1/D1")


def test_question_and_answer_are_one_text_cut_to_their_beginnings() -> None:
    long = Exchange("x", ME, "T1/D1", "가" * 501, "나" * 301, NOON)

    assert embedded_text(long) == "가" * 500 + "\n" + "나" * 300
    assert embedded_text(an_exchange("노래")) == "노래?\n네"


async def test_what_says_something_is_found_with_who_may_hear_it() -> None:
    chronicle = FakeChronicle()
    await chronicle.keep_all(
        [
            an_exchange("dm"),
            an_exchange("channel", place="T1/C1/1.2"),
            an_exchange("null"),
            an_exchange("waits"),
        ]
    )
    digests = [Digest("dm", ("음악",)), Digest("channel", ()), Digest("null", None)]
    await chronicle.mark_digested(ME, digests, NOON)
    findable = FindableExchanges(chronicle)

    assert await findable.people() == [ME]
    assert await findable.ids_of([ME]) == {ME: frozenset({"dm", "channel"})}
    assert await findable.texts(ME, ["dm", "channel", "null", "waits", "unknown"]) == [
        FindableText("dm", "dm?\n네", ""),
        FindableText("channel", "channel?\n네", "C1"),
    ]
