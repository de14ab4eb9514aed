"""What a start makes is not gone through again and again."""

from __future__ import annotations

import gc
from collections.abc import Iterator

import pytest

from bot.garbage import collected_later, settle


@pytest.fixture(autouse=True)
def _as_before() -> Iterator[None]:
    yield
    gc.unfreeze()
    gc.enable()


def test_nothing_is_collected_while_a_start_goes_on() -> None:
    with collected_later():
        assert not gc.isenabled()


def test_garbage_is_collected_after_an_end_that_came_early() -> None:
    with pytest.raises(RuntimeError), collected_later():
        raise RuntimeError

    assert gc.isenabled()


def test_what_stands_when_a_start_is_over_is_left_alone() -> None:
    with collected_later():
        kept = [object]
        settle()

        assert gc.isenabled()
        assert gc.get_freeze_count() > 0
        assert not any(each is kept for each in gc.get_objects())
