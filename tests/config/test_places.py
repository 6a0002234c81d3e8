"""Where the store and the settings file are when nothing says otherwise."""

import sys
from pathlib import Path

import platformdirs
import pytest

from memtui.config import config_path, store_path


@pytest.mark.parametrize("given", ["", " ", "{folder}"])
def test_they_lie_where_the_platform_keeps_such_files(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, given: str
) -> None:
    for name in ("MEMTUI_DB", "MEMTUI_CONFIG"):
        monkeypatch.delenv(name, raising=False)
    for name in ("XDG_DATA_HOME", "XDG_CONFIG_HOME"):
        monkeypatch.setenv(name, given.format(folder=tmp_path))
    assert store_path() == platformdirs.user_data_path("memtui", appauthor=False) / "memories.db"
    assert config_path() == platformdirs.user_config_path("memtui", appauthor=False) / "config.toml"


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere platformdirs is asked")
def test_platformdirs_is_not_loaded_for_them() -> None:
    from tests.test_layers import loaded

    assert loaded("from memtui.config import config_path, store_path; config_path(); store_path()") == set()
