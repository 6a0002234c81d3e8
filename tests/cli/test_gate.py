"""The gate for files, as a person's shell meets it: real processes, real files, a real settings file."""

import json
import os
from pathlib import Path

import pytest

from memtui.formats.registry import readers
from memtui.installed import format_names
from tests.cli.conftest import Memtui
from tests.cli.test_process import run, warm_command

LINES = "# Notes\n\n- The till listens on 8080\n- Cups have lids\n"


@pytest.fixture
def notes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("HOME", str(tmp_path))
    monkeypatch.setenv("MEMTUI_SCRIPTED", "1")
    monkeypatch.chdir(tmp_path)
    file = tmp_path / "shop" / "CLAUDE.md"
    file.parent.mkdir()
    file.write_text(LINES)
    return file


def settings(text: str) -> None:
    Path(os.environ["MEMTUI_CONFIG"]).write_text(text)


def memtui_says(memtui: Memtui, *args: str, code: int = 0) -> str:
    ran = run([*warm_command(), *args], memtui.db)
    assert ran.returncode == code, ran.stderr
    assert "Traceback" not in ran.stderr
    return ran.stdout + ran.stderr


@pytest.mark.long
def test_what_a_linked_file_brings_is_told_once_its_card_is_turned_down(memtui: Memtui, notes: Path) -> None:
    settings('[gate]\nfiles = "hold"\n')
    said = memtui_says(memtui, "sources", "link", str(notes))
    assert "2 held back from agents until you decide" in said
    assert "lids" not in memtui_says(memtui, "recall", "cups lids till", "--scope", "/", code=3)
    (card,) = [c for c in json.loads(memtui_says(memtui, "review", "list", "--json")) if "lids" in str(c)]
    memtui_says(memtui, "review", "reject", str(card["id"]))
    assert "lids" in memtui_says(memtui, "recall", "cups lids", "--scope", "/")
    assert notes.read_text() == LINES


def test_what_is_asked_about_is_stored_with_a_yes_and_then_kept_in_step(memtui: Memtui, notes: Path) -> None:
    settings('[gate.sources]\n"~/shop" = "ask"\n')
    assert "2 asked about and not stored yet" in memtui_says(memtui, "sources", "link", str(notes))
    memtui_says(memtui, "sources", "allow", str(notes), "--yes")
    assert memtui.texts() == []
    (card,) = [c for c in json.loads(memtui_says(memtui, "review", "list", "--json")) if "lids" in str(c)]
    memtui_says(memtui, "review", "accept", str(card["id"]))
    assert memtui.texts() == ["Cups have lids"]
    assert notes.read_text() == LINES
    (row,) = memtui("list", "--json").json
    memtui_says(memtui, "drop", row["uid"])
    assert notes.read_text() == LINES.replace("- Cups have lids\n", "")
    memtui_says(memtui, "undo")
    assert notes.read_text() == LINES


@pytest.mark.parametrize(("gate", "stored"), [("hold", 2), ("ask", 0)])
def test_an_import_goes_through_it_and_undo_takes_it_back(
    memtui: Memtui, notes: Path, gate: str, stored: int
) -> None:
    settings(f'[gate]\nfiles = "{gate}"\n')
    told = json.loads(
        memtui_says(memtui, "import", str(notes), "--dry-run", "--json").partition("\n}")[0] + "}"
    )
    done = json.loads(memtui_says(memtui, "import", str(notes), "--json").partition("\n}")[0] + "}")
    assert (told["added"], told["held"], told["asked"]) == (done["added"], done["held"], done["asked"])
    assert (done["added"], done["held"], done["asked"]) == (stored, stored, 2 - stored)
    assert len(memtui.texts()) == stored
    if stored:
        memtui_says(memtui, "undo")
        assert memtui.texts() == []
        assert memtui("review", "list", "--json").json == []


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        ('[gate]\nfiles = "maybe"\n', 'line 2: gate.files is one of "store", "hold", "ask", not "maybe"'),
        (
            '[gate]\nsources = "hold"\n',
            'line 2: gate.sources is a section, written [gate.sources], not "hold"',
        ),
        (
            '[gate.sources]\ncluade = "hold"\n',
            'line 2: "cluade" is neither a format (',
        ),
        ('[gate.sources]\n"shop/CLAUDE.md" = "hold"\n', "nor a path that begins with / or ~"),
        ('[gate.sources]\n"~nobody-here/x" = "hold"\n', "nor a path that begins with / or ~"),
        ("[gate.sources]\nclaude = 1\n", 'gate.sources.claude is one of "store", "hold", "ask", not 1'),
    ],
)
def test_a_wrong_setting_is_one_sentence_and_nothing_is_stored(
    memtui: Memtui, notes: Path, text: str, sentence: str
) -> None:
    settings(text)
    assert sentence in memtui_says(memtui, "sources", "link", str(notes), code=1)
    assert sentence in memtui_says(memtui, "doctor", code=1)
    assert not memtui.db.exists()


def test_a_script_may_not_open_the_gate(memtui: Memtui, notes: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("MEMTUI_SCRIPTED")
    for key in ("gate.files", "gate.sources.claude"):
        assert memtui("config", "set", key, "store").code == 1


def test_a_format_is_set_by_command_and_a_path_by_hand(memtui: Memtui, notes: Path) -> None:
    memtui_says(memtui, "config", "set", "gate.sources.claude", "hold")
    assert 'claude = "hold"' in Path(os.environ["MEMTUI_CONFIG"]).read_text()
    said = memtui_says(memtui, "config", "set", "gate.sources.~/shop/CLAUDE.md", "hold", code=1)
    assert 'by hand, below [gate.sources]: "~/shop/CLAUDE.md" = "hold"' in said


def test_doctor_names_a_path_with_a_rule_where_nothing_is(memtui: Memtui, notes: Path) -> None:
    settings('[gate.sources]\n"~/shop" = "hold"\n"~/shpo" = "ask"\n')
    assert '"~/shpo"' in (said := memtui_says(memtui, "doctor"))
    assert '"~/shop"' not in said


def test_the_formats_that_a_setting_may_name_are_those_that_are_read() -> None:
    assert format_names() == sorted(reader.name for reader in readers())
