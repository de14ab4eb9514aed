"""How questions name attributes by their verbs, in both languages, and words that only ask."""

from __future__ import annotations

import re
from typing import Final, TypeAlias

_Rules: TypeAlias = tuple[tuple[re.Pattern[str], frozenset[str]], ...]


def _rules(*rows: tuple[str, str]) -> _Rules:
    """Each row: the concepts, divided by commas, and the pattern that means them."""
    return tuple(
        (re.compile(pattern), frozenset(each.strip() for each in concepts.split(",")))
        for concepts, pattern in rows
    )


_WHERE: Final = r"(?:어디|어느\s\S+)(?:에서|서|에)?\s?"
_WHEN: Final = r"(?:언제|몇\s?시)\S*\s?"
_ENDS: Final = r"\S*(?:\s?(?:있|중)\S*)?"

# The first that fits counts; what it matched is taken out of the question.
KOREAN_QUESTIONS: Final = _rules(
    ("hometown", rf"{_WHERE}(?:출신|태어)\S*|(?:태어난|자란)\s?(?:곳|데|동네)\S*|출신지?\S*"),
    (
        "birthday",
        r"(?:언제|며칠에?|몇\s?년\S*|몇\s?월\S*)\s?태어\S*|태어난\s?(?:날|때|게)\S*|태어\S*|생년\S*",
    ),
    ("age", r"몇\s?살\S*|연세\S*|몇\s?년생\S*"),
    ("school", r"(?:어느|무슨|어디)\s?(?:학교|대학)\S*(?:\s?(?:다니|다녀|나왔)\S*)?"),
    (
        "home, address",
        (
            rf"{_WHERE}(?:살|거주){_ENDS}|(?:사는|살고\s?있는|거주하는)\s?(?:곳|데|동네|집|도시|지역)\S*"
            r"|집[은이]?\s어디\S*"
        ),
    ),
    (
        "employer",
        (
            rf"{_WHERE}(?:일하|일해|일한|근무|다니|다녀|다닌|재직){_ENDS}"
            r"|(?:다니는|일하는|재직 중인)\s?(?:회사|직장|곳|데)\S*|무슨\s?회사\S*(?:\s?다\S*)?"
        ),
    ),
    (
        "job, job title",
        r"무슨\s?일\S*\s?(?:하|해)\S*|(?:뭐|뭘)\s?하는\s?사람\S*|(?:뭐|뭘)\s?해\s?먹고\S*(?:\s?살\S*)?",
    ),
    (
        "allergy",
        (
            r"(?:못|안)\s?(?:먹|마시|마셔)\S*(?:\s(?:거|것|게|건|음식)\S*)?"
            r"|(?:먹|마시)(?:으면|면)\s?안\s?\S*(?:\s(?:거|것|게|건|음식)\S*)?|먹지\s?(?:못|않|말)\S*"
            r"|가려\s?먹\S*|조심해야\s?\S*|(?:알레르기|알러지)\S*"
        ),
    ),
    ("dislike", r"싫어(?:하(?:는\s?(?:거|것|게|건|걸)|지|냐|니|더라|나|세|시)\S*|해\S*|한\S*)"),
    ("like", r"좋아(?:하(?:는\s?(?:거|것|게|건|걸)|지|냐|니|더라|나|세|시)\S*|해\S*|한\S*)"),
    ("pet", r"(?:키우|키워|기르)\S*(?:\s(?:거|것|게|건|동물)\S*)?"),
    ("leaving time", rf"{_WHEN}퇴근\S*|퇴근\S*\s{_WHEN}\S*"),
    ("arrival", rf"{_WHEN}출근\S*|출근\S*\s{_WHEN}\S*"),
    ("wake-up time", rf"{_WHEN}(?:일어나|기상)\S*"),
    ("bedtime", rf"{_WHEN}(?:자지|자니|자더라|잠|취침)\S*"),
    ("wedding date, anniversary", r"(?:언제|며칠에?)\s?결혼\S*|결혼\S*\s(?:언제|며칠)\S*"),
    ("move date", r"언제\s?이사\S*|이사\S*\s(?:언제|며칠)\S*"),
    ("start date", r"언제\s?입사\S*|입사\S*\s(?:언제|며칠)\S*"),
    ("name, nickname", r"(?:뭐라고|어떻게|뭐로)\s?(?:불러|부르|부를|불리)\S*"),
    ("name, nickname, job", r"^(?:내가|나|난|나는|제가|저)\s?누군?(?:구|지)?\S*"),
    ("weight", r"얼마나\s?(?:무거|나가)\S*|몇\s?(?:킬로|kg)\S*"),
    ("height", r"키\S*\s?(?:몇|얼마)\S*|얼마나\s?(?:크|커|큰)\S*|몇\s?(?:센치|센티|cm)\S*"),
    ("car", r"무슨\s?차\S*(?:\s?(?:타|몰)\S*)?"),
    ("major", r"(?:뭘|뭐|무엇을|무슨\s?\S+)\s?전공\S*"),
)

_DO: Final = r"(?:do|does|did|will|should)\s+(?P<who>.+?)\s+(?:usually\s+)?"
_CAN_NOT: Final = (
    r"(?:can't|cannot|can not|couldn't|shouldn't|should not|mustn't|don't|doesn't|should|must)\s+"
    r"(?P<who>\S+(?:\s\S+)?)\s+"
)
_BE: Final = r"(?:\s+(?:is|are|was|were|am)|'s)\s+(?P<who>.+?)"
_AT: Final = r"(?:when|what\s+time)\s+"
_REST: Final = r"(?:\s.*)?$"

# The words of `who` stay in the question.
ENGLISH_QUESTIONS: Final = _rules(
    ("hometown", rf"where{_BE}\s+(?:born|from){_REST}"),
    ("hometown", rf"where\s+{_DO}(?:come from|grow up){_REST}"),
    ("birthday", rf"(?:when|what\s+(?:day|date|year)){_BE}\s+born{_REST}"),
    ("age", rf"how\s+old{_BE}$"),
    ("home, address", rf"(?:where|what\s+(?:city|town))\s+{_DO}(?:live|reside){_REST}"),
    ("employer", rf"(?:where|who|what\s+company)\s+{_DO}work(?!\s+out){_REST}"),
    ("job, job title", rf"what\s+{_DO}do(?:\s+for\s+(?:a\s+living|work))?$"),
    ("school", rf"(?:where|what\s+school)\s+{_DO}(?:study|go to school){_REST}"),
    ("major", rf"what\s+{_DO}(?:study|major in){_REST}"),
    ("allergy", rf"what{_BE}\s+allergic{_REST}"),
    ("allergy", rf"^(?:is|are|am)\s+(?P<who>.+?)\s+allergic{_REST}"),
    ("allergy", rf"what\s+(?:food\s+)?{_CAN_NOT}(?:not\s+)?(?:eat|drink|avoid){_REST}"),
    ("allergy", r"(?P<who>\S+)\s+allerg(?:y|ies)\b"),
    ("dislike", rf"what\s+(?:\w+\s+)?{_DO}(?:dislike|hate|not like){_REST}"),
    ("dislike", rf"what\s+(?:\w+\s+)?(?:don't|doesn't)\s+(?P<who>.+?)\s+like{_REST}"),
    ("like", rf"what\s+{_DO}(?:like|love|enjoy|prefer){_REST}"),
    ("height", rf"how\s+tall{_BE}$"),
    ("weight", rf"how\s+(?:heavy{_BE}$)"),
    ("weight", rf"how\s+much\s+{_DO}weigh{_REST}"),
    ("leaving time", rf"{_AT}{_DO}(?:leave|finish|get off)(?:\s+(?:from\s+)?work)?$"),
    ("arrival", rf"{_AT}{_DO}(?:start|begin|get to|go to)\s+work$"),
    ("wake-up time", rf"{_AT}{_DO}(?:wake|get)\s+up{_REST}"),
    ("bedtime", rf"{_AT}{_DO}(?:go\s+to\s+(?:bed|sleep)|sleep){_REST}"),
    ("wedding date, anniversary", rf"when\s+{_DO}(?:get\s+married|marry){_REST}"),
    ("wedding date, anniversary", rf"when{_BE}\s+married{_REST}"),
    ("move date", rf"when\s+{_DO}move{_REST}"),
    ("car", rf"what(?:\s+car)?\s+{_DO}drive{_REST}"),
    ("name, nickname", rf"what{_BE}\s+called$"),
    ("name, nickname", r"what\s+(?:do|should|did)\s+(?:you|i|we)\s+call\s+(?P<who>.+)$"),
    ("name, nickname, job", r"^who\s+(?:am|was)\s+(?P<who>i)$"),
)

ASKING_KO: Final = re.compile(
    r"(?:언제|며칠|뭐|뭘|뭔|무엇|무슨|어디|누구|누가|얼마|몇|어떻게|어떤|왜|어느)\S*"
    r"|(?:알려|말해|가르쳐|찾아|보여)\S*|줘|줄래|주세요|줄\s*수|있|있어|있어요|있나|있지|있니|있나요|있었지|있더라|있는"
    r"|기억\S*|알아|알지|알고|아니|아는|아세요|알려줄래|혹시|대해|대해서|관해|관한|대한|것|거|게|건|걸|거야|건가"
    r"|가|가지|가요|가나|가더라|갔지|와|오지|왔지|이지|였지|이야|야|되지|돼|됐지|하지|하나|하니|하더라|해|해요|했지|했어|했더라|할까|시|시에|시야|시지|시까지"
    r"|요일|요일에|요일이|요일이지|요일이야|날|날에|때|그|이|저|그거|이거|맞지|맞아|맞나|뭐더라|궁금\S*|전부|모두|다"
)
_ASKING_WORDS: Final = """
    what what's when when's where where's who who's whose which why how how's many much old do does
    did is are was were am be been being the a an of in on at to for from about with you your please
    tell me can could would will should know remember remind again it it's that this there have has
    had i'm i've any some time day and also still kind sort called say show give let us
"""
ASKING_EN: Final = frozenset(_ASKING_WORDS.split())
FIRST_EN: Final = frozenset({"i", "my", "mine", "me", "myself", "we", "our", "us", "i'm", "i've"})
_PRONOUN_WORDS: Final = """
    걔 걔는 걔가 걔의 얘 얘는 쟤 쟤는 그녀 그애 그분 그분은
    he she they his her their him them
"""
PRONOUNS: Final = frozenset(_PRONOUN_WORDS.split())
SEARCHED_NAMES: Final = {
    "birthday": ("생일",),
    "hometown": ("고향",),
    "age": ("나이",),
    "home": ("사는 곳",),
    "address": ("주소",),
    "employer": ("회사",),
    "job": ("직업",),
    "job title": ("직책",),
    "school": ("학교",),
    "major": ("전공",),
    "allergy": ("알레르기", "못 먹는다"),
    "like": ("좋아하는 것", "좋아한다"),
    "dislike": ("싫어하는 것", "싫어한다"),
    "pet": ("강아지", "고양이"),
    "leaving time": ("퇴근 시간",),
    "arrival": ("출근 시간",),
    "wake-up time": ("기상 시간",),
    "bedtime": ("취침 시간",),
    "wedding date": ("결혼",),
    "anniversary": ("결혼기념일",),
    "move date": ("이사",),
    "start date": ("입사일",),
    "name": ("이름",),
    "nickname": ("별명",),
    "weight": ("몸무게",),
    "height": ("키",),
    "car": ("차",),
}
"""By what names memories tell an attribute that a question named by its verb."""
