"""The model that proposes removals is trained from a file of labelled memories, the same bytes each time."""

import io
import json
import random
from contextlib import redirect_stderr, redirect_stdout
from dataclasses import dataclass
from pathlib import Path

import pytest

from memtui.review.learned.model import FILE, Model
from memtui.review.learned.speaking import speech
from training.removal import CARD, main

DONE = ["Added", "Fixed", "Merged", "Renamed", "Deployed", "Reviewed"]
THINGS = ["parser", "login page", "export job", "backup script", "search index", "billing report"]


def line(number: int, repo: int, text: str, label: str, drop: int) -> str:
    told = {"id": f"m{repo}-{number}", "repo": f"ada/shop{repo}", "text": text, "order": number}
    return json.dumps(told | {"labels": [{"label": label, "drop": drop}]})


def labelled(file: Path, repos: int = 6) -> Path:
    chance = random.Random(3)
    lines = []
    for repo in range(repos):
        for number in range(0, 24, 2):
            done, thing = chance.choice(DONE), chance.choice(THINGS)
            report = f"{done} the {thing}, {chance.randrange(9, 300)} tests pass, PR #{number} is open"
            rule = f"Never touch the {thing} on a Friday, because it must run until Monday"
            lines += [
                line(number, repo, report, "status", 2),
                line(number + 1, repo, rule, "keep", 0),
            ]
    file.write_text("\n".join(lines), encoding="utf-8")
    return file


@dataclass(frozen=True)
class Trained:
    """What training from a file came to."""

    file: Path
    into: Path
    out: str
    err: str

    def written(self) -> list[bytes]:
        return [(self.into / name).read_bytes() for name in (FILE.name, CARD)]


def trained_from(file: Path, into: Path) -> Trained:
    out, err = io.StringIO(), io.StringIO()
    with redirect_stdout(out), redirect_stderr(err):
        assert main([str(file), "--into", str(into)]) == 0
    return Trained(file, into, out.getvalue(), err.getvalue())


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> Trained:
    """Training takes ten seconds, so most tests look at this one: three lines of its file are broken."""
    folder = tmp_path_factory.mktemp("trained")
    file = labelled(folder / "labelled.jsonl")
    whole = file.read_text(encoding="utf-8")
    file.write_text(f'{{"id": 1\n[]\n{whole}\n{{"id": "x", "labels": 3}}', encoding="utf-8")
    return trained_from(file, folder)


@pytest.mark.long
def test_the_same_file_gives_the_same_bytes(trained: Trained, tmp_path: Path) -> None:
    assert trained_from(trained.file, tmp_path).written() == trained.written()


@pytest.mark.long
def test_what_it_learned_is_told_apart_in_texts_it_never_saw(trained: Trained) -> None:
    model = Model.from_bytes(trained.written()[0])
    report, rule = model.read(
        [
            "Merged the import wizard, 71 tests pass, PR #9 is open",
            "Never touch the import wizard on a Friday, because it must run until Monday",
        ]
    )
    assert rule.agrees < 0.5 < 0.7 < report.agrees
    assert speech(model, "Merged the import wizard, 71 tests pass, PR #9 is open").sort == "status"


@pytest.mark.long
def test_broken_lines_are_left_out_and_counted(trained: Trained) -> None:
    assert "3 lines could not be used" in trained.err
    assert "144 memories of 6 public repositories" in trained.out


def test_too_little_to_learn_from_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(labelled(tmp_path / "labelled.jsonl", repos=2)), "--into", str(tmp_path)]) == 1
    assert "too few to learn from" in capsys.readouterr().err
    assert not (tmp_path / FILE.name).exists()


def test_a_file_that_is_not_there_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(tmp_path / "none.jsonl"), "--into", str(tmp_path)]) == 1
    assert "can't be read" in capsys.readouterr().err
