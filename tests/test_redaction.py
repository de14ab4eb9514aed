"""A text that is kept as it was said is kept without the secrets in it."""

from __future__ import annotations

import pytest

from memory.facts.redaction import LEFT_OUT, without_secrets
from memory.facts.secrets import find_secret


def test_a_text_without_secrets_is_kept_to_the_letter() -> None:
    said = "안녕!\n내 이름은 지우야.  카드 끝자리는 1234야. <&>*_~`"
    assert without_secrets(said) is said


def test_only_the_sentence_with_the_secret_goes() -> None:
    said = "내 이름은 지우야. 비밀번호는 tiger!2024야. 또리는 강아지야."
    assert without_secrets(said) == f"내 이름은 지우야. {LEFT_OUT} 또리는 강아지야."


def test_lines_stay_lines() -> None:
    said = "이름: 지우\n비밀번호: tiger!2024\n사는 곳: 부산\n"
    assert without_secrets(said) == f"이름: 지우\n{LEFT_OUT}\n사는 곳: 부산\n"


@pytest.mark.parametrize(
    "said",
    [
        "내 주민번호는 900101-1234567이야",
        "card 4111 1111 1111 1111, cvc 123",
        "api key is sk-proj-abcdefghijklmnopqrstuv1234",
        "비밀번호는\ntiger!2024",
        "my password. is: hunter22!",
    ],
)
def test_nothing_that_is_kept_holds_a_secret(said: str) -> None:
    assert find_secret(without_secrets(said)) is None
