"""The words that carry nothing to search for, and the particles that end a Korean word."""

from __future__ import annotations

# Longer ones stand before those that they end with.
_PARTICLES = """
에게서는 으로부터 에게서 한테서 로부터 이라고 이라는 에서는 에서도 에서의 에서만 까지는 까지도
부터는 이랑은 하고는 에게는 에게도 한테는 한테도 으로는 으로도 이라도 이라서 이라면 이나마
이든지 이에요 입니다 라고 라는 랑은 라도 라서 든지 에서 에게 한테 께서 까지 부터 으로 이랑 하고
처럼 보다 마다 조차 마저 밖에 만큼 대로 이나 이야 예요 이다 인데 이고 이며 이면 에는 에도 에만
와는 과는 와의 과의 만은 만도 로는 로도 들이 들은 들을 들의 들도 은 는 이 가 을 를 의 에 도 만
와 과 로 랑 야 요 나 께 다
"""
_KOREAN_STOP = """
뭐 뭐야 뭐지 뭐였지 뭔지 뭐라고 무엇 무엇이 무엇을 무슨 어떤 어떻게 어디 어디야 어디에 어디서
어디다 어디로 언제 언제야 언제지 언제더라 언제였지 누구 누구야 누구지 누구였지 누가 왜 얼마
얼마나 몇 나 나는 난 내 내가 나의 나를 날 저 저는 제 제가 저의 우리 그 이 저기 그거 이거 저거
것 거 건 게 좀 더 또 및 등 했지 했더라 하지 하는 한다고 해야 해 돼 되나 있어 있지 있나 있었지
없어 알려줘 알려 줘 말해줘 찾아줘 기억해 기억나
"""
_ENGLISH_STOP = """
a about am an and any are aren't as at be been being but by can could did didn't do does
doesn't doing don't for from had has have having he he's her hers him his how i i'd i'll i'm
i've if in into is isn't it it's its just let's me might my of on or our ours s shall she she's
should so than that that's the their theirs them then there there's these they they're this
those to too us was wasn't we we're were weren't what what's when when's where where's which
while who who's whom whose why will with won't would you you're your yours
"""

PARTICLES = tuple(_PARTICLES.split())
KOREAN_STOP_WORDS = frozenset(_KOREAN_STOP.split())
ENGLISH_STOP_WORDS = frozenset(_ENGLISH_STOP.split())
