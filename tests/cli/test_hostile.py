"""Input that means harm or mischief: nothing reaches the terminal raw, and nothing ends in a traceback."""

import json
import random
import sqlite3
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui

EVIL = "red \x1b[31m clear \x1b[2J clip \x1b]52;c;aGk=\x07 c1 \x9b31m bidi \u202egnp.exe del \x7f"


def harmless(text: str) -> bool:
    return all(c == "\n" or c.isprintable() for c in text)


def evil_store(memtui: Memtui) -> str:
    line = json.dumps(
        {
            "text": f"{EVIL}\nsecond [bold]line[/bold]",
            "abstract": EVIL,
            "scope": "/project/evil",
            "provenance": {"source": f"agent{EVIL}", EVIL: EVIL, "quote": ["\x1b[0m"]},
        }
    )
    assert memtui("import", "-", stdin=line + "\n").code == 0
    return str(memtui("list", "--json").json[0]["uid"])


def test_hostile_text_prints_nothing_a_terminal_acts_on(memtui: Memtui, tmp_path: Path) -> None:
    uid = evil_store(memtui)
    for args in (
        ["list"],
        ["show", uid],
        ["show", uid, "--json"],
        ["list", "--json"],
        ["history"],
        ["history", "--op", "1"],
        ["history", "--op", "1", "--json"],
        ["stats"],
        ["stats", "--json"],
        ["forget", "in:/project", "--dry-run"],
        ["drop", uid],
        ["undo"],
        ["export"],
        ["export", "--json"],
        ["edit", uid, "--text", EVIL],
        ["list", EVIL],
        ["list", f"in:{EVIL}"],
        ["show", EVIL],
        ["add", EVIL, "--scope", EVIL],
        ["import", f"/nowhere/{EVIL}"],
        [EVIL],
        ["list", f"--{EVIL}"],
        ["config", "get", EVIL],
        ["config", "set", EVIL, EVIL],
    ):
        ran = memtui(*args)
        assert harmless(ran.out), args
        assert harmless(ran.err), args
        assert ran.code in {0, 1, 2, 3}, (args, ran.err)


def test_json_holds_the_text_as_it_is(memtui: Memtui) -> None:
    uid = evil_store(memtui)
    assert memtui("show", uid, "--json").json["text"].startswith("red \x1b[31m clear")


def test_one_memory_is_one_line_of_the_list(memtui: Memtui) -> None:
    memtui.add("first\nsecond\rthird\u2028fourth")
    assert len(memtui("list").lines) == 1


def test_input_that_is_not_utf8_is_refused_and_says_where(memtui: Memtui) -> None:
    memtui.begin()
    ran = memtui("add", "-", stdin=b"caf\xe9 \x00 \xff")
    assert ran.code == 1
    assert "no UTF-8 text (byte 3)" in ran.err
    assert memtui.texts() == []


def test_a_lone_surrogate_is_kept_as_well_as_it_can_be(memtui: Memtui) -> None:
    assert memtui("add", "lone \udce9 surrogate").code == 0
    assert memtui("list").code == 0


def test_a_text_without_end_is_refused(memtui: Memtui) -> None:
    ran = memtui("add", "-", stdin="x" * 5_000_000)
    assert ran.code == 1
    assert "1,000,000 characters" in ran.err


@pytest.mark.parametrize("content", [b"not a database at all", b"SQLite format 3\x00" + b"\x99" * 5000])
def test_a_file_that_is_no_store_is_left_alone(memtui: Memtui, content: bytes) -> None:
    memtui.db.write_bytes(content)
    for args in (["list"], ["add", "x"], ["stats"]):
        ran = memtui(*args)
        assert ran.code == 1
        assert str(memtui.db) in ran.err
        assert "Traceback" not in ran.err
    assert memtui("doctor").code == 1
    assert memtui.db.read_bytes() == content


def test_another_programs_database_is_left_alone(memtui: Memtui) -> None:
    with sqlite3.connect(memtui.db) as other:
        other.execute("CREATE TABLE bookmarks (url)")
    before = memtui.db.read_bytes()
    ran = memtui("add", "x")
    assert (ran.code, "another program" in ran.err) == (1, True)
    assert memtui.db.read_bytes() == before


def test_a_store_of_a_newer_memtui_is_refused(memtui: Memtui, three: list[str]) -> None:
    with sqlite3.connect(memtui.db) as newer:
        newer.execute("PRAGMA user_version = 999")
    ran = memtui("list")
    assert ran.code == 1
    assert "newer memtui" in ran.err


def test_a_damaged_store_is_a_sentence(memtui: Memtui, three: list[str]) -> None:
    content = bytearray(memtui.db.read_bytes())
    content[4096:] = b"\x5a" * (len(content) - 4096)
    memtui.db.write_bytes(content)
    for wal in memtui.db.parent.glob("*-wal"):
        wal.unlink()
    ran = memtui("list")
    assert ran.code == 1
    assert "Traceback" not in ran.err
    assert memtui("doctor", "--deep").code == 1


def test_malformed_lines_are_skipped_and_told(memtui: Memtui) -> None:
    bad = '{"text": 3}\n[]\n{"text": ""}\n{"text": "x", "scope": "/a/../b"}\n{"text": "x", "importance": 9}\n'
    ran = memtui("import", "-", "--format", "memtui", "--json", stdin=bad * 5 + '{"text": "good"}\n{"te')
    assert ran.code == 1
    assert (ran.json["added"], ran.json["skipped"]) == (1, 26)
    assert len(ran.json["reasons"]) == 10
    assert memtui("import", "-", stdin=bad).code == 1


@pytest.mark.parametrize("scope", ["..", "/a/../b", "/./a", "", "/" + "a/" * 40, "x" * 500])
def test_scopes_that_climb_or_have_no_end_are_refused(memtui: Memtui, three: list[str], scope: str) -> None:
    for args in (
        ["add", "x", "--scope", scope],
        ["move", three[0], scope],
        ["edit", three[0], "--scope", scope],
        ["import", "-", "--scope", scope],
        ["forget", "--scope", scope, "--yes"],
    ):
        assert memtui(*args, stdin="").code in {1, 2}
    assert len(memtui.texts()) == 3


def test_a_bad_clock_is_refused(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMTUI_NOW", "yesterday")
    ran = memtui("add", "x")
    assert ran.code == 1
    assert ran.err == "MEMTUI_NOW is an ISO 8601 time such as 2026-11-20T09:30:00Z, not 'yesterday'.\n"


def test_a_bug_is_a_sentence_unless_debugging(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("\x1b[31mboom")

    monkeypatch.setattr("memtui.cli.stats.read_stats", broken)
    memtui.add("x")
    ran = memtui("stats")
    assert ran.code == 1
    assert "MEMTUI_DEBUG=1" in ran.err
    assert "Traceback" not in ran.err
    monkeypatch.setenv("MEMTUI_DEBUG", "1")
    ran = memtui("stats")
    assert "Traceback" in ran.err
    assert harmless(ran.err)


def test_a_scope_that_grows_too_deep_on_import_is_left_out_alone(memtui: Memtui) -> None:
    deep = "/".join(str(n) for n in range(16))
    lines = f'{{"text": "deep", "scope": "/{deep}"}}\n{{"text": "flat"}}\n'
    ran = memtui("import", "-", "--scope", "/below", "--json", stdin=lines)
    assert (ran.code, ran.json["added"], ran.json["skipped"], len(ran.json["uids"])) == (1, 1, 1, 1)


@pytest.mark.parametrize("text", ["\u3164", "\u115f\u1160", "\u034f", "\ufe0f\u200d", "\u2800 \U000e0041"])
def test_a_text_of_characters_that_show_nothing_is_no_text(memtui: Memtui, text: str) -> None:
    ran = memtui("add", text)
    assert (ran.code, "needs some text" in ran.err) == (1, True)
    line = json.dumps({"text": text}) + "\n"
    assert memtui("import", "-", "--format", "memtui", stdin=line).code == 1
    assert memtui("extract", "-", "--yes", stdin=text).code == 3
    assert memtui.texts() == []


def test_what_hides_in_a_text_is_shown_and_what_belongs_there_is_kept(memtui: Memtui) -> None:
    uid = memtui.add("The ad\u3164min writes ❤️ and می‌خواهم")
    assert "The ad·min writes ❤️ and می‌خواهم" in memtui("show", uid).out
    assert memtui.texts() == ["The ad\u3164min writes ❤️ and می‌خواهم"]


@pytest.mark.few(1)
@pytest.mark.parametrize(
    ("table", "column"), [("memories", "abstract"), ("memories", "importance"), ("categories", "category")]
)
def test_a_value_that_was_overwritten_is_damage_and_no_bug(memtui: Memtui, table: str, column: str) -> None:
    uids = [memtui.add(f"number {n}", "--category", "finding") for n in range(3)]
    memtui("edit", uids[0], "--text", "another number", "--abstract", "x")
    with sqlite3.connect(memtui.db) as other:
        other.execute(f"UPDATE {table} SET {column} = ?", (b"\x00\xff",))
    for args in (["list"], ["show", uids[0]], ["recall", "number"], ["stats"], ["review", "run"], ["export"]):
        ran = memtui(*args)
        assert "does not know" not in ran.err
        assert ran.code == 0 or "is damaged" in ran.err, args
    assert memtui("doctor", "--deep").code == 1


@pytest.mark.long
@pytest.mark.few(1)
@pytest.mark.parametrize("seed", range(4))
def test_a_page_of_noise_is_a_sentence_wherever_it_lies(memtui: Memtui, seed: int) -> None:
    lines = "".join(f'{{"text": "number {n} of many words that fill a page"}}\n' for n in range(300))
    memtui("import", "-", stdin=lines)
    with sqlite3.connect(memtui.db) as other:
        other.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    noise = random.Random(seed)
    whole = memtui.db.read_bytes()
    at = noise.randrange(1, len(whole) // 4096) * 4096
    for args in (
        ["list"],
        ["recall", "number"],
        ["review", "run"],
        ["add", "one more"],
        ["history"],
        ["undo"],
    ):
        memtui.db.write_bytes(whole[:at] + noise.randbytes(4096) + whole[at + 4096 :])
        ran = memtui(*args)
        assert ran.code in {0, 3} or ("is damaged" in ran.err and str(memtui.db) in ran.err), ran.err
