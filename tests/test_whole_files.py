"""A file is replaced whole, or stays as it was."""

import os
from pathlib import Path

import pytest

from memtui.whole_files import replacing


def test_a_replaced_file_keeps_its_mode_and_its_link(tmp_path: Path) -> None:
    real, link = tmp_path / "real.toml", tmp_path / "link.toml"
    real.write_text("old")
    real.chmod(0o640)
    link.symlink_to(real)
    with replacing(link) as file:
        file.write("new")
    assert link.is_symlink()
    assert real.read_text() == "new"
    assert real.stat().st_mode & 0o777 == 0o640


def test_a_failed_replacement_leaves_the_old_file_and_no_other(tmp_path: Path) -> None:
    target = tmp_path / "config.toml"
    target.write_text("old")
    with pytest.raises(ZeroDivisionError), replacing(target) as file:
        file.write(str(1 / 0))
    assert target.read_text() == "old"
    assert os.listdir(tmp_path) == ["config.toml"]


def test_a_link_in_a_shared_folder_is_replaced_and_what_it_leads_to_stays(tmp_path: Path) -> None:
    own, shared = tmp_path / "own.txt", tmp_path / "head.json"
    own.write_text("mine")
    shared.symlink_to(own)
    with replacing(shared, shared=True) as file:
        file.buffer.write(b"new")
    assert not shared.is_symlink()
    assert (own.read_text(), shared.read_text()) == ("mine", "new")
    assert sorted(os.listdir(tmp_path)) == ["head.json", "own.txt"]
