"""What questions ask of the memories, by their verbs as well as by their nouns."""

from __future__ import annotations

import pytest

from bot.agent.offline_questions import read_question, resolve


@pytest.mark.parametrize(
    ("question", "subject", "concept"),
    [
        ("또리가 언제 태어났지?", ("또리",), "birthday"),
        ("나 어디서 태어났어?", (), "hometown"),
        ("나 어디 살아?", (), "home"),
        ("민수는 지금 어디 살고 있지?", ("민수", "지금"), "home"),
        ("우리 집이 어디였지?", (), "home"),
        ("나 어디서 일해?", (), "employer"),
        ("내가 다니는 회사가 어디지?", (), "employer"),
        ("누나는 무슨 일 해?", ("누나",), "job"),
        ("코코는 몇 살이야?", ("코코",), "age"),
        ("내가 못 먹는 게 뭐야?", (), "allergy"),
        ("또리가 먹으면 안 되는 거 있어?", ("또리",), "allergy"),
        ("나 뭐 좋아해?", (), "like"),
        ("엄마가 싫어하는 게 뭐지?", ("엄마",), "dislike"),
        ("몇 시에 퇴근하지?", (), "leaving time"),
        ("나 언제 결혼했지?", (), "anniversary"),
        ("나를 뭐라고 부르지?", (), "nickname"),
        ("When was Coco born?", ("coco",), "birthday"),
        ("Where was I born?", (), "hometown"),
        ("where do I live?", (), "home"),
        ("Where does Anna work?", ("anna",), "employer"),
        ("what do I do for a living?", (), "job"),
        ("how old is my dog?", ("dog",), "age"),
        ("What am I allergic to?", (), "allergy"),
        ("what can't I eat?", (), "allergy"),
        ("what do I like?", (), "like"),
        ("What time do I leave work?", (), "leaving time"),
        ("When is Ttori's birthday?", ("ttori",), "birthday"),
        ("내 강아지 이름이 뭐야?", ("강아지",), "name"),
    ],
)
def test_a_question_names_its_subject_and_attribute(
    question: str, subject: tuple[str, ...], concept: str
) -> None:
    read = read_question(question)

    assert read.subject == subject
    assert concept in read.concepts


@pytest.mark.parametrize("question", ["뭐야?", "기억해?", "언제?", "do you remember?", "?"])
def test_a_question_about_nothing_is_empty(question: str) -> None:
    assert read_question(question).is_empty


@pytest.mark.parametrize("question", ["tell me a joke", "show me the weather"])
def test_tell_me_does_not_ask_about_the_person(question: str) -> None:
    assert not read_question(question).of_self


@pytest.mark.parametrize(
    "question", ["무슨 요일에 회의하지?", "회의 몇 시에 해?", "회의 언제 있어?"]
)
def test_a_verb_of_doing_leaves_the_thing_that_is_done(question: str) -> None:
    read = read_question(question)

    assert (read.subject, read.asks_when) == (("회의",), True)


@pytest.mark.parametrize(
    ("question", "earlier", "subject", "concepts"),
    [
        ("모카는?", ["또리 생일이 언제야?"], ("모카",), {"birthday"}),
        ("그럼 코코는", ["모카는?", "또리 생일이 언제야?"], ("코코",), {"birthday"}),
        ("how about Mocha?", ["When is Ttori's birthday?"], ("mocha",), {"birthday"}),
        ("몸무게는?", ["또리 생일이 언제야?"], ("또리",), {"weight"}),
        ("걔는 몇 살이야?", ["또리 생일이 언제야?"], ("또리",), {"age"}),
        ("how old is she?", ["Where does Anna live?"], ("anna",), {"age"}),
    ],
)
def test_a_question_leans_on_the_one_before(
    question: str, earlier: list[str], subject: tuple[str, ...], concepts: set[str]
) -> None:
    read = resolve(question, earlier)

    assert read.subject == subject
    assert read.concepts == concepts


@pytest.mark.parametrize("earlier", [[], ["안녕"], ["고마워", "오늘 날씨 좋다"]])
def test_without_a_question_before_it_stands_alone(earlier: list[str]) -> None:
    assert resolve("모카는?", earlier) == read_question("모카는?")


def test_a_whole_question_leans_on_nothing() -> None:
    asked = "모카 생일은 언제야?"

    assert resolve(asked, ["또리는 몇 살이야?"]) == read_question(asked)


def test_the_search_is_given_the_names_that_memories_use() -> None:
    query = read_question("안나는 언제 태어났지?").query

    assert {"안나", "anna", "생일", "birthday"} <= set(query.split())
