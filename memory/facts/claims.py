"""What a fact claims, in a form in which two claims can be compared."""

from __future__ import annotations

import re
from dataclasses import dataclass

from memory.expressions import Expression
from memory.facts import words_en, words_ko
from memory.facts.attributes import Attribute, attribute_of, one_spelling
from memory.facts.copula import is_added
from memory.facts.dates import Moments, plain_amounts, read_moments
from memory.facts.hangul import bare_name, has_hangul, split_particle
from memory.facts.reading import one_line, read_statement
from memory.facts.sentences_en import is_added_english
from memory.facts.statement import Statement, Subject
from memory.facts.terms import Terms, read_terms
from memory.facts.word_sets import word_set
from memory.recent_words import cached
from memory.records import FIRST_PERSON_SUBJECTS, Fact

_INSTEAD = Expression(
    r"(?P<ko>\S+)\s*(?:대신(?:에)?|말고)\s|\b(?:instead of|rather than"
    r"|in place of)\s+(?P<en>[\w\s]+?)(?=$|[,.]|\s(?:in|on|at|for|every)\s)",
    re.IGNORECASE,
)
_SWITCHED = Expression(
    r"(?P<ko>\S+)에서\s+\S+?(?:으로|로)\s+(?:갈아|바꾸|바꿨|바꿈|옮|넘어|교체|변경|전환)"
    r"|\b(?:switched|changed|migrated|went over)\s+from\s+(?P<en>[\w .+#-]+?)\s+to\s",
    re.IGNORECASE,
)
_ONCE_IN_ITS_TIME = word_set(
    "데일리 위클리 주간 월간 정기 스탠드업 스크럼 daily weekly monthly standup stand-up scrum"
)
_NO_MORE = Expression(
    r"^(?:이제|이젠|인제)\S*\s|더\s?(?:이상|는)\s|요즘(?:은|엔)\s|\bno longer\b"
    r"|\bany\s?more\b|\b(?:stopped|quit|gave up|left|resigned from)\b"
    r"|(?:끊었|그만뒀|그만두었|관뒀|끊음|그만둠|퇴사|퇴직|졸업|헤어졌)",
    re.IGNORECASE,
)
_LESSER = Expression(r"(?P<ko>\S+?)보다(?:\s|는)|\b(?:than|over)\s+(?P<en>\w+)", re.IGNORECASE)
_COMPARED = Expression(
    r"보다(?:\s|는)|\bthan\b|\bover\b|\bbefore\b|\bafter\b|\bfrom\b|\bto\b|에서\s|전에\s|후에\s",
    re.IGNORECASE,
)
_NONE_VALUE = Expression(r"^(?:없음|없다|없어|없습니다|none|nothing|no|n/a)\.?$", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class Who:
    """Of whom a claim speaks: `name` as one word, and the kinds of being that were told.

    `words` are those that the name was told in.
    """

    name: str
    kinds: frozenset[str]
    words: frozenset[str] = frozenset()


@dataclass(frozen=True, slots=True)
class Claim:
    """A fact made comparable.

    `concept` is "" for a free sentence. `terms` are its content words as stems, in order, without
    negations; `negative` tells whether it denies, `topic` are the terms that it is about.
    `instead_of` are the terms that it says are no more, `no_more` tells that it speaks of an end,
    `lesser` is the term that comes second in a comparison.
    """

    who: Who
    concept: str
    single: bool
    slot: bool
    value: str
    changed: bool
    added: bool
    terms: tuple[str, ...]
    topic: frozenset[str]
    predicate: str
    negative: bool
    instead_of: frozenset[str]
    no_more: bool
    compared: bool
    lesser: str
    moments: Moments

    @property
    def empties(self) -> bool:
        """Whether the value says that there is none."""
        return bool(_NONE_VALUE.match(self.value))


@cached(limit=4_096)
def claim_of(fact: Fact) -> Claim:
    """The claim of a fact: its text is read; the fields count where the text shows no form."""
    line = one_line(fact.text)
    statement = read_statement(line)
    if (statement is None or not statement.attribute) and fact.attribute and fact.value:
        statement = Statement(Subject(tuple(fact.subject.split())), fact.attribute, fact.value)
    moments = read_moments(plain_amounts(one_spelling(line)))
    replaced = read_terms(_left_behind(line), verbs=False).words
    terms, negative, predicate = _read_terms(line, statement)
    attribute = attribute_of(_key(statement)) if statement else attribute_of("")
    who = _who(statement.subject if statement else Subject())
    keyed = statement is not None and bool(statement.attribute)
    return Claim(
        who=who,
        concept=attribute.concept if keyed else "",
        single=_holds_one(statement, attribute, who),
        slot=statement is not None and statement.slot,
        value=statement.value if statement else "",
        changed=statement is not None and statement.changed,
        added=statement is not None and (statement.added or _tells_of_more(line)),
        terms=tuple(term for term in terms if term not in replaced),
        topic=_topic(line, statement),
        predicate=predicate,
        negative=negative,
        instead_of=frozenset(replaced),
        no_more=bool(_NO_MORE.search(line)),
        compared=bool(_COMPARED.search(line)),
        lesser=_lesser(line),
        moments=moments,
    )


def _read_terms(line: str, statement: Statement | None) -> Terms:
    """The content words of a line; of "나는 채식주의자야" those without the copula."""
    whole = read_terms(line)
    if statement is None or statement.attribute or not statement.value:
        return whole
    told = " ".join((*statement.subject.words, statement.value))
    return Terms(read_terms(told, verbs=False).words, whole.negative)


def _left_behind(line: str) -> str:
    """What a line says is no more: "커피 대신", "instead of coffee", "switched from Vim to Zed"."""
    found = _INSTEAD.search(line) or _SWITCHED.search(line)
    return str(found["ko"] or found["en"]) if found else ""


def same_who(one: Who, other: Who) -> bool:
    """Whether both claims speak of the same: by name, and by kind when both tell it."""
    if one.name != other.name:
        return False
    return not one.kinds or not other.kinds or bool(one.kinds & other.kinds)


def _key(statement: Statement) -> str:
    """The attribute's words in their plain form; an English head noun in the singular."""
    return " ".join(one_spelling(statement.attribute).split())


def _who(subject: Subject) -> Who:
    classes = words_ko.CLASS_NOUNS | words_en.CLASS_NOUNS
    words = [one_spelling(bare_name(word)) for word in subject.words]
    words = [
        words_ko.CLASS_SYNONYMS.get(word, words_en.CLASS_SYNONYMS.get(word, word)) for word in words
    ]
    kinds = [word for word in words[:-1] if word in classes]
    names = [word for word in words if word not in kinds and word not in FIRST_PERSON_SUBJECTS]
    return Who("".join(names), frozenset(kinds), frozenset(names))


def _holds_one(statement: Statement | None, attribute: Attribute, who: Who) -> bool:
    """Whether a new value is no second one beside the old."""
    if statement is not None and not attribute.known and _meets_once(statement):
        return True
    return attribute.single and not _speaks_of_one_of_many(attribute.concept, who)


def _meets_once(statement: Statement) -> bool:
    """Whether it gives a meeting that there is one of in its day or week an hour."""
    moments = read_moments(statement.value)
    words = (*statement.subject.words, *statement.attribute.split())
    is_hour = bool(moments.hours) and not moments.rest
    return is_hour and any(one_spelling(word) in _ONCE_IN_ITS_TIME for word in words)


def _speaks_of_one_of_many(concept: str, who: Who) -> bool:
    """Whether there may be another such: two friends, or two names of younger brothers."""
    if who.name in words_ko.CLASSES_OF_PEOPLE | words_en.CLASSES_OF_PEOPLE:
        return True
    many = words_ko.CLASSES_OF_MANY | words_en.CLASSES_OF_MANY
    return concept in {"name", "species", "age"} and who.name in many


def _tells_of_more(line: str) -> bool:
    _, colon, value = line.partition(":")
    told = value if colon else line
    return is_added(told) if has_hangul(told) else is_added_english(told)


def _lesser(line: str) -> str:
    """The term that comes second in a comparison ("커피보다 차를", "tea over coffee")."""
    found = _LESSER.search(line)
    terms = read_terms(found["ko"] or found["en"], verbs=False).words if found else []
    return terms[0] if terms else ""


def _topic(line: str, statement: Statement | None) -> frozenset[str]:
    """The terms that the sentence is about, apart from the person: its subject, or its topic."""
    if statement is not None and (statement.subject.words or statement.attribute):
        return frozenset(
            term for word in statement.subject.words for term in read_terms(word, verbs=False).words
        )
    words = line.split()
    for place, word in enumerate(words[:3]):
        stem, particle = split_particle(word)
        if particle in {"은", "는", "이", "가"} and place + 1 < len(words):
            if stem in words_ko.FIRST_PERSON or word in words_ko.FIRST_PERSON:
                return frozenset()
            return frozenset(read_terms(" ".join((*words[:place], stem)), verbs=False).words)
    return frozenset(_english_topic(words))


def _english_topic(words: list[str]) -> tuple[str, ...]:
    if len(words) < 2 or has_hangul(words[0]):  # noqa: PLR2004 - a subject and its verb
        return ()
    first = words[0].casefold().strip(",.")
    if first in {"my", "our", "the", "his", "her"}:
        return read_terms(words[1], verbs=False).words
    verb = words[1].casefold()
    is_verb = verb in words_en.STOP_WORDS | words_en.NEGATIONS or (
        verb.endswith("s") and words[0][:1].isupper()
    )
    if (
        first in words_en.FIRST_PERSON
        or not is_verb
        or verb in {"from", "to", "in", "on", "at", "for", "a", "the"}
    ):
        return ()
    return read_terms(words[0], verbs=False).words
