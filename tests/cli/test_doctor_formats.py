"""Doctor names formats of other packages that cannot be used."""

from pathlib import Path

import pytest

from tests.cli.conftest import Memtui
from tests.formats.packages import BROKEN, bring, forget


def test_doctor_says_which_format_was_left_out(
    memtui: Memtui, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    packages = tmp_path / "packages"
    packages.mkdir()
    monkeypatch.syspath_prepend(packages)
    bring(packages, "diaries", BROKEN, diary="Diary")
    try:
        assert "The format 'diary' of diaries was left out: RuntimeError" in memtui("doctor").out
    finally:
        forget()
