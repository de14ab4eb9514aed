"""English statements: "my dog's birthday is Oct 27", "I live in Daejeon", "prefers aisle seats"."""

from __future__ import annotations

import re

from memory.expressions import Expression
from memory.facts.attributes import attribute_of, one_spelling
from memory.facts.hangul import has_hangul
from memory.facts.statement import Statement, Subject, read_left
from memory.facts.words_en import CLASS_NOUNS

_LEAD = Expression(
    r"^(?:(?:and|but|so|well|actually|also|now|please|that|fyi|btw|by the way)[, ]+)+",
    re.IGNORECASE,
)
_NAME = r"(?-i:[A-Z][\w-]+(?:\s[A-Z][\w-]+)?)"
_WHO = (
    rf"(?:(?P<s>(?:I|he|she|they|we)|(?:my|our|his|her)\s+[\w'-]+(?:\s{_NAME})?(?:\s[a-z]+)?"
    rf"|{_NAME})"
    r"(?P<be>'m|'s|'re|'ve|\s+am|\s+is|\s+are|\s+has|\s+have)?\s+)?"
    r"(?:(?P<now>now|currently|just|recently|also|no longer)\s+)?"
)
_END = r"(?:\s+(?:now|currently|these days|anymore|as well|too))?[.!]*$"


def _rule(attribute: str, verb: str, *, changed: bool = False) -> tuple[str, Expression, bool]:
    pattern = rf"^{_WHO}{verb}\s+(?P<v>.+?){_END}"
    return attribute, Expression(pattern, re.IGNORECASE), changed


_PREDICATES = (
    _rule("home", r"(?:live|lives|living|reside|resides|based)\s+in(?:\s+the)?"),
    _rule(
        "home",
        r"(?:moved|relocated|moving)(?:\s+(?:from|out of)\s+.+?)?\s+(?:to|into)",
        changed=True,
    ),
    _rule("employer", r"(?:work|works|working|employed)\s+(?:at|for|by)"),
    _rule(
        "employer",
        r"(?:switched|changed)\s+(?:jobs|companies|employers)\s+(?:to"
        r"|and (?:now )?works? (?:at|for))",
        changed=True,
    ),
    _rule("job", r"(?:work|works|working)\s+as(?:\s+an?)?"),
    _rule("hometown", r"(?:(?:come|comes)\s+from|(?:was\s+)?born\s+in|grew\s+up\s+in)"),
    _rule("major", r"(?:major|majors|majored|majoring)\s+in"),
    _rule("allergy", r"allergic\s+to"),
    _rule("nickname", r"(?:goes|go)\s+by"),
    _rule("car", r"(?:drive|drives)(?:\s+an?)?"),
)
_CALL_ME = Expression(
    r"^(?:please\s+)?call\s+me\s+(?!back\b|later\b|when\b|if\b|at\b|on\b|tomorrow\b|maybe\b"
    r"|asap\b)(?P<v>.+?)[.!]*$",
    re.IGNORECASE,
)
_NAMED = Expression(
    rf"^(?:(?:i|we|he|she)\s+)?(?:have|has|got|own"
    rf"|owns)\s+an?\s+(?:\w+\s)?(?P<class>\w+)\s+(?:named|called)\s+(?P<v>.+?){_END}"
    rf"|^(?P<s>(?:my|our)\s+.+?)\s+(?:is|are)\s+(?:named|called)\s+(?P<w>.+?){_END}",
    re.IGNORECASE,
)
_ANSWER_IN = Expression(
    r"^(?:from now on,?\s+|always\s+|please\s+)*(?:answer|reply|respond|speak|write"
    r"|talk)(?:\s+(?:to\s+)?me)?\s+in\s+(?P<v>\w+)$",
    re.IGNORECASE,
)
_ANSWERS_ARE = Expression(
    r"^(?:your\s+|the\s+|all\s+)?(?:answers|replies|responses)\s+(?:should|must|have\s+to)\s+be\s+"
    r"(?:(?P<length>short|long|brief|concise|detailed)|in\s+(?P<language>\w+))$",
    re.IGNORECASE,
)
_AGE = Expression(rf"^{_WHO}(?P<v>\d{{1,3}})\s+(?:years?\s+old|yo|y/o){_END}", re.IGNORECASE)
_ALLERGY = Expression(
    rf"^{_WHO}(?:(?:have|has|got)\s+)?an?\s+(?:(?P<v>[\w ]+?)\s+allergy"
    rf"|allergy\s+to\s+(?P<w>.+?)){_END}",
    re.IGNORECASE,
)
_PREFERS = Expression(
    rf"^{_WHO}prefers?\s+(?:to\s+have\s+)?(?:the\s+|an?\s+)?(?P<v>.+?)"
    rf"(?:\s+(?:over|to|rather than|instead of)\s+(?P<than>.+?))?{_END}",
    re.IGNORECASE,
)
_IS = Expression(
    r"^(?P<left>.+?)(?:\s+(?:is|are)|'s(?=\s+(?:now|at|on|in)\b))\s+(?P<v>.+?)[.!]*$", re.IGNORECASE
)
_OF = Expression(r"^the\s+(?P<a>[\w\s-]+?)\s+of\s+(?P<s>.+)$", re.IGNORECASE)
_MOVED = Expression(
    r"^(?P<left>.+?)\s+(?:has\s+been|have\s+been|was|were|is|got|has|have)?\s*(?:now\s+)?"
    r"(?:moved|changed|postponed|rescheduled|delayed|pushed(?:\s+back)?|brought\s+forward"
    r"|switched|updated)"
    r"(?:\s+from\s+.+?)?\s+(?:to|until|till)\s+(?P<v>.+?)[.!]*$",
    re.IGNORECASE,
)
_NOT_A_VALUE = Expression(
    r"^(?:not|never|no longer|n't|allowed|going|being|so|very|really|too|like|why|how|what"
    r"|when|where|who|that|because)\b",
    re.IGNORECASE,
)
_NOW = Expression(r"^(?:now|currently|actually)\s+", re.IGNORECASE)
_AT = Expression(r"^(?:on|at|in)\s+(?=\w)", re.IGNORECASE)
_INSTEAD = Expression(r"\s+(?:now|instead|from now on)$", re.IGNORECASE)
_CHANGE_VERB = Expression(
    r"^(?:moved|changed|postponed|rescheduled|delayed|switched|pushed(?: back)?)\s+(?:to|until)\s+",
    re.IGNORECASE,
)
_ADDED = Expression(
    r"\b(?:also|too|as well|another|additionally|in addition)\b|\bstarted\b.*\btoo\b"
    r"|^started\b|\bnew\b",
    re.IGNORECASE,
)


def read_english(line: str) -> Statement | None:
    """Read an English sentence; None when it gives no attribute a value."""
    if has_hangul(line) and not re.match(r"^(?:my|i|the|our)\b", line, re.IGNORECASE):
        return None
    plain = _LEAD.sub("", line).rstrip(".! ")
    return _read_predicate(plain) or _read_is(plain)


def strip_english_change(value: str) -> tuple[str, bool]:
    """The new value in "postponed to Dec 15" or "green now", and whether it speaks of a change."""
    stripped = _INSTEAD.sub("", _CHANGE_VERB.sub("", _NOW.sub("", value)))
    return stripped or value, stripped != value


def is_added_english(value: str) -> bool:
    """Whether a value is told as one more ("also climbing")."""
    return bool(_ADDED.search(value))


def _read_predicate(line: str) -> Statement | None:
    """Read a verb that gives an attribute its value ("lives in …")."""
    special = _read_naming(line) or _read_preference(line) or _read_measure(line)
    if special is not None:
        return special
    for attribute, pattern, changed in _PREDICATES:
        found = pattern.match(line)
        if found and _is_present(found):
            return Statement(
                _subject(found["s"]),
                attribute,
                found["v"],
                slot=False,
                changed=changed or (found["now"] or "").lower() in {"now", "currently"},
                added=_added(line),
            )
    return None


def _read_naming(line: str) -> Statement | None:
    found = _CALL_ME.match(line)
    if found:
        return Statement(Subject((), first_person=True), "nickname", found["v"], slot=False)
    found = _ANSWER_IN.match(line)
    if found:
        return Statement(Subject(), "answer language", found["v"], slot=False)
    found = _ANSWERS_ARE.match(line)
    if found:
        attribute = "answer length" if found["length"] else "answer language"
        return Statement(Subject(), attribute, found["length"] or found["language"], slot=False)
    found = _NAMED.match(line)
    if found is None:
        return None
    mine = Subject((found["class"],), first_person=True) if found["class"] else None
    name = found["v"] or found["w"]
    return Statement(mine or _subject(found["s"]), "name", name, slot=False)


def _read_preference(line: str) -> Statement | None:
    found = _PREFERS.match(line)
    return _preference(found) if found and _is_present(found) else None


def _read_measure(line: str) -> Statement | None:
    found = _AGE.match(line)
    if found:
        return Statement(_subject(found["s"]), "age", found["v"], slot=False)
    found = _ALLERGY.match(line)
    if found is None or not _is_present(found):
        return None
    value = found["v"] or found["w"]
    return Statement(_subject(found["s"]), "allergy", value, slot=False, added=_added(line))


def _is_present(found: re.Match[str]) -> bool:
    return (found["now"] or "").lower() != "no longer"


def _added(line: str) -> bool:
    return bool(re.search(r"\b(?:also|too|as well)\b", line, re.IGNORECASE))


def _preference(found: re.Match[str]) -> Statement | None:
    words = found["v"].split()
    if found["than"] and len(words) == 1:
        pair = " and ".join(sorted((found["v"].lower(), found["than"].lower())))
        return Statement(_subject(found["s"]), f"preferred of {pair}", found["v"], slot=False)
    if len(words) < 2:  # noqa: PLR2004 - without a head noun nothing tells what it competes with
        return None
    head, value = words[-1], " ".join(words[:-1])
    return Statement(_subject(found["s"]), f"preferred {head}", value, slot=False)


def _subject(said: str | None) -> Subject:
    if not said or said.casefold() in {"i", "we"}:
        return Subject((), first_person=bool(said))
    words = said.split()
    first = words[0].casefold() in {"my", "our"}
    return Subject(tuple(words[1:] if first else words), first_person=first)


def _read_is(line: str) -> Statement | None:
    moved = _MOVED.match(line)
    found = moved or _IS.match(line)
    if not found or _NOT_A_VALUE.search(found["v"]) or found["v"].endswith("?"):
        return None
    left, value = found["left"], found["v"]
    of = _OF.match(left)
    if of:
        subject, attribute = read_left(f"{of['s']}'s {of['a']}")
    else:
        subject, attribute = read_left(re.sub(r"^the\s+", "", left, flags=re.IGNORECASE))
    value, changed = strip_english_change(value)
    value = _AT.sub("", value)
    owned = "'s " in left or bool(of)
    known = bool(attribute) and attribute_of(attribute).known
    if attribute and (known or owned):
        return Statement(subject, attribute, value, changed=changed or moved is not None)
    if subject.first_person and attribute:
        return Statement(subject, attribute, value, changed=changed or moved is not None)
    if subject.words and not attribute and one_spelling(subject.words[0]) in CLASS_NOUNS:
        return Statement(subject, "", value)
    return None
