"""The bench tells what grows without a bound from what hangs on exchanges, which have one."""

from __future__ import annotations

from tests.bench.growth import Counted, growth_of_tables


def verdicts(middle: dict[str, int], end: dict[str, int]) -> dict[str, bool]:
    found = growth_of_tables(Counted(middle, 300), Counted(end, 1_000))
    return {each.name: each.is_bounded for each in found}


def test_what_comes_later_than_its_exchange_is_no_growth() -> None:
    middle = {"exchanges": 300, "exchange_tags": 0}
    end = {"exchanges": 1_000, "exchange_tags": 630}

    assert verdicts(middle, end)["exchange_tags"]


def test_more_than_may_hang_on_an_exchange_is() -> None:
    middle = {"exchanges": 300, "session_exchanges": 300}
    end = {"exchanges": 1_000, "session_exchanges": 1_200}

    assert not verdicts(middle, end)["session_exchanges"]


def test_a_table_that_a_turn_adds_ever_more_to_is() -> None:
    middle, end = {"exchanges": 300, "leak": 300}, {"exchanges": 1_000, "leak": 2_000}

    assert verdicts(middle, end) == {"leak": False, "exchanges": True}
