"""The prompt files and the code agree on every $name."""

from __future__ import annotations

from pathlib import Path

import pytest

from bot.agent.assistant import write_system_prompt
from bot.agent.briefing import Briefing, compose
from bot.agent.prompts import Prompt, PromptFault, load, load_phrases
from bot.agent.toolbox import Toolbox
from bot.turn import Language
from memory.records import MemoryType, SourceKind
from tests.agent_kit import ListNotes, ListTalks, memory, recollections, turn

NAMES_IN_CODE = {
    "system": {"heading", "channel", "related"},
    "memory_block": {"heading", "now", "zone", "place", "memories", "talk", "said_heading"},
    "save_memory": set[str](),
    "save_memory.content": set[str](),
    "search_memory": {"heading"},
    "search_memory.query": set[str](),
    "search_conversations": {"limit", "related"},
    "search_conversations.query": set[str](),
    "list_memories": {"limit"},
    "digest": {"tags_at_most", "facts_at_most"},
    "digest.question": {"exchanges", "tags"},
    "judge": set[str](),
    "judge.question": {"known", "told"},
    "same_topic": set[str](),
    "same_topic.question": {"before", "message"},
    "forget_memory": set[str](),
    "forget_memory.query": set[str](),
}


def test_every_prompt_file_is_known_to_the_code() -> None:
    folder = Path(__file__).parents[1] / "prompts"

    assert {path.stem for path in folder.glob("*.md")} == NAMES_IN_CODE.keys()


@pytest.mark.parametrize("name", NAMES_IN_CODE)
def test_a_prompt_file_asks_for_the_names_that_the_code_gives(name: str) -> None:
    assert load(name).names == NAMES_IN_CODE[name]


def test_a_missing_name_fails_naming_it() -> None:
    prompt = Prompt("greeting.md", "Hello $name, it is $day.")

    with pytest.raises(PromptFault, match=r"greeting\.md: no value for \$name$"):
        prompt.fill(day="Monday")


def test_a_value_that_nothing_asks_for_fails_naming_it() -> None:
    prompt = Prompt("greeting.md", "Hello.")

    with pytest.raises(PromptFault, match=r"nothing asks for \$name"):
        prompt.fill(name="Ttori")


def test_a_value_with_a_dollar_sign_is_taken_as_it_is() -> None:
    assert Prompt("price.md", "It costs $price.").fill(price="$5 $x") == "It costs $5 $x."


def test_a_missing_file_fails_naming_it() -> None:
    with pytest.raises(PromptFault, match=r"prompts/nothing\.md"):
        load("nothing")


def test_the_system_prompt_is_filled_whole() -> None:
    text = write_system_prompt()

    assert "[기억된 정보 (자동 조회)]" in text
    assert "$" not in text


def test_each_tool_and_each_argument_is_described() -> None:
    tools = Toolbox(ListNotes(), ListTalks()).tools()

    assert [each.name for each in tools] == [
        "save_memory",
        "search_memory",
        "search_conversations",
        "list_memories",
        "forget_memory",
    ]
    assert all(each.description for each in tools)
    assert all(field["description"] for each in tools for field in each.args.values())


def test_each_kind_and_each_source_of_a_memory_has_its_words() -> None:
    phrases = load_phrases("phrases")

    assert phrases["kind"].keys() == set(MemoryType)
    assert phrases["source"].keys() == set(SourceKind)


def test_both_languages_say_the_same_things_with_the_same_names() -> None:
    tables = load_phrases("replies")
    korean, english = tables[Language.KOREAN], tables[Language.ENGLISH]

    assert {key: each.names for key, each in korean.items()} == {
        key: each.names for key, each in english.items()
    }


def test_a_whole_prompt_can_be_composed_from_the_files() -> None:
    briefing = Briefing(recall=recollections(memory("또리 생일은 10월 27일")))

    prompt = compose(turn("안녕"), briefing, budget_tokens=1_000)

    assert "$" not in str(prompt.messages[-1].content)
