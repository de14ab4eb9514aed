"""Exchanges about nothing that a question is likely to be about: what a measure starts from.

They have the form in which exchanges are embedded: what was said, a line break, the answer.
"""

from __future__ import annotations

from typing import Final

UNRELATED_KO: Final = (
    "우산을 지하철에 두고 내렸어\n분실물 센터에 연락해 보세요.",
    "고양이가 소파에서 자고 있어\n편안해 보이네요.",
    "프린터 용지가 또 걸렸어\n뒤쪽 덮개를 열어 보세요.",
    "세금 신고는 어떻게 해?\n홈택스에서 하실 수 있어요.",
    "새 신발이 조금 작아\n한 치수 큰 것으로 바꿔 보세요.",
    "주말에 대청소를 했어\n수고하셨어요.",
    "축구가 비겨서 아쉬웠어\n다음 경기는 이길 거예요.",
    "화분에 물은 얼마나 자주 줘?\n일주일에 한 번이면 돼요.",
    "이 문장을 영어로 옮겨 줘\n네, 옮겨 드릴게요.",
    "창문에서 바람이 새\n문풍지를 붙여 보세요.",
    "아이가 숙제를 안 하려고 해\n함께 계획을 세워 보세요.",
    "치과는 몇 시까지 해?\n보통 저녁 여섯 시까지 해요.",
)
UNRELATED_EN: Final = (
    "I left my umbrella on the train\nTry the lost and found.",
    "The cat is asleep on the sofa\nThat sounds cozy.",
    "The printer is jammed again\nOpen the cover at the back.",
    "How do I file my taxes?\nYou can do it online.",
    "My new shoes are a bit small\nTry one size up.",
    "We cleaned the whole house\nWell done.",
    "The match ended in a draw\nBetter luck next time.",
    "How often should I water the plant?\nOnce a week is enough.",
    "Translate this sentence\nHere it is.",
    "There is a draft from the window\nTry sealing the gap.",
    "My kid won't do homework\nMake a plan together.",
    "How late is the dentist open?\nUsually until six.",
)
