"""Markdown in Slack's older writing: everything arrives, and nothing becomes a command to Slack."""

from __future__ import annotations

import pytest

from bot.writing.mrkdwn import ZERO_WIDTH_SPACE, mrkdwn


@pytest.mark.parametrize(
    ("markdown", "written"),
    [
        ("# 제목", "*제목*"),
        ("## **굵은** 제목", "*굵은 제목*"),
        ("**굵게** ~~줄~~ *기울임*", "*굵게* ~줄~ _기울임_"),
        ("- 하나\n- 둘", "• 하나\n• 둘"),
        ("- 하나\n  - 둘\n    - 셋\n- 넷", "• 하나\n    ◦ 둘\n        ▪ 셋\n• 넷"),
        ("3. 셋\n4. 넷", "3. 셋\n4. 넷"),
        ("- [x] 한 일", "• [x] 한 일"),
        ("[여기](https://a.kr/?a=1&b=2)", "<https://a.kr/?a=1&amp;b=2|여기>"),
        ("<https://a.kr>", "<https://a.kr>"),
        ("![그림](https://a.kr/b.png)", "<https://a.kr/b.png|그림>"),
        ("[여기](javascript:x)", "[여기](javascript:x)"),
        ("> 인용\n> 둘째", "> 인용\n> 둘째"),
        ("`**a** < b`", "`**a** &lt; b`"),
        ("```python\n# x <y>\n```", "```\n# x &lt;y&gt;\n```"),
        ("가\n\n---\n\n나", "가\n\n———\n\n나"),
        ("한 줄\n다음 줄", "한 줄\n다음 줄"),
        ("<!channel> & <@U1> <b>", "&lt;!channel&gt; &amp; &lt;@U1&gt; &lt;b&gt;"),
        ("snake_case_name", "snake_case_name"),
        ("", ""),
    ],
)
def test_markdown_in_the_older_writing(markdown: str, written: str) -> None:
    assert mrkdwn(markdown) == written


@pytest.mark.parametrize(
    ("markdown", "written"),
    [
        ("**또리**의", "*또리*|의"),
        ("이름은**또리**야", "이름은|*또리*|야"),
        ('**"또리"**의', '*"또리"*|의'),
        ("`코드`를 **굵게**.", "`코드`|를 *굵게*."),
    ],
)
def test_marks_next_to_korean_get_a_space_of_no_width(markdown: str, written: str) -> None:
    assert mrkdwn(markdown).replace(ZERO_WIDTH_SPACE, "|") == written


def test_a_table_is_a_block_of_code_with_its_columns_in_line() -> None:
    """A Korean letter is as wide as two Latin ones."""
    table = "| 이름 | 나이 |\n|:--|--:|\n| **또리** | 4 |\n| Mocha | 12 |\n"
    assert mrkdwn(table) == ("```\n이름  | 나이\n------+-----\n또리  | 4\nMocha | 12\n```")
