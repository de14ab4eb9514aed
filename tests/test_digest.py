from __future__ import annotations

import logging
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

import pytest

from memory.dialogue.digest import Digesting
from memory.dialogue.limiter import CallBudget
from memory.dialogue.ports import DialogueThinker
from memory.dialogue.records import Digest, Found
from memory.records import Exchange, Origin, Scope
from tests.fakes import FakeClock
from tests.fakes_dialogue import FakeChronicle, FakeDialogueThinker

ME = Scope("T1", "U1")


class Filed:
    """Notes what is filed in the index."""

    def __init__(self) -> None:
        self.ids: list[str] = []

    async def digested(self, scope: Scope, ids: Sequence[str]) -> None:
        assert scope == ME
        self.ids.extend(ids)


class Home:
    """A digest over fakes: the model, and the rules that stand in for it."""

    def __init__(self, *, a_day: int = 1_500) -> None:
        self.clock = FakeClock()
        self.chronicle = FakeChronicle()
        self.filed = Filed()
        self.model = FakeDialogueThinker()
        self.rules = FakeDialogueThinker()
        self.budget = CallBudget(clock=self.clock, a_day=a_day)

    def digesting(self, thinker: DialogueThinker | None) -> Digesting:
        return Digesting(
            chronicle=self.chronicle,
            upkeep=self.filed,
            budget=self.budget,
            clock=self.clock,
            local=self.rules,
            thinker=thinker,
        )

    async def talk(self, *names: str) -> list[Exchange]:
        batch = []
        for name in names:
            at = self.clock.advance(timedelta(minutes=1))
            origin = Origin(f"D1/{name}", name, "Asia/Seoul")
            said = Exchange(name, ME, "T1/D1", f"{name} 얘기", "네", at, origin=origin)
            batch.append(said)
        await self.chronicle.keep_all(batch)
        return batch


@pytest.fixture
def home() -> Home:
    return Home()


def knowing(thinker: FakeDialogueThinker, *digests: Digest) -> None:
    thinker.known |= {each.exchange_id: each for each in digests}


async def test_a_batch_is_one_question_and_everything_comes_of_it(home: Home) -> None:
    batch = await home.talk("a", "b", "c")
    knowing(home.model, Digest("a", ("음악",), ("나 취향: 발라드",), "노래"), Digest("b", ()))

    made = await home.digesting(home.model).digest(ME, batch)

    assert home.model.batches == [(("a", "b", "c"), ())]
    assert home.rules.batches == []
    assert made == [
        Digest("a", ("음악",), ("나 취향: 발라드",), "노래"),
        Digest("b", ()),
        Digest("c", None),
    ]
    assert home.filed.ids == ["a", "b"]
    assert await home.chronicle.undigested(ME, 9) == []
    assert home.budget.spending.background == 1


async def test_the_tags_of_the_person_are_shown_and_used_as_they_are(home: Home) -> None:
    digesting = home.digesting(home.model)
    knowing(home.model, Digest("a", ("Redis",)), Digest("b", ("#REDIS ", "질문")))
    await digesting.digest(ME, await home.talk("a"))

    await digesting.digest(ME, await home.talk("b"))

    assert home.model.batches[1] == (("b",), ("redis",))
    assert [(each.name, each.uses) for each in await home.chronicle.tags(ME, home.clock())] == [
        ("redis", 2)
    ]


async def test_what_the_model_leaves_out_the_rules_do(home: Home) -> None:
    batch = await home.talk("a", "b")
    knowing(home.rules, Digest("b", ("규칙",)))

    class Forgetful(FakeDialogueThinker):
        async def digest(
            self, batch: Sequence[Exchange], known_tags: Sequence[str]
        ) -> Sequence[Digest]:
            del batch, known_tags
            return [Digest("a", ("음악",)), Digest("a", ("요리",)), Digest("unknown", ("딴것",))]

    made = await home.digesting(Forgetful()).digest(ME, batch)

    assert made == [Digest("a", ("음악",)), Digest("b", ("규칙",))]
    assert home.rules.batches == [(("b",), ())]


async def test_a_model_that_fails_is_asked_once_more_and_then_stood_in_for(home: Home) -> None:
    batch = await home.talk("a")
    knowing(home.rules, Digest("a", ("규칙",)))
    home.model.fails = True

    digesting = home.digesting(home.model)

    assert await digesting.digest(ME, batch) == []
    assert await home.chronicle.undigested(ME, 9) == batch
    assert await digesting.digest(ME, batch) == [Digest("a", ("규칙",))]


async def test_without_a_model_no_call_is_counted(home: Home) -> None:
    batch = await home.talk("a")

    await home.digesting(None).digest(ME, batch)

    assert home.budget.spending.calls == 0


async def test_a_spent_day_is_told_once_and_the_rules_go_on(
    caplog: pytest.LogCaptureFixture,
) -> None:
    home = Home(a_day=1)
    digesting = home.digesting(home.model)

    with caplog.at_level(logging.WARNING):
        for name in ("a", "b", "c"):
            await digesting.digest(ME, await home.talk(name))

    assert [ids for ids, _ in home.model.batches] == [("a",)]
    assert [ids for ids, _ in home.rules.batches] == [("b",), ("c",)]
    assert [each.message for each in caplog.records if "spent" in each.message] == [
        "[memory] the day's model calls are spent, thinking locally: 1 calls a day are planned for."
    ]


async def test_what_was_digested_before_is_neither_told_nor_filed_again(home: Home) -> None:
    batch = await home.talk("a")
    knowing(home.model, Digest("a", ("음악",)))
    digesting = home.digesting(home.model)
    await digesting.digest(ME, batch)

    assert await digesting.digest(ME, batch) == []

    assert home.filed.ids == ["a"]


async def test_facts_wait_with_their_whole_batch_until_they_are_gleaned(home: Home) -> None:
    batch = await home.talk("a", "b")
    knowing(home.model, Digest("a", (), ("나 취향: 발라드",)))
    await home.digesting(home.model).digest(ME, batch)

    assert await home.chronicle.waiting(ME) == [
        Found(batch[0], ("나 취향: 발라드",)),
        Found(batch[1], ()),
    ]
    await home.chronicle.gleaned(ME, ["a", "b"])
    assert await home.chronicle.waiting(ME) == []


async def test_secrets_and_whole_texts_are_no_facts_nor_those_of_no_message(home: Home) -> None:
    batch = await home.talk("a", "b")
    batch[1] = replace(batch[1], origin=None)
    facts = ("나 비밀번호: tiger!2024", "나: " + "가" * 300, "나 취향: 발라드")
    knowing(home.model, Digest("a", (), facts), Digest("b", (), facts))

    made = await home.digesting(home.model).digest(ME, batch)

    assert [each.facts for each in made] == [("나 취향: 발라드",), ()]


async def test_a_share_that_is_spent_is_stood_in_for_without_a_word(
    home: Home, caplog: pytest.LogCaptureFixture
) -> None:
    home.budget = CallBudget(clock=home.clock, share=lambda _: 0)

    with caplog.at_level(logging.WARNING):
        await home.digesting(home.model).digest(ME, await home.talk("a"))

    assert (home.model.batches, len(home.rules.batches)) == ([], 1)
    assert caplog.records == []


async def test_a_topic_is_short_and_holds_no_secret(home: Home) -> None:
    batch = await home.talk("a", "b")
    knowing(
        home.model,
        Digest("a", (), topic="아주\n" + "긴 " * 60),
        Digest("b", (), topic="주민번호 900101-1234568"),
    )

    long, secret = await home.digesting(home.model).digest(ME, batch)

    assert len(long.topic) <= 60
    assert "\n" not in long.topic
    assert "1234568" not in secret.topic
