"""What the prompt says before an answer, and a model repeats: "정보:", "Here are the facts:"."""

from __future__ import annotations

import re

from memory.expressions import Expression

_KIND_OF = (
    r"(?:추출(?:된|한)?|핵심|주요|저장할|기억할|새로운|새|중요|중요한|사용자|유저|다음)(?:\s*의)?"
)
_STRONG = r"(?:정보|사실|내용|기억)"
_WEAK = r"(?:결과|출력|답변|응답|요약|메모|항목|사항)"
_LABEL = (
    rf"(?:(?:{_KIND_OF}\s*)*{_STRONG}(?:\s*(?:{_STRONG}|{_WEAK}|목록|리스트))*"
    rf"|(?:{_KIND_OF}\s*)+{_WEAK})"
)
_ENGLISH_KIND = r"(?:extracted|key|core|important|relevant|new|main|saved|remembered)"
_ENGLISH_LABEL = (
    rf"(?:here (?:is|are) (?:the )?|the )?(?:(?:{_ENGLISH_KIND}|user)\s+)*"
    r"(?:facts?|info|information|memor(?:y|ies))(?:\s+(?:to remember|extracted|about the user"
    r"|found|list))*"
    rf"|(?:the )?(?:{_ENGLISH_KIND}\s+)+(?:results?|outputs?|answers?|summary|notes?|items?)"
)
WEAK_ECHO = Expression(
    rf"^(?:{_WEAK}|results?|outputs?|answers?|response|summary|notes?)\s*[:：]\s*", re.IGNORECASE
)
ECHO = Expression(
    rf"^(?:{_LABEL}|{_ENGLISH_LABEL})(?:\s?\d{{1,2}})?\s*(?:\([^)]*\)|\[[^\]]*\])?\s*(?:은"
    rf"|는)?\s*(?:다음과 같습니다|아래와 같습니다|입니다)?\s*[:：]\s*",
    re.IGNORECASE,
)
TAG = Expression(r"^</?[a-z_]{2,20}>$")
HEADING = Expression(rf"^(?:#+\s*)?(?:{_LABEL}|{_ENGLISH_LABEL})\s*(?:\([^)]*\))?$", re.IGNORECASE)
