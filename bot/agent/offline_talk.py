"""What the offline model does with what it heard: say something, or call tools first."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from bot.agent.offline_answers import choose_lines, phrase
from bot.agent.offline_reading import Heard, Result
from bot.agent.offline_recall import asks_again, choose_talk, tell_talk
from bot.agent.prompts import load_phrases
from memory.dialogue.cues import looks_back
from memory.facts.policy import read_wish
from memory.facts.wishes import Ask, Forget, History, ListAll, Save, Tell, Undo, Wish
from memory.notebook import LONGEST_FACT_CHARS
from memory.records import Fact

_SMALL_TALK: Final = (
    (
        "greeting",
        r"(안녕(하세요|하십니까)?|하이|헬로|반가워(요)?|좋은 (아침|저녁)(이야)?)( 또리(야)?)?",
    ),
    ("greeting", r"(hi|hello|hey|yo|good (morning|afternoon|evening))( there)?( ttori)?"),
    (
        "thanks",
        r"(정말 |진짜 |너무 )?(고마워(요)?|고맙습니다|감사(합니다|해요)?|땡큐)( 또리(야)?)?",
    ),
    ("thanks", r"(thank you|thanks|thx|ty)( so much| a lot| very much)?( ttori)?"),
    ("goodbye", r"(잘 ?(가|자)(요)?|안녕히 ?(가세요|계세요)|또 (봐|만나)(요)?|바이(바이)?)"),
    ("goodbye", r"(bye|goodbye|good night|see you)( later| soon)?"),
    (
        "well_done",
        r"(응|네|넵|예|ㅇㅇ|좋아(요)?|오케이|알겠어(요)?|굿|ㅋ+|ㅎ+|ok(ay)?|yes|yep|great|nice|cool|lol)",
    ),
    (
        "who",
        r"(또리야 )?(너(는)?|넌|네|니|당신은?) ?(이름이 )?(누구|뭐)(야|니|예요|에요|세요|지)",
    ),
    ("who", r"who are you|what are you|what('s| is) your name"),
    ("help", r"도움말|도와줘(요)?|(넌 |너는 )?(뭘|뭐|무엇을) 할 수 있(어|니|어요|나요)|사용법"),
    ("help", r"help|what can you do|how do(es)? (you|this|it) work"),
)
_LONG_MESSAGES_END_CHARS: Final = 300
_PUNCTUATION: Final = re.compile(r"[^\w']+")
_LISTED: Final = re.compile(r"^(\d+)\. (.+)$", re.MULTILINE)
_CHOICE: Final = re.compile(
    r"(?:no\.? ?|number )?(\d+)(?: ?번(?:째)?)?(?: ?(?:거|것|기억))?(?:요|이요)?"
)
_ORDINALS: Final = {
    "첫": 1,
    "첫번째": 1,
    "first": 1,
    "두번째": 2,
    "second": 2,
    "세번째": 3,
    "third": 3,
    "네번째": 4,
    "fourth": 4,
    "다섯번째": 5,
    "fifth": 5,
}


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
    if topic := _small_talk(heard.said):
        return _say(heard, topic)
    if chosen := _choice(heard):
        return [Call("forget_memory", {"query": chosen})]
    return _grant(heard, _read(heard.said))


def _grant(heard: Heard, wish: Wish) -> str | list[Call]:
    if isinstance(wish, Save):
        facts = [fact.text for fact in wish.facts] or _facts_before(heard)
        calls = [Call("save_memory", {"content": each}) for each in facts]
        return calls or _say(heard, "save_what")
    if isinstance(wish, Forget):
        return _forget(heard, wish)
    if isinstance(wish, ListAll):
        return [Call("list_memories", {})]
    if isinstance(wish, Ask | History):
        return _look_up(heard, wish.query or heard.said)
    if isinstance(wish, Undo):
        return _say(heard, "undo")
    return _say(heard, "heard" if isinstance(wish, Tell) else "only_memory")


def _forget(heard: Heard, wish: Forget) -> str | list[Call]:
    if wish.everything:
        return _say(heard, "forget_all")
    query = wish.query or heard.said_before
    return [Call("forget_memory", {"query": query})] if query else _say(heard, "forget_what")


def _look_up(heard: Heard, query: str) -> str | list[Call]:
    if heard.answered_before and asks_again(heard.said):
        return _say(heard, "again", answered=heard.answered_before)
    lines = choose_lines(query, heard.known)
    return _answer(heard, lines) if lines else [Call("search_memory", {"query": query})]


def _look_further(heard: Heard, tools: frozenset[str]) -> str | list[Call]:
    """What earlier talk says to a question that no memory answers; "" when it says nothing."""
    if not looks_back(heard.said) or not isinstance(_read(heard.said), Ask | History):
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
    lines = choose_lines(heard.said, [*heard.known, *result.lines])
    return _answer(heard, list(dict.fromkeys(lines))) if lines else _none(heard)


def _tell_listed(heard: Heard, result: Result) -> str:
    total, count = (*result.numbers, 0, 0)[:2]
    opening = (
        _say(heard, "listed", total=str(total))
        if count >= total
        else _say(heard, "listed_part", total=str(total), count=str(count))
    )
    return "\n".join([opening, *(f"• {line}" for line in result.lines)])


def _tell_nothing(heard: Heard, _: Result) -> str:
    wish = _read(heard.said)
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
    if isinstance(_read(heard.said), History):
        return "\n".join([_say(heard, "history"), *(f"• {line}" for line in lines)])
    if len(lines) == 1:
        return _say(heard, "answer", line=phrase(lines[0], heard.language))
    return "\n".join([_say(heard, "answers"), *(f"• {line}" for line in lines)])


def _none(heard: Heard) -> str:
    return _say(heard, "not_here" if heard.is_public else "not_found")


def _facts_before(heard: Heard) -> list[str]:
    """What "remember this" means: what the person said before it, when that states something."""
    before = _read(heard.said_before) if heard.said_before else None
    if isinstance(before, Save | Tell):
        return [fact.text for fact in before.facts]
    is_statement = before is not None and not isinstance(
        before, Ask | Forget | History | ListAll | Undo
    )
    return [heard.said_before] if is_statement and not _small_talk(heard.said_before) else []


def _choice(heard: Heard) -> str:
    """The line that a number means, right after the question which one is meant."""
    which = {table["forget_which"].text for table in load_phrases("replies").values()}
    if heard.answered_before.partition("\n")[0] not in which:
        return ""
    said = _plain(heard.said)
    found = _CHOICE.fullmatch(said)
    ordinal = next((word for word in _ORDINALS if said.replace(" ", "").startswith(word)), "")
    number = int(found[1]) if found else _ORDINALS.get(ordinal, 0)
    listed = {int(at): line for at, line in _LISTED.findall(heard.answered_before)}
    return str(listed.get(number, ""))


def _read(said: str) -> Wish:
    """The wish of a message; of one too long for a fact, what its end asks for."""
    if len(said) <= LONGEST_FACT_CHARS:
        return read_wish(said)
    wish = read_wish(said[-_LONG_MESSAGES_END_CHARS:])
    return Save((Fact(said),)) if isinstance(wish, Save) else wish


def _small_talk(said: str) -> str:
    plain = _plain(said)
    if not plain:
        return "greeting"
    return next((topic for topic, form in _SMALL_TALK if re.fullmatch(form, plain)), "")


def _plain(said: str) -> str:
    return _PUNCTUATION.sub(" ", said.casefold()).strip()


def _say(heard: Heard, key: str, **values: str) -> str:
    return load_phrases("replies")[heard.language][key].fill(**values)
