from __future__ import annotations

import asyncio
import json
import shutil
import stat
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Final

import pytest
from typer.testing import CliRunner, Result

from bot.cli import app
from bot.settings import load_settings
from bot.wiring import Rooms, now, open_rooms
from memory.adapters.home_lock import HomeLock
from memory.evidence import Considered, Evidence
from memory.portability import FORMAT
from memory.records import Recall, Scope
from memory.searches import Searched, SearchKind
from tests.desk_kit import JUN, JUN_ELSEWHERE, MINA, remember

DATA: Final = Path(__file__).parent / "data"
JUNK: Final = "(내용 없음)"
DONE, REFUSED, FAULT = 0, 1, 2


def in_rooms(work: Callable[[Rooms], Awaitable[None]]) -> None:
    """Do something in the home that the commands work on."""

    async def enter() -> None:
        async with open_rooms(load_settings()) as rooms:
            await work(rooms)

    asyncio.run(enter())


def texts_of(scope: Scope) -> set[str]:
    found: set[str] = set()

    async def look(rooms: Rooms) -> None:
        found.update(each.text for each in await rooms.ledger.memories(scope))

    in_rooms(look)
    return found


def ttori(*words: str, typed: str = "") -> Result:
    return CliRunner().invoke(app, words, input=typed)


@pytest.fixture(scope="module")
def filled_home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A home in which three people, two of them of one user id, have memories."""
    home = tmp_path_factory.mktemp("operator") / "home"

    async def fill(rooms: Rooms) -> None:
        await rooms.upkeep.rebuild()
        await remember(rooms.notebook, MINA, "또리 생일: 10월 27일", "취미: 사진", JUNK)
        await remember(rooms.notebook, JUN, "취미: 낚시", JUNK)
        await remember(rooms.notebook, JUN_ELSEWHERE, "취미: 독서")

    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home.parent)
        patch.setenv("TTORI_HOME", str(home))
        in_rooms(fill)
    return home


@pytest.fixture
def home(filled_home: Path, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    """A copy of the filled home, which the commands work on."""
    for name in ("SLACK_BOT_TOKEN", "SLACK_APP_TOKEN", "EMBEDDING_MODEL", "TTORI_ADMIN_TOKEN"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("TTORI_HOME", str(tmp_path / "home"))
    return Path(shutil.copytree(filled_home, tmp_path / "home"))


def an_export(path: Path, *entries: dict[str, object]) -> Path:
    whole = {"format": FORMAT, "version": 1, "memories": list(entries)}
    path.write_text(json.dumps(whole), encoding="utf-8")
    return path


@pytest.mark.usefixtures("home")
def test_a_dry_run_names_the_junk_and_forgets_nothing() -> None:
    result = ttori("purge", "U1", "--dry-run")

    assert result.exit_code == DONE
    assert JUNK in result.stdout
    assert "취미: 사진" not in result.stdout
    assert JUNK in texts_of(MINA)


@pytest.mark.usefixtures("home")
def test_a_yes_forgets_the_junk_alone() -> None:
    result = ttori("purge", "U1", typed="y\n")

    assert result.exit_code == DONE
    assert "1 forgotten" in result.stdout
    assert texts_of(MINA) == {"또리 생일: 10월 27일", "취미: 사진"}
    assert JUNK in texts_of(JUN)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("typed", ["n\n", "\n", ""])
def test_anything_but_a_yes_forgets_nothing(typed: str) -> None:
    result = ttori("purge", "U1", typed=typed)

    assert result.exit_code == REFUSED
    assert "Nothing was forgotten" in result.stderr
    assert JUNK in texts_of(MINA)


@pytest.mark.usefixtures("home")
def test_where_there_is_no_junk_it_says_so() -> None:
    result = ttori("purge", "U2", "--team", "T2", "--yes")

    assert result.exit_code == DONE
    assert "No junk" in result.stdout


@pytest.mark.usefixtures("home")
def test_the_typed_user_id_erases_the_person_and_nobody_else() -> None:
    result = ttori("erase", "U1", typed="U1\n")

    assert result.exit_code == DONE
    assert "3 memories" in result.stdout
    assert "Backups" in result.stdout
    assert texts_of(MINA) == set()
    assert texts_of(JUN) == {"취미: 낚시", JUNK}
    assert ttori("export", "U1").exit_code == REFUSED


@pytest.mark.usefixtures("home")
def test_an_erasure_with_yes_needs_nothing_typed() -> None:
    assert ttori("erase", "U2", "--team", "T2", "--yes").exit_code == DONE
    assert (texts_of(JUN_ELSEWHERE), len(texts_of(JUN))) == (set(), 2)


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("typed", ["y\n", "u1\n", "U2\n", "\n", ""])
def test_anything_but_the_user_id_erases_nothing(typed: str) -> None:
    result = ttori("erase", "U1", typed=typed)

    assert result.exit_code == REFUSED
    assert "Nothing was erased" in result.stderr
    assert len(texts_of(MINA)) == 3


@pytest.mark.parametrize("command", ["purge", "erase", "export", "log"])
def test_an_unknown_user_is_told_in_a_sentence(home: Path, command: str) -> None:
    result = ttori(command, "U9")

    assert (result.exit_code, home.is_dir()) == (REFUSED, True)
    assert result.stderr == "✗ Nothing is kept of U9.\n"


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize("command", ["purge", "erase", "export", "log"])
def test_a_user_of_two_teams_is_asked_which(command: str) -> None:
    result = ttori(command, "U2")

    assert result.exit_code == REFUSED
    assert "name one of T1, T2" in result.stderr
    assert "--team" in result.stderr


def test_while_the_bot_holds_the_home_another_way_is_named(home: Path) -> None:
    lock = HomeLock.acquire(home)
    try:
        erasing, purging = ttori("erase", "U1", "--yes"), ttori("purge", "U1", "--yes")
    finally:
        lock.release()

    assert (erasing.exit_code, purging.exit_code) == (FAULT, FAULT)
    assert "Stop it" in erasing.stderr
    assert "http://127.0.0.1:8643/admin/memory/erase/U1?confirm=U1" in erasing.stderr
    assert "http://127.0.0.1:8643/admin/memory/purge/U1" in purging.stderr
    assert "needs TTORI_ADMIN_TOKEN" in purging.stderr
    assert len(texts_of(MINA)) == 3


@pytest.mark.usefixtures("home")
def test_an_export_prints_json_that_holds_the_memories_and_nothing_else() -> None:
    result = ttori("export", "U1")

    told = json.loads(result.stdout)
    assert {each["text"] for each in told["memories"]} == {
        "또리 생일: 10월 27일",
        "취미: 사진",
        JUNK,
    }


@pytest.mark.usefixtures("home")
def test_markdown_is_printed_for_reading() -> None:
    result = ttori("export", "U1", "--format", "markdown")

    assert "## 또리" in result.stdout.splitlines()


@pytest.mark.usefixtures("home")
def test_a_file_is_written_for_its_owner_alone(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"

    result = ttori("export", "U1", "--out", str(out))

    assert (result.exit_code, result.stdout) == (DONE, "")
    assert stat.S_IMODE(out.stat().st_mode) == 0o600
    assert len(json.loads(out.read_text(encoding="utf-8"))["memories"]) == 3


@pytest.mark.usefixtures("home")
def test_a_file_that_is_there_is_not_overwritten(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    out.write_text("precious")

    result = ttori("export", "U1", "--out", str(out))

    assert result.exit_code == FAULT
    assert "exists already" in result.stderr
    assert out.read_text() == "precious"


@pytest.mark.usefixtures("home")
def test_an_export_comes_back_whole_but_for_its_junk(tmp_path: Path) -> None:
    out = tmp_path / "mine.json"
    ttori("export", "U1", "--out", str(out))
    ttori("erase", "U1", "--yes")

    result = ttori("import", "U1", str(out), "--team", "T1", typed="y\n")

    assert result.exit_code == DONE
    assert "2 added, 1 left out" in result.stdout
    assert texts_of(MINA) == {"또리 생일: 10월 27일", "취미: 사진"}


@pytest.mark.usefixtures("home")
def test_before_the_one_yes_it_shows_what_would_come_of_each(tmp_path: Path) -> None:
    file = an_export(
        tmp_path / "x.json",
        {"text": "또리 생일: 1월 1일", "owner": "U2", "id": "x"},
        {"text": "취미: 사진"},
        {"text": "카드 번호는 4111 1111 1111 1111"},
    )

    result = ttori("import", "U1", str(file), typed="n\n")

    assert result.exit_code == REFUSED
    assert "replaces: 또리 생일: 10월 27일" in result.stdout
    assert "known" in result.stdout
    assert "left out (secret)" in result.stdout
    assert "4111" not in result.output
    assert texts_of(MINA) == {"또리 생일: 10월 27일", "취미: 사진", JUNK}


@pytest.mark.usefixtures("home")
def test_what_is_known_already_asks_nothing(tmp_path: Path) -> None:
    file = an_export(tmp_path / "x.json", {"text": "취미: 사진"})

    result = ttori("import", "U1", str(file))

    assert result.exit_code == DONE
    assert "nothing to take in" in result.stdout


def test_conversations_are_taken_in_once_and_bad_lines_told(home: Path, tmp_path: Path) -> None:
    file = tmp_path / "talk.jsonl"
    song = {"user": "U9", "said": "블루밍 들려줘", "reply": "재생할게요.", "at": "2026-02-01"}
    hello = {"user": "U9", "said": "안녕!", "at": "2026-02-02"}
    file.write_text(f"{json.dumps(song)}\n{{\n{json.dumps(hello)}\n", encoding="utf-8")

    first = ttori("import-conversations", str(file), "--team", "T9")
    second = ttori("import-conversations", str(file), "--team", "T9")

    assert (first.exit_code, second.exit_code) == (DONE, DONE)
    assert "talk.jsonl, line 2: not JSON" in first.stderr
    assert (
        "2 imported, 1 tagged, 1 without a subject, 0 already there, 1 unreadable" in first.stdout
    )
    assert "0 imported, 0 tagged, 0 without a subject, 2 already there" in second.stdout

    lock = HomeLock.acquire(home)
    try:
        refused = ttori("import-conversations", str(file), "--team", "T9")
    finally:
        lock.release()
    assert refused.exit_code == FAULT
    assert "Stop it" in refused.stderr


@pytest.mark.usefixtures("home")
def test_an_import_for_a_new_person_needs_the_team_named(tmp_path: Path) -> None:
    file = an_export(tmp_path / "x.json", {"text": "취미: 사진"})

    unnamed = ttori("import", "U9", str(file), "--yes")
    named = ttori("import", "U9", str(file), "--yes", "--team", "T1")

    assert (unnamed.exit_code, named.exit_code) == (REFUSED, DONE)
    assert "name the team" in unnamed.stderr
    assert texts_of(Scope("T1", "U9")) == {"취미: 사진"}


@pytest.mark.usefixtures("home")
@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        (b"{", "line 1, column 2"),
        (b"\xff\xfe", "not a text in UTF-8"),
        (b'{"format": "ttori-memories", "version": 1, "memories": [{}]}', "Entry 1: text"),
    ],
)
@pytest.mark.usefixtures("home")
def test_a_file_that_cannot_be_read_says_where_and_why(
    tmp_path: Path, content: bytes, complaint: str
) -> None:
    file = tmp_path / "x.json"
    file.write_bytes(content)

    result = ttori("import", "U1", str(file), "--yes")

    assert result.exit_code == FAULT
    assert complaint in result.stderr


@pytest.mark.usefixtures("home")
def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    result = ttori("import", "U1", str(tmp_path / "none.json"))

    assert result.exit_code == FAULT
    assert "none.json cannot be read" in result.stderr


@pytest.mark.usefixtures("home")
def test_the_log_shows_candidate_decision_reason_and_source_newest_first() -> None:
    result = ttori("log", "U1")

    rows = [line.split("│") for line in result.stdout.splitlines() if "U1 @ T1" in line]
    cells = [[cell.strip() for cell in row[3:7]] for row in rows]
    assert cells[0][:2] == [JUNK, "saved"]
    assert cells[-1] == ["또리 생일: 10월 27일", "new", "nothing alike is known", "wish"]


@pytest.mark.usefixtures("home")
def test_without_a_user_the_log_shows_everyone_up_to_the_limit() -> None:
    whole, two = ttori("log"), ttori("log", "--limit", "2")

    assert all(who in whole.stdout for who in ("U1 @ T1", "U2 @ T1", "U2 @ T2"))
    assert (two.stdout.count(" @ "), two.stdout.count("U2 @ T2")) == (2, 2)


@pytest.mark.usefixtures("home")
def test_the_log_of_searches_shows_ids_and_numbers_alone() -> None:
    figures = Evidence(1, 1, 0.912, 2.0, 5.25, score=3.5)
    recall = Recall(considered=(Considered("m1", figures),), ranking="standout", took_ms=12.5)

    async def search(rooms: Rooms) -> None:
        searched = [Searched(SearchKind.PREFETCH, recall, ("m1",))]
        rooms.traces.note(MINA, searched, at=now(), answer_id="x1", cited={"m1"})
        await rooms.traces.settle()

    in_rooms(search)
    table, told = ttori("log", "searches", "U1"), ttori("log", "searches", "--json")

    assert "1. m1  cos 0.912  bm25 5.25  score 3.500" in table.stdout
    (entry,) = json.loads(told.stdout)
    assert (entry["ranking"], entry["took_ms"], entry["used"]) == ("standout", 12.5, ["m1"])
    assert entry["filters"] == {"type": None, "active": True}
    assert entry["candidates"][0]["similarity"] == 0.912


@pytest.mark.usefixtures("home")
def test_an_empty_log_of_searches_says_so() -> None:
    assert ttori("log", "searches").stdout == "The search log is empty.\n"
    assert ttori("log", "searches", "--json").stdout == "[]\n"


@pytest.mark.usefixtures("home")
def test_of_a_user_of_several_teams_only_the_named_one_is_shown() -> None:
    result = ttori("log", "U2", "--team", "T1")

    assert "취미: 낚시" in result.stdout
    assert "취미: 독서" not in result.stdout


def test_an_evaluation_as_json_is_one_object_with_the_parts_that_the_files_held(
    tmp_path: Path,
) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(
        '{"kind": "topic", "before": [], "message": "x", "expect": "same"}\n{"kind": "riddle"}\n'
    )

    result = ttori("eval", "--json", str(DATA / "extraction_extra.jsonl"), str(file))

    told = json.loads(result.stdout)
    assert set(told) == {"extraction", "topic", "not_scored"}
    assert told["topic"] == {
        "n": 1,
        "accuracy": 1.0,
        "decided": 1.0,
        "decided_accuracy": 1.0,
        "wrong": [],
    }
    assert (told["extraction"]["n"], told["extraction"]["accuracy"]) == (45, 1.0)
    assert told["not_scored"] == {"riddle": 1}
    assert "Not scored yet: riddle (1)" in result.stderr


def test_the_table_shows_accuracy_confusions_and_what_was_wrong(tmp_path: Path) -> None:
    file = tmp_path / "x.jsonl"
    file.write_text(
        '{"kind": "decision", "existing": [], "text": "취미: 사진", "expect": "new"}\n'
        '{"kind": "decision", "existing": [], "text": "취미: 등산", "expect": "ask"}\n'
    )

    result = ttori("eval", str(file))

    rows = [
        [cell.strip() for cell in line.split("│")[1:-1]]
        for line in result.stdout.splitlines()
        if line.startswith("│")
    ]
    assert ["decision", "2", "0.500", "0"] in rows
    assert ["ask", "1"] in rows
    assert ["", "취미: 등산", "ask", "new"] in rows


@pytest.mark.parametrize(
    ("content", "complaint"), [('{"kind"', "x.jsonl, line 1"), (None, "cannot be read")]
)
def test_data_that_cannot_be_read_is_named(
    tmp_path: Path, content: str | None, complaint: str
) -> None:
    file = tmp_path / "x.jsonl"
    if content is not None:
        file.write_text(content)

    result = ttori("eval", str(file))

    assert result.exit_code == FAULT
    assert complaint in result.stderr


def test_what_a_person_wrote_cannot_steer_the_terminal(home: Path) -> None:
    async def write(rooms: Rooms) -> None:
        await remember(rooms.notebook, MINA, "메모: [red]빨강[/red] \x1b[2J지움")

    in_rooms(write)

    result = ttori("log", "U1")

    assert home.is_dir()
    assert "[red]빨강[/red]" in result.stdout
    assert "\x1b" not in result.stdout


def test_wrong_settings_end_a_command_with_a_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TTORI_ADMIN_PORT", "70000")

    result = ttori("log")

    assert result.exit_code == FAULT
    assert result.stderr.startswith("✗ TTORI_ADMIN_PORT: ")


@pytest.fixture
def finding(tmp_path: Path) -> Path:
    file = tmp_path / "finding.jsonl"
    file.write_text(
        '{"kind": "memory", "id": "a", "text": "또리 생일: 10월 27일"}\n'
        '{"kind": "memory", "id": "b", "text": "사는 곳: 대전"}\n'
        '{"kind": "query", "text": "또리 생일", "expect": ["a"], "tag": "noun"}\n'
        '{"kind": "query", "text": "대전", "expect": ["b"], "tag": "place"}\n',
        encoding="utf-8",
    )
    return file


@pytest.mark.usefixtures("home")
def test_rankings_stand_side_by_side_in_one_table(finding: Path) -> None:
    result = ttori("eval", "--ranking", "rrf,weighted", str(finding))

    rows = [
        [cell.strip() for cell in line.split("│")[1:-1]]
        for line in result.stdout.splitlines()
        if line.startswith("│")
    ]
    assert [row[:3] for row in rows if row[0] in {"rrf", "weighted"}] == [
        ["rrf", "2", "1.000"],
        ["weighted", "2", "1.000"],
    ]
    assert [row[0] for row in rows[2:]] == ["noun", "place"]


@pytest.mark.usefixtures("home")
def test_finding_as_json_is_that_of_the_ranking_of_the_settings(
    finding: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("TTORI_RANKING", "keyword")

    told = json.loads(ttori("eval", "--json", str(finding)).stdout)["retrieval"]
    named = json.loads(ttori("eval", "--json", "--ranking", "keyword", str(finding)).stdout)

    assert told == named["retrieval"]
    assert told["any@1"] == 1.0
    assert "rankings" not in told


@pytest.mark.usefixtures("home")
def test_a_ranking_that_does_not_exist_ends_with_those_that_do(finding: Path) -> None:
    result = ttori("eval", "--ranking", "best", str(finding))

    assert result.exit_code == FAULT
    assert "no ranking 'best': use standout, rrf" in result.stderr


@pytest.mark.usefixtures("home")
def test_the_comparison_has_a_row_for_each_form_and_method() -> None:
    result = ttori("eval", "--comparison", "--json", str(DATA / "comparison.jsonl"))

    told = json.loads(result.stdout)["comparison"]
    assert len(told) == 12
    assert set(told[0]) == {"representation", "method", "recall@1", "recall@3"}
    by_pair = {(each["representation"], each["method"]): each for each in told}
    best = by_pair["summary", "hybrid + type"]
    assert best["recall@3"] >= by_pair["summary", "keyword"]["recall@3"]
