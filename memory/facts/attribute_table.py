"""Attributes and their names in both languages.

The first word of a line names the concept, an indented line goes on with the one above. ONE: a new
value replaces the old. MANY: values stand together.
"""

from __future__ import annotations

from collections.abc import Iterator

ONE = """
home: 사는 곳, 사는 동네, 사는 도시, 거주지, 거주 지역, 거주하는 곳, 살고 있는 곳, residence,
    home city, city of residence, place of residence
address: 주소, 집 주소, 자택 주소, 도로명 주소, home address, postal address, mailing address
hometown: 고향, 출신지, 태어난 곳, 출생지, birthplace, place of birth, home town
birthday: 생일, 생년월일, 태어난 날, 생신, 귀빠진 날, bday, birth day, birthdate, date of birth,
    birth date
name: 이름, 성함, 본명, full name
family name: 성, 성씨, last name, surname
age: 나이, 연세, 만 나이
phone number: 전화번호, 전화 번호, 핸드폰 번호, 휴대폰 번호, 휴대전화 번호, 휴대전화, 폰 번호,
    폰번호, 연락처, phone, mobile number, cell number, telephone number, cell phone number
email: 이메일, 메일, 메일 주소, 이메일 주소, e-mail, email address, mail address
employer: 회사, 직장, 다니는 회사, 다니는 직장, 근무처, 일하는 곳, 일터, 회사명, company,
    workplace, place of work, current company, current employer
job: 직업, 하는 일, 직종, 현재 직업, occupation, profession, current job
job title: 직급, 직책, 직함, 직위, 직무, title, position, role
employee number: 사번, 사원번호, 사원 번호, 직원 번호, employee id, staff number
department: 부서, 소속, 소속 팀, 소속 부서, team
boss: 상사, 직속 상사, 팀장, 매니저, manager, supervisor, line manager
deadline: 마감, 마감일, 마감 날짜, 마감 기한, 기한, 데드라인, 납기, 납기일, 제출 기한, 제출일,
    제출 마감, due, due date, cutoff
launch: 출시일, 출시 날짜, 오픈일, 런칭일, 릴리스 날짜, 릴리즈 날짜, 배포일, 배포 날짜, 발표일,
    release date, launch date, go-live date
wedding date: 결혼일, 결혼식, 결혼식 날짜, 결혼 날짜, wedding, wedding day
anniversary: 결혼기념일, 기념일, wedding anniversary
start date: 시작일, 시작 날짜, 입사일, 개강일, 착수일
end date: 종료일, 종료 날짜, 만료일, 만기일, 퇴사일, 종강일, expiry date, expiration date
move date: 이사일, 이사 날짜, 이사 가는 날, moving date, moving day
answer language: 답변 언어, 응답 언어, 대답 언어, 답장 언어, 대화 언어, reply language,
    response language, language of answers, language for answers, preferred language
answer tone: 말투, 답변 말투, 대답 말투, 답변 톤, 응답 말투, 답변 어조, reply tone, response tone,
    tone of answers
answer style: 답변 스타일, 답변 방식, 답변 형식, 응답 형식, 대답 방식, 응답 스타일, reply style,
    response style, answer format, response format, reply format
answer length: 답변 길이, 응답 길이, 대답 길이, reply length, response length
major: 전공, 대학 전공, 전공 과목, 학과, field of study
school: 학교, 다니는 학교, 대학교, 대학, 재학 중인 학교, university, college
high school: 고등학교, 출신 고등학교
elementary school: 초등학교, 출신 초등학교, primary school
grade: 학년, 반
blood type: 혈액형, blood group
height: 키, 신장
weight: 몸무게, 체중, body weight
ring size: 반지 사이즈, 반지 호수
trousers size: 바지 사이즈, 허리 사이즈, 허리 둘레, pants size, trouser size, waist size
eyesight: 시력, vision
lens prescription: 안경 도수, 렌즈 도수, eyeglass prescription, glasses prescription
passport number: 여권 번호, 여권번호
passport expiry: 여권 만료일, 여권 만료, 여권 만기, passport expiry date, passport expiration,
    passport expiration date
id number: 주민등록번호, 주민번호, 외국인등록번호, national id, social security number
license number: 면허 번호, 면허번호, 운전면허 번호, driver's license number
shoe size: 신발 사이즈, 신발 치수, 발 치수, 발 사이즈, 발 크기, 신발 크기
clothes size: 옷 사이즈, 상의 사이즈, 옷 크기, shirt size
mbti: 엠비티아이, 성격 유형, personality type
religion: 종교, faith
nationality: 국적, citizenship
marital status: 결혼 여부, 혼인 상태, 결혼 상태, relationship status
partner: 배우자, 남편, 아내, 와이프, spouse, husband, wife
time zone: 시간대, 타임존, 표준시, timezone
car: 차, 차종, 자동차, 타는 차, 자가용, 내 차
car number: 차량 번호, 차 번호, 차량번호, 번호판, license plate, plate number
carrier: 통신사, 쓰는 통신사, mobile carrier
phone model: 핸드폰 기종, 휴대폰 기종, 쓰는 폰, 핸드폰, 휴대폰, phone model
laptop: 노트북, 쓰는 노트북, work laptop
operating system: 운영체제, 운영 체제, os
editor: 에디터, 편집기, 쓰는 에디터, 코드 에디터, code editor, text editor
port: 포트, 포트 번호, port number
version: 버전
location: 위치, 장소, 있는 곳, 둔 곳, 보관 장소, 보관 위치, venue, place
colour: 색, 색깔, 색상, color
size: 크기, 사이즈
price: 가격, 비용, 값, 요금, cost, fee
salary: 연봉, 월급, 급여, pay
budget: 예산
rent: 월세, 전세, 보증금
time: 시간, 시각
day: 요일
date: 날짜, 일자, 예정일
wake-up time: 기상 시간, 일어나는 시간, wake up time
bedtime: 취침 시간, 자는 시간, bed time
arrival: 출근 시간, 출근시간
leaving time: 퇴근 시간, 퇴근시간
meeting time: 회의 시간, 회의시간, 미팅 시간
pay day: 월급날, 급여일, 월급일, payday
payment day: 결제일, 카드 결제일, 납부일, 이체일, billing day
bank: 주거래 은행, 은행, main bank
doctor: 주치의, 담당 의사, family doctor
hair salon: 미용실, 단골 미용실, hairdresser
vet: 동물병원, 동물 병원
hint: 비밀번호 힌트, 암호 힌트, 비번 힌트, password hint
emergency contact: 비상 연락처, 비상연락처
species: 종, 품종, 견종, 묘종, breed
link: 링크, 주소 링크, url
owner: 담당자, 담당, 책임자, 오너, assignee, person in charge
leader: 리더, 팀 리더, 대표, lead
status: 상태, 현황, 진행 상황
goal: 목표, target
reviewer: 리뷰어
wifi name: 와이파이 이름, 공유기 이름, 와이파이 아이디, wifi network,
    wifi network name, network name, ssid
parking spot: 주차 자리, 주차 위치, 주차 구역, 주차 칸, parking space, parking place
seat: 좌석, 자리, 좌석 번호, seat number
room: 방 번호, 호실, 호수, 객실, room number
flight: 항공편, 비행기 편명, 편명, flight number
commute: 출근 방법, 출근 수단, 통근 수단, 출퇴근 방법, 출퇴근 수단
currency: 통화, 화폐
unit: 단위
branch: 브랜치, 기본 브랜치, default branch
database: 데이터베이스, 디비, db
"""
MANY = """
hobby: 취미, 취미 생활, 취미활동, 취미 활동, 여가 활동, hobbies, pastime, pastimes
interest: 관심사, 관심 분야, interests
allergy: 알레르기, 알러지, 알레르기 음식, 못 먹는 것, 못 먹는 음식, allergies, food allergy
like: 좋아하는 것, 좋아하는 거, likes
dislike: 싫어하는 것, 싫어하는 거, dislikes
pet: 반려동물, 반려견, 반려묘, 강아지, 고양이, 키우는 동물, 애완동물, pets, dog, dogs, cat, cats
child: 자녀, 아이, 아들, 딸, children, kids, kid, son, daughter
sibling: 형제, 자매, 동생, 남매, siblings, brother, sister, brothers, sisters
friend: 친구, 친한 친구, friends
language: 할 줄 아는 언어, 쓰는 언어, 사용 언어, 외국어, 구사 언어, languages, spoken languages,
    programming languages
nickname: 별명, 애칭, 별칭, nicknames
certificate: 자격증, certificates, certifications
medicine: 복용 약, 먹는 약, 복용 중인 약, 복용약, 약, 영양제, 복용 중인 영양제, medication,
    medications, supplements
illness: 지병, 질병, 앓는 병, condition, conditions, illnesses
instrument: 악기, 다루는 악기, instruments
sport: 운동, 하는 운동, 스포츠, sports
skill: 특기, 기술, 기술 스택, 스킬, skills, stack
plan: 계획, 휴가 계획, 여행 계획, plans
appointment: 약속, 일정, 예약, 스케줄, appointments, schedule, events, event
task: 할 일, 해야 할 일, todo, todos, tasks, to-do
habit: 습관, 루틴, habits, routine
visited: 가본 곳, 여행한 곳, 다녀온 곳, 가 본 곳, visited places
subscription: 구독, 구독 서비스, 구독 중인 서비스, subscriptions
account: 계좌, 계좌 번호, 계정, accounts
course: 수업, 강의, 레슨, 듣는 수업, class, classes, lesson, lessons, course
"""


def rows(table: str) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The lines of a table: each concept and all its names, the concept's own first."""
    for line in table.replace("\n   ", "").strip().splitlines():
        concept, _, names = line.partition(":")
        yield concept, (concept, *(name.strip() for name in names.split(",")))
