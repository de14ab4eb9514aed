"""What a fact is to the memories already kept: new, the same, a change of one, or a doubt."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from memory.facts.claims import Claim, Who, claim_of, same_who
from memory.facts.romanization import sounds
from memory.facts.terms import NUMBERS
from memory.facts.values import Likeness, is_count, likeness, moments_likeness, same_script
from memory.facts.word_sets import word_set
from memory.records import Fact, Memory, Recollection

_MUCH_SHARED = 0.5
_MOSTLY_SHARED = 0.6
_PARTS_OF_DAY = word_set(
    "아침 점심 저녁 밤 새벽 낮 오전 오후 평일 주말 morning noon afternoon evening night weekday "
    "weekend lunch dinner breakfast"
)
_ONCE_A_DAY = word_set(
    "일어나 기상하 자 취침하 시작하 시작되 끝나 출근하 퇴근하 열 여 닫 wak start end begin finish "
    "open clos 데일리 정기 주간 위클리 스탠드업 스크럼 daily weekly standup scrum"
)
_HAVING = word_set("use us own have driv 쓰 사용 타 이용 사용하 이용하")
"""The stems of having and using: what is left of "uses Vim" when Vim is replaced."""
_IMPERSONAL = frozenset(
    {"deadline", "launch", "location", "time", "date", "day", "port", "version", "budget", "price"}
    | {"status", "owner", "leader", "branch", "database", "link", "room", "currency", "unit"}
    | {"reviewer", "color", "size", "start date", "end date", "meeting time"}
)


class Verdict(StrEnum):
    """What is to be done with a fact."""

    NEW = "new"
    DUPLICATE = "duplicate"
    UPDATE = "update"
    ASK = "ask"


@dataclass(frozen=True, slots=True)
class Decision:
    """A verdict, the memory it is about (None for NEW), and why, for the write log.

    `is_of_several` tells that the target is only the likeliest of the memories it may be about.
    """

    verdict: Verdict
    target: Memory | None
    reason: str
    is_of_several: bool = False


@dataclass(frozen=True, slots=True)
class _Finding:
    """What one memory is to the fact; `is_of_the_same` is False when even that is in doubt.

    `may_both_hold` tells that the two may well be true at once, whatever is to be done about them.
    """

    verdict: Verdict
    reason: str
    is_of_the_same: bool = True
    may_both_hold: bool = False


@dataclass(frozen=True, slots=True)
class Reading:
    """A fact with what it claims, read once however often it is compared."""

    fact: Fact
    claim: Claim

    @classmethod
    def of(cls, fact: Fact) -> Reading:
        """Read a fact."""
        return cls(fact, claim_of(fact))


_NEW = _Finding(Verdict.NEW, "nothing alike is known")
_STRENGTH = {Verdict.DUPLICATE: 3, Verdict.UPDATE: 2, Verdict.ASK: 1, Verdict.NEW: 0}


def judge(fact: Fact, known: Sequence[Recollection], *, corrects: bool = False) -> Decision:
    """Decide what a fact is to the memories already kept, by subject and attribute first.

    Pure. A wrong update is the worst error: what is not clearly the same matter with a new value
    is ASK, and so is a change that fits more than one memory. `corrects` tells that the person said
    it as a correction: a doubt about one memory alone, which is surely of the same, is its change.
    """
    new = Reading.of(fact)
    readings = [(Reading.of(found.memory.fact), found) for found in known]
    findings = [(_compare(new, old), old, found) for old, found in readings]
    by_strength = sorted(
        findings,
        key=lambda each: (
            -_STRENGTH[each[0].verdict],
            -_shared(each[1].claim, new.claim),
            -(each[2].similarity or 0.0),
            -each[2].memory.updated_at.timestamp(),
        ),
    )
    if not by_strength or by_strength[0][0].verdict is Verdict.NEW:
        return Decision(Verdict.NEW, None, _NEW.reason)
    best, _, found = by_strength[0]
    changes = sum(finding.verdict is Verdict.UPDATE for finding, _, _ in findings)
    if best.verdict is Verdict.UPDATE and changes > 1:
        reason = f"fits {changes} memories: {best.reason}"
        return Decision(Verdict.ASK, found.memory, reason, is_of_several=True)
    doubts = sum(finding.verdict is Verdict.ASK for finding, _, _ in findings)
    is_doubt = best.verdict is Verdict.ASK
    if corrects and is_doubt and doubts == 1 and best.is_of_the_same:
        return Decision(Verdict.UPDATE, found.memory, f"said as a correction: {best.reason}")
    return Decision(best.verdict, found.memory, best.reason, is_of_several=is_doubt and doubts > 1)


def contradicts(one: Reading, other: Reading) -> bool:
    """Whether two remembered facts, in either order, cannot both hold, or one should ask.

    Two allergies may both be had, a birthday is one.
    """
    return any(
        finding.verdict in {Verdict.UPDATE, Verdict.ASK}
        and finding.is_of_the_same
        and not finding.may_both_hold
        for finding in (_compare(one, other), _compare(other, one))
    )


def repeats(new: Reading, old: Reading) -> bool:
    """Whether a fact says what a remembered one says already."""
    return _compare(new, old).verdict is Verdict.DUPLICATE


def _compare(new: Reading, old: Reading) -> _Finding:
    if old.fact.content_key == new.fact.content_key:
        return _Finding(Verdict.DUPLICATE, "same content")
    if old.claim.concept and new.claim.concept:
        return _compare_values(old.claim, new.claim)
    return _compare_sentences(old.claim, new.claim)


def _compare_values(old: Claim, new: Claim) -> _Finding:
    """Compare two claims that each give an attribute a value."""
    if old.concept != new.concept:
        return _NEW
    if not same_who(old.who, new.who):
        if _may_be_same(old.who, new.who, old.concept):
            return _Finding(
                Verdict.ASK, "same attribute, and the subject may be the same", is_of_the_same=False
            )
        return _NEW
    alike = likeness(old.value, new.value)
    if old.negative != new.negative and alike is Likeness.SAME and not old.empties:
        return _Finding(Verdict.UPDATE, "the same is denied")
    if alike in {Likeness.SAME, Likeness.VAGUER_TIME}:
        return _Finding(Verdict.DUPLICATE, "same subject, attribute and value")
    return _compare_other_values(old, new, alike)


def _compare_other_values(  # noqa: PLR0911 - each rule returns what it finds
    old: Claim, new: Claim, alike: Likeness
) -> _Finding:
    """Compare two claims that give one attribute of one subject unlike values."""
    if alike is Likeness.VAGUER:
        return _Finding(Verdict.ASK, "the known value tells more", may_both_hold=True)
    if new.added:
        return _Finding(Verdict.ASK, "told as one more value", is_of_the_same=False)
    if old.empties and not new.empties:
        return _Finding(Verdict.UPDATE, "there was none")
    replaces = new.changed or (old.single and new.single)
    if replaces and same_script(old.value, new.value):
        return _Finding(
            Verdict.UPDATE,
            "same subject and attribute, new value",
            may_both_hold=alike is Likeness.FINER,
        )
    if replaces:
        return _Finding(
            Verdict.ASK,
            "the values are written in different scripts",
            may_both_hold=sounds(old.value) == sounds(new.value),
        )
    if old.slot or new.slot:
        is_of_number = is_count(old.value) and is_count(new.value)
        return _Finding(
            Verdict.ASK, "the attribute may hold several values", may_both_hold=not is_of_number
        )
    return _NEW


def _may_be_same(one: Who, other: Who, concept: str) -> bool:
    """Whether a subject was left out, or told in part ("헤르메스 포트", "헤르메스 서버 포트")."""
    if not one.name or not other.name:
        return concept in _IMPERSONAL
    if one.name == other.name or not one.words or not other.words:
        return False
    return one.words < other.words or other.words < one.words


def _compare_sentences(  # noqa: PLR0911 - each rule returns what it finds
    old: Claim, new: Claim
) -> _Finding:
    """Compare two claims of which at least one is a free sentence."""
    if not _same_topic(old, new):
        return _NEW
    replaced = _compare_replacement(old, new)
    if replaced is not None:
        return replaced
    before, after = set(old.terms), set(new.terms)
    shared = _shared(old, new)
    if old.negative != new.negative:
        return _compare_denial(before, after, old, new)
    if before and before == after:
        return _compare_times(old, new)
    differing = {term for term in before ^ after if not term.isdigit()}
    if differing <= NUMBERS and before & after:
        return _Finding(Verdict.ASK, "the same, of another number")
    if new.no_more and old.concept and _value_terms(old) and _value_terms(old) <= after:
        return _Finding(Verdict.ASK, "it may end what is known")
    if shared >= _MUCH_SHARED:
        apart = not (old.topic and old.topic == new.topic and shared > _MUCH_SHARED)
        return _Finding(Verdict.ASK, "much of it is the same", may_both_hold=apart)
    return _NEW


def _compare_replacement(old: Claim, new: Claim) -> _Finding | None:
    """Compare "커피 대신 녹차를 마신다" with what spoke of coffee."""
    before, after = set(old.terms), set(new.terms)
    if not new.instead_of or not new.instead_of <= before:
        return None
    left = before - new.instead_of
    if not left - _HAVING and not old.concept:
        return _Finding(Verdict.UPDATE, "it says what it replaces")
    if not left & after:
        return _Finding(Verdict.ASK, "it names what is known as replaced")
    when_before, when_after = before & _PARTS_OF_DAY, after & _PARTS_OF_DAY
    if when_after - when_before or old.negative != new.negative:
        return _Finding(Verdict.ASK, "it names what is known as replaced, at another time")
    return _Finding(Verdict.UPDATE, "it says what it replaces")


def _compare_denial(before: set[str], after: set[str], old: Claim, new: Claim) -> _Finding:
    same_time = moments_likeness(old.moments, new.moments) is Likeness.SAME
    if before and before == after and same_time:
        return _Finding(Verdict.UPDATE, "it says the opposite")
    ends = new.no_more and after <= before and bool(len(after) > 1 or (after and not new.predicate))
    if ends and not new.moments.any:
        return _Finding(Verdict.UPDATE, "it ends what is known")
    if old.no_more and before and before == after:
        return _Finding(Verdict.UPDATE, "it takes up again what had ended")
    covered = len(before & after) / min(len(before), len(after)) if before and after else 0.0
    nearly = covered >= _MOSTLY_SHARED and len(before & after) > 1
    value = _value_terms(old)
    if nearly or before == after != set() or (new.no_more and value and value <= after):
        return _Finding(Verdict.ASK, "it may contradict what is known")
    return _NEW


def _compare_times(old: Claim, new: Claim) -> _Finding:
    alike = moments_likeness(old.moments, new.moments)
    if alike is Likeness.SAME and old.lesser and new.lesser and old.lesser != new.lesser:
        return _Finding(Verdict.UPDATE, "it compares the other way round")
    if alike in {Likeness.SAME, Likeness.VAGUER_TIME}:
        turned = old.terms != new.terms and (old.compared or new.compared)
        if turned and not old.lesser:
            return _Finding(Verdict.ASK, "the same words in another order")
        if alike is Likeness.SAME:
            return _Finding(Verdict.DUPLICATE, "same content words")
    only_hour = (
        old.moments.weekdays == new.moments.weekdays and old.moments.days == new.moments.days
    )
    if alike is Likeness.DIFFERENT and only_hour and {new.predicate, *new.terms} & _ONCE_A_DAY:
        return _Finding(Verdict.UPDATE, "same event of the day, new hour")
    on_other_days = bool(old.moments.weekdays) and bool(new.moments.weekdays)
    return _Finding(
        Verdict.ASK,
        "same content words, another time",
        may_both_hold=on_other_days and not only_hour,
    )


def _same_topic(old: Claim, new: Claim) -> bool:
    """Whether neither speaks of somebody or something that the other does not name."""
    return old.topic <= set(new.terms) | new.topic | new.instead_of and new.topic <= (
        set(old.terms) | old.topic
    )


def _value_terms(claim: Claim) -> set[str]:
    return set(claim_of(Fact(claim.value)).terms) if claim.value else set()


def _shared(old: Claim, new: Claim) -> float:
    before, after = set(old.terms), set(new.terms)
    either = before | after
    return len(before & after) / len(either) if either else 0.0
