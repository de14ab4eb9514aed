"""The views: words to the letter, people's text never read as markup, Slack's limits kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from bot.texts import Texts
from bot.turn import Language
from bot.views import (
    cards,
    home,
    housekeeping,
    lists,
    modals,
    sources,
    talks,
    timeline,
    transfer,
    why,
)
from bot.views import help as help_page
from bot.views.blocks import Message, Reader, escape
from memory.dialogue.lookback import Found
from memory.evidence import Evidence
from memory.facts.reading import read_fact
from memory.notebook import AlreadyKnown, Saved
from memory.records import (
    Change,
    Exchange,
    Fact,
    Memory,
    Proposal,
    Recall,
    Recollection,
    Scope,
    Source,
    SourceKind,
)
from memory.traces import Explanation, Picked
from tests.slack_double import buttons, read_blocks

TEXTS = Texts.load()
NOW = datetime(2026, 1, 1, 20, tzinfo=UTC)
ME = Scope("T1", "U1")
SOURCE = Source(SourceKind.WISH, "", NOW)
KO = Reader(Language.KOREAN, ZoneInfo("Asia/Seoul"))
EN = Reader(Language.ENGLISH)
WILD = "<!channel> *굵게* _기울임_ ~줄~ `코드` & a < b <@U9> :smile:"


def proposal(change: Change, text: str, old: str = "") -> Proposal:
    return Proposal(
        id="p1",
        scope=ME,
        change=change,
        fact=Fact(text),
        source=SOURCE,
        created_at=NOW,
        expires_at=NOW + timedelta(days=7),
        target="m1" if old else None,
        target_text=old,
    )


def memory(text: str, id_: str = "m1", *, active: bool = True) -> Memory:
    return Memory(id_, ME, read_fact(text), SOURCE, NOW, NOW, active=active)


def alike(text: str, *, nearness: float | None = None) -> Recollection:
    """What a search found by meaning alone."""
    evidence = None if nearness is None else Evidence(nearness=nearness)
    return Recollection(memory(text), 1.0, similarity=0.8, evidence=evidence)


def explanation(*cited: Memory, said: str | None = "또리 생일이 언제야?") -> Explanation:
    picked = tuple(Picked(each, Evidence(1, 1, 0.91, 2.5, 3.0, 0.5)) for each in cited)
    return Explanation("x1", NOW, said, cited=picked, shown=picked, passed=picked)


def page(
    count: int, *, offset: int = 0, total: int | None = None, text: str = "기억"
) -> lists.Page:
    kept = [memory(text, f"m{number}") for number in range(count)]
    return lists.Page(kept, offset, count if total is None else total)


def walk(value: object) -> Iterator[Mapping[str, object]]:
    if isinstance(value, Mapping):
        yield value
        for item in value.values():
            yield from walk(item)
    elif isinstance(value, list | tuple):
        for item in value:
            yield from walk(item)


TALK = Exchange("x", Scope("T1", "U1"), "T1/D1", WILD, WILD, datetime(2026, 11, 1, tzinfo=UTC))
ALL_VIEWS = {
    "card": cards.card(TEXTS, Language.KOREAN, proposal(Change.UPDATE, WILD, WILD)),
    "saved": cards.answered(TEXTS, Language.KOREAN, Saved(memory(WILD))),
    "known": cards.answered(TEXTS, Language.KOREAN, AlreadyKnown(memory(WILD))),
    "list": lists.listing(TEXTS, KO, page(1, text=WILD)),
    "search": lists.search(TEXTS, KO, WILD, Recall((Recollection(memory(WILD), 1.0),))),
    "talks": talks.search(TEXTS, KO, WILD, Found((TALK,))),
    "nothing": lists.nothing(TEXTS, KO, WILD),
    "choice": lists.choice(TEXTS, KO, lists.Asked.FORGET, [memory(WILD)], is_guess=False),
    "history": timeline.history(TEXTS, KO, [memory(WILD)]),
    "purge": housekeeping.dry_run(TEXTS, KO, [memory(WILD)]),
    "import": transfer.ask_import(TEXTS, Language.KOREAN, transfer.Sifted("b1", [WILD])),
    "export as text": transfer.part(TEXTS, Language.KOREAN, WILD, 1, 1),
    "why": why.message(TEXTS, KO, explanation(memory(WILD), said=WILD)),
    "unknown word": help_page.unknown(TEXTS, Language.KOREAN, WILD),
}


@pytest.mark.parametrize("name", ALL_VIEWS)
def test_peoples_text_is_never_markup(name: str) -> None:
    message = ALL_VIEWS[name]
    kinds = {str(each["type"]) for each in walk(message.blocks) if "type" in each}
    assert "mrkdwn" not in kinds
    assert "markdown" not in kinds
    assert "<!channel>" in read_blocks(message.blocks)
    assert all(
        each.get("emoji") is False
        for each in walk(message.blocks)
        if each.get("type") == "plain_text"
    )


@pytest.mark.parametrize("name", ALL_VIEWS)
def test_the_notification_escapes_peoples_text(name: str) -> None:
    text = ALL_VIEWS[name].text
    assert text.strip()
    assert "<!channel>" not in text
    assert "<@" not in text


def test_escaping_is_exact() -> None:
    assert escape("a < b && c > d") == "a &lt; b &amp;&amp; c &gt; d"


def limits_broken(message: Message) -> list[str]:
    broken = []
    for each in walk(list(message.blocks)):
        text = each.get("text")
        words = str(text["text"]) if isinstance(text, Mapping) else ""
        if each.get("type") == "section" and len(words) > 3_000:
            broken.append("section")
        if each.get("type") == "header" and len(words) > 150:
            broken.append("header")
        if each.get("type") == "button" and (len(words) > 75 or len(str(each["value"])) > 2_000):
            broken.append("button")
        if each.get("type") == "actions":
            elements = each["elements"]
            assert isinstance(elements, list)
            ids = [element["action_id"] for element in elements]
            if len(ids) != len(set(ids)):
                broken.append("the same action id twice in a row of buttons")
    ids = [each["block_id"] for each in message.blocks if "block_id" in each]
    if len(ids) != len(set(ids)):
        broken.append("the same block id twice")
    return broken


def test_a_full_page_of_the_longest_memories_stays_within_slacks_limits() -> None:
    message = lists.listing(TEXTS, KO, page(10, offset=10, total=35, text="가" * 3000))
    assert len(message.blocks) <= 50
    assert len(read_blocks(message.blocks)) < 13_000
    assert limits_broken(message) == []
    assert "… (전체 3,000자)" in read_blocks(message.blocks)


def test_the_fullest_home_stays_within_slacks_limits() -> None:
    waiting = [
        Proposal(f"p{n}", ME, Change.UPDATE, Fact("나"), SOURCE, NOW, NOW, target_text="가")
        for n in range(9)
    ]
    content = home.HomeContent(
        home.HomeState(10),
        page(10, offset=10, total=35, text="가" * 3000),
        waiting,
        [home.Import(f"b{n}", 7) for n in range(7)],
    )
    notice = housekeeping.dry_run(TEXTS, KO, [memory("가" * 3000)] * 40)
    view = home.home(TEXTS, KO, content, notice=notice)
    blocks = view["blocks"]
    assert isinstance(blocks, list)
    assert len(blocks) <= 100
    assert limits_broken(Message("", tuple(blocks))) == []
    assert "이 밖에 6개가 더 있어요." in read_blocks(blocks)


def test_dates_are_those_of_the_readers_time_zone() -> None:
    assert "2026년 1월 2일 저장" in read_blocks(lists.listing(TEXTS, KO, page(1)).blocks)
    assert "Saved Jan 1, 2026" in read_blocks(lists.listing(TEXTS, EN, page(1)).blocks)


def test_a_middle_page_leads_both_ways() -> None:
    shown = buttons(lists.listing(TEXTS, KO, page(10, offset=10, total=35)).blocks)
    assert shown == {
        "이전 페이지": ("memory_list_newer", "0"),
        "다음 페이지": ("memory_list_older", "20"),
    }


def test_a_list_that_fits_has_no_paging() -> None:
    assert buttons(lists.listing(TEXTS, KO, page(10)).blocks) == {}


def test_an_empty_list_teaches() -> None:
    words = read_blocks(lists.listing(TEXTS, KO, page(0)).blocks)
    assert words == (
        "아직 기억이 없어요.“내 생일은 10월 27일이야, 기억해줘”라고 말해 보세요. "
        "저장하기 전에 꼭 먼저 여쭤볼게요."
    )


def test_a_search_tells_shared_words_from_mere_nearness() -> None:
    near = [alike(f"먼 {n}", nearness=2.0) for n in range(9)]
    shared = Recollection(memory("또리 생일: 1월 1일"), 0.5, matched_terms=("생일",))
    words = read_blocks(lists.search(TEXTS, KO, "생일", Recall((*near, shared))).blocks)
    assert words.startswith("🔎 ‘생일’ 검색 결과또리 생일: 1월 1일")
    assert words.index("또리 생일") < words.index("비슷한 기억") < words.index("먼 0")
    assert words.count("먼 ") == 3


def test_beside_a_match_what_does_not_stand_out_is_left_out() -> None:
    shared = Recollection(memory("또리 생일: 1월 1일"), 0.5, matched_terms=("생일",))
    recall = Recall((shared, alike("취미: 사진", nearness=1.9), alike("사는 곳: 서울")))
    words = read_blocks(lists.search(TEXTS, KO, "생일", recall).blocks)
    assert "또리 생일: 1월 1일" in words
    assert "비슷한 기억" not in words
    assert "취미" not in words
    assert "서울" not in words


@pytest.mark.parametrize("matched", [(), ("생일",)])
def test_where_nothing_seems_to_answer_nothing_similar_is_shown(matched: tuple[str, ...]) -> None:
    first = Recollection(memory("또리 생일: 1월 1일"), 0.5, matched_terms=matched)
    recall = Recall((first, alike("취미: 사진", nearness=3.0)), is_noise=True)
    words = read_blocks(lists.search(TEXTS, KO, "생일", recall).blocks)
    assert ("또리 생일: 1월 1일" in words) is bool(matched)
    assert "취미" not in words


def test_a_search_with_no_shared_word_says_so_before_it_guesses() -> None:
    near = Recollection(memory("사는 곳: 서울"), 1.0, similarity=0.8)
    words = read_blocks(lists.search(TEXTS, KO, "우주선", Recall((near,))).blocks)
    assert words.startswith("‘우주선’에 맞는 기억을 찾지 못했어요.비슷한 기억사는 곳: 서울")


def test_a_search_by_letters_alone_says_so() -> None:
    found = Recollection(memory("또리 생일: 1월 1일"), 0.5, matched_terms=("생일",))
    recall = Recall((found,), vector_failed=True)
    assert "글자가 겹치는 기억만" in read_blocks(lists.search(TEXTS, KO, "생일", recall).blocks)


def test_each_of_several_memories_has_its_own_button() -> None:
    message = lists.choice(
        TEXTS, KO, lists.Asked.EDIT, [memory("가", "m1"), memory("나", "m2")], is_guess=False
    )
    accessories = [each["accessory"] for each in message.blocks if "accessory" in each]
    assert [next(iter(buttons(each).values())) for each in accessories] == [
        ("memory_change", "m1"),
        ("memory_change", "m2"),
    ]


def test_the_form_holds_the_whole_fact() -> None:
    view = modals.form(TEXTS, Language.KOREAN, "가" * 3000, carried="{}")
    entry = next(each for each in walk(view) if each.get("type") == "plain_text_input")
    assert entry["initial_value"] == "가" * 3000
    assert entry["max_length"] == 3000
    titles = [view[key] for key in ("title", "submit", "close")]
    assert all(len(read_blocks(each)) <= 24 for each in titles)


def test_the_line_of_sources_holds_a_number_and_the_answers_id_alone() -> None:
    message = sources.sources(TEXTS, Language.KOREAN, 1, "x1")
    assert message.text == "🧠 기억 1개 참고"
    assert buttons(message.blocks) == {"무엇을, 왜?": ("memory_sources", "x1")}


def test_the_longest_explanations_stay_within_slacks_limits() -> None:
    most = explanation(*(memory("가" * 3000, f"m{number}") for number in range(60)))
    told, over = why.message(TEXTS, KO, most), why.modal(TEXTS, KO, most)
    assert len(told.blocks) <= 50
    assert len(read_blocks(told.blocks)) < 13_000
    assert limits_broken(told) == []
    assert isinstance(over["blocks"], list)
    assert len(over["blocks"]) <= 100
