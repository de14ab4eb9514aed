"""Recognising what must not be stored: passwords, keys, card numbers, resident numbers."""

from __future__ import annotations

import math
import re
import unicodedata
from collections import Counter
from datetime import date
from enum import StrEnum

from memory.expressions import Expression

_CARD = Expression(
    r"(?<![\w-])(?:\d{13,19}|\d{4}(?:[ -]\d{4}){3}(?:[ -]\d{1,3})?"
    r"|\d{4}[ -]\d{6}[ -]\d{4,5})(?![\w-])"
)
_CARD_RANGES = {  # length: the first digits that issuers use
    13: r"4",
    14: r"3[0689]",
    15: r"3[47]",
    16: r"2[2-7]|3[5689]|[45689]",
    17: r"[456]",
    18: r"[456]",
    19: r"[456]",
}
_CARD_CODE = Expression(r"\b(?:cvc|cvv2?)\b\D{0,6}\d{3,4}(?!\d)", re.IGNORECASE)
_CARD_WORD = Expression(r"카드|card|visa|master|amex", re.IGNORECASE)
_ORDER_WORD = Expression(
    r"주문|송장|운송장|예약|접수|order|tracking|invoice|booking|ISBN|바코드", re.IGNORECASE
)
_RESIDENT = Expression(r"(?<!\d)(\d{2})(\d{2})(\d{2})\s?[-–]\s?([1-8])\d{6}(?!\d)")
_RESIDENT_RUN = Expression(r"(?<![\d-])(\d{2})(\d{2})(\d{2})\s?([1-8])\d{6}(?![\d-])")
_RESIDENT_WORD = Expression(r"주민|외국인\s?등록|resident|\bRRN\b", re.IGNORECASE)
_KEY_SHAPES = Expression(
    r"(?<![A-Za-z0-9])(?:"
    r"sk-(?:proj-|ant-|svcacct-)?[A-Za-z0-9_-]{20,}|(?:sk|rk|pk)_(?:live"
    r"|test)_[A-Za-z0-9]{16,}|whsec_[A-Za-z0-9]{20,}"
    r"|gh[pousr]_[A-Za-z0-9]{30,}|github_pat_[A-Za-z0-9_]{40,}|glpat-[A-Za-z0-9_-]{18,}"
    r"|AIza[A-Za-z0-9_-]{35}|ya29\.[A-Za-z0-9_-]{20,}|GOCSPX-[A-Za-z0-9_-]{20,}"
    r"|(?:AKIA|ASIA)[A-Z0-9]{16}|xox[abeprs]-[A-Za-z0-9-]{10,}|xapp-[A-Za-z0-9-]{10,}"
    r"|hf_[A-Za-z0-9]{30,}|npm_[A-Za-z0-9]{30,}|pypi-[A-Za-z0-9_-]{40,}|dop_v1_[a-f0-9]{40,}"
    r"|SG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}"
    r"|eyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+"
    r"|hooks\.slack\.com/services/T\w+/B\w+/\w+"
    r")"
)
_PRIVATE_KEY = Expression(r"-----BEGIN (?:[A-Z]+ )*PRIVATE KEY-----")
_URL_PASSWORD = Expression(
    r"\b[a-z][a-z0-9+.-]*://[^\s/:@]+:(?P<value>[^\s/@]{3,})@", re.IGNORECASE
)
_KEY_WORD = Expression(
    r"(?:api|access|secret|private|client|auth|bearer|service|encryption"
    r"|signing)[\s_-]?(?:key|token|secret)\b|\b(?:token|secret|credential|credentials"
    r"|apikey)\b"
    r"|API\s?키|액세스\s?키|접근\s?키|시크릿|비밀\s?키|토큰|인증\s?키|암호화\s?키",
    re.IGNORECASE,
)
_PASSWORD_WORD = Expression(
    r"비밀\s?번호|비번|패스워드|패스\s?코드|암호(?!\s?화폐|화)|핀\s?(?:번호|코드)"
    r"|(?<![A-Za-z])(?:pass\s?(?:word|code|phrase)|passwd|pwd|PIN(?:\s?(?:code"
    r"|number))?)(?![A-Za-z])",
    re.IGNORECASE,
)
_FOR = r"(?:\s+(?:for|of|to|on)\s+(?:the\s+|my\s+|our\s+)?[\w-]+(?:\s[\w-]+)?)?"
_GIVES = (
    rf"(?:{_FOR}(?:\s+(?:is|was|are|to|as|equals)\s+(?:now\s+|set\s+to\s+)?|\s*[:=]\s*)"
    r"|\s*(?:은|는|이|가|을|를|도)?\s*(?:이제|지금|현재|새로|바로|다시)?\s*[:=：→-]?\s*)"
)
_GIVEN = Expression(r"^" + _GIVES + r"(?P<value>[\"'“‘`]?\S+)", re.IGNORECASE)
_OF_SOMETHING = Expression(
    r"^\s?(?:힌트|관리|변경|정책|규칙|찾기|재설정|초기화|만료|길이|주기|관리자|앱|매니저|입력"
    r"|분실|교체|유출|보안|저장|로테이션|갱신|발급|없|필요|잊|까먹|모르|바꿔|바꾸|바꿨|변경했"
    r"|hint|manager|policy|rotation|reset|length|expir|rule|protected|management|limit|usage"
    r"|budget|count|vault|less|generator|field|page|based|bucket|ring)",
    re.IGNORECASE,
)
_ENDINGS = Expression(
    r"(?:이라고|라고|이야|이에요|예요|입니다|이다|임|야|이고|으로|로|을|를|은|는|이|가|요"
    r"|인데|거든)$"
)
_PLAIN_WORDS = Expression(
    r"^(?:없|필요|매|자주|절대|꼭|다시|어디|언제|뭐|누구|1Password|비트워든|공유|변경|바꾸"
    r"|바꿔|잊|까먹|모름|모르|따로|같|길|짧|안전|너무|항상|매번|그대로|동일|\d+\s?(?:자|자리"
    r"|글자|개월|일|번|년|주|회|분|시간|characters?|days?|months?))"
    r"|^(?:the|a|an|my|your|not|never|stored|kept|saved|required|needed|in|on|changed|rotated"
    r"|expired|strong|weak|too|hard|easy|lost|forgotten|unknown|shared|same|always|every"
    r"|under|about|for|and|or|from|with|of|none|long|short|secure|reset|mandatory|optional"
    r"|important|secret|correct|wrong|invalid|incorrect|encrypted|hashed|saved|updated"
    r"|missing|empty|private|confidential|valid|random|complex|simple|outdated|safe|here"
    r"|there|below|above|protected)$",
    re.IGNORECASE,
)
_OWNED = Expression(
    r"(?:\b(?:my|our|wi-?fi)|(?:^|\s)(?:내|제|우리|저희)|와이파이|은행|계정)(?:\s\S+)?\s*$",
    re.IGNORECASE,
)
"""What stands before the word when it is somebody's own password that is told."""
_PASSPHRASE = Expression(
    rf"^{_FOR}(?:\s+is\s+(?:now\s+)?|\s*[:=]\s*)(?P<value>[A-Za-z]+(?:[ -][A-Za-z]+){{1,6}}?)"
    r"(?=[.!?,;\n]|\s+(?:please|remember|save|note)\b|\s*$)",
    re.IGNORECASE,
)
_DESCRIBES = Expression(
    r"^(?:getting|going|being|so|very|really|based|made|what|where|how)\b|ing$", re.IGNORECASE
)
_KOREAN_PASSWORD = Expression(
    r"^(?:(?:은|는|이|가)\s+|\s*[:=]\s*)(?P<value>[가-힣]{2,12}?)"
    r"(?:(?:이야|야|이에요|예요|입니다|이다)(?=[\s.!?,]|$)|(?=[.!]?\s*$))"
)
_BEFORE_WORD = Expression(
    r"(?P<value>[!-~]{4,}?)(?:이|가|은|는|\s+is)\s+(?:(?:내|제|우리|my|our|the"
    r"|your)\s+)?(?:\S+\s){0,2}?$",
    re.IGNORECASE,
)
_LAST_FOUR = Expression(
    r"끝\s?자리|뒷\s?자리|뒤\s?\d|마지막|last\s?(?:four|4|\d)|ending\s+(?:in|with)"
    r"|ends\s+(?:in|with)",
    re.IGNORECASE,
)
_HASH_OR_UUID = Expression(
    r"^(?:[0-9a-f]{7,40}|[0-9a-f]{64}"
    r"|[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})$",
    re.IGNORECASE,
)
_TOKEN_LIKE = Expression(r"[A-Za-z0-9+/=_.~-]{16,}")
_LEAST_BITS_PER_CHARACTER = 3.0
_SHORTEST_RANDOM_PIECE = 10
_SHORTEST_PASSWORD = 4
_NEAR_CHARS = 120


class SecretKind(StrEnum):
    """What kind of secret a text holds."""

    PASSWORD = "password"  # noqa: S105 - the name of a kind
    API_KEY = "api_key"
    CARD_NUMBER = "card_number"
    RESIDENT_NUMBER = "resident_number"


def find_secret(text: str) -> SecretKind | None:
    """Find the first secret that a text holds; None when it holds none.

    Hints of a password, the last four digits of a card, hashes, UUIDs, phone and order numbers are
    no secrets. Card numbers pass the check of Luhn (ISO/IEC 7812-1); resident numbers need a
    plausible date of birth, and no check digit, which those issued since October 2020 lack.
    """
    said = unicodedata.normalize("NFKC", text)
    if _has_resident_number(said):
        return SecretKind.RESIDENT_NUMBER
    if _CARD_CODE.search(said) or _has_card(said):
        return SecretKind.CARD_NUMBER
    if _KEY_SHAPES.search(said) or _PRIVATE_KEY.search(said) or _has_random_key(said):
        return SecretKind.API_KEY
    if _URL_PASSWORD.search(said) or _has_password(said):
        return SecretKind.PASSWORD
    return None


def _has_resident_number(text: str) -> bool:
    told = _RESIDENT_WORD.search(text)
    if _ORDER_WORD.search(text) and not told:
        return False
    if any(_is_birth(found) for found in _RESIDENT.finditer(text)):
        return True
    return bool(told) and any(_is_birth(found) for found in _RESIDENT_RUN.finditer(text))


def _is_birth(found: re.Match[str]) -> bool:
    year, month, day, sex = (int(found[group]) for group in (1, 2, 3, 4))
    century = 2000 if sex in {3, 4, 7, 8} else 1900
    try:
        date(century + year, month, day)
    except ValueError:
        return False
    return True


def _has_card(text: str) -> bool:
    if _ORDER_WORD.search(text) and not _CARD_WORD.search(text):
        return False
    return any(_is_card(re.sub(r"\D", "", found[0])) for found in _CARD.finditer(text))


def _is_card(digits: str) -> bool:
    if not re.match(_CARD_RANGES[len(digits)], digits) or len(set(digits)) == 1:
        return False
    numbers = [int(digit) for digit in reversed(digits)]
    doubled = (
        number if place % 2 == 0 else number * 2 - 9 * (number > 4)  # noqa: PLR2004 - Luhn
        for place, number in enumerate(numbers)
    )
    return sum(doubled) % 10 == 0


def _has_random_key(text: str) -> bool:
    if not _KEY_WORD.search(text):
        return False
    return any(
        not _HASH_OR_UUID.match(found[0]) and _is_random(found[0])
        for found in _TOKEN_LIKE.finditer(re.sub(r"https?://\S+", " ", text))
    ) or _names_hex_key(text)


def _names_hex_key(text: str) -> bool:
    """Whether a hexadecimal value directly follows the word for a key, and is so no commit."""
    return any(
        re.match(
            _GIVES + r"[\"'`]?[0-9a-f]{32,}\b",
            text[word.end() : word.end() + _NEAR_CHARS],
            re.IGNORECASE,
        )
        for word in _KEY_WORD.finditer(text)
    )


def _is_random(token: str) -> bool:
    """Whether a token mixes digits and letters with little repetition (Shannon entropy)."""
    counts = Counter(token)
    bits = -sum(n / len(token) * math.log2(n / len(token)) for n in counts.values())
    mixed = any(
        len(piece) >= _SHORTEST_RANDOM_PIECE
        and sum(char.isdigit() for char in piece) > 1
        and any(char.isalpha() for char in piece)
        for piece in re.split(r"[/_.=-]", token)
    )
    return mixed and bits >= _LEAST_BITS_PER_CHARACTER


def _has_password(text: str) -> bool:
    for word in _PASSWORD_WORD.finditer(text):
        after = text[word.end() : word.end() + _NEAR_CHARS]
        if _OF_SOMETHING.match(after) or _LAST_FOUR.match(after.strip()):
            continue
        if _OWNED.search(text[: word.start()]) and _tells_in_words(after):
            return True
        given = _GIVEN.match(after)
        exact = bool(re.match(rf"{_FOR}\s*[:=]", after))
        last = given is not None and not after[given.end() :].strip(" .!")
        if given and _is_password(given["value"], exact=exact, last=last):
            return True
        before = _BEFORE_WORD.search(text[max(0, word.start() - _NEAR_CHARS) : word.start()])
        if before and re.search(r"\d", before["value"]) and _is_password(before["value"]):
            return True
    return False


def _tells_in_words(after: str) -> bool:
    """Whether "my password" is followed by one in plain words ("blue cheese", "바나나야")."""
    phrase = _PASSPHRASE.match(after.rstrip()) or _KOREAN_PASSWORD.match(after.rstrip())
    if phrase is None:
        return False
    first = phrase["value"].split()[0]
    return not _PLAIN_WORDS.match(first) and not _DESCRIBES.search(first)


def _is_password(value: str, *, exact: bool = False, last: bool = False) -> bool:
    """Whether the word that "password is" gives is one, and not a word about passwords.

    `exact` tells that it stood behind a colon, `last` that nothing follows it.
    """
    quoted = value[:1] in "\"'“‘`"
    plain = value.strip("\"'“”‘’`.,!?()")
    ending = _ENDINGS.search(plain) if re.search(r"[가-힣]", plain) else None
    plain = plain[: ending.start()] if ending else plain
    if len(plain) < _SHORTEST_PASSWORD:
        return False
    if quoted:
        return True
    if _PLAIN_WORDS.match(plain) or re.search(r"[가-힣]", plain):
        return False
    if exact or re.search(r"[\d!@#$%^&*_+=~?-]", plain):
        return True
    return last and (ending is None or ending[0] not in {"로", "으로"})
