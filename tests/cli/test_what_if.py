"""`memtui whatif` as a person and a script use it."""

from pathlib import Path

import pytest

from memtui.config.reading import load
from tests.cli.conftest import Memtui


def test_the_figures_stand_beside_those_of_now(memtui: Memtui, three: list[str]) -> None:
    told = memtui("whatif", "--half-life", "fact=1d", "--threshold", "0.2", "--json").json
    assert told["settings"] == {"decay.half_lives.semantic": 1.0, "decay.prune_threshold": 0.2}
    assert told["now"]["fades"]["30d"] < told["then"]["fades"]["30d"]
    assert (told["memories"], told["exact"], told["written"]) == (3, True, False)
    assert memtui("whatif").lines[1].split() == ["faded", "already", "0", "0"]


def test_only_write_writes_and_says_which_lines(memtui: Memtui, three: list[str], tmp_path: Path) -> None:
    config = tmp_path / "own.toml"
    config.write_text("[decay]\nprune_threshold = 0.1\n")
    options = ("--config", str(config), "whatif", "--half-life", "what-happened=2w", "--after", "60")
    said = memtui(*options).err
    assert "prune_after_days = 60" in said
    assert load(config).settings.decay.prune_after_days == 30.0
    assert memtui(*options, "--write").code == 0
    decay = load(config).settings.decay
    assert (decay.prune_after_days, decay.half_lives.episodic, decay.prune_threshold) == (60.0, 14.0, 0.1)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        (("--half-life", "fact"), "Write --half-life as fact=90d, not 'fact'"),
        (("--half-life", "law=9"), "'law' is no type of memory"),
        (("--half-life", "constitutional=9"), "never fades"),
        (("--half-life", "fact=soon"), "is not a duration"),
        (("--half-life", "fact=nan"), "is a number from 0.05"),
        (("--threshold", "7"), "decay.prune_threshold is a number from 0 to 1"),
        (("--stretch", "-1"), "decay.stretch is a number from 0 to 5"),
    ],
)
def test_what_cannot_be_read_is_a_sentence(
    memtui: Memtui, three: list[str], options: tuple[str, ...], sentence: str
) -> None:
    ran = memtui("whatif", *options)
    assert ran.code == 2
    assert sentence in ran.err
