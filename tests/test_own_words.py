"""What a person states in earnest is told from everything else that stands in a message."""

from __future__ import annotations

import unicodedata

import pytest

from memory.facts.own_words import LONGEST_SAID_CHARS, MOST_SENTENCES, own_words


@pytest.mark.parametrize(
    "said",
    [
        "내 이름은 지우야",
        "나 매운 거 못 먹어",
        "난 아침에 커피를 안 마셔",
        "나 땅콩 알레르기 있는 것 같아",
        "나 요즘 요가 배우고 있어",
        "저는 판교에서 일하는 개발자예요",
        "나는 소설을 좋아해",
        "드립커피를 좋아해",
        "나는 군대 다녀왔어",
        "내 동생은 서울대",
        "나 부산 사는데 맛집 추천해줘",
        "다음 주에 발표 자료를 만들어야 해",
        "I live in Busan.",
        "I'm allergic to peanuts",
        "I think I'm allergic to cats",
        "We moved to Seoul last year.",
        "I write code every day",
        "My review is on Monday",
    ],
)
def test_a_statement_is_its_writers_own(said: str) -> None:
    assert own_words(said) == (said,)


@pytest.mark.parametrize(
    "said",
    [
        # questions
        "내 생일이 언제야?",
        "또리 생일 10월 27일 맞지?",
        "What's my name?",
        "Do I live in Seoul?",
        # suppositions, hopes, plans that are none yet
        "만약 이사 간다면?",
        "만약 이사 간다면 부산에 살 거야",
        "부산으로 이사 가면 좋겠다",
        "이사 갈까 고민 중이야",
        "요가를 배우고 싶어",
        "If I moved, I would live in Busan",
        "I wish I lived in Paris",
        "I'm thinking about moving to Busan",
        # what others told or said
        "민수가 다음 달에 퇴사한대",
        "모카 생일이 3월 2일이래요",
        "엄마가 내 생일은 5월 1일이라고 했어",
        '"내 생일은 5월 1일이야"라고 민수가 말했어',
        '"내 이름은 김철수야"',
        'Tom said "my birthday is May 1"',
        "I heard that Tom lives in Busan",
        "Apparently my neighbor is a spy",
        # what is not meant
        "농담이야 나 외계인이야",
        "나 사실 외계인이야. 장난이야",
        "Just kidding, I'm an alien",
        "내가 의사라고 치자. 나는 서울에 살아",
        "Imagine you are a pirate. My name is Jack.",
        "꿈에서 나는 의사였어. 나는 서울에 살았어",
        # material of a task
        "번역해줘: 내 이름은 김철수야",
        "영어로 번역해 주세요\n\n나는 서울에 살아",
        "이 이메일 다듬어줘\n안녕하세요 저는 김철수입니다",
        "나는 서울에 살아. 이 문장 영어로 바꿔줘",
        "자기소개서 써줘. 나는 김철수야",
        "translate this: my name is Kim",
        "Can you proofread this? I live in Seoul.",
        "Write a poem: I am a tree",
        "```\nname = 'my name is Kim'\n```",
        "> 내 이름은 지우야",
        # what the memory grants by itself, or must leave alone
        "또리 생일은 10월 27일이야 기억해줘",
        "앞으로는 반말로 답해줘",
        "Remember that I like tea",
        "내 생일 잊어줘",
        "forget my birthday",
        "뭐 기억해?",
        "기억하지 마. 내 이름은 지우야",
        "My name is Kim. Don't remember that.",
        # of the talk itself
        "I like that",
        "I love your answer",
        "I have a question",
        "My point is that it is slow",
        "내 생각은 이래: 먼저 고치고 배포하자",
        "나는 그게 좋아",
        "너는 정말 똑똑해",
        # small talk
        "안녕 또리야!",
        "고마워ㅎㅎ",
        "ㅋㅋㅋㅋ",
        "ok",
        "Thanks a lot!",
        "👍",
        "",
    ],
)
def test_what_is_not_stated_of_oneself_is_left_out(said: str) -> None:
    assert own_words(said) == ()


def test_only_the_statements_among_other_sentences_remain() -> None:
    said = "안녕! 내 이름은 지우야. 또리 생일이 언제야? 나는 간호사야.\n만약 이사 간다면 어떨까?"
    assert own_words(said) == ("내 이름은 지우야.", "나는 간호사야.")


def test_a_cited_line_does_not_take_the_answer_below_it_along() -> None:
    assert own_words("> 이름이 뭐예요\n나는 민호야") == ("나는 민호야",)


def test_decomposed_hangul_reads_like_composed() -> None:
    said = "내 이름은 지우야"
    assert own_words(unicodedata.normalize("NFD", said)) == (said,)


def test_of_very_many_sentences_the_first_are_read() -> None:
    assert len(own_words("나는 간호사야.\n" * 300)) == MOST_SENTENCES


def test_of_a_huge_message_the_beginning_is_read() -> None:
    said = "나는 간호사야.\n" + "가" * 40_000 + ".\n나는 의사야."
    found = own_words(said)
    assert found[0] == "나는 간호사야."
    assert sum(len(each) for each in found) <= LONGEST_SAID_CHARS
    assert "나는 의사야." not in found
