"""Small talk, and wishes that only a command grants: which reply of the table a message gets."""

from __future__ import annotations

import re
from typing import Final

_LONGEST_CHARS: Final = 60
_PUNCTUATION: Final = re.compile(r"[^\w']+")
_TO_TTORI: Final = re.compile(
    r"^(?:(?:또리(?:야|님|씨)|ttori|야|저기(?:요)?|있잖아|hey|hi|oh|ok|well|아|음|어)\s+)+(?=\S)"
    r"|\s+(?:또리(?:야|님|씨)?|ttori)$"
)
_LAUGHS: Final = re.compile(r"[ㅋㅎ]+|ㅋㅋ\S*|(?:하하|헤헤|호호)+|lo+l|(?:ha){2,}|lmao|rofl")
_CRIES: Final = re.compile(r"[ㅠㅜ]+")
_LETTERS: Final = re.compile(
    r"(?!(?:ㅎㅇ|ㅇㅇ|ㅇㅋ|ㄴㄴ|ㄱㅅ|ㅂㅂ|ㅅㅂ|ㅆㅂ|ㅂㅅ|ㅈㄹ)+$)[ㄱ-ㅎㅏ-ㅣ ]+"
)
_NUMBER: Final = re.compile(r"\d[\d\s]*")
_SIGNS: Final = (
    ("number", _NUMBER),
    ("laugh", _LAUGHS),
    ("sad", _CRIES),
    ("confused", _LETTERS),
)
_NICE_EMOJI: Final = frozenset("👍👌❤🧡💛💚💙💜🖤🤍💯🎉🙏👏🥰😍🙌💪✨")
_SAD_EMOJI: Final = frozenset("😢😭😞😔🥺😥😿💔😩😫")
_SHORTCODE: Final = re.compile(r":([a-z0-9_+-]+):")
_NICE_CODE: Final = re.compile(
    r"\+1|thumbsup|ok_hand|heart\w*|\w*_heart|pray|clap|tada|100|raised_hands"
)
_SAD_CODE: Final = re.compile(r"cry|sob|disappointed|pensive|pleading_face|broken_heart")
_YOU: Final = r"(?:(?:너|넌|너는|니|네|네가|니가|당신|당신은|여기|이거|이건|이 봇)\s+)"
_YOU_FIRST: Final = re.compile(rf"{_YOU}|are you\b|is this\b")

# A form has to fit the whole message. The first topic with one that fits decides.
_TOPICS: Final[dict[str, tuple[str, ...]]] = {
    "morning": (r"(?:(?:좋은|굿)\s?(?:아침|모닝))(?:이야|이에요|입니다)?", r"good morning"),
    "evening": (
        r"좋은\s?(?:저녁|오후|점심|밤|하루)(?:이야|이에요|예요|입니다)?",
        r"good (?:afternoon|evening)",
    ),
    "good_night": (
        r"(?:잘\s?자|안녕히 주무세|굿나잇|굿밤|자러 (?:갈게|간다))요?",
        r"good ?night|sleep well",
    ),
    "greeting": (
        r"(?:안녕(?!히)|안뇽|하잉|방가|반가워|반갑|처음|오랜만|ㅎㅇ)\S*(?:\s(?:처|반|만|뵙)\S*)*",
        r"(?:하이|헬로)(?:요|루|하이)?",
        r"(?:hi+|hello|hey+|yo|howdy|hiya)(?: there| again| everyone)?",
        r"nice to meet you|what's up|sup",
    ),
    "how_are_you": (
        r"(?:너는?\s)?(?:잘\s?지[내냈]|잘\s?있었|어떻게 지내|기분 어때)\S*|(?:너\s)?뭐\s?해요?",
        r"how are you(?: doing)?(?: today)?|how's it going",
    ),
    "thanks": (
        (
            r"(?:(?:정말|진짜|너무|넘|많이|도와줘서|알려줘서|기억해줘서|항상|늘)\s?)*"
            r"(?:고마\S*|고맙\S*|땡큐|쌩큐|ㄱㅅ|감사(?:합니다|해요?|드려요|드립니다|감사)?)"
        ),
        (
            r"(?:many )?(?:thank you|thanks|thx|ty|cheers)(?: (?:so|very) much| a lot| again| man)?"
            r"(?: for (?:everything|that|this|your help|the help|helping(?: me)?|remembering))?"
        ),
    ),
    "goodbye": (
        (
            r"(?:잘\s?(?:가|있어)|안녕히\s?(?:가세|계세)|또\s?(?:봐|만나|보자|올게)|이만\s?갈게"
            r"|다음에\s?(?:봐|보자)|내일\s?(?:봐|보자)|나\s?(?:갈게|간다)|수고(?:해|했어|하세|많았어)?)요?"
        ),
        r"바이\s?(?:바이)?|ㅂㅂ|수고하셨습니다",
        (
            r"(?:good)?bye(?: bye)?(?: now| for now)?|see (?:you|ya)(?: later| soon| tomorrow)?"
            r"|later|cya|take care"
        ),
    ),
    "never_mind": (
        (
            r"(?:아니야?|아냐|아뇨|됐어|됐다|괜찮아|아무것도\s?아니야|신경\s?쓰지\s?마|ㄴㄴ"
            r"|안\s?해도\s?돼)요?"
        ),
        (
            r"never ?mind|forget (?:about )?it|no(?: thanks?| thank you)?|nope|nah"
            r"|it's (?:fine|ok|okay|nothing)"
        ),
    ),
    "well_done": (
        (
            r"(?:응+|네+|넵|넹|예|ㅇㅇ|ㅇㅋ|그래|좋아|오케이|오키|알겠어|알겠습니다|알았어|굿|맞아"
            r"|그렇지|그렇구나|와+|우와|오+|대박|헐)요?"
        ),
        r"ok(?:ay)?|yes|yep|yeah|sure|great|nice|cool|good|got it|perfect|awesome|wow|right",
    ),
    "praise": (
        (
            r"(?:(?:너는?|넌|정말|진짜|참|너무|역시)\s?)*"
            r"(?:(?:똑똑|대단|훌륭|착)(?:해|하다|하네|하구나|한데)|최고(?:야|네|다)?|멋지다|멋져|멋지네"
            r"|잘했어|잘한다|잘하네|귀여워|귀엽다|귀엽네|천재(?:야|네|다)?|짱(?:이야|이다)?|사랑해"
            r"|좋아해)요?"
        ),
        (
            r"you(?:'re| are) (?:so |very |really )?(?:smart|great|awesome|the best|cute|amazing"
            r"|good|nice|sweet|helpful)"
        ),
        r"good (?:job|bot|boy|girl|work)|well done|i (?:love|like) you|love you",
    ),
    "sorry": (
        r"(?:미안|죄송)(?:해|합니다|하다|해용)?요?|쏘리",
        r"(?:i'm |i am )?(?:so |very )?sorry|my bad",
    ),
    "upset": (
        (
            r"(?:(?:아|너|이|야|진짜|왜 이렇게|넌|개)\s?)*"
            r"(?:시발|씨발|ㅅㅂ|ㅆㅂ|ㅂㅅ|병신|젠장|제기랄|꺼져|닥쳐|바보|멍청|등신|미친|지랄|ㅈㄹ|개새"
            r"|쓸모\s?없|짜증|답답|한심|못\s?알아듣|별로(?:야|네|다|예요)|최악)\S*"
        ),
        r".*\b(?:fuck|shit|damn|wtf|bullshit|asshole|bitch)\w*\b.*",
        (
            r"(?:you(?:'re| are) )?(?:so |really |very )?(?:stupid|dumb|useless|an? idiot|idiot"
            r"|the worst|bad|annoying|terrible)"
        ),
        r"shut up|you suck|this sucks|i hate you",
    ),
    "is_bot": (
        (
            rf"{_YOU}?(?:혹시\s)?(?:진짜\s)?(?:사람|봇|로봇|기계|ai|인공지능|챗봇|챗gpt|강아지|개)"
            r"(?:이야|야|이니|니|이세요|세요|인가요|이에요|예요|입니까|이지|임)"
        ),
        (
            r"(?:are you|is this) (?:a |an |really |just )*(?:bot|robot|human|ai|person|machine|dog"
            r"|real|chatgpt|gpt|gemini)(?: person)?"
        ),
    ),
    "who": (
        rf"{_YOU}?누구(?:야|니|냐|예요|에요|세요|신가요|시죠|지|죠|인가요)?",
        rf"{_YOU}(?:이름이?\s?)?(?:누구|뭐|뭔데)(?:야|니|냐|예요|에요|지|죠|인가요)?",
        rf"{_YOU}이름은?(?:\s?(?:뭐|알려)\S*)?",
        r"(?:(?:너|네|본인)\s?)?자기\s?소개\S*(?:\s\S+)?|너에 대해\S*(?:\s\S+)?",
        r"(?:who|what) are you|what(?:'s| is) your name|introduce yourself|tell me about yourself",
    ),
    "help": (
        (
            rf"{_YOU}?(?:도움말|도움|도와|사용법|사용\s?방법|기능|메뉴|명령어|설명서)\S*"
            r"(?:\s(?:좀|알려|보여|말해|뭐|설명|가르쳐|있|목록|줘)\S*)*"
        ),
        (
            rf"{_YOU}?(?:뭘|뭐를?|무엇을|무슨\s?일을?|어떤\s?(?:걸|것을|일을))\s?"
            r"(?:할\s?수\s?있|할\s?줄\s?[알아]|해\s?줄\s?수\s?있|도와줄\s?수\s?있|잘\s?[해하]"
            r"|하는\s?(?:봇|애|거|앱|친구))\S*(?:\s\S+)?"
        ),
        rf"{_YOU}?(?:어떤|무슨)\s?(?:기능|명령|것)\S*\s(?:있|할|하)\S*(?:\s?수\s?있\S*)?",
        rf"{_YOU}?어떻게\s?(?:쓰|써|사용|이용|하면|해야|시작|부탁|말해)\S*(?:\s\S+){{0,2}}",
        rf"{_YOU}?(?:뭐\s?하는|무슨)\s?(?:봇|앱|애|거|서비스|프로그램)\S*",
        r"(?:can you |could you )?help(?: me)?(?: please| out)?",
        r"what (?:can|should) (?:you|i|we) (?:do|say|ask)(?: (?:here|with you|for me|to you))?",
        (
            r"how (?:do|does|can|should) (?:you|this|it|i|we) (?:work|use|start|talk)"
            r"(?: (?:to )?(?:you|this|it|ttori|with you))?"
        ),
        r"what (?:do|does) (?:you|this|it|ttori) do(?: exactly)?|what (?:is this|are you for)",
        r"usage|commands|instructions|menu|features|how to use(?: this| it| you)?",
    ),
    "confused": (
        (
            r"(?:뭐(?:라고|라구|래|라는 거야)?|뭔\s?(?:소리|말)|무슨\s?(?:말|소리|뜻|얘기)|엥)"
            r"(?:야|이야|요|예요|이에요|지|인데|임)?(?:\s(?:하는|거|말)\S*)*"
        ),
        r"이해가?\s?(?:안|못)\s?\S*|못\s?알아듣\S*|모르겠(?:어|다|네|는데)요?|헷갈려요?",
        (
            r"what|huh|pardon|excuse me|come again|eh|hm+|i'm confused|say (?:that|it) again"
            r"|i don't (?:get|understand)(?: it| you| this)?|what (?:do you|does that) mean"
        ),
    ),
    "history_what": (
        (
            r"(?:(?:변경|수정|바뀐|이전|전체|기억|내)\s?)*(?:기록|이력|내역|히스토리)(?:을|를|은|는|좀)?"
            r"(?:\s(?:좀|보여|알려|볼|줘|확인|어떻게)\S*)*"
        ),
        r"(?:show )?(?:me )?(?:my |the |all )?(?:history|changes|change log|earlier versions)",
    ),
    "auto": (
        (
            r"자동(?:으로)?\s?(?:기억|저장|추출)\S*(?:\s(?:좀|꺼|끄|켜|켤|바꾸|바꿔|설정|해제|중지|하지"
            r"|멈춰|변경|싫|안)\S*)*(?:\s\S{1,4})?"
        ),
        r"설정(?:을|은)?(?:\s(?:좀|보여|바꾸|변경|알려|열어)\S*)*(?:\s\S{1,3})?",
        (
            r"(?:(?:turn|switch) (?:on|off)|enable|disable|stop) (?:the )?auto\S*(?: \w+){0,2}"
            r"|(?:turn|switch) auto\S*(?: \w+){0,2}|(?:show )?(?:my |the )?(?:settings|preferences)"
        ),
    ),
    "export": (
        (
            r"(?:(?:내|모든|전체|전부|제|기억|데이터|정보|메모리|것|다)\S*\s)*"
            r"(?:내보내|백업|다운로드)\S*(?:\s(?:줘|주세요|방법|어떻게|할래|해줘|하고)\S*)*"
        ),
        (
            r"(?:please |can you |how do i )?(?:export|back ?up|download)(?: (?:all|my|the|memories"
            r"|memory|data|everything))*"
        ),
    ),
    "import": (
        r"(?:(?:내|기억|데이터|파일|백업)\S*\s)*(?:가져오기|불러오기|복원)\S*(?:\s(?:줘|방법)\S*)*",
        r"(?:how do i )?(?:import|restore)(?: (?:my|the|memories|memory|data|backup|file))*",
    ),
    "stats": (
        r"(?:(?:내|기억|저장)\S*\s)*(?:기억|저장)?(?:통계|현황)\S*(?:\s(?:보여|알려|줘|뭐)\S*)*",
        r"(?:show )?(?:me )?(?:my |the )?(?:memory )?(?:stats|statistics)",
    ),
    "purge": (
        (
            r"(?:(?:내|쓸데없는|쓸모없는|이상한)\s)*(?:기억|것|거|메모리)(?:들|을|를)?\s(?:좀\s)?"
            r"(?:정리|청소)\S*(?:\s(?:줘|주세요)\S*)*"
        ),
        r"(?:clean ?up|purge)(?: (?:my|the|memories|memory))*",
    ),
}
_OPENINGS: Final = frozenset(
    {"greeting", "morning", "evening", "thanks", "well_done", "praise", "sorry", "never_mind"}
)
_FORMS: Final = tuple(
    (topic, re.compile(f"(?:{'|'.join(forms)})")) for topic, forms in _TOPICS.items()
)


def small_talk(said: str) -> str:
    """The key of the reply to a message that is no more than small talk; "" for any other."""
    asked = said.rstrip().endswith(("?", "？"))
    plain = plain_words(said)
    if not plain:
        return _without_words(said, asked=asked)
    if len(plain) > _LONGEST_CHARS:
        return ""
    for kind, form in _SIGNS:
        if form.fullmatch(plain):
            return kind
    topic = _topic_of(plain) or _topic_of_two(plain)
    if topic == "is_bot" and not asked and not _YOU_FIRST.match(_TO_TTORI.sub("", plain)):
        return ""
    return "confused" if asked and topic == "well_done" else topic


def _topic_of(plain: str) -> str:
    forms = {plain, _TO_TTORI.sub("", plain)}
    return next((name for name, form in _FORMS if any(map(form.fullmatch, forms))), "")


def _topic_of_two(plain: str) -> str:
    """The second of two pieces of small talk: "안녕 잘 지냈어?", "ok thanks"."""
    words = plain.split()
    for end in range(1, len(words)):
        opens = _topic_of(" ".join(words[:end])) in _OPENINGS
        if opens and (topic := _topic_of(" ".join(words[end:]))):
            return topic
    return ""


def plain_words(said: str) -> str:
    """The words of a message in lower case, without marks and emoji."""
    return _PUNCTUATION.sub(" ", _SHORTCODE.sub(" ", said.casefold())).strip()


def _without_words(said: str, *, asked: bool) -> str:
    codes = _SHORTCODE.findall(said)
    if any(char in _SAD_EMOJI for char in said) or any(_SAD_CODE.fullmatch(one) for one in codes):
        return "sad"
    if any(char in _NICE_EMOJI for char in said) or any(_NICE_CODE.fullmatch(one) for one in codes):
        return "well_done"
    if asked:
        return "confused"
    return "listening" if re.fullmatch(r"[\s.,!…~^;-]+", said) else "greeting"
