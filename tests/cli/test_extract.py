"""`memtui extract` as people and scripts use it."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.llm.programs import claude, put
from tests.llm.server import Reply, serving

TEXT = (
    "After reviewing the infrastructure options, the team recommends PostgreSQL for the user database due "
    "to its JSONB support. Estimated cost is $2,400/month on RDS. The compliance team flagged that all user "
    "data must stay in EU regions. DevOps prefers managed services over self-hosted.\n"
)


@pytest.fixture
def notes(tmp_path: Path) -> Path:
    file = tmp_path / "notes.md"
    file.write_text(TEXT, encoding="utf-8")
    return file


def test_a_file_becomes_four_memories_and_undo_takes_them_back(memtui: Memtui, notes: Path) -> None:
    looked = memtui("extract", str(notes), "--scope", "/project/atlas", "--dry-run")
    assert (looked.code, memtui.texts()) == (0, [])
    assert looked.out.count("new ") == 4
    assert looked.err == "4 facts.\nNothing was stored.\n"
    stored = memtui("extract", str(notes), "--scope", "/project/atlas", "--yes")
    assert stored.code == 0
    assert "Stored 4 facts. `memtui undo` takes it back." in stored.err
    assert len(memtui.texts("in:/project/atlas")) == 4
    assert memtui("undo").err == "Undid: extraction of 4 memories (offline)\n"
    assert memtui.texts() == []


def test_a_text_with_few_facts_says_why(memtui: Memtui) -> None:
    ran = memtui("extract", "-", "--dry-run", stdin="Should it run at night? Who tests it?")
    assert "2 sentences: none in facts, 2 questions or plans." in ran.err


def test_the_sentences_in_no_fact_are_listed_when_asked_for(memtui: Memtui) -> None:
    text = "We decided to keep SQLite because one file is easy to back up. Who tests it?\n"
    assert "Who tests it?" not in memtui("extract", "--dry-run", stdin=text).out
    out = memtui("extract", "--dry-run", "--left-out", stdin=text).out
    assert [line.split() for line in out.splitlines()][-1] == [
        "left",
        "out",
        "question",
        "or",
        "plan",
        "Who",
        "tests",
        "it?",
    ]
    left = memtui("extract", "--dry-run", "--json", stdin=text).json["left_out"]
    assert left == [{"text": "Who tests it?", "start": 63, "why": "asked"}]


def test_json_names_every_fact_with_its_verdict(memtui: Memtui) -> None:
    ran = memtui("extract", "-", "--yes", "--json", stdin=TEXT)
    assert ran.json["counts"]["new"] == 4
    assert ran.json["extractor"] == "offline"
    assert ran.json["sentences"] == {
        "read": 4,
        "fact": 4,
        "asked": 0,
        "nothing": 0,
        "leaning": 0,
        "quoted": 0,
        "before": 0,
        "option": 0,
        "frame": 0,
        "entry": 0,
        "data": 0,
        "long": 0,
    }
    assert len(ran.json["uids"]) == ran.json["stored"] == 4
    fact = ran.json["facts"][1]
    assert fact["text"] == "Estimated cost of PostgreSQL is $2,400/month on RDS."
    assert TEXT[fact["start"] : fact["end"]] == fact["quote"]
    again = memtui("extract", "-", "--yes", "--json", stdin=TEXT)
    assert (again.json["counts"]["duplicate"], again.json["stored"], again.json["op"]) == (4, 0, None)


@pytest.mark.usefixtures("scripted")
def test_a_dropped_fact_says_when_it_was_dropped(memtui: Memtui) -> None:
    uids = memtui("extract", "--yes", "--json", stdin=TEXT).json["uids"]
    memtui("drop", uids[0])
    ran = memtui("extract", "--yes", stdin=TEXT)
    assert "you dropped this on 20 November 2026" in ran.out
    assert len(memtui.texts("--state", "live")) == 3
    assert memtui("extract", "--yes", "--allow-dropped", "--json", stdin=TEXT).json["stored"] == 1


def test_nobody_to_ask_means_nothing_is_read(memtui: Memtui) -> None:
    ran = memtui("extract", "-", stdin=TEXT)
    assert (ran.code, ran.out) == (1, "")
    assert "--dry-run" in ran.err


@pytest.mark.parametrize(
    ("stdin", "code", "said"),
    [
        (b"\x7fELF\x02\x01\x01\0\0\0\0 binary", 1, "binary, not text"),
        (b"\xff\xd8\xff\xe0" * 40, 1, "binary, not text"),
        (b" \n ", 3, "holds no text"),
    ],
)
def test_what_is_no_text_is_refused(memtui: Memtui, stdin: bytes, code: int, said: str) -> None:
    ran = memtui("extract", "--yes", stdin=stdin)
    assert (ran.code, ran.out) == (code, "")
    assert said in ran.err


def test_a_text_without_facts_is_no_failure(memtui: Memtui) -> None:
    ran = memtui("extract", "--yes", "--json", stdin="Hello there. Thanks!\n")
    assert (ran.code, ran.json["facts"]) == (0, [])


def test_a_pasted_secret_is_said_and_kept_nowhere(memtui: Memtui) -> None:
    secret = "hunter2" + "correct"
    ran = memtui("extract", "--yes", stdin=f"We chose Redis. The password is {secret} for staging.\n")
    assert "Left out before anything read it: password." in ran.err
    assert secret not in ran.out + ran.err
    assert memtui.texts() == ["We chose Redis."]
    assert secret.encode() not in memtui.db.read_bytes()


@pytest.mark.parametrize(
    ("content", "options", "sentence"),
    [
        (b" \n", (), "“notes.txt” holds no text."),
        (b"\0\1\2", (), "“notes.txt” is binary, not text."),
        (None, (), "“notes.txt” is a folder;"),
        (b"The port is 8080.", ("--date", "2026-13-45"), "“2026-13-45” is no day;"),
        (b"The port is 8080.", ("--date", "yesterday"), "“yesterday” is no day;"),
        (b"The port is 8080.", (), "Nobody can be asked here, so nothing was read."),
    ],
)
def test_what_is_wrong_with_the_text_is_said_before_that_nobody_can_be_asked(
    memtui: Memtui,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    content: bytes | None,
    options: tuple[str, ...],
    sentence: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    if content is None:
        Path("notes.txt").mkdir()
    else:
        Path("notes.txt").write_bytes(content)
    done = memtui("extract", *options, "notes.txt")
    assert done.code != 0
    assert done.err.startswith(sentence)


def test_a_model_and_offline_contradict_each_other(memtui: Memtui) -> None:
    assert memtui("extract", "--offline", "--model", "x/y", "--yes", stdin=TEXT).code == 2


def test_hostile_text_stays_off_the_terminal(memtui: Memtui) -> None:
    ran = memtui("extract", "--dry-run", stdin="We chose \x1b]0;evil\x07Redis for \x1b[2Jsessions.\n")
    assert "\x1b" not in ran.out
    assert "Redis" in ran.out


def test_with_a_model_the_gates_stand_between_it_and_the_store(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    good = {
        "text": "The team recommends PostgreSQL for the user database because of its JSONB support.",
        "quote": "the team recommends PostgreSQL for the user database due to its JSONB support",
        "abstract": "PostgreSQL recommended",
        "type": "semantic",
        "categories": ["decision"],
        "importance": 0.8,
        "reason": "a decision",
    }
    invented = {**good, "text": "The team recommends PostgreSQL 17 for the user database."}
    unquoted = {**good, "text": "The team likes Oracle.", "quote": "the team likes Oracle"}
    monkeypatch.setenv("OPENAI_API_KEY", "sk-none")
    with serving(Reply(json.dumps({"facts": [good, invented, unquoted]}))) as server:
        monkeypatch.setenv("MEMTUI_LLM_API_BASE", server.base)
        ran = memtui("extract", "--model", "openai/loopback", "--yes", "--json", stdin=TEXT)
    assert ran.code == 0, ran.err
    assert ran.json["message"] == "1 fact of 3 found: 1 without quote, 1 invented"
    (uid,) = ran.json["uids"]
    provenance = memtui("show", uid, "--json").json["provenance"]
    assert (provenance["extractor"], provenance["model"]) == ("model", "openai/loopback")
    assert provenance["prompt"].startswith("extract")
    assert provenance["quote"] == good["quote"]


def test_when_the_model_cannot_be_asked_nothing_is_stored(
    memtui: Memtui, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    ran = memtui("extract", "--model", "openai/gpt-4o-mini", "--yes", stdin=TEXT)
    assert (ran.code, ran.out) == (1, "")
    assert "OPENAI_API_KEY" in ran.err
    assert memtui.texts() == []


def test_a_file_that_is_not_there_is_named_before_anything_is_asked(memtui: Memtui) -> None:
    ran = memtui("extract", "nowhere.txt")
    assert (ran.code, ran.err) == (1, "There is no nowhere.txt; give a text file, or - for stdin.\n")


def test_a_program_on_the_path_reads_and_half_an_answer_of_it_stores_nothing(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "We settled on PostgreSQL 16 for Atlas because of JSONB."
    fact = {"text": "Atlas uses PostgreSQL 16 because of JSONB", "quote": text, "type": "semantic"}
    answer = json.dumps(
        {"facts": [{**fact, "categories": ["decision"], "importance": 0.8, "reason": "lasts"}]}
    )
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    put(tmp_path / "bin", "claude", claude(answer[:60]))
    ran = memtui("extract", "-", "--model", "cli/claude", "--yes", stdin=text)
    assert ran.code == 1
    assert "cli/claude" in ran.err
    assert memtui.texts() == []
    put(tmp_path / "bin", "claude", claude(answer))
    assert memtui("extract", "-", "--model", "cli/claude", "--yes", stdin=text).code == 0
    assert memtui.texts() == ["Atlas uses PostgreSQL 16 because of JSONB"]


def test_an_undated_text_is_read_as_of_today_which_is_said_or_of_the_day_that_is_given(
    memtui: Memtui,
) -> None:
    text = "We decided to move the shop to Hetzner in two weeks.\n"
    ran = memtui("extract", "--dry-run", stdin=text)
    assert "no date in the text. --date gives it one." in ran.err
    ran = memtui("extract", "--yes", "--date", "2024-03-01", stdin=text)
    assert "no date in the text" not in ran.err
    assert "2024-03-11" in memtui.texts()[0]
    diary = (
        "## 2024-02-27\nWe decided to move the shop tomorrow.\n\n## 2024-03-01\nThe shop stays on Hetzner.\n"
    )
    ran = memtui("extract", "--dry-run", stdin=diary)
    assert "Read day by day, 2024-02-27 to 2024-03-01, from its headings." in ran.err
    for day, why in (("soon", "is no day"), ("2999-01-01", "is still to come")):
        ran = memtui("extract", "--yes", "--date", day, stdin=text)
        assert (ran.code, why in ran.err) == (2, True)


def dated(day: str, port: int) -> str:
    return f"Weekly sync, {day}\n\nThe team decided that the staging gateway listens on port {port}.\n"


def test_what_is_extracted_is_as_old_as_its_document(memtui: Memtui) -> None:
    assert memtui("extract", "-", "--yes", stdin=dated("2026-03-02", 8080)).code == 0
    (row,) = memtui("list", "--json").json
    assert row["created_at"].startswith("2026-03-02")


def test_an_older_document_that_is_read_later_replaces_nothing(memtui: Memtui) -> None:
    memtui("extract", "-", "--yes", stdin=dated("2026-03-02", 8080))
    ran = memtui("extract", "-", "--yes", "--json", stdin=dated("2026-01-12", 7070))
    (fact,) = [each for each in ran.json["facts"] if "7070" in each["text"]]
    assert (fact["outcome"], "the memory is the newer" in fact["why"]) == ("conflicts", True)
    assert (ran.code, ran.json["held"]) == (1, 1)


def test_facts_that_wait_for_a_decision_are_counted_in_words(memtui: Memtui) -> None:
    memtui("extract", "-", "--yes", stdin=dated("2026-03-02", 8080))
    ran = memtui("extract", "-", "--yes", stdin=dated("2026-01-12", 7070))
    assert "1 fact not stored, left for you to decide:\n  conflicts: " in ran.err


def test_of_a_pasted_session_the_last_word_is_learned_and_no_output(memtui: Memtui) -> None:
    session = (
        "User: ok. line length 100\nAssistant: It is 100.\nUser: Hmm no wait, 88.\nAssistant: Done.\n"
        "User: please remember: I always want type hints, and never use print\nAssistant: Understood.\n"
        "User: now run the tests\nE AssertionError: expected 200, it must be 404\n"
        "ValueError: rates must never be negative\n"
    )
    assert memtui("extract", "-", "--yes", stdin=session).code == 0
    assert sorted(memtui.texts()) == ["Line length 88.", "User always wants type hints, and never use print."]


def test_a_line_in_old_letters_is_read(memtui: Memtui, tmp_path: Path) -> None:
    file = tmp_path / "old.txt"
    file.write_bytes("The café runs on port 8080.".encode("latin-1"))
    ran = memtui("extract", str(file), "--dry-run")
    assert (ran.code, "The café runs on port 8080" in ran.out) == (0, True)


def test_a_no_says_that_nothing_was_stored(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.cli.extract.answers", lambda: True)
    monkeypatch.setattr("memtui.cli.extract.agreed", lambda _question: False)
    ran = memtui("extract", "-", stdin=TEXT)
    assert ran.code == 0
    assert ran.err.endswith("Nothing was stored. The screen's Extract view takes facts one by one.\n")
