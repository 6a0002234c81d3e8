"""The model of what is said in other words is trained from homes that the project has, to the same bytes."""

import json
from collections import Counter
from pathlib import Path

import pytest

from benchmarks.pairs import BESIDE
from memtui.language.other_words import FILE, Model
from training.homes import notes_of_homes as notes
from training.other_words import CARD, main

REAL = BESIDE / "real_stores" / "memories.jsonl"


def test_each_note_belongs_to_one_of_its_home_and_look_alikes_stand_beside_rivals() -> None:
    known = {(note["home"], note["id"]) for note in notes()}
    assert len(known) == len(notes())
    assert all((note["home"], note["of"]) in known for note in notes() if "of" in note)
    kinds = Counter(note.get("is") for note in notes())
    assert kinds["compatible"] > kinds["contradiction"] > kinds["overtaken"] > 0


@pytest.mark.long
def test_the_same_homes_give_the_same_bytes(tmp_path: Path) -> None:
    homes = sorted({note["home"] for note in notes()})[:6]
    few = tmp_path / "few.jsonl"
    few.write_text("".join(json.dumps(note) + "\n" for note in notes() if note["home"] in homes), "utf-8")
    written = []
    for name in ("one", "other"):
        assert main(["--homes", str(few), "--into", str(tmp_path / name)]) == 0
        written.append([(tmp_path / name / each).read_bytes() for each in (FILE.name, CARD)])
    assert written[0] == written[1]
    assert Model.from_bytes(written[0][0]).to_bytes() == written[0][0]


def test_a_file_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--homes", str(tmp_path / "none.jsonl"), "--into", str(tmp_path)]) == 1
    assert "can't be read" in capsys.readouterr().err
    assert not (tmp_path / FILE.name).exists()


@pytest.mark.long
@pytest.mark.real
@pytest.mark.skipif(not REAL.is_file(), reason="the real memories are not part of the project")
def test_the_shipped_model_is_what_training_gives(tmp_path: Path) -> None:
    assert main(["--real", str(REAL), "--into", str(tmp_path)]) == 0
    for name in (FILE.name, CARD):
        assert (tmp_path / name).read_bytes() == (FILE.parent / name).read_bytes()
