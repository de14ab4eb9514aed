"""What a person reads when the app did not answer, in Korean and English."""

from __future__ import annotations

from bot.local.people import Person

_TEXTS = {
    "ko": {
        "action": "앱이 답하지 않았어요. 다시 눌러 보세요.",
        "command": "{command} 명령이 실패했어요: {error}",
        "view": "앱과 연결하지 못했어요. 다시 해 보세요.",
        "required": "꼭 채워야 하는 칸이에요.",
        "short": "너무 짧아요.",
        "long": "너무 길어요.",
    },
    "en": {
        "action": "The app did not answer. Try the button again.",
        "command": "{command} failed: {error}",
        "view": "The app could not be reached. Try again.",
        "required": "Please fill this in.",
        "short": "This is too short.",
        "long": "This is too long.",
    },
}


def failure_text(person: Person, key: str, **names: str) -> str:
    """The sentence of this key in the person's language."""
    language = "ko" if person.locale.startswith("ko") else "en"
    return _TEXTS[language][key].format(**names)
