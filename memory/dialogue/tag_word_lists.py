"""Words whose form misleads about whether they name something, for `tag_words`."""

from __future__ import annotations

from memory.facts.word_sets import word_set

OF_CARDS = word_set(
    """
    카드 기억 기억들 저장 취소 수정 버튼 제안 예 아니오 card cards memory memories button buttons
    """
)
"""What only speaks of the bot's own cards and of what it keeps."""

SHORT_NOUNS = word_set(
    "책 비 집 차 술 밥 빵 옷 꿈 돈 약 눈 꽃 산 배 팀 앱 땅 춤 키 개 폰 곡 팬 섬 절 별 달"
)
"""The nouns of one syllable that name something by themselves."""

KOREAN_NOUNS_LIKE_VERBS = word_set(
    """
    바다 캐나다 판다 소다 사이다 우간다 프라다 피자 과자 의자 모자 강아지 편지 영어 언어 연어
    장어 단어 용어 검색어 외국어 문어 상어 고등어 인어 잉어 라면 냉면 쫄면 화면 가면 수면 평면
    방면 도면 장면 표면 비빔면 자장면 짜장면 광고 창고 냉장고 중고 사고 보고 최고 금고 재고 원고
    참고 경고 예고 신고 충고 접고 포고 로고 가게 무게 집게 꽃게 대게 휴게 동네 수요 소요 필요
    가요 동요 배려 염려 고려 노래 미래 빨래 모래 아래 본래 유래 거래 장래 북한 남한 제한 권한
    기한 무한 행운 다운 기운 여운 불운 인한 타운 브라운 클라운 카운 크라운 라운 사운드 강의 회의
    육아 유아 아시아 러시아 이탈리아 호주 피아노 카페 고양이 히터 히로시마 스시 카레 스테이크
    펭귄 마을 가을 노을 겨울 서울 개울 거울 저울 방울 한울 콜라 나라 카메라 드라마 오페라 파라솔
    신라 고래 올해 남해 동해 서해 피해 방해 이해 오해 항해 폐해 손해 재해 샤워 타워 파워 플라워
    참여 기여 대여 급여 수여 부여 여행 중요도 지도 제주도 독도 시도 휴가 요가 작가 물가 주가 국가
    화가 평가 회사 이사 기사 의사 간호사 변호사 요리사 주사 역사 식사 공사 조사 검사 심사 인사
    행사 약사 은행 나이 아이 오이 사이 종이 어린이 놀이 떡볶이 넥타이 와이파이 기린 베를린
    바이올린 그린 클린 만다린 마린 송아지 망아지 아버지 하와이 오피스 시어머니 어머니 할머니 언니
    아주머니 주머니 바구니 청구 피구 친구 야구 축구 농구 당구 탁구 배구 가구 지구 기구 도구 커피
    취미 회식 마요네즈 토마토 튀김 볶음 걸음 얼음 마음 웃음 울음 그림 크림 게임 프레임 타임 드림
    꿈 게 갯벌 레시피 운동 다운로드 업데이트 정한 성한 지한 요한 수한 태한 민한 준한 승한 재한
    세한 하은 지은 서은 예은 다은 주은 가은 나은 소은 채은
    """
)
"""Nouns that end as verbs do."""

KOREAN_NO_NAMES = word_set(
    """
    너무 많이 진짜 정말 아주 매우 빨리 천천히 일찍 늦게 다시 자꾸 계속 항상 가끔 자주 이미 벌써
    아직 거의 별로 그냥 일단 조금 모두 전부 같이 함께 혼자 서로 먼저 나중 나중에 새로 약간 훨씬
    제일 가장 특히 깜빡 오래 금방 잠깐 드디어 역시 원래 사실 솔직히 혹시 아마 만약 완전 대충
    열심히 가득 겨우 매일 매주 매달 매년 다음 다음주 이번 지난 올해 내년 작년 평일 오전 오후 새벽
    요즘 이제 이젠 이제는
    요새 언젠가 하루 이틀 사흘 며칠 오늘 내일 모레 어제 그제 지금 방금 아까 이따 당장 동안
    이후 이전 처음 마지막 중간 시작 추천 부탁 설명 도움 생각 느낌 때문 이유 방법 경우 부분 정도
    상태 문제 관련 필요 중요 가능 다양 비슷 특별 간단 복잡 조용 편안 유명 심심 좋아 싫어 궁금
    똑같 사람 여러 모든 아무 다른 같은 어떤 이런 그런 저런 만한 전혀 결국 우선 반드시 절대 바로
    따로 주로 스스로 미리 얼른 어서 살짝 몰래 아니 그만 그래 그거 이거 저거 누구 무엇 어디 언제
    뭔가 글쎄 안녕 하나 둘 셋 한번 두번 조차 마저 밖에 이름 때 곳 것 거 수 줄 중 만 번 명 살 세
    네 제 님 먹을 먹지 먹을까 삶아 끓여 굽는 아파 아픈 아프다 짖어 짖는 물어 새는 시들어 외워
    흐려 또리 또리야 살아 나도 너도 저도 우리 저희 당신 본인 그때 이때 그걸 이걸 저걸 그걸로
    이걸로 뭘로 그런데 있음 없음 했음 됨 함 임 되게 엄청 굉장히 상당히 무척 몹시 꽤 제법 덕분
    대신 위해 통해 따라 대해
    """
)
"""Adverbs, times, counters and nouns that fit any talk."""

ENGLISH_NOUNS_LIKE_VERBS = word_set(
    """
    meeting meetings wedding weddings building buildings camping training king ring spring string
    ceiling painting cooking running hiking swimming fishing parking gaming cycling skiing
    climbing boxing dancing singing bowling baking gardening knitting sewing shopping wiring
    housing clothing pudding earring beijing boeing investing coding programming banking drawing
    reading writing stretching clustering testing streaming wing sling bed red speed seed feed
    weed shed breed reed family italy july assembly supply belly jelly butterfly fly lily ally
    rally bully molly sally emily kelly holly billy milly
    """
)

ENGLISH_NO_NAMES = word_set(
    """
    accept accepts add adds agree allow am appear arrive ask asks ate bark be became become began
    begin believe bite bites book booked born bought bring brought build buy buys call called
    calls came can cancel cancelled care carry catch change changed changes check choose clean
    close come comes compare continue cook cost could count cry cut decide depend die do does
    done draw drank drink drinks drive drives drove eat eats eaten end enjoy enjoys explain fail
    fall fell feel feels felt fill find finds finish fit fix fly flew follow forget forgot
    forgotten found gave get gets give given gives go goes going gone got grow grew had happen
    happened happens hate hates have hear heard held help helps hold hope hurt hurts keep keeps
    kept knew know known knows learn learns leave leaves left let lets lie like liked likes
    listen live lived lives look looks lose lost love loved loves made make makes mean means meet
    meets met miss move moved moves need needed needs open order own pass pay paid pick plan
    planned play played plays practise prefer prefers put quit ran read reads recommend remember
    repeat run runs said sang sat save saw say says see seem seems seen sell send sent set shall
    show showed shows sit sleep sleeps slept sold sound speak speaks spend spent spoke stand
    start started starts stay stayed stop stopped study studied suggest swam swim take taken
    takes taste taught teach tell tells thank think thinks thought threw told took translate
    travel tried tries try turn understand understood use used uses visit visited wait wake walk
    want wanted wants wash watch watched watches wear wears went wish woke won wonder wore work
    worked works worry would write writes written wrote able afraid alone allergic amazing angry
    awesome bad beautiful best better big boring bored broken busy cheap clear cold cool correct
    crazy cute dark dead deep different difficult dirty dry early easy empty enough every
    everyday exact excited expensive famous far fast few final fine first free fresh full fun
    funny glad good great happy hard heavy high hot huge hungry important interested interesting
    kind large last late later less little long loud low lucky main many more most much near
    nervous new next nice old only other perfect poor pretty quick quiet rather ready real rich
    right sad safe same second sharp short shy sick similar simple slow small smart soft sorry
    special strange strong stupid sure sweet tall third tiny tired ugly useful usual warm weak
    weird wet whole wide wild wonderful worse worst wrong young about above across actually after
    afterwards again ago all almost already also although always another anybody anymore anyone
    anything anyway around away back because before behind below beside besides between both but
    certainly currently down during each either else even ever everybody everyone everything
    exactly finally forever fully general hello here hi however if instead into just least lot
    lots maybe me mostly myself never nobody none nor nothing now nowadays off often once one
    onto others out outside over per perhaps please probably quite really recently seriously
    several simply since some somebody someone something sometimes somewhere soon still such
    suddenly super together too totally toward towards twice two three four five six seven eight
    nine ten under unfortunately until up upon usually very via well whatever whenever wherever
    whether within without yes yet no not favorite favourite morning mornings evening evenings
    night nights noon midnight monday tuesday wednesday thursday friday saturday sunday mondays
    tuesdays wednesdays thursdays fridays saturdays sundays january february march april may june
    july august september october november december today tomorrow tonight yesterday day days
    week weeks month months year years hour hours minute minutes time times moment while pm
    o'clock name names sort type way ways bit part parts piece people person guy guys stuff idea
    ideas example reason case fact number list ttori hey ok okay yeah
    """
)
"""Verbs, adjectives, adverbs, times and nouns that fit any talk."""
