"""Wishes in English: "remember that …", "forget my birthday", "what do you know about me"."""

from __future__ import annotations

import re

from memory.expressions import Expression
from memory.facts.attributes import attribute_of
from memory.facts.dates import read_moments
from memory.facts.intents import Intent, IntentKind
from memory.facts.sentences_en import read_english
from memory.facts.statement import read_colon, read_left

_I = re.IGNORECASE
_FILLERS = Expression(
    r"^(?:(?:oh|ah|hey|hi|hello|ok|okay|well|so|and|but|also|btw|by the way|um|uh|please|pls"
    r"|yes|yeah|no|ttori|actually|just|then|sorry|fyi|thanks)[,!. ]+)+",
    _I,
)
_ASKING = (
    r"(?:(?:can|could|would|will) you (?:please |kindly |also )?|i(?:'d| would) (?:like"
    r"|love) you to |i (?:want|need) you to "
    r"|you (?:should|must|need to) |(?:make|be) sure (?:to |you |that you )?|let's |try to "
    r"|always |please )*"
)
_KEEP = (
    r"(?:remember|memorize|memorise|keep in mind|bear in mind|(?:do not|don't|never) forget"
    r"|take note(?: of)?|make (?:a )?(?:mental )?note(?: of)?|note(?: down)?)"
)
_STORE = r"(?:save|store|record|write down|jot down|log|add to (?:your )?memory)"
_THIS = (
    r"(?:\s+(?:this|that|it|these|the following|the fact)(?:\s+(?:down|for me|for later"
    r"|in mind|to (?:your )?memory|in (?:your )?memory))?(?=\s*(?:[:,-]|$)))?"
)
_SAVE = Expression(
    rf"^{_ASKING}{_KEEP}{_THIS}\s*[:,-]?\s*(?:that\s+(?!for\b)|the fact that\s+"
    rf"|also\s+)?(?P<content>.*)$",
    _I,
)
_STORED = Expression(
    rf"^{_ASKING}{_STORE}{_THIS}\s*[:,-]?\s*(?:that\s+|the fact that\s+)?(?P<content>.*)$", _I
)
_SAVE_LAST = Expression(
    r"^(?P<content>.+?)(?P<mark>[,;.:-]*)\s+(?:and |so )?(?:please |pls )?(?:remember"
    r"|(?:do not|don't) forget|keep (?:this|that|it) in mind|note|save|memorize)"
    r"(?:\s+(?:this|that|it))?(?:\s*,?\s*(?:please|for me|pls|ok|okay))?$",
    _I,
)
_TOLD_IT = Expression(r"\b(?:remember|forget|memorize|in mind) ?(?:this|that|it)\b|in mind$", _I)
_IS_HELPED = Expression(
    r"(?:^\S+|\b(?:i|you|we|they|he|she|who|not|can|cannot|could|will|would|should|must|may|might"
    r"|do|does|did|to|ever|never|always|still|just|and|me|us|them|him|her|even|only|\w+n't"
    r"|\w+'ll|\w+'d))$",
    _I,
)
"""Words that make a part of a sentence of what follows: "I can't remember that"."""
_LABEL = Expression(
    r"^(?P<label>remember|note|memo|correction|to remember|please note|reminder|note to self"
    r"|(?:here's |one more |another |a |one )*(?:thing|fact|point) to (?:remember|note|keep in"
    r" mind)|one more thing)\s*[:-]\s+(?P<content>.+)$",
    _I,
)
_CHANGE = Expression(
    r"^(?:can you |could you |i(?:'d| would) like to |i want to )?(?:please )?(?:change"
    r"|update|set|correct|switch|fix)\s+"
    r"(?P<left>(?:my|our|the|[A-Z][\w-]*(?:'s|s'))\s*.+?)\s+(?:from\s+.+?\s+)?(?:to|as"
    r"|=)\s+(?P<value>.+?)(?:\s+please)?$",
    _I,
)
_FROM_NOW_ON = Expression(
    r"^(?:from now on|going forward|from here on|starting (?:now|today)|in (?:the )?future)[, ]+\S",
    _I,
)
_ALWAYS = Expression(r"^(?:always|never)\s+(?!mind|have\b|been|i\b|heard|say never|again\b)\w+", _I)
_CALL_ME = Expression(r"^call me (?!back|later|when|if|at|on|tomorrow|maybe|crazy|asap)\S", _I)
_NO_SAVE = Expression(
    r"\b(?:don't|do not|dont|no need to|needn't|never|you don't (?:have"
    r"|need) to)\s+(?:remember|save|store|memorize|memorise|note|record|keep)\b",
    _I,
)
_SAME = Expression(
    r"^(?:this|that|it|these|those|what i (?:just )?said|the above|everything i said|my words"
    r"|for me|for later|down)?$",
    _I,
)
_QUESTION_AFTER = Expression(
    r"^(?:when|what|how|where|who|why|which|the time|that time|the day|me\b|us\b)", _I
)
_FORGET = Expression(
    r"^(?:can you |could you |would you |i want you to |i'd like you to )?(?:please "
    r"|now )*(?:forget|delete|erase|remove|wipe|drop)\b\s*(?P<query>.*)$",
    _I,
)
_ABOUT = Expression(
    r"^(?:about\s+|that\s+|the fact that\s+"
    r"|what (?:i|we) (?:just )?(?:said|told you|wrote) about\s+"
    r"|(?:the |that )?(?:thing|part|bit|stuff) about\s+"
    r"|(?:the |my |your |all )?(?:memory|memories|fact|facts|entry|information|info|note"
    r"|what you know|everything)\s+(?:you know\s+"
    r"|you have\s+)?(?:about|of|on|that)\s+)+",
    _I,
)
_EVERYTHING = Expression(
    r"^(?:everything|all|it all|all of it|all (?:of )?(?:my|your|the) (?:memories|memory|data"
    r"|facts)|all memories|my memories|(?:everything|all|what(?:ever)?)(?: that)? you (?:know"
    r"|remember|have|saved|stored)(?: (?:about|of|on) me)?|everything about me"
    r"|your memory(?: of me)?|my memory|all about me|me)$",
    _I,
)
_NOT_OURS = Expression(
    r"\b(?:file|branch|code|message|comment|folder|directory|line|paragraph|photo|commit"
    r"|table|column|row|node_modules|repo|container|image)s?\b",
    _I,
)
_NEVER_MIND = Expression(r"^(?:about )?it$|^me not$", _I)
_LIST = Expression(
    r"^(?:so )?(?:what(?:'s| is| all)? (?:do|did|have|has) you (?:got )?(?:know|remember"
    r"|remembered|saved|stored|learned|memorized|noted|have)(?: (?:about|of|on|for) (?:me"
    r"|us))?(?: so far| now)?"
    r"|what(?:'s| is) (?:in|on) (?:your|my) memory|(?:can you |could you |please )*(?:list"
    r"|show|tell|give)(?: me)? (?:all |everything |what )?(?:of )?(?:(?:my|your|the|saved"
    r"|stored) )*(?:memories|you (?:know|remember|have saved|have stored"
    r"|saved)(?: about me)?)"
    r"|what have you got on me|(?:my )?memories"
    r"|what did i (?:ask|tell) you to (?:remember|save|note))$",
    _I,
)
_HISTORY = Expression(
    r"^(?:(?:show|tell|give)(?: me)? |what(?:'s| is) )?(?:the )?(?:history|earlier versions?"
    r"|previous versions?|past values?|changes?) (?:of|for|to) (?P<query>.+)$"
    r"|^what was (?P<q2>.+?) (?:before|previously|originally|earlier)(?: that| this)?$"
    r"|^what did (?P<q3>.+?) use to be$|^(?:what was )?(?:my )?(?:previous|original|old"
    r"|former) (?P<q4>.+)$",
    _I,
)
_UNDO = Expression(
    r"^(?:undo|revert|roll back|take (?:that|it) back)(?: (?:that|it|this|the last (?:change"
    r"|one|save)|please))?$"
    r"|^(?:undo|revert|restore|bring back|un-?delete|recover) (?:that|it|(?:what|the memory|the one"
    r"|the last one)(?: that)? (?:you|i)(?: just)? (?:forgot|deleted|erased|removed|changed|saved)"
    r"|the (?:deleted|forgotten) (?:memory|one))$",
    _I,
)
_RECALL = Expression(
    r"^(?:do|did|can|could|will) you (?:still |even )?(?:remember|recall"
    r"|know)\s+(?P<query>.+)$|^remember (?P<q2>(?:when|what|how|where|who|why|which|the time"
    r"|that time|the day)\b.+)$",
    _I,
)
_QUESTION = Expression(
    r"^(?:what|when|where|who|whom|whose|which|why|how|is|are|am|was|were|do|does|did|can"
    r"|could|will|would|should|shall|may|have|has|had|isn't|aren't|don't you|doesn't|didn't"
    r"|won't|what's|when's|where's|who's|how's)\b(?! i (?:am|was|live)\b.*\bi\b$)",
    _I,
)
_TELL_ME = Expression(
    r"^(?:tell me|remind me (?:what|when|where|who|how|which|of|about)|find|search|look up"
    r"|show me|give me|let me know|i wonder|any idea)\b",
    _I,
)
_SUPPOSE = Expression(
    r"^(?:if|suppose|supposing|imagine|what if|let's say|say i|pretend|hypothetically"
    r"|assuming|assume|in case|unless|were i)\b|\b(?:might|maybe|perhaps|would have|would be"
    r"|would like|wish i|i'd)\b",
    _I,
)
_QUOTED = Expression(
    r"\b(?:said|says|told|asked|asks|tells|wrote|thinks|heard|claims?|according to)\b", _I
)


def plain_english(sentence: str) -> str:
    """The sentence without fillers before it, and with plain apostrophes."""
    return _FILLERS.sub("", sentence.replace("’", "'").strip())


def read_english_intent(  # noqa: PLR0911 - each rule returns what it reads
    sentence: str,
) -> Intent | None:
    """Read one English sentence; None when no rule speaks."""
    asked = bool(re.search(r"\?[!?. ]*$", sentence))
    said = plain_english(sentence).strip(" .!?~,")
    if not said:
        return Intent(IntentKind.CHAT)
    if re.match(
        r"^(?:please )?(?:do not|don't|never) forget\b", said, _I
    ) is None and _NO_SAVE.search(said):
        return Intent(IntentKind.DO_NOT_SAVE)
    for intent in (_read_lookup(said), _read_save(said, asked=asked), _read_forget(said)):
        if intent is not None:
            return intent
    if asked or _QUESTION.match(said) or _TELL_ME.match(said):
        return Intent(IntentKind.ASK, said)
    if _SUPPOSE.search(said):
        return Intent(IntentKind.SUPPOSE)
    if _QUOTED.search(said):
        return Intent(IntentKind.QUOTE)
    return None


def _read_lookup(said: str) -> Intent | None:
    if _UNDO.match(said):
        return Intent(IntentKind.UNDO)
    if _LIST.match(said):
        return Intent(IntentKind.LIST)
    found = _HISTORY.match(said)
    if found:
        query = next(words for words in found.groups() if words)
        return Intent(IntentKind.HISTORY, re.sub(r"^(?:my|the)\s+", "", query, flags=_I))
    found = _RECALL.match(said)
    return _read_recall(said, found) if found else None


def _read_recall(said: str, found: re.Match[str]) -> Intent:
    """Tell "do you remember my birthday" from "can you remember that …"."""
    query = found["query"] or found["q2"]
    wanted = re.sub(r"^that\s+", "", query, flags=_I)
    is_request = bool(found["query"]) and re.match(r"^(?:can|could|will)", said, _I)
    stated = wanted != query or read_english(wanted)
    if is_request and stated and not _QUESTION_AFTER.match(query):
        return Intent(IntentKind.SAVE, wanted)
    return Intent(IntentKind.ASK, wanted)


def _read_save(said: str, *, asked: bool) -> Intent | None:
    label = _LABEL.match(said)
    if label:
        return _save(label["content"], corrects=label["label"].lower() == "correction")
    found = _CHANGE.match(said)
    if found and _is_ours(found["left"], found["value"]):
        return _save(f"{found['left']}: {found['value']}", corrects=True)
    content = _wished(said, asked=asked)
    if content is not None:
        return _save(content)
    rule = _FROM_NOW_ON.match(said) or _CALL_ME.match(said) or (_ALWAYS.match(said) and not asked)
    return _save(said) if rule else None


def _is_ours(left: str, value: str) -> bool:
    """Whether a thing to be changed is an attribute of the person's, and not of a document."""
    _, attribute = read_left(left)
    owned = not re.match(r"^the\s", left, _I) or read_moments(value).any
    return bool(attribute) and attribute_of(attribute).known and owned


def _wished(said: str, *, asked: bool) -> str | None:
    """What is wished to be saved; None without a wish."""
    found = _SAVE.match(said)
    if found and not (asked and _QUESTION_AFTER.match(found["content"])):
        return found["content"]
    found = _STORED.match(said)
    if found and (_SAME.match(found["content"]) or _states(found["content"])):
        return found["content"]
    found = _SAVE_LAST.match(said)
    if found is None or asked or _QUOTED.search(found["content"]):
        return None
    is_told = bool(_TOLD_IT.search(said)) and not _IS_HELPED.search(found["content"])
    return found["content"] if found["mark"] or is_told or _states(found["content"]) else None


def _save(content: str, *, corrects: bool = False) -> Intent:
    said = content.strip(' ,.:;"“”-')
    said = re.sub(r"^(?:about\s+)?(?:the\s+fact\s+)?(?:(?:that|to)\s+)?(?=\w)", "", said, flags=_I)
    said = re.sub(r"(?:,\s*|\s+)(?:please|pls|ok|okay|for me)$", "", said, flags=_I)
    return Intent(IntentKind.SAVE, "" if _SAME.match(said) else said, corrects)


def _states(content: str) -> bool:
    return read_english(content) is not None or read_colon(content) is not None


def _read_forget(said: str) -> Intent | None:
    found = _FORGET.match(said)
    if not found:
        return None
    query = found["query"].strip(" ,.")
    if _NEVER_MIND.match(query):
        return Intent(IntentKind.CHAT)
    if _NOT_OURS.search(query) and "memor" not in query.lower():
        return None
    if _EVERYTHING.match(query):
        return Intent(IntentKind.FORGET, everything=True)
    query = re.sub(r"^(?:my|the)\s+", "", _ABOUT.sub("", query), flags=_I)
    query = re.sub(r"\s+(?:please|now|for good)$", "", query, flags=_I)
    return Intent(IntentKind.FORGET, "" if _SAME.match(query) else query)
