"""What is kept of a fact that was refused once its words have gone: enough to know it again."""

from __future__ import annotations

from hashlib import sha256

from memory.facts.claims import claim_of
from memory.facts.values import gist_of, times_of
from memory.records import Fact, Scope


def mark_of(scope: Scope, fact: Fact) -> str:
    """A digest (SHA-256 in hexadecimal) of what a fact says, alike for the same in other words.

    It is of this person alone: the same fact of two people has two marks. Nothing can be read out
    of it; whoever guesses the whole fact and knows whose it is can see that they guessed right.
    """
    said = "\n".join((scope.team, scope.user, *_gist(fact)))
    return sha256(said.encode()).hexdigest()


def _gist(fact: Fact) -> tuple[str, ...]:
    claim = claim_of(fact)
    sign = "-" if claim.negative else "+"
    if claim.concept:
        return claim.who.name, claim.concept, sign, gist_of(claim.value)
    if claim.terms:
        return sign, " ".join(sorted(claim.terms)), times_of(claim.moments)
    return (fact.content_key,)
