"""Formats of other packages: found by their entry points, and left out with a reason when they are broken."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest

from memtui import installed
from memtui.formats import registry
from memtui.formats.protocol import Reader
from tests.formats.packages import BROKEN, DIARY, bring, forget


@pytest.fixture
def elsewhere(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder of packages; those that are put in it are installed."""
    monkeypatch.syspath_prepend(tmp_path)
    yield tmp_path
    forget()


def found(name: str) -> Reader | None:
    return next((reader for reader in registry.readers() if reader.name == name), None)


def test_another_package_brings_a_format(elsewhere: Path) -> None:
    bring(elsewhere, "diaries", DIARY, diary="Diary")
    assert found("diary") is not None
    assert registry.readers()[-1].name == "diary"
    assert registry.called("diary") == "Diary"
    assert registry.left_out() == ()
    assert "diary" in installed.format_names()


@pytest.mark.parametrize(
    ("code", "point", "reason"),
    [
        (BROKEN, "Diary", "RuntimeError: no such luck"),
        (DIARY, "Missing", "AttributeError: "),
        ("class Diary: name = 'diary'", "Diary", "it lacks something"),
        (DIARY.replace('"diary"', '"journal"'), "Diary", "it calls itself 'journal'"),
    ],
)
def test_a_broken_format_of_another_package_is_left_out_and_told(
    elsewhere: Path, code: str, point: str, reason: str
) -> None:
    bring(elsewhere, "diaries", code, diary=point)
    assert found("diary") is None
    assert found("claude") is not None
    (said,) = registry.left_out()
    assert said.startswith("The format 'diary' of diaries was left out: ")
    assert reason in said


def test_no_package_takes_the_place_of_a_format_of_memtui(elsewhere: Path) -> None:
    bring(elsewhere, "diaries", DIARY.replace('"diary"', '"claude"'), claude="Diary")
    kept = found("claude")
    assert kept is not None
    assert kept.called == "Claude Code"
    assert "there is one of that name already" in registry.left_out()[0]


def test_the_formats_of_memtui_are_installed_as_it_lists_them() -> None:
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    ours = {point.name: point.value for point in installed.formats() if installed.is_ours(point)}
    assert ours == project["entry-points"][installed.GROUP], "install memtui again: pip install -e ."
