from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory.facts.secrets import SecretKind, find_secret

_PASSWORDS = [
    "내 비밀번호는 바나나야. 기억해줘",
    "우리 와이파이 비번은 감자튀김이야 기억해줘",
    "내 비밀번호: 바나나우유",
    "our wifi password is purple monkey dishwasher, remember that",
    "my password for GitHub is blue cheese",
    "내 비밀번호는 hunter2야",
    "비밀번호: qwer1234!",
    "와이파이 비번 abcd1234",
    "현관 비밀번호는 1234*야",
    "현관 비밀번호 4821",
    "핀 번호는 4821",
    "내 암호는 '또리사랑'이야",
    "비밀번호를 qwer1234로 바꿨어",
    "비밀번호는 sunshine이야",
    "hunter2가 내 비밀번호야",
    "my password is hunter2",
    "my password is sunshine",
    "password: correcthorse",
    "the password for wifi is hunter22",
    "PIN: 4821",
    "my PIN is 4821",
    "passphrase = 'correct horse battery staple'",
    "postgres://ttori:s3cret@db.example.com/ttori",
]
_API_KEYS = [
    "sk-proj-" + "Ab3dEf6hIj9" * 3,
    "OPENAI_API_KEY=sk-" + "a1B2c3D4e5F6" * 4,
    "깃허브 토큰은 ghp_" + "a1B2c3D4e5F6" * 3,
    "AIza" + "SyA1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q"[:35],
    "AKIA" + "ABCD1234EFGH5678",
    "xoxb-1234567890-abcdefghij",
    "토큰: 7f3Kd9Lm2Qx8Zp4Rt6Wv",
    "api key is Zx81mQp09vLk37TyB2",
    "client secret: 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "-----BEGIN RSA PRIVATE KEY-----",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.c2lnbmF0dXJl",
]
_CARDS = [
    "카드번호 4111 1111 1111 1111",
    "4111111111111111",
    "5555-5555-5555-4444",
    "amex 3782 822463 10005",
    "카드 번호는 ４１１１１１１１１１１１１１１１",
    "CVC 123",
]
_RESIDENTS = [
    "주민번호 900101-1234567",
    "201231-4123456",
    "주민등록번호 9001011234567",
    "외국인등록번호 850505-5123456",
]
_FINE = [
    "my password is getting old",
    "my password is the name of my dog",
    "내 비밀번호는 매달 바꿔",
    "내 비밀번호는 없어",
    "내 비밀번호 관리자는 비트워든이야",
    "비밀번호 힌트는 고등학교 별명",
    "노트북 비밀번호 힌트: 고등학교 별명",
    "password hint: first pet",
    "신용카드 끝자리 4471",
    "전기차 충전 카드 번호 끝자리: 4471",
    "card ending in 4471",
    "비밀번호 관리: 1Password",
    "비밀번호는 3개월마다 바꾼다",
    "비밀번호는 8자리 이상이어야 한다",
    "비밀번호는 따로 적어둠",
    "비밀번호 잊어버렸어",
    "the password is stored in 1Password",
    "password manager: Bitwarden",
    "passwords must be rotated every 90 days",
    "암호화폐: 비트코인 100만원",
    "secret santa: 12월 24일",
    "API 키는 구글 콘솔에서 발급한다",
    "The API key expires on 2026-12-01",
    "토큰 관리 문서: docs/minutes/2026/tokens",
    "commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "커밋 9fceb02",
    "세션 토큰 표의 기본 키: 123e4567-e89b-12d3-a456-426614174000",
    "전화번호 010-1234-5678",
    "전화번호: 01012345678",
    "국제전화 +82 10-1234-5678",
    "계좌번호 110-234-567890",
    "주문번호 20261130-1234567",
    "주문번호 261130-1234567",
    "주문번호 4111111111111111",
    "ISBN 9788966262281",
    "생년월일 1990-01-01",
    "901301-1234567",
    "4111 1111 1111 1112",
    "0000 0000 0000 0000",
    "1732965999000",
    "2026-11-30 2026-12-01 2026-12-02",
    "항공편: VN431, 오전 10시 35분 출발",
]


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        *((text, SecretKind.PASSWORD) for text in _PASSWORDS),
        *((text, SecretKind.API_KEY) for text in _API_KEYS),
        *((text, SecretKind.CARD_NUMBER) for text in _CARDS),
        *((text, SecretKind.RESIDENT_NUMBER) for text in _RESIDENTS),
    ],
)
def test_a_secret_is_found(text: str, kind: SecretKind) -> None:
    assert find_secret(text) is kind


@pytest.mark.parametrize("text", _FINE)
def test_what_only_looks_like_a_secret_passes(text: str) -> None:
    assert find_secret(text) is None


def _luhn_digit(body: str) -> str:
    """The check digit of ISO/IEC 7812-1: every second digit from the right is doubled."""
    total = 0
    for place, digit in enumerate(reversed(body)):
        value = int(digit) * (2 if place % 2 == 0 else 1)
        total += value - 9 if value > 9 else value
    return str(-total % 10)


@given(st.text("0123456789", min_size=14, max_size=14))
def test_every_valid_card_number_is_found_and_its_neighbours_are_not(digits: str) -> None:
    body = f"4{digits}"
    check = _luhn_digit(body)

    assert find_secret(f"카드 {body}{check}") is SecretKind.CARD_NUMBER
    assert find_secret(f"카드 {body}{(int(check) + 1) % 10}") is None


@given(st.text(max_size=200))
def test_any_text_can_be_looked_at(text: str) -> None:
    assert find_secret(text) in {None, *SecretKind}
