"""`memtui simulate`: a year on a store that is thrown away."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

import memtui as memtui_package
from tests.cli.conftest import Memtui

SHORT = ("simulate", "--turns", "300", "--days", "28")
BRIEF = ("simulate", "--turns", "30", "--days", "7")


def test_it_never_touches_the_persons_own_store(memtui: Memtui, three: list[str]) -> None:
    before = memtui.db.read_bytes()
    assert memtui(*BRIEF).code == 0
    assert memtui.db.read_bytes() == before
    assert len(memtui.texts()) == 3


def test_it_makes_no_store_where_there_is_none(memtui: Memtui) -> None:
    assert memtui(*BRIEF).code == 0
    assert not memtui.db.exists()


@pytest.mark.long
def test_it_shows_the_store_week_by_week_and_each_target(memtui: Memtui) -> None:
    ran = memtui(*SHORT)
    assert ran.lines[0].split() == ["turns", "300", "in", "4", "weeks"]
    shown = dict(line.split(maxsplit=1) for line in ran.lines)
    assert {"live", "proposed", "drops", "file", "junk", "right"} <= shown.keys()
    assert any("planted junk" in line for line in ran.lines)


@pytest.mark.long
def test_as_json_it_is_one_object_with_a_record_for_each_week(memtui: Memtui) -> None:
    told = memtui(*SHORT, "--json").json
    assert [week["live"] > 0 for week in told["weeks"]] == [True] * 4
    assert told["weeks"][-1]["live"] <= told["weeks"][-1]["written"] == told["written"]
    assert sum(kind["planted"] for kind in told["junk"].values()) > 0


@pytest.mark.long
def test_the_same_seed_gives_the_same_year_and_another_one_another(memtui: Memtui) -> None:
    first, again, other = (memtui(*SHORT, "--json", "--seed", seed).json for seed in ("3", "3", "4"))
    assert first == again
    assert first["weeks"] != other["weeks"]


@pytest.mark.long
def test_more_live_memories_than_the_cap_end_in_a_refusal(memtui: Memtui) -> None:
    ran = memtui(*SHORT, "--cap", "5", "--diligence", "0")
    assert ran.code == 1
    assert "more than 5" in ran.err
    assert memtui(*BRIEF, "--cap", "100000").code == 0


def test_the_report_says_the_command_that_made_it(memtui: Memtui, tmp_path: Path) -> None:
    page = tmp_path / "year.md"
    assert memtui(*BRIEF, "--report", str(page)).code == 0
    text = page.read_text("utf-8")
    assert f"memtui simulate --turns 30 --days 7 --report {page.as_posix()}" in text
    assert text.endswith("\n")


def test_a_report_that_cannot_be_written_is_named(memtui: Memtui, tmp_path: Path) -> None:
    ran = memtui(*BRIEF, "--report", str(tmp_path / "missing" / "year.md"))
    assert (ran.code, "cannot be written" in ran.err) == (1, True)


def test_interrupted_it_says_so(memtui: Memtui, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("memtui.cli.running.Running.cancelled", lambda _: True)
    ran = memtui(*SHORT)
    assert (ran.code, "Interrupted" in ran.err) == (130, True)


def test_a_diligence_beyond_one_is_a_usage_error(memtui: Memtui) -> None:
    assert memtui(*SHORT, "--diligence", "1.5").code == 2


def test_installed_without_the_source_it_says_where_the_simulation_is(tmp_path: Path) -> None:
    (tmp_path / "memtui").symlink_to(Path(memtui_package.__file__).parent)
    ran = subprocess.run(
        [sys.executable, "-m", "memtui", *SHORT],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 1
    assert "comes with memtui's source" in ran.stderr
    assert "Traceback" not in ran.stderr
