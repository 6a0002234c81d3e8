"""The model of what is worth keeping is trained from sentences of the project, the same bytes each time."""

import hashlib
from pathlib import Path

import pytest

from memtui.capture.worth.features import AGENT, TEXT
from memtui.capture.worth.model import FILE, HEADS, Model, shipped
from training.worth import CARD, DATA, JUNK, WORTH, load, load_texts, main


def test_every_speaker_has_sentences_of_both_kinds() -> None:
    said = {(one.by, one.verdict == "-") for one in load()}
    assert (
        {by for by, _ in said} == {by for by, junk in said if junk} == {by for by, junk in said if not junk}
    )


def test_every_text_has_what_is_kept_and_what_is_not() -> None:
    told = {(one.home, one.verdict) for one in load_texts()}
    assert {home for home, _ in told} == {home for home, verdict in told if verdict == WORTH}
    without = {home for home, _ in told} - {home for home, verdict in told if verdict == JUNK}
    assert len(without) <= 2  # statutes and rules may be kept whole


def test_a_text_lies_in_one_fold() -> None:
    homes = {(one.home, one.fold) for one in load_texts()}
    assert len(homes) == len({home for home, _ in homes})


def test_a_mark_that_is_never_closed_is_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text("%%% shed\nThe shed is ⟦locked at night.\n", encoding="utf-8")
    assert main(["--texts", str(broken), "--into", str(tmp_path)]) == 1
    assert "in the text shed a mark is never closed" in capsys.readouterr().err


def test_no_sentence_is_there_twice() -> None:
    texts = [(one.by, one.text) for one in load()]
    assert len(texts) == len(set(texts))


@pytest.mark.long
def test_the_shipped_model_is_what_training_gives(tmp_path: Path) -> None:
    assert main(["--into", str(tmp_path)]) == 0
    for name in (FILE.name, CARD):
        told = [
            hashlib.sha256((folder / name).read_bytes()).hexdigest() for folder in (tmp_path, FILE.parent)
        ]
        assert told[0] == told[1], f"{name}: run python -m training.worth"


def test_what_it_learned_is_told_apart_in_sentences_it_never_saw() -> None:
    model = shipped()
    export = "The nightly export must be done before six, when the shop opens."
    praise = "Our platform is a modern solution for teams of every size."
    report = "I've now updated the two components and all tests are green."
    style = "From now on, never use inline styles in this project."
    button = "Please add a delete button to the dialog."
    learned = {one.text for one in load()} | {one.text for one in load_texts()}
    assert learned.isdisjoint({export, praise, report, style, button})
    assert model.keeps(export, TEXT) > 0.6
    assert model.keeps(praise, TEXT) < 0.3
    assert model.keeps(report, AGENT) < 0.3
    assert model.likely_lasting(style) > 0.8
    assert model.likely_lasting(button) < 0.3


def test_the_file_says_the_same_when_it_is_read_and_written() -> None:
    told = FILE.read_bytes()
    assert Model.from_bytes(told).to_bytes() == told
    assert set(Model.from_bytes(told).heads) == set(HEADS)


def test_sentences_that_cannot_be_read_are_said(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    broken = tmp_path / "broken.txt"
    broken.write_text(DATA.read_text("utf-8")[:400] + "\nx? What is this?\n", encoding="utf-8")
    assert main(["--sentences", str(broken), "--into", str(tmp_path)]) == 1
    assert "does not begin with who says it" in capsys.readouterr().err
    assert not (tmp_path / FILE.name).exists()


def test_the_noun_that_a_sentence_is_about_hardly_decides() -> None:
    model = shipped()
    nouns = ("billing", "crane", "login", "search", "mail", "payment", "zither")
    assert all(
        model.keeps(f"The {noun} service listens on port 7003.", TEXT, ("quantity",)) > 0.6 for noun in nouns
    )
    assert all(model.keeps(f"The {noun} page looks great.", TEXT) < 0.4 for noun in nouns)
