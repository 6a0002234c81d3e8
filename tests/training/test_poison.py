"""The model of planted wording is trained from notes that the project has, the same bytes each time."""

import hashlib
from pathlib import Path

import pytest

from benchmarks.pairs import BESIDE
from memtui.poison.model import FILE, Model
from training.poison import CARD, DATA, load, main

REAL = BESIDE / "real_stores" / "memories.jsonl"


def lines(count: int, start: int = 0) -> list[str]:
    return DATA.read_text("utf-8").splitlines()[start : start + count]


def test_both_halves_hold_planted_and_honest_notes() -> None:
    for half in ("a", "b"):
        assert {note.planted for note in load() if note.half == half} == {True, False}


@pytest.mark.long
def test_the_same_notes_give_the_same_bytes(tmp_path: Path) -> None:
    few = tmp_path / "few.jsonl"
    few.write_text("\n".join([*lines(120), *lines(120, start=750)]), encoding="utf-8")
    written = []
    for name in ("one", "other"):
        assert main(["--notes", str(few), "--into", str(tmp_path / name)]) == 0
        written.append([(tmp_path / name / each).read_bytes() for each in (FILE.name, CARD)])
    assert written[0] == written[1]
    assert Model.from_bytes(written[0][0]).to_bytes() == written[0][0]


def test_a_file_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--real", str(tmp_path / "none.jsonl"), "--into", str(tmp_path)]) == 1
    assert "can't be read" in capsys.readouterr().err
    assert not (tmp_path / FILE.name).exists()


@pytest.mark.long
@pytest.mark.real
@pytest.mark.skipif(not REAL.is_file(), reason="the real memories are not part of the project")
def test_the_shipped_model_is_what_training_gives(tmp_path: Path) -> None:
    assert main(["--real", str(REAL), "--into", str(tmp_path)]) == 0
    for name in (FILE.name, CARD):
        told = [
            hashlib.sha256((folder / name).read_bytes()).hexdigest() for folder in (tmp_path, FILE.parent)
        ]
        assert told[0] == told[1], f"{name}: run python -m training.poison --real {REAL}"
