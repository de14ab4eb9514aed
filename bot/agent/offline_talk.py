"""What the offline model does with what it heard: say something, or call tools first."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.agent.offline_answers import choose_lines, phrase, related_lines
from bot.agent.offline_questions import Question, read_question, resolve
from bot.agent.offline_reading import Heard, Result
from bot.agent.offline_recall import asks_again, choose_talk, tell_talk
from bot.agent.offline_reference import chosen_line, talked_of, told_before, told_when_asked
from bot.agent.offline_small_talk import small_talk
from bot.agent.prompts import load_phrases
from memory.dialogue.cues import looks_back
from memory.facts.hangul import has_hangul
from memory.facts.own_words import own_words
from memory.facts.policy import read_wish
from memory.facts.wishes import Ask, Forget, History, ListAll, Save, Tell, Undo, Wish
from memory.notebook import LONGEST_FACT_CHARS
from memory.records import Fact

_LONG_MESSAGES_END_CHARS: Final = 300
_TTORI: Final = frozenset({"또리", "ttori"})


@dataclass(frozen=True, slots=True)
class Call:
    """A tool to call before saying anything."""

    tool: str
    arguments: dict[str, str]


def decide(heard: Heard, tools: frozenset[str]) -> str | list[Call]:
    """The answer to say, or the tools to call for it first, none but those offered."""
    if heard.results:
        return _look_further(heard, tools) or _tell_results(heard)
    action = _act(heard)
    if isinstance(action, list) and not all(call.tool in tools for call in action):
        return _say(heard, "only_memory")
    return action


def _act(heard: Heard) -> str | list[Call]:
    if chosen := chosen_line(heard):
        return [Call("forget_memory", {"query": chosen})]
    wish = read_message(heard.said)
    topic = small_talk(heard.said)
    if topic in {"", "number"} and (told := told_when_asked(heard, read_message)):
        return [Call("save_memory", {"content": each}) for each in told]
    if topic and not isinstance(wish, Save | Forget | ListAll | Tell):
        return _say(heard, topic)
    return _grant(heard, wish)


def _grant(heard: Heard, wish: Wish) -> str | list[Call]:
    if isinstance(wish, Save):
        return _save(heard, wish)
    if isinstance(wish, Forget):
        return _forget(heard, wish)
    if isinstance(wish, ListAll):
        return [Call("list_memories", {})]
    if isinstance(wish, Ask | History):
        return _look_up(heard, wish)
    return _say(heard, _remark(heard, wish))


def _remark(heard: Heard, wish: Wish) -> str:
    """What to say, by its key, where there is nothing to do."""
    if isinstance(wish, Undo):
        return "undo"
    if isinstance(wish, Tell):
        return "heard"
    is_told = bool(own_words(heard.said)) and (has_hangul(heard.said) or " " in heard.said)
    return "heard_talk" if is_told else "only_memory"


def _save(heard: Heard, wish: Save) -> str | list[Call]:
    if wish.named:
        return _say(heard, "save_what_of", thing=wish.named)
    facts = [fact.text for fact in wish.facts] or told_before(heard.earlier, read_message)
    calls = [Call("save_memory", {"content": each}) for each in facts]
    return calls or _say(heard, "save_what")


def _forget(heard: Heard, wish: Forget) -> str | list[Call]:
    if wish.everything:
        return _say(heard, "forget_all")
    query = wish.query or talked_of(heard.earlier, read_message)
    return [Call("forget_memory", {"query": query})] if query else _say(heard, "forget_what")


def _look_up(heard: Heard, wish: Ask | History) -> str | list[Call]:
    if heard.answered_before and asks_again(heard.said):
        return _say(heard, "again", answered=heard.answered_before)
    question = _question(heard)
    if isinstance(wish, History) and not wish.query:
        return _say(heard, "history_what")
    if isinstance(wish, Ask) and question.is_empty and not question.of_self:
        return _say(heard, "ask_what")
    lines = choose_lines(question, heard.known)
    if lines and not question.may_have_many:
        return _answer(heard, lines)
    return [Call("search_memory", {"query": question.query or wish.query or heard.said})]


def _question(heard: Heard) -> Question:
    """What is asked. Of a wish for a history only the words that say of what."""
    wish = read_message(heard.said)
    asked = wish.query if isinstance(wish, History) else heard.said[-_LONG_MESSAGES_END_CHARS:]
    return resolve(asked, heard.earlier)


def _look_further(heard: Heard, tools: frozenset[str]) -> str | list[Call]:
    """What earlier talk says to a question that no memory answers; "" when it says nothing."""
    if not looks_back(heard.said) or not isinstance(read_message(heard.said), Ask | History):
        return ""
    found = [line for result in heard.results for line in result.lines]
    if choose_lines(heard.said, [*heard.known, *found]):
        return ""
    searched = [each for each in heard.results if each.is_of_talk]
    spoken = choose_talk(
        heard.said, [*heard.talk, *(line for each in searched for line in each.talk)]
    )
    if spoken:
        return tell_talk(heard.said, spoken, heard.language, is_course=heard.is_course)
    if searched or "search_conversations" not in tools:
        return ""
    return [Call("search_conversations", {"query": heard.said})]


def _tell_results(heard: Heard) -> str:
    said: list[str] = []
    cards = [each for each in heard.results if each.means("proposed")]
    if cards:
        key = "look_at_card" if len(cards) == 1 else "look_at_cards"
        said.append(_say(heard, key, **({"count": str(len(cards))} if len(cards) > 1 else {})))
    for result in heard.results:
        for phrase_name, tell in _TELL.items():
            if result.means(phrase_name):
                sentence = tell(heard, result)
                if sentence not in said:
                    said.append(sentence)
                break
    return "\n".join(said) or _say(heard, "not_found")


def _tell_found(heard: Heard, result: Result) -> str:
    shown = list(dict.fromkeys([*heard.known, *result.lines]))
    question = _question(heard)
    for asked in (question, read_question(heard.said[-_LONG_MESSAGES_END_CHARS:])):
        if lines := choose_lines(asked, shown):
            return _answer(heard, lines)
    if not heard.is_public and (lines := related_lines(question, shown)):
        return _listed(_say(heard, "not_that_but"), lines)
    return _none(heard)


def _tell_listed(heard: Heard, result: Result) -> str:
    total, count = (*result.numbers, 0, 0)[:2]
    opening = (
        _say(heard, "listed", total=str(total))
        if count >= total
        else _say(heard, "listed_part", total=str(total), count=str(count))
    )
    return _listed(opening, result.lines)


def _tell_nothing(heard: Heard, _: Result) -> str:
    wish = read_message(heard.said)
    if isinstance(wish, ListAll) and not heard.is_public:
        return _say(heard, "nothing_known")
    if isinstance(wish, Forget) and not heard.is_public:
        return _say(heard, "forget_not_found")
    return _none(heard)


def _tell_several(heard: Heard, result: Result) -> str:
    numbered = (f"{number}. {line}" for number, line in enumerate(result.lines, start=1))
    return "\n".join([_say(heard, "forget_which"), *numbered])


_TELL: Final[dict[str, Callable[[Heard, Result], str]]] = {
    "proposed_choice": lambda heard, _: _say(heard, "choose_on_card"),
    "already_known": lambda heard, _: _say(heard, "already_known"),
    "rejected_empty": lambda heard, _: _say(heard, "rejected_empty"),
    "rejected_too_long": lambda heard, _: _say(heard, "rejected_too_long"),
    "rejected_secret": lambda heard, _: _say(heard, "rejected_secret"),
    "forgetting_proposed": lambda heard, result: _say(heard, "forget_on_card", line=result.quoted),
    "several_fit": _tell_several,
    "found": _tell_found,
    "listed": _tell_listed,
    "nothing_found": _tell_nothing,
    "nothing_here": _tell_nothing,
    "talk_nothing": _tell_nothing,
    "talk_nothing_here": _tell_nothing,
}


def _answer(heard: Heard, lines: Sequence[str]) -> str:
    wish = read_message(heard.said)
    if isinstance(wish, History):
        return _listed(_say(heard, "history", query=wish.query), lines)
    if len(lines) == 1:
        return _say(heard, "answer", line=phrase(lines[0], heard.language))
    return _listed(_say(heard, "answers"), lines)


def _none(heard: Heard) -> str:
    """What to say when no memory answers."""
    if heard.is_public:
        return _say(heard, "not_here")
    question = _question(heard)
    if set(question.words) <= _TTORI and question.words and not question.concepts:
        return _say(heard, "who")
    is_of_theirs = question.of_self or question.concepts
    return _say(heard, "not_found" if is_of_theirs else "not_found_nor_known")


def _listed(opening: str, lines: Sequence[str]) -> str:
    return "\n".join([opening, *(f"• {line}" for line in lines)])


def read_message(said: str) -> Wish:
    """The wish of a message; of one too long for a fact, what its end asks for."""
    if len(said) <= LONGEST_FACT_CHARS:
        return read_wish(said)
    wish = read_wish(said[-_LONG_MESSAGES_END_CHARS:])
    return Save((Fact(said),)) if isinstance(wish, Save) else wish


def _say(heard: Heard, key: str, **values: str) -> str:
    return load_phrases("replies")[heard.language][key].fill(**values)
