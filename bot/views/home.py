"""The Home tab: cards that wait, the person's memories by subject, a search, and settings."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import Final

from bot.texts import Texts
from bot.turn import Language
from bot.views.blocks import (
    LINE_CHARS,
    Block,
    Message,
    Reader,
    actions,
    ask_first,
    button,
    divider,
    header,
    heading,
    line,
    note,
    plain,
    section,
)
from bot.views.cards import card
from bot.views.ids import Action
from bot.views.lists import Page, paging
from bot.views.preferences import choose_auto
from memory.records import AutoMode, Memory, Proposal

LONGEST_QUERY_CHARS: Final = 100
_MOST_CARDS: Final = 5
_MOST_OFFSET: Final = 10_000_000


@dataclass(frozen=True, slots=True)
class HomeState:
    """Which part of the memories the tab shows: what a search found, or a page of all."""

    offset: int = 0
    query: str = ""

    def packed(self) -> str:
        """The state as text that the view carries."""
        return json.dumps([self.offset, self.query], ensure_ascii=False)

    @classmethod
    def unpacked(cls, text: str) -> HomeState:
        """What `packed` wrote; the beginning for anything else."""
        try:
            match json.loads(text):
                case [int(offset), str(query)] if 0 <= offset <= _MOST_OFFSET:
                    return cls(offset, query[:LONGEST_QUERY_CHARS])
        except ValueError:
            pass
        return cls()


@dataclass(frozen=True, slots=True)
class Import:
    """An import that waits for its answer: its batch and how many memories it would bring."""

    batch: str
    count: int


@dataclass(frozen=True, slots=True)
class HomeContent:
    """What the tab shows. `page` holds what the search found when `state` has a query.

    `is_guess`: nothing of it shares a word with the query.
    """

    state: HomeState
    page: Page
    pending: Sequence[Proposal] = ()
    imports: Sequence[Import] = ()
    mode: AutoMode = AutoMode.ASK
    letters_only: bool = False
    is_guess: bool = False


def home(
    texts: Texts, reader: Reader, content: HomeContent, *, notice: Message | None = None
) -> Block:
    """The whole tab. `notice` is what has just happened; its blocks stand on top."""
    language = reader.language
    blocks: list[Block] = [header(texts.say(language, "home.title"))]
    if notice is not None:
        blocks += [*notice.blocks, divider()]
    blocks += _waiting(texts, language, content)
    if content.page.total or content.state.query:
        blocks += _memories(texts, reader, content)
    else:
        blocks += _teaching(texts, language)
    blocks += _settings(texts, language, content)
    metadata = content.state.packed()
    return {"type": "home", "private_metadata": metadata, "blocks": _with_own_ids(blocks)}


def group_of(texts: Texts, language: Language, memory: Memory) -> str:
    """Under which heading a memory stands."""
    match memory.fact.subject_key:
        case "":
            return texts.say(language, "home.others")
        case "me":
            return texts.say(language, "home.myself")
        case _:
            return texts.say(language, "home.group", subject=memory.fact.subject)[:LINE_CHARS]


def _waiting(texts: Texts, language: Language, content: HomeContent) -> list[Block]:
    total = len(content.pending) + len(content.imports)
    if not total:
        return []
    blocks: list[Block] = [header(texts.say(language, "home.pending", total=total))]
    for waiting in content.imports[:_MOST_CARDS]:
        said = texts.say(language, "home.import_waiting", count=waiting.count)
        label = texts.say(language, "button.import", count=waiting.count)
        row = [
            button(label, Action.IMPORT, waiting.batch, "primary"),
            button(texts.say(language, "button.cancel"), Action.IMPORT_CANCEL, waiting.batch),
        ]
        blocks += [section(said), actions(f"import:{waiting.batch}", row)]
    for proposal in content.pending[:_MOST_CARDS]:
        blocks += card(texts, language, proposal).blocks
    shown = min(len(content.pending), _MOST_CARDS) + min(len(content.imports), _MOST_CARDS)
    if total > shown:
        blocks.append(note(texts.say(language, "home.pending_more", total=total - shown)))
    return [*blocks, divider()]


def _memories(texts: Texts, reader: Reader, content: HomeContent) -> Iterator[Block]:
    language, page, state = reader.language, content.page, content.state
    yield header(texts.say(language, "home.memories"))
    yield from _search(texts, language, state)
    if state.query:
        shown = line(texts, language, state.query)
        is_found = bool(page.memories) and not content.is_guess
        key = "list.search" if is_found else "list.nothing"
        yield section(texts.say(language, key, query=shown))
        if content.is_guess:
            yield note(texts.say(language, "list.near"))
    else:
        yield note(texts.say(language, "home.count", total=page.total))
    if content.letters_only:
        yield note(texts.say(language, "list.letters_only"))
    groups = groupby(page.memories, key=lambda each: group_of(texts, language, each))
    for subject, memories in groups:
        if not state.query:
            yield heading(subject)
        for memory in memories:
            yield from _entry(texts, reader, memory)
    if not state.query:
        yield from paging(
            texts,
            reader,
            page,
            newer=Action.HOME_NEWER,
            older=Action.HOME_OLDER,
            where="home.page",
        )


def _search(texts: Texts, language: Language, state: HomeState) -> Iterator[Block]:
    entry: Block = {
        "type": "plain_text_input",
        "action_id": Action.HOME_QUERY.value,
        "max_length": LONGEST_QUERY_CHARS,
        "placeholder": plain(texts.say(language, "home.search_hint")),
        "dispatch_action_config": {"trigger_actions_on": ["on_enter_pressed"]},
    }
    if state.query:
        entry["initial_value"] = state.query
    # Slack keeps what was typed as long as the block has the same id, so another query is another.
    digest = hashlib.sha256(state.query.encode()).hexdigest()[:12]
    yield {
        "type": "input",
        "block_id": f"memory_query:{digest}",
        "dispatch_action": True,
        "label": plain(texts.say(language, "home.search")),
        "element": entry,
    }
    row = [button(texts.say(language, "button.search"), Action.HOME_SEARCH, "search")]
    if state.query:
        row.append(button(texts.say(language, "button.show_all"), Action.HOME_ALL, "all"))
    row.append(button(texts.say(language, "button.add"), Action.ADD, "add"))
    yield actions("memory_search", row)


def _entry(texts: Texts, reader: Reader, memory: Memory) -> list[Block]:
    language = reader.language
    text = line(texts, language, memory.text)
    forget = texts.say(language, "button.forget")
    sure = ask_first(
        button(forget, Action.HOME_FORGET, memory.id),
        title=texts.say(language, "home.forget_title"),
        text=text,
        yes=forget,
        no=texts.say(language, "button.cancel"),
    )
    buttons = [
        button(texts.say(language, "button.edit"), Action.CHANGE, memory.id),
        button(texts.say(language, "button.history"), Action.HISTORY, memory.id),
        sure,
    ]
    saved = texts.say(language, "list.saved_on", date=reader.date(memory.created_at))
    return [section(text), note(saved), actions(f"memory:{memory.id}", buttons)]


def _teaching(texts: Texts, language: Language) -> list[Block]:
    keys = ("home.teach_talk", "home.teach_shortcut", "home.teach_ask")
    add = button(texts.say(language, "button.add"), Action.ADD, "add", "primary")
    return [
        section(texts.say(language, "list.empty")),
        *(section(texts.say(language, key)) for key in keys),
        actions("memory_add", [add]),
    ]


def _settings(texts: Texts, language: Language, content: HomeContent) -> list[Block]:
    choice = choose_auto(texts, language, content.mode)
    row = [
        button(texts.say(language, "button.export"), Action.EXPORT, "export"),
        button(texts.say(language, "button.purge_look"), Action.PURGE_LOOK, "look"),
        button(texts.say(language, "button.erase"), Action.ERASE, "everything", "danger"),
    ]
    return [
        divider(),
        header(texts.say(language, "home.settings")),
        section(texts.say(language, "auto.label"), choice),
        note(texts.say(language, f"auto.{content.mode}_about")),
        actions("memory_settings", row),
    ]


def _with_own_ids(blocks: Sequence[Block]) -> list[Block]:
    """The blocks with no block id twice: the notice may hold a row that stands below, too."""
    seen: set[object] = set()
    told = []
    for place, block in enumerate(blocks):
        block_id = block.get("block_id")
        if block_id is not None and block_id in seen:
            told.append(block | {"block_id": f"{block_id}#{place}"})
        else:
            seen.add(block_id)
            told.append(block)
    return told
