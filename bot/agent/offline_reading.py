"""How the offline model reads its prompt: from the messages alone, as any model has to."""

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from langchain_core.messages import AIMessage, BaseMessage, HumanMessage, ToolMessage

from bot.agent.memory_lines import read_lines
from bot.agent.prompts import load_phrases
from bot.agent.talk_lines import Spoken, is_course, read_talk_lines
from bot.turn import Language

_HANGUL: Final = re.compile(r"[가-힣ㄱ-ㅎㅏ-ㅣ]")
_LATIN: Final = re.compile(r"[A-Za-z]")
_LATIN_PER_HANGUL: Final = 3
"""An English sentence around a Korean name has more letters than this for each syllable."""


@dataclass(frozen=True, slots=True)
class Result:
    """What a tool answered, as this model understands it."""

    text: str

    def means(self, phrase: str) -> bool:
        """Whether it is this phrase of the results' table, whatever its $names hold."""
        said = load_phrases("phrases")["result"][phrase].text
        return self.text.startswith(said.partition("$")[0])

    @property
    def lines(self) -> Sequence[str]:
        """The texts of the memories it lists."""
        return read_lines(self.text)

    @property
    def is_of_talk(self) -> bool:
        """Whether it is the answer to a search of earlier talk."""
        return any(
            self.means(each)
            for each in ("talk_found", "talk_near", "talk_nothing", "talk_nothing_here")
        )

    @property
    def talk(self) -> Sequence[Spoken]:
        """The exchanges of earlier talk that it lists."""
        return read_talk_lines(self.text)

    @property
    def quoted(self) -> str:
        """The text of the one memory that it quotes at its end; "" when it quotes none."""
        found = re.search(r'"(?:[^"\\]|\\.)*"$', self.text)
        return str(json.loads(found[0])) if found else ""

    @property
    def numbers(self) -> tuple[int, ...]:
        """The numbers in its first line."""
        return tuple(int(each) for each in re.findall(r"\d+", self.text.partition("\n")[0]))


@dataclass(frozen=True, slots=True)
class Heard:
    """The last message and what surrounds it.

    `known` are the memories of the block, best first; `earlier` what the person said before, the
    latest first; `answered_before` the answer to the latest, "" when there was none; `results` what
    tools answered since. `talk` are the exchanges of the block's sections, and `is_course` that
    they show how a thing changed.
    """

    said: str
    known: Sequence[str]
    is_public: bool
    earlier: Sequence[str]
    answered_before: str
    results: Sequence[Result]
    talk: Sequence[Spoken] = ()
    is_course: bool = False

    @property
    def said_before(self) -> str:
        """What the person said last before this; "" when it was nothing."""
        return self.earlier[0] if self.earlier else ""

    @property
    def language(self) -> Language:
        """The language that most of the message is in; without letters, that of the one before."""
        for text in (self.said, *self.earlier):
            hangul, latin = len(_HANGUL.findall(text)), len(_LATIN.findall(text))
            if latin > _LATIN_PER_HANGUL * hangul:
                return Language.ENGLISH
            if hangul:
                return Language.KOREAN
        return Language.KOREAN


def read_messages(messages: Sequence[BaseMessage]) -> Heard:
    """Read a prompt. Without any message of a person, nothing was said."""
    last = max(
        (at for at, each in enumerate(messages) if isinstance(each, HumanMessage)), default=-1
    )
    earlier, since = messages[: max(last, 0)], messages[last + 1 :]
    block, said = _split(messages[last]) if last >= 0 else ("", "")
    channel = load_phrases("phrases")["place"]["channel"].text
    return Heard(
        said=said.strip(),
        known=read_lines(block),
        is_public=any(line.endswith(f": {channel}") for line in block.split("\n")),
        earlier=[str(each.text) for each in reversed(earlier) if isinstance(each, HumanMessage)],
        answered_before=next(
            (str(each.text) for each in reversed(earlier) if isinstance(each, AIMessage)), ""
        ),
        results=[Result(str(each.text)) for each in since if isinstance(each, ToolMessage)],
        talk=read_talk_lines(block),
        is_course=is_course(block),
    )


def _split(message: BaseMessage) -> tuple[str, str]:
    content = message.content
    if isinstance(content, str):
        return "", content
    texts = [each if isinstance(each, str) else str(each.get("text", "")) for each in content]
    return ("\n".join(texts[:-1]), texts[-1]) if texts else ("", "")
