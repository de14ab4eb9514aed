"""English words that the rules look up: function words, word classes, and pairs of opposites."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

from memory.facts.word_sets import word_set

FIRST_PERSON = word_set("i me my mine our we us myself")

CLASS_NOUNS = word_set(
    """
    dog cat pet puppy kitten parrot hamster rabbit friend buddy brother sister mom mum mother dad
    father grandma grandmother grandpa grandfather husband wife partner spouse son daughter kid
    child baby nephew niece cousin uncle aunt colleague coworker boss manager teacher professor
    roommate flatmate girlfriend boyfriend neighbor project team service company server app
    """
)

CLASS_SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        "puppy": "dog",
        "kitten": "cat",
        "mum": "mom",
        "mother": "mom",
        "father": "dad",
        "grandmother": "grandma",
        "grandfather": "grandpa",
        "kid": "child",
        "coworker": "colleague",
        "flatmate": "roommate",
        "buddy": "friend",
        "spouse": "partner",
    }
)

CLASSES_OF_MANY = word_set(
    """
    dog cat pet parrot hamster rabbit friend brother sister son daughter child baby nephew niece
    cousin uncle aunt colleague teacher professor neighbor project service server app
    """
)

CLASSES_OF_PEOPLE = word_set(
    """
    friend colleague cousin nephew niece uncle aunt neighbor teacher
    """
)

STOP_WORDS = word_set(
    """
    a an the this that these those i me my mine we us our you your he him his she her it its they
    them their is am are was were be been being do does did have has had will would shall should
    can could may might must to in on at of for from by with as into about over and or but so if
    then than too also very really just s m re ve ll d there here please that's i'm i've
    """
)

NEGATIONS = word_set(
    """
    not no never cannot can't don't doesn't didn't isn't aren't wasn't weren't won't hasn't
    haven't shouldn't n't nor without neither
    """
)

ADDITIVE = word_set("also too additionally another plus")

# A word and what it denies.
OPPOSITES: Mapping[str, str] = MappingProxyType(
    {
        "dislike": "like",
        "hate": "like",
        "detest": "like",
        "loathe": "like",
        "despise": "like",
        "forbidden": "allowed",
        "prohibited": "allowed",
        "banned": "allowed",
        "disallowed": "allowed",
        "disabled": "enabled",
        "disable": "enable",
        "off": "on",
        "closed": "open",
        "optional": "required",
        "unavailable": "available",
        "inactive": "active",
        "impossible": "possible",
        "unnecessary": "necessary",
        "avoid": "use",
        "avoids": "use",
        "refuse": "accept",
        "quit": "do",
        "stopped": "do",
    }
)
SYNONYMS: Mapping[str, str] = MappingProxyType(
    {
        "love": "like",
        "enjoy": "like",
        "adore": "like",
        "permitted": "allowed",
        "mandatory": "required",
        "everyday": "daily",
    }
)
