"""Words that speak of talk and time in a question, and name no subject to search for."""

from __future__ import annotations

from memory.facts.word_sets import word_set

TALK_KO = word_set(
    """
    얘기 이야기 얘긴 말 대화 내용 혹시 관련 관해 관한 대해 대해서 대한 어느 얼마나 같은 같이 정도
    시 이름 저번 저번에 지난번 지난번에 전에 예전 예전에 이전 이번 아까 방금 그때 요즘 요새 최근
    최근에 다시 한번 어제 그제 그저께 오늘 내일 지금 지난주 지난달 이번주 주 달 누군가 뭔가 무언가
    거기 여기 하기로 하기 하던 하는 하고 할 한 했던 어땠 어떻게 됐어 됐지 되고 되어 돼가 그럼 근데
    그런데 그리고 또리 또리야 있잖아 말이야 나한테 너한테 우리가
    후 뒤 이후 잘 좀 건 어때 어땠어 근황
    """
)
TALK_EN = word_set(
    """
    talk talked talking tell told say said mention mentioned discuss discussed remember again last
    time ago before earlier yesterday today thing things something going go went get got please
    repeat latest lately now know ttori ask asked okay
    how'd update updates catch up off
    """
)
