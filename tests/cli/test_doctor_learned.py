"""`doctor` says which of the small models that memtui comes with can't be used, and what is done instead."""

import json
from pathlib import Path

import pytest

from memtui.model_files import ModelUnusable, read_model
from tests.installations import copied, memtui_says, without_end

MODELS = {
    "poison": "poison/poison.model",
    "extraction": "capture/worth/worth.model",
    "grounding": "capture/support/grounding.model",
    "pairs": "language/pairs.model",
    "removals": "review/learned/removal.model",
}


def checks(installed: Path) -> dict[str, dict[str, str]]:
    told = json.loads(memtui_says(installed, "doctor", "--json"))
    return {check["name"]: check for check in told["checks"]}


@pytest.mark.long
def test_each_model_that_is_damaged_or_gone_is_said(tmp_path: Path) -> None:
    installed = copied(tmp_path)
    assert not MODELS.keys() & checks(installed).keys()
    for name, file in MODELS.items():
        without_end(installed / file)
        if name == "removals":
            (installed / file).unlink()
    told = checks(installed)
    assert [told[name]["status"] for name in MODELS] == ["problem"] * len(MODELS)
    assert "bytes of weights" in told["poison"]["found"]
    assert "is damaged" in told["pairs"]["found"]
    assert "can't be read (No such file" in told["removals"]["found"]


def test_what_is_in_the_place_of_a_file_is_said_as_the_system_says_it(tmp_path: Path) -> None:
    with pytest.raises(ModelUnusable, match="can't be read"):
        read_model(tmp_path, bytes)
