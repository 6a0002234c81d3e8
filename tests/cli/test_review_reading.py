"""`review run` with a model: what it takes is told beforehand, and it goes on where it stopped."""

import json
import os
from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.llm.programs import Fake, claude, put

DROP = json.dumps({"cards": [{"id": 1, "do": "drop", "sure": 0.9, "reason": "Nobody would miss it."}]})


@pytest.fixture
def fake(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Fake:
    """Return a Claude Code on the path, which is the model that is set."""
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "cli/claude")
    return put(tmp_path / "bin", "claude", claude(DROP))


@pytest.fixture(autouse=True)
def _two(memtui: Memtui) -> None:
    memtui.add("Never deploy on Fridays, because nobody watches the pager on weekends")
    memtui.add("Number invoices by quarter: the bookkeeper rejects any other order")


def kinds(memtui: Memtui) -> list[str]:
    return [row["kind"] for row in memtui("review", "list", "--json").json]


def test_what_reading_takes_is_told_and_the_cards_wait(memtui: Memtui, fake: Fake) -> None:
    ran = memtui("review", "run")
    assert "cli/claude reads 2 memories, about 1," in ran.err
    assert " tokens." in ran.err
    assert len(fake.runs()) == 1
    assert kinds(memtui) == ["judge"]


@pytest.mark.long
def test_what_was_read_is_read_again_only_when_that_is_asked_for(memtui: Memtui, fake: Fake) -> None:
    memtui("review", "run")
    assert "cli/claude reads" not in memtui("review", "run").err
    assert len(fake.runs()) == 1
    assert "cli/claude reads 2 memories" in memtui("review", "run", "--again").err
    assert len(fake.runs()) == 2


def test_a_setting_keeps_the_model_from_reading(memtui: Memtui, fake: Fake, tmp_path: Path) -> None:
    (tmp_path / "config.toml").write_text('[review]\njudge = "never"\n')
    assert memtui("review", "run").code == 0
    assert fake.runs() == []
    asked = memtui("review", "run", "--model", "cli/claude")
    assert len(fake.runs()) == 1
    assert "Looked at 0 memories, and a model read 2, in" in asked.err


def test_a_program_that_is_not_signed_in_is_said_and_the_rules_go_on(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", str(tmp_path / "bin"), prepend=os.pathsep)
    monkeypatch.setenv("MEMTUI_LLM_MODEL", "cli/claude")
    put(tmp_path / "bin", "claude", "sys.stderr.write('Not logged in')\nsys.exit(1)")
    memtui.add("The till listens on port 8080")
    memtui.add("The till listens on port 9090")
    ran = memtui("review", "run")
    assert ran.code == 0
    assert "no model was asked from here on: Claude Code is not signed in" in ran.err
    assert "4 memories wait to be read" in ran.err
    assert kinds(memtui) == ["conflict"]


def test_a_card_with_a_witness_shows_both_and_says_which_stays(
    memtui: Memtui, tmp_path: Path, fake: Fake
) -> None:
    same = {"id": 1, "do": "superseded by", "with": 2, "sure": 0.9, "reason": "2 is newer than 1."}
    put(tmp_path / "bin", "claude", claude(json.dumps({"cards": [same]})))
    memtui("review", "run")
    (row,) = memtui("review", "list", "--json").json
    shown = memtui("review", "show", str(row["id"])).out
    assert "the model says: “the other is newer than 1”" in shown
    assert "Never deploy on Fridays" in shown
    assert "Number invoices by quarter" in shown
    assert "stays" in shown
    assert "dropped" in shown


@pytest.mark.parametrize("wrong", [["--again", "--offline"], ["--again", "--dry-run"]])
def test_reading_again_is_for_a_model_that_remembers(memtui: Memtui, wrong: list[str]) -> None:
    assert memtui("review", "run", *wrong).code == 2
