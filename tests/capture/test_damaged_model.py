"""With a damaged model the rest goes on: plain decisions are still found, and what is missing is said."""

import json
from pathlib import Path

import pytest

from tests.installations import copied, memtui_says, without_end

TEXT = "We decided to keep PostgreSQL for the shop. The lake is a nice place. The shop has a blue door."


def installed(tmp_path: Path, model: str) -> Path:
    """Return an installation of which one model is cut off."""
    copy = copied(tmp_path)
    without_end(copy / model)
    return copy


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    return installed(tmp_path, "capture/worth/worth.model")


@pytest.fixture
def without_pairs(tmp_path: Path) -> Path:
    return installed(tmp_path, "language/pairs.model")


@pytest.mark.long
def test_plain_decisions_are_still_found(damaged: Path) -> None:
    told = json.loads(memtui_says(damaged, "extract", "--offline", "--dry-run", "--json", text=TEXT))
    assert [row["text"] for row in told["facts"]] == ["We decided to keep PostgreSQL for the shop."]
    assert "the learned model was left out" in told["message"]


@pytest.mark.long
def test_a_pass_says_what_it_did_not_look_for(damaged: Path) -> None:
    memtui_says(damaged, "add", "All 244 tests pass.")
    notes = json.loads(memtui_says(damaged, "review", "run", "--json"))["notes"]
    assert any("words in passing were not looked for" in note for note in notes)


@pytest.mark.long
def test_doctor_says_so(damaged: Path) -> None:
    told = json.loads(memtui_says(damaged, "doctor", "--json"))
    (check,) = [check for check in told["checks"] if check["name"] == "extraction"]
    assert "only what is plainly weighty is kept" in check["found"]


@pytest.mark.long
def test_extraction_goes_on_where_no_two_statements_can_be_compared(without_pairs: Path) -> None:
    memtui_says(without_pairs, "add", "We decided to keep PostgreSQL for the shop for now.")
    told = json.loads(memtui_says(without_pairs, "extract", "--offline", "--dry-run", "--json", text=TEXT))
    assert [row["text"] for row in told["facts"]] == ["We decided to keep PostgreSQL for the shop."]


@pytest.mark.long
def test_review_compares_nothing_and_says_why(without_pairs: Path) -> None:
    for version in (15, 16):
        memtui_says(without_pairs, "add", f"The shop runs on PostgreSQL {version}.")
    told = json.loads(memtui_says(without_pairs, "review", "run", "--dry-run", "--json"))
    assert any("compared word for word only" in note for note in told["notes"])
    assert told["proposals"] == []
