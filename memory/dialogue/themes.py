"""The everyday themes that a line touches, by plain word lists: money, code, food and more.

Two lines that share a theme are likely about one thing even when no word is common to both ("주가"
and "배당"). The lists hold what people ask an assistant about; a line may touch no theme, or many.
"""

from __future__ import annotations

import re
from typing import Final

_WORDS: Final = {
    "money": """
        주가 주식 코스피 코스닥 나스닥 배당 종목 매도 매수 수익률 실적 비트코인 이더리움 코인
        환율 달러
        엔화 금리 적금 예금 저축 대출 이자 청약 통장 은행 카드값 연금 보험료 월급 세금 연말정산 환급
        소득세 영수증 공제 투자 펀드 만기 예산 가계부
        stock stocks share shares dividend bitcoin crypto ethereum invest investing portfolio fund
        mortgage loan interest savings bank tax taxes refund salary budget nasdaq earnings sell
        pension freelancer deduction deductions etf
    """,
    "code": """
        코드 코딩 빌드 배포 에러 버그 디버깅 함수 변수 배열 리스트 인덱스 쿼리 테이블 스키마
        데이터베이스
        디비 서버 도커 컨테이너 쿠버네티스 파드 깃허브 커밋 브랜치 머지 리베이스 마이그레이션
        롤백 외래키
        파이썬 자바 자바스크립트 타입스크립트 러스트 리액트 스프링 라이브러리 패키지 컴파일 컴포넌트
        서브쿼리 조인 제네릭 소유권 빌림 포트 매핑 캐시 로그 토큰 스택 알고리즘 정규식 예외
        테스트 의존성
        메모리 타임아웃 이미지 클래스 메서드 비동기 스레드 라우터 라우팅
        code coding build deploy deployment error bug debug function variable array index query
        table
        schema database sql postgres mysql redis server docker container kubernetes pod git github
        commit branch merge rebase conflict conflicts migration rollback python java javascript
        typescript rust react next.js vue node pandas dataframe numpy regex api json css html div
        flexbox terraform nginx linux bash port cache log logs stack recursion algorithm compile
        compiler exception thread async lambda class method package npm pip import module upstream
        timeout staging vertically safari layer pytest test tests
    """,
    "office": """
        회의 회의록 메일 이메일 발표 보고서 기획안 자료 슬라이드 초안 엑셀 피벗 시트 셀 결재 휴가
        연차 팀장
        부장 상사 거래처 출장 업무 면접 이력서 자소서 견적서 계약서 프로젝트 마감 워크숍 글씨
        표지 공손하게
        meeting standup email memo slides presentation report draft invoice client clients boss
        colleague excel spreadsheet pivot resume cv interview cover letter deadline agenda minutes
        manager quarterly clause
    """,
    "food": """
        점심 저녁밥 아침밥 먹지 먹을 먹을까 맛집 식당 고깃집 국밥 찌개 김치 김장 배추 파스타 라면
        밥 반찬
        요리 레시피 삶아 끓여 굽는 소금 간장 양념 재료 커피 카페 디카페인 술 맥주 와인 치킨 피자
        빵 디저트
        케이크 고기 삼겹살 회식 채식 샐러드 메뉴 국물 볶음 오븐 에어프라이어
        lunch dinner breakfast cook cooking recipe recipes restaurant ramen pasta rice eggs egg boil
        bake oven salt sauce curry chickpea coconut vegan vegetarian chicken beef fish soup salad
        coffee tea beer wine bread cake dessert snack meal eat spicy flour butter garlic
    """,
    "travel": """
        여행 비행기 항공권 공항 숙소 호텔 게스트하우스 렌터카 기차 예매 관광 일정표 여권 비자
        환승 박물관
        제주 제주도 부산 해운대 강릉 경주 홋카이도 오사카 도쿄 교토 도톤보리 후쿠오카 삿포로 방콕
        다낭 파리
        유럽 일본 박 캠핑 온천 짐 캐리어 입장권 배낭 면세점
        trip travel flight flights airport hotel hostel rent train trains tour itinerary passport
        visa
        luggage lisbon porto portugal tokyo paris rome spain italy japan beach museum hike hikes
        trail
        camping sightseeing airbnb
    """,
    "health": """
        허리 무릎 어깨 목 두통 감기 열 기침 콧물 약 병원 진료 치과 의사 증상 아파 아픈 아프다
        통증 알레르기
        스트레칭 동작 자세 운동 루틴 헬스 헬스장 러닝 러닝화 마라톤 달리기 뛰었 요가 필라테스
        근육 다이어트
        체중 식단 수면 불면증 비타민 영양제 혈압 코어
        back knee shoulder headache cold fever cough medicine pill doctor dentist symptom pain hurt
        hurts ache allergy stretch stretching workout exercise gym run running marathon yoga muscle
        diet weight sleep insomnia vitamin protein sore injury
    """,
    "sports": """
        축구 야구 농구 배구 경기 골 득점 선수 감독 리그 월드컵 올림픽 홈런 승부차기 후반 전반
        이겼 졌어 우승
        손흥민 이강인 류현진 토트넘 챔피언스
        soccer football baseball basketball lakers nba nfl game score scored league goal match cup
        season playoffs won win team coach quarterback
    """,
    "pets": """
        강아지 고양이 반려견 반려묘 산책 사료 간식 털 빗질 목줄 예방접종 배변 중성화 동물병원
        햄스터 짖어
        짖는 물어 스크래처
        dog puppy cat kitten pet vet leash bite biting bites litter kibble bark barking fur groom
        toy
    """,
    "home": """
        세탁기 냉장고 에어컨 보일러 청소기 식기세척기 배수구 호스 누수 새는 수리 커튼 베이지 조명
        가구 소파
        침대 책상 인테리어 벽지 이사 포장이사 전세 월세 집주인 부동산 관리비 재활용 분리수거
        스티로폼 빨래
        곰팡이 식물 화분 시들어 물주기 햇빛 창가 비료 청소
        dishwasher washer fridge filter sink tap leak leaking plumber rent landlord lease apartment
        curtain curtains sofa couch lamp furniture paint plant plants garden soil laundry stain mold
        cleaning vacuum moving
    """,
    "devices": """
        노트북 컴퓨터 모니터 키보드 마우스 휴대폰 핸드폰 아이폰 갤럭시 태블릿 이어폰 블루투스
        배터리 충전
        충전기 와이파이 공유기 인터넷 프린터 화면 램 그래픽카드 윈도우 업데이트 앱 킨들
        laptop computer monitor keyboard mouse phone iphone android tablet ipad earbuds headphones
        bluetooth battery charger charging wifi router mesh internet printer screen ram ssd gpu
        macbook
        windows kindle camera
    """,
    "shopping": """
        선물 생신 등산화 신발 운동화 발볼 방수 양말 옷 코트 패딩 드라이 셔츠 바지 가방 지갑
        스카프 화장품
        향수 할인 세일 배송 반품 환불 사이즈
        gift present birthday shoes boots socks jacket coat dress bag wallet scarf perfume discount
        sale delivery return size fishing
    """,
    "study": """
        토익 토플 점수 단어 문법 영어 회화 일본어 중국어 스페인어 학원 과외 수학 시험 공부 독학
        강의 자격증
        숙제 과제 논문 수능 대학 인강 외워 복습
        toefl vocabulary grammar spanish french german language learn learning study exam homework
        thesis essay course tutor math speaking fluent lesson lessons practise
    """,
    "entertainment": """
        드라마 영화 넷플릭스 스릴러 로맨스 주연 배우 시즌 결말 예능 노래 음악 가사 앨범 콘서트
        기타 통기타
        피아노 코드잡기 소설 책 작가 웹툰 게임 포켓몬 닌텐도 공연 뮤지컬 가수 멜로디 플레이리스트
        movie movies film series show netflix actor episode song songs music album concert lyrics
        guitar
        piano chord chords novel book books author videogame nintendo pokemon playlist band thriller
    """,
    "weather": """
        날씨 비와 기온 우산 미세먼지 태풍 눈와 폭염 장마 습도 흐려
        weather rain raining forecast snow umbrella temperature storm humid sunny
    """,
    "family": """
        아기 아이 아들 딸 개월 육아 어린이집 유치원 기저귀 분유 이유식 결혼식 축의금 청첩장 시댁
        처가 돌잔치
        기념일 남편 아내
        baby toddler kid kids child daughter son daycare diaper wedding bride groom anniversary
        parenting
    """,
    "agenda": """
        일정 약속 알람 리마인더 스케줄 캘린더
        remind reminder calendar schedule appointment alarm
    """,
    "transport": """
        지하철 버스 택시 막차 첫차 호선 노선 정류장 환승역 자동차 중고차 주유 주행거리 타이어
        엔진 블랙박스
        운전 운전면허 면허 자전거 킥보드 주차장 하이패스 정비소
        subway metro bus taxi commute car cars tire tires engine fuel driving licence license
        bicycle
        bike
    """,
    "papers": """
        신고 갱신 신청 등본 초본 인감 주민센터 구청 관공서 공무원 민원 수수료 면제 군대 훈련소
        병역 투표
        permit certificate citizenship immigration council embassy
    """,
    "knowledge": """
        역사 조선 조선시대 왕 임금 고려 전쟁 우주 블랙홀 행성 지구 중력 빛 광합성 세포 공룡 원소
        수도는 대륙
        철학 종교 신화
        history king queen empire war space planet planets gravity light photosynthesis cell
        dinosaur
        physics chemistry biology philosophy capital population
    """,
    "romance": """
        데이트 썸 연애 여자친구 남자친구 소개팅 고백 이별 짝사랑 사과 답장
        dating girlfriend boyfriend crush breakup
    """,
    "talk": """
        안녕 안녕하세요 반가워 기분 심심해
        hello hi hey morning
    """,
}

_KOREAN: Final = re.compile(r"[가-힣]+")
_OTHER: Final = re.compile(r"[a-z0-9]+(?:\.[a-z]+)?")
_SURE_PREFIX_CHARS: Final = 2


def _by_word() -> dict[str, frozenset[str]]:
    found: dict[str, set[str]] = {}
    for theme, words in _WORDS.items():
        for word in words.split():
            found.setdefault(word, set()).add(theme)
    return {word: frozenset(themes) for word, themes in found.items()}


_THEMES: Final = _by_word()
_LONGEST: Final = max(map(len, _THEMES))


def themes(text: str) -> frozenset[str]:
    """The names of the themes that the text touches; empty when it touches none."""
    folded = text.casefold()
    found: set[str] = set()
    for word in _OTHER.findall(folded):
        found |= _THEMES.get(word, frozenset())
    for word in _KOREAN.findall(folded):
        found |= _of_korean(word)
    return frozenset(found)


def _of_korean(word: str) -> frozenset[str]:
    """By the word or how it begins: what follows is a particle, an ending or a second noun."""
    for length in range(min(len(word), _LONGEST), 0, -1):
        if length < _SURE_PREFIX_CHARS and len(word) > length + 1:
            break  # one syllable tells only with nothing but a particle after it
        if known := _THEMES.get(word[:length]):
            return known
    return frozenset()
